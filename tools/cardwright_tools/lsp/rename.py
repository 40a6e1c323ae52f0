"""Renames a name in all files of a game, or says why that cannot be."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cardwright.compiler.check import GameChecker
from cardwright.compiler.field_names import settled
from cardwright.compiler.meanings import Symbol
from cardwright.compiler.read_library import OWN_WORDS
from cardwright.language.primitives import all_primitives
from cardwright.language.read_game import read_game
from cardwright.language.shape import is_word
from cardwright.source import Diagnostic, Span
from cardwright.source.fixes import place
from cardwright.source.unsaved import instead_of_files
from cardwright_tools.lsp.desk import Analysis
from cardwright_tools.lsp.lookup import Occurrence, occurrences

Edit = tuple[Span, str]

_OWNED = {
    "procedure": ("role",),
    "rule": ("role",),
    "table": ("role",),
    "kind": ("zone", "memory", "attribute", "parts"),
}


class RefusedError(Exception):
    """A name cannot be changed, or not to this; the message tells the author why."""


@dataclass(frozen=True, slots=True)
class _Change:
    """What is renamed: a symbol, by the word it goes by here, to a new one."""

    symbol: Symbol
    old: str
    new: str


def renameable(analysis: Analysis, found: Occurrence | None) -> Span:
    """The stretch that would be renamed. Raises RefusedError for what has no name of the game's own."""
    if found is None:
        raise RefusedError("there is no name here")
    if found.symbol.kind in ("primitive", "builtin", "type"):
        raise RefusedError(f"`{found.text}` is a word of the language")
    if not any(each.declares for each in occurrences(analysis, found.symbol)):
        raise RefusedError(f"`{found.text}` is not declared in the files of this game")
    if found.symbol.kind in ("rule", "procedure") and found.text in ("setup", "play", "final_score", "winners"):
        raise RefusedError(f"every game has a `{found.text}` of this name")
    if found.text != found.symbol.word and _plural_given(analysis, found.symbol, found.text) is None:
        raise RefusedError(f"`{found.text}` is made of `{found.symbol.word}`: rename that")
    return found.span


def rename(analysis: Analysis, found: Occurrence | None, new: str, texts: dict[Path, str]) -> list[Edit]:
    """The changes that rename what stands at a place. Raises RefusedError where they would break or change anything.

    `texts` are the open files, which count instead of those on disk.
    """
    renameable(analysis, found)
    assert found is not None
    if not is_word(new):
        raise RefusedError(f"`{new}` is not a name: use one word of letters, digits and `_`")
    if new in OWN_WORDS or new in all_primitives():
        raise RefusedError(f"`{new}` is a word of the language")
    change = _Change(found.symbol, found.text, new)
    edits = list(_edits(analysis, change))
    if new != found.text:
        _check(analysis, change, edits, texts)
    return edits


def _edits(analysis: Analysis, change: _Change) -> Iterator[Edit]:
    symbol, old, new = change.symbol, change.old, change.new
    plural = _plural(analysis, symbol)
    implied = plural is not None and old == symbol.word and _plural_given(analysis, symbol, plural) is None
    for each in occurrences(analysis, symbol):
        if each.text == old:
            # a role that has the name of its type needs to say the type once it is called something else
            yield each.span, f"{new}: {old}" if each.short and each.declares and symbol.kind == "role" else new
        elif implied and each.text == plural:
            yield each.span, f"{new}s"


def _plural(analysis: Analysis, symbol: Symbol) -> str | None:
    if symbol.kind == "enum" and symbol.word in analysis.game.enums:
        return analysis.game.enums[symbol.word].plural
    if symbol.kind == "kind" and symbol.word in analysis.game.kinds:
        return analysis.game.kinds[symbol.word].plural
    return None


def _plural_given(analysis: Analysis, symbol: Symbol, plural: str) -> Span | None:
    """Where the plural of a type or kind is written, None if it is made with an `s`."""
    for path, names in analysis.names.items():
        for name in names:
            if name.scalar.raw == plural and not name.declares and settled(name.symbol, analysis.game) == symbol:
                line = analysis.sources[path].line(name.scalar.span.line)
                if re.search(r"\bplural *: *$", line[: name.scalar.span.column - 1]):
                    return name.scalar.span
    return None


def _check(analysis: Analysis, change: _Change, edits: list[Edit], texts: dict[Path, str]) -> None:
    """Make the changes for a try: afterwards nothing more may be wrong, and nothing mean anything else."""
    tried = {**texts, **{Path(path).resolve(): text for path, text in edited(analysis, edits).items()}}
    with instead_of_files(tried):
        loaded = read_game(analysis.files, list(analysis.files.cards))
        if loaded.game is None:
            raise RefusedError(_first(loaded.diagnostics, change.new))
        checker = GameChecker(loaded.game, noting=True)
        checker.prepare()
    after = Analysis(analysis.files, loaded, loaded.game, checker, {})
    wrong = after.diagnostics
    if len(wrong) > len(analysis.diagnostics):
        before = Counter(each.message for each in analysis.diagnostics)
        raise RefusedError(_first([each for each in wrong if not before[each.message]] or wrong, change.new))
    if _meanings(analysis, change) != _meanings(after, None):
        raise RefusedError(f"`{change.new}` already means something where this name is used")


def edited(analysis: Analysis, edits: list[Edit]) -> dict[str, str]:
    """The texts of the files that some changes touch, by the names of the files."""
    texts = {span.path: analysis.sources[span.path].text for span, _ in edits}
    for span, new in sorted(edits, key=lambda each: each[0], reverse=True):
        start, end = place(analysis.sources[span.path], span)
        texts[span.path] = texts[span.path][:start] + new + texts[span.path][end:]
    return texts


def _meanings(analysis: Analysis, change: _Change | None) -> Counter[Symbol]:
    """How often everything is named, by the names it has after a change; where local names stand does not count."""
    found: Counter[Symbol] = Counter()

    def note(symbol: Symbol) -> None:
        known = settled(symbol, analysis.game)
        known = _after(known, change) if change is not None else known
        found[Symbol("local", "", known.word) if known.kind == "local" else known] += 1

    for units in analysis.units.values():
        for unit in units:
            for meaning in unit.notes.meanings if unit.notes is not None else ():
                note(meaning.symbol)
    for names in analysis.names.values():
        for name in names:
            note(name.symbol)
    return found


def _after(symbol: Symbol, change: _Change) -> Symbol:
    """What a symbol is called after a change: renaming a verb changes whose roles there are, too."""
    if symbol == change.symbol:
        return Symbol(symbol.kind, symbol.owner, change.new if change.old == symbol.word else symbol.word)
    owned = _OWNED.get(change.symbol.kind, ())
    if symbol.kind in owned and symbol.owner == change.old == change.symbol.word:
        return Symbol(symbol.kind, change.new, symbol.word)
    return symbol


def _first(found: list[Diagnostic], new: str) -> str:
    found = sorted(found, key=lambda each: each.code not in ("name-taken", "duplicate-id", "bad-name"))
    return f"`{new}` cannot be the name: {found[0].message}" if found else f"`{new}` cannot be the name"
