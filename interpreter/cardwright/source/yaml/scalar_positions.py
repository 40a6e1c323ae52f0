"""Positions in the file of the characters of a scalar's value, for all five scalar styles."""

import re
from array import array
from collections.abc import Sequence

_BLANKS = " \t\r\n"
_BLANK_RUN = re.compile(r"[ \t\r\n]+")
_BREAK_RUN = re.compile(r"[ \t\r\n]*[\r\n][ \t\r\n]*")
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^\r\n])")
_ESCAPED_BREAK = re.compile(r"\\(?:\r\n|\r|\n)[ \t]*")
_NAMED_ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}

Places = tuple[Sequence[int], Sequence[int]]


def locate_characters(text: str, start: int, end: int, style: str, value: str) -> Places:
    """Return two sequences: the offset in `text` at which each character of `value` starts, and at which it ends.

    `text[start:end]` is the scalar as written, with its quotes or block indicator. A line break ends where it
    starts, so that a span never extends into the next line. The first sequence has one more entry, for the end of the
    value.
    """
    quoted, block = style in ("single", "double"), style in ("literal", "folded")
    length, first = len(value), start + quoted
    if not block and text[first : end - quoted] == value and not _LINE_BREAK.search(value):
        return range(first, first + length + 1), range(first + 1, first + length + 1)
    if quoted:
        places = _locate_quoted(text, start + 1, end - 1, style == "double", value)
    else:
        if block:
            header_break = _LINE_BREAK.search(text, start, end)
            start = header_break.end() if header_break else end
        places = _locate_unquoted(text, start, end, value, style == "literal")
    starts, ends = places or ([start] * (length + 1), [end] * length)
    # as numbers of 4 bytes: a collection has a million characters
    return array("I", starts), array("I", ends)


def _locate_unquoted(text: str, start: int, end: int, value: str, literal: bool) -> Places | None:
    """Return the offsets for an unquoted scalar; None if its non-blank characters differ from those of its value.

    In a `literal` text, blanks differ only at line breaks.
    """
    blanks = _BREAK_RUN if literal else _BLANK_RUN
    starts: list[int] = []
    ends: list[int] = []
    at = start
    done = 0
    while done < len(value):
        run = _BLANK_RUN.match(value, done)
        value_blanks = run.group() if run else ""
        source_run = _BLANK_RUN.match(text, at, end)
        source_end = source_run.end() if source_run else at
        for first, last in _pair_blanks(text, at, source_end, value_blanks):
            starts.append(first)
            ends.append(last)
        done += len(value_blanks)
        at = source_end
        following = blanks.search(value, done)
        word = value[done : following.start() if following else len(value)]
        if not text.startswith(word, at):
            return None
        starts.extend(range(at, at + len(word)))
        ends.extend(range(at + 1, at + len(word) + 1))
        done += len(word)
        at += len(word)
    starts.append(ends[-1] if ends else at)
    return starts, ends


def _pair_blanks(text: str, start: int, end: int, blanks: str) -> list[tuple[int, int]]:
    """Return (start, end) in the source for each blank between two words of a value; `blanks` are these blanks."""
    if text[start:end] == blanks:
        return [(at, at if text[at] == "\n" else at + 1) for at in range(start, end)]
    breaks = [match.start() for match in _LINE_BREAK.finditer(text, start, end)]
    last_break = blanks.rfind("\n")
    if last_break < 0 and breaks:
        return [(start, start)] * len(blanks)
    places: list[tuple[int, int]] = []
    seen = 0
    for i, blank in enumerate(blanks[: last_break + 1]):
        if seen or not breaks or blank == "\n":
            at = breaks[min(seen, len(breaks) - 1)] if breaks else end
            places.append((at, at))
        else:
            at = min(start + i, breaks[0])
            places.append((at, min(at + 1, breaks[0])))
        seen += blank == "\n"
    # what follows the last line break is kept exactly, without the indentation of the block
    floor = breaks[-1] if breaks else start
    for left in range(len(blanks) - last_break - 1, 0, -1):
        at = max(floor, end - left)
        places.append((at, min(at + 1, end)))
    return places


def _locate_quoted(text: str, start: int, end: int, double: bool, value: str) -> Places | None:
    """Return where each character of a quoted scalar starts and ends in `text`.

    The scalar is decoded again; None if the result differs from `value`.

    `double` is True for double quotes.
    """
    found: list[tuple[str, int, int]] = []
    at = start
    while at < end:
        character = text[at]
        if character in _BLANKS:
            at = _fold_blanks(text, at, end, found)
        elif not double:
            width = 2 if text.startswith("''", at) else 1
            found.append((character, at, at + width))
            at += width
        elif broken := _ESCAPED_BREAK.match(text, at, end):
            at = _keep_blank_lines(text, broken.end(), end, found)
        elif escape := _ESCAPE.match(text, at, end):
            found.append((_unescape(escape.group()), at, escape.end()))
            at = escape.end()
        else:
            found.append((character, at, at + 1))
            at += 1
    if "".join(character for character, _, _ in found) != value:
        return None
    return [first for _, first, _ in found] + [found[-1][2] if found else start], [last for _, _, last in found]


def _unescape(escape: str) -> str:
    if escape[1] in "xuU" and len(escape) > 2:
        code = int(escape[2:], 16)
        return chr(code) if code <= 0x10FFFF else ""
    return _NAMED_ESCAPES.get(escape[1], escape[1])


def _fold_blanks(text: str, start: int, end: int, found: list[tuple[str, int, int]]) -> int:
    """Append the characters that YAML makes of the blanks at `start` to `found`; return the offset after the blanks."""
    run = _BLANK_RUN.match(text, start, end)
    stop = run.end() if run else start
    breaks = [match.start() for match in _LINE_BREAK.finditer(text, start, stop)]
    if not breaks:
        found.extend((text[at], at, at + 1) for at in range(start, stop))
    elif len(breaks) == 1:
        found.append((" ", start, start))
    else:
        found.extend(("\n", at, at) for at in breaks[1:])
    return stop


def _keep_blank_lines(text: str, start: int, end: int, found: list[tuple[str, int, int]]) -> int:
    """Append the empty lines after an escaped line break to `found`; return the offset after these lines."""
    run = _BLANK_RUN.match(text, start, end)
    if not run or not _LINE_BREAK.search(text, start, run.end()):
        return start
    found.extend(("\n", match.start(), match.start()) for match in _LINE_BREAK.finditer(text, start, run.end()))
    return run.end()
