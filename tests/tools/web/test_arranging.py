"""How what lies in a hand and what can be answered is drawn."""

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.compiler.test_discard_piles import read_game as read_discarding_game
from tests.tools.web.stalls import at, links, served
from tests.tools.web.test_drawn_lately import EXAMPLES, answer, laid, laid_for

from cardwright import Game, load_game
from cardwright.declarations.schema.look_fields import MAX_ACROSS
from cardwright.presentation.answers.consequences import Consequence
from cardwright.presentation.answers.option_list import OptionLine
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.piece_and_player_labels import LATER, Fact
from cardwright.presentation.question import Question
from cardwright.presentation.table_view import TablePiece, TableZone
from cardwright_tools.printing.board_cells import lay_out_ring
from cardwright_tools.session.session import let_bot_answer
from cardwright_tools.web.drawing.pieces_in_zone import (
    choose_heading,
    count_columns,
    count_rows_of_squares,
    filter_consequences,
    find_numbering,
    find_options_already_named,
    find_owner,
    find_shared_beginning,
    find_zones_within_ring,
    stack_hand,
    stack_pieces,
)
from cardwright_tools.web.drawing.viewer_page import make_drawing, make_environment
from cardwright_tools.web.drawing.viewer_state import Person, mark_changes
from cardwright_tools.web.replay_pages import ReplayMoment
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table


def hand(table: Table) -> list[TablePiece]:
    """The cards that the first seat holds."""
    seen = table.sight(table.seats[0]).game.table
    return [piece for zone in seen.seats[0].zones if zone.word == "hand" for piece in zone.pieces]


def test_a_ring_of_few_places_is_low_and_one_of_many_has_room_within() -> None:
    assert [cell.wide for cell in lay_out_ring(5)] == [(1, 1), (2, 1), (3, 1), (3, 2), (2, 2)]
    assert {cell.wide for cell in lay_out_ring(12)} == {
        (column, row) for column in range(1, 5) for row in range(1, 5) if {column, row} & {1, 4}
    }
    # each place is joined to the next, on both pages, and the last to the first
    assert "".join(cell.joins[0] for cell in lay_out_ring(12)) == "rrrdddllluuu"
    for count in range(4, 25):
        assert all(side for cell in lay_out_ring(count)[:-1] for side in cell.joins)


def _space(number: int, text: str = "", label: str = "", **facts: str) -> TablePiece:
    printed = (Fact("hour", "hour", str(number)), Fact("toll", "toll", "2"))
    more = tuple(Fact(word, word, value) for word, value in facts.items())
    name = f"Space {number}"
    return TablePiece(
        f"board:{number}",
        name,
        name,
        label or name,
        "space",
        text=text,
        printed=printed,
        unsaid=frozenset(["toll"]),
        facts=more,
    )


def _board(*spaces: TablePiece, shape: str = "ring") -> TableZone:
    return TableZone(
        "board", "table", "board", "board", spaces, len(spaces), True, False, False, False, shape, row=True
    )


def test_what_all_texts_of_a_board_begin_with_is_told_once() -> None:
    said = ["When you land here, draw a card.", "", "When you land here, draw 2 cards."]
    board = _board(*(_space(number, text) for number, text in enumerate(said, start=1)))
    assert find_shared_beginning(board) == "When you land here, "
    assert find_shared_beginning(_board(_space(1, said[0]), _space(2, said[0]))) == ""
    assert find_shared_beginning(_board(_space(1, said[0]), _space(2, "Draw a card."))) == ""


def test_what_numbers_the_spaces_of_a_board_is_their_number() -> None:
    assert find_numbering(_board(*map(_space, (2, 3, 1)))) == "hour"
    assert find_numbering(_board(*map(_space, (2, 3, 4)))) == ""


def test_whose_a_place_is_is_said_once() -> None:
    assert choose_heading(_space(1, label="Space 1 P2", owner="P2")) == "Space 1"
    assert choose_heading(_space(1, label="Space 1 2")) == "Space 1"  # the toll
    assert choose_heading(_space(1, label="Space 1 P2")) == "Space 1 P2"
    assert choose_heading(_space(1, label="Inn (full)", inn="full")) == "Inn (full)"


def test_a_board_of_spaces_that_tell_little_is_of_squares() -> None:
    bare = [
        replace(_space(number, **{"holder": "P2"} if number == 3 else {}), unsaid=frozenset()) for number in range(1, 8)
    ]
    cells = tuple((number % 3 + 1, number // 3 + 1) for number in range(7))
    grid = replace(_board(*bare, shape="grid"), across=3, cells=cells)
    assert count_rows_of_squares(grid) == 3
    assert [find_owner(piece) for piece in bare[1:4]] == ["", "P2", ""]
    assert find_owner(_space(1, holder="P1", rival="P2")) == ""
    for other in (replace(bare[0], text="Draw a card."), _space(1, holder="P1", rival="P2")):
        assert count_rows_of_squares(replace(grid, pieces=(other, *bare[1:]))) == 0
    assert count_rows_of_squares(replace(grid, across=0, cells=())) == 0


def test_what_changed_where_it_lies_is_marked_like_what_moved() -> None:
    table = build_table(load_game("ceylon").new(3, 1), 0)
    board = replace(_board(*map(_space, range(1, 5))), at="board")
    before = replace(table, zones=(*table.zones, board))
    turned, came = (
        replace(board.pieces[1], facts=(Fact("holder", "holder", "P2"),)),
        replace(board.pieces[2], here=("P1",)),
    )
    other, left = replace(board.pieces[3], id="other"), replace(board.pieces[0], here=())
    now = replace(before, zones=(*table.zones, replace(board, pieces=(left, turned, came, other))))
    marked = [piece.fresh for piece in mark_changes(now, before).zones[-1].pieces]
    assert marked == [False, True, True, False]
    assert mark_changes(now, now) is now


def test_the_piles_of_a_table_lie_within_its_ring() -> None:
    ring = _board(*map(_space, range(1, 13)))
    deck, heap, row = (
        replace(_board(_space(1)), at=at, word=at, shape="", row=at == "row") for at in ("deck", "heap", "row")
    )
    assert find_zones_within_ring([ring, deck, row, heap], {}) == [deck, heap]
    assert find_zones_within_ring([ring, deck, row, heap], {"deck:1": 0}) == [heap]  # what is chosen is large
    assert find_zones_within_ring([_board(*map(_space, range(1, 6))), deck], {}) == []


def test_cards_are_not_stacked_where_their_places_matter() -> None:
    pieces = tuple(TablePiece(f"P1.row:{n}", "tea", "Tea", "Tea", "card") for n in range(3))
    zone = TableZone("P1.row", "P1", "row", "row", pieces, 3, False, False, False, False)
    assert [heap.count for heap in stack_pieces(zone, {}, False)] == [3]
    assert [heap.count for heap in stack_pieces(replace(zone, ordered=True), {}, False)] == [1, 1, 1]


def test_discards_are_one_pile_that_opens_unless_one_of_them_can_be_chosen(tmp_path: Path) -> None:
    game = read_discarding_game(tmp_path)
    state = game.new(2, seed=3)
    for _ in range(9):
        state.apply(0)
    table = build_table(state, 0)
    people = [Person(seat, f"P{seat + 1}", "", True, None, True) for seat in (0, 1)]
    drawing = make_drawing(game)
    drawn = drawing.past(ReplayMoment(0, 0, table, [], "", "", ()), people)["table"]
    away = next(zone for zone in table.zones if zone.word == "away")
    pile = re.search(
        r'data-at="away">.*?<button[^>]* data-spread[^>]*>(.*?)</button><template>(.*?)</template>', drawn, re.DOTALL
    )
    assert pile is not None
    top, every = (re.findall('data-at="(away:[0-9]+)"', part) for part in pile.groups())
    assert (top, sorted(every)) == ([away.last], sorted(piece.at for piece in away.pieces))
    assert "data-spread" not in drawing._collect_variables(table, people, {away.pieces[0].at: 0})["zone_box"](away)


def test_places_have_the_pictures_of_their_faces() -> None:
    game = load_game("bush_pilots")
    table, drawing = build_table(game.new(3, 5), 0), make_drawing(game)
    people = [Person(seat, f"P{seat + 1}", "", True, None, True) for seat in range(3)]
    drawn = drawing.past(ReplayMoment(0, 0, table, [], "", "", ()), people)["table"]
    shown = re.findall(r'<svg class="art" viewBox="([^"]*)"[^>]*><use href="#face-(\w+)"', drawn)
    ring = next(zone for zone in table.zones if zone.word == "ring")
    assert [card for _, card in shown] == [piece.id for piece in ring.pieces]
    wide, high = drawing.colours.faces[ring.pieces[0].id].size
    for box, _ in shown:
        left, top, across, down = map(float, box.split())
        assert (left > 0, top > 0, left + across < wide, top + down < high) == (True, True, True, True)


def test_equal_cards_of_a_hand_are_one_stack(game: Game, registry: TableRegistry) -> None:
    table = registry.new_table(game, 2, 7, {})
    seen = table.sight(table.seats[0]).game.table.seats[0].zones[0]
    kinds = {piece.id for piece in seen.pieces}
    assert len(kinds) < seen.count
    heaps = stack_hand(seen, {})
    assert {heap.piece.id: heap.count for heap in heaps} == {
        kind: sum(piece.id == kind for piece in seen.pieces) for kind in kinds
    }
    assert all(heap.count == 1 for heap in stack_hand(replace(seen, ordered=True), {}))
    # what is chosen apart, and what cannot be seen, lies apart
    picked = {seen.pieces[0].at: 5}
    assert len(stack_hand(replace(seen, pieces=seen.pieces[:1] * 2), picked)) == 1
    hidden = tuple(replace(piece, id="", name="a card", hidden=True) for piece in seen.pieces)
    assert [heap.count for heap in stack_hand(replace(seen, pieces=hidden), {})] == [1] * seen.count


def _asked(question: Question, *texts: str, about: tuple[tuple[str, str], ...] = ()) -> Question:
    choices = tuple(OptionLine(n, text, text, str(n + 1)) for n, text in enumerate(texts))
    return replace(question, choices=choices, about=about)


def test_short_answers_stand_in_columns_and_tell_what_is_named_already(game: Game, registry: TableRegistry) -> None:
    table = registry.new_table(game, 2, 7, {})
    asked = table.sight(table.seats[0]).asked
    assert asked is not None
    short = _asked(asked.question, "tea", "salt", "wind", "rice", about=(("wanted", "2 tea, rice"),))
    assert count_columns(short, {}) == 4
    assert count_columns(_asked(short, "tea", "salt"), {}) == 0  # so few stand in a row
    assert count_columns(_asked(short, *["an answer that is as long as a line"] * 4), {}) == 0
    assert find_options_already_named(short) == {0: "wanted", 3: "wanted"}
    assert find_options_already_named(_asked(short, "2", "-3", "red", about=(("bid", "2, -3"),))) == {}


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


def test_what_waits_on_a_stack_is_told_in_words(game: Game, registry: TableRegistry) -> None:
    table = registry.new_table(game, 2, 7, {})
    sight = table.sight(table.seats[0])
    card = next(piece for piece in hand(table) if piece.name)
    facts = Fact("stands for", LATER, f"sell {card.name}"), Fact("owner", "owner", "P1")
    waiting = tuple(replace(card, at=f"stack:{n}", facts=facts) for n in range(2))
    zone = replace(
        sight.game.table.seats[0].zones[0], at="stack", word="stack", owner="table", hidden=False, aside=False
    )
    seen = replace(sight.game.table, zones=(replace(zone, pieces=waiting, count=2, shape="", row=False, last=""),))
    drawn = table.draw(replace(sight, asked=None, game=replace(sight.game, table=seen)), None)["table"]
    assert drawn.count("place waits") == drawn.count(f'href="#face-{card.id}"') == drawn.count(">P1</b>") == 2
    assert len(re.findall(f'<div class="name">sell <span class="named[^"]*" data-id="{card.id}">', drawn)) == 2
    assert LATER not in drawn


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


def test_what_is_known_of_a_card_is_in_its_colours() -> None:
    drawn = played("hanabi", 8).seats[0].parts
    pips = re.findall(r'<span class="pip (k\d+)">(\w)<span>(\w+)</span></span>', drawn["hand"] + drawn["table"])
    assert {first + rest for _, first, rest in pips} <= {"red", "yellow", "green", "white", "blue"}
    assert len({colour for colour, *_ in pips}) == len({first for _, first, _ in pips}) > 0


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
kinds: {square: {plural: squares}, card: {}, cell: {memory: {owner: {is: player}}}}
zones: {table: {garden: {of: squares}, deck: {of: cards}, box: {of: cells}}, player: {sheet: {of: cells}}}
pieces: [{id: square, kind: square, copies: 12}, {id: card, copies: 1}, {id: cell, kind: cell, each_player: {sheet: 9}}]
look: {draw: {garden: {as: grid, across: ACROSS}, sheet: {as: grid, across: ACROSS, lines: ["{owner}"]}}}
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
        # of bare squares it is one board, with so many rows
        assert f'class="zone grid across{across} squares down{-(-13 // across)}"' in page.parts["table"]
        for part in ("own", "table"):  # each player's own board
            assert page.parts[part].count(f'class="zone grid across{across}" data-at') == 1
    style = make_drawing(load_game(tmp_path)).sheet()
    assert f".across{across} {{ --across: {across}; }}" in style
    assert f".down{-(-13 // across)} {{ --down: {-(-13 // across)}; }}" in style


@pytest.mark.long
def test_what_can_be_opened_opens_onto_something() -> None:
    told: set[str] = set()
    for word in ("import_export", "ceylon"):
        made, chance = laid(word), random.Random(3)
        for _ in range(40):
            made.show()
            for part in (part for viewer in made.viewers for part in viewer.parts.values()):
                # the text of a card is all in its summary, which shows more lines of it when it is open
                others = re.sub(r'<(p|details) class="card-text.*?</\1>', "", part, flags=re.DOTALL)
                assert not re.findall(r"</summary>(?:\s|<(?!/details)[^>]*>)*</details>", others)
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
