"""Primitives for picks by the backs: options reveal nothing of pieces the player cannot see."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from cardwright.program_format import TRACKER, ProgramTables

Slots = list[Any]
Mix = Callable[[Slots, list[int]], list[int]]


def carried_by(tables: ProgramTables) -> list[int]:
    """Return for every zone the whole piece that carries it, itself or on a part; -1 for the others."""
    found = []
    for zone in tables.zones:
        owner, number = zone.owner, zone.number
        piece = -1 if owner in ("table", "player") else tables.kinds[owner].first + number
        found.append(piece if piece < 0 or tables.whole[piece] < 0 else tables.whole[piece])
    return found


def picking_by_backs(tables: ProgramTables, tracked: bool, names: dict[str, Any], mix: Mix) -> dict[str, Any]:
    """Return `by_backs` for picks of pieces and `on_backs` for picks of zones.

    The order and number of their options reveal nothing hidden.
    """
    whole: list[int] = tables.whole
    ordered = [zone.ordered for zone in tables.zones]
    carriers = carried_by(tables)
    zones_from: int = tables.zones_from
    location: int = tables.location
    may_see, find, mark = names["may_see"], names["find"], names["mark"]
    located = tracked or tables.plain.located

    def by_backs(S: Slots, player: int, options: Iterable[int], alike: int, mixed: int) -> list[int]:
        """Return the options; pieces that the player may not see come last, `mixed` if they lie in no order.

        If pieces are `alike`, only visible pieces are offered once.
        """
        seen: dict[Hashable, int] = {}
        lying: list[int] = []
        backs: list[int] = []
        for option in options:
            piece = option if whole[option] < 0 else whole[option]
            zone = S[location + piece] if located else find(S, piece)
            if may_see(S, player, piece, zone):
                seen.setdefault(mark(S, option) if alike else option, option)
            else:
                (lying if ordered[zone - zones_from] or not mixed else backs).append(option)
        return [*seen.values(), *lying, *_mixed(S, backs, player)]

    def on_backs(S: Slots, player: int, options: Iterable[int]) -> list[int]:
        """Return the zones; zones on a piece that the player may not see come last."""
        seen: list[int] = []
        backs: list[int] = []
        for zone in options:
            piece = carriers[zone - zones_from]
            around = -1 if piece < 0 else S[location + piece] if located else find(S, piece)
            hidden = piece >= 0 and not may_see(S, player, piece, around)
            (backs if hidden else seen).append(zone)
        return [*seen, *_mixed(S, backs, player)]

    def _mixed(S: Slots, backs: list[int], player: int) -> list[int]:
        found: list[int] = S[TRACKER].mixed(S, backs, player) if tracked else mix(S, backs)
        return found

    return {"by_backs": by_backs, "on_backs": on_backs}
