"""Rules and verbs that ask for themselves: what they give, and what is told of those that never come to an end."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest

from cardwright import Game, RunawayError, check_paths, load_game
from cardwright.runtime.primitives.execution_budget import MAX_VALUES
from cardwright_tools.cli.main import main

GAME = """game: again
players: 2
active: active
kinds:
  card:
    attributes: {rank: number}
    zones: {under: {of: cards, see: everyone}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    row: {of: cards, see: everyone, ordered: yes}
  player:
    hand: {of: cards, see: owner}
memory:
  table: {active: player}
  player: {points: number}
library: |
  step setup:
    for each p in players: move(top(deck, 3), to: p.hand)
    move(top(deck, 5), to: row)
  step play:
    repeat 20 times:
      active choose one:
        option "Count": active.points = VALUE
        option "Wait": nothing
      active = next(active)
  rule final_score(player): player.points
"""

RULES = {
    "a number": (
        "factorial(6) + factorial(0)",
        721,
        "rule factorial(number) gives number:\n  1 if number < 2\n  number * factorial(number - 1) otherwise",
    ),
    "two that ask each other": (
        "even(10) + 10 * odd(11) + 100 * even(7)",
        11,
        (
            "rule even(number) gives number:\n  1 if number is 0\n  odd(number - 1) otherwise\n"
            "rule odd(number) gives number:\n  0 if number is 0\n  even(number - 1) otherwise"
        ),
    ),
    "lists": (
        "count(up_from(row)) + 10 * count(up_from(deck)) + 1",
        6,
        (
            "rule up_from(pile: cards) gives cards:\n  [] if count(pile) is 0\n"
            "  first(pile) + up_from(last(pile, count(pile) - 1)) otherwise"
        ),
    ),
    "within a list": (
        "weight(row)",
        15,
        "rule weight(pile: cards) gives number: sum(c.rank + weight(c.under) for each c in pile)",
    ),
    "sets, through another rule": (
        "count(kept(4))",
        3,
        (
            "rule kept(number) gives cards:\n  active.hand if number < 1\n  fewer(number - 1) otherwise\n"
            "rule fewer(number) gives cards: kept(number) where rank > 0"
        ),
    ),
    "what changes a rule": (
        "worth(3)",
        6,
        "rule worth(number) gives number: number\nmodify worth(number) where number > 1: add worth(number - 1)",
    ),
    "a hundred deep": (
        "depth(99)",
        99,
        "rule depth(number) gives number:\n  0 if number < 1\n  1 + max([depth(number - 1)]) otherwise",
    ),
}

ENDLESS = {
    "a rule": ("f(1)", ["f", "f"], "rule f(number) gives number:\n  1 if number < 1\n  f(number + 1) otherwise"),
    "nested lists": (
        "f(1)",
        ["f", "f"],
        (
            "rule f(number) gives number:\n  1 if number < 1\n"
            "  max(max(f(n + 1) for each n in [number]) + m for each m in [number]) otherwise"
        ),
    ),
    "three rules": (
        "f(1)",
        ["h", "f", "g", "h"],
        (
            "rule f(number) gives number:\n  0 if number < 0\n  g(number) otherwise\n"
            "rule g(number) gives number:\n  0 if number < 0\n  h(number) otherwise\n"
            "rule h(number) gives number:\n  0 if number < 0\n  f(number) otherwise"
        ),
    ),
    "too often, though never deep": (
        "f(70)",
        ["f", "f"],
        "rule f(number) gives number:\n  1 if number < 2\n  f(number - 1) + f(number - 2) otherwise",
    ),
    "a change": ("f(1)", ["f", "f"], "rule f(number) gives number: number\nmodify f(number): add f(number + 1)"),
    "lists of a union": (
        "count(f(active))",
        ["f", "g", "f"],
        (
            "rule f(player) gives cards: g(q) for each q in players where q is not player\n"
            "rule g(player) gives cards: f(q) for each q in players where q is not player"
        ),
    ),
}


def again(folder: Path, value: str, rules: str) -> Game:
    rules = "".join(f"  {line}\n" for line in rules.split("\n"))
    cards = "".join(f"  - {{id: c{n}, kind: card, rank: {n % 5 + 1}}}\n" for n in range(11))
    text = GAME.replace("VALUE", value) + rules + "pieces:\n" + cards
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return load_game(str(folder))


@pytest.mark.parametrize("tracked", [False, True])
@pytest.mark.parametrize("case", RULES)
def test_a_rule_may_ask_itself(case: str, tracked: bool, tmp_path: Path) -> None:
    value, expected, rules = RULES[case]
    state = again(tmp_path, value, rules).new(2, 1, tracked)
    state.apply(0)
    assert state.scores[0] == expected


@pytest.mark.one_of
@pytest.mark.parametrize("tracked", [False, True])
@pytest.mark.parametrize("case", ENDLESS)
def test_rules_without_an_end_are_told_by_name(case: str, tracked: bool, tmp_path: Path) -> None:
    value, ring, rules = ENDLESS[case]
    state = again(tmp_path, value, rules).new(2, 1, tracked)
    before, began = state.digest(), time.process_time()
    with pytest.raises(RunawayError) as caught:
        state.apply(0)
    assert time.process_time() - began < 5
    assert set(caught.value.chain) == set(ring)
    assert len(caught.value.chain) == len(ring)
    assert caught.value.chain[0] == caught.value.chain[-1]
    assert state.digest() == before
    state.apply(1)
    assert state.decisions == 1


def the_score(folder: Path) -> Game:
    """A game that plays, but whose score never ends once somebody has points."""
    again(folder, "1", "rule f(number) gives number:\n  0 if number < 1\n  f(number + 1) otherwise")
    path = folder / "game.yaml"
    path.write_text(path.read_text().replace("player.points\n", "player.points + f(player.points)\n", 1))
    return load_game(str(folder))


@pytest.mark.long
def test_a_score_without_an_end_is_told(tmp_path: Path) -> None:
    state = the_score(tmp_path).new(2, 1)
    assert state.scores == [0, 0]
    state.apply(0)

    for what in ("scores", "valuations", "winners"):
        with pytest.raises(RunawayError, match="f -> f"):
            getattr(state, what)
    with pytest.raises(RunawayError, match="f -> f"):
        state.why("f(3)")
    # nobody asked: play goes on, and what took too long for one is not tried for the other
    assert state.view(0).scores == (None, None)
    assert state.why("f(0)") == ["f(0) = 0", "  by the case: 0 if number < 1"]


def test_what_is_told_of_a_rule_that_asks_itself_is_of_what_was_asked(tmp_path: Path) -> None:
    state = again(tmp_path, "worth(4)", RULES["what changes a rule"][2]).new(2, 1)
    assert state.why("worth(3)") == ["worth(3) = 6", "  3 to begin with", "  +: 6 because of " + state.game.title]


def test_a_score_that_asks_itself_is_added_up_once(tmp_path: Path) -> None:
    again(
        tmp_path,
        "20",
        "rule f(number) gives number:\n  number if number < 2\n  f(number - 1) + f(number - 2) otherwise",
    )
    path = tmp_path / "game.yaml"
    path.write_text(path.read_text().replace("player.points\n", "f(player.points)\n", 1))
    state = load_game(str(tmp_path)).new(2, 1)
    for _ in range(2):
        state.apply(0)
    began = time.process_time()
    assert state.score_sheet(0).value == state.scores[0] == 6765
    assert time.process_time() - began < 5


# ---------------------------------------------------------------- as a user meets it

SCENARIO = """scenarios:
  - name: Somebody counts
    when:
      - do: active.points = f(1)
  - name: Nobody counts
    given: {P1.points: 2}
    then: final_score(P1) is 3
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("simulate {} --games 2 --bots random", 1),
        ("play {} --plain", 0),
        ("test {}/scenarios", 1),
        ("bench {} --seconds 0.1", 1),
        ("validate {}", 1),  # some zones are used by none of these games
    ],
)
def test_commands_tell_of_rules_without_an_end(
    command: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    again(tmp_path, *ENDLESS["a rule"][::2])
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "some.yaml").write_text(SCENARIO)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nwhy f(1)\n2\n2\nquit\n"))
    assert main(command.format(tmp_path).split()) == code
    captured = capsys.readouterr()
    told = captured.out + captured.err
    assert "RecursionError" not in told
    assert "bug" not in told
    if command.startswith(("play", "simulate", "test", "bench")):
        assert "this calls itself too deeply: f -> f (" in told


def test_a_rule_that_asks_itself_for_the_same_is_found_without_being_played(tmp_path: Path) -> None:
    text = (
        GAME.replace("VALUE", "f(2)") + "  rule f(number) gives number:\n    1 if number < 2\n    f(number) otherwise\n"
    )
    (tmp_path / "game.yaml").write_text(text)
    found = [each for each in check_paths([tmp_path])[0] if each.code == "rule-cycle"]
    assert [each.message for each in found] == ["this case never ends: `f` calls itself with the same arguments"]


# ---------------------------------------------------------------- verbs that begin with themselves


def test_a_verb_that_cannot_begin_without_itself_is_told(tmp_path: Path) -> None:
    game = again(tmp_path, "1", "verb dig(number):\n  choose c from row:\n    dig(number - 1)\nstep go: active dig(3)")
    state = game.new(2, 1)
    state.frames.append((state.variant.entry["go"],))
    with pytest.raises(RunawayError) as caught:
        state.go_on()
    assert caught.value.chain == ["dig", "dig"]


@pytest.mark.parametrize("first", ["pile_up", "heap"])
def test_of_verbs_that_begin_with_each_other_none_is_offered_when_one_is_impossible(first: str, tmp_path: Path) -> None:
    text = """verb both:
  choose one:
    option "One": FIRST
    option "Other": OTHER
    option "Leave": you.points = 7
verb pile_up:
  choose c from you.hand where rank > 5:
    heap
verb heap: pile_up"""
    other = {"pile_up": "heap", "heap": "pile_up"}[first]
    state = again(tmp_path, "1", text.replace("FIRST", first).replace("OTHER", other)).new(2, 1)
    state.frames[:] = [(state.variant.entry["both"], 0)]
    state.go_on()
    assert state.finished  # nobody was asked
    assert state.scores == [7, 0]


WIDE = """rule paths(number) gives number:
  1 if number < 2
  paths(number - 1) + paths(number - 2) otherwise"""


@pytest.mark.parametrize("tracked", [False, True])
def test_what_is_asked_for_one_answer_is_counted_together(tracked: bool, tmp_path: Path) -> None:
    """One question after the other, each of which is within its bounds, could keep a table waiting for minutes."""
    each = 3193  # times the rule is asked for paths(16)
    rounds = MAX_VALUES // each
    dear = "sum(paths(16) for each n in numbers(1, {}))"
    state = again(tmp_path, dear.format(rounds + 1), WIDE).new(2, 1, tracked)
    before = state.digest()
    with pytest.raises(RunawayError):
        state.apply(0)
    assert state.digest() == before
    state = again(tmp_path, dear.format(rounds), WIDE).new(2, 1, tracked)
    for _ in range(4):
        state.apply(0)  # every answer has bounds of its own
    assert state.scores == [1597 * rounds] * 2
