"""What an execution may use up is its own: threads take nothing from each other, and depth ends with memory alone."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler

from cardwright import Game, RunawayError, load_game
from cardwright.native.engine import Engine
from cardwright.runtime.execution import Outcome, run_segments

GAME = """game: budgets
players: 2
active: active
kinds: {card: {}}
zones: {table: {deck: {of: cards, see: everyone}}}
memory: {table: {active: player, ran: number}, player: {points: number}}
library: |
  step setup: nothing
  step play:
    repeat 50 times:
      active choose one:
        option "Do it":
          active.points = DEED
        option "Wait": nothing
  rule final_score(player): player.points
pieces: [{id: card, copies: 3}]
"""
LOOP = "0\n          ran = 0\n          repeat until ran is 4700: ran += 1"
RING = "rule f(number) gives number:\n  0 if number < 1\n  1 + f(number - 1) otherwise"
WIDE = "rule f(number) gives number:\n  1 if number < 2\n  f(number - 1) + f(number - 2) otherwise"


def game(folder: Path, deed: str, rules: str = "") -> Game:
    text = GAME.replace("DEED", deed).replace(
        "pieces:", "".join(f"  {line}\n" for line in rules.split("\n")) + "pieces:"
    )
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return load_game(str(folder))


@pytest.fixture
def switching() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("switching")
@pytest.mark.parametrize("tracked", [False, True])
@pytest.mark.parametrize(("deed", "rules"), [(LOOP, ""), ("f(24)", WIDE)])
def test_threads_that_answer_in_copies_of_a_game_take_nothing_from_each_other(
    deed: str, rules: str, tracked: bool, tmp_path: Path
) -> None:
    """Each answer needs most of what one may use up."""
    first = game(tmp_path, deed, rules).new(2, 1, tracked)
    wrong: list[Exception] = []

    def answer() -> None:
        try:
            for _ in range(3):
                first.clone().apply(0)
        except RunawayError as error:
            wrong.append(error)

    threads = [threading.Thread(target=answer) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.usefixtures("switching")
def test_threads_that_ask_a_state_take_nothing_from_each_other(tmp_path: Path) -> None:
    state = game(tmp_path, "1", WIDE.replace("f(", "g(") + "\nrule f: g(24)").new(2, 1, tracked=False)
    found: list[object] = []

    def ask() -> None:
        found.extend(state.variant.rules["f"](state.slots) for _ in range(3))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [75025] * 12
    assert not state.tracked
    assert state.slots[0] is None


@pytest.mark.parametrize("tracked", [False, True])
def test_what_changes_a_state_is_refused_outside_of_an_execution(tracked: bool, tmp_path: Path) -> None:
    deed = "1\n          active sum_up\n          active sum_up"
    verb = "verb sum_up:\n  ran = 0\n  repeat until ran is 9:\n    ran += 1"
    state = game(tmp_path, deed, verb).new(2, 1, tracked)
    number = [each.word for each in state.program.tables.procedures].index("sum_up")
    act, before = state.variant.procedures[number], state.slots[1:]
    with pytest.raises(RuntimeError, match="outside of an execution"):
        act(state.slots, 0)
    assert state.slots[1:] == before
    assert run_segments(state.variant, state.slots, [], first=lambda slots: act(slots, 0)) is Outcome.EMPTY
    assert state.slots[1:] != before


@pytest.mark.parametrize("tracked", [False, True])
def test_a_rule_is_asked_ten_thousand_deep(tracked: bool, tmp_path: Path) -> None:
    state = game(tmp_path, "f(10000)", RING).new(2, 1, tracked)
    limit = sys.getrecursionlimit()
    state.apply(0)
    assert state.scores == [10_000, 0]
    assert sys.getrecursionlimit() == limit
    assert state.why("f(3000)")[0] == "f(3000) = 3000"


def test_in_c_a_rule_is_asked_ten_thousand_deep(tmp_path: Path) -> None:
    if no_compiler():
        pytest.skip("there is no C compiler")
    whole = game(tmp_path, "f(10000)", RING)
    engine = Engine(whole, 2, flags=QUICK)
    state = whole.new(2, 1, tracked=False)
    native = engine.taken(state)
    native.answer(0)
    state.apply(0)
    assert native.results()[0] == state.scores


@pytest.mark.long
@pytest.mark.parametrize("tracked", [False, True])
def test_what_asks_for_the_same_is_endless_and_what_goes_on_reached_a_limit(tracked: bool, tmp_path: Path) -> None:
    same = (
        "rule f(number) gives number:\n  0 if number < 1\n  g(number) otherwise\nrule g(number) gives number: f(number)"
    )
    with pytest.raises(RunawayError, match=r"^this never ends: (f -> g -> f|g -> f -> g)$"):
        game(tmp_path, "f(1)", same).new(2, 1, tracked).apply(0)
    on = "rule f(number) gives number:\n  0 if number < 1\n  1 + f(number + 1) otherwise"
    with pytest.raises(RunawayError, match=r"^this calls itself too deeply: f -> f \(.*game.yaml, line \d+: .*\); "):
        game(tmp_path, "f(1)", on).new(2, 1, tracked).apply(0)
    with pytest.raises(RunawayError, match=r"^this evaluates more than 200,000 .*: f -> f \(.*, line \d+: .*\); "):
        game(tmp_path, "f(40)", WIDE).new(2, 1, tracked).apply(0)


@pytest.mark.parametrize("tracked", [False, True])
def test_a_loop_that_ends_after_too_many_rounds_is_not_said_to_be_endless(tracked: bool, tmp_path: Path) -> None:
    long = game(tmp_path, LOOP.replace("4700", "6000")).new(2, 1, tracked)
    with pytest.raises(
        RunawayError, match=r"^there are more than 5,000 rounds of loops .*: play \(.*, line \d+: .*\); "
    ):
        long.apply(0)


DOUBLED = """rule f(number) gives number:
  1 if number < 1
  g(f(number - 1)) otherwise
rule g(number) gives number: number + number"""


@pytest.mark.parametrize("value", ["f(20000) * f(20000)", "count(numbers(1, f(20000)))"])
def test_numbers_that_python_does_not_write_are_told_of(value: str, tmp_path: Path) -> None:
    with pytest.raises(RunawayError, match="a number of more than 18 digits"):
        game(tmp_path, value, DOUBLED).new(2, 1, tracked=False).apply(0)
