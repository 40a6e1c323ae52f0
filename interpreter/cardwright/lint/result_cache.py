"""Cache of diagnostics keyed by file contents, so that unchanged files are not checked again."""

import hashlib
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from cardwright.declarations.file_kinds import is_scenarios
from cardwright.declarations.find_game_files import (
    RELEASED_LIST,
    RULES_PAGE,
    UNKNOWN_GAME,
    GameFiles,
    find_game_files,
)
from cardwright.declarations.readers.player_deck_files import BroughtDeck
from cardwright.game.deck_files import check_decks, find_game_of_deck
from cardwright.game.loading import GamePlace, code_key, list_game_places, place_above, reuse_parsed_texts
from cardwright.source.diagnostics import Diagnostic, as_plain, from_plain, suggest_label
from cardwright.source.node_dataclass import frozen
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.positions import SourceFile, Span
from cardwright.source.read_text_file import read_source
from cardwright.source.results_in_one_cache_entry import remember_result
from cardwright.source.trusted_disk_cache import read_cache, write_cache
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Scalar

Found = tuple[list[Diagnostic], list[Diagnostic]]


@frozen
class Root:
    """The top level of a file: whether it has fields, whether it has any content, and the name of its game or "".

    `span` is the position of that name, or of the whole content.
    """

    file: SourceFile
    mapping: bool
    written: bool
    game: str
    span: Span
    diagnostics: tuple[Diagnostic, ...]


def read_cached_root(path: Path) -> Root:
    """Return the beginning of a file, from the cache if possible."""
    file, problems = read_source(path, None)
    if problems:  # such a file has an empty text here, but is not empty
        return _find_root(path)

    def plain(root: Root) -> Any:
        span = root.span
        place = (span.path, span.line, span.column, span.end_line, span.end_column)
        return root.mapping, root.written, root.game, place, as_plain(root.diagnostics)

    def again(kept: Any) -> Root:
        mapping, written, game, place, diagnostics = kept
        return Root(file, mapping, written, game, Span(*place), tuple(from_plain(diagnostics)))

    return remember_result(lambda: _find_root(path), plain, again, "root", file.path, file.text)


def _find_root(path: Path) -> Root:
    document = load_yaml(path)
    root = document.root
    if not isinstance(root, Mapping):
        return Root(document.file, False, root is not None, "", Span.start_of(document.file.path), document.diagnostics)
    game = root.get("game")
    name = str(game.value) if isinstance(game, Scalar) else ""
    return Root(document.file, True, True, name, root.span if game is None else game.span, document.diagnostics)


def check_game_cached(game: GameFiles, files: dict[str, SourceFile]) -> Found:
    """Return the result of `check_game_files`, from the cache if possible."""

    def work() -> Found:
        from cardwright.lint.game_files import check_game_files

        with reuse_parsed_texts(game.game[0].parent if game.game else Path(game.name)):
            return check_game_files(game, files)

    paths = game.every
    lists = [*sorted({path.parent / RELEASED_LIST for path in paths}), *(p.parent / RULES_PAGE for p in game.game[:1])]
    sets = [(name, len(listed)) for name, listed in game.cards.items()]
    read = [*paths, *(path for path in lists if os.path.lexists(path)), *game.icons.values()]
    return _check_cached(
        work, read, files, "game mistakes", game.name, sets, list(game.shared), sorted(map(str, game.unread))
    )


def check_shared_cached(path: Path, files: dict[str, SourceFile]) -> list[Diagnostic]:
    """Return the result of `check_shared_file` for a file, from the cache if possible."""

    def work() -> Found:
        from cardwright.declarations.field_reader import FieldReader
        from cardwright.declarations.readers.shared_cards import check_shared_file

        document, reader = load_yaml(path), FieldReader()
        files[document.file.path] = document.file
        if isinstance(document.root, Mapping):
            check_shared_file(reader, document.root)
        return [*document.diagnostics, *reader.diagnostics], []

    return _check_cached(work, [path], files, "shared mistakes")[0]


def check_deck_cached(path: Path, files: dict[str, SourceFile]) -> list[Diagnostic]:
    """Return the mistakes of the file of a deck, by the rules of its game with all sets, from the cache if possible."""
    root = read_cached_root(path)
    files[root.file.path] = root.file
    place = find_game_of_deck(path, root.game)
    if place is None:
        message = f"there is no game `{root.game}`" if root.game else "a deck outside of a game names its `game`"
        label = "write the id of a game, or the name of its folder" if root.game else "add `game: NAME`"
        label = suggest_label(root.game or "", list_game_places(), label)
        return [Diagnostic(UNKNOWN_GAME, message, root.span, label)]

    def work() -> Found:
        sets = list(find_game_files(place.folder, place.cards).cards)
        checked = check_decks(place, sets, [BroughtDeck("P1", path, root.file.text)])
        return checked.mistakes, []

    return _check_cached(work, [path, *place.files()], files, "deck mistakes", place.name, str(place.folder))[0]


def check_scenarios_cached(paths: Sequence[Path], files: dict[str, SourceFile]) -> Found:
    """Return the result of `check_scenarios`, from the cache if possible.

    The result is cached only if all files belong to the game in whose folder they are.
    """

    def work() -> Found:
        from cardwright.lint.game_diagnostics import check_scenarios

        with reuse_parsed_texts(places[0].folder if places else Path()):
            return check_scenarios(paths, files)

    if not paths:
        return [], []
    places = [place for path in paths if not is_scenarios(path) and (place := _find_game(path)) is not None]
    if len(places) < len(paths):
        return work()
    others = {file: None for place in places for file in place.files()}
    about = [(place.name, str(place.folder), str(place.cards)) for place in places]
    return _check_cached(work, [*paths, *others], files, "scenario mistakes", len(paths), about)


def _find_game(path: Path) -> GamePlace | None:
    """Return the game of a file with examples, or None if the file is not in the folder of a game."""
    name = read_cached_root(path).game
    place = place_above(path, name) or list_game_places().get(name)
    inside = place is not None and resolve_path(path) in {resolve_path(file) for file in place.files()}
    return place if inside else None


def _check_cached(
    work: Callable[[], Found], paths: Iterable[Path], files: dict[str, SourceFile], *parts: object
) -> Found:
    """Return the result of `work`, which must depend only on the contents of the files and on `parts`.

    The result is not cached if a file cannot be read.
    """
    read = [read_source(path, None) for path in paths]
    if any(problems for _, problems in read):
        return work()
    contents = [(file.path, hashlib.sha256(file.text.encode("utf-8", "surrogatepass")).hexdigest()) for file, _ in read]
    key = code_key(*parts, contents)
    kept: Found | None = read_cache(key, _restore_found)
    if kept is None:
        found = work()
        write_cache(key, tuple(as_plain(each) for each in found))
        return found
    files.update((file.path, file) for file, _ in read)
    return kept


def _restore_found(kept: Any) -> Found:
    one, other = kept
    if one or other:
        import cardwright.lint.game_diagnostics
        import cardwright.lint.texts.rules_page
        import cardwright.scenarios.suite  # noqa: F401 - the codes of what they find are declared
    return from_plain(one), from_plain(other)
