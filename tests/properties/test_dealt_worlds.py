"""What is hidden stays hidden in the worlds that are dealt for bots: nothing in them tells where it truly lies."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.properties.test_hidden_things import SETUP, hall

from cardwright import State, load_game
from cardwright.query.determinization import resample
from cardwright.runtime.primitives.zones import may_see

OWN = Path(__file__).parents[1] / "noninterference" / "games"


def reached(word: str, until: Callable[[State], bool]) -> State:
    """A state of a game of the harness in which something is so, by random answers."""
    for seed in range(60):
        state = load_game(OWN / word).new(2, seed)
        chance = random.Random(seed)
        while not state.finished:
            if state.player == 0 and until(state):
                return state
            state.apply(chance.randrange(state.option_count))
    raise AssertionError("nowhere")


def slots_of(state: State, word: str) -> tuple[str, range]:
    memory = next(row for row in state.program.tables.memory if row.word == word)
    return memory.owner, range(memory.base, memory.base + 24 if memory.owner == "ware" else memory.base + 2)


def test_what_lies_on_a_hidden_piece_stays_where_that_piece_lay() -> None:
    """P2's cart holds two coins, whichever cart that is; the carts in the shed are empty."""
    state = load_game(OWN / "peddlers").new(2, 1)
    carts = set()
    for seed in range(40):
        view = resample(state, 0, seed).open_view(0)
        [yard] = [zone for zone in view.zones if zone.owner == "P2" and zone.name == "yard"]
        [cart] = yard.pieces
        assert cart is not None
        assert cart.zones[0].count == 2
        carts.add(cart.name)
        [shed] = [zone for zone in view.zones if zone.name == "shed"]
        assert {piece.zones[0].count for piece in shed.pieces if piece is not None} == {0}
    assert len(carts) == 4


def test_what_is_kept_of_hidden_pieces_is_not_in_the_worlds_of_others() -> None:
    """Dust on a ware in P2's hand tells which one it is."""

    def dusty(state: State) -> bool:
        owner, slots = slots_of(state, "dust")
        hand = state.slots[state.program.tables.zones_from + hand_of(state, 1)] & ~state.slots[0].known[0]
        first = state.program.tables.kinds[owner].first
        return any(state.slots[slot] and hand >> first + n & 1 for n, slot in enumerate(slots))

    state = reached("peddlers", dusty)
    assert not any(dusty(resample(state, 0, seed)) for seed in range(20))
    assert dusty(resample(state, 1, 3))


def hand_of(state: State, player: int) -> int:
    rows = state.program.tables.zones
    return next(n for n, row in enumerate(rows) if (row.owner, row.word, row.number) == ("player", "hand", player))


def test_a_secret_memory_of_another_is_not_in_the_worlds_of_others() -> None:
    state = reached("gatehouse", lambda state: bool(state.slots[slots_of(state, "plans")[1][1]]))
    plans = slots_of(state, "plans")[1][1]
    assert {resample(state, 0, seed).slots[plans] for seed in range(10)} == {0}
    assert resample(state, 1, 0).slots[plans] == state.slots[plans]


def hidden_uses(state: State) -> list[tuple[int, ...]]:
    """The uses of powers of pieces that P1 does not see."""
    tables = state.program.tables
    see, location = partial(may_see, state.variant.context), tables.location
    uses = [use for slot in tables.uses for use in state.slots[slot]]
    return [
        use
        for use in uses
        if use[0] >= 0
        and not state.slots[0].known[0] >> use[1] & 1
        and not see(state.slots, 0, use[1], state.slots[location + use[1]])
    ]


def test_the_use_of_a_hidden_power_is_not_in_the_worlds_of_others() -> None:
    state = reached("gatehouse", lambda state: bool(hidden_uses(state)))
    assert not any(hidden_uses(resample(state, 0, seed)) for seed in range(20))


def test_worlds_are_dealt_for_whoever_is_asked() -> None:
    state = load_game("ceylon").new(3, 1)
    asked = state.player
    assert state.determinise(asked, 1).player == asked
    with pytest.raises(ValueError, match=f"only for P{asked + 1}, who is asked"):
        state.determinise((asked + 1) % 3, 1)


def test_several_are_picked_after_what_was_chosen_in_secret(tmp_path: Path) -> None:
    library = (
        """\
  rule final_score(player): player.points
"""
        + SETUP
        + """\
  step play:
    repeat 3 times:
      secretly for each p in players:
        p may choose q from players:
          p choose up to 2 cs from p.hand: move(cs, to: p.works)
    finish
"""
    )
    asked_for_several = 0
    for seed in range(6):
        state, chance = hall(tmp_path / str(seed), library).new(3, seed), random.Random(seed)
        while not state.finished:
            asked_for_several += state.several is not None
            for viewer in range(3):
                resample(state, viewer, 1).digest()
            state.apply(chance.randrange(state.option_count))
    assert asked_for_several > 5
