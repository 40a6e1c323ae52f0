"""Output of a requested page, with its path or in a pager."""

from pathlib import Path

from cardwright.source.atomic_write import write_whole
from cardwright_tools.cli.errors import writing
from cardwright_tools.cli.terminal import remark


def write_page(path: Path, text: str) -> None:
    """Write a whole page or nothing. Raises UnwrittenError or another failure."""
    with writing(path):
        write_whole(path, text)
    remark(f"written: {path}")
