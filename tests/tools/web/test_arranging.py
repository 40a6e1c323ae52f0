"""How what lies in a hand and what can be answered is drawn."""

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.tools.web.stalls import at, links, served
from tests.tools.web.test_drawn_lately import EXAMPLES, answer, laid, laid_for

import cardwright_tools.web
from cardwright import Game, load_game
from cardwright.declarations.schema.look_fields import MAX_ACROSS
from cardwright.presentation.consequences import Consequence
from cardwright.presentation.option_list import OptionLine
from cardwright.presentation.piece_and_player_labels import Fact
from cardwright.presentation.table_view import TablePiece
from cardwright_tools.session.session import let_bot_answer
from cardwright_tools.web.drawing.pieces_in_zone import filter_consequences, lay_out_ring
from cardwright_tools.web.drawing.viewer_page import make_drawing, make_environment
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table


def hand(table: Table) -> list[TablePiece]:
    """The cards that the first seat holds."""
    seen = table.sight(table.seats[0]).game.table
    return [piece for zone in seen.seats[0].zones if zone.word == "hand" for piece in zone.pieces]


def test_a_ring_is_no_higher_than_it_must_be() -> None:
    assert {row for cell in lay_out_ring(12) for row in [cell.wide[1]]} == {1, 2}
    assert [cell.wide for cell in lay_out_ring(5)] == [(1, 1), (2, 1), (3, 1), (3, 2), (2, 2)]


@pytest.mark.parametrize("shape", ["columns", "chart", ""])
def test_pieces_are_drawn_as_pieces_however_many_there_are(game: Game, registry: TableRegistry, shape: str) -> None:
    table = registry.new_table(game, 2, 7, {})
    sight = table.sight(table.seats[0])
    shown = sight.game.table
    card = replace(shown.seats[0].zones[0], at="market", word="market", owner="table", pieces=(), count=0)
    pieces = tuple(replace(hand(table)[n % 2], at=f"market:{n}") for n in range(12))
    market = replace(card, pieces=pieces, count=12, shape=shape, hidden=False, covered=False, row=True)
    before_player = replace(shown.seats[1], zones=(replace(market, word="kept", owner="P2"),))
    seen = replace(shown, zones=(market,), seats=(shown.seats[0], before_player))
    picked = replace(sight, asked=None, game=replace(sight.game, table=seen))
    drawn = table.draw(picked, None)["table"]
    assert drawn.count('class="card ') == (0 if shape == "chart" else 24)
    assert "chip" not in drawn


def test_where_nothing_lies_on_the_table_its_counters_do(game: Game, registry: TableRegistry) -> None:
    table = registry.new_table(game, 2, 7, {})
    sight = table.sight(table.seats[0])
    facts = (Fact("pot", "pot", "5"), Fact("led", "suit led", "south"))
    for zones, place in ((sight.game.table.zones, "bar"), ((), "table")):
        seen = replace(sight.game.table, zones=zones, facts=facts)
        drawn = table.draw(replace(sight, game=replace(sight.game, table=seen)), None)
        counted = '<span class="fact"><span class="what">pot</span> <b>5</b></span>'
        assert [part for part in ("bar", "table") if counted in drawn[part]] == [place]
        assert "suit led" in drawn["bar"]


def test_what_is_true_of_a_piece_is_not_also_called_so() -> None:
    ui = {"icon": lambda *_: "", "players": str}
    macros: Any = make_environment().get_template("macros.html").module
    drawn = macros.facts([Fact("tired", "tired", "yes")], ui)
    assert "yes" not in drawn
    assert "<b>tired</b>" in drawn


def test_an_option_that_is_a_number_is_as_large_as_any_other(game: Game, registry: TableRegistry) -> None:
    table = registry.new_table(game, 2, 7, {})
    with served(registry) as client, at(client, links(table)[0]) as page:
        page.look()
        sight = table.sight(table.seats[0])
    assert sight.asked is not None
    question = sight.asked.question
    number = replace(question.choices[0], label="4", text="4", at="")
    asked = replace(sight.asked, question=replace(question, choices=(number,)))
    drawn = table.draw(replace(sight, asked=asked), None)["question"]
    assert '<span class="said">4</span>' in drawn
    assert "<kbd>4</kbd>" not in drawn


OTHELLO = Path(__file__).parents[2] / "corpus" / "othello"


def test_what_stands_in_a_line_of_its_own_needs_no_title(registry: TableRegistry) -> None:
    table = registry.new_table(load_game(OTHELLO), 2, 7, {})
    with served(registry) as client, at(client, links(table)[0]) as page:
        drawn = page.parts["table"]
    assert drawn.count('<span class="fact" title="holder"><b><b class="player seat0">P1</b></b></span>') == 2
    assert '<span class="what">holder</span>' not in drawn
    assert "drawn" not in drawn  # the squares of a board are no ships


def played(name: str, answers: int) -> Table:
    """A game by strangers after some answers, with everybody's page."""
    game, chance = load_game(OTHELLO.parent / name), random.Random(name)
    made = laid_for(game, name, make_drawing(game))
    for _ in range(answers):
        made.show()
        answer(made, chance)
    made.show()
    return made


def test_only_what_the_look_says_alone_has_no_title() -> None:
    drawn = played("battleship", 40).seats[0].parts["table"]
    assert re.search(r'<span class="fact" title="shot at by"><b><b class="player seat\d">P\d', drawn)
    assert '<span class="what">shot at by</span>' not in drawn
    assert re.search(r'<span class="what">hit by</span> <b><b class="player seat\d">P\d', drawn)


def test_cards_that_their_player_cannot_see_are_called_as_in_questions() -> None:
    made = played("hanabi", 0)
    put = made.seats[0].put
    assert put is not None
    made.answer(made.seats[0], put.name, [0])
    made.show()
    asked = re.findall(r"(card \d) in", re.sub("<[^>]*>", "", made.seats[0].parts["question"]))
    drawn = made.seats[0].parts["hand"]
    assert len(asked) == 5
    for place, name in enumerate(asked):
        assert re.search(rf'data-at="P1.hand:{place}"[^>]*>.*?<span class="name unseen">{name}</span>', drawn, re.S)


def test_a_step_in_which_nothing_is_told_has_no_box_for_it(registry: TableRegistry) -> None:
    table = registry.new_table(load_game(OTHELLO.parent / "liars_dice"), 2, 7, {})
    while not table.session.state.finished:
        let_bot_answer(table.session, "random")
    with served(registry) as client:
        link = links(table)[0]
        steps = [client.get(f"/t/{link}/steps?at={at}").text for at in range(len(table.session.steps) + 1)]
        used = {face for step in steps for face in re.findall(r'href="#(face-\w+)"', step)}
        assert all(f'<symbol id="{face}"' in step for step in steps for face in used)
    assert all("To the table" in each for each in steps)
    assert any('<section><ul class="tale"><li>' in each for each in steps)
    assert not any('<ul class="tale"></ul>' in each for each in steps)


def test_what_comes_of_declining_is_said_once() -> None:
    brings = (Consequence("passes in a row +1", "passes in a row", 1, 1), Consequence("coins -1", "coins", -1, -1))
    choice = OptionLine(0, "pass", "Pass", "", "", "", "", (), brings, 1, True)
    assert filter_consequences(choice, "add 1 to the passes in a row") == [brings[1]]
    assert filter_consequences(choice, "") == [*brings]
    assert filter_consequences(replace(choice, declines=False), "add 1 to the passes in a row") == [*brings]
    made = played("dou_dizhu", 0)
    made.show()
    for viewer in made.seats:  # what answers lead to is worked out after the question is shown
        if viewer.put is not None:
            text = re.sub("<[^>]*>", "", viewer.parts["question"])
            assert text.count("passes in a row") == 1


def test_without_a_turn_nothing_stands_before_whose_it_is(registry: TableRegistry) -> None:
    for name in ("othello", "battleship"):
        table = registry.new_table(load_game(OTHELLO.parent / name), 2, 7, {})
        with served(registry) as client, at(client, links(table)[0]) as page:
            said = re.sub(r"<[^>]*>|\s+", " ", page.parts["bar"])
        turn = re.search(r"(Turn \d+ +· +)?your turn", said)
        assert turn is not None
        assert said[: turn.start()].strip().endswith(table.session.game.title)


BOARD = """\
game: garden
players: 2
kinds: {square: {plural: squares}, card: {}}
zones: {table: {garden: {of: squares}, deck: {of: cards}}}
pieces: [{id: square, kind: square, copies: 12}, {id: card, copies: 1}]
look: {draw: {garden: {as: grid, across: ACROSS}}}
library: |
  rule final_score(player): 0
  step setup: nothing
  step play:
    for each p in players:
      p may choose c from deck: nothing
"""


@pytest.mark.parametrize("across", [2, 5, MAX_ACROSS])
def test_a_board_has_so_many_boxes_in_a_row(across: int, registry: TableRegistry, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(BOARD.replace("ACROSS", str(across)), encoding="utf-8")
    table = registry.new_table(load_game(tmp_path), 2, 7, {})
    with served(registry) as client, at(client, links(table)[0]) as page:
        assert f'class="zone grid across{across}"' in page.parts["table"]
    style = (Path(cardwright_tools.web.__file__).parent / "static" / "page.css").read_text(encoding="utf-8")
    assert f".across{across} {{ --across: {across}; }}" in style
    assert f"across{MAX_ACROSS + 1}" not in style


@pytest.mark.long
def test_what_can_be_opened_opens_onto_something() -> None:
    told: set[str] = set()
    for word in ("import_export", "ceylon"):
        made, chance = laid(word), random.Random(3)
        for _ in range(40):
            made.show()
            for part in (part for viewer in made.viewers for part in viewer.parts.values()):
                assert not re.findall(r"</summary>(?:\s|<(?!/details)[^>]*>)*</details>", part)
                told |= set(re.findall(r'<(\w+) class="not-now">', part))
            answer(made, chance)
    assert told == {"details", "p"}  # of some it is known what is missing; of others it is not, and nothing opens


def test_answers_that_are_cards_show_them_and_spaces_of_a_board_only_where_they_lie() -> None:
    made = played("othello", 3)
    shown = made.seats[made.session.state.player].parts["question"]
    answers = re.findall(r'<button[^>]*class="choice([^"]*)"', shown)
    assert answers
    assert all("on-board" in each and "shows" not in each for each in answers)
    game, chance, faced = load_game(EXAMPLES / "forge_and_fen"), random.Random(1), ""
    made = laid_for(game, "forge_and_fen", make_drawing(game))
    for _ in range(60):
        made.show()
        faced += made.seats[made.session.state.player].parts["question"]
        answer(made, chance)
    assert re.search(r'class="choice[^"]* shows poker_text"[^>]*><svg[^>]*><use href="#face-', faced)
    # a card in hand is seen there
    assert not re.search(r'class="choice[^"]* on-card[^"]* shows ', faced)
