"""The strongest bot that answers soon enough: a kind in numbers, by how quick this machine is."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import cardwright
import cardwright.bots
from cardwright.bots.factory import Bot
from cardwright.game.state import State
from cardwright_tools.cli.main import main
from cardwright_tools.laboratory.games.engine_choice import Engines
from cardwright_tools.session import bot_engine, strongest_bot
from cardwright_tools.session.bot_engine import BotEngine

# A game that names no rule for strong players.
LOW_TIDE = Path(__file__).resolve().parents[3] / "examples" / "low_tide"


@pytest.mark.parametrize(
    ("quick_up_to", "kind"), [(0, "mcts:50"), (50, "mcts:50"), (500, "mcts:500"), (10**6, "mcts:10000")]
)
def test_as_many_simulations_as_fit_into_the_time(
    quick_up_to: int, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0

    def choose(self: BotEngine, kind: str, seed: int, state: State) -> int:
        nonlocal now
        assert state.option_count > 1
        now += strongest_bot.SECONDS * 2 * (int(kind.removeprefix("mcts:")) > quick_up_to)
        return 0

    monkeypatch.setattr(BotEngine, "choose", choose)
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    found = strongest_bot.resolve_strong(
        {0: "greedy", 2: "strong"}, cardwright.load_game(LOW_TIDE), 3, Engines("python")
    )
    assert found == {0: "greedy", 2: kind}
    assert f"`strong` is `{kind}` here." in capsys.readouterr().err


@pytest.mark.parametrize(("seconds", "compiles"), [(0.0, True), (float("inf"), False)])
def test_a_bot_that_was_slow_in_python_goes_on_in_c(
    seconds: float, compiles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []

    class Compiled:
        engine = None

        def __init__(self, game: cardwright.Game, players: int) -> None:
            begun.append((game.name, players))

        def wait(self, seconds: float) -> None: ...

    monkeypatch.setattr(bot_engine, "LONG", seconds)
    monkeypatch.setattr(bot_engine, "Compiling", Compiled)
    state, thinking = cardwright.load_game("kuhn_poker").new(2, 1), BotEngine(Engines("auto"))
    first = thinking.choose("greedy", 1, state)
    assert begun == []
    assert thinking.choose("greedy", 1, state) == first
    assert begun == ([("kuhn_poker", 2)] if compiles else [])


@pytest.mark.parametrize(("kind", "keeps_a_log"), [("greedy", False), ("mcts:4", False), ("random", True)])
def test_bots_that_look_ahead_do_so_without_a_log_and_choose_the_same(
    kind: str, keeps_a_log: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, thinking = cardwright.load_game(LOW_TIDE).new(3, 1), BotEngine(Engines("python"))
    make_bot, seen = cardwright.bots.make_bot, []

    def make_noting(kind: str, seed: int) -> Bot:
        bot = make_bot(kind, seed)
        choose = bot.choose

        def choose_noting(state: State) -> int:
            seen.append(state.tracked)
            return choose(state)

        monkeypatch.setattr(bot, "choose", choose_noting)
        return bot

    monkeypatch.setattr(cardwright.bots, "make_bot", make_noting)
    before = state.clone()
    for seed in range(24):
        if seed == 12:
            state = before.clone()  # as after `undo`
        before = state.clone() if seed == 4 else before
        digest, chosen = state.digest(), thinking.choose(kind, seed, state)
        assert chosen == make_bot(kind, seed).choose(state)
        assert (state.digest(), state.decisions, state.tracked) == (digest, len(state.answers), True)
        state.apply(chosen)
    assert seen == [keeps_a_log] * 24


BY_A_RULE = """players: 2
kinds: {card: {}}
strong: far
library: |
  rule final_score(player): 0
  rule far(player): 1
  step setup: nothing
  step play:
    repeat 30 times:
      for each p in players:
        p choose one:
          option "Left": nothing
          option "Right": nothing
"""


def test_it_goes_by_the_rule_that_the_game_names_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.yaml").write_text(BY_A_RULE, encoding="utf-8")
    monkeypatch.setattr(strongest_bot, "BUDGETS", (1, 2))
    found = strongest_bot.resolve_strong({0: "strong"}, cardwright.load_game(tmp_path), 2, Engines("python"))
    assert found == {0: f"mcts:{strongest_bot.BUDGETS[-1]}:valuation=far"}
    (tmp_path / "game.yaml").write_text(BY_A_RULE.replace("far\n", "fat\n", 1), encoding="utf-8")
    with pytest.raises(cardwright.CardwrightError, match=r"game\.yaml:3:9: there is no rule `fat`"):
        cardwright.load_game(tmp_path)


@pytest.mark.long
def test_it_sits_at_a_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(strongest_bot, "find_largest_search", lambda *_: "mcts:2")
    monkeypatch.chdir(tmp_path)
    words = ["--human", "none", "--bot", "1=strong", "--bot", "2=random", "--players", "2", "--seed", "1", "--new"]
    assert main(["play", "cargo_hold", *words, "--engine", "python"]) == 0
    assert "`strong` is `mcts:2` here." in capsys.readouterr().err


SEATED = [["play", "ceylon", "--new", "--bot", "2=KIND"], ["serve", "ceylon", "--bot", "2=KIND"]]
MEASURED = [
    ["simulate", "ceylon", "--games", "2", "--players", "2", "--bots", "random,KIND"],
    ["ladder", "ceylon", "--bots", "random,KIND"],
    ["train", "ceylon", "--bots", "KIND"],
]


@pytest.mark.parametrize("words", [*SEATED, *MEASURED])
def test_the_kinds_of_bot_are_told_with_all_that_a_command_takes(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is compiled, too."""
    monkeypatch.setattr(strongest_bot, "make_ready", lambda *_: pytest.fail("too early"))
    there = "random, greedy, mcts, strong" if words in SEATED else "random, greedy, mcts"
    for kind, told in (
        ("foo", f"there is no bot `foo`; the kinds are {there}"),
        ("strog", "did you mean `strong`?" if words in SEATED else f"the kinds are {there}"),
        ("strong:5", "has no settings" if words in SEATED else "at a table alone"),
        *([] if words in SEATED else [("strong", "at a table alone (`play`, `serve`)")]),
    ):
        more = ["--bot", "3=strong"] if words[0] == "play" else []
        assert main([word.replace("KIND", kind) for word in words] + more) == 2
        assert told in capsys.readouterr().err
