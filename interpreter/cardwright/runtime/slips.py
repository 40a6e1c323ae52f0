"""Slips in the texts of a game that only playing it shows."""

from __future__ import annotations

from collections.abc import Sequence

NEVER_ENDS = "this never ends"


class SlipError(RuntimeError):
    """A slip in the texts of a game that only playing it shows."""


class RunawayError(SlipError):
    """A chain of powers, a loop or rules that ask each other, without an end; or a number or a list beyond all bounds.

    `chain` names the texts, in order; `places` tell of powers among what asks, with card, file and line; `what` says
    what is the matter with them. Of a limit that was reached by what may well end, `at` is the file and line, and
    `mend` what can be written instead.
    """

    def __init__(
        self, chain: Sequence[str], places: Sequence[str] = (), what: str = NEVER_ENDS, at: str = "", mend: str = ""
    ) -> None:
        self.chain, self.places, self.what, self.at, self.mend = [*chain], [*places], what, at, mend
        texts = f": {' -> '.join(chain)}" if chain else ""
        by = f", by {'; '.join(places)}" if places else ""
        super().__init__(f"{what}{texts}{by}{at and f' ({at})'}{mend and f'; {mend}'}")

    def __reduce__(self) -> tuple[type[RunawayError], tuple[list[str], list[str], str, str, str]]:
        return RunawayError, (self.chain, self.places, self.what, self.at, self.mend)

    def in_texts(self, chain: Sequence[str]) -> RunawayError:
        """The same error, in these texts if it does not name its own."""
        return RunawayError(self.chain or chain, self.places, self.what, self.at, self.mend)


class NotOneError(SlipError):
    """The one item of a list was asked for that has none, or several; `place` tells the file and the line."""

    def __init__(self, count: int, place: str) -> None:
        self.count, self.place = count, place
        there = f"there are {count}" if count else "there is none"
        super().__init__(f"`the` asks for one, and {there}{place and f': {place}'}")

    def __reduce__(self) -> tuple[type[NotOneError], tuple[int, str]]:
        return NotOneError, (self.count, self.place)


class NoNumberError(SlipError):
    """A number that may be none is none where it was to be reckoned with; `place` tells the file and the line."""

    def __init__(self, place: str) -> None:
        self.place = place
        super().__init__(f"a number is `none` where one is needed{place and f': {place}'}")

    def __reduce__(self) -> tuple[type[NoNumberError], tuple[str]]:
        return NoNumberError, (self.place,)
