"""The bots that pages offer, and so all that may be asked for through a seat's link.

With any kind, anybody could choose one that thinks as long as it likes, in the few threads that think for all tables.
"""

import re

from cardwright_tools.table.bots.strong import STRONG

USUAL_BOT = "greedy"
# With what they are called there.
OFFERED = {USUAL_BOT: "a bot", STRONG: "a strong bot"}
# What a host may write, and what that is called.
WRITTEN = {**OFFERED, "random": "one that plays at random", "mcts:200": "one that searches, with so many simulations"}
KINDS = f"Kinds of bots: {', '.join(f'{kind} ({called})' for kind, called in WRITTEN.items())}."
# Simulations of a search that may be asked for in a browser, and the seconds that it may think about one answer.
MAX_SIMULATIONS = 1000
MAX_THINKING = 20.0
_LIMITED = re.compile(r"mcts:([1-9][0-9]{0,3})")


def is_limited(kind: str) -> bool:
    """Whether a kind of bot may be asked for in a browser, as it thinks no longer than others can wait."""
    search = _LIMITED.fullmatch(kind)
    return kind in WRITTEN or (search is not None and int(search[1]) <= MAX_SIMULATIONS)
