"""Diagnostics about misnamed plurals, reported once at the declaration."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from cardwright.declarations.dedupe_diagnostics import told_once, unprinted
from cardwright.declarations.field_reader import UNKNOWN_TYPE
from cardwright.declarations.model import EnumDecl, GameDecl, KindDecl
from cardwright.source import SourceFile, Span
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, Fix, suggest

CODES_OF_WORDS = {UNKNOWN_TYPE, "unknown-kind", "unknown-name"}
MIN_REPEATS = 2


def told_at_plurals(found: list[Diagnostic], game: GameDecl, files: Mapping[str, SourceFile]) -> list[Diagnostic]:
    """Return the diagnostics of a game; if a plural is misnamed, only the error about its declaration.

    Most other errors would follow from the misnamed plural.
    """
    unknown = {each.span: word for each in found if each.code in CODES_OF_WORDS for word in _words(each)}
    return list(_misnamed(unknown, game, files)) or told_once(found, files)


def _words(found: Diagnostic) -> Iterator[str]:
    """Yield the unknown word of a diagnostic: the last one in its message."""
    yield from re.findall(r"`(\w+)`", found.message)[-1:]


def _misnamed(unknown: dict[Span, str], game: GameDecl, files: Mapping[str, SourceFile]) -> Iterator[Diagnostic]:
    used = Counter(word for file in files.values() for word in re.findall(r"\w+", unprinted(file.text)))
    times = Counter(word for word in unknown.values() if word not in game.enums and word not in game.kinds)
    declared: Iterable[EnumDecl | KindDecl] = [*game.enums.values(), *game.kinds.values()]
    for each in declared:
        if used[each.plural] > (each.plural_span is not None):
            continue  # somebody uses it as it is
        usual = f"{each.word}s"
        often = [word for word, count in times.items() if count >= MIN_REPEATS and suggest(word, [each.plural])]
        word = usual if usual in times else next(iter(often), None)
        if word is not None:
            first = next(span for span, said in unknown.items() if said == word)
            yield _at_declaration(each, word, first)


def _at_declaration(declared: EnumDecl | KindDecl, word: str, first: Span) -> Diagnostic:
    notes = (DiagnosticNote(f"`{word}` stands here, for example", first),)
    message = f"the plural of `{declared.word}` is `{declared.plural}` here, and everywhere else `{word}`"
    if declared.plural_span is None:
        return Diagnostic(UNKNOWN_TYPE, message, declared.span, f"add `plural: {word}`", notes)
    fix = Fix(declared.plural_span, word)
    return Diagnostic(UNKNOWN_TYPE, message, declared.plural_span, f"did you mean `{word}`?", notes, fix=fix)
