"""The bots that pages offer, and so all that may be asked for through a seat's link.

With any kind, anybody could choose one that thinks as long as it likes, in the few threads that think for all tables.
"""

from cardwright_tools.table.bots.strong import STRONG

USUAL_BOT = "greedy"
# With what they are called there.
OFFERED = {USUAL_BOT: "a bot", STRONG: "a strong bot"}
# What a host may write, and what that is called.
WRITTEN = {**OFFERED, "random": "one that plays at random", "mcts:200": "one that searches, with so many simulations"}
KINDS = f"Kinds of bots: {', '.join(f'{kind} ({called})' for kind, called in WRITTEN.items())}."
