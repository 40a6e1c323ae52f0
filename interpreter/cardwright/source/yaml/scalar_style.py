"""Styles of YAML scalars: plain, quoted, or a block of lines."""

import re

from cardwright.source.yaml.compose import is_plain_text
from cardwright.source.yaml.nodes import Scalar

# Words and numbers that some older YAML tools, such as editors, do not read as text.
_ELSEWHERE = re.compile(
    r"(?:y|yes|n|no|true|false|on|off|null|~|=|<<|[-+]?[0-9][0-9_,.:eE+-]*|[-+]?0[box][0-9a-f_]+|[-+]?\.[0-9].*"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*)",
    re.IGNORECASE,
)
_LEADING = re.compile(r"""[-?:](?:\s|$)|[,\[\]{}#&*!|>'"%@`]|---|\.\.\.""")
_PLAIN = re.compile("[\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]+")
_BLOCK = re.compile("[\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]+")
_NAMED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def on_a_line(scalar: Scalar, flow: bool = False) -> str:
    """Return a scalar written on one line: unquoted if it keeps its value in this way, else quoted.

    `flow` is True within brackets, where commas need quotes.
    """
    if scalar.style == "plain":
        return (
            ("null" if flow and scalar.value is None else scalar.raw) if "\n" not in scalar.raw else _quote(scalar.raw)
        )
    return write_on_a_line(scalar.raw, flow)


def write_on_a_line(text: str, flow: bool = False) -> str:
    """Return a text written on one line, unquoted or quoted; `flow` is True within brackets."""
    return text if _can_be_plain(text, flow) else _quote(text)


def _can_be_plain(text: str, flow: bool) -> bool:
    if not text or text != text.strip() or not _PLAIN.fullmatch(text) or _LEADING.match(text):
        return False
    if ": " in text or text.endswith(":") or "#" in text or _ELSEWHERE.fullmatch(text) or not is_plain_text(text):
        return False
    return not (flow and re.search(r"[\[\]{},:]|^[-?]", text))


def _quote(text: str) -> str:
    printable = _PLAIN.fullmatch(text) is not None
    if printable and ('"' in text or "\\" in text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(_escape(character) for character in text) + '"'


def _escape(character: str) -> str:
    if character in _NAMED:
        return _NAMED[character]
    if _PLAIN.fullmatch(character):
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def as_block(text: str, indent: int) -> list[str] | None:
    """Return the lines of a text as a block scalar, its indicator first; None if the text needs quotes."""
    stripped = text.removesuffix("\n")
    if (
        not stripped.strip()
        or not stripped.rpartition("\n")[2].strip()
        or not _BLOCK.fullmatch(text)
        or re.search(r"^[ ]*\t", stripped, re.MULTILINE)
    ):
        return None
    indicator = "2" if stripped.startswith((" ", "\n")) else ""
    sign = f"|{indicator}{'' if text.endswith(chr(10)) else '-'}"
    margin = " " * indent
    return [sign, *(margin + line if line else "" for line in stripped.split("\n"))]


def as_folded(text: str, indent: int, width: int) -> list[str] | None:
    """Return the lines of a one-line text as a folded block; None if it cannot be folded."""
    stripped = text.removesuffix("\n")
    if "\n" in stripped or stripped != stripped.strip() or not _BLOCK.fullmatch(text) or "\t" in text:
        return None
    lines: list[str] = []
    for word in re.split(r"(?<=[^ ]) (?=[^ ])", stripped):
        if lines and indent + len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) == 1:
        return None
    return [">" if text.endswith("\n") else ">-", *(" " * indent + line for line in lines)]
