"""Who plays best by what was learned, what of an author's knowledge is hidden, and which features are one."""

from __future__ import annotations

from pathlib import Path

import pytest
from maintenance.learning_table import find_hidden_rules
from tests.tools.training.gems import GAME

from cardwright import load_game
from cardwright.bots.valuation import WeightedValuation
from cardwright.game.loading import find_checked_game
from cardwright_tools.training.evaluation import EvaluationGames, match_of
from cardwright_tools.training.from_nothing.closing_matches import ClosingResult
from cardwright_tools.training.from_nothing.valuation_fit import find_distinct
from cardwright_tools.training.write_learned_rule import describe_results

numpy = pytest.importorskip("numpy")

SEARCH = "mcts:100:rollout=none"


@pytest.mark.parametrize(
    ("greedy", "rivals", "helps_greedy", "helps", "strongest"),
    [
        (9, {}, True, True, "greedy"),
        (5, {}, False, False, "greedy"),
        (9, {"greedy": 7, SEARCH: 9}, True, True, SEARCH),
        (9, {"greedy": 7, SEARCH: 7}, True, True, "greedy"),
        (4, {"greedy": 2, SEARCH: 8}, False, True, SEARCH),
        (4, {"greedy": 8, SEARCH: 5}, False, False, "greedy"),
    ],
)
def test_the_strongest_player_is_told_and_each_kind_of_bot_must_gain_by_itself(
    greedy: int, rivals: dict[str, int], helps_greedy: bool, helps: bool, strongest: str
) -> None:
    played = [match_of(EvaluationGames(2, greedy, 10), "greedy", "no valuation")]
    others = {
        kind: [match_of(EvaluationGames(2, wins, 10), kind, "no valuation", "mcts:100")]
        for kind, wins in rivals.items()
    }
    result = ClosingResult(WeightedValuation(()), "none", played, others)
    assert (result.helps_greedy, result.helps, result.strongest) == (helps_greedy, helps, strongest)
    for kind, each in others.items():
        assert describe_results(each)[0].startswith(f"{kind} with it over mcts:100 with no valuation: ")
    if not rivals:
        assert ClosingResult(WeightedValuation(()), "none", played, {}, searching=True).strongest == SEARCH


def test_rules_that_only_a_valuation_calls_are_hidden_whatever_comments_and_texts_say(tmp_path: Path) -> None:
    rules = (
        "  # A later turn is worth less than an earlier one.\n"
        '  rule later(player) "what comes later": count(player.bag)\n'
        "  rule shared(player): count(player.bag)\n"
        "  rule hope(player): later(player) + shared(player)\n"
    )
    text = GAME.replace("library: |\n", f"valuation: hope\nlibrary: |\n{rules}")
    text = text.replace("    let n = roll(6)\n", "    let n = roll(6)\n    you.luck += shared(you)\n")
    (tmp_path / "game.yaml").write_text(text + "  - {id: gem_1, weight: 1, clear: no}\n", encoding="utf-8")
    assert find_hidden_rules(find_checked_game(load_game(tmp_path))) == {"hope", "later"}


def test_features_that_differ_alike_between_players_are_one() -> None:
    apart = numpy.array([[0, 1, -1, 2, 0, 1], [0, 2, -2, 4, 3, 2], [0, 0, 0, 0, 1, 0]], dtype=float)
    assert find_distinct(apart).tolist() == [1, 3, 4]
