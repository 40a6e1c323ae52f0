"""Questions of a table: which seats are asked, in secret choices several at once, and their answers."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any

from cardwright import Several, State
from cardwright.presentation.error_isolation import run_optional
from cardwright.presentation.question import Question
from cardwright.presentation.question import make_question as put_question
from cardwright_tools.session.secret_answers import EarlyAnswer
from cardwright_tools.session.session import Session
from cardwright_tools.web.drawing.viewer_state import Asked, Awaited
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.deck_choices import DeckChoices
from cardwright_tools.web.tables.persistence import StoredAnswer
from cardwright_tools.web.tables.viewers import LookAhead, SeatViewer, Viewer

MAX_DIGITS = 9
MAX_PICKED = 1000


class Questions(DeckChoices):
    """The part of a table that asks its seats. `run` distinguishes decisions before and after a restart."""

    run: str

    @property
    @abstractmethod
    def thread(self) -> object:
        """A key that changes with every undo and reload, to detect outdated caches."""

    @abstractmethod
    def find_bot(self, seat: SeatViewer) -> str | None:
        """Return the kind of the bot that answers for a seat now; None if its person answers."""

    def list_asked(self) -> Mapping[int, State]:
        """Return the seats that have to answer now, persons and bots, each with the state in which it is asked."""
        return {} if self._waits else self.session.pending_decisions()

    def find_state(self, viewer: Viewer) -> State:
        """Return the state that a viewer is shown: the one in which they are asked, or with their own early answer.

        In a secret choice, the state of the match asks one player only, and has no early answers.
        """
        state, progress = self.session.state, self.session.progress()
        if viewer.seat is None or progress is None:
            return state
        if viewer.seat in self.session.early and viewer.seat in progress.answered:
            return progress.end
        return self.list_asked().get(viewer.seat, state)

    def list_awaited(self) -> tuple[Awaited, ...]:
        """Return the persons who still have to make the secret choice in progress; () if not everybody may know them.

        Players without a choice of their own count until the choice is over, since only they know that.
        """
        choice, progress = self.session.secret_choice, self.session.progress()
        if choice is None or progress is None or not choice.is_public:
            return ()
        left = (number for number in dict.fromkeys(choice.players) if number not in progress.answered)
        seats = [(number, self.seats[number]) for number in left]
        return tuple(Awaited(number, seat.here) for number, seat in seats if seat.bot is None)

    def identify_question(self, seat: int) -> object:
        """Return a key of the question that a seat is asked: it changes with the seat's own answers only, and undo."""
        return self.thread, self._count_steps(seat) + (seat in self.session.early)

    def _name_question(self, seat: SeatViewer) -> str | None:
        """Return the name of the decision that the seat has to answer now, or None."""
        number = self.seats.index(seat)
        if number not in self.list_asked() or self.find_bot(seat) is not None:
            return None
        key = self.identify_question(number)
        if seat.asked != key:
            seat.asked = key
            seat.questions += 1
            seat.given = self._count_given(seat)
            seat.since = 0.0
        if seat.here and not seat.since:
            seat.since = monotonic()
        return f"{self.run}.{seat.questions}.{seat.given}"

    def _count_steps(self, seat: int) -> int:
        return sum(step.player == seat for step in self.session.steps)

    def _count_given(self, seat: SeatViewer) -> int:
        """Return the number of answers that the person at a seat has given, including one that is not recorded yet."""
        number = self.seats.index(seat)
        early = self.session.early.get(number)
        return len(list_seconds(self.session, number)) + (early is not None and early.seconds is not None)

    def asks(self, seat: SeatViewer, question: object) -> bool:
        """Return True if the decision of that name is the seat's current one."""
        return question is not None and question == self._name_question(seat)

    def has_answered(self, seat: SeatViewer, question: object) -> bool:
        """Return True if the decision named `question` has been answered, possibly before a restart of the server."""
        then = str(question).rpartition(".")[2]
        return then.isdecimal() and len(then) < MAX_DIGITS and int(then) < self._count_given(seat)

    def _get_prompt(self, seat: SeatViewer, name: str) -> Asked | None:
        """Return the prompt of a decision for a seat; it is computed once, at first without consequences."""
        if seat.put is None or seat.put.name != name:
            state = self.find_state(seat)
            found = put_question(state, state.player, with_consequences=False)
            seat.put = None if found is None else Asked(name, found, seat.auto_answers.offered(state))
            seat.looked_ahead = False
        return seat.put

    def look_ahead(self) -> LookAhead | None:
        """Return a decision whose consequences are not computed yet, or None."""
        for number, state in self.list_asked().items():
            seat = self.seats[number]
            unseen = seat.here and seat.put is not None and not seat.looked_ahead
            if unseen and seat.put is not None and self._name_question(seat) == seat.put.name:
                seat.looked_ahead = True
                return LookAhead(seat, seat.put.name, state.clone())
        return None

    def take_ahead(self, look: LookAhead, found: Question | None) -> bool:
        """Show a seat the consequences `found` of its options; return False if its decision has changed."""
        if found is None or self._name_question(look.seat) != look.name:
            return False
        look.seat.put = Asked(look.name, found, look.seat.auto_answers.offered(self.find_state(look.seat)))
        return True

    def _answer_early_by_itself(self) -> None:
        """Give the auto-answers of players who make a secret choice before the state asks them."""
        for number, state in self.list_asked().items():
            seat = self.seats[number]
            if state is self.session.state or self.find_bot(seat) is not None:
                continue
            answer = run_optional(partial(seat.auto_answers.answer, state), None)
            if answer is not None:
                self.session.answer_early(number, [answer], None, chosen=False)
                self.keep()

    def store_early(self) -> tuple[StoredAnswer, ...]:
        """Return the early answers as they are stored with the table."""
        count = len(self.session.steps)
        return tuple(
            StoredAnswer(number, self._count_steps(number), count, each.options, each.keys, each.seconds, each.chosen)
            for number, each in sorted(self.session.early.items())
        )

    def restore_early(self, stored: tuple[StoredAnswer, ...]) -> None:
        """Hold early answers again after a restart of the server, unless they are recorded or undone since."""
        self.session.restore_early(
            {
                each.seat: EarlyAnswer(each.options, each.keys, each.seconds, each.chosen)
                for each in stored
                if each.own == self._count_steps(each.seat) and each.count <= len(self.session.steps)
            }
        )


def translate_picks(state: State, picks: Sequence[int]) -> list[int]:
    """Return the options that `picks` choose.

    In a pick of several items, an option can be repeated if it stands for several equal pieces. Raises
    RequestRefusedError if the picks are no answer to the decision.
    """
    several = state.several
    if several is None:
        if len(picks) != 1 or not 0 <= picks[0] < state.option_count:
            raise RequestRefusedError("There is no such option.")
        return list(picks)
    _check(several, picks)
    try:
        return state.answers_for(picks)
    except ValueError as error:
        raise RequestRefusedError("These picks do not go together: choose others.") from error


def check_partial_pick(state: State, picks: Sequence[int]) -> dict[str, Any]:
    """Return whether an incomplete pick of several items could end here, and which options can be added.

    Raises RequestRefusedError if the decision is no pick of several items.
    """
    several = state.several
    if several is None:
        raise RequestRefusedError("Nothing can be picked here.")
    _check_there(several, picks)
    found = state.going_on(picks)
    return {"picks": list(picks), "enough": found.enough, "next": list(found.next)}


def _check_there(several: Several, picks: Sequence[int]) -> None:
    if len(picks) > MAX_PICKED or not all(0 <= place < len(several.items) for place in picks):
        raise RequestRefusedError("There is no such option.")
    if any(count > several.counts[place] for place, count in Counter(picks).items()):
        raise RequestRefusedError("You cannot pick a piece more often than it exists.")


def _check(several: Several, picks: Sequence[int]) -> None:
    _check_there(several, picks)
    if len(picks) > several.most:
        raise RequestRefusedError(f"You can pick at most {several.most}, not {len(picks)}.")
    enough = len(picks) >= several.least or (several.passing and not picks)
    if not enough:
        raise RequestRefusedError(f"You must pick at least {several.least}, not {len(picks)}.")


def list_seconds(session: Session, seat: int) -> list[float]:
    """Return the seconds that each recorded answer by the person at a seat took."""
    given = zip(session.steps, session.answers, strict=False)
    return [answer.seconds for step, answer in given if step.player == seat and answer.seconds is not None]
