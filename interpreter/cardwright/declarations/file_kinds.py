"""Kinds of YAML files (game, cards, shared cards, scenarios, decks), by their folder and fields."""

import re
from pathlib import Path
from typing import Literal

from cardwright.declarations.field_reader import find_misspelt_list
from cardwright.declarations.game_folders import DECK_FOLDER, is_game_folder, is_shared
from cardwright.declarations.schema.card_file_fields import CARD_FILE, DECK_FILE, PIECE
from cardwright.declarations.schema.field_lookup import SHARED_FILE
from cardwright.declarations.schema.field_types import FieldGroup
from cardwright.declarations.schema.game_file_fields import GAME
from cardwright.declarations.schema.scenario_fields import EXAMPLE, SCENARIO_FILE
from cardwright.source.diagnostics import Diagnostic, declare_code, suggest
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.positions import Span
from cardwright.source.read_text_file import read_source
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping

WRONG_FILE = declare_code("wrong-file")

FileKind = Literal["game", "cards", "scenarios", "shared", "deck"]

# The kinds in the order of tests, each with its fields and those of its list items.
_SORTS: dict[FileKind, tuple[FieldGroup, FieldGroup]] = {
    "scenarios": (SCENARIO_FILE, EXAMPLE),
    "cards": (CARD_FILE, PIECE),
    "game": (GAME, PIECE),
}
_NAME = re.compile(
    r"""^(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#"'\-?:,{}\[\]&*!|>%@`][^\n#]*?))[ \t]*:(?=[ \t\r\n]|\Z)""", re.M
)


def find_file_kind(path: Path, text: str | None = None) -> FileKind | None:
    """Return the kind of a file, even if it has errors; None if unknown. `text` replaces its content, if given.

    Scenarios can be in any folder. All other files in the folder of a game or of one of its sets belong to the game,
    with any content. Elsewhere the fields decide, including misspelt ones.
    """
    text = read_source(path, None)[0].text if text is None else text
    names = _names(path, text)
    if "scenarios" in names:
        return "scenarios"
    if _is_shared(path, names):
        return "shared"
    by_place = _find_by_place(path)
    if by_place is None and _is_deck(path, text, names):
        return "deck"
    return by_place or _find_by_fields(names) or _find_by_list(path, text)


def is_scenarios(path: Path, text: str | None = None) -> bool:
    """Return True if a file contains scenarios. `text`, if given, is used as its content."""
    return find_file_kind(path, text) == "scenarios"


def report_wrong_file(path: str) -> Diagnostic:
    """Return an error about a file of unknown kind."""
    message = "this is no file of a game, of cards or of scenarios"
    label = "add the field `kinds`, `cards` or `scenarios`"
    return Diagnostic(WRONG_FILE, message, Span.start_of(path), label)


def _names(path: Path, text: str) -> list[str]:
    """Return the top-level fields of a file, even if it is invalid YAML."""
    names = [next(name for name in found if name is not None) for found in (m.groups() for m in _NAME.finditer(text))]
    if names or not re.match(r"\s*(#.*\s+)*(---\s*)?\{", text):
        return names
    root = load_yaml(path, text).root
    return [key.raw for key, _ in root.entries] if isinstance(root, Mapping) else []


def _find_by_place(path: Path) -> FileKind | None:
    """Return the kind of a file by the folder it is in, or None."""
    folder = resolve_path(path).parent
    above = folder.parent
    if folder.name == DECK_FOLDER and is_game_folder(above):
        return "deck"
    if above.name == "cards" and is_game_folder(above.parent):
        return "cards"
    if above.parent.name == "cards" and (above.parent.parent / "games" / above.name).is_dir():
        return "cards"
    return "game" if is_game_folder(folder) else None


def _is_shared(path: Path, names: list[str]) -> bool:
    """Return True if a file contains shared cards, which belong to no single game."""
    return not {"game", "set"}.intersection(names) and (is_shared(path) or set(SHARED_FILE.words).issubset(names))


def _is_deck(path: Path, text: str, names: list[str]) -> bool:
    """Return True if a file in no folder of a game has only fields of a deck, and its cards are counted, not listed."""
    if "cards" not in names or not set(names).issubset(DECK_FILE.words):
        return False
    root = load_yaml(path, text).root
    return isinstance(root, Mapping) and isinstance(root.get("cards"), Mapping)


def _find_by_fields(names: list[str]) -> FileKind | None:
    for sort, (file, _) in _SORTS.items():
        if any(name in file.telling for name in names):
            return sort
    if "set" in names:
        return "cards"
    every = [*CARD_FILE.words, *SCENARIO_FILE.words, *GAME.words]
    meant = {suggest(name, every) for name in names if name not in every}
    return next((sort for sort, (file, _) in _SORTS.items() if meant.intersection(file.telling)), None)


def _find_by_list(path: Path, text: str) -> FileKind | None:
    """Return the kind of a file whose only list has an unknown name, judged by the items of the list; or None."""
    root = load_yaml(path, text).root
    every = {*CARD_FILE.words, *SCENARIO_FILE.words}
    key = find_misspelt_list(root.entries, every) if isinstance(root, Mapping) else None
    if key is None or not isinstance(root, Mapping):
        return None
    items = [item for item in getattr(root.get(key.raw), "items", ()) if isinstance(item, Mapping)]
    given = {name.raw for item in items for name, _ in item.entries}
    return next((sort for sort, (_, item) in _SORTS.items() if given.intersection(item.telling)), None)
