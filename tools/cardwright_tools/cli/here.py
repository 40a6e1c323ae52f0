"""What a command is about that is given no paths: the games of this folder, or else those that came with Cardwright."""

from pathlib import Path

from cardwright.declarations.game_folders import is_game_folder
from cardwright.source.nameable import real_path
from cardwright.source.places import data_folder
from cardwright_tools.cli.terminal import remark


def paths_or_here(paths: list[Path]) -> list[Path]:
    """The paths that were named, or without any those of the games here; none means all that came with Cardwright.

    Other files in this folder are not looked at: they may be of other programs.
    """
    here = Path()
    if paths or real_path(here) == real_path(data_folder("games")).parent:
        return paths
    inside = real_path(here)
    if any(map(is_game_folder, (inside, *inside.parents))):
        return [here]
    found = sorted(game.parent for game in here.glob("*/game.yaml"))
    if any(here.glob("games/*/game.yaml")):
        found += [folder for folder in (here / "games", here / "cards") if folder.is_dir()]
    if not found:
        remark("No game lies here, so this is about the games that came with Cardwright.")
    return found
