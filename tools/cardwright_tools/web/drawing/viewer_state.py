"""Everything that one viewer of a table is allowed to know, from which the page is rendered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from cardwright.presentation.arrange_table import build_spectator_table, build_table
from cardwright.presentation.error_isolation import run_optional
from cardwright.presentation.explain_values_and_end import explain_end
from cardwright.presentation.log.tree import (
    build_log_tree,
    build_news,
    build_spectator_log,
    find_last_answer,
)
from cardwright.presentation.table_view import TablePiece, TableView, TableZone, map_pieces
from cardwright.query.log_events import Event
from cardwright.query.memo import ResultMemo, memoize
from cardwright_tools.session.score_breakdown_table import ScoreSheet, build_score_sheet

if TYPE_CHECKING:
    from cardwright import State
    from cardwright.presentation.question import Question
    from cardwright_tools.web.replay_pages import ReplayMoment


@dataclass(frozen=True)
class Person:
    """The person or bot at a seat: a name, whether the person is present, and the bot that plays, if any."""

    seat: int
    player: str
    name: str
    here: bool
    bot: str | None
    owned: bool


@dataclass(frozen=True)
class Asked:
    """The prompt of a decision for a viewer; answers refer to it by `name`.

    `auto_answer` is the key of the answer that can become an auto-answer; "" if none can.
    """

    name: str
    question: Question
    auto_answer: str = ""


@dataclass(frozen=True)
class Awaited:
    """A seat that is awaited, for consent or an answer; `here` is True if its person is present."""

    seat: int
    here: bool


@dataclass(frozen=True)
class ClockHand:
    """The time of a player: the seconds left, and whether they are running.

    With None as `player`, it is the time of whoever has to answer.
    """

    player: int | None
    left: int
    runs: bool


@dataclass(frozen=True)
class ClockView:
    """The clock of a table: its limit, what happens at the end (both in words), and whether time is up now."""

    limit: str
    end: str
    hands: tuple[ClockHand, ...]
    is_up: bool


@dataclass(frozen=True)
class MatchView:
    """The view of a match for a seat or, if `seat` is None, for spectators.

    `story` is the log since the seat's last answer, and `earlier` the log before that. `sheet` breaks down the scores
    of a finished match, and `ended` says what ended it.
    """

    seat: int | None
    table: TableView
    story: list[Event]
    earlier: list[Event]
    sheet: ScoreSheet | None = None
    ended: str = ""


@dataclass(frozen=True)
class ViewerState:
    """Everything a viewer may know: the match, the people at the table, and the current prompt.

    - `wants_back`: the seat that has requested an undo
    - `may_agree`: True if this viewer still has to reply to the request
    - `unsaved`: why the match cannot be saved
    - `edition`: the number of changes of the game's files
    - `auto_answers`: the viewer's auto-answers in words
    - `would_go`, `awaited`: for the seat that requests an undo, the log that the undo would remove, and who has to
      agree
    - `again`: the seats that want another match; `reluctant`: the seats for which these wait
    - `said`: the last lines of chat, each with its seat
    - `clock`: the clock of the table, or None
    - `choosing`: the seats for whose answers to a secret choice the others wait, if everybody may know them
    """

    game: MatchView
    asked: Asked | None
    people: tuple[Person, ...]
    notices: tuple[str, ...]
    wants_back: int | None
    may_agree: bool
    designer: bool
    unsaved: str | None
    edition: int
    auto_answers: tuple[str, ...] = ()
    would_go: list[Event] | None = None
    awaited: tuple[Awaited, ...] = ()
    again: frozenset[int] = frozenset()
    reluctant: tuple[Awaited, ...] = ()
    said: tuple[tuple[int, str], ...] = ()
    chat: bool = True
    clock: ClockView | None = None
    choosing: tuple[Awaited, ...] = ()


@dataclass(frozen=True)
class DrawnPage:
    """A viewer's page as rendered parts, without and with people's names, and the state and renderer it was made by."""

    sight: ViewerState
    parts: dict[str, str]
    named: dict[str, str]
    by: object


def view_match(state: State, seat: int | None, earlier: list[Event], memo: ResultMemo | None = None) -> MatchView:
    """Return the match as a seat or (None) a spectator may know it, with the log before the seat's last answer."""
    nothing: list[Event] = []
    sheet = run_optional(lambda: build_score_sheet(state), None) if state.finished else None
    ended = run_optional(lambda: memoize(state, 0, "end", lambda: explain_end(state)), "") if state.finished else ""
    if seat is None:
        log = run_optional(lambda: build_spectator_log(state), nothing)
        return MatchView(None, build_spectator_table(state), log, nothing, sheet, ended)
    log = run_optional(lambda: build_news(state, seat, find_last_answer(state, seat)), nothing)
    return MatchView(seat, build_table(state, seat, memo=memo), log, earlier, sheet, ended)


def mark_changes(table: TableView, before: TableView) -> TableView:
    """Return a table on which pieces are also fresh whose memory differs from `before`, or to which a player came."""
    old = map_pieces(before)
    changed = {at for at, piece in map_pieces(table).items() if at in old and _has_changed(old[at], piece)}

    if not changed:
        return table
    seats = tuple(replace(seat, zones=_mark_zones(seat.zones, changed)) for seat in table.seats)
    return replace(table, zones=_mark_zones(table.zones, changed), seats=seats)


def _mark_zones(zones: tuple[TableZone, ...], changed: Set[str]) -> tuple[TableZone, ...]:
    return tuple(replace(zone, pieces=_mark_pieces(zone.pieces, changed)) for zone in zones)


def _mark_pieces(pieces: tuple[TablePiece, ...], changed: Set[str]) -> tuple[TablePiece, ...]:
    return tuple(
        replace(
            piece,
            fresh=piece.fresh or piece.at in changed,
            zones=_mark_zones(piece.zones, changed),
            parts=_mark_pieces(piece.parts, changed),
        )
        for piece in pieces
    )


def _has_changed(old: TablePiece, new: TablePiece) -> bool:
    same = old.id == new.id and not (old.hidden or new.hidden)
    return same and (old.facts != new.facts or not set(old.here).issuperset(new.here))


# Limit for the causes of a change that are listed.
MAX_CAUSES = 3


def find_changes(state: State, seat: int | None, owner: int | None, word: str) -> list[str]:
    """Return the changes of a counter of `owner` (None: the game) that `seat` (None: everybody) has seen."""
    log = build_spectator_log(state) if seat is None else build_log_tree(state, seat, 0)
    return list(_find_changes_in(log, owner, word, ()))


def _find_changes_in(lines: Iterable[Event], owner: int | None, word: str, causes: Sequence[str]) -> Iterator[str]:
    for line in lines:
        within = (*causes, line.text)
        for count in (*line.counts, *line.implied):
            if (count.player, count.word) == (owner, word):
                which = f"{count.index} " if count.index else ""
                change = count.said or f"{which}{count.before} → {count.after}"
                yield f"{change}   {' › '.join(within[-MAX_CAUSES:])}"
        yield from _find_changes_in(line.children, owner, word, within)


class PageDrawer(Protocol):
    """A renderer of the pages of games: the parts for one viewer, the colours, and the faces of cards."""

    goal: str
    credit: str

    def __call__(
        self, sight: ViewerState, before: DrawnPage | None = None, memo: ResultMemo | None = None
    ) -> dict[str, str]:
        """Return the parts of a page as HTML by name; reuse unchanged ones of `before` and `memo`."""

    def sheet(self) -> str:
        """Return the style sheet with the game's colours."""

    def faces(self, link: str) -> str:
        """Return the faces of all cards, with URLs for the page of `link`."""

    def picture(self, card: str) -> bytes | None:
        """Return the picture of a card as JPEG, or None if it has none."""

    def icons(self) -> str:
        """Return the drawings of the game's icons."""

    def rules(self) -> str:
        """Return the rulebook. The first call takes a while."""

    def log(self, story: list[Event]) -> str:
        """Render the log."""

    def past(self, moment: ReplayMoment, people: Sequence[Person]) -> dict[str, str]:
        """Render one moment of a finished match."""
