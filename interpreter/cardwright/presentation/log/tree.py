"""Log tree of one viewer: events nested by cause, and marked if they affect the viewer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from cardwright.query.log_events import MAX_LEVELS, Event
from cardwright.query.memo import memoize

if TYPE_CHECKING:
    from cardwright.game.state import State


# Events that spectators see. The log is searched from its end, in stretches, for twice as many: the events in progress
# where a stretch begins are then as complete as from the beginning.
MAX_SPECTATOR_EVENTS = 60
STRETCH = 400


def find_answer_of_anyone(state: State, before: int) -> int:
    """Return the log index of the `before`-th last answer of any player (1: the last); 0 if there is none."""
    log = state.retracked().tracker.log
    places = (place for place in range(len(log) - 1, -1, -1) if log[place].kind == "answer")
    return next(islice(places, before - 1, None), 0)


def find_last_answer(state: State, player: int, before: int = 1) -> int:
    """Return the log index of the `before`-th last answer of a player; 0 if there is none."""
    return next(islice(_list_answers(state, player), before - 1, None), 0)


def find_last_root(state: State) -> int:
    """Return the log index of the last entry without a cause. Everything before it is final."""
    log = state.retracked().tracker.log
    return next((place for place in range(len(log) - 1, -1, -1) if not log[place].depth), 0)


def _list_answers(state: State, player: int) -> Iterator[int]:
    """Yield the log indices of a player's answers, last one first."""
    log = state.retracked().tracker.log
    places = (place for place in range(len(log) - 1, -1, -1) if log[place].kind == "answer")
    return (place for place in places if log[place].player == player)


# The viewer that no event is about.
NOBODY = -1


def build_log_tree(state: State, viewer: int, since: int | None = None) -> list[Event]:
    """Return the log tree of a player from log entry `since` on; if None, since the player's last answer."""
    start = find_last_answer(state, viewer) if since is None else since
    return render_log_events(state.log_since(start, viewer), viewer)


def build_news(state: State, viewer: int, since: int, whole: bool = False) -> list[Event]:
    """Return the log tree of a player from log entry `since` on, without choices that the event to come may repeat.

    A story that is told event by event would else take back what it has told: `P2 chooses Port`, and then `P2 bids 3
    coins in a port`. Choices of others before a question to the viewer, and the last ones of a match, remain. With
    `whole`, events at the beginning are left out whose cause came before.
    """
    return memoize(state, viewer, "news", lambda: _build_news(state, viewer, since, whole), (since, whole))


def _build_news(state: State, viewer: int, since: int, whole: bool) -> list[Event]:
    events: Sequence[Event] = state.log_since(since, viewer)
    tree = render_log_events(drop_orphans(events) if whole else events, viewer)
    return tree if state.finished else hold_back_choices(tree, viewer if state.player == viewer else NOBODY)


def hold_back_choices(events: Sequence[Event], asked: int) -> list[Event]:
    """Return a log tree without the choices of a player at its end, unless another player is `asked` then."""
    if not events:
        return []
    *before, last = events
    if last.children:
        return [*before, replace(last, children=hold_back_choices(last.children, asked))]
    if last.answer is None or asked not in (NOBODY, last.player):
        return [*events]
    while before and before[-1].answer is not None and before[-1].player == last.player and not before[-1].children:
        before.pop()
    return before


def drop_orphans(events: Sequence[Event]) -> Sequence[Event]:
    """Return events without those at the beginning whose cause is not in the list."""
    return events[next((place for place, event in enumerate(events) if not event.depth), 0) :]


def render_log_events(events: Iterable[Event], viewer: int = NOBODY) -> list[Event]:
    """Return the events in the words for one viewer, marked if they affect the viewer."""
    return _mark_events(events, viewer, None, None)


def list_last_texts(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the texts of the last event, of the last one that it caused, and so on."""
    return (events[-1].text, *list_last_texts(events[-1].children)) if events else ()


def flatten_events(events: Iterable[Event]) -> list[Event]:
    """Return all events in one list, except choices that the following event repeats."""
    flat: list[Event] = []
    _flatten(events, flat)
    return flat


def _flatten(events: Iterable[Event], flat: list[Event]) -> None:
    for event in events:
        if not event.echoed:
            flat.append(event)
        _flatten(event.children, flat)


def render_successive_events(events: Iterable[Event], viewer: int = NOBODY) -> list[Event]:
    """Return successive events in the words for a viewer. The causes of some may come before the first event."""
    roots: list[Event] = []
    going_on: list[Event] = []
    for event in (replace(each, children=[]) for each in events):
        while going_on and going_on[-1].depth >= event.depth:
            going_on.pop()
        (going_on[:MAX_LEVELS][-1].children if going_on else roots).append(event)
        going_on.append(event)
    return render_log_events(roots, viewer)


def _mark_events(events: Iterable[Event], viewer: int, cause: Event | None, doer: int | None) -> list[Event]:
    """Return the consequences of a cause, marked for the viewer. Without a cause, the events are roots.

    `doer` is the player who acts.
    """
    found: list[Event] = []
    for event in events:
        who = doer if event.player is None else event.player
        inner = _mark_events(event.children, viewer, event, who) if event.children else []
        if event.echoed or (cause is not None and event.again and _is_repeated_by_cause(event, cause, viewer)):
            found += inner
            continue
        about = viewer in event.touches or (bool(event.counts) and any(c.player == viewer for c in event.counts))
        about |= event.result and event.player == viewer
        says, changes = _find_words(event, inner)
        about |= says.about
        own = doer == viewer and event.player in (None, viewer)
        decided = event.player is not None and any(e.answer and e.player == event.player for e in event.children)
        # Depth and players would tell apart what is to be folded.
        found.append(
            replace(
                says,
                **changes,
                about=about,
                touches=frozenset(),
                news=about and not own and not (event.aside and who is None and not _is_taken_from(event, viewer)),
                again=event.again and cause is not None,
                among=says.among or bool(event.touches) or _asks_others(event),
                decided=says.decided or decided,
                theirs=says.theirs or (event.player not in (None, viewer) and (decided or event.is_turn)),
            )
        )
    return found


def _find_words(event: Event, inner: list[Event]) -> tuple[Event, dict[str, Any]]:
    """Return the event in whose words an event is told, with the attributes to change in it.

    It is its only consequence if that says all and more, else the event itself.
    """
    if not event.restated or len(inner) != 1 or event.counts or event.implied:
        return event, {"depth": 0, "children": inner}
    return inner[0], {"aside": event.aside and inner[0].aside}


def _is_taken_from(event: Event, viewer: int) -> bool:
    """Return True if a piece is taken from the viewer and goes to no other player."""
    carried = event.carried
    return carried is not None and carried.own and carried.giver == viewer and carried.taker is None


def _asks_others(event: Event) -> bool:
    """Return True if another player than the one who acts gave an answer during an event."""
    return any(each.answer is not None and each.player not in (None, event.player) for each in event.children)


def _is_repeated_by_cause(event: Event, cause: Event, viewer: int) -> bool:
    """Return True if the text of the cause already contains what the event says.

    Examples: `P1 loads Rice` after `P1 loads Rice as part of their load action`; `Lord loses its power` after `P1
    takes the power of Lord`, unless only the former affects the viewer.
    """
    about_viewer = viewer in event.touches and viewer not in cause.touches and viewer != cause.player
    return event.again and event.carried is None and not about_viewer and not event.counts


def build_spectator_log(state: State) -> list[Event]:
    """Return the last public log events. The beginning of the list reveals nothing hidden."""
    players = range(state.program.players)
    since = state.log_size
    # what is going on is left out only for a player alone, who is asked; an answer is told as to everybody, at once
    end = since if len(players) == 1 else None
    events: list[Event] = []
    while since and len(events) < 2 * MAX_SPECTATOR_EVENTS:
        since = max(0, since - STRETCH)
        events = flatten_events(state.common_log(players, since, end))
    return render_successive_events(events[-MAX_SPECTATOR_EVENTS:])
