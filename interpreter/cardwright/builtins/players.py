"""Built-in functions about players and the zones they can see."""

from cardwright.builtins.registry import BuiltinParameter, KernelCall, Primitive, declare
from cardwright.declarations.value_types import PLAYER, YES_NO, list_of

declare(
    Primitive(
        "next",
        (BuiltinParameter("player", "player"),),
        lambda b, player: b.table("NEXT", PLAYER, player),
        "the player after {player}",
        "The next player in the order of play.",
        "active = next(active)",
        result=lambda _: PLAYER,
    ),
    Primitive(
        "previous",
        (BuiltinParameter("player", "player"),),
        lambda b, player: b.table("PREVIOUS", PLAYER, player),
        "the player before {player}",
        "The previous player in the order of play.",
        "previous(you) gain(1)",
        result=lambda _: PLAYER,
    ),
    Primitive(
        "clockwise",
        (BuiltinParameter("player", "player"),),
        lambda b, player: b.table("AFTER", list_of(PLAYER), player),
        "all players, beginning with {player}",
        "All players in the order of play, beginning with the given one.",
        "for each p in clockwise(leader): p draw(1)",
        result=lambda _: list_of(PLAYER),
    ),
    Primitive(
        "sees",
        (BuiltinParameter("player", "player"), BuiltinParameter("zone", "zone")),
        lambda b, player, zone: b.op("sees", YES_NO, b.value(player), b.value(zone)),
        "{player} can see {zone}",
        "Whether a player sees the pieces of a zone.",
        "sees(you, source)",
        result=lambda _: YES_NO,
        calls=(KernelCall("sees", "II:I", "reads"),),
    ),
)
