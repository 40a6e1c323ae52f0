"""A story in few lines: an indented tree without lines that say nothing, in which what touches a player is kept."""

from __future__ import annotations

import re
import sys
import textwrap
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field, replace

from cardwright.inspect.history import Carried, Count, Event
from cardwright.presentation.labels import several

DECLINES = re.compile(r"^P\d+ chooses (Pass|Done)$", re.IGNORECASE)
DOER = re.compile(r"^P\d+ ")
# Neighbouring lines that are alike but for one item are told as one: what moved the same way, what somebody chose one
# after the other, and what somebody did to no effect that can be seen.
SORTS = {
    "moves": re.compile(r"^(?P<item>[^:]+): .+ → .+$"),
    "choices": re.compile(r"^P\d+ chooses (?P<item>.+)$"),
    "deeds": re.compile(r"^P\d+ (?P<item>[^:]+)$"),
}
TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times", 6: "six times"}
INDENT = "  "
# In less room lines are not broken.
NARROWEST = 24
# Of whom nothing is kept because it touches them.
NOBODY = -1
# What is called so is not known, and of others so many, in so many ways, are told where they are not seen to move.
UNSEEN = ("a ", "an ")
FEW_WAYS, FEW_PIECES = 2, 4
BESIDE = " · "


@dataclass
class Line:
    """One line with the lines it caused. One that is `kept` may not be left out: it touches whom it is told.

    `counts` and `carried` are what changed by it at once, to be added up where its consequences are not told. One that
    stands `alone` is not told as one with its neighbours. A `result` tells how something ended, and one `among`
    players is about others than who does it, or asks them.
    """

    text: str
    children: list[Line] = field(default_factory=list)
    quiet: bool = False
    kept: bool = False
    counts: list[Count] = field(default_factory=list)
    carried: Carried | None = None
    player: int | None = None
    alone: bool = False
    result: bool = False
    among: bool = False

    @property
    def matters(self) -> bool:
        """Whether it or anything it led to may not be left out."""
        return self.kept or any(child.matters for child in self.children)


def flattened(events: Iterable[Event]) -> list[Event]:
    """All events in the order in which they happened, without choices that the deed after them tells again."""
    flat = []
    for event in events:
        if not event.echoed:
            flat.append(event)
        flat += flattened(event.children)
    return flat


def worth_telling(events: Iterable[Event]) -> list[Event]:
    """The same without what the game itself finds not worth telling; what counters became is told with its cause."""
    told: list[Event] = []
    causes: list[Event] = []
    for event in flattened(events):
        while causes and causes[-1].depth >= event.depth:
            causes.pop()
        if not event.aside:
            told.append(replace(event, counts=[*event.counts]))
            causes.append(told[-1])
        elif causes:
            causes[-1].counts += event.counts
    return told


def grown(events: Sequence[Event], viewer: int = NOBODY) -> list[Line]:
    """The tree of some successive events, whose causes may have happened before the first of them.

    What others did to the viewer is kept; what counters became stands behind what changed them.
    """
    roots: list[Line] = []
    open_lines: list[tuple[int, Line]] = []
    causes: list[Event] = []
    for event in events:
        while open_lines and open_lines[-1][0] >= event.depth:
            open_lines.pop()
            causes.pop()
        if causes and says_again(event, causes[-1]):
            open_lines.append((event.depth, open_lines[-1][1]))
            causes.append(event)
            continue
        touches = viewer in event.touches or any(count.player == viewer for count in event.counts)
        own = next((cause.player for cause in reversed(causes) if cause.player is not None), None) == viewer
        touches = touches and not (own and event.player in (None, viewer))
        text = f"{event.text}{_became(event)}"
        line = Line(text, [], event.quiet, touches, event.counts, event.carried, event.player)
        line.result, line.among = event.result, bool(event.touches)
        if open_lines and event.player not in (None, open_lines[-1][1].player) and SORTS["choices"].match(event.text):
            open_lines[-1][1].among = True
        (open_lines[-1][1].children if open_lines else roots).append(line)
        open_lines.append((event.depth, line))
        causes.append(event)
    return roots


def says_again(event: Event, cause: Event) -> bool:
    """Whether something is told by its cause: that P1 loads Rice, after P1 loads Rice as part of their load action; or
    that Lord loses its power, after P1 takes the power of Lord.
    """
    if event.powers and event.touches <= {*cause.touches, cause.player}:
        return all(each in cause.text for each in event.powers)
    same = event.player is not None and event.player == cause.player and event.touches <= cause.touches
    return same and not event.counts and f"{cause.text} ".startswith(f"{event.text} ")


def tree_text(events: Sequence[Event], depth: int = sys.maxsize) -> list[str]:
    """Some successive events as a tree, a line each, down to a depth (1: what has no cause); what follows is counted.

    Equal neighbours are told as one.
    """
    return list(_branches(_joined(grown(events), False), "", depth))


def _branches(lines: Sequence[Line], before: str, depth: int) -> Iterable[str]:
    for number, line in enumerate(lines):
        last = number + 1 == len(lines)
        inner = "" if not before else before[:-3] + ("   " if last else "│  ")
        branch = "" if not before else before[:-3] + ("└─ " if last else "├─ ")
        hidden = _size(line.children) if depth == 1 else 0
        yield f"{branch}{line.text}" + (f"  (+{hidden})" if hidden else "")
        if depth > 1:
            yield from _branches(line.children, f"{inner}   ", depth - 1)


def _size(lines: Sequence[Line]) -> int:
    return sum(1 + _size(line.children) for line in lines)


def _became(event: Event) -> str:
    """What counters are now that an event changed: ` (points 12 → 22)`."""
    told = []
    for count in event.counts:
        whose = "" if count.player in (None, event.player) else f"P{(count.player or 0) + 1}'s "
        told.append(f"{whose}{count.title} {count.before} → {count.after}")
    return f" ({', '.join(told)})" if told else ""


def brief_text(events: Sequence[Event], width: int) -> list[str]:
    """Some successive events as briefly as can be without leaving out what happened.

    Passes and phases without events are left out, and an only consequence stands on the line of its cause.
    """
    return _told(_worth_telling(events), width)


def brief_text_within(
    events: Sequence[Event], width: int, most: int, viewer: int = NOBODY, ended: bool = False
) -> list[str]:
    """The same in `most` lines, if leaving out what single deeds led to is enough for that.

    What touches the viewer is always told, and so is the last that happened in a game that has `ended`. Of the rest
    what is nearer to the root goes before what is deeper, and what led to more deeds before what led to fewer; where
    consequences are left out it is told what they came to. Deeds that led to nothing that is told share lines. Where
    even that is too much, what does not touch the viewer is left out from the beginning.
    """
    lines = _worth_telling(events, viewer)
    if ended and lines:
        _last(lines).kept = True
    told = _told(lines, width)
    if len(told) <= most:
        return told
    # What moved by itself is seen on the table.
    lines = [line for line in lines if line.children or line.kept or not _is_move(line)] or lines

    def tell(lines: Sequence[Line], opened: Set[int]) -> list[str]:
        return _side_by_side(_told(_pruned(lines, opened), width), width)

    lines = _left_to_tell(lines, lambda left: len(tell(left, _opened_to_tell(left))) <= most)
    opened = _opened_to_tell(lines)
    # An only consequence that fits on the line of its cause costs no room.
    for root in lines:
        for line in _all_of([root]):
            only = line.children[0] if len(line.children) == 1 else None
            if only is None or _is_move(only):
                continue
            if len(tell([root], opened | {id(line)})) <= len(tell([root], opened)):
                opened.add(id(line))
    told = tell(lines, opened)
    level = list(lines)
    while level and len(told) <= most:
        # What is still going on is seen on the table.
        for line in sorted(level, key=lambda line: (line is lines[-1], -_deeds(line))):
            if not line.children or _says_the_same(line):
                continue
            # Deeds whose consequences are not told stand in one line.
            inner = {id(each) for each in _all_of(line.children) if not each.matters}
            for tried in (opened | {id(line)}, opened - inner | {id(line)}):
                longer = tell(lines, tried)
                if len(longer) <= most:
                    opened, told = tried, longer
                    break
        level = [child for line in level if id(line) in opened for child in line.children]
    return told


def _left_to_tell(lines: Sequence[Line], fit: Callable[[Sequence[Line]], bool]) -> list[Line]:
    """The lines without as many from the beginning as must go for the others to fit; what matters is never left out."""
    order = [id(line) for line in _that_may_go(lines)]
    # a whole game is long, and telling it takes its time
    number = bisect_left(range(len(order)), True, key=lambda number: fit(_without(lines, set(order[:number]))))
    return _without(lines, set(order[:number]))


def _that_may_go(lines: Sequence[Line]) -> Iterable[Line]:
    """The lines, first ones first, that do not touch anybody who must be told, nor lead to one that does."""
    for line in lines:
        if line.matters:
            yield from _that_may_go(line.children)
        else:
            yield line


def _without(lines: Sequence[Line], gone: Set[int]) -> list[Line]:
    return [replace(line, children=_without(line.children, gone)) for line in lines if id(line) not in gone]


def _opened_to_tell(lines: Sequence[Line]) -> set[int]:
    """The lines that led to what must be told."""
    return {id(line) for line in _all_of(lines) if any(child.matters for child in line.children)}


def _is_move(line: Line) -> bool:
    return SORTS["moves"].match(line.text) is not None


def _says_the_same(line: Line) -> bool:
    """Whether a deed led to nothing but a move of what it names."""
    moved = SORTS["moves"].match(line.children[0].text) if len(line.children) == 1 else None
    return moved is not None and moved["item"] in line.text


def _all_of(lines: Sequence[Line]) -> Iterable[Line]:
    for line in lines:
        yield line
        yield from _all_of(line.children)


def _side_by_side(told: Sequence[str], width: int) -> list[str]:
    """Lines of one depth that led to nothing told, joined as long as they fit beside each other."""
    joined: list[str] = []
    for number, text in enumerate(told):
        following = told[number + 1] if number + 1 < len(told) else ""
        beside = f"{joined[-1]}{BESIDE}{text.strip()}" if joined else ""
        alike = bool(joined) and _indentation(joined[-1]) == _indentation(text) >= _indentation(following)
        if alike and len(beside) <= width:
            joined[-1] = beside
        else:
            joined.append(text)
    return joined


def _indentation(text: str) -> int:
    return len(text) - len(text.lstrip())


def _told(lines: Sequence[Line], width: int) -> list[str]:
    told = _indented([_folded(line, width) for line in _joined(lines, True)], 0)
    return [part for line in told for part in _broken(line, width)]


def _broken(line: str, width: int) -> list[str]:
    """A line that is too long in several, so that nothing at its end is lost."""
    before = line[: _indentation(line)]
    if len(line) <= width or width < NARROWEST:
        return [line]
    return textwrap.wrap(line.strip(), width, initial_indent=before, subsequent_indent=f"{before}{INDENT * 2}")


def _worth_telling(events: Sequence[Event], viewer: int = NOBODY) -> list[Line]:
    """The events without passes, and without phases in which nothing happened unless they are still going on."""
    roots = grown(events, viewer)
    if roots:
        _last(roots).quiet = False
    return _without_nothings(roots)


def _last(lines: Sequence[Line]) -> Line:
    return _last(lines[-1].children) if lines[-1].children else lines[-1]


def _without_nothings(lines: Sequence[Line]) -> list[Line]:
    kept = [replace(line, children=_without_nothings(line.children)) for line in lines]
    return [line for line in kept if line.children or line.kept or not (line.quiet or DECLINES.match(line.text))]


def _deeds(line: Line) -> int:
    """How much a line led to, without the pieces that moved."""
    return sum(1 + _deeds(child) for child in line.children if not SORTS["moves"].match(child.text))


def _pruned(lines: Sequence[Line], opened: Set[int]) -> list[Line]:
    """The lines, with what they caused only where they are opened."""
    return [
        replace(line, children=_pruned(line.children, opened))
        if id(line) in opened or not line.children
        else _closed(line)
        for line in lines
    ]


def _closed(line: Line) -> Line:
    came_to = _came_to(line)
    return replace(line, text=f"{line.text}{came_to}", children=[], alone=bool(came_to))


def _came_to(line: Line) -> str:
    """What the consequences of a deed that are not told came to: who won, what counters are now, what went where."""
    inside = list(_all_of(line.children))
    counts: dict[tuple[int | None, str], Count] = {}
    for count in (count for each in inside for count in each.counts):
        first = counts.get((count.player, count.title), count)
        counts[count.player, count.title] = replace(count, before=first.before)
    told = _results(line)
    told += [f"{_whose(count, line)}{count.title} {count.before} → {count.after}" for count in counts.values()]
    swaps, moved = _swapped(_gone_on([each.carried for each in inside if each.carried is not None]))
    told += swaps
    lost: dict[tuple[int, int | None], list[str]] = {}
    seen: dict[tuple[str, str], list[str]] = {}
    for carried in moved:
        if _is_lost(carried, line):
            lost.setdefault((carried.giver or 0, carried.taker), []).append(carried.piece)
        elif not carried.piece.startswith(UNSEEN) and carried.piece not in line.text:
            seen.setdefault((carried.old, carried.new), []).append(carried.piece)
    for (giver, taker), pieces in lost.items():
        to = "" if taker is None else f" to P{taker + 1}"
        told.append(f"P{giver + 1} loses {_listed(pieces)}{to}")
    if len(seen) <= FEW_WAYS and sum(map(len, seen.values())) <= FEW_PIECES:
        told += [f"{_listed(pieces)}: {old} → {new}" for (old, new), pieces in seen.items()]
    return f" ({'; '.join(told)})" if told else ""


def _is_lost(carried: Carried, line: Line) -> bool:
    """Whether somebody else lost a piece that they had themselves, not on another piece."""
    giver = carried.giver
    return giver not in (None, line.player, carried.taker) and carried.old.startswith(f"P{(giver or 0) + 1}'s ")


def _gone_on(moved: Sequence[Carried]) -> list[Carried]:
    """From where to where each piece went in the end, without those that came back; changes of hands are told apart."""
    ways: list[Carried] = []
    for each in moved:
        place = next((n for n, way in enumerate(ways) if (way.piece, way.new) == (each.piece, each.old)), None)
        if place is None or (None not in (each.giver, each.taker) and each.giver != each.taker):
            ways.append(each)
        else:
            ways[place] = replace(ways[place], new=each.new, taker=each.taker)
    return [way for way in ways if way.old != way.new]


def _swapped(moved: Sequence[Carried]) -> tuple[list[str], list[Carried]]:
    """What two players gave each other, told as one thing, and all else that moved."""
    ways: dict[tuple[int, int], list[str]] = {}
    for each in moved:
        if each.giver is not None and each.taker is not None and each.giver != each.taker:
            ways.setdefault((each.giver, each.taker), []).append(each.piece)
    both = [(giver, taker) for giver, taker in ways if giver < taker and (taker, giver) in ways]
    told = [
        f"P{one + 1} and P{other + 1} swap {_listed(ways[one, other])} for {_listed(ways[other, one])}"
        for one, other in both
    ]
    swapped = {*both, *((taker, giver) for giver, taker in both)}
    return told, [each for each in moved if (each.giver, each.taker) not in swapped]


def _results(line: Line) -> list[str]:
    """How what players did with each other ended: as it is told of who began it, or else of another."""
    ends = [each for each in _all_of(line.children) if each.result] if line.among else []
    if ends:
        own = [each for each in ends if each.player == line.player]
        return [(own[-1] if own else ends[0]).text]
    return list(dict.fromkeys(text for child in line.children for text in _results(child)))


def _whose(count: Count, line: Line) -> str:
    return "" if count.player in (None, line.player) else f"P{(count.player or 0) + 1}'s "


def _listed(items: Sequence[str]) -> str:
    return ", ".join(several(items.count(item), item) for item in dict.fromkeys(items))


def _indented(lines: Sequence[Line], depth: int) -> Iterable[str]:
    for line in lines:
        yield INDENT * depth + line.text
        yield from _indented(line.children, depth + 1)


def _joined(lines: Sequence[Line], brief: bool) -> list[Line]:
    """The lines with neighbouring leaves of the same sort merged into one, and those that led to the same."""
    joined: list[Line] = []
    before: tuple[str, ...] = ()
    times = 1
    for line in lines:
        children = _joined(line.children, brief)
        fresh = replace(line, children=children) if children or line.alone else _leaf(line, brief)
        last = joined[-1] if joined else None
        said = tuple(each.text for each in _all_of([fresh])) if children else ()
        if last is not None and said and said == before:
            times += 1
            joined[-1] = replace(last, text=so_often(times, fresh.text))
            continue
        before, times = said, 1
        if isinstance(last, _Leaf) and isinstance(fresh, _Leaf) and last.sort == fresh.sort and last.kept == fresh.kept:
            last.add(fresh.items[0])
        else:
            joined.append(fresh)
    return joined


class _Leaf(Line):
    """A line that caused nothing. Leaves of equal `sort` have the same `shape` and differ in their items only."""

    def __init__(self, text: str, sort: tuple[str, str], shape: str, item: str):
        super().__init__(text)
        self.sort = sort
        self.shape = shape
        self.items = [item]

    def add(self, item: str) -> None:
        """Merge in another leaf of this sort."""
        self.items.append(item)
        counts = {item: self.items.count(item) for item in self.items}
        told = so_often if self.sort[0] == "deeds" else several
        self.text = self.shape.format(", ".join(told(count, item) for item, count in counts.items()))


def so_often(count: int, deed: str) -> str:
    """A deed and how often it was done: `draws 2 cards`, `rolls a 6 twice`."""
    return deed if count == 1 else f"{deed} {TIMES.get(count, f'{count} times')}"


def _leaf(line: Line, brief: bool) -> Line:
    text = line.text
    for sort, pattern in SORTS.items():
        found = pattern.match(text)
        if found and (brief or sort == "moves"):
            before, after = text[: found.start("item")], text[found.end("item") :]
            shape = f"{_literal(before)}{{}}{_literal(after)}"
            leaf = _Leaf(text, (sort, shape), shape, found["item"])
            leaf.kept = line.kept
            return leaf
    return line


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _folded(line: Line, width: int) -> Line:
    """The line with its consequence on the same line as long as there is only one and it fits."""
    children = [_folded(child, width - len(INDENT)) for child in line.children]
    if len(children) != 1:
        return replace(line, children=children) if children or not isinstance(line, _Leaf) else line
    only = children[0]
    doer = DOER.match(line.text)
    text = only.text.removeprefix(doer[0]) if doer else only.text
    if len(line.text) + 3 + len(text) > width:
        return replace(line, children=children)
    return Line(f"{line.text} › {text}", only.children, kept=line.kept or only.kept)
