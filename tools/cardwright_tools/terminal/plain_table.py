"""Table as facts for the plain screen: counters, zones, pieces with memory, and zones on pieces."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from cardwright.presentation.piece_and_player_labels import Fact
from cardwright.presentation.table_view import TablePiece, TableView, TableZone, list_contents
from cardwright_tools.terminal.drawing.drawn_or_listed_zones import format_fact

COUNTER, ZONE, PIECE = "counter", "zone", "piece"
HIDDEN = "hidden"
# What lines are about: the word of these lines, then an owner, a zone and so on.
Subject = tuple[str, ...]
# The lines about a subject, each without the subject.
Lines = tuple[tuple[str, ...], ...]


def list_table(found: TableView, known: Collection[Subject] = ()) -> dict[Subject, Lines]:
    """Return all that a table shows, as lines about each counter, zone and piece, in the order of the table.

    A counter without a value, an empty zone or a piece without facts is left out, unless it is among those `known`.
    """
    lines: dict[Subject, Lines] = {}
    for subject, line in _list_subjects(found):
        lines[subject] = (*lines.get(subject, ()), *([] if line is None else [line]))
    gone: dict[Subject, Lines] = {each: (("",),) for each in known if each[0] == COUNTER and each not in lines}
    return {each: lines[each] or (("",),) for each in lines if each in known or _says(each, lines[each])} | gone


def _says(subject: Subject, lines: Lines) -> bool:
    return any(line[0] != "0" for line in lines) if subject[0] == ZONE else bool(lines)


def _list_subjects(found: TableView) -> Iterator[tuple[Subject, tuple[str, ...] | None]]:
    """Yield each subject of a table with a line about it, or None for a subject without a value."""
    yield from _list_counters("table", found.facts)
    for seat in found.seats:
        yield from _list_counters(seat.name, seat.facts)
    for zone in found.zones:
        yield from list_zone(zone)
    for seat in found.seats:
        for zone in seat.zones:
            yield from list_zone(zone, fully=seat.you)


def _list_counters(owner: str, facts: Iterable[Fact]) -> Iterator[tuple[Subject, tuple[str, ...] | None]]:
    for fact in facts:
        yield (COUNTER, owner, fact.title), (fact.value,) if fact.says or fact.stays else None


def list_zone(
    zone: TableZone, owner: str = "", fully: bool = False
) -> Iterator[tuple[Subject, tuple[str, ...] | None]]:
    """Yield the line about a zone, those about its pieces, `fully` with their texts, and the zones on these pieces."""
    if zone.aside:
        return
    owner = owner or zone.owner
    contents = HIDDEN if zone.hidden else ", ".join(list_contents(zone))
    limit = [f"at most {zone.most}"] if zone.most else []
    yield (ZONE, owner, zone.called), (str(zone.count), contents, *limit)
    seen = [piece for piece in zone.pieces if not piece.hidden]
    alike = Counter((piece.label, tuple(_describe_piece(piece, fully))) for piece in seen)
    for (label, facts), count in alike.items():
        yield (PIECE, owner, zone.called, label), (str(count), *facts) if facts else None
    for piece in seen:
        for inner in piece.carried:
            yield from list_zone(inner, f"{piece.label}, {zone.called}", fully)


def _describe_piece(piece: TablePiece, fully: bool) -> Iterator[str]:
    """Yield what a table shows of a piece besides its label and the pieces on it; `fully` with its text."""
    yield from (format_fact(fact) for fact in piece.printed if fact.word in piece.unsaid)
    yield from (format_fact(fact) for fact in piece.facts if fact.says)
    yield from (f"{fact.title} {fact.value}" for fact in piece.asked if fact.says and not fact.stays)
    yield from (f"{player} is here" for player in piece.here)
    for part in piece.parts:
        yield f"{part.label}: {', '.join(_describe_piece(part, False))}".removesuffix(": ")
    if fully and piece.text:
        yield " ".join(piece.text.split())
