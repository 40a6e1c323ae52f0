"""Search for the files of a game: the files of its own folder, and card files by set."""

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from cardwright.declarations.file_kinds import is_scenarios
from cardwright.declarations.game_folders import find_available_shared_files, find_icons, find_used_shared_files
from cardwright.declarations.stray_files import find_unreadable_folders
from cardwright.source.diagnostics import declare_code
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Scalar

UNKNOWN_SET = declare_code("unknown-set")
UNKNOWN_GAME = declare_code("unknown-game")


RELEASED_LIST = "released.txt"
# The page of rules by the author, in Markdown, beside the files of a game.
RULES_PAGE = "rules.md"
# The other folders of a game.
BESIDE = ("cards", "icons", "scenarios")


@dataclass(slots=True)
class GameFiles:
    """The paths of a game: the files of its folder, its card files by set, and shared card files by name.

    `sets` is the folder of all card sets, and `icons` are the game's own icons by name; `unread` says why some
    folders cannot be read.
    """

    name: str
    game: list[Path]
    cards: dict[str, list[Path]] = field(default_factory=dict)
    shared: dict[str, Path] = field(default_factory=dict)
    sets: Path | None = None
    icons: dict[str, Path] = field(default_factory=dict)
    unread: dict[Path, str] = field(default_factory=dict)

    def could_share(self) -> list[str]:
        """Return the names of all shared card files that are available to the game."""
        return list(find_available_shared_files(self.game[0].parent, self.sets)) if self.game else []

    @property
    def every(self) -> list[Path]:
        """All YAML files of the game."""
        return [*self.own, *self.shared.values()]

    @property
    def own(self) -> list[Path]:
        """The files that belong to this game alone."""
        return [*self.game, *(path for listed in self.cards.values() for path in listed)]


def find_game_files(folder: Path, cards: Path | None) -> GameFiles:
    """Collect the files of the game in a folder; a set is a folder of YAML files under `cards`.

    Files of scenarios may lie in the same folders; they do not belong to the game.
    """
    found = GameFiles(folder.name, [file for file in sorted(folder.glob("*.yaml")) if not is_scenarios(file)])
    found.sets, found.icons = cards, find_icons(folder)
    found.unread.update(find_unreadable_folders(folder, BESIDE))
    if cards is not None and cards.is_dir():
        found.unread.update(find_unreadable_folders(cards))
        inside = [] if cards in found.unread else sorted(path for path in cards.iterdir() if path.name[0] != ".")
        found.unread.update(find_unreadable_folders(cards, [path.name for path in inside]))
        for subfolder in (path for path in inside if path.is_dir()):
            found.unread.update(find_unreadable_folders(subfolder, [RELEASED_LIST]))
            files = [file for file in sorted(subfolder.glob("*.yaml")) if not is_scenarios(file)]
            if files:
                found.cards[subfolder.name] = files
    found.shared = find_used_shared_files(folder, cards, found.every)
    return found


def add_draft(game: GameFiles, file: Path, wanted: Collection[Path]) -> None:
    """Add a card file from outside of the game's folders, in place of the files of the set that it names.

    If that set contains a file in `wanted`, the files of the set stay.
    """
    root = load_yaml(file).root
    named = root.get("set") if isinstance(root, Mapping) else None
    name = str(named.value) if isinstance(named, Scalar) else ""
    if name in game.cards and not any(resolve_path(known) in wanted for known in game.cards[name]):
        game.cards[name] = []
    game.cards.setdefault(name if name in game.cards else "", []).append(file)
    if game.game:
        game.shared = {**find_used_shared_files(game.game[0].parent, game.sets, [file]), **game.shared}
