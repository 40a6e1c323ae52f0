"""Characters that no text of a file may hold, whatever kind of file it is and however they are written there."""

from __future__ import annotations

import re
import unicodedata

from cardwright.source.visible import STEERING

# What steers a terminal or a reader, a mark of byte order within a text, and numbers that are no characters.
REFUSED = re.compile(f"[{STEERING}\ufeff\ufffe\uffff]")
_REFUSED_IN_LINE = re.compile(f"[{STEERING}\ufeff\ufffe\uffff\t\n]")
_BREAKS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def composed(text: str) -> str:
    """Return a text with letters and their marks as one sign where there is one (NFC), so that equal names are equal.

    Everything that authors write and players type passes here once: what looks alike is the same from here on.
    """
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def refused(text: str) -> re.Match[str] | None:
    """The first character in a text that cannot stand in any; tabs and line feeds can."""
    return REFUSED.search(text)


def refused_in_line(text: str) -> re.Match[str] | None:
    """The first character in a text that cannot stand in one of a single line, such as a name."""
    return _REFUSED_IN_LINE.search(text)


def called(character: str) -> str:
    """What an unprintable character is called, with its number."""
    if character == "\0":
        name = "a NUL byte"
    elif character in _BREAKS:
        name = "a hidden line break"
    elif character in _TURNS:
        name = "a sign that turns text around"
    else:
        name = "a control character" if character < "\xa0" else "an invisible character"
    return f"{name} (U+{ord(character):04X})"
