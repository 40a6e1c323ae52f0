"""Players are told what a bot is to them."""

import pytest

from cardwright_tools.session.session import describe_bot


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("greedy", "bot"),
        ("greedy:valuation=final_score", "bot"),
        ("random", "bot, at random"),
        ("mcts:100", "strong bot"),
        ("mcts:10000:valuation=learned", "strong bot, thinking long"),
    ],
)
def test_a_bot_is_told_in_words(kind: str, words: str) -> None:
    assert describe_bot(kind) == words
