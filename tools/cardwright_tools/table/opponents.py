"""What a bot is to those who play against it, in words: its kind, as `--bot` takes it, says that only to authors."""

WORDS = {"random": "bot, at random", "greedy": "bot", "mcts": "strong bot"}
# From so many games tried ahead a search is one of those that think for a while.
MANY = 1000


def bot_in_words(kind: str) -> str:
    """A kind of bot in words: `greedy` is a bot, `mcts:10000` a strong bot that thinks for long."""
    word, *settings = kind.split(":")
    tried = next((int(setting) for setting in settings if setting.isdecimal()), 0)
    return f"{WORDS.get(word, 'bot')}{', thinking long' if tried >= MANY else ''}"
