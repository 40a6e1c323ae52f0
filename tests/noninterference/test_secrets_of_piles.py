"""What somebody knew tells nothing of what others do in secret: leaks of this sort are put back, and found."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.noninterference.rounds import Playing, Round, loaded, variants
from tests.noninterference.test_noninterference import found_in

from cardwright import Event, State, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.table_view import list_zones
from cardwright.query.view import PieceView, build_view
from cardwright.runtime.log_and_knowledge_observer import Tracker
from cardwright.runtime.primitives.zones import where
from cardwright.state_slots_and_table_rows import PENDING

FOLDER = Path(__file__).parents[1] / "corpus"
CORPUS = sorted(path for path in FOLDER.glob("*") if (path / "game.yaml").is_file())
DECISIONS = int(os.environ.get("FACES", "12"))
DURESS = Path(__file__).parents[1] / "language" / "duress"


def places_followed(patch: pytest.MonkeyPatch) -> None:
    """Whoever knew a card of a pile goes on knowing where it is, whatever is done in secret."""
    patch.setattr(Tracker, "strayed", lambda self, S, pieces, player, at_all: None)


def rolls_told(patch: pytest.MonkeyPatch) -> None:
    """Everybody is told what falls under a cup."""
    patch.setattr(Tracker, "rolled_aside", lambda self, S, roll: None)


@pytest.mark.parametrize(
    ("leak", "word", "seeds"),
    [(places_followed, "conjurers", range(1, 2)), (rolls_told, "cups", range(1))],
)
def test_a_leak_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], word: str, seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert found_in(word, seeds, 60).differences


@pytest.mark.long
@pytest.mark.parametrize("one", [Round("fireflies", 3, 55, 40), Round("conjurers", 2, 34, 140)], ids=str)
def test_what_a_long_run_found_stays_mended(one: Round) -> None:
    assert not Playing(one).play().differences


def lines(events: list[Event]) -> list[str]:
    """All that is told in some events."""
    return [line for event in events for line in (event.text, *lines(event.children))]


def test_a_roll_under_a_cup_is_told_to_its_player_alone() -> None:
    state = load_game(Path(__file__).parent / "games" / "cups").new(2, seed=1)
    told = [[line for line in lines(state.visible_log(player)) if "the die shows" in line] for player in (0, 1)]
    assert [len(each) for each in told] == [2, 2]
    shown = [[f"the die shows {piece.counters[0].value}" for piece in cup_of(state, player)] for player in (0, 1)]
    assert [sorted(each) for each in told] == [sorted(each) for each in shown]


def cup_of(state: State, player: int) -> list[PieceView]:
    """The dice of a player as they see them."""
    zones = (zone for zone in state.view(player).zones if zone.name == "cup" and zone.owner == f"P{player + 1}")
    return [piece for zone in zones for piece in zone.pieces if piece is not None]


def misnamed(state: State) -> list[str]:
    """The pieces offered just now by their faces that the view does not show, or by their backs though it does."""
    asked, options, site = state.slots[PENDING]
    names, tables = state.program.naming, state.program.tables
    shown_at = build_view(state, asked).pieces
    first_hidden = build_view(state, asked).first_hidden
    found = []
    assert state.decision is not None
    for value, option in zip(options, state.decision.options, strict=True):
        base, piece = tables.sites[site].thing(value)
        if base != "piece" or piece < 0:
            continue
        whole = tables.whole[piece]
        outer = piece if whole < 0 else whole
        slot = where(state.variant.context, state.slots, outer)
        # what lies in an order has a place in the view whether it is seen there or not
        placed = outer in shown_at and (slot in first_hidden or _is_open(state, asked, slot, outer))
        if placed != (option.text == names.piece(piece)):
            found.append(f"{option.key} at {shown_at.get(outer)}")
    return found


def _is_open(state: State, player: int, slot: int, piece: int) -> bool:
    """Whether the view has a face at the place of a piece in an order."""
    zone = next(
        (
            each
            for each in list_zones(build_table(state, player))
            if each.at == build_view(state, player).zones.get(slot)
        ),
        None,
    )
    place = build_view(state, player).pieces[piece]
    return zone is not None and any(each.at == place and not each.hidden for each in zone.pieces)


@pytest.mark.one_of(6)
@pytest.mark.parametrize("word", [*variants(), "duress", *(path.name for path in CORPUS)])
@pytest.mark.parametrize("tracked", [True, False], ids=["tracked", "plain"])
def test_what_is_offered_is_named_by_its_face_if_the_view_shows_it(word: str, tracked: bool) -> None:
    game = loaded(word) if word in variants() else load_game(DURESS if word == "duress" else FOLDER / word)
    luck = Random(word)
    for players in {game.min_players, game.max_players}:
        state = game.new(players, seed=luck.randrange(1000), tracked=tracked)
        for _ in range(DECISIONS):
            if state.finished:
                break
            assert not misnamed(state)
            state.apply(luck.randrange(state.option_count))
