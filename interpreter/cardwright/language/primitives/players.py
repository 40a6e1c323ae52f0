"""Built-in values about players and what they may see."""

from __future__ import annotations

from cardwright.language.primitives.declare import Primitive, Role, declare
from cardwright.language.types import PLAYER, YES_NO, list_of

declare(
    Primitive(
        "next",
        (Role("player", "player"),),
        lambda _: PLAYER,
        lambda coder, player: f"NEXT[{coder.scalar(player)}]",
        "the player after {player}",
        "The player whose seat comes next in the order of play.",
        "active = next(active)",
    )
)
declare(
    Primitive(
        "previous",
        (Role("player", "player"),),
        lambda _: PLAYER,
        lambda coder, player: f"PREVIOUS[{coder.scalar(player)}]",
        "the player before {player}",
        "The player whose seat comes before in the order of play.",
        "previous(you) gain(1)",
    )
)
declare(
    Primitive(
        "clockwise",
        (Role("player", "player"),),
        lambda _: list_of(PLAYER),
        lambda coder, player: f"AFTER[{coder.scalar(player)}]",
        "all players, beginning with {player}",
        "All players in the order of play, beginning with the one named.",
        "for each p in clockwise(leader): p draw(1)",
    )
)
declare(
    Primitive(
        "sees",
        (Role("player", "player"), Role("zone", "zone")),
        lambda _: YES_NO,
        lambda coder, player, zone: f"sees(S, {coder.scalar(player)}, {coder.scalar(zone)})",
        "{player} can see {zone}",
        "Whether a player may look at the pieces of a zone.",
        "sees(you, source)",
    )
)
