"""Bots at a table: how they answer, and what they are in words, as their kinds say something only to authors."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright_tools.table.session import Session

USUAL_BOT = "greedy"
WORDS = {"random": "bot, at random", "greedy": "bot", "mcts": "strong bot"}
# From so many games tried ahead a search is one of those that think for a while.
MANY = 1000


def bot_in_words(kind: str) -> str:
    """A kind of bot in words: `greedy` is a bot, `mcts:10000` a strong bot that thinks for long."""
    word, *settings = kind.split(":")
    tried = next((int(setting) for setting in settings if setting.isdecimal()), 0)
    return f"{WORDS.get(word, 'bot')}{', thinking long' if tried >= MANY else ''}"


def let_bot_answer(session: "Session", kind: str) -> None:
    """Answer as a bot would. Raises FindingError when no answer leads to another decision."""
    session.answer_or_another(session.thinking.choose(kind, session.bot_seed(), session.state))
