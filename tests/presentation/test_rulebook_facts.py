"""What a rulebook says of the end of the game, of what there is and of who has won is so."""

import re
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright.presentation.rulebook.document import Paragraph, Rulebook, TableBlock
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines

FAIR = """\
game: fair
title: Fair
players: 2 to 4
active: active
turn: TURN
kinds:
  card:
    attributes:
      price: {is: number, default: 1}
      weight: {is: number, default: 0}
      fresh: {is: yes_no, default: yes}
      rare: {is: yes_no, default: no}
  woman: {plural: women, memory: {owner: player}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}, street: {of: women}}
  player: {hand: {of: cards, see: owner}, house: {of: women}}
memory:
  table: {active: player}
  player: {coins: number}
pieces:
  - {id: plum}
  - {id: pear, price: 4, weight: 2, fresh: no, rare: yes}
  - {id: woman, kind: woman, each_player: {house: 3}}
library: |
  rule final_score(player) "the coins of {player}": player.coins
  rule winners gives players: players with the highest coins with the highest count(hand) with the lowest count(house)
  step setup:
    choose p at random from players: active = p
  step play:
    repeat until count(deck) is 0:
      LOOP
  verb take_turn "take a turn": move(top(deck, 1), to: you.hand)
  verb market_day(player) "hold a market for {player}": move(top(deck, 1), to: player.hand)
  step hour "an hour": active take_turn
  step everyone "the market is held":
    for each p in players: p take_turn
  step bell "a bell": nothing
"""
TURNS = {
    "active take_turn": "a turn is over",
    "active take_turn\n      active = next(active)": "a turn is over",
    "if count(deck) > 3: active take_turn": "a turn is over",
    "active take_turn\n      bell": "a turn and all that follows it are over",
    "active take_turn\n      bell\n      active = next(active)": "a turn and all that follows it are over",
    "for each p in players: p take_turn\n      bell": "a round and all that follows it are over",
    "for each p in players: p take_turn": "a round is over",
    "for each p in clockwise(active):\n        active = p\n        p take_turn": "a round is over",
    "players take_turn": "a round is over",
    "for each c in deck: active take_turn": "all that is repeated has been done",
    "active take_turn\n      for each p in players: p take_turn": "all that is repeated has been done",
    "active take_turn\n      active take_turn": "all that is repeated has been done",
    "hour": "an hour is over",
    "everyone": "the market is held",
    "bell\n      hour": "all that is repeated has been done",
}


def fair(folder: Path, loop: str = "active take_turn", turn: str = "take_turn") -> Rulebook:
    (folder / "game.yaml").write_text(FAIR.replace("LOOP", loop).replace("TURN", turn), encoding="utf-8")
    return write_rulebook(load_game(folder))


def told(book: Rulebook) -> str:
    return " ".join(" ".join(render_lines(book.sections, 100)).split())


@pytest.mark.parametrize("loop", TURNS)
def test_what_is_over_when_the_game_ends(loop: str, tmp_path: Path) -> None:
    assert f"The game ends when {TURNS[loop]} and the deck is empty." in told(fair(tmp_path, loop))


def test_what_the_next_player_has_is_asked_after_the_turn_has_passed(tmp_path: Path) -> None:
    text = FAIR.replace("repeat until count(deck) is 0", "repeat until count(active.hand) > 3")
    book = text.replace("LOOP", "active take_turn\n      active = next(active)").replace("TURN", "take_turn")
    (tmp_path / "game.yaml").write_text(book, encoding="utf-8")
    assert "The game ends when a turn and all that follows it are over and the " in told(
        write_rulebook(load_game(tmp_path))
    )


def test_each_way_to_end_an_endless_loop_is_told(tmp_path: Path) -> None:
    loop = "active take_turn\n      if any(players where count(hand) > 3): finish\n      if count(deck) is 0: stop"
    (tmp_path / "game.yaml").write_text(
        FAIR.replace("repeat until count(deck) is 0", "repeat").replace("LOOP", loop).replace("TURN", "take_turn"),
        encoding="utf-8",
    )
    text = told(write_rulebook(load_game(tmp_path)))
    assert "The game ends if any player has 4 or more cards in their hand." in text
    assert "The game ends if the deck is empty." in text


def test_a_turn_is_called_as_its_step_is(tmp_path: Path) -> None:
    text = told(fair(tmp_path, "bell\n      hour", "hour"))
    assert "The game ends when an hour is over and the deck is empty." in text


def test_several_of_a_piece_are_called_as_the_game_declares(tmp_path: Path) -> None:
    text = told(fair(tmp_path))
    assert "Each player begins with 3 women in their house." in text
    assert "womans" not in text


def test_who_wins_of_those_who_are_even_twice(tmp_path: Path) -> None:
    assert (
        "Whoever has the most coins wins. If several have it, whoever of them has the most cards in their hand wins. "
        "If several are still equal, whoever of them has the fewest women in their house wins."
    ) in told(fair(tmp_path))


def test_a_default_is_printed_unless_it_is_nothing(tmp_path: Path) -> None:
    fair(tmp_path)
    texts = {each.id: each.attributes for each in load_game(tmp_path).card_texts()}
    assert texts["plum"] == {"price": "1", "fresh": "yes"}
    assert texts["pear"] == {"price": "4", "weight": "2", "fresh": "no", "rare": "yes"}


def test_the_box_has_the_default_word_of_each_type(tmp_path: Path) -> None:
    types = "types: {hue: {values: [tide, grove]}, sort: {values: [creature, spell, token]}}\nkinds:"
    more = "      hue: {is: hue, default: grove}\n      sort: {is: sort, default: creature}\n"
    changed = FAIR.replace("kinds:", types, 1).replace("    attributes:\n", f"    attributes:\n{more}", 1)
    changed = changed.replace("- {id: pear,", "- {id: pear, hue: tide, sort: token,", 1)
    changed = changed.replace("LOOP", "active take_turn").replace("TURN", "take_turn")
    (tmp_path / "game.yaml").write_text(changed, encoding="utf-8")
    said = "\n".join(render_lines(write_rulebook(load_game(tmp_path)).guide, 100))
    assert re.search(r"Plum +grove +creature", said)
    assert re.search(r"Pear +tide +token", said)


@pytest.mark.parametrize("attributes", ["", "n", "sort", "n sort"])
@pytest.mark.parametrize("count", [1, 15, 16, 60, 61, 200])
def test_every_number_of_pieces_is_listed_whatever_attributes_they_have(
    tmp_path: Path, count: int, attributes: str
) -> None:
    """Each by its name, or counted by what they share: none is left out."""
    declared = {"n": "n: {is: number}", "sort": "sort: {is: sort}"}
    given = ", ".join(declared[word] for word in attributes.split())
    (tmp_path / "box").mkdir()
    cards = "".join(
        f"  - {{id: c{n}, copies: {1 + n % 2}"
        + (f", n: {n}" if "n" in attributes.split() else "")
        + (f", sort: {'ab'[n % 2]}" if "sort" in attributes.split() else "")
        + "}\n"
        for n in range(count)
    )
    (tmp_path / "box" / "game.yaml").write_text(
        "game: box\ntitle: Box\nplayers: 2\ntypes: {sort: {values: [a, b]}}\n"
        f"kinds: {{card: {{attributes: {{{given}}}}}}}\nzones: {{table: {{deck: {{of: cards}}}}}}\npieces:\n{cards}"
        "library: |\n  step setup: nothing\n  step play: nothing\n  rule final_score(player): 0\n",
        encoding="utf-8",
    )
    [box] = [section for section in write_rulebook(load_game(tmp_path / "box")).sections if section.anchor == "box"]
    total = sum(1 + n % 2 for n in range(count))
    for block in box.blocks[1:]:
        if isinstance(block, TableBlock):
            column = block.head.index("cards") if "cards" in block.head else block.head.index("number")
            assert sum(int(row[column]) for row in block.rows) == total
        else:
            assert isinstance(block, Paragraph)
            named = re.findall(r"(2 × )?C(\d+)", "".join(run.text for run in block.runs))
            assert sorted(int(number) for _, number in named) == list(range(count))
            assert sum(2 if twice else 1 for twice, _ in named) == total


def test_the_rows_of_a_table_that_are_shorter_go_on_with_their_last_number(tmp_path: Path) -> None:
    text = FAIR + "types: {fruit: {values: [plum, fig]}}\n"
    text += "tables: {price: {roles: {fruit: fruit, number: number}, values: {plum: [1, 2, 4], fig: [3]}}}\n"
    (tmp_path / "game.yaml").write_text(text.replace("TURN", "take_turn").replace("LOOP", "active take_turn"))
    book = write_rulebook(load_game(tmp_path))
    [grid] = [
        block
        for section in book.sections
        for block in section.blocks
        if isinstance(block, TableBlock) and "3" in block.head
    ]
    assert grid.rows == (("plum", "1", "2", "4"), ("fig", "3", "3", "3"))
    assert any("fig" in line and line.split()[1:] == ["3", "3", "3"] for line in render_lines(book.sections, 80))
