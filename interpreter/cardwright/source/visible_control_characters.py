"""Characters that control a terminal or reverse the direction of text, and their visible substitutes."""

import re
import unicodedata
from bisect import bisect_right

# Characters that control a terminal or the direction of text: C0 without tab and line feed, DEL, C1; line and paragraph
# separators; embeddings, overrides and isolates, and deprecated formats; annotation anchors; surrogates. Direction
# marks (U+200E, U+200F) and joiners are allowed, as they belong to scripts and affect only their neighbours.
STEERING = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\ud800-\udfff"
SHOWN = "\ufffd"
_STEERS = re.compile(f"[{STEERING}]")
_STEERS_OR_STYLES = re.compile(f"\x1b\\[[0-9;]*m|[{STEERING}]")
_STEERS_OR_BREAKS = re.compile(f"[{STEERING}\t\n]")


def escape_controls(text: str) -> str:
    """Replace every character that would control a terminal by one visible character; the length stays equal."""
    return _STEERS.sub(SHOWN, text)


def escape_line(text: str) -> str:
    """Replace control characters and line breaks in a text that is printed within a line."""
    return _STEERS_OR_BREAKS.sub(SHOWN, text)


def escape_all_but_styles(text: str) -> str:
    """Replace control characters except those of colours and styles, in a text that Cardwright has coloured itself."""
    return _STEERS_OR_STYLES.sub(lambda found: found[0] if len(found[0]) > 1 else SHOWN, text)


def format_json(value: object, indent: int | None = 2, compact: bool = False) -> str:
    """Return a value as JSON in which control characters are escaped; parsing it gives the same value.

    The result is valid UTF-8 for any content. `compact` omits blanks.
    """
    import json

    separators = (",", ":") if compact else None
    written = json.dumps(value, indent=indent, ensure_ascii=False, separators=separators)
    return _STEERS.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


# These characters, byte order marks within a text, and numbers that are no characters.
REFUSED = re.compile(f"[{STEERING}\ufeff\ufffe\uffff]")
_REFUSED_IN_LINE = re.compile(f"[{STEERING}\ufeff\ufffe\uffff\t\n]")
_BREAKS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def format_json_line(value: object) -> bytes:
    """Return a value as one line of JSON in UTF-8, ending with a line feed."""
    return format_json(value, None).encode() + b"\n"


def compose(text: str) -> str:
    """Return a text in which a letter and its accents are one character, if Unicode has one (NFC).

    All text that authors write and players type is composed in this way, so that names that look equal are equal.
    """
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def find_written_offset(written: str, offset: int) -> int:
    """Return the offset in the original text that corresponds to an offset in the composed text."""
    if compose(written) == written:
        return offset
    return bisect_right(range(len(written) + 1), offset, key=lambda end: len(compose(written[:end]))) - 1


def find_refused_character(text: str) -> re.Match[str] | None:
    """Return the first character that no text may contain, or None. Tabs and line feeds are allowed."""
    return REFUSED.search(text)


def find_refused_in_line(text: str) -> re.Match[str] | None:
    """Return the first character that a one-line text, such as a name, may not contain, or None."""
    return _REFUSED_IN_LINE.search(text)


def name_character(character: str) -> str:
    """Return the name and number of an unprintable character."""
    if character == "\0":
        name = "a NUL byte"
    elif character in _BREAKS:
        name = "a hidden line break"
    elif character in _TURNS:
        name = "a sign that turns text around"
    else:
        name = "a control character" if character < "\xa0" else "an invisible character"
    return f"{name} (U+{ord(character):04X})"


# Characters with a meaning within a line for some reader of Markdown; they become character references, because not all
# readers respect backslashes.
_SIGNS = re.compile(r"[\\`*_\[\]<>&|~$^={}!]|(?<=\w):(?=\S)|(?i:(?<=\bwww)\.)")
_AT_THE_START = re.compile(r"^(?:[#+-]|\d+[.)])")


def escape_markdown(text: str, begins: bool = True) -> str:
    """Return a text escaped for a line or table cell of Markdown; `begins` is True at the beginning of a line."""
    line = " ".join(escape_controls(text).split())
    start = _AT_THE_START.match(line) if begins else None
    first = start[0] if start else ""
    return _make_references(first) + _SIGNS.sub(lambda found: _make_references(found[0]), line[len(first) :])


def _make_references(signs: str) -> str:
    return "".join(f"&#{ord(sign)};" for sign in signs)


def code(text: str) -> str:
    """Return a text as inline code of Markdown."""
    line = escape_line(text)
    fence = "`" * (_find_longest_run(line) + 1)
    room = " " if line.startswith("`") or line.endswith("`") or not line else ""
    return f"{fence}{room}{line}{room}{fence}"


def block(text: str, language: str) -> str:
    """Return a text as a code block of Markdown."""
    fence = "`" * max(3, _find_longest_run(text) + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _find_longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
