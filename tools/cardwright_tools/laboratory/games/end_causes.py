"""Causes of the end of a match: the rule texts that ended it, flags that were set, and empty piles."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

from cardwright.runtime.errors import file_of, text_of

if TYPE_CHECKING:
    from cardwright import State

# Limit for the texts named as the cause of an end, which are the last ones: `gain > end_it` is one cause, whichever of
# a hundred cards gave the gain.
MAX_TEXTS = 2
# The causes in a game without `finish`, which ends with its procedure `play`.
ALL_PLAYED, ALL_TURNS_PLAYED = "all was played", "the last turn was over"
# Suffix of the name of a pile.
EMPTY = " empty"


@dataclass(frozen=True)
class EndCauses:
    """Causes of the end of a match: the rule texts that led to `finish`, flags that were set, and empty piles.

    If a flag was set before these rule texts began, the rule texts that set it follow in brackets.
    """

    texts: tuple[str, ...]
    marks: tuple[str, ...]
    empty: tuple[str, ...]

    def __str__(self) -> str:
        text = " > ".join(self.texts) or ALL_PLAYED
        empty = [f"{pile}{EMPTY}" for pile in self.empty]
        return "; ".join([text, *self.marks, *empty])


class FlagRecorder:
    """Recorder of the flags of the game and players in a match without a log; call `look` after each answer.

    The cause of a flag is found only at the end, by repeating the answer that set it.
    """

    def __init__(self, state: State) -> None:
        owners = {"table": 1, "player": state.program.players}
        self._titles: dict[int, str] = {}
        for _, owner, base, width, kind, index, _, title, starts, *_ in state.program.tables.memory:
            if kind == "yes_no" and not index and not starts:
                self._titles |= {base + number * width: title for number in range(owners.get(owner, 0))}
        self._set: dict[int, tuple[State, int, int]] = {}
        self._before = self._list_now(state)

    def look(self, before: State, option: int, state: State) -> None:
        """Compare the states before and after an answer, and record the flags that the answer `option` has set."""
        now = self._list_now(state)
        if now != self._before:
            for slot, was, is_ in zip(self._titles, self._before, now, strict=True):
                if is_ and not was:
                    self._set[slot] = before, option, state.decisions
            self._before = now

    def list_flags(self, state: State) -> tuple[str, ...]:
        """Return the titles of the flags that are set in a state, each with the rule texts that set it.

        The rule texts are left out if the last of them also ended the match.
        """
        latest: dict[str, int] = {}
        for slot, title in self._titles.items():
            if state.slots[slot]:
                one, other = latest.setdefault(title, slot), slot
                latest[title] = max(one, other, key=lambda each: self._set[each][2] if each in self._set else -1)
        ended_by = state.ending
        return tuple(self._add_cause(title, slot, ended_by) for title, slot in latest.items())

    def _add_cause(self, title: str, slot: int, ended_by: list[str]) -> str:
        if slot not in self._set:
            return title
        before, option, _ = self._set[slot]
        texts = _find_texts_setting(slot, before, option)
        # `play`, which contains every match, is no cause
        if len(texts) < MAX_TEXTS or texts[-1] in ended_by:
            return title
        return f"{title} ({' > '.join(texts[-MAX_TEXTS:])})"

    def _list_now(self, state: State) -> list[Any]:
        slots = state.slots
        return [slots[slot] for slot in self._titles]


class _MarkSet(Exception):
    """Signal that a repeated answer has set the flag."""


class _Guarded(list[Any]):
    """The slots of a state, as a list that raises _MarkSet when the slot of a flag is set."""

    def __init__(self, slots: list[Any], guarded: int) -> None:
        super().__init__(slots)
        self._guarded = guarded

    def __setitem__(self, place: Any, value: Any) -> None:
        if place == self._guarded and value:
            raise _MarkSet
        super().__setitem__(place, value)


def _find_texts_setting(slot: int, before: State, option: int) -> list[str]:
    """Return the titles of the rule texts that set a flag when `option` is answered, outermost first.

    Returns [] if they are unknown. `slot` is the slot of the flag, and `before` the state before the answer.
    """
    twin = before.clone()
    twin.slots = _Guarded(twin.slots, slot)
    try:
        twin.apply(option)
    except _MarkSet as error:
        waiting = [twin.variant.frames[frame[0]].title for frame in twin.frames]
        running = _list_text_titles(error.__traceback__, twin)
        return list(dict.fromkeys([*waiting, *running]))
    return []


def _list_text_titles(traceback: TracebackType | None, state: State) -> list[str]:
    """Return the titles of the rule texts in a traceback, outermost first."""
    titles, which = [], state.variant.which
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file_of(which):
            titles.append(text_of(state.program.tables, which, traceback.tb_frame.f_code))
        traceback = traceback.tb_next
    return [title for title in titles if title]


def find_end_causes(state: State, marks: FlagRecorder) -> EndCauses:
    """Return the causes of the end of a finished match."""
    tables, slots = state.program.tables, state.slots
    empty = [
        zone.title
        for place, zone in enumerate(tables.zones)
        if zone.owner == "table" and zone.see == "nobody" and zone.ordered and not slots[tables.zones_from + place]
    ]
    through = () if not tables.turn else (ALL_TURNS_PLAYED,)
    return EndCauses(tuple(state.ending) or through, marks.list_flags(state), tuple(empty))
