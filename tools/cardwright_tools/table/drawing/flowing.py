"""Lines as long as there is room: things after each other, and short lines beside each other."""

from collections.abc import Iterator, Sequence

from rich.text import Text

BESIDE = "  │  "
INDENT = "    "
# Stands between facts; where a line ends, the next one begins with it.
DOT = " · "
# Stands behind a line that goes on where there is no room for that.
CUT = " …"


def broken_off(lines: Sequence[Text], width: int) -> list[Text]:
    """Lines that go on, with a sign of that behind the last one."""
    ended = [line.copy() for line in lines]
    for line in ended[-1:]:
        line.rstrip()
        line.truncate(width - len(CUT))
        line.append(CUT, "dim")
    return ended


def begun(lines: Sequence[Text], width: int) -> Text:
    """The first of some lines, with a sign of whatever of it and of the others has no room."""
    [first] = broken_off(lines[:1], width) if len(lines) > 1 else [lines[0].copy()]
    first.truncate(width, overflow="ellipsis")
    return first


def last_lines(lines: Sequence[str], most: int) -> list[str]:
    """Return the last `most` lines; the first of them says by a sign that others stood before it."""
    return [*lines] if len(lines) <= most else [f"… {lines[-most].strip()}", *lines[len(lines) - most + 1 :]]


def packed(groups: Sequence[Sequence[Text]], width: int) -> list[Text]:
    """Return the lines of all groups in order, with groups of one line beside each other where both fit in `width`.

    A group of several lines (a heading with what is indented below it, a row of frames) stays as it is.
    """
    joined: list[Text] = []
    open_ended = False  # whether the last line is a whole group, so that another may stand beside it
    for group in groups:
        single = len(group) == 1 and not group[0].plain.startswith(" ")
        if single and open_ended and joined[-1].cell_len + len(BESIDE) + group[0].cell_len <= width:
            joined[-1] = joined[-1].copy().append(BESIDE, "dim").append_text(group[0])
        else:
            joined += group
        open_ended = single
    return joined


def flowing(head: Text, items: Sequence[Text], separator: str, width: int, first: str = "") -> Iterator[Text]:
    """A heading and items after it, in as many lines as they need; only an item longer than a line is broken.

    Lines that go on are indented; `first` stands before the first one.
    """
    line = Text(first).append_text(head)
    line.append("  " if head.plain.strip() else "")
    bullet = separator.strip() == DOT.strip()
    begun = fresh = True
    for number, whole in enumerate(items):
        last = number + 1 == len(items)
        item = whole
        while item:
            room = width - line.cell_len - (0 if last or bullet else len(separator.rstrip()))
            if item.cell_len <= room:
                break
            if not fresh or (begun and head.plain.strip() and item.cell_len <= width - len(INDENT)):
                yield _ended(line, separator if bullet and not fresh else "")
                line, fresh, begun = Text(INDENT + DOT.lstrip() if bullet and not fresh else INDENT), True, False
                continue
            end, then = _breaking(item, width - line.cell_len)
            yield line.append_text(item[:end])
            line, item, begun = Text(INDENT), item[then:], False
        line.append_text(item)
        line.append("" if last else separator)
        fresh = False
    yield line


def _ended(line: Text, separator: str) -> Text:
    """A line without the separator, or blanks, at its end."""
    ended = line[: len(line) - len(separator)] if separator else line
    ended.rstrip()
    return ended


def _breaking(item: Text, width: int) -> tuple[int, int]:
    """Where to break an item that is longer than a line, and where to go on: at the last comma that fits, else between
    words.
    """
    comma = item.plain.rfind(", ", 0, width)
    if comma > 0:
        return comma + 1, comma + 2
    blank = item.plain.rfind(" ", 1, width + 1)
    return (blank, blank + 1) if blank > 0 else (max(1, width), max(1, width))
