"""Lists of released ids: the ids of the cards in a released set, with errors for missing cards."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from cardwright.declarations.find_game_files import RELEASED_LIST, GameFiles
from cardwright.declarations.model import PieceDef
from cardwright.declarations.readers.game_files import Loaded
from cardwright.source.diagnostics import CardwrightError, Diagnostic, DiagnosticNote, Fix, declare_code, suggest
from cardwright.source.positions import SourceFile
from cardwright.source.read_text_file import read_source

MISSING_ID = declare_code("missing-released-id")
HEAD = "# Ids of this set that were released: records and scenarios name them, so they stay.\n"
HEAD_OF_GAME = HEAD.replace("this set", "this game's own pieces")


def add_ids(text: str, ids: Iterable[str], head: str = HEAD) -> str:
    """Return the text of a list with more ids at its end; its existing lines and comments stay as they are."""
    begun = text if not text or text.endswith("\n") else f"{text}\n"
    return (begun or head) + "".join(f"{word}\n" for word in ids)


def find_missing_ids(files: GameFiles, loaded: Loaded, texts: dict[str, SourceFile]) -> Iterator[Diagnostic]:
    """Yield an error for each released id that no card of its set has; add the lists to `texts`.

    The list for pieces of the game itself, which belong to no set, lies in the folder of the game.
    """
    if loaded.game is None:
        return
    for set_name, paths in [("", files.game), *files.cards.items()]:
        for folder in sorted({path.parent for path in paths}):
            path = folder / RELEASED_LIST
            if not path.is_file():
                continue
            file, problems = read_source(path, None)
            texts[file.path] = file
            yield from problems
            have = {piece.id: piece for piece in loaded.game.pieces if piece.set == set_name}
            yield from _report_missing(file, set_name, have)


def read_released_ids(path: Path) -> tuple[str, list[str]]:
    """Return the text of a file of released ids, and the ids in it; ("", []) if the file does not exist.

    Raises CardwrightError if the file is not text.
    """
    if not path.exists():
        return "", []
    file, problems = read_source(path, None)
    if problems:
        raise CardwrightError(problems)
    return file.text, [word for word, _ in _list_ids(file)]


def _list_ids(file: SourceFile) -> Iterator[tuple[str, int]]:
    """Yield every id of a list with its offset."""
    at = 0
    for line in file.text.splitlines(keepends=True):
        word = line.split("#")[0].strip()
        if word:
            yield word, at + line.index(word)
        at += len(line)


def _report_missing(file: SourceFile, set_name: str, have: dict[str, PieceDef]) -> Iterator[Diagnostic]:
    listed = list(_list_ids(file))
    new = [word for word in have if word not in {known for known, _ in listed}]
    for word, at in listed:
        if word in have:
            continue
        message = f"no card of the set `{set_name}` has the released id `{word}` any more"
        if not set_name:
            message = f"no piece of the game's own has the released id `{word}` any more"
        near = suggest(word, new)
        span = file.span(at, at + len(word))
        if near is None:
            label = "give the card this id again; `copies: 0` takes it out of play"
            yield Diagnostic(MISSING_ID, message, span, label)
        else:
            place = have[near].span
            note = DiagnosticNote(f"`{near}` is declared here: write `{word}` again, and change only its `name`", place)
            yield Diagnostic(
                MISSING_ID,
                message,
                span,
                f"was it renamed to `{near}`?",
                (note,),
                fix=None if have[near].of_many else Fix(place, word),
            )
