"""The plain screen tells all that a table shows: counters, zones, pieces with memory, and zones on pieces."""

from collections import Counter
from pathlib import Path

import pytest
from tests.tools.terminal.scripted import Scripted

from cardwright import load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.query.view import PieceView, ZoneView, make_view
from cardwright.state_slots_and_table_rows import STANDS_FOR
from cardwright_tools.session.session import Session, let_bot_answer
from cardwright_tools.terminal.plain_screen import PlainScreen
from cardwright_tools.terminal.plain_table import list_table

CORPUS = Path(__file__).parents[2] / "corpus"
EXAMPLES = Path(__file__).parents[3] / "examples"
STATES = 6
EMPTY = ("", "0", "no", "none", "nobody", "nothing")


def pieces_in(zone: ZoneView) -> list[PieceView]:
    found = [piece for piece in zone.pieces if piece is not None]
    return [*found, *(inner for piece in found for each in piece.zones for inner in pieces_in(each))]


@pytest.mark.one_of
@pytest.mark.parametrize(
    "game",
    [
        "cargo_hold",
        "cargo_noir",
        "bush_pilots",
        "import_export",
        str(CORPUS / "othello"),
        str(CORPUS / "hanabi"),
        str(EXAMPLES / "forge_and_fen"),
        str(EXAMPLES / "leaky_roof"),
        str(EXAMPLES / "low_tide"),
    ],
)
def test_every_zone_counter_and_memory_of_a_view_has_a_line(game: str) -> None:
    loaded = load_game(game)
    played = Session(loaded, loaded.min_players, 4, recorded=False)
    hidden = loaded.program(loaded.min_players).tables.look.get("hide", ())
    terminal = Scripted(width=200)
    screen, told = PlainScreen(terminal), 0
    while told < STATES and not played.state.finished:
        state = played.state
        decision = state.decision
        assert decision is not None
        if len(played.steps) % 9 == 0:
            told += 1
            before = len(terminal.shown)
            screen.draw(played, decision, 0)
            changed = terminal.shown[before:]
            before = len(terminal.shown)
            screen.show_table(played, decision.player)
            lines = terminal.shown[before:].splitlines()
            view = make_view(state, decision.player)
            for counter in view.counters:
                if counter.value not in (*EMPTY, "yes") and counter.name not in (*hidden, view.turn_word):
                    assert any(
                        line.startswith(f"counter\t{counter.owner}\t") and counter.value in line for line in lines
                    ), counter
            zones = [zone for zone in view.zones if zone.name not in hidden]
            wanted = Counter(str(zone.count) for zone in zones if zone.count)
            inside = (inner for zone in zones for piece in pieces_in(zone) for inner in piece.zones)
            wanted += Counter(str(inner.count) for inner in inside if inner.count)
            counts = [line.split("\t")[3] for line in lines if line.startswith("zone\t")]
            assert Counter(count for count in counts if count != "0") == wanted
            shown = "\n".join(line for line in lines if line.startswith(("piece\t", "zone\t")))
            for piece in (piece for zone in zones for piece in pieces_in(zone)):
                for counter in piece.counters:
                    if counter.value not in EMPTY and counter.name not in ("owner", STANDS_FOR, *hidden):
                        assert (counter.title if counter.value == "yes" else counter.value) in shown, (piece, counter)
            if told == 1:
                assert {line for line in lines if "\t0\t" not in line} <= {*changed.splitlines()}
        let_bot_answer(played, "random")
    assert told


def test_what_changed_is_told_once_and_adds_up_to_the_table() -> None:
    played = Session(load_game("cargo_hold"), 2, 4, recorded=False)
    terminal = Scripted(width=200)
    screen = PlainScreen(terminal)
    heard: dict[int, dict[tuple[str, ...], str]] = {0: {}, 1: {}}
    while len(played.steps) < 60 and not played.state.finished:
        decision = played.state.decision
        assert decision is not None
        before = len(terminal.shown)
        screen.draw(played, decision, 0)
        lines = [line.split("\t") for line in terminal.shown[before:].splitlines()]
        mine = heard[decision.player]
        for word, *parts in lines:
            if word == "counter":
                mine[word, *parts[:2]] = parts[2]
            if word == "zone":
                mine[word, *parts[:2]] = "\t".join(parts[2:])
        for subject, told in list_table(build_table(played.state, decision.player)).items():
            if subject[0] in ("counter", "zone"):
                assert mine[subject] == "\t".join(told[0])
        let_bot_answer(played, "random")
    assert len(played.steps) == 60
