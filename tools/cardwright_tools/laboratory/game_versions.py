"""Versions of a game to compare: games, folders, sets of cards, or git revisions of these."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from cardwright.source.atomic_write import write_new
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright.source.yaml.nodes import Scalar
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.game_arguments import find_place


@dataclass(frozen=True)
class _Source:
    """The files of one version of a game: folders of the game, of its sets, and of shared cards."""

    name: str
    game: Path
    cards: Path
    shared: tuple[Path, ...]


def prepare_version(text: str, into: Path) -> str:
    """Return the argument of `load_game` for a version named on the command line; copies its files to `into`.

    `text` is the name or folder of a game, or a folder with one set of cards. In the latter case, all other files come
    from the game that the set names. `REV:` before one of these stands for a git revision. Raises UsageError for
    anything else.
    """
    revision, colon, what = text.partition(":")
    if not colon or not what or Path(text).exists():
        revision, what = "", text
    folder = Path(what)
    named = _read_set_name(folder)
    if named is not None:
        source = _place(named[0])
        then = _check_out_folders(revision, [folder], into / "checkout")[0] if revision else folder
        return _assemble_game(source, into, then, named[1])
    if not revision:
        find_place(what)
        return what
    source = _place(what)
    game, cards = _check_out_folders(revision, [source.game, source.cards], into / "checkout")
    return _assemble_game(
        _Source(source.name, game, cards, tuple(_check_out_shared(revision, source, into / "shared"))), into
    )


def copy_game(name: str, into: Path) -> str:
    """Return the argument of `load_game` for a copy of a game's present files."""
    return _assemble_game(_place(name), into)


def _place(name: str) -> _Source:
    place = find_place(name)
    return _Source(place.name, place.folder, place.cards, tuple(place.shared()))


def _read_set_name(folder: Path) -> tuple[str, str] | None:
    """Return the names of the game and the set that the card files in a folder give; None without card files."""
    from cardwright.source.yaml.loader import load_yaml
    from cardwright.source.yaml.nodes import Mapping, Scalar

    if not folder.is_dir() or (folder / "game.yaml").exists():
        return None
    for path in sorted(folder.glob("*.yaml")):
        root = load_yaml(path).root
        if isinstance(root, Mapping):
            game, named = root.get("game"), root.get("set")
            if isinstance(game, Scalar) and isinstance(named, Scalar):
                return _check_name(path, game), _check_name(path, named)
    return None


def _check_name(path: Path, said: Scalar) -> str:
    """Return the name of a game or set, for use as a folder name. Raises UsageError if it is not one word."""
    from cardwright.declarations.field_reader import is_word

    if not is_word(str(said.value)):
        raise UsageError(f"{path}:{said.span.line}: `{said.value}` is not the name of a game or set.")
    return str(said.value)


def _assemble_game(source: _Source, into: Path, one_set: Path | None = None, called: str = "") -> str:
    """Copy a game with its sets to the folder `into`, and return the path of the copy.

    If `one_set` is given, this folder replaces the set with the name `called`.
    """
    game, cards = into / "games" / source.name, into / "cards" / source.name
    for target in (game, cards):
        shutil.rmtree(target, ignore_errors=True)
    _copy_files(source.game, game)
    for path in source.shared:
        cards.parent.mkdir(parents=True, exist_ok=True)
        _copy_file(path, cards.parent / path.name)
    for folder in sorted(source.cards.iterdir()) if source.cards.is_dir() else ():
        if folder.is_dir() and folder.name != called:
            _copy_files(folder, cards / folder.name)
    if one_set is not None:
        _copy_files(one_set, cards / called)
    return str(resolve_path(game))


def _copy_files(folder: Path, to: Path) -> None:
    """Copy the files of a game or a set from one folder to another. Raises UsageError for special files."""
    to.mkdir(parents=True)
    for path in sorted(folder.glob("*.yaml")):
        _copy_file(path, to / path.name)


def _copy_file(path: Path, to: Path) -> None:
    try:
        to.unlink(missing_ok=True)
        write_new(to, read_ordinary(path))
    except OSError as error:
        raise UsageError(f"{path} cannot be copied: {error.strerror or error}.") from error


def _check_out_shared(revision: str, source: _Source, into: Path) -> list[Path]:
    """Return the shared card files available to a game at a git revision."""
    from cardwright.declarations.game_folders import find_available_shared_files

    shutil.rmtree(into, ignore_errors=True)
    root, tree = _find_tree(revision, source.game)
    found: dict[str, Path] = {}
    for folder in dict.fromkeys(
        resolve_path(path.parent) for path in find_available_shared_files(source.game, source.cards).values()
    ):
        if folder.is_relative_to(root):
            inside = folder.relative_to(root)
            _check_out(root, tree, inside, into, deep=False)
            for path in sorted((into / inside).glob("*.yaml")):
                found.setdefault(path.name, path)
    return list(found.values())


def _check_out_folders(revision: str, folders: list[Path], into: Path) -> list[Path]:
    """Return folders as they were at a git revision; only the first must exist there."""
    shutil.rmtree(into, ignore_errors=True)
    root, tree = _find_tree(revision, folders[0])
    found = []
    for number, folder in enumerate(folders):
        if not resolve_path(folder).is_relative_to(root):
            raise UsageError(f"{folder} is not in the git repository {root}.")
        inside = resolve_path(folder).relative_to(root)
        if not _check_out(root, tree, inside, into) and number == 0:
            raise UsageError(f"{folder} has no files in {revision}.")
        found.append(into / inside)
    return found


def _find_tree(revision: str, folder: Path) -> tuple[Path, str]:
    """Return the root of the git repository that contains a folder, and the hash of the revision's git tree."""
    try:
        root = resolve_path(Path(_run_git(folder, "rev-parse", "--show-toplevel").decode().strip()))
    except UsageError as error:
        raise UsageError(f"{folder} has no revisions: it must be in a git repository ({error}).") from error
    try:
        found = _run_git(root, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{tree}}")
    except UsageError as error:
        raise UsageError(f"git knows no revision `{revision}` in {root}.") from error
    return root, found.decode().split()[-1]


def _check_out(root: Path, tree: str, inside: Path, into: Path, deep: bool = True) -> int:
    """Write the YAML files of the folder `inside` from a git tree to `into`; return their number.

    If `deep`, files of folders below are included. The files are read one by one, because `git archive` and `git
    checkout` run the filters that a repository names.
    """
    below = ["-r"] if deep else []
    listed = _run_git(root, "ls-tree", *below, "-z", "--full-tree", tree, "--", f"{inside.as_posix()}/")
    count = 0
    for line in filter(None, listed.split(b"\0")):
        about, _, name = line.partition(b"\t")
        mode, _, object_id = about.decode().split()
        path = into / os.fsdecode(name)
        if not mode.startswith("100") or path.suffix != ".yaml":  # links and whole repositories among them
            continue
        count += 1
        if not path.exists():  # sets in the folder of their game came with it
            path.parent.mkdir(parents=True, exist_ok=True)
            write_new(path, _run_git(root, "cat-file", "blob", object_id))
    return count


def _run_git(folder: Path, *words: str) -> bytes:
    # Missing objects are not fetched, because the repository could run any command for that.
    environment = os.environ | {"GIT_NO_LAZY_FETCH": "1"}
    try:
        result = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=False, env=environment)
    except OSError as error:
        raise UsageError(f"git cannot be run, which a revision needs: {error.strerror}.") from error
    if result.returncode:
        raise UsageError(f"git {words[0]}: {result.stderr.decode(errors='replace').strip()}")
    return result.stdout
