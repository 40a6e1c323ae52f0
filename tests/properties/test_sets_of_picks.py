"""Picks of which something is asked together: whatever is offered leads on, and to every set that fulfils it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from cardwright import Game, RunawayError, State, load_game
from cardwright.runtime.primitives import execution_limits
from cardwright.runtime.primitives.execution_budget import ExecutionBudget

GAME = """\
game: sets
title: Sets
players: 1
types: {colours: {values: [red, blue, green]}}
kinds:
  card: {attributes: {size: number, colour: colours}ALIKE}
zones:
  table: {stock: {of: cards, ordered: yes}, kept: {of: cards}}
  player: {hand: {of: cards, see: ownerORDERED}}
library: |
  step setup:
    shuffle(stock)
    for each p in players: move(top(stock, 7), to: p.hand)
  step play:
    for each p in players: p take
    finish
  rule spread(cs: cards): max(cs.size) - min(cs.size)
  rule a_run(cs: cards): spread(cs) is count(cs) - 1 and count(distinct(cs.size)) is count(cs)
  rule sort_of(cs: cards) gives number:
    let sizes = count(distinct(cs.size))
    1 if count(cs) is 1
    2 if count(cs) is 2 and sizes is 1
    3 if count(cs) >= 3 and a_run(cs)
    0 otherwise
  rule wide(cs: cards) gives numbers: n for each n in distinct(cs.size) where count(cs where size is n) >= 2
  rule final_score(player): 0
  verb take:
    choose one:
OPTIONS
VERBS
pieces:
  - {each: {colour: [red, blue, green], size: [0, 1, 2, 3, 4, 5]}, id: "{colour}_{size}", name: "{colour} {size}"COPIES}
"""
Card = tuple[str, int]
Sort = Callable[[Sequence[Card]], bool]


def distinct(values: Iterator[object]) -> int:
    return len(set(values))


def sort_of(cs: Sequence[Card]) -> int:
    """As the rule of the game."""
    sizes = {size for _, size in cs}
    if len(cs) < 2:
        return len(cs)
    if len(cs) == 2:
        return 2 if len(sizes) == 1 else 0
    return 3 if max(sizes) - min(sizes) == len(cs) - 1 == len(sizes) - 1 else 0


def wide(cs: Sequence[Card]) -> list[int]:
    """As the rule of the game."""
    sizes = [size for _, size in cs]
    return sorted({size for size in sizes if sizes.count(size) >= 2})


CONDITIONS: dict[str, Sort] = {
    "sum(cs.size) <= 3": lambda cs: sum(size for _, size in cs) <= 3,
    "sum(cs.size) is 7": lambda cs: sum(size for _, size in cs) == 7,
    "sum(cs.size) >= 9 and sum(cs.size) < 12": lambda cs: 9 <= sum(size for _, size in cs) < 12,
    "sum(cs.size) - 2 * count(cs) is 1": lambda cs: sum(size for _, size in cs) - 2 * len(cs) == 1,
    "count(distinct(cs.colour)) is 1": lambda cs: distinct(colour for colour, _ in cs) == 1,
    "count(distinct(cs.colour)) is count(cs)": lambda cs: distinct(colour for colour, _ in cs) == len(cs),
    "count(cs) is not 2 and not (count(cs) is 1)": lambda cs: len(cs) not in (1, 2),
    "any(cs where colour is red) and all(c.size > 1 for each c in cs)": lambda cs: (
        any(colour == "red" for colour, _ in cs) and all(size > 1 for _, size in cs)
    ),
    "count(cs) >= 3 and a_run(cs)": lambda cs: (
        len(cs) >= 3
        and (max(size for _, size in cs) - min(size for _, size in cs) == len(cs) - 1 == distinct(s for _, s in cs) - 1)
    ),
    "count(cs where colour is red) is count(cs where colour is blue)": lambda cs: (
        sum(colour == "red" for colour, _ in cs) == sum(colour == "blue" for colour, _ in cs)
    ),
    "max(cs.size) >= 4 or count(cs) is 0": lambda cs: not cs or max(size for _, size in cs) >= 4,
    "sort_of(cs) >= 2": lambda cs: sort_of(cs) >= 2,
    "sort_of(cs) is 2 or sum(cs.size) is 8": lambda cs: sort_of(cs) == 2 or sum(size for _, size in cs) == 8,
    "sort_of(cs) not in [0, 2] and min(cs.size) is not 3": lambda cs: (
        sort_of(cs) not in (0, 2) and min(size for _, size in cs) != 3
    ),
    "any(count(cs where it.size is c.size) is 2 for each c in cs)": lambda cs: any(
        [other for _, other in cs].count(size) == 2 for _, size in cs
    ),
    "not any(cs where size is 1 or colour is green) and min(cs.size) < count(cs)": lambda cs: (
        all(size != 1 and colour != "green" for colour, size in cs) and min([s for _, s in cs], default=0) < len(cs)
    ),
    "all(any(c.size is n for each c in cs) for each n in numbers(min(cs.size), max(cs.size)))": lambda cs: (
        {size for _, size in cs}
        >= set(range(min([s for _, s in cs], default=0), max([s for _, s in cs], default=0) + 1))
    ),
    "2 * sum(cs.size) is 7 * count(cs)": lambda cs: 2 * sum(size for _, size in cs) == 7 * len(cs),
    "count(wide(cs)) is 2 and max(wide(cs)) - min(wide(cs)) is 1 and count(cs) >= 4": lambda cs: (
        len(wide(cs)) == 2 and max(wide(cs)) - min(wide(cs)) == 1 and len(cs) >= 4
    ),
    "any(sum(d.size for each d in cs where d.colour is c.colour) is 6 for each c in cs)": lambda cs: any(
        sum(size for other, size in cs if other == colour) == 6 for colour, _ in cs
    ),
    "all(count(cs where size is n) is not 1 for each n in distinct(cs.size) where n > 1)": lambda cs: all(
        [size for _, size in cs].count(n) != 1 for _, n in cs if n > 1
    ),
    "sum(cs.size) rounded": lambda cs: sum(size for _, size in cs) % 3 == 2,
}
WRITTEN = {"sum(cs.size) rounded": "sum(cs.size) - 3 * (sum(cs.size) / 3 rounded down) is 2"}
AMOUNTS: dict[str, Callable[[int], bool]] = {
    "any number of": lambda _: True,
    "3": lambda count: count == 3,
    "2 or more": lambda count: count >= 2,
    "up to 3": lambda count: count <= 3,
}
CASES = [(condition, amount) for condition in CONDITIONS for amount in AMOUNTS]
VARIANTS = {
    "as a set": {"ALIKE": "", "ORDERED": "", "COPIES": ""},
    "as a list": {"ALIKE": "", "ORDERED": ", ordered: yes", "COPIES": ""},
    "alike": {"ALIKE": ", interchangeable: yes", "ORDERED": "", "COPIES": ", copies: 3"},
    "alike in a list": {"ALIKE": ", interchangeable: yes", "ORDERED": ", ordered: yes", "COPIES": ", copies: 3"},
}


def made(folder: Path, variant: str) -> Game:
    """A game in which a player chooses by which of all conditions and amounts to take cards."""
    options, verbs = [], []
    for number, (condition, amount) in enumerate(CASES):
        options.append(f'      option "case {number}": case_{number}')
        asked = WRITTEN.get(condition, condition)
        verbs.append(f"  verb case_{number}:")
        verbs.append(f"    choose {amount} cs from you.hand such that {asked}: move(cs, to: kept)")
    text = GAME.replace("OPTIONS", "\n".join(options)).replace("VERBS", "\n".join(verbs))
    for word, put in VARIANTS[variant].items():
        text = text.replace(word, put)
    (folder / "sets").mkdir()
    (folder / "sets" / "game.yaml").write_text(text)
    return load_game(str(folder / "sets"))


@pytest.fixture(scope="module", params=list(VARIANTS))
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    return made(tmp_path_factory.mktemp("sets"), request.param)


def options(state: State) -> dict[str, int]:
    """What can be answered, by key."""
    assert state.decision is not None
    return {option.key: option.index for option in state.decision.options}


def in_zone(state: State, zone: str) -> list[str]:
    """The cards in a place."""
    there = next(each for each in state.open_view(0).zones if each.name == zone)
    return sorted(piece.id for piece in there.pieces if piece is not None)


def outcomes(state: State) -> list[tuple[str, ...]]:
    """What is taken in the end, by all answers there are."""
    if state.finished:
        return [tuple(in_zone(state, "kept"))]
    found = []
    for option in range(state.option_count):
        after = state.clone()
        after.apply(option)
        found += outcomes(after)
    return found


def fulfilling(hand: Sequence[str], condition: str, amount: str) -> set[tuple[str, ...]]:
    """All sets of the cards of a hand that may be taken, found by looking at every one there is."""
    cards = {card: (card.partition("_")[0], int(card.partition("_")[2])) for card in hand}
    sizes = (size for size in range(len(hand) + 1) if AMOUNTS[amount](size))
    sets = (each for size in sizes for each in combinations(hand, size))
    return {each for each in sets if CONDITIONS[condition]([cards[card] for card in each])}


@pytest.mark.one_of
@pytest.mark.parametrize("searched", ["usually", "remembering"])
@pytest.mark.parametrize("tracked", [False, True], ids=["plain", "tracked"])
def test_what_can_be_taken_is_what_fulfils_the_condition(
    game: Game, tracked: bool, searched: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if searched == "remembering":  # a search as in a large hand: in two attempts, and remembering from its first step
        monkeypatch.setattr(execution_limits, "FEW_STEPS", 0)
        monkeypatch.setattr(execution_limits, "FIRST_STEPS", 4)
    state = game.new(1, 1, tracked=tracked)
    hand = in_zone(state, "hand")
    offered = options(state)
    for number, (condition, amount) in enumerate(CASES):
        wanted = fulfilling(hand, condition, amount)
        key = f"case_{number}"
        assert (key in offered) == bool(wanted), (condition, amount)
        if wanted:
            begun = state.clone()
            begun.apply(offered[key])
            found = outcomes(begun)
            assert sorted(set(found)) == sorted(wanted), (condition, amount)
            assert len(found) == len(wanted), (condition, amount)


@pytest.mark.long
def test_any_order_leads_to_the_set_that_was_meant(game: Game) -> None:
    state = game.new(1, 3)
    hand = in_zone(state, "hand")
    offered = options(state)
    tried = 0
    for number, (condition, amount) in enumerate(CASES):
        if f"case_{number}" not in offered:
            continue
        begun = state.clone()
        begun.apply(offered[f"case_{number}"])
        if begun.several is None or begun.several.picked:
            continue
        wanted = fulfilling(hand, condition, amount)
        cards = [item.key.partition("#")[0] for item in begun.several.items]
        places = [place for place, count in enumerate(begun.several.counts) for _ in range(count)]
        for size in range(1, len(places) + 1):
            for chosen in sorted({tuple(reversed(each)) for each in combinations(places, size)})[number % 4 :: 4]:
                named = tuple(sorted(cards[place] for place in chosen))
                fits = any(_within(named, each) for each in wanted)
                going_on = begun.going_on(chosen)
                assert going_on.enough == (named in wanted), (condition, amount, named)
                assert bool(going_on.next or going_on.enough) == fits, (condition, amount, named)
                if named in wanted:
                    after = begun.clone()
                    for answer in begun.answers_for(chosen):
                        after.apply(answer)
                    assert after.finished
                    assert tuple(in_zone(after, "kept")) == named
                    tried += 1
                else:
                    with pytest.raises(ValueError, match="cannot be picked together"):
                        begun.answers_for(chosen)
    assert tried > 100


def large(folder: Path, conditions: Iterable[str]) -> Game:
    """A game with 36 cards in hand, of which any number can be picked if something is true of them."""
    verbs = [
        f"  verb case_{number}:\n    choose any number of cs from you.hand such that {asked}: move(cs, to: kept)"
        for number, asked in enumerate(conditions)
    ]
    offered = [f'      option "case {number}": case_{number}' for number in range(len(verbs))]
    text = GAME.replace("top(stock, 7)", "stock").replace(
        "OPTIONS", "\n".join([*offered, '      option "no": nothing'])
    )
    text = text.replace("VERBS", "\n".join(verbs)).replace("[0, 1, 2, 3, 4, 5]", str([*range(1, 13)]))
    for word, put in VARIANTS["as a set"].items():
        text = text.replace(word, put)
    (folder / "game.yaml").write_text(text)
    return load_game(str(folder))


HARD = {
    "2 * sum(cs.size) is 301": False,
    "sum(cs.size) - 7 * (sum(cs.size) / 7 rounded down) is 3 and count(cs) is 20": True,
    "count(wide(cs)) is 4 and max(wide(cs)) - min(wide(cs)) is 3 and count(cs) is 14": True,
    "count(wide(cs)) is 3 and 2 * max(wide(cs)) is 2 * min(wide(cs)) + 1": False,
}


def test_a_large_hand_is_searched(tmp_path: Path) -> None:
    offered = options(large(tmp_path, HARD).new(1, 1, tracked=False))
    assert {asked: f"case_{number}" in offered for number, asked in enumerate(HARD)} == HARD


@pytest.mark.one_of
@pytest.mark.parametrize("tracked", [False, True], ids=["plain", "tracked"])
def test_a_search_beyond_all_bounds_is_told(tmp_path: Path, tracked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExecutionBudget, "searched", 3_000)
    asked = "sum(c.size * count(cs where it.size < c.size and it.colour is c.colour) for each c in cs) is 1000001"
    with pytest.raises(RunawayError, match="too many ways to pick cs: the search for one takes more than"):
        large(tmp_path, [asked]).new(1, 1, tracked=tracked)


def _within(some: Sequence[str], of: Sequence[str]) -> bool:
    """Whether of each card there are as many among others."""
    return all(some.count(card) <= of.count(card) for card in set(some))
