"""Layout of the log in limited space: news is always shown, and omitted events are summarized."""

from __future__ import annotations

import sys
import textwrap
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby, repeat

from cardwright.presentation.log.folding import (
    FoldedEvent,
    drop_empty_events,
    find_merge_key,
    fold_events,
    merge_neighbours,
)
from cardwright.presentation.log.outcome import list_consequences, summarize_consequences
from cardwright.query.log_events import Event

TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times", 6: "six times"}
INDENT = "  "
# Minimum width for breaking lines.
NARROWEST = 24
BESIDE = " · "


@dataclass(frozen=True, slots=True)
class _TextBlock:
    """A text with the blocks below it, and the name of the player with which it begins, or "".

    If `alone`, no other text can share its line. Blocks of one player without visible effect can share one.
    """

    text: str
    who: str
    lines: tuple[_TextBlock, ...] = ()
    alone: bool = True
    news: bool = False

    def behind(self, who: str) -> str:
        """Return the text as it follows another on a line.

        If the other text begins with the same player's name (`who`), the name is not repeated.
        """
        return self.text[len(who) :] if who and self.who == who else self.text


def render_tree(lines: Iterable[Event], depth: int = sys.maxsize) -> list[str]:
    """Render the events as an indented tree with one line each, down to level `depth` (1: only the roots).

    Deeper events are counted. Pieces that moved the same way are merged.
    """
    return list(_list_branches(merge_neighbours(lines, choices=False), "", depth))


def _list_branches(lines: Sequence[Event], before: str, depth: int) -> Iterable[str]:
    for number, line in enumerate(lines):
        last = number + 1 == len(lines)
        inner = "" if not before else before[:-3] + ("   " if last else "│  ")
        branch = "" if not before else before[:-3] + ("└─ " if last else "├─ ")
        below = merge_neighbours(line.children, choices=False)
        hidden = _count_lines(below) if depth == 1 else 0
        yield f"{branch}{_render_event(line)}" + (f"  (and {hidden} more)" if hidden else "")
        if depth > 1:
            yield from _list_branches(below, f"{inner}   ", depth - 1)


def _count_lines(lines: Iterable[Event]) -> int:
    return sum(1 + _count_lines(line.children) for line in merge_neighbours(lines, choices=False))


def render_brief_log(lines: Sequence[Event], width: int) -> list[str]:
    """Render the events as briefly as possible without omitting one.

    Passes and empty phases are dropped, and a single consequence follows its cause on the same line.
    """
    return _render_events(_drop_empty_phases(lines), width)


def render_log_within(
    lines: Sequence[Event], width: int, most: int, ended: bool = False, all_turns: bool = False
) -> list[str]:
    """Render the log in at most `most` lines, if dropping consequences and old events makes that possible.

    Consequences that are news for the viewer remain, as does the last event of a match that has `ended`. Among the
    other consequences, shallow ones are dropped before deep ones, and long lists before short ones; a summary replaces
    what is dropped. Events without visible consequences share lines. If this is not enough, the oldest events that are
    no news are dropped, except the last event of each player. The turns and choices of other players are news, unless
    there is no room for the oldest of them and `all_turns` is False.
    """
    lines = _drop_empty_phases(lines)
    if ended and lines:
        lines = _change_last(lines, lambda line: replace(line, news=True))
    rendered = _render_events(lines, width)
    if len(rendered) <= most:
        return rendered
    # Moves without a cause are visible on the table.
    lines = [line for line in lines if line.children or line.news or line.carried is None] or lines
    lines = _drop_turn_begun([_name_turn_by_choice(line) for line in lines])

    def render(left_out: int) -> list[str]:
        return _render_important(_mark_turns(lines, repeat(None, left_out)), width, most)

    rendered = render(0)
    if len(rendered) <= most or all_turns:
        return rendered
    turns = sum(1 for line in list_consequences(lines) if line.theirs)
    return render(bisect_left(range(turns), True, key=lambda left_out: len(render(left_out)) <= most))


def _render_important(lines: Sequence[Event], width: int, most: int) -> list[str]:
    """Render the events that are news, and what else there is room for in `most` lines."""

    def tell(lines: Sequence[Event], opened: Set[int]) -> list[str]:
        return _join_lines(_render_events(_prune_events(lines, opened), width), width)

    lines = _drop_oldest(lines, lambda left: len(tell(left, _find_causes_of_news(left))) <= most)
    opened = _find_causes_of_news(lines)
    # A single consequence on the line of its cause needs no extra line.
    for root in lines:
        for line in list_consequences([root]):
            only = line.children[0] if len(line.children) == 1 else None
            if only is None or only.carried is not None:
                continue
            if len(tell([root], opened | {id(line)})) <= len(tell([root], opened)):
                opened.add(id(line))
    rendered = tell(lines, opened)
    level = list(lines)
    while level and len(rendered) <= most:
        # An event in progress is visible on the table.
        for line in sorted(level, key=lambda line: (line is lines[-1], -_count_consequences(line))):
            if not line.children or _has_only_implied_move(line):
                continue
            # Events with hidden consequences share a line.
            inner = {id(each) for each in list_consequences(line.children) if not each.matters}
            for tried in (opened | {id(line)}, opened - inner | {id(line)}):
                longer = tell(lines, tried)
                if len(longer) <= most:
                    opened, rendered = tried, longer
                    break
        level = [below for line in level if id(line) in opened for below in line.children]
    return rendered


def _name_turn_by_choice(line: Event) -> Event:
    """Return what a player did in a turn instead of the turn, if that is all: `P2 passes`, not `P2 takes a turn`."""
    children = [_name_turn_by_choice(each) for each in line.children]
    done = [each for each in children if not each.says_counts or each.children]
    only = done[0] if len(done) == 1 else None
    if not line.is_turn or only is None or not only.deed or only.player != line.player or only.says_counts:
        return replace(line, children=children)
    behind = (count for each in children if each not in done for count in each.counts)
    counts = (*only.counts, *behind, *line.counts)
    return replace(only, counts=counts, news=only.news or line.news, theirs=line.theirs)


def _drop_turn_begun(lines: list[Event]) -> list[Event]:
    """Return the events without a turn at the end in which nothing has happened: the prompt says whose turn it is."""
    begun = len(lines) > 1 and lines[-1].is_turn and not lines[-1].children and not lines[-1].counts
    return lines[:-1] if begun else lines


def _drop_oldest(lines: Sequence[Event], fit: Callable[[Sequence[Event]], bool]) -> list[Event]:
    """Return the events without the oldest ones: as many are dropped as is needed for the rest to `fit`.

    News and the last event of each player are never dropped.
    """
    others = [line for line in lines if line.player is not None and not _is_own(line)]
    last = {line.player: id(line) for line in others}
    order = [ids for ids in _find_droppable(lines) if ids.isdisjoint(last.values())]

    def drop(number: int) -> list[Event]:
        return _remove_events(lines, set().union(*order[:number]))

    # rendering a whole match is slow
    return drop(bisect_left(range(len(order)), True, key=lambda number: fit(drop(number))))


def _mark_turns(lines: Iterable[Event], left_out: Iterator[None]) -> list[Event]:
    """Return the events with turns and choices of other players as news, without the first ones.

    What they choose during a turn of somebody belongs to that turn.
    """
    marked = []
    for line in lines:
        if line.theirs:
            marked.append(replace(line, news=line.news or next(left_out, True) is True))
        elif line.player is None:
            marked.append(replace(line, children=_mark_turns(line.children, left_out)))
        else:
            marked.append(line)
    return marked


def _is_own(line: Event) -> bool:
    """Return True if the viewer caused the effects that an event has on the viewer."""
    return any(each.about and not each.news for each in list_consequences([line]))


def _find_droppable(lines: Sequence[Event]) -> Iterable[set[int]]:
    """Yield the ids of events that a short log can leave out, oldest first: those that are no news and cause none.

    Pieces that moved together are left out together.
    """
    for _, alike in groupby(lines, lambda line: find_merge_key(line, choices=False) or id(line)):
        together = list(alike)
        if any(line.matters for line in together):
            for line in together:
                yield from _find_droppable(line.children)
        else:
            yield {id(line) for line in together}


def _remove_events(lines: Sequence[Event], gone: Set[int]) -> list[Event]:
    """Return the events except those in `gone`.

    An event that is news and loses all its consequences gets a summary of them.
    """
    kept = []
    for line in lines:
        if id(line) not in gone:
            inner = _remove_events(line.children, gone)
            came = summarize_consequences(line) if line.news and line.children and not inner else ""
            kept.append(replace(line, children=inner, came=came))
    return kept


def _find_causes_of_news(lines: Sequence[Event]) -> set[int]:
    """Return the ids of the events with a consequence that must be shown."""
    return {id(line) for line in list_consequences(lines) if any(below.matters for below in line.children)}


def _has_only_implied_move(line: Event) -> bool:
    """Return True if the only consequence of an event is a move of pieces that its text already names."""
    return len(line.children) == 1 and line.children[0].carried is not None and line.children[0].again


def _join_lines(texts: Sequence[str], width: int) -> list[str]:
    """Return lines; neighbouring lines of one depth without consequences are joined, as far as they fit."""
    joined: list[str] = []
    for number, text in enumerate(texts):
        following = texts[number + 1] if number + 1 < len(texts) else ""
        beside = f"{joined[-1]}{BESIDE}{text.strip()}" if joined else ""
        alike = bool(joined) and _measure_indentation(joined[-1]) == _measure_indentation(text) >= _measure_indentation(
            following
        )
        if alike and len(beside) <= width:
            joined[-1] = beside
        else:
            joined.append(text)
    return joined


def _measure_indentation(text: str) -> int:
    return len(text) - len(text.lstrip())


def _render_events(lines: Sequence[Event], width: int) -> list[str]:
    rendered = _indent([_append_consequence(each, width) for each in _build_blocks(fold_events(lines))], 0)
    return [part for line in rendered for part in _break_line(line, width)]


def _break_line(line: str, width: int) -> list[str]:
    """Split a line that is too long."""
    before = line[: _measure_indentation(line)]
    if len(line) <= width or width < NARROWEST:
        return [line]
    return textwrap.wrap(line.strip(), width, initial_indent=before, subsequent_indent=f"{before}{INDENT * 2}")


def _indent(lines: Iterable[_TextBlock], depth: int) -> Iterable[str]:
    for line in lines:
        yield INDENT * depth + line.text
        yield from _indent(line.lines, depth + 1)


def _build_blocks(events: Iterable[FoldedEvent]) -> tuple[_TextBlock, ...]:
    """Return folded events as blocks. Consecutive actions of one player without visible effect share a block."""
    row: list[_TextBlock] = []
    for each in events:
        line, below = each.line, _build_blocks(each.lines)
        alone = bool(below or line.came or line.answer is not None or not line.deed)
        said = _TextBlock(render_repetition(each.times, _render_event(line)), line.who, below, alone, line.news)
        last = row[-1] if row else None
        if last is not None and not (alone or last.alone) and (last.who, last.news) == (said.who, said.news):
            row[-1] = replace(last, text=f"{last.text}, {said.behind(last.who)}")
        else:
            row.append(said)
    return tuple(row)


def _append_consequence(said: _TextBlock, width: int) -> _TextBlock:
    """Return a block in which the only consequence follows its cause on one line, as far as it fits."""
    below = tuple(_append_consequence(each, width - len(INDENT)) for each in said.lines)
    if len(below) == 1:
        text = f"{said.text} › {below[0].behind(said.who)}"
        if len(text) <= width:
            return replace(said, text=text, lines=below[0].lines)
    return replace(said, lines=below)


def _render_event(line: Event) -> str:
    """Render an event with new counter values and a summary of its effects: ` (points 12 → 22)`."""
    notes = [", ".join(line.became)] if line.became else []
    notes += [line.came] if line.came else []
    return f"{line.text} ({'; '.join(notes)})" if notes else line.text


def render_repetition(count: int, action: str) -> str:
    """Return an action with the number of times it happened: `draws 2 cards`, `rolls a 6 twice`."""
    return action if count == 1 else f"{action} {TIMES.get(count, f'{count} times')}"


def _drop_empty_phases(lines: Sequence[Event]) -> Sequence[Event]:
    """Return the events without passes and without empty phases that have ended."""
    going_on = _change_last(lines, lambda line: replace(line, quiet=False)) if lines else lines
    return drop_empty_events(going_on, passes=False)


def _change_last(lines: Sequence[Event], change: Callable[[Event], Event]) -> list[Event]:
    """Return the events after applying `change` to the last event of the innermost level."""
    last = lines[-1]
    fresh = replace(last, children=_change_last(last.children, change)) if last.children else change(last)
    return [*lines[:-1], fresh]


def _count_consequences(line: Event) -> int:
    """Return the number of consequences of an event, except moves of pieces."""
    return sum(1 + _count_consequences(below) for below in line.children if below.carried is None)


def _prune_events(lines: Sequence[Event], opened: Set[int]) -> list[Event]:
    """Return the events with their consequences replaced by a summary, except for events in `opened`."""
    return [
        replace(line, children=_prune_events(line.children, opened))
        if id(line) in opened or not line.children
        else replace(line, children=[], came=summarize_consequences(line))
        for line in lines
    ]
