"""The command `cardwright new`, which creates a game, a set or a card, and never overwrites a file."""

import re
import shutil
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cardwright.declarations.field_reader import MAX_LENGTH, is_word
from cardwright.declarations.intended_words_and_numbers import suggest_word
from cardwright.game.loading import GamePlace, list_game_places
from cardwright.phrases.inflection import make_name
from cardwright.source.atomic_write import write_new
from cardwright.source.packaged_data import find_data_folder
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.syntax.keywords import list_reserved_words
from cardwright_tools.authoring.append_card import add_card, load_declarations, render_entry
from cardwright_tools.cli.errors import OK, UsageError, convert_write_errors, suggest_nearest
from cardwright_tools.cli.output_paths import find_name_error
from cardwright_tools.cli.standard_output import as_typed, print_lines
from cardwright_tools.commands.authoring.schema import find_own_game, write_schemas
from cardwright_tools.reference.json_schemas import make_first_line

TEMPLATES = Path(__file__).parents[2] / "scaffold"
# The files of a new game, with the template of each.
GAME_FILES = {"game.yaml": "game.yaml", "cards.yaml": "cards/base/cards.yaml", "scenarios.yaml": "scenarios/first.yaml"}


def run(arguments: Namespace) -> int:
    """Create the game, set or card, and print the names of the files that were written."""
    check_words(arguments)
    match arguments.what:
        case "game":
            create_game(arguments.place, arguments.example)
        case "set":
            create_set(find_own_game(arguments.place), arguments.name)
        case _:
            place = find_own_game(arguments.place)
            print_lines(
                f"{add_card(place, arguments.name, arguments.set)}: added the card `{arguments.name}` at the end"
            )
            write_schemas(place)
    return OK


def check_words(arguments: Namespace) -> None:
    """Raise UsageError for a missing, superfluous or invalid name, or for a flag that does not apply."""
    what, name = arguments.what, arguments.name
    if what == "game" and name is not None:
        raise UsageError(f"a game has the name of its folder: leave out `{name}`.")
    if what != "game" and name is None:
        raise UsageError(f"a {what} needs a name. Example: cardwright new {what} {as_typed(arguments.place)} winter")
    if arguments.set is not None and what != "card":
        raise UsageError("--set is only for a new card.")
    if arguments.example is not None and what != "game":
        raise UsageError("--from is only for a new game.")
    check_name(resolve_path(arguments.place).name if what == "game" else name)


def check_name(name: str) -> None:
    """Raise UsageError, with a valid suggestion, for a name that the language does not allow."""
    if len(name) > MAX_LENGTH:
        raise UsageError(f"`{name[:20]}...` has {len(name)} characters; a name has at most {MAX_LENGTH}.")
    if is_word(name) and name not in list_reserved_words():
        return
    plain = suggest_word(name)
    better = f" `{plain}` would do." if plain != name and is_word(plain) and plain not in list_reserved_words() else ""
    why = "is not one word of letters, digits and `_`"
    if name in list_reserved_words():
        why = "is a word of the language"
    elif name.isdecimal():
        why += ", with a letter among them"
    raise UsageError(f"`{name}` {why}.{better}")


def check_place(name: str, folder: Path) -> None:
    """Raise UsageError for a name that some file systems confuse with another one in the folder."""
    why = find_name_error(name, folder)
    if why is not None:
        raise UsageError(f"{why}: choose another name.")


# ---------------------------------------------------------------- games


def create_game(folder: Path, example: str | None = None) -> None:
    """Write a small game, or a copy of an example, into a new or empty folder."""
    name = resolve_path(folder).name
    check_place(name, resolve_path(folder).parent)
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise UsageError(f"{folder} already exists, and is not overwritten: choose another name.")
    if name.casefold() in (known.casefold() for known in list_game_places()):
        raise UsageError(f"a game called `{name.casefold()}` came with Cardwright: choose another name.")
    files = build_scaffold(name) if example is None else copy_of(example, name)
    with _remove_on_error(folder):
        for path, text in files.items():
            _write(folder / path, text)
        write_schemas(find_own_game(folder))
    shown = as_typed(folder)
    print_lines(f"{folder} holds a game: {', '.join(files)}")
    print_lines(f"  cardwright validate {shown}   find mistakes")
    print_lines(f"  cardwright play {shown}       play it")
    print_lines(f"  cardwright text {shown}       read the cards")
    print_lines(f"  cardwright test {shown}       play the examples in scenarios/")


def build_scaffold(name: str) -> dict[str, str]:
    """Return the files of a new game by their paths in its folder."""
    title = make_name(name)
    files = {}
    for template, path in GAME_FILES.items():
        text = (TEMPLATES / template).read_text(encoding="utf-8")
        files[path] = text.replace("GAME_NAME", name).replace("GAME_TITLE", title)
    return files


def copy_of(example: str, name: str) -> dict[str, str]:
    """Return the files of an example by path, with the game renamed.

    Raises UsageError if the example does not exist.
    """
    examples = find_data_folder("examples")
    names = sorted(path.parent.name for path in examples.glob("*/game.yaml"))
    if example not in names:
        raise UsageError(
            f"there is no example `{example}`.{suggest_nearest(example, names)} Examples: {', '.join(names)}."
        )
    root = examples / example
    files = {}
    for path in sorted(root.rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        renamed = re.sub(rf"^game: {example}$", f"game: {name}", text, flags=re.MULTILINE)
        files[path.relative_to(root).as_posix()] = renamed
    return files


# ---------------------------------------------------------------- sets


def create_set(place: GamePlace, name: str) -> None:
    """Create a set of cards in a new folder, with one card in it."""
    check_place(name, place.cards)
    path = place.cards / name / "cards.yaml"
    if path.parent.exists():
        raise UsageError(f"{path.parent} already exists, and is not overwritten: choose another name.")
    game = load_declarations(place)
    head = (TEMPLATES / "set.yaml").read_text(encoding="utf-8")
    head = head.replace("GAME_NAME", game.called).replace("SET_NAME", name)
    kind = next(iter(game.kinds.values()))
    ids = {piece.id for piece in game.pieces}
    first = next(word for word in (f"{name}_card", *(f"{name}_{n}" for n in range(2, 10_000))) if word not in ids)
    with _remove_on_error(path.parent):
        _write(path, f"{make_first_line(path, place.folder)}\n{head}{render_entry(game, kind, first, '  ')}")
        write_schemas(place)
    print_lines(f"{path}: a set with the card `{first}`")


@contextmanager
def _remove_on_error(folder: Path) -> Iterator[None]:
    """Return a context after which a folder is emptied again if an error occurred."""
    was_there = folder.exists()
    try:
        yield
    except BaseException:
        for path in folder.iterdir() if folder.is_dir() else ():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        if not was_there:
            with suppress(OSError):
                folder.rmdir()
        raise


def _write(path: Path, text: str) -> None:
    try:
        with convert_write_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_new(path, text)
    except UsageError as error:
        if isinstance(error.__cause__, FileExistsError):
            raise UsageError(f"{path} already exists, and is not overwritten.") from error
        raise
