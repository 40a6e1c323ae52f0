"""Checks of a whole game: distinct names, zones for all pieces, and the number of pieces."""

from collections.abc import Iterable

from cardwright.declarations.field_reader import DUPLICATE_ID, UNKNOWN_ZONE, WRONG_VALUE, FieldReader
from cardwright.declarations.model import PLAYERS, TABLE, MemoryDecl, PieceDef, ZoneDecl
from cardwright.declarations.readers.types_and_tables import Types
from cardwright.source.diagnostics import DiagnosticNote, declare_code, note_declared
from cardwright.source.positions import Span
from cardwright.state_slots_and_table_rows import MAX_PIECES

MISSING_ZONE = declare_code("missing-zone")
TOO_MANY_PIECES = declare_code("too-many-pieces")
SECRETLY_DIFFERENT = declare_code("hidden-difference")
UNPLACED_MARK = declare_code("mark-on-hidden-piece")

Named = Iterable[tuple[str, Span]]


def check_names(types: Types, zones: Iterable[ZoneDecl], memories: Iterable[MemoryDecl]) -> None:
    """Report zones, memory, attributes and parts of one owner that share a name."""
    taken: dict[tuple[str, str], Span] = {}
    declared = [(kind.word, a.word, a.span) for kind in types.kinds.values() for a in kind.attributes.values()]
    declared += [(kind.word, kind.parts.word, kind.parts.span) for kind in types.kinds.values() if kind.parts]
    declared += [(zone.owner, zone.word, zone.span) for zone in zones]
    declared += [(memory.owner, memory.word, memory.span) for memory in memories]
    for owner, word, span in declared:
        first = taken.setdefault((owner, word), span)
        if first != span:
            message = f"{'the table' if owner == TABLE else f'a {owner}'} has two declarations named `{word}`"
            types.reader.error(DUPLICATE_ID, message, span, "rename one of the two", note_declared(word, first))
        elif owner in types.kinds and word in ("controller", "zone", "name"):
            types.reader.error(DUPLICATE_ID, f"every piece already has a `{word}`", span, "choose another name")


def check_capitals(
    types: Types, places: Iterable[ZoneDecl | MemoryDecl], more: Named, pieces: Iterable[PieceDef]
) -> None:
    """Report names that differ only in capitals and spaces, because players who type them cannot tell them apart.

    Compared are all declared names, the names in `more`, words of types, ids, and names of cards.
    """
    declared = [*more]
    for kind in types.kinds.values():
        declared += [(kind.word, kind.span), (kind.plural, kind.plural_span or kind.span)]
        declared += [(attribute.word, attribute.span) for attribute in kind.attributes.values()]
        declared += [(kind.parts.word, kind.parts.span)] if kind.parts is not None else []
    for enum in types.enums.values():
        declared += [(enum.word, enum.span), (enum.plural, enum.plural_span or enum.span)]
    declared += [(place.word, place.span) for place in places]
    listed = list(pieces)
    _report_capitals(types.reader, "name", declared)
    _report_capitals(types.reader, "word", [(word, e.span) for e in types.enums.values() for word in e.values])
    _report_capitals(types.reader, "id", [(piece.id, piece.span) for piece in listed])
    _report_capitals(types.reader, "name of a card", [(piece.name, piece.span) for piece in listed])


def _report_capitals(reader: FieldReader, what: str, named: Named) -> None:
    first: dict[str, tuple[str, Span]] = {}
    reported: set[str] = set()
    for word, span in named:
        other, place = first.setdefault(" ".join(word.casefold().split()), (word, span))
        if word not in (other, *reported):
            reported.add(word)  # once for all pieces that have it
            how = "capital letters" if word.casefold() == other.casefold() else "spaces"
            message = f"the {what} `{word}` and `{other}` differ only in {how}"
            reader.error(DUPLICATE_ID, message, span, "choose another name", note_declared(other, place))


def check_homes(types: Types, zones: Iterable[ZoneDecl], pieces: Iterable[PieceDef]) -> None:
    """Report pieces of a kind for which the game has no zone to start in."""
    homes = {zone.holds for zone in zones if zone.owner == TABLE}
    for each in pieces:
        if (each.copies or each.each_player) and each.kind not in homes:
            homes.add(each.kind)
            plural = types.kinds[each.kind].plural
            note = DiagnosticNote(f"`{each.id}` is to start in one", each.span)
            message = f"the table has no zone in which {plural} can start"
            label = f"add one under `zones`, such as `table: {{deck: {{of: {plural}}}}}`"
            types.reader.error(MISSING_ZONE, message, types.kinds[each.kind].span, label, (note,))


def check_own(types: Types, zones: Iterable[ZoneDecl], pieces: Iterable[PieceDef]) -> None:
    """Report pieces that each player starts with if the players have no zone for them."""
    places = {zone.word: zone for zone in zones if zone.owner == PLAYERS}
    reported: set[Span] = set()
    for each in pieces:
        for word, _ in each.each_player:
            zone = places.get(str(word.value))
            if word.span in reported or (zone is not None and zone.holds == each.kind):
                continue
            reported.add(word.span)  # once for all pieces of an entry with `each` or `from`
            if zone is None:
                fitting = [place.word for place in places.values() if place.holds == each.kind]
                types.reader.unknown(UNKNOWN_ZONE, "zone of players called", word, fitting)
            else:
                message = f"`{zone.word}` is for {types.kinds[zone.holds].plural}, but this is a {each.kind}"
                label = f"name a zone of the players for {types.kinds[each.kind].plural}"
                types.reader.error(WRONG_VALUE, message, word.span, label, note_declared(zone.word, zone.span))


def check_pools(types: Types, zones: Iterable[ZoneDecl], pieces: Iterable[PieceDef]) -> None:
    """Report tokens whose pool is not an unordered zone of the table for their kind."""
    places = {zone.word: zone for zone in zones if zone.owner == TABLE}
    reported: set[Span] = set()
    for each in pieces:
        if each.pool is None or each.pool.span in reported:
            continue
        reported.add(each.pool.span)
        if not each.copies:
            message = "a token with a `pool` and no copies never comes into play"
            label = "give `copies`; without `pool`, `create` makes as many as are needed"
            types.reader.error(WRONG_VALUE, message, each.pool.span, label)
        zone = places.get(str(each.pool.value))
        if zone is None:
            fitting = [place.word for place in places.values() if place.holds == each.kind]
            types.reader.unknown(UNKNOWN_ZONE, "zone of the table", each.pool, fitting)
        elif zone.holds != each.kind or zone.ordered:
            is_for = types.kinds[zone.holds].plural
            wrong = f"this is a zone of {is_for}" if zone.holds != each.kind else "this one is ordered"
            message = f"a `pool` is an unordered zone of {types.kinds[each.kind].plural}, but {wrong}"
            label = "name another zone of the table"
            types.reader.error(WRONG_VALUE, message, each.pool.span, label, note_declared(zone.word, zone.span))


def check_alike(types: Types, zones: Iterable[ZoneDecl], memories: Iterable[MemoryDecl]) -> None:
    """Report zones and memory by which a player could secretly distinguish interchangeable pieces."""
    alike = {kind.word for kind in types.kinds.values() if kind.interchangeable}
    parts = {kind.parts.kind: kind.word for kind in types.kinds.values() if kind.parts is not None}
    for zone in zones:
        if {zone.owner, parts.get(zone.owner)} & alike and zone.see != "everyone":
            plural = types.kinds[zone.owner if zone.owner in alike else parts[zone.owner]].plural
            message = f"{plural} are interchangeable, but not everybody sees what is in `{zone.word}` on each of them"
            label = f"declare `{zone.word}` with `see: everyone`, or remove `interchangeable: yes`"
            types.reader.error(SECRETLY_DIFFERENT, message, zone.span, label)
    for memory in memories:
        named = memory.type.item or memory.type
        kinds = {memory.owner, parts.get(memory.owner), named.of if named.base == "piece" else None}
        for same in sorted(kind for kind in kinds if memory.secret and kind is not None and kind in alike):
            message = f"{types.kinds[same].plural} are interchangeable, but the secret `{memory.word}` picks one out"
            label = "remove `secret: yes`, or `interchangeable: yes`"
            types.reader.error(SECRETLY_DIFFERENT, message, memory.span, label)


def check_marks(types: Types, zones: Iterable[ZoneDecl], memories: Iterable[MemoryDecl]) -> None:
    """Report memory with `also_see`, which players see on hidden pieces, if the declaration makes no sense.

    Its owner must be a kind of pieces that lie in a zone by themselves and in a fixed position. The memory must not be
    secret, and must not refer to pieces or zones, because these can be hidden themselves.
    """
    declared = tuple(zones)
    parts = {kind.parts.kind: kind.word for kind in types.kinds.values() if kind.parts is not None}
    for memory in memories:
        named = memory.type.item or memory.type
        kind = types.kinds.get(memory.owner)
        if not memory.also_see:
            continue
        if kind is None or kind.word in parts:
            of = "the table or a player" if kind is None else f"a part of a {parts[kind.word]}"
            wrong = f"belongs to {of}"
        elif memory.secret:
            wrong = "is secret"
        elif named.base in ("piece", "zone"):
            wrong = f"refers to a {named.of or 'zone'}, which can be hidden itself"
        else:
            _check_places(types, declared, parts, memory)
            continue
        label = "remove the field `also_see`: it is for open memory of pieces that lie in zones"
        types.reader.error(UNPLACED_MARK, f"`{memory.word}` {wrong}, so it has no `also_see`", memory.span, label)


def _is_seen_by_owner(zone: ZoneDecl) -> bool:
    """Return True if the owner of a zone sees all pieces in it."""
    return zone.see == "owner" or (zone.see == "face" and zone.down == "owner")


def _check_places(types: Types, zones: tuple[ZoneDecl, ...], parts: dict[str, str], memory: MemoryDecl) -> None:
    """Report the zones in which players could see memory of a hidden piece without knowing which piece it belongs to.

    In such a zone, pieces are unordered, or lie on a piece that can be hidden itself.
    """
    plural = types.kinds[memory.owner].plural
    hiding = {zone.holds: zone for zone in zones if zone.see != "everyone"}
    for zone in zones:
        carrier = hiding.get(parts.get(zone.owner, zone.owner))
        if zone.holds != memory.owner or (zone.see == "everyone" and carrier is None):
            continue
        if memory.also_see == "owner" and (zone.owner == TABLE or (carrier is None and _is_seen_by_owner(zone))):
            continue
        if carrier is not None:
            where = f"in `{zone.word}` on a {zone.owner} that is hidden in `{carrier.word}`"
        elif not zone.ordered:
            where = f"in `{zone.word}`, which is hidden and unordered"
        else:
            continue
        message = f"`{memory.word}` would be seen on {plural} {where}: nobody could tell on which of them"
        label = "remove the field `also_see`, or let everybody see the zone"
        if carrier is None:
            label = f"remove the field `also_see`, or declare `{zone.word}` with `ordered: yes`"
        types.reader.error(UNPLACED_MARK, message, memory.span, label, note_declared(zone.word, zone.span))


def check_stock(reader: FieldReader, pieces: Iterable[PieceDef], players: tuple[int, int]) -> None:
    """Report definitions with copies by number of players if a possible number of players of the game is missing."""
    reported: set[Span] = set()
    for each in pieces:
        if each.stock is None or each.stock.span in reported:
            continue
        reported.add(each.stock.span)  # once for all pieces of an entry with `each` or `from`
        lacking = next((n for n in range(players[0], players[1] + 1) if each.stock.find(n) is None), None)
        row = next((row for row in each.stock.rows if row[0] > players[1] or row[1] < players[0]), None)
        if lacking is not None:
            message = f"`copies` gives no number for {lacking} players"
            reader.error(WRONG_VALUE, message, each.stock.span, f"give a number for each of {_render_range(players)}")
        elif row is not None:
            message = (
                f"`copies` gives a number for {_render_range(row[:2])}, and the game is for {_render_range(players)}"
            )
            reader.error(WRONG_VALUE, message, each.stock.span, f"remove the number for {_render_range(row[:2])}")


def _render_range(players: tuple[int, int]) -> str:
    low, high = players
    return f"{low} to {high} players" if low != high else f"{low} player{'' if low == 1 else 's'}"


def check_amount(reader: FieldReader, pieces: Iterable[PieceDef], players: tuple[int, int]) -> None:
    """Report the first piece beyond `MAX_PIECES`, counted for the number of players that gives the most pieces."""
    total = 0
    for each in pieces:
        total += each.most(players) * (1 + sum(max(0, count) for count in each.parts.values()))
        if total > MAX_PIECES:
            message = f"a game has at most {MAX_PIECES:,} pieces, but with `{each.id}` this one has {total:,}"
            reader.error(TOO_MANY_PIECES, message, each.span, "write fewer `copies`")
            return
