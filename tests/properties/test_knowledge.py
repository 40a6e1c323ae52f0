"""Nobody sees, in a view, a log or their own options, what they cannot know; and what they know stays as it is."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties.engine_games import examples, middles, play_on
from tests.properties.test_engine import assert_conserved, where_everything_lies

from cardwright import State, load_game
from cardwright.query.determinization import resample
from cardwright.runtime.primitives import zones

SEEDS = st.integers(0, 10**6)


def options_of(state: State, player: int) -> Any:
    """What a player is asked, if it is their turn to answer."""
    decision = state.decision
    return decision if decision is not None and decision.player == player else None


def known_to(state: State, player: int) -> dict[int, list[int]]:
    """Where the pieces lie whose place a player knows."""
    known, tables = state.slots[0].known[player], state.program.tables
    may_see = partial(zones.may_see, state.variant.context)
    return {
        piece: slots
        for piece, slots in where_everything_lies(state).items()
        if slots and (known >> piece & 1 or may_see(state.slots, player, piece, slots[0]))
        if tables.whole[piece] < 0
    }


def alike(state: State, places: dict[int, list[int]]) -> dict[int, list[str]]:
    """For every place the definitions of the pieces known to lie there, whichever copies they are."""
    tables = state.program.tables
    found: dict[int, list[str]] = {}
    for piece, slots in places.items():
        found.setdefault(slots[0], []).append(tables.definitions[tables.pieces[piece]].id)
    return {slot: sorted(ids) for slot, ids in found.items()}


@examples(25)
@given(middles(), SEEDS, st.data())
def test_what_is_hidden_makes_no_difference_to_what_is_seen(middle: Any, seed: int, data: st.DataObject) -> None:
    state = middle.reach()
    player = data.draw(st.integers(0, middle.players - 1))
    other = resample(state, player, seed)
    assert other.view(player) == state.view(player)
    assert other.visible_log(player) == state.visible_log(player)
    assert options_of(other, player) == options_of(state, player)
    if other.decision is not None and state.decision is not None:
        assert other.player == state.player


@examples(25)
@given(middles(), SEEDS, st.data())
def test_another_deal_keeps_what_a_player_knows(middle: Any, seed: int, data: st.DataObject) -> None:
    state = middle.reach()
    player = data.draw(st.integers(0, middle.players - 1))
    other = resample(state, player, seed)
    assert_conserved(other)
    known = known_to(state, player)
    places = where_everything_lies(other)
    assert alike(other, {piece: places[piece] for piece in known}) == alike(state, known)
    counts = [len(slots) for slots in (state.slots, other.slots)]
    assert counts[0] == counts[1]


@examples(15)
@given(middles(), SEEDS, st.data())
def test_another_deal_can_be_played_on(middle: Any, seed: int, data: st.DataObject) -> None:
    state = middle.reach()
    before = state.digest()
    player = data.draw(st.integers(0, middle.players - 1))
    other = resample(state, player, seed)
    for number in range(40):
        play_on(other, number, 1)
        assert_conserved(other)
    assert state.digest() == before


@pytest.mark.long
def test_nobody_orders_replacements_from_cards_they_may_not_see() -> None:
    """Two replacements in one hand: their owner says which comes first, and in every deal they come from that hand."""
    game = load_game("bush_pilots")
    found = 0
    for seed in range(400):
        state = play_on(game.new(2, seed, tracked=False), seed, 0)
        choose = random.Random(seed)
        while not state.finished and state.decisions < 120:
            pending = state.slots[1]
            if state.program.tables.sites[pending[2]].prompt == "Which replacement comes first?":
                found += 1
                decision = state.decision
                assert decision is not None
                seen = state.view(state.player).zones
                shown = [piece.name for zone in seen for piece in zone.pieces if piece is not None]
                assert all(option.text in shown for option in decision.options), decision
                for player in range(2):
                    play_on(resample(state, player, seed), seed, 30)
            state.apply(choose.randrange(state.option_count))
        if found > 2:
            return
    pytest.fail("no such decision was met")


@examples(15)
@given(middles(longest=60), st.data())
def test_a_log_shows_no_hidden_card(middle: Any, data: st.DataObject) -> None:
    """A card of which a player never saw a copy has no name in what that player is told."""
    state = middle.reach()
    player = data.draw(st.integers(0, middle.players - 1))
    told = [event.text for event in flat(state.visible_log(player))]
    full = [event.text for event in flat(state.log)]
    # what somebody chose is told by itself only where what came of it does not name it, which is so of a hidden card
    assert len([text for text in told if " chooses " not in text]) <= len(full)
    hidden = names_never_seen(state, player)
    for text in told:
        for name in hidden:
            assert name not in text, (name, text)


def flat(events: Any) -> list[Any]:
    found = []
    for event in events:
        found += [event, *flat(event.children)]
    return found


def names_never_seen(state: State, player: int) -> set[str]:
    """Names of cards of which every copy was hidden from a player all along, as far as the log of the game tells."""
    names = state.program.naming
    known, tables = state.slots[0].known[player], state.program.tables
    may_see = partial(zones.may_see, state.variant.context)
    seen = {piece for entry in state.slots[0].log for piece, mask in entry.seen.items() if mask >> player & 1}
    by_name: dict[str, list[bool]] = {}
    for piece, slots in where_everything_lies(state).items():
        if slots and tables.whole[piece] < 0:
            open_to = bool(known >> piece & 1) or may_see(state.slots, player, piece, slots[0]) or piece in seen
            by_name.setdefault(names.piece(piece), []).append(open_to)
    shown = " ".join(name for name, open_to in by_name.items() if any(open_to)).lower()
    said = " ".join(str(procedure[:3]) for procedure in tables.procedures).lower()
    hidden = {name for name, open_to in by_name.items() if not any(open_to)}
    # a name that is also part of another, or an ordinary word of the game, tells nothing when it is read
    ordinary = {word.replace("_", " ") for word in (*tables.words.values(), *(zone.word for zone in tables.zones))}
    return {name for name in hidden if name.lower() not in shown + said and name.lower() not in ordinary}
