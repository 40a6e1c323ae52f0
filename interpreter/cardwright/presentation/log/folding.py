"""Folding of the log: uninformative events are dropped, and equal events are merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import is_

from cardwright.presentation.log.outcome import summarize_consequences
from cardwright.presentation.piece_and_player_labels import join_labels
from cardwright.query.log_events import Event, MovedPiece
from cardwright.source.node_dataclass import frozen

# Number of events about the viewer shown before a decision.
TOUCHING = 3
# Limit for the pieces named in one move, such as the shuffling of a pile.
MOST_NAMED, FIRST_NAMED = 12, 5


@frozen
class FoldedEvent:
    """A log event with the number of its repetitions and its folded consequences."""

    line: Event
    times: int = 1
    lines: tuple[FoldedEvent, ...] = ()

    @property
    def chain(self) -> tuple[tuple[str, Event], ...]:
        """The event, its only consequence, the only consequence of that consequence, and so on, as `(text, event)`."""
        found = [(self.line.text, self.line)]
        here = self
        while (only := here.only) is not None:
            found.append((only.line.behind(here.line), only.line))
            here = only
        return tuple(found)

    @property
    def led_to(self) -> tuple[FoldedEvent, ...]:
        """The consequences of the last event of the chain."""
        here = self
        while (only := here.only) is not None:
            here = only
        return here.lines

    @property
    def going_on(self) -> tuple[bool, ...]:
        """Whether more may come of each event of the chain, and of the last events that it led to."""
        inner = self.led_to[-1].going_on if self.led_to else ()
        return (*(event.going_on for _, event in self.chain), *inner)

    @property
    def outcome(self) -> str:
        """The outcome of the last event of the chain in a few words; "" if it has none, or more may come of it."""
        last = self.chain[-1][1]
        return summarize_consequences(last) if self.led_to and not last.going_on else ""

    @property
    def only(self) -> FoldedEvent | None:
        """The only consequence of the event, or None if there are several or the event is repeated."""
        return self.lines[0] if len(self.lines) == 1 and self.lines[0].times == 1 else None


def fold_events(lines: Iterable[Event], cause: Event | None = None) -> tuple[FoldedEvent, ...]:
    """Return log events in folded form, without loss of information.

    Pieces that moved between the same zones are merged, and so are options chosen by one player. Moves that the event
    above already names are dropped. Repeated events are counted.
    """
    found: list[FoldedEvent] = []
    for line in merge_neighbours(lines):
        if cause is not None and _is_implied_by_cause(line, cause):
            continue
        inner = fold_events(line.children, line) if line.children else ()
        last = found[-1] if found else None
        if last is not None and _is_told_alike(last.line, line) and last.lines == inner:
            found[-1] = FoldedEvent(last.line, last.times + 1, inner)
        else:
            found.append(FoldedEvent(line, 1, inner))
    return tuple(found)


def _is_told_alike(one: Event, other: Event) -> bool:
    return one.text == other.text and (one.counts, one.came, one.about) == (other.counts, other.came, other.about)


def drop_hidden_events(lines: Iterable[Event], own: bool = False) -> tuple[Event, ...]:
    """Return the events that the game's look does not hide. New counter values are added to the causing event.

    Actions of other players that affect the viewer remain; with `own`, everything that affects the viewer remains.
    """
    return tuple(line for line in _drop_asides(lines, own) if line.counts or not _is_droppable(line, own))


def _drop_asides(lines: Iterable[Event], own: bool) -> Iterator[Event]:
    for line in lines:
        inner = list(_drop_asides(line.children, own)) if line.children else []
        gone = [each for each in inner if _is_droppable(each, own)]
        if gone:
            yield replace(
                line,
                children=[each for each in inner if not _is_droppable(each, own)],
                counts=(*line.counts, *(count for each in gone for count in each.counts)),
                about=line.about or any(each.about for each in gone),
                news=line.news or any(each.news for each in gone),
            )
        else:
            yield _replace_lines(line, inner)


def _replace_lines(line: Event, inner: list[Event]) -> Event:
    """Return the event with `inner` as its consequences; the same object if nothing is different."""
    same = len(inner) == len(line.children) and all(map(is_, inner, line.children))
    return line if same else replace(line, children=inner)


def _is_droppable(line: Event, own: bool) -> bool:
    """Return True if the look hides an event, unless it is another player's action that affects the viewer."""
    others = line.player is not None and any(count.player != line.player for count in line.counts)
    if others and line.news:
        return False
    return line.aside and not line.children and (bool(line.counts) or not (line.about if own else line.news))


def drop_empty_events(lines: Iterable[Event], passes: bool = True) -> list[Event]:
    """Return the events without empty phases, and without answers that only end a choice.

    Without `passes`, answers that decline are left out too, unless they are all of another player's turn.
    """
    found = []
    for line in lines:
        inner = drop_empty_events(line.children, passes)
        if not inner and line.theirs and not line.quiet:  # a turn in which somebody passed
            inner = drop_empty_events(line.children)
        kept = _replace_lines(line, inner)
        answer = line.answer
        nothing = line.quiet or (answer is not None and (answer.done or (answer.declines and not passes)))
        if kept.children or line.news or not nothing:
            found.append(kept)
    return found


def fold_briefly(lines: Iterable[Event]) -> tuple[FoldedEvent, ...]:
    """Fold the events that the game's look does not hide. More may come of the last one, and of those around it."""
    return fold_events(drop_empty_events(drop_hidden_events(_mark_going_on(lines), own=True)))


def _mark_going_on(lines: Iterable[Event]) -> list[Event]:
    found = list(lines)
    found[-1:] = [replace(last, children=_mark_going_on(last.children), going_on=True) for last in found[-1:]]
    return found


def _is_implied_by_cause(line: Event, cause: Event) -> bool:
    """Return True if the text of an event's cause already states a move: `Rifle` after `P2 discards Rifle`."""
    moved = line.carried
    if moved is None or not line.again or line.children or line.counts:
        return False
    # the viewer learns that the pieces were theirs
    whose = {moved.giver if moved.own else None, moved.taker} - {None, cause.player}
    return not (line.about and not cause.about and whose)


def merge_neighbours(lines: Iterable[Event], choices: bool = True) -> list[Event]:
    """Return the events with consecutive moves of one kind merged.

    With `choices`, consecutive choices of one player are merged as well.
    """
    found: list[Event] = []
    for sort, alike in groupby(lines, lambda line: find_merge_key(line, choices)):
        same = list(alike)
        found += same if sort is None or len(same) == 1 else [_merge_events(same)]
    return found


def find_merge_key(line: Event, choices: bool) -> object:
    """Return the key of an event for merging; None if the event is not merged."""
    if line.children or line.counts or line.came:
        return None
    if line.carried is not None:
        return line.carried.old, line.carried.arrival, line.about, line.news
    answer = line.answer
    # numbers that the author names apart, as in `7 (low), 2 (more)`
    named = answer is not None and (not answer.number or answer.chosen.endswith(")"))
    if choices and answer is not None and line.deed and named and not answer.declines:
        return line.player, line.deed[: -len(answer.chosen)], answer.number, line.about, line.news
    return None


def _merge_events(lines: Sequence[Event]) -> Event:
    first = lines[0]
    again = all(each.again for each in lines)
    if first.carried is not None:
        moved = [each.carried for each in lines if each.carried is not None]
        carried = replace(first.carried, piece=_name_pieces(moved, whole=first.about))
        return replace(first, text=carried.text, carried=carried, again=again)
    answers = [each.answer for each in lines if each.answer is not None]
    listed = ", ".join(each.chosen for each in answers)
    chosen = listed if answers[0].number else join_labels((each.chosen, each.known) for each in answers)
    action = f"{first.deed[: -len(answers[0].chosen)]}{chosen}"
    return replace(first, text=f"{first.who}{action}", deed=action, answer=replace(answers[0], chosen=chosen))


def _name_pieces(moved: Sequence[MovedPiece], whole: bool) -> str:
    """Render the names of pieces that moved together; of a shuffled pile only the first ones, unless `whole`."""
    names = dict.fromkeys(each.piece for each in moved)
    if whole or len(names) <= MOST_NAMED:
        return join_labels((each.piece, each.known) for each in moved)
    first = [*names][:FIRST_NAMED]
    named = [each for each in moved if each.piece in first]
    return f"{join_labels((each.piece, each.known) for each in named)} and {len(moved) - len(named)} more"


def find_events_about_viewer(lines: Sequence[Event], viewer: int) -> tuple[FoldedEvent, ...]:
    """Return the last events that affect the viewer and were caused by other players.

    If only a part of an event affects the viewer, this part is shown after the event.
    """
    return fold_briefly(_find_touching(lines, viewer, viewer, None))[-TOUCHING:]


def find_last_action(events: Sequence[FoldedEvent], viewer: int) -> FoldedEvent | None:
    """Return the last action of another player; of a turn, and of what goes on, the last action in it, if any."""
    for each in reversed(events):
        last = each.chain[-1][1]
        doers = [line.player for _, line in each.chain if line.player is not None]
        others = bool(doers) and doers[-1] != viewer
        deeper = find_last_action(each.led_to, viewer) if last.is_turn or last.going_on or not others else None
        if deeper is not None or others:
            return deeper or each
    return None


def _find_touching(lines: Sequence[Event], viewer: int, doer: int, cause: Event | None) -> Iterator[Event]:
    at_once: list[Event] = []
    for line in lines:
        doer = doer if line.player is None else line.player
        if line.about and doer != viewer and not line.quiet:
            at_once.append(replace(line, children=[*_find_touching(line.children, viewer, doer, None)], news=True))
        elif deeper := [*_find_touching(line.children, viewer, doer, None if line.quiet else line)]:
            yield from _drop_siblings(at_once, cause)
            yield from deeper
            at_once = []
    yield from _drop_siblings(at_once, cause)


def _drop_siblings(lines: Sequence[Event], cause: Event | None) -> Iterable[Event]:
    """Return events with a common cause, without the other consequences of this cause."""
    return [replace(cause, children=[*lines], counts=())] if cause is not None and lines else lines
