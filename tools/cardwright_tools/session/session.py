"""A match in progress: its state, its answers with undo and redo, and its record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.records.file_lock import HeldError, is_held
from cardwright.records.notes_chat_and_names import (
    NOTE,
    PERSON,
    PLAYED,
    RecordNote,
    find_people,
    find_players,
    keep_notes,
)
from cardwright.records.play_back import Divergence, describe_divergence, describe_left_out, play_back
from cardwright.records.record_file import (
    CHECK_DIGITS,
    Header,
    Record,
    RecordedAnswer,
    RecordError,
    RecordWriter,
    measure_record,
    read_record,
    write_record,
)
from cardwright.runtime.primitives.random_numbers import derive_seed
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.read_with_size_limit import MEBIBYTE
from cardwright_tools.cli.errors import FindingError, UsageError, is_disk_full
from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.session.bot_engine import USUAL_BOT as USUAL_BOT
from cardwright_tools.session.bot_engine import BotEngine
from cardwright_tools.session.record_folder import create_record, find_records_folder
from cardwright_tools.session.replay_under_changed_files import Reload, repeat_answers
from cardwright_tools.session.secret_answers import SecretAnswers, SessionStep

if TYPE_CHECKING:
    from cardwright import Game, State

Choose = Callable[..., "Game"]
# Limit for the letters of a note.
MAX_NOTE_LENGTH = 2000
# Size in bytes from which on a record is begun anew if most of it was taken back.
MAX_GROWN = 16 * MEBIBYTE
SEATLESS = (
    "The record is from an older version and does not name who answered, so answers may have gone to other players."
)


class SaveError(Exception):
    """Error for a match that could not be saved or loaded, with the reason."""


class Session(SecretAnswers):
    """A match in progress with its history. `remark` warns the players, for example that saving failed."""

    def __init__(self, game: Game, players: int, seed: int, recorded: bool = True):
        self.game = game
        self.header = Header.of(game, players, seed)
        self.state: State = game.new(players, seed)
        self.steps: list[SessionStep] = []
        self.redoable: list[list[SessionStep]] = []
        self.remark: str | None = None
        self._forget_choice()
        self.thinking = BotEngine()
        self.path: Path | None = None
        self._writer: RecordWriter | None = None
        self.answers: list[RecordedAnswer] = []
        self.notes: list[RecordNote] = []
        # Number of times that the rules of the match changed.
        self.edition = 0
        self._sealed = False
        self._recorded = recorded
        self._saved = 0  # number of answers in the record
        self._full = False
        # True while the state has an answer that the record lacks, or the other way round; interruptions leave it so.
        self._halfway = False
        self._renewed_at = MAX_GROWN
        # A message, shown once, if the match is continued with other files than it was played with.
        self.parted: str | None = None
        # The same message without secrets: neither how often each player was asked, nor hidden cards.
        self.parted_publicly = ""
        # Called when the match is continued in a new record, before anything new is in it.
        self.on_record: Callable[[], None] = lambda: None

    # ------------------------------------------------------------ answers

    def begin_record(self) -> None:
        """Start the record now instead of at the first answer, for a match that people may return to."""
        self._record()

    def answer(self, option: int, chosen: bool, seconds: float | None = None) -> None:
        """Answer the decision, and record the answer with the time of thought in seconds.

        An answer that a person has `chosen` clears what can be redone. Raises SlipError; the state is then unchanged.
        """
        self._record()
        player = self.state.player
        with self._guard_move():
            self._enter(SessionStep(player, option, chosen), self._apply_option(self.state, option, seconds))
            if chosen:
                self.redoable.clear()

    def _apply_option(self, state: State, option: int, seconds: float | None = None) -> RecordedAnswer:
        """Answer the decision of `state`, which can be a copy, and return the answer to be recorded."""
        decision = state.decision
        assert decision is not None
        state.apply(option)
        check = state.digest(self.header.digests)[:CHECK_DIGITS]
        return RecordedAnswer(option, decision.options[option].key, check, seconds, decision.player)

    def _enter(self, step: SessionStep, answer: RecordedAnswer) -> None:
        self.steps.append(step)
        self.answers.append(answer)
        if self._writer is not None:
            self._sealed = False
            with self._open_for_writing():
                self._writer.answer(answer)

    def answer_or_another(self, wanted: int) -> None:
        """Answer with `wanted`; if that raises SlipError, answer with the first option that does not.

        Raises FindingError if no option leads to another decision.
        """
        from cardwright import SlipError

        state = self.state
        problem = None
        for option in [wanted, *(number for number in range(state.option_count) if number != wanted)]:
            try:
                self.answer(option, False)
                return
            except SlipError as error:
                problem = error
        raise FindingError(f"P{state.player + 1} cannot answer: {problem}.")

    @contextmanager
    def _guard_move(self) -> Iterator[None]:
        self._halfway = True
        try:
            yield
        except Exception:
            self._halfway = False
            raise
        self._halfway = False

    def chosen_last(self, player: int | None = None) -> int | None:
        """Return the index of the last step chosen by a person (or by `player`), None if there is none."""
        return next((n for n in range(len(self.steps) - 1, -1, -1) if self._is_chosen(n, player)), None)

    def _is_chosen(self, place: int, player: int | None) -> bool:
        return self.steps[place].chosen and player in (None, self.steps[place].player)

    def undo(self, player: int | None = None) -> int:
        """Return to the last decision of a person, or of `player`; return the number of answers undone."""
        return sum(self.take_back(1, player))

    def take_back(self, times: int, player: int | None = None) -> list[int]:
        """Undo up to `times` decisions, and return the number of answers removed for each, the latest first.

        An interrupt leaves the match unchanged.
        """
        chosen = (n for n in range(len(self.steps) - 1, -1, -1) if self._is_chosen(n, player))
        places = [*islice(chosen, times)]
        if not places:
            return []
        taken_back = [self.steps[place:end] for place, end in zip(places, [len(self.steps), *places], strict=False)]
        self.go_back_to(places[-1])
        self.redoable += taken_back
        return [len(steps) for steps in taken_back]

    def redo(self) -> int:
        """Redo the last undo; return the number of answers restored (0: nothing was undone)."""
        return sum(self.give_again(1))

    def give_again(self, times: int) -> list[int]:
        """Redo up to `times` undone decisions; return the number of answers restored for each.

        An interrupt leaves the match unchanged.
        """
        again = self.redoable[: -times - 1 : -1]
        steps = [step for each in again for step in each]
        state = self.state.clone()
        answers = [self._apply_option(state, step.option) for step in steps]
        with self._guard_move():
            self.state = state
            self._forget_choice()
            del self.redoable[len(self.redoable) - len(again) :]
            for step, answer in zip(steps, answers, strict=True):
                self._enter(step, answer)
        return [len(each) for each in again]

    def restart(self) -> State:
        """Return the match at its beginning."""
        return self.game.new(self.header.players, self.header.seed)

    def go_back_to(self, count: int) -> None:
        """Undo all answers but the first `count`. An interrupt leaves the match unchanged."""
        state = self.restart()
        for step in self.steps[:count]:
            state.apply(step.option)
        with self._guard_move():
            taken_back = len(self.steps) - count
            self.state = state
            self._forget_choice()
            self.notes = keep_notes(self.notes, count)
            del self.steps[count:], self.answers[count:]
            if self._writer is not None:
                self._sealed = False
                with self._open_for_writing():
                    self._writer.undo(taken_back)
        self._renew_if_grown()

    def take_up(self, reload: Reload) -> None:
        """Continue under changed files with the answers that still fit.

        The present record is closed and kept. A new record, which names the present one, begins with these answers.
        """
        kept = [step for step, _ in zip(self.steps, reload.options, strict=False)]
        origin = None if self.path is None else self.path.name
        was_recorded = self._writer is not None
        self.close()
        self.game, self.state = reload.game, reload.state
        self.header = replace(Header.of(self.game, self.header.players, self.header.seed), origin=origin)
        self.steps = [replace(step, option=option) for step, option in zip(kept, reload.options, strict=True)]
        again = zip(reload.options, self.answers, strict=False)
        self.answers = [replace(answer, option=option, check=None) for option, answer in again]
        self.notes = keep_notes(self.notes, len(self.answers))
        self.redoable.clear()
        self._forget_choice()
        self.edition += 1
        self.path = None
        if was_recorded or self.remark is not None:
            self._record()

    def copy(self) -> Session:
        """Return a copy of the match without a record, to be examined while the match continues."""
        found = copy(self)
        found.steps, found.answers, found.notes = [*self.steps], [*self.answers], [*self.notes]
        found._writer, found._recorded = None, False
        found._forget_choice()
        return found

    def note(self, text: str, seat: int | None, kind: str = NOTE) -> None:
        """Record a person's note on the present moment; `kind` is NOTE, or a line of chat or a name."""
        self._record()
        self._add_note(RecordNote(len(self.answers), seat, text, kind=kind))

    def seat_players(self, kinds: Sequence[str]) -> None:
        """Record who plays each seat (PERSON, or a kind of bot), if the record does not say so already."""
        known = {0: PERSON} | find_players(self.notes)
        for seat, kind in enumerate(kinds):
            if kind != known.get(seat, USUAL_BOT):
                self._add_note(RecordNote(len(self.answers), seat, kind, kind=PLAYED))

    def _add_note(self, note: RecordNote) -> None:
        """Add a note to the match and, if that has begun, to its record."""
        self.notes.append(note)
        if self._writer is not None:
            self._sealed = False
            with self._open_for_writing():
                self._writer.note(note)

    def bot_seed(self) -> int:
        """Return the seed for a bot's next choice. Equal states have equal seeds, also after undo and loading."""
        return derive_seed(self.header.seed, "bot", self.state.player, len(self.steps))

    # ------------------------------------------------------------ the record

    def _record(self) -> None:
        """Start the record with the first answer, so that a match without answers leaves no file."""
        if self._writer is not None or not self._recorded:
            return
        try:
            self.path, self._writer = create_record(self.header, self.answers, self.notes)
            self._saved = len(self.answers)
            self.remark = None
        except OSError as error:
            self.path = None
            self._full = is_disk_full(error)
            self.remark = f"this match is not being saved: {error.strerror} ({error.filename or find_records_folder()})"
        else:
            self.on_record()

    def _renew_if_grown(self) -> None:
        """Start a new record if most answers in the present one have been undone; the old one is kept."""
        if self._writer is None or self.path is None or self._writer.size < self._renewed_at:
            return
        size = measure_record(self.header, self.answers, self.notes)
        self._renewed_at = max(MAX_GROWN, 2 * size, 2 * self._writer.size)
        if 2 * size > self._writer.size:
            return
        origin = self.path.name
        self.close()
        self.header = replace(self.header, origin=origin)
        self.path = None
        self._renewed_at = max(MAX_GROWN, 4 * size)
        self._record()

    @contextmanager
    def _open_for_writing(self) -> Iterator[None]:
        """Return a context for writing to the record.

        If writing fails, `remark` describes the error, and the match continues.
        """
        try:
            yield
        except OSError as error:
            self.remark = (
                f"this match is no longer being saved: {error.strerror}. {self.path} contains it up to answer "
                f"{self._saved} of {len(self.answers)}; `save FILE` saves it completely in another file, and "
                "continues there."
            )
        else:
            self._saved = len(self.answers)
            self.remark = None

    def save(self, path: Path) -> None:
        """Write the whole match to a new file. Raises SaveError instead of overwriting another match.

        If the present record cannot be written, the match continues in the new file.
        """
        try:
            if path.exists() and not self._is_mine(path):
                raise SaveError(f"{path} exists and is not this match; choose another name.")
            if is_held(path):
                raise SaveError(f"{path} is being played by another process; choose another name.")
            write_record(path, self.header, self.answers, self.state.digest(self.header.digests), self.notes)
            if self.remark is not None:
                self._go_on_in(path)
        except (OSError, ValueError) as error:  # ValueError if the system does not allow the name
            raise SaveError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.") from error

    def _go_on_in(self, path: Path) -> None:
        writer = RecordWriter.resume(path)
        if self._writer is not None:
            self._writer.close()
        self._writer, self.path, self._sealed = writer, path, True
        self._saved = len(self.answers)
        self.remark = None

    def _is_mine(self, path: Path) -> bool:
        try:
            return path != self.path and read_record(path).header == self.header
        except RecordError:
            return False

    @property
    def lost(self) -> int:
        """Number of answers that are not saved because the disk is full; 0 for a match without a record."""
        return len(self.answers) - self._saved if self.remark and (self.path or self._full) else 0

    def close(self) -> None:
        """End the record with the digest of the state."""
        if self._writer is None:
            return
        if not self._halfway:
            with self._open_for_writing():
                self._writer.catch_up()
            if self.remark is None and not self._sealed:
                with suppress(OSError):  # a record without room for its digest is still valid
                    self._writer.digest(self.state.digest(self.header.digests), self.state.finished)
        self._writer.close()
        self._writer = None

    @classmethod
    def load(
        cls, path: Path, humans: Collection[int] | None, place: str | None = None, choose: Choose = choose_game
    ) -> Session:
        """Resume a record; `place` is the game's folder if the game is not shipped with Cardwright.

        Undo goes back to answers of `humans`, by default of the people who played before.

        `choose` loads a game by its place and sets; callers with a cache pass their own. If the files have changed, the
        answers that fit are repeated into a new record. Raises SaveError if the record cannot be read, contradicts
        itself, or is in use.
        """
        writer = _continue_record(path)
        try:
            session, record = cls._read_again(path, humans, place, choose)
            # Answers under different files are not mixed in one record.
            if writer is not None and record.header == session.header:
                session._writer, session.path = writer, path
                session._saved = len(session.answers)
                session._sealed = record.digest is not None
                writer = None
        finally:
            if writer is not None:
                writer.close()
        return session

    @classmethod
    def _read_again(
        cls, path: Path, humans: Collection[int] | None, place: str | None, choose: Choose
    ) -> tuple[Session, Record]:
        record, game = _read(path, place, choose)
        session = cls(game, record.header.players, record.header.seed)
        if record.header.content == game.content_hash:
            _, divergence = play_back(game, record)
            if divergence is not None:
                at = f"at answer {divergence.number} of {len(record.answers)}"
                raise SaveError(
                    f"{path} does not lead where it says, so it may have been changed: {at}, {divergence.problem}."
                )
            options = [answer.option for answer in record.answers]
            session.header = replace(session.header, digests=record.header.digests)
        else:
            options = session._find_fitting(path, record)
        humans = find_people(record.notes) if humans is None else humans
        for option, answer in zip(options, record.answers, strict=False):
            state = session.state
            session.steps.append(SessionStep(state.player, option, _is_taken_back_to(state, humans)))
            answer = replace(answer, seat=state.player)
            state.apply(option)
            # The digest after an answer is different under other rules.
            session.answers.append(answer if session.parted is None else replace(answer, option=option, check=None))
        session.notes = keep_notes((note for note in record.notes if not note.gone), len(session.answers))
        return session, record

    def _find_fitting(self, path: Path, record: Record) -> list[int]:
        """Return the options for a record's answers under other files, up to the first answer that does not fit."""
        state = self.restart()
        options, problem = repeat_answers(state, record.answers)
        message = "This match was played with other rules or cards."
        seatless = any(answer.seat is None for answer in record.answers[: len(options)])
        unsure = f" {SEATLESS}" if seatless else ""
        if problem is None:
            self.parted = self.parted_publicly = f"{message} All its answers still fit.{unsure}"
        else:
            number, count = len(options), len(record.answers)
            where = Divergence(number + 1, str(problem), record.answers[number].seat, state.turns).describe(count)
            self.parted = f"{message} {where} {describe_left_out(count - number)}{unsure}"
            self.parted_publicly = f"{message} {describe_divergence(state.turns, problem.publicly)}{unsure}"
        if resolve_path(path).parent == resolve_path(find_records_folder()):
            self.header = replace(self.header, origin=path.name)
        return options


def _continue_record(path: Path) -> RecordWriter | None:
    """Return a writer that continues a record; None if its file cannot be written and must be copied.

    Raises SaveError if another process plays the record, or if it is invalid.
    """
    try:
        return RecordWriter.resume(path)
    except HeldError as error:
        raise SaveError(f"{error}. End it there first; meanwhile `cardwright replay` shows it.") from error
    except RecordError as error:
        raise SaveError(str(error)) from error
    except (OSError, ValueError):
        return None


def _is_taken_back_to(state: State, humans: Collection[int]) -> bool:
    """Return True if undo stops at this decision: a person has several options, or a pick of several items begins."""
    return state.player in humans and state.option_count > 1 and not state.picked


def _read(path: Path, place: str | None, choose: Choose) -> tuple[Record, Game]:
    try:
        record = read_record(path)
        known = place is not None and resolve_path(Path(place)).name == record.header.game
        where, header = place if known and place else record.header.place, record.header
        game = choose(where, header.sets, decks=header.decks) if header.decks else choose(where, header.sets)
    except RecordError as error:
        raise SaveError(str(error)) from error
    except (OSError, ValueError) as error:  # ValueError if the system does not allow the name
        raise SaveError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    except UsageError as error:
        raise SaveError(f"{path}:1: {error}") from error
    if not game.min_players <= record.header.players <= game.max_players:
        raise SaveError(f"{path}:1: {game.name} is not for {record.header.players} players.")
    return record, game


def let_bot_answer(session: Session, kind: str) -> None:
    """Answer as a bot. Raises FindingError if no answer leads to another decision."""
    session.answer_or_another(session.thinking.choose(kind, session.bot_seed(), session.state))
