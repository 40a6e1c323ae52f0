"""Pages are drawn from what was drawn lately, come out as if all were drawn anew, and leave nothing behind."""

from __future__ import annotations

import gc
import random
import shutil
from functools import cache
from pathlib import Path

import pytest
from tests.noninterference.rounds import loaded

from cardwright import Game, State, load_game
from cardwright.presentation.arrange_table import build_spectator_table, build_table, lay_out_view
from cardwright.presentation.table_view import TableView, list_zones
from cardwright.query.memo import ResultMemo
from cardwright.query.view import build_view
from cardwright_tools.session.session import Session
from cardwright_tools.web.drawing.names_of_people import name_players
from cardwright_tools.web.drawing.viewer_page import Drawing, make_drawing
from cardwright_tools.web.drawing.viewer_state import DrawnPage, ViewerState, mark_changes
from cardwright_tools.web.tables.persistence import StoredSeat, StoredTable
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import Browser, Viewer

WORDS = ("peddlers", "fireflies", "ceylon", "import_export", "cargo_hold", "cargo_noir", "bush_pilots")
EXAMPLES = Path(__file__).parents[3] / "examples"
ANSWERS = 40


@cache
def drawn(word: str) -> Drawing:
    return make_drawing(loaded(word))


def laid(word: str, seed: int = 0) -> Table:
    """A table of three, or of as many as may play, with everybody's page and that of somebody who looks on open."""
    return laid_for(loaded(word), word, drawn(word), seed)


def laid_for(game: Game, word: str, drawn: Drawing, seed: int = 0) -> Table:
    """Such a table of a game, with what draws it."""
    players = min(3, game.max_players)
    seats = tuple(StoredSeat(f"seat{seat}") for seat in range(players))
    session = Session(game, players, seed, recorded=False)
    made = Table(session, word, StoredTable("t", "t.jsonl", word, seats, "watchers", "host"), drawn, epoch="e")
    for viewer in made.viewers:
        viewer.browsers.add(Browser())
    return made


def answer(made: Table, chance: random.Random) -> None:
    """Some answer to what is asked."""
    seat = made.seats[made.session.state.player]
    assert seat.put is not None
    question = seat.put.question
    picks = [choice.index for choice in question.choices for _ in range(choice.count)]
    count = max(1, question.least) if question.several else 1
    made.answer(seat, seat.put.name, chance.sample(picks, count))


def lay_out_anew(state: State, viewer: Viewer) -> TableView:
    """The table of a viewer from nothing but the state, with what changed since they looked before their answer."""
    if viewer.seat is None:
        return build_spectator_table(state)
    table = lay_out_view(state, build_view(state, viewer.seat))
    return table if viewer.before is None else mark_changes(table, viewer.before)


@pytest.mark.long
@pytest.mark.parametrize("word", WORDS)
def test_pages_are_what_they_would_be_if_all_were_drawn_anew(word: str) -> None:
    made, chance = laid(word), random.Random(word)
    for turn in range(ANSWERS):
        if turn == ANSWERS // 2:
            made.call(made.seats[0], "<i>Ada</i>")
        made.show()
        state = made.session.state
        for viewer in made.viewers:
            sight = made.sight(viewer)
            anew = (Drawing(made.session.game) if turn % 10 == 0 else drawn(word))(sight)
            assert viewer.parts == {part: name_players(each, made.people) for part, each in anew.items()}
            assert sight.game.table == lay_out_anew(state, viewer)
        if state.finished:
            return
        answer(made, chance)


@pytest.mark.long
def test_what_was_laid_out_lately_is_not_taken_for_the_same_under_another_text(tmp_path: Path) -> None:
    """What is printed on cards is no part of what lies where, and changes when their file is edited."""
    folder = Path(shutil.copytree(EXAMPLES / "forge_and_fen", tmp_path / "forge_and_fen"))
    tables, lately = [], [ResultMemo(2) for _ in range(8)]
    for text in ("make_cogs(1)", "make_cogs(2)"):
        cards = folder / "cards" / "base" / "forge.yaml"
        cards.write_text(cards.read_text().replace("make_cogs(1)", text))
        states = [load_game(folder).new(2, seed) for seed in range(8)]
        tables.append([build_table(state, 0, memo=kept) for state, kept in zip(states, lately, strict=True)])
        assert tables[-1] == [lay_out_view(state, build_view(state, 0)) for state in states]
    assert tables[0] != tables[1]


def test_what_lies_as_it_did_is_not_laid_out_again() -> None:
    made, chance = laid("ceylon"), random.Random(2)
    made.show()
    before = list(list_zones(made.sight(made.seats[0]).game.table))
    answer(made, chance)
    made.show()
    after = list(list_zones(made.sight(made.seats[0]).game.table))
    assert any(one is other for one, other in zip(before, after, strict=True))


def test_a_page_that_shows_nothing_new_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The consequences of options are found after the pages are sent, and are shown to one viewer only."""
    made, chance, draw = laid("cargo_noir"), random.Random(3), drawn("cargo_noir")
    drawn_for: list[int | None] = []
    again: list[int | None] = []

    def note(sight: ViewerState, before: DrawnPage | None, memo: ResultMemo) -> dict[str, str]:
        drawn_for.append(sight.game.seat)
        return draw(sight, before, memo)

    monkeypatch.setattr(made, "draw", note)
    for _ in range(16):
        made.show()
        drawn_for.clear()
        made.show()
        assert not drawn_for
        look = made.look_ahead()
        if look is not None and made.take_ahead(look, look.found()):
            made.show()
            assert drawn_for in ([], [made.session.state.player])
            again += drawn_for
        answer(made, chance)
    assert again


@pytest.mark.long
def test_pages_leave_no_circles_of_garbage() -> None:
    """With many tables all would stand still while they are looked for."""
    made, chance = laid("ceylon"), random.Random(1)
    for _ in range(6):
        made.show()
        answer(made, chance)
    gc.collect()
    gc.disable()
    gc.freeze()  # what tests before this one have left behind may become garbage at any moment
    try:
        made.show()
        for _ in range(4):
            answer(made, chance)
            made.show()
        assert gc.collect() == 0
    finally:
        gc.unfreeze()
        gc.enable()
