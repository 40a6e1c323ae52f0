"""Clock of a table: the time that people have for their answers, and who decides when it is up."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from time import monotonic

from cardwright.source.path_and_number_checks import format_value
from cardwright_tools.session.strongest_bot import USUAL_BOT
from cardwright_tools.web.drawing.viewer_state import ClockHand, ClockView
from cardwright_tools.web.security import RequestRefusedError

# The spans of a time limit and who decides at its end, with their words. The first is the default.
SPANS = {"answer": "for each answer", "player": "for all answers of a player in a match"}
ENDS = {"bot": "then a bot answers", "host": "then the host decides"}
MIN_SECONDS, MAX_SECONDS = 5, 86_400
MAX_WRITTEN = 40
_UNITS = {"s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True)
class TimeLimit:
    """A time limit of `seconds` for each `span` (see SPANS); `end` says what happens when time is up (see ENDS)."""

    seconds: int
    span: str
    end: str

    @property
    def time(self) -> str:
        """The time as it is written: 90s, 20m."""
        unit = next(unit for unit in "hms" if self.seconds % _UNITS[unit] == 0)
        return f"{self.seconds // _UNITS[unit]}{unit}"

    @property
    def written(self) -> str:
        """The limit as `read_time_limit` reads it."""
        return f"{self.time}/{self.span}/{self.end}"

    @property
    def sentence(self) -> str:
        """The limit in words."""
        return f"{self.time} {SPANS[self.span]}, {ENDS[self.end]}"


def read_time_limit(written: object) -> TimeLimit | None:
    """Return a time limit written as TIME[/answer|/player][/bot|/host], None for "". Raises RequestRefusedError.

    Example: `90s`, `20m/player`, `2m/answer/host`.
    """
    if not isinstance(written, str) or len(written) > MAX_WRITTEN:
        raise RequestRefusedError(f"Clock: a time limit has at most {MAX_WRITTEN} letters.")
    if not written:
        return None
    time, *words = written.split("/")
    number = re.fullmatch(r"([0-9]{1,6}) ?([smh])", time.strip())
    seconds = int(number[1]) * _UNITS[number[2]] if number else 0
    span = next((word for word in words if word in SPANS), next(iter(SPANS)))
    end = next((word for word in words if word in ENDS), next(iter(ENDS)))
    if not MIN_SECONDS <= seconds <= MAX_SECONDS or words not in ([], [span], [end], [span, end]):
        raise RequestRefusedError(
            f"Clock: {format_value(written)} is no time limit. Write a time from 5s to 24h, such as 90s or 20m; after "
            f"it /answer or /player, and /bot or /host, as in 20m/player/host."
        )
    return TimeLimit(seconds, span, end)


# A decision with a running clock: its identity, and the seat that answers.
Timed = tuple[object, int]


class Clock:
    """The clock of a table.

    Without a time limit, `limit` is None; `now` is a function that returns the time in seconds.

    `is_up` is True while the time for the present decision is up.
    """

    def __init__(self, limit: TimeLimit | None, seats: int, now: Callable[[], float] = monotonic) -> None:
        self.limit = limit
        self.now = now
        self.is_up = False
        self._is_replaced = False
        self._decision: Timed | None = None
        self._since = 0.0
        self._spent = [0.0] * seats

    def restart(self, limit: TimeLimit | None, spent: Sequence[float]) -> None:
        """Begin again with a limit; `spent` are, for each seat, the seconds that its answers took so far."""
        self.limit, self._spent = limit, list(spent)
        self._begin(None)

    @property
    def end(self) -> str:
        """The words for what happens when time is up, "" without a limit."""
        return "" if self.limit is None else ENDS[self.limit.end].removeprefix("then ")

    def _begin(self, decision: Timed | None) -> None:
        self._decision, self._since = decision, self.now()
        self.is_up = self._is_replaced = False

    def measure(self, decision: Timed | None) -> bool:
        """Let time run for a decision (None: for no decision); return True if its time has just run out."""
        if self.limit is None:
            return False
        if decision != self._decision:
            if self._decision is not None:
                self._spent[self._decision[1]] += self.now() - self._since
            self._begin(decision)
        if self.left is None or self.left > 0:
            return False
        self.is_up, self._is_replaced = True, self.limit.end == "bot"
        return True

    @property
    def left(self) -> float | None:
        """Seconds until the time for the present decision is up; None if no time runs."""
        return None if self._decision is None or self.is_up else self._find_left(self._decision[1])

    def _find_left(self, seat: int) -> float:
        assert self.limit is not None
        runs = self._decision is not None and self._decision[1] == seat
        present = self.now() - self._since if runs else 0.0
        return self.limit.seconds - present - (self._spent[seat] if self.limit.span == "player" else 0.0)

    @property
    def awaits_host(self) -> bool:
        """True if time is up and the host has to decide."""
        return self.is_up and not self._is_replaced

    def let_bot_answer(self) -> None:
        """Let a bot answer the decision for which time is up."""
        self._is_replaced = self.is_up

    def give_time(self) -> None:
        """Give the person who has to answer the whole time again."""
        if self._decision is not None:
            self._spent[self._decision[1]] = 0.0
            self._begin(self._decision)

    def find_stand_in(self, seat: int) -> str | None:
        """Return the kind of the bot that answers for the person at a seat; None if the person has to answer."""
        return USUAL_BOT if self._is_replaced and self._decision is not None and self._decision[1] == seat else None

    def view(self, persons: Sequence[int]) -> ClockView | None:
        """Return the clock as everybody at the table sees it; `persons` are the seats without a bot.

        Returns None without a clock.
        """
        if self.limit is None:
            return None
        asked = None if self._decision is None else self._decision[1]
        # the player who is asked may be secret, and a clock for each answer does not reveal it
        seats = persons if self.limit.span == "player" else [] if asked is None else [asked]
        hands = tuple(
            ClockHand(
                seat if self.limit.span == "player" else None,
                max(0, ceil(self._find_left(seat))),
                seat == asked and not self.is_up,
            )
            for seat in seats
        )
        return ClockView(self.limit.sentence, ENDS[self.limit.end], hands, self.is_up)
