"""Loads a game as its author would and plays it at random, plain, tracked and in C, looking for what must never be."""

from __future__ import annotations

import json
import random
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.fuzz.in_c import Course, Outcome, replayed
from tests.properties.mutated_cards import HangError

from cardwright import CannotExplain, CardwrightError, Game, RunawayError, SlipError, State, check_paths, load_game
from cardwright.game.start_with_active_cards import find_inconsistency
from cardwright.query.determinization import resample
from cardwright.source.diagnostics import has_errors

LIMIT = 2.0
DECISIONS = 50
SEEDS = 3
# Every so many decisions, one of the many things that can be asked of a game is asked of it.
LOOK_EVERY = 4


class DifferentError(Exception):
    """Two things that must be the same are not."""


class StuckError(Exception):
    """A game is neither over nor waiting for anybody, or takes steps without end that nobody is told of."""


@dataclass
class Failure:
    """What went wrong: its sort, where it did, and all that is known of it."""

    sort: str
    where: str
    details: str


@dataclass
class Figures:
    """What came of some tries."""

    tried: int = 0
    accepted: int = 0
    endless: int = 0
    slips: int = 0
    decisions: int = 0
    finished: int = 0
    longest: float = 0.0
    slowest: float = 0.0  # of the last input, whatever of it took longest: a check, a load, an answer
    seconds: float = 0.0
    games: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    stages: Counter[str] = field(default_factory=Counter)
    # Of C: matches, states and runtime errors compared; where C gave up; why there is no C of a game.
    c_matches: int = 0
    c_states: int = 0
    c_slips: int = 0
    c_given_up: Counter[int] = field(default_factory=Counter)
    c_refused: Counter[str] = field(default_factory=Counter)

    def add(self, other: Figures) -> None:
        """Take in what came of other tries."""
        self.tried += other.tried
        self.accepted += other.accepted
        self.endless += other.endless
        self.slips += other.slips
        self.decisions += other.decisions
        self.finished += other.finished
        self.longest = max(self.longest, other.longest)
        self.seconds += other.seconds
        self.c_matches += other.c_matches
        self.c_states += other.c_states
        self.c_slips += other.c_slips
        self.c_given_up.update(other.c_given_up)
        for mine, theirs in (
            (self.c_refused, other.c_refused),
            (self.games, other.games),
            (self.played, other.played),
            (self.codes, other.codes),
            (self.stages, other.stages),
        ):
            mine.update(theirs)

    def add_c(self, outcome: Outcome) -> None:
        """Take in what came of matches in C."""
        self.c_matches += outcome.matches
        self.c_states += outcome.states
        self.c_slips += outcome.slips
        self.c_given_up.update(outcome.given_up)
        self.c_refused[outcome.refused] += bool(outcome.refused)
        self.stages["C"] += outcome.seconds  # type: ignore[assignment]
        self.slowest = max(self.slowest, outcome.slowest)


@contextmanager
def timed(figures: Figures, stage: str) -> Iterator[None]:
    """Count the time of computing that a stage takes, however busy the machine is otherwise."""
    began = time.process_time()
    try:
        yield
    finally:
        seconds = time.process_time() - began
        figures.stages[stage] += seconds  # type: ignore[assignment]
        if stage != "play":
            figures.slowest = max(figures.slowest, seconds)


def attempt(folder: Path, chance: random.Random, figures: Figures) -> Failure | None:
    """Check, load and play the game in a folder; what went wrong, if anything did."""
    try:
        with timed(figures, "check"):
            found = check_paths([folder])[0]
        refused = has_errors(found)
        figures.codes.update({each.code for each in found if each.severity == "error"})
        try:
            with timed(figures, "compile"):
                game = load_game(folder)
                players = chance.randint(game.min_players, game.max_players)
                game.program(players)
        except CardwrightError as error:
            if not refused:
                raise DifferentError(f"validate accepts what cannot be loaded: {error}") from error
            return None
        if refused:
            told = next(each for each in found if each.severity == "error")
            raise DifferentError(f"validate refuses what can be loaded: {told.code}: {told.message}")
        figures.accepted += 1
        with timed(figures, "play"):
            courses = []
            for _ in range(SEEDS):
                sitting = Sitting(game, players, chance, figures)
                goes_on = sitting.play()
                courses.append(Course(sitting.seed, tuple(sitting.answers)))
                if not goes_on:
                    break
        outcome = replayed(game, players, courses)
        figures.add_c(outcome)
        if outcome.fault is not None:
            return Failure(*outcome.fault)
    except HangError as error:
        return Failure("stuck", str(error), traceback.format_exc())
    except (DifferentError, StuckError) as error:
        return Failure(type(error).__name__.removesuffix("Error").lower(), str(error)[:60], str(error))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what this looks for
        return Failure("traceback", _place(error), traceback.format_exc())
    return None


def _place(error: BaseException) -> str:
    """The sort of an error with the innermost of our own functions it arose in."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/cardwright/" in frame.filename]
    last = own[-1] if own else frames[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}, {last.name}"


class Sitting:
    """One game played in both variants of its program."""

    def __init__(self, game: Game, players: int, chance: random.Random, figures: Figures) -> None:
        self.game = game
        self.players = players
        self.chance = chance
        self.figures = figures
        self.seed = chance.randrange(10**6)
        self.answers: list[int] = []
        self.looks: list[Callable[[State, State], None]] = [
            self._views,
            self._logs,
            self._explanations,
            self._saved,
            self._copied,
            self._dealt_anew,
            self._asked,
        ]

    def play(self) -> bool:
        """Play to the end, to so many decisions, or (no) to where the author is told that texts never end."""
        begun = self._both(
            lambda: self.game.new(self.players, self.seed, tracked=False),
            lambda: self.game.new(self.players, self.seed, tracked=True),
        )
        if begun is None:
            return False
        plain, tracked = begun
        for number in range(DECISIONS):
            self._compare(plain, tracked)
            if number % LOOK_EVERY == LOOK_EVERY - 1 or plain.finished:
                look = self.chance.choice(self.looks)
                self._asked_for(lambda look=look: look(plain, tracked))  # type: ignore[misc]
            if plain.finished:
                self.figures.finished += 1
                self._asked_for(lambda: self._logs(plain, tracked))
                break
            answer = self.chance.randrange(plain.option_count)
            before = plain.digest()
            self.answers.append(answer)
            if self._both(lambda a=answer: plain.apply(a), lambda a=answer: tracked.apply(a)) is None:  # type: ignore[misc]
                _same("the state after an answer that is taken back", plain.digest(), before)
                _same("the state after an answer that is taken back", tracked.digest(), before)
                return False
            self.figures.decisions += 1
        for state in (plain, tracked):
            wrong = find_inconsistency(state)
            if wrong:
                raise DifferentError(f"pieces are not where they are: {wrong}")
        return True

    def _both(self, plain: Callable[[], Any], tracked: Callable[[], Any]) -> tuple[Any, Any] | None:
        """What two variants of one thing give, None if both are told to the author as a slip."""
        first, said = self._endless(plain)
        second, told = self._endless(tracked)
        if bool(said) != bool(told):
            raise DifferentError(f"a slip in one variant only: plain {said}, tracked {told}")
        return None if said else (first, second)

    def _endless(self, step: Callable[[], Any]) -> tuple[Any, list[str]]:
        began = time.process_time()
        try:
            return step(), []
        except RunawayError as error:
            self.figures.endless += 1
            if not error.chain or not all(error.chain):
                raise StuckError(f"a limit is reached and no text is named: {error}") from error
            return None, error.chain
        except SlipError as error:
            self.figures.slips += 1
            return None, [str(error)]
        finally:
            self.figures.slowest = max(self.figures.slowest, time.process_time() - began)

    # ------------------------------------------------------------ what must be the same

    def _compare(self, plain: State, tracked: State) -> None:
        _same("whether the game is over", plain.finished, tracked.finished)
        _same("who is asked", plain.player, tracked.player)
        _same("the options", plain.slots[1] and list(plain.slots[1][1]), tracked.slots[1] and list(tracked.slots[1][1]))
        if plain.digest() != tracked.digest():
            raise DifferentError(f"the digests: {_first_difference(plain, tracked)}")
        if not plain.finished and plain.option_count < 1:
            raise StuckError("somebody is asked and has no options")
        _same("the decision", plain.decision, tracked.decision)
        _same("the scores", *map(_scores, (plain, tracked)))

    def _views(self, plain: State, tracked: State) -> None:
        for player in range(self.players):
            plain.view(player)
            told = tracked.view(player)
            json.dumps([repr(told)])

    def _logs(self, plain: State, tracked: State) -> None:
        _same("the log", [each.text for each in plain.log], [each.text for each in tracked.log])
        player = self.chance.randrange(self.players)
        tracked.visible_log(player)
        tracked.common_log(range(self.players), 0, tracked.log_size)
        _same("what was taken unasked", plain.taken_unasked(), tracked.taken_unasked())
        _same("the winners", *(self._asked_for(lambda state=state: state.winners) for state in (plain, tracked)))  # type: ignore[misc]

    def _asked_for(self, ask: Callable[[], Any]) -> Any:
        """What is asked of a game; that it can never be found out is an answer, too."""
        try:
            return ask()
        except SlipError:
            return "a slip in the texts"

    def _explanations(self, plain: State, tracked: State) -> None:
        for player in range(self.players):
            self._asked_for(lambda p=player: tracked.score_sheet(p))  # type: ignore[misc]
            self._asked_for(lambda p=player: tracked.score_sheet(p, (p + 1) % self.players))  # type: ignore[misc]
        word, _, roles, _ = self.chance.choice(tracked.program.tables.rules)
        said = ", ".join("P1" if role[1] == "player" else "1" for role in roles)
        for viewer in (None, 0):
            try:
                self._asked_for(lambda v=viewer: tracked.why(f"{word}({said})", v))  # type: ignore[misc]
            except CannotExplain:
                continue
        if tracked.decision is not None:
            for option in tracked.decision.options[:3]:
                try:
                    self._asked_for(lambda key=option.key: tracked.why(key, tracked.player))  # type: ignore[misc]
                except CannotExplain:
                    continue

    def _saved(self, plain: State, tracked: State) -> None:
        document = json.loads(json.dumps(plain.to_json()))
        _same("a saved game", self.game.from_json(document).digest(), plain.digest())
        again = self.game.from_json(json.loads(json.dumps(tracked.to_json())))
        _same("a saved game with its log", again.digest(), tracked.digest())

    def _copied(self, plain: State, tracked: State) -> None:
        before = plain.digest()
        copies = plain.clone(), tracked.clone()
        for _ in range(3):
            if copies[0].finished:
                break
            answer = self.chance.randrange(copies[0].option_count)
            if self._both(lambda a=answer: copies[0].apply(a), lambda a=answer: copies[1].apply(a)) is None:  # type: ignore[misc]
                break
            _same("copies that are played on", copies[0].digest(), copies[1].digest())
        _same("a state whose copy is played on", plain.digest(), before)
        _same("a state whose copy is played on", tracked.digest(), before)

    def _dealt_anew(self, plain: State, tracked: State) -> None:
        player = self.chance.randrange(self.players)
        dealt = self._both(lambda: resample(plain, player, 5), lambda: resample(tracked, player, 5))
        if dealt is None:
            return
        for _ in range(3):
            _same("what is dealt anew", dealt[0].digest(), dealt[1].digest())
            if dealt[0].finished:
                break
            answer = self.chance.randrange(dealt[0].option_count)
            if self._both(lambda a=answer: dealt[0].apply(a), lambda a=answer: dealt[1].apply(a)) is None:  # type: ignore[misc]
                break

    def _asked(self, plain: State, tracked: State) -> None:
        _same("the whole pick", plain.several, tracked.several)
        for state in (plain, tracked):
            self._asked_for(lambda state=state: state.valuations)  # type: ignore[misc]
            for player in range(self.players):
                self._asked_for(lambda state=state, p=player: state.winners_for(p))  # type: ignore[misc]
            state.open_view(0)
            state.take_moments()


def _same(what: str, one: Any, other: Any) -> None:
    if one != other:
        raise DifferentError(f"{what}: {str(one)[:300]} and {str(other)[:300]}")


def _scores(state: State) -> Any:
    try:
        return state.scores
    except SlipError:
        return "a slip in the texts"


def _first_difference(plain: State, tracked: State) -> str:
    from cardwright.runtime.digest import list_digest_lines

    one, other = list(list_digest_lines(plain)), list(list_digest_lines(tracked))
    parts = [f"plain {a!r}, tracked {b!r}" for a, b in zip(one, other, strict=False) if a != b]
    return parts[0] if parts else f"{len(one)} lines and {len(other)}"
