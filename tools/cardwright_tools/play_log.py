"""The log on the screen: what happened, as an indented tree, without lines that say nothing."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright import Event

DECLINES = re.compile(r"^P\d+ (chooses|decides) (Pass|Done|Decline)$", re.IGNORECASE)
SEAT = re.compile(r"^P\d+$")
INDENT = "  "


@dataclass
class Line:
    """One line with the lines it caused."""

    text: str
    children: list["Line"] = field(default_factory=list)


def flattened(events: Iterable["Event"]) -> list["Event"]:
    """All events in the order in which they happened."""
    flat = []
    for event in events:
        flat.append(event)
        flat += flattened(event.children)
    return flat


def grown(events: Sequence["Event"]) -> list[Line]:
    """The tree of some successive events, whose causes may have happened before the first of them."""
    roots: list[Line] = []
    open_lines: list[tuple[int, Line]] = []
    for event in events:
        while open_lines and open_lines[-1][0] >= event.depth:
            open_lines.pop()
        line = Line(event.text)
        (open_lines[-1][1].children if open_lines else roots).append(line)
        open_lines.append((event.depth, line))
    return roots


def tree_text(events: Sequence["Event"]) -> list[str]:
    """Some successive events in full, an indented line each; equal neighbours are counted."""
    return list(_indented(_joined(grown(events), False), 0))


def brief_text(events: Sequence["Event"], width: int) -> list[str]:
    """Some successive events as briefly as can be: without passes, and with an only consequence on the same line."""
    return list(_indented([_folded(line, width) for line in _joined(grown(events), True)], 0))


def _indented(lines: Sequence[Line], depth: int) -> Iterable[str]:
    for line in lines:
        yield INDENT * depth + line.text
        yield from _indented(line.children, depth + 1)


def _joined(lines: Sequence[Line], brief: bool) -> list[Line]:
    """The lines with neighbouring leaves merged that differ in their first or in their last part only."""
    joined: list[Line] = []
    for line in lines:
        children = _joined(line.children, brief)
        if brief and not children and DECLINES.match(line.text):
            continue
        fresh = _Leaf(line.text) if not children else Line(line.text, children)
        last = joined[-1] if joined else None
        if not (isinstance(last, _Leaf) and isinstance(fresh, _Leaf) and last.take(fresh, brief)):
            joined.append(fresh)
    return joined


class _Leaf(Line):
    """A line that caused nothing, written `head: rest`, and what was merged into it."""

    def __init__(self, text: str):
        super().__init__(text)
        head, colon, rest = text.partition(": ")
        self.heads = {head: 1} if colon else {}
        self.rests = [rest]

    def take(self, other: "_Leaf", brief: bool) -> bool:
        """Merge another line into this one if that can be; whether it was."""
        if not self.heads or not other.heads:
            return False
        head = next(iter(other.heads))
        if other.rests == self.rests:
            self.heads[head] = self.heads.get(head, 0) + 1
        elif brief and len(self.heads) == 1 and head in self.heads and SEAT.match(head):
            self.rests += other.rests
        else:
            return False
        counted = ", ".join(_counted(head, count) for head, count in self.heads.items())
        self.text = f"{counted}: {', '.join(self.rests)}"
        return True


def _counted(head: str, count: int) -> str:
    if count == 1 or SEAT.match(head):
        return head
    return f"{count} {head[2:]}s" if head.startswith("a ") else f"{count} {head}"


def _folded(line: Line, width: int) -> Line:
    """The line with its consequence on the same line as long as there is only one and it fits."""
    children = [_folded(child, width - len(INDENT)) for child in line.children]
    if len(children) != 1:
        return Line(line.text, children)
    only = children[0]
    text = _without_shared_head(only.text, line.text)
    if len(line.text) + 3 + len(text) > width:
        return Line(line.text, children)
    return Line(f"{line.text} › {text}", only.children)


def _without_shared_head(text: str, before: str) -> str:
    head, colon, rest = text.partition(": ")
    return rest if colon and SEAT.match(head) and before.startswith(f"{head}: ") else text
