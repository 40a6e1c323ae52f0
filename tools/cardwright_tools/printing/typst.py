"""Typesetting with Typst; authors' texts are passed as data and never become part of a template."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from cardwright_tools.cli.errors import needs
from cardwright_tools.faces.font_metrics import read_font
from cardwright_tools.printing.fonts import Font, Fonts, clusters

TEXT = "text.typ"


@dataclass(frozen=True, slots=True)
class Typeset:
    """Pages as PDF, and the texts that were cut, by card id."""

    pdf: bytes
    cut: tuple[str, ...]


def check_packages() -> None:
    """Raise UsageError if a package for printing is missing."""
    with needs("print"):
        import typst  # noqa: F401 - asked for before anything is drawn


class Press:
    """A folder with fonts and drawings of faces, in which pages are typeset."""

    def __init__(self, fonts: Fonts, folder: Path) -> None:
        self._folder = folder
        (folder / "fonts").mkdir()
        for bold in (False, True):
            (folder / "fonts" / f"face-{bold}.ttf").write_bytes(read_font(bold))
        self._families = _put(fonts, folder / "fonts")

    def family_of(self, letters: str) -> str:
        """Return the family of the first font that has all letters, else ""."""
        found = (family for font, family in self._families if all(font.draws(cluster) for cluster in clusters(letters)))
        return next(found, "")

    def typeset(self, template: str, data: Mapping[str, Any], drawings: Mapping[str, str]) -> bytes:
        """Return the pages of a template filled with data, as a reproducible PDF; `drawings` are SVG files by name."""
        import typst

        for name in (TEXT, template):
            (self._folder / name).write_bytes((files("cardwright_tools.printing") / name).read_bytes())
        for name, drawing in drawings.items():
            (self._folder / name).write_text(drawing, encoding="utf-8")
        families = list(dict.fromkeys(family for _, family in self._families))
        (self._folder / "data.json").write_text(json.dumps({**data, "fonts": families}), encoding="utf-8")
        compiler = typst.Compiler(
            str(self._folder / template),
            root=str(self._folder),
            font_paths=[str(self._folder / "fonts")],
            ignore_system_fonts=True,
        )
        pdf = compiler.compile(format="pdf", timestamp=0)
        assert isinstance(pdf, bytes)
        return pdf


@contextmanager
def open_press(fonts: Fonts) -> Iterator[Press]:
    """Return a context with a press for some fonts, whose folder is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="cardwright-print-") as held:
        yield Press(fonts, Path(held))


def _put(fonts: Fonts, folder: Path) -> list[tuple[Font, str]]:
    """Write the fonts into a folder; return each font, in order, with the name by which Typst finds it."""
    import typst

    names: dict[str, Font] = {}
    for number, font in enumerate(fonts.chosen):
        for style, content in enumerate(font.contents):
            name = f"{number:03}-{style}.ttf"
            (folder / name).write_bytes(content)
            names[name] = font
    found = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)]).fonts()
    families = {Path(str(each.path)).name: each.family for each in sorted(found, key=lambda each: -each.index)}
    return [(font, families[name]) for name, font in names.items() if name in families]
