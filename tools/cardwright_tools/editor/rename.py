"""Renaming of a symbol in all files of a game, unless this would change a meaning."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from cardwright.builtins import all_primitives
from cardwright.checker.collect_definitions import OWN_WORDS
from cardwright.checker.names.occurrences import Meaning, Notes, Symbol
from cardwright.checker.names.occurrences_in_fields import FieldName, resolve_symbol
from cardwright.checker.names.rule_text_context import Unit
from cardwright.checker.recheck_changed_names import (
    CheckUnit,
    Renaming,
    check_again,
    list_built_in_words,
    split_library,
)
from cardwright.declarations.field_reader import is_word
from cardwright.declarations.model import TABLE, GameDecl
from cardwright.declarations.readers.game_files import read_game
from cardwright.scenarios.compile import list_seats
from cardwright.source.diagnostics import Diagnostic, has_errors, place
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.positions import SourceFile, Span
from cardwright.source.read_text_file import read_source
from cardwright.source.read_with_size_limit import override_files
from cardwright.source.yaml.loader import load_yaml
from cardwright.syntax.indentation import REMARK
from cardwright_tools.editor.game_analysis import Analysis, find_names
from cardwright_tools.editor.game_names_in_rules_page import find_page_names, read_page_file
from cardwright_tools.editor.scenario_analysis import ScenarioPage
from cardwright_tools.editor.symbol_lookup import Occurrence, find_declarations, find_occurrences

Edit = tuple[Span, str]

_OWNED = {
    "procedure": ("role",),
    "rule": ("role",),
    "table": ("role",),
    "kind": ("zone", "memory", "attribute", "parts"),
}


class RenameRefusedError(Exception):
    """Error for a symbol that cannot be renamed, with the reason for the author."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A symbol that gets a new name: its present word `old`, the word `new`, and its old and new plural."""

    symbol: Symbol
    old: str
    new: str
    plurals: tuple[str, ...] = ()

    @property
    def words(self) -> set[str]:
        """All forms in which the symbol is written before and after the change, including plurals with `s`."""
        return {self.symbol.word, self.old, self.new, *self.plurals}

    @property
    def renaming(self) -> Renaming:
        """The change in the form that the checker needs."""
        whole = {self.old: self.new} if self.old == self.symbol.word else {}
        definitions = whole if self.symbol.kind in ("procedure", "rule") else {}
        types = whole if self.symbol.kind in ("enum", "kind") else {}
        return Renaming(definitions, types, (self.new, *self.plurals[1:]))


def check_renameable(analysis: Analysis, found: Occurrence | None) -> Span:
    """Return the span of the name to rename. Raises RenameRefusedError if the game does not declare it."""
    if found is None:
        raise RenameRefusedError("there is no name here")
    if isinstance(analysis, ScenarioPage):
        raise RenameRefusedError(
            "names are changed in the files of a game; run `cardwright test` to see what to adapt here"
        )
    if found.symbol.kind in ("primitive", "builtin", "type"):
        raise RenameRefusedError(f"`{found.text}` is a word of the language")
    if not find_declarations(analysis, found.symbol):
        raise RenameRefusedError(f"`{found.text}` is not declared in the files of this game")
    if found.symbol.kind in ("rule", "procedure") and found.text in ("setup", "play", "final_score", "winners"):
        raise RenameRefusedError(f"every game has a `{found.text}` of this name")
    if found.text != found.symbol.word and _find_plural(analysis, found.symbol, found.text) is None:
        raise RenameRefusedError(f"`{found.text}` is made of `{found.symbol.word}`: rename that")
    return found.span


def rename(analysis: Analysis, found: Occurrence | None, new: str, texts: dict[Path, str]) -> list[Edit]:
    """Return the edits that rename the symbol `found` to `new`.

    `texts` are the open files, which replace the files on disk. Raises RenameRefusedError if a meaning would change.
    """
    check_renameable(analysis, found)
    assert found is not None
    if not is_word(new):
        raise RenameRefusedError(f"`{new}` is not a name: use one word of letters, digits and `_`")
    if new in OWN_WORDS or new in all_primitives():
        raise RenameRefusedError(f"`{new}` is a word of the language")
    if analysis.broken:
        raise RenameRefusedError("the library has mistakes: correct them first")
    if new == found.text:
        return []
    if _collides_with_local(analysis, found, new):
        raise RenameRefusedError(f"a name would hide another: `{new}` is one that the whole game knows")
    change = _Change(found.symbol, found.text, new, _derive_plurals(analysis, found, new))
    edits = list(_list_edits(analysis, change))
    for path in analysis.files.shared.values():
        if any(resolve_path(Path(span.path)) == resolve_path(path) for span, _ in edits):
            raise RenameRefusedError(f"`{found.text}` is declared in {path.name}, which other games use, too")
    _check(analysis, change, edits, texts)
    with override_files(texts):
        return [*edits, *_page_edits(analysis, change)]


def _collides_with_local(analysis: Analysis, found: Occurrence, new: str) -> bool:
    """Return True if `new` would be both a local and a global name, one of them that of the symbol `found`."""
    game, rules = analysis.game, analysis.checker.symbols.rules
    if found.symbol.kind in ("role", "local"):
        known = {zone.word for zone in game.zones if zone.owner == TABLE} | set(game.words)
        known |= {memory.word for memory in game.memory if memory.owner == TABLE}
        known |= {piece.id for piece in game.pieces} | {rule.word for rule in rules.values() if not rule.params}
        return new in known
    units = [unit for listed in analysis.units.values() for unit in listed]
    declared = [each for unit in units if unit.notes is not None for each in unit.notes.meanings if each.declares]
    return new in {each.symbol.word for each in declared if each.symbol.kind in ("role", "local")}


def _list_edits(analysis: Analysis, change: _Change) -> Iterator[Edit]:
    symbol, old, new = change.symbol, change.old, change.new
    for each in find_occurrences(analysis, symbol):
        if each.text not in (old, *change.plurals[:1]):
            continue
        if each.shared:
            yield each.span, _add_to_list(analysis, each, new)
            continue
        now = new if each.text == old else change.plurals[1]
        if each.short and symbol.kind == "role":  # a role that has the name of its type keeps the type
            yield each.span, f"{now}: {old}" if each.declares else now
        elif each.short:  # it keeps its own name when the type is renamed
            yield each.span, f"{each.text}: {now}"
        else:
            yield each.span, now


def _page_edits(analysis: Analysis, change: _Change) -> Iterator[Edit]:
    """Yield the edits in the rules page, which refers to declared names but declares none."""
    page = read_page_file(analysis.game)
    if page is None:
        return
    before, after = (change.old, *change.plurals[:1]), (change.new, *change.plurals[1:])
    now = dict(zip(before, after, strict=True))
    for (start, end), symbol in find_page_names(analysis, page.text):
        word = page.text[start:end].replace(" ", "_")
        if resolve_symbol(symbol, analysis.game) == change.symbol and word in now:
            yield page.span(start, end), now[word]


def find_file(analysis: Analysis, path: str) -> SourceFile:
    """Return a file that may be edited: one the game is read from, or its rules page."""
    return analysis.sources[path] if path in analysis.sources else read_source(Path(path), None)[0]


def _add_to_list(analysis: Analysis, shared: Occurrence, new: str) -> str:
    """Return the edit that adds the new name to a list, after a word that several symbols share.

    The word stays, since it still names the other symbols. Raises RenameRefusedError if it stands in front of a colon.
    """
    file, span = analysis.sources[shared.span.path], shared.span
    before, behind = file.line(span.line)[: span.column - 1], file.line(span.line)[span.end_column - 1 :]
    if behind.lstrip().startswith(":"):
        where = f"{Path(span.path).name}:{span.line}"
        raise RenameRefusedError(
            f"`{shared.text}` in {where} also means other declarations of this name: change it there"
        )
    return f"{shared.text}\n{before}{new}" if before.rstrip().endswith("-") else f"{shared.text}, {new}"


def _derive_plurals(analysis: Analysis, found: Occurrence, new: str) -> tuple[str, ...]:
    """Return the old and new plural of a renamed word, formed with `s`; () if its plural is declared."""
    plural = _render_plural(analysis, found.symbol)
    if plural is None or found.text != found.symbol.word or _find_plural(analysis, found.symbol, plural) is not None:
        return ()
    return plural, f"{new}s"


def _render_plural(analysis: Analysis, symbol: Symbol) -> str | None:
    if symbol.kind == "enum" and symbol.word in analysis.game.enums:
        return analysis.game.enums[symbol.word].plural
    if symbol.kind == "kind" and symbol.word in analysis.game.kinds:
        return analysis.game.kinds[symbol.word].plural
    return None


def _find_plural(analysis: Analysis, symbol: Symbol, plural: str) -> Span | None:
    """Return the span of the declared plural of a type or kind, or None if the plural is formed with an `s`."""
    for path, names in analysis.names.items():
        for name in names:
            if name.scalar.raw == plural and not name.declares and resolve_symbol(name.symbol, analysis.game) == symbol:
                line = analysis.sources[path].line(name.scalar.span.line)
                if re.search(r"\bplural *: *$", line[: name.scalar.span.column - 1]):
                    return name.scalar.span
    return None


def _check(analysis: Analysis, change: _Change, edits: list[Edit], texts: dict[Path, str]) -> None:
    """Raise RenameRefusedError if the edits would cause an error or change a meaning.

    Only rule texts that contain the old or the new word can change their meaning. They are checked again, and their
    symbols are compared. If the new word occurs nowhere yet, it can only mean the renamed symbol.
    """
    game, names = analysis.game, analysis.names
    if not _edits_only_texts(analysis, edits):
        tried = {**texts, **{resolve_path(Path(path)): text for path, text in edit_texts(analysis, edits).items()}}
        with override_files(tried):
            loaded = read_game(analysis.files, list(analysis.files.cards))
        count = len(analysis.loaded.diagnostics)
        if loaded.game is None or len(loaded.diagnostics) > count:
            raise RenameRefusedError(_explain_first(loaded.diagnostics, change.new))
        game = loaded.game
        names = {path: find_names(load_yaml(Path(path), file.text).root, game) for path, file in loaded.files.items()}
    same_names = {path: _count_symbols(listed, analysis.game, change) for path, listed in analysis.names.items()}
    if same_names != {path: _count_symbols(listed, game) for path, listed in names.items()}:
        raise RenameRefusedError(f"`{change.new}` already means something where this name is used")
    texts_before = list(_list_affected(analysis, change))
    if _is_unused(analysis, change) and all(_knows_all_words(each, notes, change) for each, notes in texts_before):
        return
    texts_after = [replace(each, text=_apply_edits(analysis, each, edits)) for each, _ in texts_before]
    notes, found = check_again(analysis.checker, game, change.renaming, texts_after)
    if has_errors(found):
        _refuse_new_errors(analysis, change, [each for each, _ in texts_before], found)
    before = [_list_symbols(each.meant(known), analysis.game, change) for each, known in texts_before]
    after = [_list_symbols(each.meanings, game) for each in notes]
    if before != after:
        raise RenameRefusedError(f"`{change.new}` already means something where this name is used")
    renamed = _rename_symbol(change.symbol, change)  # the same if only a plural changes
    if renamed != change.symbol and find_declarations(analysis, renamed):
        raise RenameRefusedError(f"`{change.new}` cannot be the name: it already is one")


def _is_unused(analysis: Analysis, change: _Change) -> bool:
    """Return True if the new words occur in no file of the game and are no words of the language."""
    words = (change.new, *change.plurals[1:])
    known = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")
    return not list_built_in_words().intersection(words) and not any(
        known.search(file.text) for file in analysis.sources.values()
    )


def _knows_all_words(piece: CheckUnit, notes: Notes, change: _Change) -> bool:
    """Return True if every occurrence of the old words in a rule text has a known symbol."""
    noted = {each.start - piece.start for each in notes.meanings}
    word = rf"\b(?:{'|'.join(map(re.escape, change.words))})\b"
    for found in re.finditer(rf'{REMARK}|"[^"\n]*"|{word}', piece.text):
        if found[0].startswith('"'):
            inside = re.finditer(rf"(?<=\{{){word}", found[0])
            if any(found.start() + each.start() not in noted for each in inside):
                return False
        elif not found[0].startswith("#") and found.start() not in noted:
            return False
    return True


def _edits_only_texts(analysis: Analysis, edits: list[Edit]) -> bool:
    """Return True if all edits are in rule texts, so that the fields of files stay unchanged."""
    return all(_find_unit_around(analysis, span) is not None for span, _ in edits)


def _find_unit_around(analysis: Analysis, span: Span) -> Unit | None:
    start, end = place(analysis.sources[span.path], span)
    listed = analysis.units.get(span.path, ())
    return next((unit for unit in listed if unit.scalar.start <= start and end <= unit.scalar.end), None)


def _list_affected(analysis: Analysis, change: _Change) -> Iterator[tuple[CheckUnit, Notes]]:
    """Yield the rule texts in which the symbol may occur, with their symbols."""
    symbol = change.symbol
    words = [re.compile(rf"\b(?:{'|'.join(map(re.escape, change.words))})\b")]
    if symbol.kind == "role":
        words.append(re.compile(rf"\b{re.escape(symbol.owner)}\b"))
    for each, notes in _list_texts(analysis):
        if not all(word.search(each.text) for word in words):
            continue
        if symbol.kind != "local" or any(meaning.symbol == symbol for meaning in each.meant(notes)):
            yield each, notes


def _list_texts(analysis: Analysis) -> Iterator[tuple[CheckUnit, Notes]]:
    """Yield all rule texts of a game, with the definitions of a library one by one."""
    yield from split_library(analysis.checker)
    for number, definition in enumerate(analysis.game.pieces):
        if definition.power is not None:
            power = CheckUnit(definition.power, 0, definition.power.raw, "power", number)
            yield power, analysis.notes_on(number, definition.power)
    for each in analysis.example_texts():
        piece = CheckUnit(each.scalar, 0, each.scalar.raw, each.kind, constants=list_seats(each.players))
        yield piece, analysis.notes_outside(each)


def _apply_edits(analysis: Analysis, piece: CheckUnit, edits: list[Edit]) -> str:
    """Return a rule text with its edits applied."""
    text, scalar = piece.text, piece.scalar
    for span, new in sorted(edits, reverse=True):
        if span.path == scalar.span.path and scalar.span <= span <= Span(
            span.path, *_end(scalar.span), *_end(scalar.span)
        ):
            first, last = (scalar.offset_at(at) - piece.start for at in place(analysis.sources[span.path], span))
            if 0 <= first < len(piece.text):
                text = text[:first] + new + text[last:]
    return text


def _end(span: Span) -> tuple[int, int]:
    return span.end_line, span.end_column


def _refuse_new_errors(analysis: Analysis, change: _Change, texts: list[CheckUnit], found: list[Diagnostic]) -> None:
    """Raise RenameRefusedError if the edits cause errors, or if an unreadable text contains the word."""
    unchanged = Renaming({}, {}, ())
    notes, known = check_again(analysis.checker, analysis.game, unchanged, texts)
    if len(notes) < len(texts) and has_errors(known):
        at = known[0].span
        raise RenameRefusedError(
            f"`{change.old}` may be used in a rule text that cannot be read: first correct "
            f"{Path(at.path).name}:{at.line}"
        )
    if len(found) > len(known):
        before = Counter(each.message for each in known)
        raise RenameRefusedError(
            _explain_first([each for each in found if not before[each.message]] or found, change.new)
        )


def edit_texts(analysis: Analysis, edits: list[Edit]) -> dict[str, str]:
    """Return the texts of the edited files, by file name."""
    files = {path: find_file(analysis, path) for path in sorted({span.path for span, _ in edits})}
    texts = {path: file.text for path, file in files.items()}
    for span, new in sorted(edits, key=lambda each: each[0], reverse=True):
        start, end = place(files[span.path], span)
        texts[span.path] = texts[span.path][:start] + new + texts[span.path][end:]
    return texts


def _list_symbols(meanings: list[Meaning], game: GameDecl, change: _Change | None = None) -> list[tuple[Symbol, bool]]:
    """Return the symbols of a text, word by word, each with True where it is declared.

    With a `change`, symbols have their names after that change. Local names are numbered in order, so that texts before
    and after the change can be compared.
    """
    listed: dict[tuple[int, Symbol, bool], tuple[Symbol, bool]] = {}
    local: dict[Symbol, Symbol] = {}
    for each in sorted(meanings, key=lambda each: (each.start, each.symbol.kind, each.declares)):
        symbol = resolve_symbol(each.symbol, game)
        symbol = symbol if change is None else _rename_symbol(symbol, change)
        if symbol.kind == "local":
            symbol = local.setdefault(symbol, Symbol("local", str(len(local)), symbol.word))
        listed[each.start, each.symbol, each.declares] = symbol, each.declares
    return list(listed.values())


def _count_symbols(names: list[FieldName], game: GameDecl, change: _Change | None = None) -> Counter[Symbol]:
    """Count the symbols named in the fields of a file; with a `change`, under their names after it."""
    symbols = [resolve_symbol(each.symbol, game) for each in names]
    return Counter(symbols if change is None else [_rename_symbol(each, change) for each in symbols])


def _rename_symbol(symbol: Symbol, change: _Change) -> Symbol:
    """Return a symbol as it is named after a change; renaming a verb also changes the owner of its parameters."""
    if symbol == change.symbol:
        return Symbol(symbol.kind, symbol.owner, change.new if change.old == symbol.word else symbol.word)
    owned = _OWNED.get(change.symbol.kind, ())
    if symbol.kind in owned and symbol.owner == change.old == change.symbol.word:
        return Symbol(symbol.kind, change.new, symbol.word)
    return symbol


def _explain_first(found: list[Diagnostic], new: str) -> str:
    found = sorted(found, key=lambda each: each.code not in ("name-taken", "duplicate-id", "bad-name"))
    return f"`{new}` cannot be the name: {found[0].message}" if found else f"`{new}` cannot be the name"
