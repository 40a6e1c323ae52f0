"""Values that would take for ever end with an error at their place, wherever they are asked for, in every variant."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler

from cardwright import Game, RunawayError, State, load_game
from cardwright.native.compiled_game import BeyondC
from cardwright.native.engine import Engine

GAME = """game: spending
players: 2
active: active
turn: turn
kinds: {card: {plural: cards, attributes: {w: number}, memory: {marks: number}}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}, heap: {of: cards, see: everyone}}
memory: {table: {active: player, total: number}, player: {points: number}}
look: {hide: [marks]}  # counters that nobody sees have no lines in the log, which is limited, too
valuation: worth
library: |
  step setup: move(deck, to: heap)
  step play:
    repeat 20 times:
      turn
  step turn: active act
  verb act:
    choose one:
      option "Do it": deed
      option "Wait": nothing
  verb deed: DEED
  rule a(card) gives number: sum(b(x) for each x in heap) + card.w
  rule b(card) gives number: sum(c(x) for each x in heap) + card.w
  rule c(card) gives number: sum(d(x) for each x in heap) + card.w
  rule d(card) gives number: sum(e(x) for each x in heap) + card.w
  rule e(card) gives number: sum(heap.w) + card.w
  rule heavy gives number: sum(a(x) for each x in heap)
  rule final_score(player): SCORE
  rule worth(player): WORTH
pieces:
CARDS
"""
CARDS = "\n".join(f"  - {{id: c{n}, kind: card, w: {n % 7 + 1}}}" for n in range(60))
SMALL_VALUES = "".join(
    f"    card.marks = count(heap where w + card.marks > {n} and it is not card)\n" for n in range(60)
)
DEEDS = {
    "rules that sum": "total = heavy",
    "a condition": "\n    if any(heap where a(it) > 0): total = 1",
    "a choice": "\n    choose c from heap where a(it) > 0: total = 1",
    "a requirement": "\n    require heavy > 0\n    total = 1",
    "an option": '\n    choose one:\n      option "x" if heavy > 0: total = 1\n      option "y": total = 2',
    "sums in a sum": (
        "total = sum(1 for each v in heap for each w in heap for each x in heap for each y in heap for each z in heap)"
    ),
    "sums in sums": "total = sum(sum(sum(sum(sum(v.w + z.w for each z in heap) for each y in heap) for each x in heap) "
    "for each w in heap) for each v in heap)",
    "filters in sums": (
        "total = sum(sum(count(heap where any(heap where w > v.w + count(heap where w > v.w + u.w + x.w + y.w))) "
        "for each x in heap for each y in heap) for each u in heap for each v in heap)"
    ),
    "the highest of sums": "\n    choose c from heap with the highest a(it): total = 1",
    "loops in loops": (
        "\n    for each v in heap:\n      for each w in heap:\n        for each x in heap:\n"
        "          for each y in heap:\n            for each z in heap: z.marks = 1"
    ),
    "picks": (
        "\n    choose v from heap, u from heap, x from heap, y from heap, z from heap where "
        "v.w + u.w + x.w + y.w + it.w > 100: total = 1"
    ),
    "values in verbs that loops perform": (
        "\n    for each v in heap:\n      for each w in heap:\n        for each x in heap: small(v)\n"
        "  verb small(card): smaller(card)\n"
        "  verb smaller(card): card.marks = sum(x.w + y.w for each x in heap for each y in heap)"
    ),
    "a change": "\n    for each v in heap: v.marks = a(v)",
    "many small values in a verb that loops perform": (
        "\n    for each v in heap:\n      for each w in heap:\n        for each x in heap: small(v)\n"
        "  verb small(card):\n" + SMALL_VALUES
    ),
    "many small values in a verb that is repeated": (
        "\n    repeat 4900 times: small(the(first(heap)))\n  verb small(card):\n" + SMALL_VALUES + SMALL_VALUES
    ),
    "verbs of verbs that loops perform": (
        "\n    for each v in heap:\n      for each w in heap:\n        for each x in heap: f0(v)\n"
        + "".join(f"  verb f{n}(card):\n" + 4 * f"    f{n + 1}(card)\n" for n in range(5))
        + "  verb f5(card):\n"
        + SMALL_VALUES
    ),
    "many statements": (
        "\n    for each v in heap:\n      for each w in heap:\n        for each x in heap:\n"
        "          for each z in heap: small(v)\n  verb small(card):\n"
        + "".join(f"    card.marks = card.marks + {n} - card.w\n" for n in range(300))
    ),
    "rules of many parts": (
        "total = sum(r1(v) for each v in heap for each w in heap for each x in heap for each y in heap)\n"
        + "".join(
            f"  rule r{n}(card): r{n + 1}(card)" + "".join(f" + card.w * {m}" for m in range(25)) + "\n"
            for n in range(1, 9)
        )
        + "  rule r9(card): card.w"
    ),
}

# What is asked for to know whether the deed can be done, and so before anybody decides.
AT_ONCE = ("a choice", "a requirement", "the highest of sums", "picks")


def game(folder: Path, deed: str = "nothing", score: str = "player.points", worth: str = "1") -> Game:
    text = GAME.replace("DEED", deed).replace("SCORE", score).replace("WORTH", worth)
    (folder / "game.yaml").write_text(text.replace("CARDS", CARDS), encoding="utf-8")
    return load_game(str(folder))


def stopped(does: Callable[[], object]) -> str:
    """What is told where something is stopped, which is soon."""
    began = time.process_time()
    with pytest.raises(RunawayError) as told:
        does()
    assert time.process_time() - began < 20
    return str(told.value)


@pytest.mark.one_of
@pytest.mark.parametrize("tracked", [False, True])
@pytest.mark.parametrize("deed", DEEDS)
def test_what_would_take_for_ever_ends_with_an_error_at_its_place(deed: str, tracked: bool, tmp_path: Path) -> None:
    whole = game(tmp_path, DEEDS[deed])
    if deed in AT_ONCE:
        told = stopped(lambda: begun(whole, tracked))
        assert told.startswith("this goes through more than 20,000,000 items")
        return
    state = begun(whole, tracked)
    before = state.digest()
    told = stopped(lambda: state.apply(0))
    assert told.startswith("this goes through more than 20,000,000 items of nested lists")
    assert "game.yaml, line " in told
    assert state.digest() == before
    state.apply(state.option_count - 1)


def begun(whole: Game, tracked: bool) -> State:
    return whole.new(2, 1, tracked)


@pytest.mark.long
@pytest.mark.parametrize("tracked", [False, True])
def test_scores_and_valuations_end(tracked: bool, tmp_path: Path) -> None:
    state = begun(game(tmp_path, score="heavy + player.points", worth="heavy"), tracked)
    for what in ("scores", "valuations", "winners"):
        assert "line" in stopped(lambda what=what: getattr(state, what))  # type: ignore[misc]
    assert "heavy -> a -> b" in stopped(lambda: state.why("heavy"))


@pytest.mark.long
@pytest.mark.parametrize(
    "deed",
    [
        "rules that sum",
        "sums in a sum",
        "loops in loops",
        "picks",
        "values in verbs that loops perform",
        "verbs of verbs that loops perform",
    ],
)
def test_c_gives_up_where_python_tells_the_error(deed: str, tmp_path: Path) -> None:
    if no_compiler():
        pytest.skip("there is no C compiler")
    whole = game(tmp_path, DEEDS[deed])
    engine = Engine(whole, 2, flags=QUICK)
    try:
        native = engine.taken(whole.new(2, 1, tracked=False))
    except RunawayError:
        return
    with pytest.raises(BeyondC):
        native.answer(0)


def test_what_goes_through_much_and_ends_is_played(tmp_path: Path) -> None:
    deed = "total = sum(sum(sum(x.w for each x in heap) for each w in heap) for each v in heap)"
    for tracked in (False, True):
        state = begun(game(tmp_path, deed), tracked)
        state.apply(0)
        assert state.variant.rules["c"](state.slots, 0) == 60 * (60 * 234 + 234) + 234 + 1
