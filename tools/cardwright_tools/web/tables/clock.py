"""Clock of a table: the time that people have for their answers, and who decides when it is up."""

import re
from collections.abc import Callable, Mapping, Sequence
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


class Clock:
    """The clock of a table, which runs for all seats that have to answer.

    Without a time limit, `limit` is None; `now` is a function that returns the time in seconds. `late` are the seats
    whose time for the present decision is up.
    """

    def __init__(self, limit: TimeLimit | None, seats: int, now: Callable[[], float] = monotonic) -> None:
        self.limit = limit
        self.now = now
        self.late: set[int] = set()
        # The late seats for which a bot answers.
        self._replaced: set[int] = set()
        # By seat, the identity of its decision, and the time at which that began.
        self._running: dict[int, tuple[object, float]] = {}
        self._spent = [0.0] * seats

    def restart(self, limit: TimeLimit | None, spent: Sequence[float]) -> None:
        """Begin again with a limit; `spent` are, for each seat, the seconds that its answers took so far."""
        self.limit, self._spent = limit, list(spent)
        for seat in list(self._running):
            self._stop(seat)

    def _stop(self, seat: int) -> None:
        self.late.discard(seat)
        self._replaced.discard(seat)
        del self._running[seat]

    @property
    def end(self) -> str:
        """The words for what happens when time is up, "" without a limit."""
        return "" if self.limit is None else ENDS[self.limit.end].removeprefix("then ")

    def measure(self, decisions: Mapping[int, object]) -> list[int]:
        """Let time run for the seats with `decisions`; return the seats whose time has just run out."""
        if self.limit is None:
            return []
        for seat, (decision, since) in list(self._running.items()):
            if decisions.get(seat) != decision:
                self._spent[seat] += self.now() - since
                self._stop(seat)
        for seat, decision in decisions.items():
            self._running.setdefault(seat, (decision, self.now()))
        late = [seat for seat in self._running if seat not in self.late and self._find_left(seat) <= 0]
        self.late.update(late)
        if self.limit.end == "bot":
            self._replaced.update(late)
        return late

    @property
    def left(self) -> float | None:
        """Seconds until the time of the next seat is up; None if no time runs."""
        return min((self._find_left(seat) for seat in self._running.keys() - self.late), default=None)

    def _find_left(self, seat: int) -> float:
        assert self.limit is not None
        present = self.now() - self._running[seat][1] if seat in self._running else 0.0
        return self.limit.seconds - present - (self._spent[seat] if self.limit.span == "player" else 0.0)

    @property
    def awaits_host(self) -> list[int]:
        """The seats whose time is up and for which the host has to decide."""
        return sorted(self.late - self._replaced)

    def let_bot_answer(self) -> None:
        """Let bots answer the decisions for which time is up."""
        self._replaced |= self.late

    def give_time(self) -> None:
        """Give the persons whose time is up the whole time again."""
        for seat in list(self.late):
            decision, _ = self._running[seat]
            self._stop(seat)
            self._spent[seat] = 0.0
            self._running[seat] = decision, self.now()

    def find_stand_in(self, seat: int, decision: object) -> str | None:
        """Return the kind of the bot that makes a decision for the person at a seat; None if the person has to."""
        return USUAL_BOT if seat in self._replaced and self._running[seat][0] == decision else None

    def view(self, persons: Sequence[int]) -> ClockView | None:
        """Return the clock as everybody at the table sees it; `persons` are the seats without a bot.

        Returns None without a clock.
        """
        if self.limit is None:
            return None
        named = self.limit.span == "player"
        # the player who is asked may be secret, and a clock for each answer does not reveal it
        seats = persons if named else sorted(self._running, key=self._find_left)[:1]
        hands = tuple(
            ClockHand(
                seat if named else None,
                max(0, ceil(self._find_left(seat))),
                seat in self._running and seat not in self.late,
            )
            for seat in seats
        )
        return ClockView(self.limit.sentence, ENDS[self.limit.end], hands, bool(self.late))
