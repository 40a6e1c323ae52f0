"""Primitives for zones: moves of pieces, holders of pieces, and the players who may look at them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cardwright.program_format import FACE, TRACKER, ProgramTables, ZoneRow
from cardwright.runtime.errors import NestedError, place_asking

Slots = list[Any]
Relist = Callable[[Slots, int, int, int], None]
Holder = Callable[[Slots, int], int]


def settling(tables: ProgramTables, relist: Relist) -> Callable[[Slots, int, int, int], None]:
    """Return the primitive that updates a moved piece: its recorded zone, its powers and its side."""
    location: int = tables.location
    zones_from: int = tables.zones_from
    powers = set(tables.power_zones)
    # by the numbers of slots
    works = [*[False] * zones_from, *[zone.word in powers for zone in tables.zones]]
    faced = [*[False] * zones_from, *[zone.see == "face" for zone in tables.zones]]

    def settle(S: Slots, piece: int, old: int, zone: int) -> None:
        S[location + piece] = zone
        if works[old] or works[zone]:
            relist(S, piece, old, zone)
        if not faced[zone] and S[FACE] >> piece & 1:
            S[FACE] ^= 1 << piece  # where faces do not count nobody remembers which side was up

    return settle


def finding(tables: ProgramTables, located: bool) -> tuple[Holder, Holder]:
    """Return two functions for the zone of a piece: by search, and by its record if there is one."""
    location: int = tables.location
    zones_from: int = tables.zones_from
    end = zones_from + len(tables.zones)

    def find(S: Slots, piece: int) -> int:
        for slot in range(zones_from, end):
            pile = S[slot]
            if pile >> piece & 1 if isinstance(pile, int) else piece in pile:
                return slot
        return zones_from

    def where(S: Slots, piece: int) -> int:
        return int(S[location + piece])

    return find, where if located else find


def nesting(
    tables: ProgramTables, which: str, where: Callable[[Slots, int], int]
) -> Callable[[Slots, Sequence[int], int], None]:
    """Return a function that raises NestedError where one of some pieces carries the zone it is to be moved into."""
    zones_from, whole, kinds = tables.zones_from, tables.whole, tables.kinds
    # by the number of a zone the whole piece that it is on, -1 for one of the table or of a player
    carriers = [-1 if zone.owner not in kinds else kinds[zone.owner].first + zone.number for zone in tables.zones]
    carriers = [whole[piece] if piece >= 0 and whole[piece] >= 0 else piece for piece in carriers]

    def check_nesting(S: Slots, moved: Sequence[int], zone: int) -> None:
        carrier = carriers[zone - zones_from] if moved else -1
        while carrier >= 0:
            if carrier in moved:
                raise NestedError(place_asking(tables, which))
            carrier = carriers[where(S, carrier) - zones_from]

    return check_nesting


def moving(
    tables: ProgramTables, tracked: bool, relist: Relist, ids: Callable[[int], tuple[int, ...]]
) -> dict[str, Any]:
    """Return `content` of a zone, and `put`, which moves pieces and starts and stops their powers."""
    location: int = tables.location
    settle = settling(tables, relist)
    located = tracked or tables.plain.located
    find, where = finding(tables, located)
    check_nesting = nesting(tables, "tracked" if tracked else "plain", where)

    def without(pile: tuple[int, ...], piece: int) -> tuple[int, ...]:
        place = pile.index(piece)
        return pile[:place] + pile[place + 1 :]

    def content(S: Slots, zone: int) -> tuple[int, ...]:
        if zone < 0:
            return ()  # a zone of nobody
        found = S[zone]
        return ids(found) if isinstance(found, int) else found

    def all_of(S: Slots, pieces: tuple[int, ...]) -> set[int]:
        """Return the unordered zones whose whole contents are among some pieces."""
        mask = sum({1 << piece for piece in pieces})
        zones = {S[location + piece] for piece in pieces}
        return {zone for zone in zones if isinstance(S[zone], int) and not S[zone] & ~mask}

    def at_once(S: Slots, pieces: tuple[int, ...], zone: int, bottom: int) -> bool:
        """Move several pieces in one step; return False, with nothing done, if they must be moved one by one."""
        lying = [where(S, piece) for piece in pieces]
        olds = {*lying}
        mask = sum({1 << piece for piece in pieces})
        if mask.bit_count() < len(pieces) or (len(olds) > 1 and zone in olds):
            return False
        for old in olds:
            pile = S[old]
            S[old] = pile & ~mask if isinstance(pile, int) else tuple([each for each in pile if not mask >> each & 1])
        pile = S[zone]
        if isinstance(pile, int):
            S[zone] = pile | mask
        else:
            S[zone] = (*pieces[::-1], *pile) if bottom else (*pile, *pieces)
        for piece, old in zip(pieces, lying, strict=True):
            settle(S, piece, old, zone)
        return True

    def put(S: Slots, moved: Iterable[int], zone: int, bottom: int) -> None:
        pieces = tuple(moved)
        check_nesting(S, pieces, zone)
        if not pieces or (not tracked and len(pieces) > 1 and at_once(S, pieces, zone, bottom)):
            return
        emptied = all_of(S, pieces) if tracked else ()
        lying = [S[location + piece] for piece in pieces] if tracked else []
        if tracked:
            S[TRACKER].covers(S, dict.fromkeys([*lying, zone]))
        for number, piece in enumerate(pieces, start=1):
            old = S[location + piece] if located else find(S, piece)
            pile = S[old]
            S[old] = pile & ~(1 << piece) if isinstance(pile, int) else without(pile, piece)
            pile = S[zone]
            if isinstance(pile, int):
                S[zone] = pile | 1 << piece
            else:
                S[zone] = (piece, *pile) if bottom else pile + (piece,)  # noqa: RUF005  # as only a pile itself knows how to do
            if tracked:
                S[location + piece] = zone
                several = lying.count(old) > 1
                S[TRACKER].moved(S, piece, old, zone, old in emptied, several, number < len(pieces) and not bottom)
            settle(S, piece, old, zone)

    return {"content": content, "put": put, "find": find, "where": where, "check_nesting": check_nesting}


def holding(tables: ProgramTables) -> dict[str, Any]:
    """Return the primitives for the controller of a piece or zone."""
    location: int = tables.location
    zones_from: int = tables.zones_from
    owners = [(zone.owner, zone.number) for zone in tables.zones]
    kinds = tables.kinds
    whole = tables.whole
    owner_memory = {memory.owner: memory.base for memory in tables.memory if memory.word == "owner"}
    alone = [each < 0 for each in whole]
    # by the numbers of slots: who holds whatever lies there, if that is a player
    players = [None] * zones_from + [number if owner == "player" else None for owner, number in owners]

    def controller(S: Slots, piece: int) -> int:
        if 0 <= piece < len(alone) and alone[piece]:
            player = players[S[location + piece]]
            if player is not None:
                return player
        while True:
            if not 0 <= piece < len(whole):
                return -1
            if whole[piece] >= 0:
                piece = whole[piece]
                continue
            kind, number = owners[S[location + piece] - zones_from]
            if kind == "player":
                return int(number)
            if kind == "table":
                return _owner(S, piece)
            piece = kinds[kind].first + number

    def _owner(S: Slots, piece: int) -> int:
        for kind, base in owner_memory.items():
            if kind in kinds and kinds[kind].first <= piece < kinds[kind].first + kinds[kind].size:
                return int(S[base + piece - kinds[kind].first])
        return -1

    def holder(S: Slots, piece: int, doer: int) -> int:
        """Return `you` in an ability: its piece's controller, or the doer for an ability of the game itself."""
        return controller(S, piece) if piece < len(whole) else doer

    def zone_holder(S: Slots, zone: int) -> int:
        kind, number = owners[zone - zones_from]
        if kind == "player":
            return int(number)
        return -1 if kind == "table" else controller(S, kinds[kind].first + number)

    return {"controller": controller, "holder": holder, "zone_holder": zone_holder}


def seeing(tables: ProgramTables, tracked: bool, names: dict[str, Any]) -> dict[str, Any]:
    """Return the primitives for turning pieces, and for the players who may look at a zone or piece."""
    location: int = tables.location
    zones_from: int = tables.zones_from
    zones = tables.zones
    players: int = tables.players
    powerful = bool(tables.power_zones)
    zone_holder: Holder = names["zone_holder"]
    powers_of, enlist, standing = names["powers_of"], names["enlist"], names["standing"]

    def sees(S: Slots, player: int, zone: int) -> bool:
        if player < 0 or zone < 0:
            return False
        see = zones[zone - zones_from][4]
        if see in ("owner", "others"):
            return (zone_holder(S, zone) == player) == (see == "owner")
        return bool(see == "everyone")

    everybody = (1 << players + 1) - 1
    seated = (1 << players) - 1

    def constant(zone: ZoneRow) -> int | None:
        """Return the bitset of players who may look into a zone if it never changes, else None."""
        if zone.see in ("everyone", "nobody"):
            return everybody if zone.see == "everyone" else 0
        if zone.see == "owner" and zone.owner in ("player", "table"):
            return 1 << zone.number if zone.owner == "player" else 0
        if zone.see == "others" and zone.owner == "player":
            return all_but(zone.number)
        return None

    def all_but(owner: int) -> int:
        """Return the players except the owner, if there is one; a spectator may look over anybody's shoulder."""
        return seated & ~(1 << owner) if owner >= 0 else everybody

    always = [constant(zone) for zone in zones]

    def onlookers(S: Slots, piece: int, zone: int) -> int:
        """Return the bitset of players who may look at a piece in a zone; the last bit is for spectators."""
        found = always[zone - zones_from]
        if found is not None:
            return found
        see, down = zones[zone - zones_from][4:6]
        if see == "top":
            return everybody if S[zone] and S[zone][-1] == piece else 0
        if see == "face":
            if S[FACE] >> piece & 1:
                return everybody
            if down != "owner":
                return 0
        owner = zone_holder(S, zone)
        if see == "others":
            return all_but(owner)
        return 1 << owner if owner >= 0 else 0

    def may_see(S: Slots, player: int, piece: int, zone: int) -> bool:
        """Return True if a player (-1: a spectator) may look at a piece in a zone."""
        return bool(onlookers(S, piece, zone) >> (player if player >= 0 else players) & 1)

    def reads(S: Slots, player: int, also_see: str, zone: int) -> bool:
        """Return True if a player (-1: a spectator) sees a mark on a piece in a zone without seeing the piece."""
        return also_see == "everyone" or (also_see == "owner" and player >= 0 and zone_holder(S, zone) == player)

    def turn(S: Slots, turned: Iterable[int], up: int) -> None:
        for piece in turned:
            if S[FACE] >> piece & 1 == up:
                continue
            before = standing(S, piece, S[location + piece]) if powerful else ""
            S[FACE] = S[FACE] | 1 << piece if up else S[FACE] & ~(1 << piece)
            if powerful and before != (now := standing(S, piece, S[location + piece])):
                for power in powers_of(S, piece):
                    enlist(S, piece, power, before, now)
            if tracked:
                S[TRACKER].turned(S, piece, up)

    return {"sees": sees, "may_see": may_see, "onlookers": onlookers, "reads": reads, "turn": turn}
