"""Icons for a look, from SVG files of the game and from a small set shipped with Cardwright.

The shipped icons are from Tabler Icons (https://tabler.io/icons, MIT) and from https://game-icons.net (CC BY 3.0),
under the licences in their folders.
"""

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from cardwright.declarations.field_reader import FieldReader
from cardwright.source.diagnostics import DiagnosticNote, declare_code
from cardwright.source.positions import SourceFile, Span
from cardwright.source.read_text_file import read_source
from cardwright.source.read_with_size_limit import read_text
from cardwright.source.svg.paths import SvgShape
from cardwright.source.svg.reader import PlaceBox, SvgError, read_drawing, read_template
from cardwright.source.yaml.nodes import Scalar

T = TypeVar("T")
UNKNOWN_ICON = declare_code("unknown-icon")
BAD_ICON = declare_code("bad-icon")
# Folders of shipped icons, each with its licence: drawn in lines, and solid.
SHIPPED_ICONS = (Path(__file__).parent / "tabler", Path(__file__).parent / "game_icons")

# What the licence calls those who drew for Cardwright, who ask for no credit.
_OURSELVES = "The Makers Of Cardwright"


@cache
def find_shipped_icons() -> dict[str, Path]:
    """Return the icons shipped with Cardwright, by name."""
    return {path.stem: path for folder in SHIPPED_ICONS[::-1] for path in sorted(folder.glob("*.svg"))}


class Icons:
    """The icons that a game can name, its own first. `files` are the texts of its own icons that were read."""

    def __init__(self, own: Mapping[str, Path]) -> None:
        self.own = own
        self.names = sorted({*own, *find_shipped_icons()})
        self.files: dict[str, SourceFile] = {}
        self._reported: set[str] = set()

    def read(self, reader: FieldReader, name: Scalar) -> tuple[SvgShape, ...] | None:
        """Return the shapes of the icon called `name`, or None after reporting an unknown name or an invalid file."""
        word = str(name.value)
        if word not in self.names:
            label = "choose one: `cardwright icons WORD` lists those for a word"
            reader.unknown(UNKNOWN_ICON, "icon", name, self.names, otherwise=label)
            return None
        return self._read_own(reader, name, read_drawing) if word in self.own else read_shipped_icon(word)

    def read_template(
        self, reader: FieldReader, name: Scalar
    ) -> tuple[tuple[SvgShape, ...], dict[str, PlaceBox]] | None:
        """Return the shapes and the boxes of a template of the game, or None after reporting an error in it."""
        if str(name.value) not in self.own:
            reader.unknown(UNKNOWN_ICON, "drawing in `icons/` named", name, sorted(self.own))
            return None
        found = self._read_own(reader, name, read_template)
        if found is not None and not found[1]:
            message = "this template has no place for the name, text or attributes of a card"
            label = "give a `<rect>` in it an id such as `place-name` or `place-text`"
            reader.error(BAD_ICON, message, name.span, label)
            return None
        return found

    def _read_own(self, reader: FieldReader, name: Scalar, how: Callable[[str], T]) -> T | None:
        word = str(name.value)
        path = self.own[word]
        note = DiagnosticNote(f"the icon `{name.value}` is used here", name.span)
        file, problems = read_source(path, None)
        self.files[file.path] = file
        if problems:
            reader.diagnostics += problems
            return None
        try:
            return how(file.text)
        except SvgError as error:
            if file.path not in self._reported:
                self._reported.add(file.path)
                reader.error(BAD_ICON, str(error), _place(file, error), error.label, (note,))
            return None


def credit_icons(used: Collection[tuple[SvgShape, ...]]) -> str:
    """Return the line of credits required by the licence of shipped icons among `used`, or ""."""
    text = read_text(SHIPPED_ICONS[1] / "LICENSE").partition("Who drew which:\n\n")[2]
    drawn_by = re.findall(r"(?ms)^([A-Z][^:(]*?)(?: \([^)]*\))?: (.*?)(?=^\S|\Z)", text)
    others = [each for each in drawn_by if each[0] != _OURSELVES]
    names = [
        artist
        for artist, icons in others
        if any(read_shipped_icon(word) in used for word in re.findall(r"[\w-]+", icons))
    ]
    if not names:
        return ""
    return f"Icons by {', '.join(names)} from game-icons.net, CC BY 3.0"


def _place(file: SourceFile, error: SvgError) -> Span:
    """Return the span of an error in an SVG file, in characters: the XML parser counts bytes."""
    line = min(error.line, file.line_count)
    before = file.line(line).encode("utf-8")[: error.column - 1].decode("utf-8", "ignore")
    column = len(before) + 1
    return Span(file.path, line, column, line, column + 1)


@cache
def read_shipped_icon(word: str) -> tuple[SvgShape, ...]:
    """Return the shapes of an icon shipped with Cardwright."""
    return read_drawing(read_text(find_shipped_icons()[word]))
