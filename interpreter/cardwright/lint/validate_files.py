"""Validation of files and folders, with the games they belong to."""

from collections.abc import Sequence
from pathlib import Path

from cardwright.declarations.file_kinds import find_file_kind, is_scenarios, report_wrong_file
from cardwright.declarations.find_game_files import UNKNOWN_GAME, GameFiles, add_draft, find_game_files
from cardwright.declarations.game_folders import is_game_folder
from cardwright.declarations.readers.cards import WRONG_PLACE
from cardwright.declarations.stray_files import find_stray_files
from cardwright.game.deck_files import find_game_of_deck
from cardwright.game.loading import GamePlace, code_key, find_cards_folder, list_game_places, place_above
from cardwright.lint.result_cache import (
    check_deck_cached,
    check_game_cached,
    check_scenarios_cached,
    check_shared_cached,
    read_cached_root,
)
from cardwright.scenarios.files import has_examples
from cardwright.source.diagnostics import Diagnostic, declare_code, limit_diagnostics, sort_diagnostics, suggest_label
from cardwright.source.path_and_number_checks import Paths, as_paths, resolve_path
from cardwright.source.positions import SourceFile, Span
from cardwright.source.results_in_one_cache_entry import open_shelf

NOTHING_TO_CHECK = declare_code("nothing-to-check")


def check_paths(
    paths: Paths | None = None,
) -> tuple[list[Diagnostic], dict[str, SourceFile]]:
    """Return the diagnostics of files or folders, and the files that were read.

    Without `paths`, all games shipped with Cardwright are checked. Games are checked with all their sets, card
    files together with their game. The rule texts of scenarios are checked, but scenarios are not played.
    """
    with open_shelf(code_key("roots")):
        return _check_all() if paths is None else _check_paths(as_paths(paths))


def _check_all() -> tuple[list[Diagnostic], dict[str, SourceFile]]:
    found: list[Diagnostic] = []
    files: dict[str, SourceFile] = {}
    shared: set[Path] = set()
    for place in list_game_places().values():
        game = find_game_files(place.folder, place.cards)
        for path in {path for path in game.shared.values() if path not in shared}:
            shared.add(path)
            found.extend(check_shared_cached(path, files))
        reported = {_make_diagnostic_key(each) for each in _check_game(game, found, files)}
        listed = [file for file in place.files() if is_scenarios(file) or has_examples(file)]
        written, meant = check_scenarios_cached(listed, files)
        found.extend([*written, *(each for each in meant if _make_diagnostic_key(each) not in reported)])
    return limit_diagnostics(found), files


def _check_paths(paths: Sequence[Path]) -> tuple[list[Diagnostic], dict[str, SourceFile]]:
    found: list[Diagnostic] = []
    files: dict[str, SourceFile] = {}
    for path in paths:
        _check_path(path, found, files)
    nameless = {each.span for each in found if each.code == UNKNOWN_GAME}
    return limit_diagnostics(d for d in found if d.code != WRONG_PLACE or d.span not in nameless), files


def find_game_of_file(file: Path) -> tuple[GameFiles | None, list[Diagnostic]]:
    """Return the files of the game that a file belongs to; if there is none, None and the reasons."""
    found: list[Diagnostic] = []
    if find_file_kind(file) == "shared":
        taking = find_games_sharing(file)
        return (taking[0], []) if taking else (None, sort_diagnostics(check_shared_cached(file, {})))
    is_deck = find_file_kind(file) == "deck"
    place = find_game_of_deck(file, read_cached_root(file).game) if is_deck else _find_owner(file, found, {})
    if place is None:
        return None, sort_diagnostics(found)
    game = find_game_files(place.folder, place.cards)
    if is_deck:
        return game, []
    if resolve_path(file) not in {resolve_path(path) for path in game.every}:
        add_draft(game, file, {resolve_path(file)})
    return game, []


def find_games_sharing(shared: Path) -> list[GameFiles]:
    """Return the files of the games near a shared card file that use some of its cards."""
    around = shared.absolute().parent.parent
    places = list(list_game_places(around).values())
    if is_game_folder(around):
        places.append(GamePlace(around.name, shorten_path(around), shorten_path(find_cards_folder(around))))
    games = [find_game_files(shorten_path(place.folder), shorten_path(place.cards)) for place in places]
    return [game for game in games if resolve_path(shared) in {resolve_path(path) for path in game.shared.values()}]


def _check_path(path: Path, found: list[Diagnostic], files: dict[str, SourceFile]) -> None:
    yaml_files = [path]
    if path.is_dir():
        yaml_files = [*sorted(path.rglob("*.yaml")), *filter(is_scenarios, sorted(path.rglob("*.[yY][mM][lL]")))]
        strays = list(find_stray_files(path))
        found.extend(strays)
        if not yaml_files and not strays:
            message, label = (
                "there is no `.yaml` file in this folder: nothing to check",
                "name a folder with `game.yaml` or files of cards",
            )
            found.append(Diagnostic(NOTHING_TO_CHECK, message, Span.start_of(path.as_posix()), label))
    wanted = {resolve_path(file) for file in yaml_files}
    before = len(found)
    games: dict[str, GameFiles] = {}
    listed: list[Path] = []
    for file in yaml_files:
        kind = find_file_kind(file)
        if kind == "scenarios":
            listed.append(file)
            continue
        if kind == "deck":
            found.extend(check_deck_cached(file, files))
            continue
        if kind == "shared":
            found.extend(check_shared_cached(file, files))
            for game in find_games_sharing(file):
                games.setdefault(str(resolve_path(game.game[0].parent)), game)
            continue
        place = _find_owner(file, found, files)
        if place is None:
            continue
        if has_examples(file):
            listed.append(file)
        game = games.get(str(resolve_path(place.folder))) or find_game_files(place.folder, place.cards)
        games[str(resolve_path(place.folder))] = game
        if resolve_path(file) not in {resolve_path(path) for path in game.own}:
            if path.is_dir() and resolve_path(file).is_relative_to(resolve_path(place.folder)):
                found.append(_report_position(file))
            add_draft(game, file, wanted)
    known = [each for game in games.values() for each in _check_game(game, found, files)]
    written, meant = check_scenarios_cached(listed, files)
    found.extend(written)
    reported = {_make_diagnostic_key(each) for each in [*found, *known]}
    found.extend(each for each in meant if _make_diagnostic_key(each) not in reported)
    own = [d for d in found[before:] if path.is_dir() or resolve_path(Path(d.span.path)) in wanted]
    kept = own or [d for d in found[before:] if d.severity == "error"]
    # a file is read by its given path and as part of its game; duplicates keep the shorter path
    found[before:] = {_make_diagnostic_key(each): each for each in kept}.values()


def _report_position(file: Path) -> Diagnostic:
    """Return a warning about a card file in a folder where its game does not read it."""
    message = "this file is checked, but it is not part of its game, which reads `cards/SET/*.yaml`"
    return Diagnostic(WRONG_PLACE, message, Span.start_of(file.as_posix()), "move it there", severity="warning")


def _make_diagnostic_key(diagnostic: Diagnostic) -> tuple[str, str, Path, int, int]:
    """Return a key that is the same for the diagnostics of a file that was read twice.

    One of two diagnostics with the same key is dropped.
    """
    span = diagnostic.span
    return diagnostic.code, diagnostic.message, resolve_path(Path(span.path)), span.line, span.column


def _check_game(game: GameFiles, found: list[Diagnostic], files: dict[str, SourceFile]) -> list[Diagnostic]:
    """Add the diagnostics of a game to `found`; return those that the check of its examples would report again."""
    diagnostics, known = check_game_cached(game, files)
    found.extend(diagnostics)
    return known


def _find_owner(file: Path, found: list[Diagnostic], files: dict[str, SourceFile]) -> GamePlace | None:
    """Return the game to which a file belongs: the one that it declares, or the one suggested by its cards.

    Returns None after an error.
    """
    root = read_cached_root(file)
    files[root.file.path] = root.file
    if not root.mapping:
        found.extend(root.diagnostics)
        if root.written:
            found.append(report_wrong_file(root.file.path))
        return None
    sort = find_file_kind(file, root.file.text)
    if sort is None:
        found.extend(root.diagnostics)
        found.append(report_wrong_file(root.file.path))
        return None
    if sort == "game":
        return GamePlace(resolve_path(file).parent.name, file.parent, shorten_path(find_cards_folder(file.parent)))
    name = root.game
    place = place_above(file, name)
    if place is not None:
        return GamePlace(place.name, shorten_path(place.folder), shorten_path(place.cards))
    place = list_game_places().get(name)
    if place is None:
        found.extend(root.diagnostics)
        message = f"there is no game `{name}`" if name else "a file of cards must name its `game`"
        label = suggest_label(name, list_game_places(), "write the id of a game, or the name of its folder")
        found.append(Diagnostic(UNKNOWN_GAME, message, root.span, label))
    return place


def shorten_path(path: Path) -> Path:
    """Return a path relative to the current directory if the path is below it, else the path itself."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
