"""Texts that never end, or that make more than a game can hold, are told as such, and soon; what ends is played."""

from __future__ import annotations

import pickle
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright import Game, RunawayError, State, load_game
from cardwright.runtime.execution import STEP_LIMIT
from cardwright.runtime.primitives.execution_budget import ROUNDS
from cardwright.runtime.program import Segment
from cardwright.state_slots_and_table_rows import MAX_ROUNDS

TOP = Path(__file__).parents[2]
EVERY_GAME = sorted(path.parent for room in ("games", "examples") for path in (TOP / room).glob("*/game.yaml"))

GAME = """game: endless
players: 2
kinds: {card: {attributes: {rank: number}}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    heap: {of: cards, see: everyone}
memory:
  table: {total: number, seen: cards, called: players}
  player: {points: number}
library: |
  step setup: shuffle(deck)
  step play:
    repeat 3 times:
      for each p in players:
        p choose one:
          option "Go": p go
          option "Wait": nothing
  rule final_score(player): player.points
  rule wide(number) gives number: number
  rule squared(number) gives number: number * number
  rule power(number) gives number:
    3 if number is 0
    squared(power(number - 1)) otherwise
  verb again: go
  verb count_to_nine:
    total = 0
    repeat until total is 9: total += 1
  verb earn: you.points += 1
  verb tidy:
    shuffle(deck)
    move(deck, to: heap)
    for each c in heap: move(c, to: deck)
  verb deal_out:
    repeat 20 times: move(top(deck, 3), to: deck)
  verb shuffle_all(pile: zone): shuffle(pile)
  verb look_at_top(pile: zone): you.points += count(top(pile, 3))
  verb go:
BODY
"""
CARDS = "".join(f"  - {{id: card_{number}, rank: {number}}}\n" for number in range(12))

ENDLESS = {
    "a loop": "repeat until total > 0: you.points += 1",
    "a loop in a loop": "repeat 30000 times:\n  repeat 30000 times: you.points += 1",
    "a loop in a verb in a loop": "repeat 30000 times: many",
    "a loop in which much is done": "repeat until total > 0: tidy",
    "a loop in which all is told": "repeat until total > 0: deal_out",
    "a round that changes nothing": "repeat until total > 0:\n  choose x from [1]: you.points = 3 - you.points",
    "a verb that does itself": "earn\nif total < 9: go",
    "two verbs that do each other": "if total < 9: again\nearn",
    "choices with one option": "repeat until total > 0:\n  choose x from [1]: you.points += x",
    "a loop through a list that grows": (
        "repeat until all(x is not total for each x in numbers(0, total)):\n  total += 1"
    ),
    "a loop in verbs through a list that grows": "repeat until sum(numbers(0, total)) < 0: total += 1",
}
ENDING = {
    "a long loop": ("repeat 4500 times: you.points += 1", 4500),
    "loops in loops": ("repeat 45 times:\n  repeat 100 times: you.points += 1", 4500),
    "choices with one option": ("repeat 3000 times:\n  choose x from [2]: you.points += x", 6000),
    "numbers that lead down": (
        "you.points = 5\nyou.points = 10 * sum(numbers(5, 1, by: -1)) + sum(numbers(you.points, 2, by: -2))",
        158,
    ),
    "a loop that only a name leads out of": ("let x = 0\nrepeat until x is 900:\n  x += 1\nyou.points = x", 900),
    "a loop that only a list leads out of": (
        "let xs = [1]\nrepeat until count(xs) is 900: xs += [1]\nyou.points = 7",
        7,
    ),
    "the same loop again and again": (
        "for each x in [5, 5, 5, 5]:\n  total = 0\n  repeat until total is 9: total += 1\nyou.points = total",
        9,
    ),
    "a loop within one that a name leads out of": (
        "let y = 0\nrepeat until y is 9:\n  total = 0\n  repeat until total is 3: total += 1\n  y += 1\nyou.points = y",
        9,
    ),
    "a loop in a verb within one that a name leads out of": (
        "let y = 0\nrepeat until y is 100:\n  y += 1\n  count_to_nine\nyou.points = y",
        100,
    ),
    "many numbers that lead down": ("you.points = count(numbers(100, 1, by: -1)) + count(numbers(1, 5, by: -1))", 100),
    "dice without sides": (
        "you.points = 0 - 5\nlet eyes = roll(you.points)\nlet pips = roll(0)\nyou.points = 7 + eyes + pips",
        7,
    ),
    "the largest number but one": ("you.points = 999999999999\nif you.points < no_limit: you.points = 1", 1),
    "large numbers": ("you.points = 999999 * 999999", 999999**2),
    "a pile that has no order": ("look_at_top(heap)\nshuffle_all(heap)\nlook_at_top(deck)", 3),
}


def game(folder: Path, body: str) -> Game:
    """Return a game with a verb `go`. Large constants come from a rule, as the checker refuses those written out."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    text = GAME.replace("BODY", f"{lines}\n  verb many:\n    repeat 30000 times: earn")
    text = re.sub(r"(?<=repeat )\d{4,}|(?<=numbers\(1, )\d{4,}", r"wide(\g<0>)", text)
    (folder / "game.yaml").write_text(f"{text}pieces:\n{CARDS}", encoding="utf-8")
    return load_game(folder)


def begun(folder: Path, body: str) -> list[State]:
    made = game(folder, body)
    return [made.new(2, 5, tracked) for tracked in (False, True)]


@pytest.mark.one_of(3)
@pytest.mark.parametrize("what", ENDLESS)
def test_what_never_ends_is_told_soon_and_changes_nothing(what: str, tmp_path: Path) -> None:
    for state in begun(tmp_path, ENDLESS[what]):
        before, began = state.digest(), time.thread_time()
        with pytest.raises(RunawayError) as told:
            state.apply(0)
        assert time.thread_time() - began < 5  # some fifty times of what it takes; without a limit it is forever
        assert told.value.chain
        assert "game.yaml, line " in told.value.at
        assert state.digest() == before
        state.apply(1)


NUMBER, LIST = "a number grows beyond 1,000,000,000,000", "a list grows beyond 3,000 items"
TOO_LARGE = {
    "a number squared": ("repeat 60 times: you.points = you.points * you.points + 2", NUMBER),
    "a number doubled": ("repeat 9000 times: you.points += you.points + 1", NUMBER),
    "a name that is doubled": ("let x = 1\nrepeat 9000 times: x = x + x\nyou.points = x", NUMBER),
    "a number beyond all": ("you.points = no_limit\nyou.points += you.points", NUMBER),
    "a list that is doubled": ("let xs = [1]\nrepeat 60 times: xs += xs\nyou.points = count(xs)", LIST),
    "memory that is doubled": ("called = players + players\nrepeat 60 times: called += called", LIST),
    "a product in rules": ("you.points = power(40)", "is too large"),
    "a list of numbers": (
        "you.points = count(numbers(1, 99999999))",
        "a list of 99,999,999 numbers is too long (3,001",
    ),
    "a loop through numbers": ("for each x in numbers(1, 99999999): you.points = x", "a list of 99,999,999 numbers"),
    "a loop that repeats": ("total = 999999 * 999999\nrepeat total times: you.points += 1", "more than 5,000 rounds"),
    "no steps": ("you.points = count(numbers(1, 5, by: total))", "numbers(1, 5, by: 0) never ends"),
}


@pytest.mark.parametrize("what", TOO_LARGE)
def test_what_is_too_large_is_told_with_the_texts_that_made_it(what: str, tmp_path: Path) -> None:
    body, why = TOO_LARGE[what]
    for state in begun(tmp_path, body):
        with pytest.raises(RunawayError, match=re.escape(why)) as told:
            state.apply(0)
        assert told.value.chain in (["play"], ["go"])
        assert "game.yaml, line " in told.value.at
        assert not str(told.value).startswith("this never ends")
        assert str(pickle.loads(pickle.dumps(told.value))) == str(told.value)


@pytest.mark.parametrize("what", ENDING)
def test_what_ends_is_played_the_same_in_both_variants(what: str, tmp_path: Path) -> None:
    body, points = ENDING[what]
    plain, tracked = begun(tmp_path, body)
    for state in (plain, tracked):
        state.apply(0)
        assert state.scores == [points, 0]
    assert plain.digest() == tracked.digest()


@pytest.mark.parametrize("tracked", [False, True])
def test_where_all_is_as_it_was_it_is_not_waited_for_the_limit(tracked: bool, tmp_path: Path) -> None:
    state = game(tmp_path, ENDLESS["a round that changes nothing"]).new(2, 5, tracked)
    ran = iter(range(STEP_LIMIT // 100))
    counted: list[Segment] = [lambda *args, run=run: (next(ran), run(*args))[1] for run in state.variant.segments]
    state.variant.segments = counted
    with pytest.raises(RunawayError) as told:
        state.apply(0)
    assert told.value.chain == ["go"]


STANDING = {
    "a loop": "repeat until total > 0: you.points = 3",
    "a name given anew": "let x = 1\nrepeat until total > 0: x = 3 - x",
    "a loop in a loop": "repeat until total > 0:\n  let x = 0\n  repeat until x is 5: x += 1",
    "a loop in a verb in a loop": "repeat until total > 9: count_to_nine",
    "a choice from nothing": "repeat until total > 0:\n  choose c from heap: move(c, to: deck)",
    "laid and taken back": "repeat until total > 0:\n  move(first(deck), to: heap)\n  move(heap, to: deck)",
}


@pytest.mark.parametrize("what", STANDING)
@pytest.mark.parametrize("tracked", [False, True])
def test_a_loop_that_changes_nothing_is_told_after_few_of_its_rounds(
    what: str, tracked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = game(tmp_path, STANDING[what]).new(2, 5, tracked)
    most = [0]

    class Counted:
        def __iter__(self) -> Iterator[int]:
            for number, late in enumerate(ROUNDS):
                most[0] = max(most[0], number)
                yield late

    monkeypatch.setattr("cardwright.runtime.primitives.execution_budget.ROUNDS", Counted())
    with pytest.raises(RunawayError) as told:
        state.apply(0)
    assert told.value.chain
    assert most[0] < MAX_ROUNDS // 4


@pytest.fixture
def always_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round of every loop is compared with an earlier one."""
    monkeypatch.setattr("cardwright.runtime.primitives.execution_budget.ROUNDS", (1,) * MAX_ROUNDS)


@pytest.mark.usefixtures("always_late")
@pytest.mark.parametrize("what", ENDING)
def test_looking_back_in_every_round_stops_nothing_that_ends(what: str, tmp_path: Path) -> None:
    body, points = ENDING[what]
    for state in begun(tmp_path, body):
        state.apply(0)
        assert state.scores == [points, 0]


@pytest.mark.long
@pytest.mark.usefixtures("always_late")
@pytest.mark.parametrize("folder", EVERY_GAME, ids=lambda folder: folder.name)
def test_looking_back_in_every_round_changes_no_game(folder: Path) -> None:
    whole = load_game(folder)
    for tracked in (False, True):
        state, chance = whole.new(whole.min_players, 3, tracked), random.Random(3)
        for _ in range(60):
            if state.finished:
                break
            state.apply(chance.randrange(state.option_count))


def test_a_power_that_is_copied_onto_its_own_card_is_told_before_there_are_more_than_can_be(tmp_path: Path) -> None:
    game(tmp_path, "repeat 5 times:\n  for each c in heap: copy_power(c, onto: c)")
    text = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    text = text.replace("shuffle(deck)", "move(top(deck), to: heap)", 1).replace("rank: 11}", "rank: 11, power: POWER}")
    (tmp_path / "game.yaml").write_text(text.replace("POWER", '"after you earn: nothing"'), encoding="utf-8")
    made = load_game(tmp_path)
    for tracked in (False, True):
        state = made.new(2, 5, tracked)
        state.apply(0)  # 32 powers; 1,024 after go to the next answer
        before = state.digest()
        with pytest.raises(RunawayError, match="a game cannot have so many powers"):
            state.apply(0)
        assert state.digest() == before


def test_chance_leads_out_of_a_round_also_where_it_is_dictated(tmp_path: Path) -> None:
    body = "repeat until total > 0:\n  choose x from [1]:\n    let up = flip_coin\n    if up: total = x"
    state = game(tmp_path, body).dictated(2, 5, {"flip": [*[0] * 2000, 1]})
    state.apply(0)
    assert not any(state.dictated_left.values())
