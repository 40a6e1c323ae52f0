"""Rules and missing options explain themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import State, load_game
from cardwright.presentation.explain_values_and_end import explain_rule
from cardwright.runtime.primitives.zones import put


def arrange(state: State, **hands: list[str]) -> State:
    """A game in which hands hold certain cards, whatever they held before."""
    tables = state.program.tables
    names = state.program.naming
    deck = tables.zones_from
    for player, cards in hands.items():
        hand = next(
            deck + n for n, zone in enumerate(tables.zones) if zone.word == "hand" and f"p{zone.number + 1}" == player
        )
        put(state.variant.context, state.slots, [p for p in range(91) if state.slots[hand] >> p & 1], deck, 0)
        for card in cards:
            piece = next(p for p in state.slots[deck] if names.piece_key(p) == card)
            put(state.variant.context, state.slots, [piece], hand, 0)
    return state


def at_the_pirates(cards: list[str]) -> State:
    """Ceylon where the active player holds some cards and is asked about pirates."""
    state = load_game("ceylon").new(2, 3)
    active = state.slots[state.program.tables.active]
    arrange(state, **{f"p{active + 1}": cards})
    state.frames[:] = []
    state.frames.append((state.variant.entry["pirate_phase"], active))
    state.go_on()
    return state


def test_an_option_that_is_missing_says_what_it_would_need() -> None:
    state = at_the_pirates(["pirate", "tea"])
    assert state.why("Pirate attack") == ["Pirate attack is offered"]
    assert state.why("pirate fleet")[:2] == [
        "Pirate fleet is not offered; it would need that",
        "  you have 3 or more Pirate cards",
    ]


def test_with_what_it_needs_it_is_offered() -> None:
    assert at_the_pirates(["pirate", "pirate", "pirate"]).why("Pirate fleet") == ["Pirate fleet is offered"]


PLANS = """\
game: plans
title: Plans
players: 2
active: active
kinds: {card: {}}
zones: {table: {deck: {of: cards}}}
memory:
  table:
    active: {is: player}
  player:
    plan: {is: number, starts: 7, secret: yes}
library: |
  rule final_score(player): 0
  step setup: active = the(first(players))
  step play:
    next(active) choose one:
      option for each n in [1, active.plan] where n > 0: active.plan = n
      option "Leave it" if active.plan is 3: nothing
"""


def test_options_that_hold_what_the_player_does_not_know_are_explained_by_what_is_offered(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(PLANS)
    state = load_game(tmp_path).new(2, 1)
    asked = state.decision
    assert asked is not None
    told = [state.why(option.key, asked.player) for option in asked.options]
    assert told == [["1 is offered"], ["7 is offered"]]


def test_a_rule_tells_its_value_and_nonsense_is_refused() -> None:
    state = load_game("ceylon").new(3, 1)
    fixed = "  as the rules say, and no card changes it now"
    assert state.why("hand_limit(P1)") == ["hand_limit(P1) = 7", "  by the case: 7 otherwise", fixed]
    with pytest.raises(ValueError, match="write a rule of the game"):
        state.why("moonlight")
    with pytest.raises(ValueError, match="needs these arguments"):
        state.why("hand_limit")


def test_what_adds_up_nothing_says_by_what_it_goes() -> None:
    state = load_game("bush_pilots").new(3, 1)
    assert state.why("has_room(P1)")[2:] == ["  winning_cargo = 5", "  hold of P1: 0"]
    assert explain_rule(state, "final_score(P1)", 0) == ["the cargo of P1: 0", "  hold of P1: 0"]
    assert explain_rule(state, "winning_cargo", 0)[1:] == ["  as the rules say, and no card changes it now"]
    credits_of = load_game("import_export").new(3, 1).why("twice_as_rich(P1)", 1)[-1]
    assert credits_of == "  credits of P1: 10"


def test_what_says_nothing_else_is_told_as_the_rulebook_has_it() -> None:
    state = load_game("ceylon").new(3, seed=5)
    assert explain_rule(state, "can_ship(P1)", 0)[1:] == [
        "  the rules say: A player can ship: if that player has a Clipper card and has a Port card."
    ]
    assert "7 otherwise." in explain_rule(state, "hand_limit(P1)", 0)[1]


TWINS = """\
game: twins
title: Twins
players: 2
active: active
kinds:
  card:
    attributes: {cost: number}
    memory: {dust: number}
pieces:
  - {id: plain, copies: 3, cost: 2}
  - {id: plainer, name: Plain, cost: 7}
zones: {table: {deck: {of: cards}}, player: {hand: {of: cards, see: owner}}}
memory: {table: {active: player}, player: {coins: number}}
library: |
  rule final_score(player): player.coins
  rule price(card): card.cost + card.dust
  step setup:
    move(first(deck where name is plain), to: the(last(players)).hand)
    for each c in last(deck where name is plain): c.dust = 3
    active = the(first(players))
  step play:
    active choose c from deck: active.coins += price(c)
"""


def test_one_of_several_pieces_with_equal_names_is_explained(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(TWINS.replace("game: twins", f"game: {tmp_path.name}"))
    state = load_game(tmp_path).new(2, 1)
    asked = state.decision
    assert asked is not None
    assert [option.key for option in asked.options] == ["plain", "plain#2", "plainer"]
    assert state.why("plain#2", asked.player) == ["Plain is offered"]
    values = {option.key: state.why(f"price({option.key})", asked.player) for option in asked.options}
    assert {key: lines[0].rpartition(" ")[2] for key, lines in values.items()} == {
        "plain": "2",
        "plain#2": "5",
        "plainer": "7",
    }
    assert values["plain"][-2:] == ["  another Plain in the deck: 5", "  another Plain in the deck: 7"]
    assert state.why("price(plain)")[2:] == values["plain"][2:]
    for missing in ("plain#4", "plain#0"):
        with pytest.raises(ValueError, match="is not a piece"):
            state.why(f"price({missing})", asked.player)
    other = 1 - asked.player
    assert state.why("price(plain)", other)[0] == "price(plain) = 2"
