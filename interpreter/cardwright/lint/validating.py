"""Checks files and folders: which games they belong to, and every mistake in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.checker.game import GameChecker
from cardwright.declarations.file_sorts import WRONG_FILE, is_scenarios, sort_of, wrong_file
from cardwright.declarations.game_files import UNKNOWN_GAME, GameFiles, add_draft, find_game_files
from cardwright.declarations.plurals import told_at_plurals
from cardwright.declarations.read.cards import WRONG_PLACE
from cardwright.declarations.read.game import Loaded, read_game
from cardwright.declarations.released import missing_ids
from cardwright.lint import look_closer
from cardwright.project.loading import GamePlace, cards_folder, game_places, place_above
from cardwright.scenarios.files import has_examples
from cardwright.scenarios.suite import ScenarioSuite
from cardwright.source import Diagnostic, SourceFile, Span, load_yaml
from cardwright.source.diagnostics import declare_code, has_errors, in_file_order
from cardwright.source.spelling import suggest
from cardwright.source.yaml.nodes import Mapping, Scalar

NOTHING_TO_CHECK = declare_code(
    "nothing-to-check",
    "A folder to be checked holds no file of cards or rules.",
    mend="Name the folder of a game, or of a set of cards; `cardwright new game FOLDER` makes one.",
)


def check_paths(paths: Sequence[Path] | None = None) -> tuple[list[Diagnostic], dict[str, SourceFile]]:
    """Every diagnostic in some files or folders (None: all games that came with Cardwright), and the files read.

    A game's files are checked with all its sets; card files are checked together with their game, and so are the texts
    of scenarios, which are not played.
    """
    found: list[Diagnostic] = []
    files: dict[str, SourceFile] = {}
    if paths is None:
        for place in game_places().values():
            told = {_told(each) for each in _check_game(find_game_files(place.folder, place.cards), found, files)}
            suite = ScenarioSuite()
            for file in (file for file in place.files() if is_scenarios(file) or has_examples(file)):
                found.extend(suite.add(file)[1])
            found.extend(each for each in suite.check() if _told(each) not in told)
        return in_file_order(found), files
    for path in paths:
        _check_path(path, found, files)
    nameless = {each.span for each in found if each.code == UNKNOWN_GAME}
    return in_file_order(d for d in found if d.code != WRONG_PLACE or d.span not in nameless), files


def game_of_file(file: Path) -> tuple[GameFiles | None, list[Diagnostic]]:
    """The files of the game that a file of rules or cards belongs to, itself among them, or why it belongs to none."""
    found: list[Diagnostic] = []
    place = _owner(file, found, {})
    if place is None:
        return None, in_file_order(found)
    game = find_game_files(place.folder, place.cards)
    if file.resolve() not in {path.resolve() for paths in (game.game, *game.cards.values()) for path in paths}:
        add_draft(game, file, {file.resolve()})
    return game, []


def _check_path(path: Path, found: list[Diagnostic], files: dict[str, SourceFile]) -> None:
    yaml_files = [path]
    if path.is_dir():
        misnamed = sorted(path.rglob("*.yml"))
        yaml_files = [*sorted(path.rglob("*.yaml")), *filter(is_scenarios, misnamed)]
        _check_folder(path, yaml_files, [file for file in misnamed if file not in yaml_files], found)
    wanted = {file.resolve() for file in yaml_files}
    before = len(found)
    games: dict[str, GameFiles] = {}
    suite = ScenarioSuite()
    for file in yaml_files:
        if is_scenarios(file):
            found.extend(suite.add(file)[1])
            continue
        place = _owner(file, found, files)
        if place is None:
            continue
        if has_examples(file):
            found.extend(suite.add(file)[1])
        game = games.get(str(place.folder.resolve())) or find_game_files(place.folder, place.cards)
        games[str(place.folder.resolve())] = game
        inside = {p.resolve() for paths in (game.game, *game.cards.values()) for p in paths}
        if file.resolve() not in inside:
            add_draft(game, file, wanted)
    known = [each for game in games.values() for each in _check_game(game, found, files)]
    told = {_told(each) for each in [*found, *known]}
    found.extend(each for each in suite.check() if _told(each) not in told)
    files.update(suite.files)
    own = [d for d in found[before:] if Path(d.span.path).resolve() in wanted or path.is_dir()]
    outside = [d for d in found[before:] if d not in own]
    found[before:] = own or [d for d in outside if d.severity == "error"]


def _told(diagnostic: Diagnostic) -> tuple[str, str, Path, int, int]:
    """What makes a diagnostic the same as another one, from a file that was read twice."""
    span = diagnostic.span
    return diagnostic.code, diagnostic.message, Path(span.path).resolve(), span.line, span.column


def _check_folder(path: Path, yaml_files: list[Path], misnamed: list[Path], found: list[Diagnostic]) -> None:
    """Report a folder in which there is nothing to check, and files whose ending keeps them from being read."""
    for file in misnamed:
        message = f"this file is not read, because it ends in `.yml`: call it `{file.stem}.yaml`"
        found.append(Diagnostic(WRONG_FILE, message, Span.start_of(file.as_posix())))
    if not yaml_files and not misnamed:
        message = "there is no `.yaml` file in this folder, so there is nothing to check"
        found.append(Diagnostic(NOTHING_TO_CHECK, message, Span.start_of(path.as_posix())))


def _check_game(game: GameFiles, found: list[Diagnostic], files: dict[str, SourceFile]) -> list[Diagnostic]:
    """Add what is to be told of a game; all that could be said of it, which its examples would have said again."""
    loaded = read_game(game, list(game.cards))
    files.update(loaded.files)
    told = all_mistakes(loaded)
    found.extend(told if loaded.game is None else told_at_plurals(told, loaded.game, loaded.files))
    found.extend(missing_ids(game, loaded, files))
    return told


def all_mistakes(loaded: Loaded) -> list[Diagnostic]:
    """Everything that could be told of a game that was read; of one without errors, what a closer look finds, too."""
    return list(loaded.diagnostics) if loaded.game is None else checked_mistakes(loaded, GameChecker(loaded.game))


def checked_mistakes(loaded: Loaded, checker: GameChecker) -> list[Diagnostic]:
    """Everything that could be told of a game that was read, by its checker, which is run."""
    checker.run()
    closer = look_closer(checker) if not has_errors(loaded.diagnostics) else []
    return [*loaded.diagnostics, *checker.diagnostics, *closer]


def _owner(file: Path, found: list[Diagnostic], files: dict[str, SourceFile]) -> GamePlace | None:
    """The game a file belongs to: the game it declares, or the one its cards name."""
    document = load_yaml(file)
    files[document.file.path] = document.file
    root = document.root
    if not isinstance(root, Mapping):
        found.extend(document.diagnostics)
        if root is not None:
            found.append(wrong_file(document.file.path))
        return None
    sort = sort_of(file, document.file.text)
    if sort is None:
        found.extend(document.diagnostics)
        found.append(wrong_file(document.file.path))
        return None
    if sort == "game":
        return GamePlace(file.resolve().parent.name, file.parent, shortest(cards_folder(file.parent)))
    game = root.get("game")
    name = str(game.value) if isinstance(game, Scalar) else ""
    place = place_above(file, name)
    if place is not None:
        return GamePlace(place.name, shortest(place.folder), shortest(place.cards))
    place = game_places().get(name)
    if place is None:
        found.extend(document.diagnostics)
        span = game.span if game is not None else root.span
        near = suggest(name, game_places()) if name else None
        label = f"did you mean `{near}`?" if near else ""
        message = f"there is no game `{name}`" if name else "a file of cards names its `game`"
        found.append(Diagnostic(UNKNOWN_GAME, message, span, label))
    return place


def shortest(path: Path) -> Path:
    """A path as seen from the folder one stands in, where it lies below it: shorter to read in what is found."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
