"""The command `cardwright schema`, which writes a game's schemas for editors of YAML."""

from argparse import Namespace
from pathlib import Path

from cardwright.game.loading import GamePlace
from cardwright.source.atomic_write import write_whole
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.read_text_file import read_source
from cardwright.source.read_with_size_limit import read_text
from cardwright_tools.cli.errors import OK, FindingError, UsageError, convert_write_errors
from cardwright_tools.cli.game_arguments import find_place
from cardwright_tools.cli.standard_output import as_typed, print_lines, print_note
from cardwright_tools.reference.json_schemas import (
    CARD_SCHEMA,
    DECK_SCHEMA,
    FIRST_LINE,
    FOLDER,
    GAME_SCHEMA,
    SCENARIO_SCHEMA,
    make_first_line,
)


def run(arguments: Namespace) -> int:
    """Write the schemas of a game, and list the files that do not refer to them yet."""
    from cardwright import scenario_paths

    place = find_own_game(arguments.place)
    for path in write_schemas(place):
        print_lines(f"{path}: written")
    for path in sorted({*place.own_files(), *scenario_paths([place.folder])}):
        line = make_first_line(path, place.folder)
        if not read_source(path, None)[0].text.startswith(FIRST_LINE):
            print_note(f"{path}: this first line names the schema for editors: {line}")
    return OK


def find_own_game(folder: Path) -> GamePlace:
    """Return the location of an author's game.

    Raises UsageError if there is none, or if its sets are in another folder.
    """
    from cardwright.game.loading import GamePlace

    found = find_place(str(folder if not folder.exists() else resolve_path(folder)))
    place = found.folder / "cards"
    if found.cards != place and found.cards.is_dir():
        raise UsageError(f"the cards of {folder} are not in its folder, but in {found.cards}: write the schema there.")
    shown = folder if folder.is_dir() else folder.parent
    return GamePlace(found.name, shown, shown / "cards")


def write_schemas(place: GamePlace) -> list[Path]:
    """Write a game's schemas, and return the changed paths. Raises FindingError if it cannot be read."""
    changed = []
    for name, text in build_schemas(place).items():
        path = place.folder / FOLDER / name
        with convert_write_errors(path):
            path.parent.mkdir(exist_ok=True)
            if path.exists() and read_text(path) == text:
                continue
            write_whole(path, text)
        changed.append(path)
    return changed


def build_schemas(place: GamePlace) -> dict[str, str]:
    """Return the schemas of a game by file name. Raises FindingError if the game cannot be read."""
    from cardwright.declarations.find_game_files import find_game_files
    from cardwright.declarations.readers.game_files import read_game
    from cardwright_tools.reference.json_schemas import (
        build_game_schema,
        build_own_card_schema,
        build_own_deck_schema,
        build_scenario_schema,
    )

    found = find_game_files(place.folder, place.cards)
    loaded = read_game(found, list(found.cards))
    if loaded.game is None:
        raise FindingError(f"{place.folder} cannot be read; `cardwright validate {as_typed(place.folder)}` says why")
    cards = build_own_card_schema(loaded.game, found.cards)
    schemas = {GAME_SCHEMA: build_game_schema(), CARD_SCHEMA: cards, SCENARIO_SCHEMA: build_scenario_schema()}
    if any(deck.by_player for deck in loaded.game.decks.values()):
        schemas[DECK_SCHEMA] = build_own_deck_schema(loaded.game)
    return schemas
