"""The rulebook says what is played, links to what it speaks of, and lets no text of an author be anything else."""

import re
from functools import cache
from pathlib import Path

import pytest
from tests.presentation.test_table import GAMES

from cardwright import load_game
from cardwright.game.loading import find_checked_game
from cardwright.presentation.explain_values_and_end import describe_rule
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright.presentation.rulebook.document import (
    LISTS,
    Example,
    ListItem,
    Paragraph,
    Rulebook,
    Section,
    Steps,
    TableBlock,
)
from cardwright.presentation.rulebook.links import Links, TextRun
from cardwright.presentation.rulebook.rule_text_sections import write_goal
from cardwright.syntax.parser import parse
from cardwright.syntax.tree import ModifyNode, ProcedureNode, walk
from cardwright_tools.faces.model import faces
from cardwright_tools.printing.rulebook_html import rulebook_page
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines, render_markdown

EVIL = """\
game: evil
title: "<b>Evil</b>"
summary: "*[x](http://e.vil)* <script>alert(1)</script>"
players: 2
kinds:
  card: {plural: cards, attributes: {sort: sort}}
types:
  sort: {values: [plain, odd]}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes, title: "<i>deck</i>"}
  player:
    hand: {of: cards, see: owner}
pieces:
  - {id: fan, name: "<img src=x>", sort: odd}
about:
  game: "<script>alert(2)</script> `code`"
library: |
  rule final_score(player) "the cards of {player}": count(player.hand)
  rule start_hand "the size of a hand": 1
  step setup:
    shuffle(deck)
    for each p in players: p draw(start_hand)
  step play:
    for each p in players: p draw(1)
    finish
  verb draw(number) "draw {number:card}":
    require number > 0
    repeat number times: move(top(deck), to: you.hand)
"""


def runs(book: Rulebook) -> list[TextRun]:
    found: list[TextRun] = []
    for section in book.sections:
        for block in section.blocks:
            if isinstance(block, Paragraph):
                found += block.runs
            elif isinstance(block, Steps):
                found += [run for item in block.items for each in item.texts() for run in each]
    return found


@pytest.mark.one_of(4)
@pytest.mark.parametrize("game", GAMES)
def test_every_link_leads_somewhere_and_everything_played_is_told(game: str) -> None:
    loaded = load_game(game)
    book = write_rulebook(loaded)
    anchors = [section.anchor for section in book.sections]
    assert len(anchors) == len(set(anchors))
    assert {run.to for run in runs(book) if run.to} <= set(anchors)
    assert {anchor for _, anchor in book.index} <= set(anchors)
    told = {f"of-{each.word}" for each in loaded.program(loaded.min_players).tables.procedures}
    library = find_checked_game(loaded).library.items()
    in_place = {f"of-{word}" for word, text in library if isinstance(text.node, ProcedureNode) and not text.node.phrase}
    assert told - {"of-setup", "of-play"} - in_place <= set(anchors)
    counted = sum(card.copies for card in loaded.card_texts())
    grids = [grid for s in book.sections if s.anchor == "box" for grid in s.blocks if isinstance(grid, TableBlock)]
    grids = [grid for grid in grids if grid.head[-1]]  # not what the author says of words
    column = [0 if grid.head[0] == "number" else 1 for grid in grids]
    assert sum(int(row[at]) for grid, at in zip(grids, column, strict=True) for row in grid.rows) == counted
    assert any(isinstance(block, Example) for section in book.sections for block in section.blocks)
    text = "\n".join(render_lines(book.sections, 80))
    assert max(map(len, text.splitlines())) <= 82
    assert not re.search(r"\b(?:a|an|the) (?:a|an|the)\b|\{|\x00|you\}", text), game


def test_a_deed_is_told_in_steps_with_what_it_needs_and_the_numbers_it_goes_by() -> None:
    book = write_rulebook(load_game("ceylon"))
    ship = next(section for section in book.sections if section.title == "Ship a meld of a crop")
    steps = next(block for block in ship.blocks if isinstance(block, Steps))
    assert steps.numbered
    assert isinstance(steps.items[0], ListItem)
    assert "".join(run.text for run in steps.items[0].runs) == "Discard a Clipper card."
    told = "\n".join(render_lines(book.sections, 200))
    assert "The game ends if your points are at least the points that win (100)" in told
    assert "8 if that player's officials are more than the largest" in told
    table = next(section for section in book.sections if section.title == "Meld value")
    assert ("tea", "1", "3", "6", "10", "15", "21", "28", "36") in next(
        block.rows for block in table.blocks if isinstance(block, TableBlock)
    )


def test_a_topic_is_found_by_any_word() -> None:
    book = write_rulebook(load_game("ceylon"))
    assert [section.title for section in book.about("meld value of a crop")] == ["Meld value"]
    assert book.about("monsoon")[0].title == "Cause a monsoon"
    assert "Ship a meld of a crop" in [section.title for section in book.naming("Clipper")]
    assert book.about("zzz") == []


@pytest.mark.one_of(4)
@pytest.mark.parametrize("game", GAMES)
def test_every_topic_leads_somewhere_and_first_to_what_is_played(game: str) -> None:
    book = write_rulebook(load_game(game))
    assert len({section.anchor for section in book.sections}) == len(book.sections)
    topics = {*(term for term, _ in book.index), *(section.title for section in book.sections)}
    for topic in sorted(topics):
        found = book.about(topic)
        assert found
        assert len({section.anchor for section in found}) == len(found)
        lists = [section.anchor in LISTS for section in found]
        assert lists == sorted(lists)
        assert not lists[0] or not book.naming(topic)


def test_a_card_leads_to_the_deeds_that_speak_of_it() -> None:
    book = write_rulebook(load_game("ceylon"))
    assert {"Ship a meld of a crop", "Hire an official"} <= {section.title for section in book.about("port")[:-1]}
    assert book.about("plantation")[0].title == "Found a plantation of a crop"


def test_cells_that_are_long_are_broken_and_not_cut() -> None:
    rows = (("marker", "each player", "until the end of: resolve the ships' attacks in the order of play"),)
    section = Section("places", "Where things lie", 1, (TableBlock(("what", "of", "how long it is kept for"), rows),))
    for width in (60, 80, 120):
        told = list(render_lines([section], width))
        assert max(map(len, told)) <= width
        assert " ".join(" ".join(told).split()).count("order of play") or "order" in " ".join(told)
        assert sorted(" ".join(told[4:]).split()) == sorted(" ".join(rows[0]).split())


def test_no_text_of_an_author_becomes_markup(tmp_path: Path) -> None:
    folder = tmp_path / "evil"
    folder.mkdir()
    (folder / "game.yaml").write_text(EVIL, encoding="utf-8")
    game = load_game(folder)
    book = write_rulebook(game)
    page = rulebook_page(book, {face.id: face for face in faces(game, game.card_texts())})
    assert not re.search(r"<(?:script|img|b|i)\b", page)
    assert "&lt;script&gt;alert(2)" in page
    marked = render_markdown(book)
    assert "<script" not in marked
    assert "](http" not in marked


@pytest.mark.one_of(4)
@pytest.mark.parametrize("game", GAMES)
def test_the_goal_can_be_told_in_a_few_words(game: str) -> None:
    loaded = load_game(game)
    told = write_goal(loaded)
    assert 20 < len(told) < 260
    text = "".join(run.text for run in runs(write_rulebook(loaded)))
    assert told.partition(". ")[0] in text


def test_all_cards_of_a_kind_that_say_something_are_shown_if_they_are_few() -> None:
    loaded = load_game("cargo_noir")
    shown = {
        block.card.id
        for section in write_rulebook(loaded).sections
        for block in section.blocks
        if isinstance(block, Example)
    }
    assert {card.id for card in loaded.card_texts() if card.text} <= shown


@cache
def linked_text(game: str) -> str:
    """The rulebook as Markdown without the marks that keep a text from being markup."""
    return re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), render_markdown(write_rulebook(load_game(game))))


@pytest.mark.long
def test_a_rule_names_the_cards_that_change_it() -> None:
    told = linked_text("cargo_noir")
    assert "**The warehouse slots of a player:** 6. [Changed by: Warehouses.](#of-card)" in told


@pytest.mark.one_of(4)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_powers_modify_says_so(game: str) -> None:
    loaded = load_game(game)
    said = [run.text for run in runs(write_rulebook(loaded)) if run.text.startswith(" Changed by: ")]
    modified = {
        node.rule.word
        for piece in find_checked_game(loaded).game.pieces
        if piece.power is not None and (tree := parse(piece.power.raw, "power").tree) is not None
        for node in walk(tree)
        if isinstance(node, ModifyNode)
    }
    assert len(said) == len(modified)


def test_the_cases_of_a_yes_or_no_are_sentences() -> None:
    told = linked_text("cargo_noir")
    assert "- never if the number of those cargo tokens is at least" in told
    assert "- otherwise always if that cargo is Wild" in told
    assert not re.search(r"^- (?:yes|no) if", told, re.MULTILINE)


def test_of_two_deeds_that_begin_alike_each_is_linked_to_its_own() -> None:
    told = linked_text("ceylon")
    assert re.search(r"\[send a pirate fleet against\]\(#of-fleet_attack\) an opponent", told)
    assert re.search(r"\[send pirates against\]\(#of-pirate_attack\) an opponent", told)


def test_a_link_goes_by_what_is_said_behind_the_roles_where_the_beginnings_are_alike() -> None:
    terms = [("a", "attack {victim} with pirates", "A"), ("b", "attack {victim} with a pirate fleet", "B")]
    links = Links([*terms, ("c", "the coins {ship} lacks in {port}", "C")], {})
    found = links.runs("You attack an opponent with a pirate fleet.", ("a", "b"))
    assert [run.to for run in found if run.to] == ["B"]
    assert [run.to for run in links.runs("Put coins on it.", ("c",))] == [""]
    assert "C" in [run.to for run in links.runs("Add the coins that ship lacks in that port.", ("c",))]


def test_what_a_heading_does_not_say_is_introduced_where_it_is_chosen_and_where_it_is_used() -> None:
    told = linked_text("ceylon")
    assert "[answers an offer](#of-answer) (the given cards: those cards; the asker: you)" in told
    assert "The given cards, the wanted sorts and the asker: as chosen or named in [Offer cards" in told
    assert "(the number of crop cards)" in told
    assert "If the number of crop cards is more than 0" in told
    assert "result of" not in told


def test_a_rule_that_its_author_leaves_out_is_told_nowhere() -> None:
    book = write_rulebook(load_game("cargo_noir"))
    told = linked_text("cargo_noir")
    assert "may be able to buy a card:" not in told
    assert not [term for term, _ in book.index if "may be able" in term]


def test_what_a_counter_starts_at_is_said() -> None:
    assert "| pile of coins | the table | starts at 60 |" in linked_text("cargo_noir")


@pytest.mark.parametrize("game", ["ceylon", "cargo_noir"])
def test_nothing_reads_like_a_machine(game: str) -> None:
    told = linked_text(game)
    assert not re.search(r"for each \w+s\b|\bof of\b|another an? |times equal to|happens happens|Safe coins", told)


# What somebody found in the rulebook of a game and could not read, each said otherwise now.
UNREADABLE = {
    "bush_pilots": ("led by the aviator if led by", "Note 0", "the hour o'clock", "answered's"),
    "cargo_hold": ("If you have a turn to delivery, lose a turn to delivery", "[Pay off"),
    "cargo_noir": ("equal to the coins on the ship in the Safe", "Swap a given", "the given"),
    "ceylon": ("the at most", "&#92;"),
    "import_export": ("actions of that action", "drawn cards to the drawn cards", "for it and it", "hope for later"),
}


@pytest.mark.parametrize("game", UNREADABLE)
def test_what_nobody_would_print_is_gone(game: str) -> None:
    told = render_markdown(write_rulebook(load_game(game)))
    assert [each for each in UNREADABLE[game] if each in told] == []
    assert not re.search(r":\*\* &#", told)


def test_a_card_that_says_nothing_is_told_by_what_is_done_with_it() -> None:
    book = write_rulebook(load_game("ceylon"))
    port, tea = dict(book.said_of("Port")), dict(book.said_of("Tea"))
    assert port[""].startswith("Ports load a meld")
    assert port["Ship"].startswith("Shipping takes a Clipper card and a Port card")
    assert tea["Meld value"].startswith("size 1: 1, 2: 3, 3: 6")


def test_a_rule_is_told_in_a_line() -> None:
    game = load_game("ceylon")
    assert (
        describe_rule(game, "can_ship") == "A player can ship: if that player has a Clipper card and has a Port card."
    )
    assert describe_rule(game, "hand_limit").endswith("; 7 otherwise.")
    assert describe_rule(game, "prospects") == ""


def test_what_a_card_without_a_text_is_for_can_be_looked_up() -> None:
    cards = next(section for section in write_rulebook(load_game("ceylon")).sections if section.anchor == "of-card")
    found = {
        bullet[0].text: [run.to for run in bullet if run.to]
        for block in cards.blocks
        if isinstance(block, Steps)
        for item in block.items
        for bullet in item.bullets
    }
    found = {told.partition(":")[0]: places for told, places in found.items()}
    assert "of-ship" in found["Clipper"]
    assert "of-monsoon" in found["Wind"]
    assert "of-meld_value" in found["Tea"]


LAPS = [
    "step play: round\n  step round:\n    if count(deck) > 0: again\n  step again:\n    if count(deck) > 1: round\n",
    "step play: round\n  step round: one\n  step one: two\n  step two: nothing\n",
    "step play: round\n  step round: players wait\n  verb wait: nothing\n",
    "step play: round\n  step round:\n    if count(deck) > 0: round\n    else: finish\n",
]


@pytest.mark.parametrize("steps", LAPS)
@pytest.mark.parametrize("turn", ["", "turn: round\n", "turn: play\n"])
def test_steps_that_lead_to_each_other_or_nowhere_come_to_an_end(steps: str, turn: str, tmp_path: Path) -> None:
    text = EVIL.partition("  step play:")[0].replace("players: 2\n", f"players: 2\n{turn}")
    (tmp_path / "game.yaml").write_text(f"{text}  {steps}  verb draw(number): nothing\n", encoding="utf-8")
    assert write_rulebook(load_game(tmp_path)).sections[0].anchor == "goal"


def test_a_topic_leads_to_the_chapter_about_it_first() -> None:
    found = write_rulebook(load_game("import_export")).about("end of the game")
    assert [section.title for section in found] == ["End of the game and scoring", "The end of the game"]
    told = "".join(run.text for block in found[0].blocks[:2] if isinstance(block, Paragraph) for run in block.runs)
    assert "The game ends" in told
