"""Lookup of the symbol at a position, and of all its occurrences."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cardwright.checker.names.occurrences import Meaning, Symbol
from cardwright.checker.names.occurrences_in_fields import FieldName, resolve_symbol
from cardwright.checker.names.rule_text_context import Unit
from cardwright.declarations.value_types import Type
from cardwright.source.positions import Span
from cardwright_tools.editor.game_analysis import Analysis


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An occurrence of a name; `declares` is True if the name is declared here.

    `short` is True if the name is that of a parameter and of its type. `shared` is True if several symbols have this
    name.
    """

    span: Span
    text: str
    symbol: Symbol
    type: Type | None = None
    declares: bool = False
    short: bool = False
    shared: bool = False


def find_occurrence(analysis: Analysis, path: str, offset: int) -> Occurrence | None:
    """Return the name at an offset of a file, or directly before the offset; None if there is none."""
    found = _find_in_text(analysis, path, offset)
    if found is not None:
        return found
    for name in analysis.names.get(path, ()):
        if name.scalar.start <= offset <= name.scalar.end and name.covers(offset):
            return _convert_field(name, analysis)
    return None


def find_occurrences(analysis: Analysis, symbol: Symbol) -> list[Occurrence]:
    """Return all occurrences of a symbol, in the order of files and lines, each once."""
    return _keep_each_once(_list_occurrences(analysis, symbol))


def find_declarations(analysis: Analysis, symbol: Symbol) -> list[Occurrence]:
    """Return the declarations of a symbol; none for words of the language."""
    return _keep_each_once(_list_occurrences(analysis, symbol, declared=True))


def find_declaration(analysis: Analysis, symbol: Symbol, near: str) -> Occurrence | None:
    """Return the first declaration of a symbol, None for words of the language.

    The file `near` and those of the game itself are searched before those of cards, and none after the one that
    declares the symbol.
    """
    if symbol.kind == "builtin":
        return None
    pieces = (each.span.path for each in analysis.game.pieces if each.id == symbol.word)
    first = {near, *(path.as_posix() for path in analysis.files.game), *pieces}
    for path in sorted(analysis.sources, key=lambda path: path not in first):
        found = _keep_each_once(_list_in_file(analysis, path, symbol, True))
        if found:
            return found[0]
    return None


def _keep_each_once(listed: Iterable[Occurrence]) -> list[Occurrence]:
    found: dict[Span, Occurrence] = {}
    for each in listed:
        known = found.get(each.span)
        if known is None or each.declares:
            found[each.span] = each
    return [found[span] for span in sorted(found)]


def find_rule_text(analysis: Analysis, path: str, offset: int) -> tuple[Unit, int] | None:
    """Return the rule text around an offset of a file, and the offset in it; None if there is none."""
    for unit in analysis.units.get(path, ()):
        if unit.scalar.start < offset <= unit.scalar.end:
            return unit, unit.scalar.offset_at(offset)
    return None


def _find_in_text(analysis: Analysis, path: str, offset: int) -> Occurrence | None:
    here = find_rule_text(analysis, path, offset)
    if here is None or here[0].notes is None:
        return None
    unit, at = here
    fitting = [m for m in unit.notes.meanings if m.start <= at <= m.start + m.length] if unit.notes else []
    if not fitting:
        return None
    # If two words touch, the one that begins here; and a parameter without a type of its own before its type.
    best = max(fitting, key=lambda m: (m.start, m.symbol.kind != "type", m.declares))
    return _convert_meaning(best, unit, analysis)


def _convert_meaning(meaning: Meaning, unit: Unit, analysis: Analysis) -> Occurrence:
    end = meaning.start + meaning.length
    return Occurrence(
        unit.scalar.span_of(meaning.start, end),
        unit.scalar.raw[meaning.start : end],
        resolve_symbol(meaning.symbol, analysis.game),
        meaning.type,
        meaning.declares,
        meaning.short,
    )


def _convert_field(name: FieldName, analysis: Analysis) -> Occurrence:
    return Occurrence(name.span, name.text, resolve_symbol(name.symbol, analysis.game), None, name.declares)


def _list_occurrences(analysis: Analysis, symbol: Symbol, declared: bool = False) -> Iterator[Occurrence]:
    """Yield the occurrences of a symbol, or only its declarations."""
    for path in analysis.sources:
        yield from _list_in_file(analysis, path, symbol, declared)


def _list_in_file(analysis: Analysis, path: str, symbol: Symbol, declared: bool) -> Iterator[Occurrence]:
    for unit in analysis.units.get(path, ()):
        for meaning in unit.notes.meanings if unit.notes is not None else ():
            if meaning.declares < declared:
                continue
            if meaning.symbol == symbol or resolve_symbol(meaning.symbol, analysis.game) == symbol:
                yield _convert_meaning(meaning, unit, analysis)
    names = analysis.names.get(path, [])
    several = _find_shared_words(names)
    for name in names:
        if name.declares >= declared and resolve_symbol(name.symbol, analysis.game) == symbol:
            yield replace(_convert_field(name, analysis), shared=(id(name.scalar), name.start) in several)


def _find_shared_words(names: list[FieldName]) -> set[tuple[int, int]]:
    """Return the positions, as (id of the scalar, start), of words in fields that name several symbols."""
    first: dict[tuple[int, int], Symbol] = {}
    return {at for name in names if first.setdefault(at := (id(name.scalar), name.start), name.symbol) != name.symbol}
