"""Typesetting with Typst from our templates and data, where author's text is never template."""

import json
import tempfile
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from cardwright.source.characters import escape_controls
from cardwright_tools.cli.errors import needs
from cardwright_tools.printing.fonts import Fonts

CARDS = "cards.typ"


@dataclass(frozen=True, slots=True)
class Typeset:
    """Pages as PDF, and the parts that were cut off, by card id."""

    pdf: bytes
    cut: tuple[str, ...]


def check_packages() -> None:
    """Raise UsageError if a package for printing is missing."""
    with needs("print"):
        import typst  # noqa: F401 - asked for before anything is drawn


def clean_text(text: str) -> str:
    """Return a text as typeset: one line, composed (NFC), control characters replaced by signs."""
    return unicodedata.normalize(
        "NFC", " ".join(escape_controls(text).replace("\n", " ").replace("\t", " ").split(" "))
    )


def typeset(template: str, data: Mapping[str, Any], fonts: Fonts, pictures: Mapping[str, bytes]) -> Typeset:
    """Return the pages of a template filled with data, reproducible; `pictures` are JPEG files by name."""
    import typst

    with tempfile.TemporaryDirectory(prefix="cardwright-print-") as held:
        folder = Path(held)
        for name in (CARDS, template):
            (folder / name).write_bytes((files("cardwright_tools.printing") / name).read_bytes())
        for name, picture in pictures.items():
            (folder / name).write_bytes(picture)
        families = _put(fonts, folder / "fonts")
        (folder / "data.json").write_text(json.dumps({**data, "fonts": families}), encoding="utf-8")
        compiler = typst.Compiler(
            str(folder / template), root=held, font_paths=[str(folder / "fonts")], ignore_system_fonts=True
        )
        pdf = compiler.compile(format="pdf", timestamp=0)
        assert isinstance(pdf, bytes)
        found = json.loads(compiler.query("<cut>", field="value"))
    cut = dict.fromkeys(f"{card or 'the back'} ({', '.join(parts)})" for card, parts in found if parts)
    return Typeset(pdf, tuple(cut))


def _put(fonts: Fonts, folder: Path) -> list[str]:
    """Write the fonts into a folder, and return the families that Typst finds in them, in order."""
    import typst

    folder.mkdir()
    names = []
    for number, font in enumerate(fonts.chosen):
        for style, content in enumerate(font.contents):
            name = f"{number:03}-{style}.ttf"
            (folder / name).write_bytes(content)
            names.append(name)
    found = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)]).fonts()
    families = {Path(str(each.path)).name: each.family for each in sorted(found, key=lambda each: -each.index)}
    return list(dict.fromkeys(families[name] for name in names if name in families))
