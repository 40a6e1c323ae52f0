"""A table of a server: a match with its record, seats, spectators and their actions.

Nothing here blocks: slow work (bots, compiling) is done elsewhere and its result passed in. All methods run in the
table's queue of jobs (`line`), never in the event loop, because rule texts may take long to execute.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from cardwright.presentation.error_isolation import run_optional
from cardwright.presentation.log.earlier_log import EarlierLog
from cardwright.presentation.log.tree import find_last_answer
from cardwright.presentation.repeat_answers import end_auto_answers
from cardwright.query.log_events import Event
from cardwright.query.memo import ResultMemo
from cardwright_tools.cli.errors import FindingError
from cardwright_tools.session.session import Session
from cardwright_tools.web.drawing.names_of_people import name_bots, name_players
from cardwright_tools.web.drawing.viewer_state import (
    Awaited,
    DrawnPage,
    MatchView,
    PageDrawer,
    Person,
    ViewerState,
    mark_changes,
    view_match,
)
from cardwright_tools.web.replay_pages import IncrementalLog, ReplayCache
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.clock import Clock, TimeLimit, read_time_limit
from cardwright_tools.web.tables.persistence import StoredSeat, StoredTable, store_table
from cardwright_tools.web.tables.questions import Questions, check_partial_pick, list_seconds, translate_picks
from cardwright_tools.web.tables.undo_requests import UndoRequests, preview_undo
from cardwright_tools.web.tables.viewers import BotsTurn, SeatViewer, Troubles, Viewer, report_game_error
from cardwright_tools.web.tables.work_threads import RecentResults, Serial, Share, make_lookup_limit

if TYPE_CHECKING:
    from cardwright import Game, State
    from cardwright_tools.session.replay_under_changed_files import Reload

MAX_NOTICES = 3
MOST_LOOKUPS, MOST_PAGES = 64, 8
# Limit for consecutive forced answers. Only auto-answers in a match without an end reach it.
MAX_FORCED_ANSWERS = 10_000


class Table(UndoRequests, Questions):
    """A match with its viewers; `draw` renders the parts of a page for a viewer.

    `place` is the argument for loading the game. With `designer`, players can undo without asking the others.
    """

    def __init__(
        self,
        session: Session,
        place: str,
        kept: StoredTable,
        draw: PageDrawer,
        designer: bool = False,
        epoch: str | None = None,
    ) -> None:
        self.session = session
        self.place = place
        self.name = kept.name
        self.host = kept.host
        self.seats = [
            SeatViewer(seat.link, number, name=seat.name, bot=seat.bot, owned=seat.owned, deck=seat.deck)
            for number, seat in enumerate(kept.seats)
        ]
        self.watchers = Viewer(kept.watchers, None)
        self.designer = designer
        # Who is asked before an answer is taken back.
        self.undo = kept.undo
        self.wants_back: int | None = None
        self._agreed: set[int] = set()
        self.again: frozenset[int] = frozenset()
        self.stepping: frozenset[int] = frozenset()
        self.chat = kept.chat
        self.title = kept.title
        self.choosing = kept.choosing
        self.next_game: tuple[Game, PageDrawer] | None = None
        self.clock = Clock(read_time_limit(kept.clock), len(self.seats))
        self._clocked: Session | None = None
        self.draw = draw
        # Distinguishes decisions before and after a restart of the server.
        self.run = secrets.token_hex(4) if epoch is None else epoch
        self._jumps = 0
        # The time at which somebody was last here.
        self.last_here = monotonic()
        # Number of times that the rules of the match changed; cached parts of pages then are outdated.
        self.edition = 0
        self._stuck = False
        self._memo = ResultMemo(len(self.seats))
        # The work of the table, one job after the other; the lookups it can do, and recent ones.
        self.line = Serial()
        self.share = make_lookup_limit()
        self.lookups: RecentResults[dict[str, Any]] = RecentResults(MOST_LOOKUPS)
        self.looked_up: RecentResults[object] = RecentResults(MOST_PAGES)
        self.past = ReplayCache()
        self.growing = IncrementalLog()
        self._finished_kept = kept.finished
        # The table as last stored; None if that failed.
        self._written: StoredTable | None = kept
        # The reason why a restarted server could not continue the match; None if it could.
        self._unkept: str | None = None
        self._troubles = Troubles()
        self.count_texts()
        self.restore_early(kept.early)
        session.on_record = self.keep
        if session.path is not None and session.path.name != kept.record:
            self.keep()
        self._give_automatic_answers()

    # ------------------------------------------------------------ who is there

    @property
    def viewers(self) -> list[Viewer]:
        """All seats, and the spectators."""
        return [*self.seats, self.watchers]

    def shares(self, viewer: Viewer) -> list[Share]:
        """Return the limits to which a viewer's lookups are charged; spectators have other limits than the seats."""
        return [viewer.share] if viewer.seat is None else [viewer.share, self.share]

    @property
    def people(self) -> tuple[Person, ...]:
        """The person or bot in each seat, in seat order."""
        names = name_bots([each.name for each in self.seats], [each.bot is not None for each in self.seats])
        return tuple(
            Person(number, f"P{number + 1}", name, each.here, each.bot, each.owned)
            for number, (name, each) in enumerate(zip(names, self.seats, strict=True))
        )

    def kept(self) -> StoredTable:
        """Return the table as it is stored in its file."""
        assert self.session.path is not None
        seats = tuple(StoredSeat(seat.link, seat.name, seat.bot, seat.owned, seat.deck) for seat in self.seats)
        finished = self.session.state.finished
        record, watchers = self.session.path.name, self.watchers.link
        limit = self.clock.limit
        about = finished, self.undo, self.chat, self.title, "" if limit is None else limit.written, self.choosing
        return StoredTable(self.name, record, self.place, seats, watchers, self.host, *about, self.store_early())

    def keep(self) -> None:
        """Write the table's file; if that fails, people get a notice and the match continues."""
        if self.session.path is None:
            return
        now = self.kept()
        if now == self._written:
            return
        self._written = None
        try:
            store_table(now)
        except OSError as error:
            self._unkept = (
                f"the seats of the table and the name of its record cannot be saved: {error.strerror or error}"
            )
        else:
            self._written, self._unkept = now, None

    def sit(self, seat: SeatViewer) -> None:
        """Take a seat for the person who has opened its page."""
        self.stepping -= {self.seats.index(seat)}
        if not seat.owned:
            seat.owned = True
            self.keep()

    def let_bot_play(self, seat: SeatViewer, kind: str | None, asker: SeatViewer | None) -> None:
        """Let a bot of `kind` play a seat or, with None, give the seat back. Raises RequestRefusedError if not allowed.

        Persons may do this with their own seat, and with a seat that nobody has taken. The host (`asker` None) may do
        it with any seat.
        """
        if asker is not None and asker is not seat and (seat.here or seat.owned):
            raise RequestRefusedError("This seat belongs to another person.")
        seat.bot = kind
        self._give_automatic_answers()
        self.keep()

    def notice(self, text: str, viewer: Viewer | None = None, instead: str | None = None) -> None:
        """Send a notice about the table to everybody, or to one viewer.

        The notice replaces earlier notices that contain the text `instead`, by default those that are equal.
        """
        old = text if instead is None else instead
        for each in self.viewers if viewer is None else [viewer]:
            each.notices = [*(earlier for earlier in each.notices if old not in earlier), text][-MAX_NOTICES:]

    # ------------------------------------------------------------ answers

    @property
    def moment(self) -> tuple[object, int]:
        """A key that changes with every answer, undo and reload, to detect outdated work."""
        return self.thread, len(self.session.steps)

    @property
    def thread(self) -> object:
        """A key that changes with every undo and reload, to detect outdated caches."""
        return id(self.session), self.session.edition, self._jumps

    def answer(self, seat: SeatViewer, question: object, picks: Sequence[int], hold: bool = False) -> None:
        """Answer the decision identified by `question`. On return, the answer is in the record.

        With `hold`, it becomes an auto-answer until the player's next turn. Raises RequestRefusedError, with nothing
        changed, if the decision is not the player's, or the picks are no valid answer.
        """
        if not self.asks(seat, question):
            raise RequestRefusedError("This question is over; answer the present one.")
        number = self.seats.index(seat)
        state = self.list_asked()[number]
        options = translate_picks(state, picks)
        seat.auto_answers.note(state, options[0], hold)
        seconds = round(max(0.0, monotonic() - seat.since), 1) if seat.since else None
        if state is self.session.state:
            self._give(options, seconds)
        else:
            self.session.answer_early(number, options, seconds)
            self.keep()
        seat.notices = []
        self._forget_wish()
        self._give_automatic_answers()

    def going_on(self, seat: SeatViewer, question: object, picks: Sequence[int]) -> dict[str, Any]:
        """Return whether an incomplete pick of several items could end here, and which options can be added.

        Raises RequestRefusedError if the decision `question` is no longer current, or is no pick of several items.
        """
        if not self.asks(seat, question):
            raise RequestRefusedError("This question is over; answer the present one.")
        return check_partial_pick(self.find_state(seat), picks)

    def _give(self, options: Sequence[int], seconds: float | None, chosen: bool = True) -> None:
        from cardwright import SlipError

        given, before = 0, len(self.session.steps)
        try:
            for option in options:
                self.session.answer(option, chosen=chosen and not given, seconds=None if given else seconds)
                given += 1
        except SlipError as error:
            if given:
                self.session.withdraw(before)
                self._jumps += 1
            raise RequestRefusedError(report_game_error(error)) from error

    def _give_automatic_answers(self) -> None:
        """Give all answers that need no person now: early answers, forced choices and auto-answers."""
        if self._unkept is not None:
            self.keep()
        count = 0
        try:
            while not (self.session.state.finished or self._waits):
                if not self._give_early():
                    answer = self._find_automatic_answer(self.session.state)
                    if answer is None:
                        break
                    self.session.answer_or_another(answer)
                count += 1
                if count > MAX_FORCED_ANSWERS:
                    raise FindingError("there is no decision any more")
        except FindingError:
            self._get_stuck()
        self._answer_early_by_itself()
        if self.session.state.finished and not self._finished_kept:
            self._finished_kept = True
            self.keep()

    def _give_early(self) -> bool:
        """Give the early answer of the player whom the match asks now; return False if there is none."""
        number = self.session.state.player
        early = self.session.take_early()
        if early is None:
            return False
        try:
            self._give(early.options, early.seconds, early.chosen)
        except RequestRefusedError as error:
            self.notice(str(error), self.seats[number])
        self.keep()
        return True

    def _find_automatic_answer(self, state: "State") -> int | None:
        """Return the answer to a forced choice, or the auto-answer; None if a player has to decide."""
        auto_answers = {number: seat.auto_answers for number, seat in enumerate(self.seats)}
        run_optional(lambda: end_auto_answers(auto_answers, state), None)
        if state.option_count == 1:
            return 0
        seat = self.seats[state.player]
        return None if seat.bot is not None else run_optional(lambda: seat.auto_answers.answer(state), None)

    def _get_stuck(self) -> None:
        self._stuck = True
        self.notice(
            "The match cannot continue: no possible answer comes to an end. This is a mistake in the rules of the game."
        )

    # ------------------------------------------------------------ bots

    def bots_turn(self) -> BotsTurn | None:
        """Return the turn of the bot that has to move now, or None."""
        state = self.session.state
        kind = None if state.finished or self._waits else self.find_bot(self.seats[state.player])
        return None if kind is None else BotsTurn(state.clone(), kind, self.session.bot_seed(), self.moment)

    def awaits(self, turn: BotsTurn) -> bool:
        """Return True if a bot's turn is still the current one, and somebody is watching."""
        state = self.session.state
        return (
            any(viewer.browsers for viewer in self.viewers)
            and turn.moment == self.moment
            and not (state.finished or self._waits)
            and self.find_bot(self.seats[state.player]) == turn.kind
        )

    def name_bots(self, offered: str, kind: str) -> None:
        """Replace a word such as `strong`, by which bots were chosen, by the kind of bot for which the word stands."""
        for seat in self.seats:
            seat.bot = kind if seat.bot == offered else seat.bot
        self.keep()

    def lose_bot(self, turn: BotsTurn) -> None:
        """Free the seat of a bot that failed to choose."""
        if self.awaits(turn):
            seat = self.seats[self.session.state.player]
            self.notice(f"The bot of P{self.session.state.player + 1} cannot continue; somebody else must play.")
            if seat.bot is None:
                self.set_limit(None)
            self.let_bot_play(seat, None, None)

    def take_bots_answer(self, turn: BotsTurn, option: int) -> None:
        """Apply a bot's choice, unless the match has changed in the meantime."""
        if not self.awaits(turn):
            return
        try:
            self.session.answer_or_another(option)
        except FindingError:
            self._get_stuck()
        self._give_automatic_answers()

    # ------------------------------------------------------------ the clock

    def find_bot(self, seat: SeatViewer) -> str | None:
        """Return the kind of the bot that answers for a seat now; None if its person answers."""
        number = self.seats.index(seat)
        if seat.bot is not None or number not in self.clock.late:
            return seat.bot
        return self.clock.find_stand_in(number, self.identify_question(number))

    @property
    def has_bots(self) -> bool:
        """True if a bot plays a seat, or answers for a person whose time is up."""
        return any(self.find_bot(seat) is not None for seat in self.seats)

    def set_limit(self, limit: TimeLimit | None) -> None:
        """Set the clock or (None) remove it, and tell everybody."""
        if limit != self.clock.limit:
            self.clock.restart(limit, [0.0] * len(self.seats))
            self.notice(f"The clock: {limit.sentence}." if limit else "The clock is off.", instead="The clock")
            self.keep()

    def measure_time(self) -> None:
        """Let the clock run for the persons who have to answer, even if absent, while anybody watches the table."""
        if self._clocked is not self.session:
            self._clocked = self.session
            spent = [sum(list_seconds(self.session, number)) for number in range(len(self.seats))]
            self.clock.restart(self.clock.limit, spent)
        looks_on = any(viewer.browsers for viewer in self.viewers)
        asked = [number for number in self.list_asked() if looks_on and self.seats[number].bot is None]
        late = self.clock.measure({number: self.identify_question(number) for number in asked})
        for viewer in self.viewers if late else ():
            whose = "Your time" if viewer.seat in late else "Time"
            self.notice(f"{whose} is up: {self.clock.end}.", viewer, instead="ime is up")

    # ------------------------------------------------------------ taking back

    def _forget_moment(self) -> None:
        """Discard auto-answers and other data that an undo or reload makes invalid."""
        self._jumps += 1
        self._stuck = False
        self._finished_kept = False
        self.again = frozenset()
        for seat in self.seats:
            seat.auto_answers.drop()

    # ------------------------------------------------------------ a game whose files change

    def take_up(self, reload: "Reload", draw: PageDrawer) -> None:
        """Continue under changed files, and notify everybody of the changes."""
        self.session.take_up(reload)
        self.draw, self.next_game = draw, None
        self._forget_moment()
        self.edition += 1
        self._forget_wish()
        message = f"The files of the game have changed, and the match continues with them ({reload.changed})."
        if reload.parting is not None:
            message += f" {reload.parting.publicly} Later answers do not fit any more."
        self.notice(message)
        self._give_automatic_answers()
        self.keep()

    # ------------------------------------------------------------ what everybody sees

    def sight(self, viewer: Viewer) -> ViewerState:
        """Return everything that a viewer is allowed to know now."""
        session, seat = self.session, viewer.seat
        game = self._view_match(viewer)  # first, because the question depends on the positions of pieces
        asked = None
        if isinstance(viewer, SeatViewer):
            question = self._name_question(viewer)
            if question is not None:
                asked = self._get_prompt(viewer, question)
        undecided = self.undecided()
        return ViewerState(
            game,
            asked,
            self.people,
            tuple(viewer.notices),
            self.wants_back,
            self.wants_back is not None and any(each is viewer for each in undecided),
            self.designer,
            self._troubles.unsaved(session.remark) or self._unkept,
            self.edition,
            viewer.auto_answers.sentences if isinstance(viewer, SeatViewer) else (),
            None if self.wants_back is None else preview_undo(session, self.wants_back, seat),
            tuple(Awaited(each.seat or 0, each.here) for each in undecided) if seat == self.wants_back else (),
            self.again,
            tuple(Awaited(number, self.seats[number].here) for number in self.find_reluctant()),
            self.said(),
            self.chat,
            self.clock.view([number for number, each in enumerate(self.seats) if each.bot is None]),
            self.list_awaited(),
        )

    def _view_match(self, viewer: Viewer) -> MatchView:
        """Return the viewer's view of the match, which is computed once per answer."""
        state = self.find_state(viewer)
        if viewer.saw is None or viewer.saw[0] != (self.moment, state):
            game = view_match(state, viewer.seat, self._get_earlier_log(viewer, state), self._memo)
            if viewer.before is not None:
                game = replace(game, table=mark_changes(game.table, viewer.before))
            viewer.saw = (self.moment, state), game
        return viewer.saw[1]

    def _get_earlier_log(self, viewer: Viewer, state: "State") -> list[Event]:
        """Return the viewer's log before their last answer; after an answer, note what was on the table before it."""
        if viewer.seat is None:
            return []
        last, viewer.answered = viewer.answered, (self.thread, find_last_answer(state, viewer.seat))
        if last != viewer.answered:
            goes_on = last is not None and last[0] == self.thread
            viewer.before = viewer.saw[1].table if goes_on and viewer.saw is not None else None
            log = viewer.log = viewer.log or EarlierLog(viewer.seat, viewer.seat)
            nothing: list[Event] = []
            viewer.earlier = run_optional(lambda: log.build_tree(state), nothing)
        return viewer.earlier

    def show(self) -> None:
        """Send the current page to all viewers with an open browser."""
        self.measure_time()
        for viewer in self.viewers:
            if viewer.browsers:
                self.parts(viewer)

    def parts(self, viewer: Viewer) -> dict[str, str]:
        """Return the current parts of a viewer's page."""
        sight, before = self.sight(viewer), viewer.drawn
        if before is not None and before.by is not self.draw:
            before = None
        if before is None or before.sight != sight:
            parts = self.draw(sight, before, self._memo)
            alike = None if before is None or before.sight.people != sight.people else before
            named = {
                part: alike.named[part]
                if alike is not None and alike.parts[part] == drawn
                else name_players(drawn, sight.people)
                for part, drawn in parts.items()
            }
            viewer.drawn = before = DrawnPage(sight, parts, named, self.draw)
        viewer.show(before.named)
        return before.named
