"""The ids a released set had: the list beside its cards, and what is missing of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardwright.language.game_files import GameFiles, Loaded
from cardwright.source import SourceFile
from cardwright.source.diagnostics import Diagnostic, Fix, Note, declare_code
from cardwright.source.positions import Span
from cardwright.source.spelling import suggest
from cardwright.source.text_input import read_source

MISSING_ID = declare_code("released-id", "An id that was released is gone.")
LIST = "released.txt"
HEAD = "# Ids of this set that were released: records and scenarios name them, so they stay.\n"


def list_of_ids(ids: list[str]) -> str:
    """The text of a list of released ids."""
    return HEAD + "".join(f"{word}\n" for word in ids)


def missing_ids(files: GameFiles, loaded: Loaded, texts: dict[str, SourceFile]) -> Iterator[Diagnostic]:
    """An error for every released id that no card of its set has any more; the lists read are put into `texts`."""
    if loaded.game is None:
        return
    for set_name, paths in files.cards.items():
        for folder in sorted({path.parent for path in paths}):
            path = folder / LIST
            if not path.is_file():
                continue
            file, problems = read_source(path, None)
            texts[file.path] = file
            yield from problems
            have = {piece.id: piece for piece in loaded.game.pieces if piece.set == set_name}
            yield from _missing(file, set_name, {word: piece.span for word, piece in have.items()})


def released_ids(path: Path) -> list[str]:
    """The ids in a list; none where there is no list."""
    return [word for word, _ in _words(read_source(path, None)[0])] if path.is_file() else []


def _words(file: SourceFile) -> Iterator[tuple[str, int]]:
    """Every id of a list with its offset."""
    at = 0
    for line in file.text.splitlines(keepends=True):
        word = line.split("#")[0].strip()
        if word:
            yield word, at + line.index(word)
        at += len(line)


def _missing(file: SourceFile, set_name: str, have: dict[str, Span]) -> Iterator[Diagnostic]:
    listed = list(_words(file))
    new = [word for word in have if word not in {known for known, _ in listed}]
    for word, at in listed:
        if word in have:
            continue
        message = f"the set `{set_name}` was released with `{word}`, and no card of it has this id any more"
        near = suggest(word, new)
        span = file.span(at, at + len(word))
        if near is None:
            label = "give a card this id again; `copies: 0` takes it out of play"
            yield Diagnostic(MISSING_ID, message, span, label)
        else:
            place = have[near]
            note = Note(f"this new id is like it: call it `{word}` again, only its `name` may change", place)
            yield Diagnostic(MISSING_ID, message, span, f"was it renamed to `{near}`?", (note,), fix=Fix(place, word))
