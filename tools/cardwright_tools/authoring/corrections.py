"""`cardwright validate --fix`: applies the corrections that findings bring along, until none is left."""

import difflib
from collections.abc import Sequence
from pathlib import Path

from cardwright import check_paths
from cardwright.source.fixes import fixed_texts
from cardwright.source.nameable import real_path
from cardwright.source.ordinary_file import read_text
from cardwright.source.unsaved import instead_of_files
from cardwright.source.whole_file import write_whole
from cardwright_tools.cli.failure import FindingError, writing
from cardwright_tools.cli.terminal import say

# A correction may bring the next mistake to light; that ends, and if two should undo each other, so does this.
_MOST_ROUNDS = 20


def corrections(paths: Sequence[Path] | None) -> dict[Path, str]:
    """The new texts of the files among `paths` (None: all games) that corrections change; nothing is written."""
    texts: dict[Path, str] = {}
    for _ in range(_MOST_ROUNDS):
        with instead_of_files({real_path(path): text for path, text in texts.items()}):
            found, files = check_paths(paths)
        new = {Path(path): text for path, text in fixed_texts(found, files).items() if _asked_for(Path(path), paths)}
        if not new:
            break
        texts.update(new)
    return texts


def write_corrections(texts: dict[Path, str]) -> None:
    """Write the new texts, each file at once. Raises FindingError for one that cannot be written."""
    for path, text in texts.items():
        with writing(path, FindingError):
            write_whole(path, text)
        say(f"{path.as_posix()} corrected")


def show_corrections(texts: dict[Path, str]) -> None:
    """Show what would be written as a unified diff."""
    for path, text in texts.items():
        old = read_text(path).splitlines()
        name = path.as_posix()
        for line in difflib.unified_diff(old, text.splitlines(), name, f"{name} (corrected)", lineterm=""):
            say(line)


def _asked_for(file: Path, paths: Sequence[Path] | None) -> bool:
    """Whether a file is one of those the author named: mistakes elsewhere are shown, never changed."""
    if paths is None:
        return True
    here = real_path(file)
    return any(here == real_path(path) or real_path(path) in here.parents for path in paths)
