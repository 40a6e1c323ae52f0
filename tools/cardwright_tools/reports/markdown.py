"""Texts of others in pages of Markdown: shown as they are written, whatever Markdown or HTML would make of them."""

import re

from cardwright.source.visible import visible, visible_in_line

# Signs that mean something in a line, to one reader of Markdown or another, as references to characters: what stands
# behind a backslash is not safe from all of them.
_SIGNS = re.compile(r"[\\`*_\[\]<>&|~$^={}!]|(?<=\w):(?=\S)|(?i:(?<=\bwww)\.)")
_AT_THE_START = re.compile(r"^(?:[#+-]|\d+[.)])")


def escaped(text: str, begins: bool = True) -> str:
    """A text within a line or a cell of a table, which it `begins` or not."""
    line = " ".join(visible(text).split())
    start = _AT_THE_START.match(line) if begins else None
    first = start[0] if start else ""
    return _as_references(first) + _SIGNS.sub(lambda found: _as_references(found[0]), line[len(first) :])


def _as_references(signs: str) -> str:
    return "".join(f"&#{ord(sign)};" for sign in signs)


def code(text: str) -> str:
    """A text within a line as code."""
    line = visible_in_line(text)
    fence = "`" * (_longest_run(line) + 1)
    room = " " if line.startswith("`") or line.endswith("`") or not line else ""
    return f"{fence}{room}{line}{room}{fence}"


def block(text: str, language: str) -> str:
    """Lines of code."""
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
