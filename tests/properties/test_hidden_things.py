"""What is hidden stays hidden: in scores, in what explains them, in picks by the backs, and in logs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from tests.properties.test_knowledge import flat

from cardwright import Game, State, load_game
from cardwright.presentation.piece_and_player_labels import render_score
from cardwright.query.determinization import resample
from cardwright.query.knowledge.masked_state import evaluate_masked, mask_slots
from cardwright.query.knowledge.unknown_values import Hidden

HEAD = """\
game: hall
players: 2 to 3
active: active
powers_work_in: [hand, works]
kinds: {card: {attributes: {rank: number}, interchangeable: INTERCHANGEABLE}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}, heap: {of: cards}}
  player: {hand: {of: cards, see: owner}, works: {of: cards}, pile: {of: cards, see: face}}
memory: {table: {active: player}, player: {points: number}}
library: |
"""
SETUP = """\
  step setup:
    shuffle(deck)
    for each p in players: move(top(deck, 6), to: p.hand)
    active = nobody
"""


def hall(place: Path, library: str, cards: str = "", alike: str = "no") -> Game:
    """A game about ranks 1 to 24 with a library of its own, and cards with powers beside them."""
    (place / "cards" / "base").mkdir(parents=True)
    (place / "game.yaml").write_text(HEAD.replace("INTERCHANGEABLE", alike) + library, encoding="utf-8")
    ranked = "".join(f"  - {{id: rank_{n}, rank: {n}}}\n" for n in range(1, 25))
    (place / "cards" / "base" / "all.yaml").write_text(f"game: hall\nset: base\ncards:\n{ranked}{cards}")
    return load_game(place)


# ---------------------------------------------------------------- scores

SCORES = (
    """\
  rule dearest(player) "the dearest card of {player}": max(player.hand.rank)
  rule final_score(player): player.points + dearest(player) + sum(player.works.rank)
"""
    + SETUP
    + """\
  step play:
    for each p in players: p take_turn
    finish
  verb take_turn:
    choose c from you.hand: move(c, to: you.works)
    you.points += 2
"""
)


def test_a_score_that_hangs_on_hidden_cards_is_told_as_unknown_until_the_end(tmp_path: Path) -> None:
    state = hall(tmp_path, SCORES).new(2, 3)
    state.apply(0)
    view = state.view(0)
    assert view.scores == (state.scores[0], None)
    laid = sum(int(piece.attributes["rank"]) for piece in works(state, 1))
    assert view.certain[1] == laid == 0
    assert [render_score(view, seat) for seat in range(2)] == [str(state.scores[0]), "0 + ?"]
    assert state.winners_for(0) is None
    sheet = state.score_sheet(1, viewer=0)
    assert [(line.text, line.value) for line in sheet.parts] == [("points", 0), ("dearest card", None)]
    assert state.why("dearest(P2)", 0) == ["dearest(P2) = ?: it depends on what P1 cannot see"]
    assert state.why("final_score(P2)", 0)[1:] == ["  +0 points", "  ? dearest card"]
    assert state.why("final_score(P1)", 0) == state.why("final_score(P1)")
    state.apply(0)
    assert state.finished
    assert state.view(0).scores == state.view(0).certain == tuple(state.scores)
    assert state.winners_for(0) == state.winners


def works(state: State, seat: int) -> list[Any]:
    zone = next(z for z in state.view(seat).zones if z.owner == f"P{seat + 1}" and z.name == "works")
    return list(zone.pieces)


def test_what_can_be_worked_out_of_hidden_cards_is_told(tmp_path: Path) -> None:
    """Their number, and whatever is so of all that they could be."""
    rules = """\
  rule final_score(player): count(player.hand) + count(player.hand where rank > 50) + late(player)
  rule late(player):
    max(player.hand.rank) if player.points > 0
    0 otherwise
"""
    state = hall(tmp_path, rules + SCORES.split("\n", 2)[2]).new(2, 3)
    assert state.view(0).scores == tuple(state.scores) == (6, 6)
    state.apply(0)
    assert state.view(0).scores == (state.scores[0], 6)
    assert state.view(1).scores[0] is None


def test_rules_that_come_to_an_end_without_what_is_hidden_say_the_same_as_ever() -> None:
    """In any state, of any rule of players: what a player can work out is right."""
    told = 0
    for word, seats in (("import_export", 3), ("bush_pilots", 2), ("cargo_hold", 3), ("ceylon", 3)):
        state = load_game(word).new(seats, 5)
        chance = random.Random(5)
        for _ in range(60):
            state.apply(chance.randrange(state.option_count))
        for player in range(seats):
            slots = mask_slots(state, player)
            for rule, _, roles, _ in state.program.tables.rules:
                if [base for _, base, _ in roles] == ["player"]:
                    ask = state.variant.rules[rule]
                    for seat in range(seats):
                        found = evaluate_masked(partial(told_by, ask, slots, seat))
                        told += found is not None and "object" not in found
                        assert found is None or "object" in found or found == repr(ask(state.slots, seat))
    assert told > 200


def told_by(rule: Any, slots: list[Any], seat: int) -> str:
    return repr(rule(slots, seat))


@pytest.mark.parametrize(
    "use", [int, bool, len, hash, str, iter, lambda x: x + 1, lambda x: [1, 2][x], lambda x: x < 3]
)
def test_what_is_hidden_refuses_whatever_is_done_with_it(tmp_path: Path, use: Any) -> None:
    state = hall(tmp_path, SCORES).new(2, 3)
    slots = mask_slots(state, 0)
    deck = slots[state.program.tables.zones_from]
    assert len(deck) == 12
    with pytest.raises(Hidden):
        use(deck[0])


# ---------------------------------------------------------------- picks by the backs

STEAL = (
    """\
  rule final_score(player): player.points
"""
    + SETUP
    + """\
  step play:
    for each p in players: p take_turn
    finish
  verb take_turn:
    let other = next(you)
    choose PICK from other.hand: take(cs)
  verb take(cs: cards): move(cs, to: you.hand)
"""
)


def steals(place: Path, pick: str, alike: str = "no") -> Game:
    library = STEAL.replace("PICK", pick)
    return hall(place, library.replace("take(cs)", "take([cs])", 1) if pick == "cs" else library, alike=alike)


def ranks_offered(state: State) -> list[int]:
    return [int(state.program.naming.piece_key(o)[5:]) for o in state.slots[1][1] if o >= 0]


@pytest.mark.parametrize("pick", ["cs", "2 cs", "1 or more cs"])
@pytest.mark.parametrize("alike", ["no", "yes"])
def test_cards_picked_by_their_backs_lie_in_no_order(tmp_path: Path, pick: str, alike: str) -> None:
    game = steals(tmp_path, pick, alike)
    places: list[list[int]] = [[] for _ in range(5)]
    for seed in range(600):
        state = game.new(2, seed)
        decision = state.decision
        assert decision is not None
        backs = [option for option in decision.options if option.key not in ("done", "pass")]
        assert [option.key for option in backs] == [f"P2.hand.{n}" for n in range(1, len(backs) + 1)]
        assert [option.text for option in backs] == [f"card {n} in P2's hand" for n in range(1, len(backs) + 1)]
        for place, rank in zip(places, ranks_offered(state), strict=False):
            place.append(rank)
    for place in places:
        # the mean of ranks 1 to 24 is 12.5, and that of 600 of them within 1.2 of it for every seed but one in 30,000
        assert abs(mean(place) - 12.5) < 1.2


def test_as_many_backs_are_offered_whatever_they_are(tmp_path: Path) -> None:
    """Equal cards are offered once to those who see them; how many of them are equal is not told to others."""
    cards = "".join(f"  - {{id: double_{n}, rank: {n}, copies: 6}}\n" for n in range(25, 29))
    game = hall(tmp_path, STEAL.replace("PICK", "cs").replace("take(cs)", "take([cs])", 1), cards, "yes")
    assert {game.new(2, seed).option_count for seed in range(60)} == {6}


@pytest.mark.parametrize("pick", ["cs", "2 cs", "1 or more cs"])
def test_both_variants_and_the_whole_of_a_pick_agree_on_backs(tmp_path: Path, pick: str) -> None:
    game = steals(tmp_path, pick)
    for seed in range(20):
        plain, tracked = game.new(2, seed, tracked=False), game.new(2, seed)
        chance = random.Random(seed)
        while not plain.finished:
            assert plain.digest() == tracked.digest()
            assert plain.decision is not None
            assert tracked.decision is not None
            assert plain.decision.options == tracked.decision.options
            assert plain.several == tracked.several
            if tracked.several is not None:
                wanted = chance.sample(range(len(tracked.several.items)), max(1, tracked.several.least))
                for answer in tracked.answers_for(wanted):
                    plain.apply(answer)
                    tracked.apply(answer)
            else:
                answer = chance.randrange(plain.option_count)
                plain.apply(answer)
                tracked.apply(answer)


# ---------------------------------------------------------------- logs

ATTACKS = (
    """\
  rule final_score(player): player.points
"""
    + SETUP.replace("top(deck, 6)", "top(deck, 12)")
    + """\
  step play:
    for each p in players: p take_turn
    finish
  verb take_turn "take a turn":
    let other = next(you)
    attack(other)
    other dig
  verb attack(whom: player) "attack {whom}": gain(1)
  verb gain(n: number) "gain {n:point}": you.points += n
  verb dig "dig":
    choose c from you.hand where rank > 20 and rank < 25: move(c, to: you.works)
"""
)
GATE = """\
  - {id: gate, rank: 30, copies: COPIES, power: "before opponents attack(whom: you): may gain(1)"}
"""


def told(state: State, player: int) -> list[str]:
    return [event.text for event in flat(state.visible_log(player))]


def asked_about_gates(game: Game) -> Iterator[State]:
    """Games in which P2 is asked whether to use a gate in hand, and perhaps which of two."""
    for seed in range(160):
        state = game.new(2, seed)
        own = next(zone for zone in state.view(0).zones if zone.owner == "P1" and zone.name == "hand")
        holds_one = any(piece is not None and piece.name == "Gate" for piece in own.pieces)
        if state.decision is not None and state.player == 1 and not holds_one:
            yield state


@pytest.mark.parametrize("copies", [1, 2])
def test_nobody_is_told_that_somebody_was_asked_about_a_hidden_card(tmp_path: Path, copies: int) -> None:
    game = hall(tmp_path, ATTACKS, GATE.replace("COPIES", str(copies)))
    found = 0
    for state in asked_about_gates(game):
        if not state.declines(state.option_count - 1):
            continue
        assert not [line for line in told(state, 0) if "Gate" in line]
        before = told(state, 0)
        state.apply(state.option_count - 1)
        found += 1
        after = told(state, 0)
        assert after[: len(before)] == before
        assert not [line for line in after if "Gate" in line or "a card (P2)" in line or "Pass" in line]
    assert found > 5


def test_a_hidden_card_that_is_used_is_a_card_to_others(tmp_path: Path) -> None:
    game = hall(tmp_path, ATTACKS, GATE.replace("COPIES", "2"))
    found = 0
    for state in asked_about_gates(game):
        before = len(told(state, 0))
        state.apply(0)
        for line in told(state, 0)[before:]:
            assert "Gate" not in line
            assert "chooses" not in line
            found += line == "a card (P2)"
        assert "Gate (P2)" in told(state, 1)
    assert found > 5


def test_whether_others_had_a_choice_is_not_told(tmp_path: Path) -> None:
    """P2 digs for one of two cards of rank 21 to 24, or for the only one: told alike."""
    game = hall(tmp_path, ATTACKS)
    forms = set()
    for seed in range(80):
        state = game.new(2, seed)
        had_a_choice = state.player == 1
        if had_a_choice:
            state.apply(0)
        lines = told(state, 0)
        dug = [line for line in lines if "P2's works" in line]
        if dug:
            forms.add((had_a_choice, sum("chooses" in line for line in lines)))
    assert forms == {(True, 0), (False, 0)}


# ---------------------------------------------------------------- what is not remembered

LAYS = (
    """\
  rule final_score(player): player.points
"""
    + SETUP
    + """\
  step play:
    repeat 3 times:
      for each p in players: p take_turn
    finish
  verb take_turn "take a turn":
    choose c from you.hand: lay(c)
  verb lay(card) "lay {card}": move(card, to: you.pile)
"""
)


@pytest.mark.parametrize("down", ["nobody", "owner"])
def test_what_is_laid_where_nobody_may_look_is_not_remembered(tmp_path: Path, down: str) -> None:
    """Not in the log, nor in what is known; where its owner may look, both tell."""
    place = tmp_path / "game"
    game = hall(place, LAYS)
    text = (place / "game.yaml").read_text().replace("see: face}", f"see: face, down: {down}}}")
    (place / "game.yaml").write_text(text)
    game = load_game(place)
    for seed in range(10):
        state = game.new(2, seed)
        chosen = state.decision.options[2].text if state.decision is not None else ""
        assert chosen.startswith("Rank")
        state.apply(2)
        while state.player != 0:
            state.apply(0)
        lines = told(state, 0)
        assert (f"P1 lays {chosen}" in lines) == (down == "owner")
        assert bool([line for line in lines if chosen in line and "pile" in line]) == (down == "owner")
        pile = next(zone for zone in state.view(0).zones if zone.owner == "P1" and zone.name == "pile")
        assert (pile.pieces == (None,)) == (down == "nobody")
        piles = {repr(resample(state, 0, deal).open_view(0).zones) for deal in range(8)}
        assert len(piles) > 1
        laid = {pile_of(resample(state, 0, deal)) for deal in range(12)}
        assert (len(laid) > 1) == (down == "nobody")
        assert [line for line in told(state, 1) if chosen in line] == []


def pile_of(state: State) -> str:
    pile = next(zone for zone in state.open_view(0).zones if zone.owner == "P1" and zone.name == "pile")
    return ", ".join(piece.name for piece in pile.pieces if piece is not None)


@pytest.mark.long
def test_nobody_reads_their_own_delivery_in_cargo_hold() -> None:
    """H12: once it is laid its owner may not check what it is."""
    found = 0
    for seed in range(3):
        state = load_game("cargo_hold").new(3, seed)
        chance = random.Random(seed)
        for _ in range(80):
            if state.finished:
                break
            state.apply(chance.randrange(state.option_count))
            tables = state.program.tables
            for number, zone in enumerate(tables.zones):
                slot = tables.zones_from + number
                if zone.word != "delivery":
                    continue
                hidden = state.slots[slot] & ~state.slots[7]
                assert not any(state.slots[0].known[player] & hidden for player in range(3))
                found += bool(hidden)
            for player in range(3):
                lines = told(state, player)
                assert not [
                    line
                    for line in lines
                    if "'s delivery" in line and "→" in line and "a card:" not in line and "'s delivery →" not in line
                ]
    assert found > 50


# ---------------------------------------------------------------- prohibitions

LAYING = (
    SETUP
    + """\
  step play:
    for each p in players: p lay
  verb lay "lay a card":
    choose card from you.hand: place(card)
  verb place(card) "place {card}": move([card], to: you.works)
  rule final_score(player): count(player.works)
"""
)
BANS = """  - {id: idle, rank: 30}
  - {id: ban, rank: 31, power: "forbid opponents place where card.rank > 6"}
  - {id: vow, rank: 32, power: "forbid you place where card.rank > 6"}
"""


def first_choice(game: Game, own: str, others: str) -> State:
    """Where the first player lays a card: of 2, 3, 9, 10, 11 and one of its own."""
    ranked = [f"rank_{rank}" for rank in (2, 3, 9, 10, 11, 1, 4, 5, 6, 7)]
    return game.dictated(2, 1, {"shuffle deck": [[*ranked[:5], own, *ranked[5:], others]]})


@pytest.mark.parametrize(
    ("own", "others", "offered"),
    [("idle", "idle", 6), ("idle", "ban", 6), ("ban", "idle", 6), ("vow", "idle", 6), ("idle", "vow", 6)],
)
def test_what_only_a_hidden_card_forbids_is_offered_all_the_same(
    own: str, others: str, offered: int, tmp_path: Path
) -> None:
    game = hall(tmp_path, LAYING, BANS.replace("{id: idle,", "{id: idle, copies: 2,"))
    state = first_choice(game, own, others)
    assert state.option_count == offered
    state.apply(state.option_count - 1)
    laid = not any(event.text.startswith("forbidden by ") for event in flat(state.visible_log(0)))
    assert laid == (others != "ban" and own != "vow")


# ---------------------------------------------------------------- powers that are handed on

COPYING = (
    SETUP
    + """\
  step play:
    for each p in players: p lay
    for each p in players: p mimic
  verb lay "lay a card":
    choose card from you.hand: move([card], to: you.works)
  verb mimic "copy a card":
    choose card from next(you).hand, mine from you.works: copy_power(card, onto: mine)
  rule final_score(player): count(player.works)
"""
)


def test_a_card_whose_power_is_given_to_one_that_lies_openly_is_shown(tmp_path: Path) -> None:
    state = hall(tmp_path, COPYING).new(2, 1)
    while not any(event.text.startswith("shown to everybody: ") for event in flat(state.log)):
        state.apply(0)
    shown = [event.text for event in flat(state.visible_log(1)) if event.text.startswith("shown")]
    (copied,) = [each for each in shown if each.endswith("(P2's hand)")]
    assert copied.startswith("shown to everybody: Rank")
    assert [event.text for event in flat(state.visible_log(0)) if event.text.startswith("shown")] == shown


COPIES = """\
  rule final_score(player): player.points
  step setup:
    shuffle(deck)
    for each p in players:
      move(first(deck where rank is 50, 2), to: p.hand)
      move(top(deck, 3), to: p.hand)
    active = nobody
  step play:
    for each p in players: p take_turn
    finish
  verb take_turn "take a turn":
    let twins = you.hand where rank is 50
    reveal(first(twins))
    choose one:
      option "First": throw(first(twins))
      option "Last": throw(last(twins))
    choose one:
      option "Stop": nothing
      option "Go on": nothing
  verb throw(cards) "throw {cards} away": move(cards, to: heap)
"""


@pytest.mark.parametrize("alike", ["yes", "no"])
def test_which_of_two_copies_left_a_hand_is_not_told_by_what_is_known_of_the_other(tmp_path: Path, alike: str) -> None:
    """One was shown, and one thrown away: others cannot know whether it was that one, if nothing tells them apart."""
    game = hall(tmp_path, COPIES, "  - {id: twin, rank: 50, copies: 6}\n", alike)
    seen = []
    for option in range(2):
        state = game.new(3, 3)
        state.apply(option)
        hand = next(zone for zone in state.view(1).zones if zone.owner == "P1" and zone.name == "hand")
        seen.append([piece and piece.id for piece in hand.pieces])
        mine = next(zone for zone in state.view(0).zones if zone.owner == "P1" and zone.name == "hand")
        assert sum(piece is not None and piece.id == "twin" for piece in mine.pieces) == 1
    assert seen[0] == [None] * 4
    assert (seen[0] == seen[1]) == (alike == "yes")
