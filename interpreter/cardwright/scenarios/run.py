"""Execution of a scenario, step by step, with a report on the first failure."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial

from cardwright.game.loaded_game import Game
from cardwright.game.state import State
from cardwright.runtime.chance_outcomes_and_witnesses import ChanceMismatch
from cardwright.runtime.decision import Option
from cardwright.runtime.errors import NoSparePieceError, SlipError
from cardwright.runtime.log_and_knowledge_observer import Tracker
from cardwright.runtime.log_and_snapshot_records import Unasked
from cardwright.runtime.primitives.random_numbers import generator
from cardwright.runtime.primitives.zones import may_see
from cardwright.scenarios.answers import (
    DONE,
    OptionNames,
    ScenarioQuestion,
    distinguish_options,
    find_options,
    match_options,
    suggest_option,
)
from cardwright.scenarios.compile import ConditionPart, Prepared
from cardwright.scenarios.failures import (
    SCENARIO_FAILED,
    FailureReport,
    ScenarioFailure,
    UnmetError,
    compare_lists,
    explain_difference,
    join_seats,
    list_items,
    render_last_events,
    render_options,
)
from cardwright.scenarios.files import AnswerStep, Check, DoStep, EveryoneAnswers, OfferedStep, Scenario, SeesStep, Step
from cardwright.scenarios.initial_state import apply_changes, list_zone_contents
from cardwright.scenarios.pieces_by_card_id import COUNTED
from cardwright.scenarios.run_to_decision import ForcedChoice, ScenarioExecution
from cardwright.scenarios.scripted_chance import FACES, ROLL, rename_act
from cardwright.source.diagnostics import CardwrightError, Diagnostic, DiagnosticNote
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Scalar
from cardwright.source.yaml.nodes import Sequence as SequenceNode
from cardwright.state_slots_and_table_rows import RNG, TRACKER


def play_scenario(game: Game, scenario: Scenario, prepared: Prepared, grows: bool = False) -> ScenarioFailure | None:
    """Play a scenario; return its failure, or None if it passed.

    A scenario without scripted chance is played in both variants of the program, which must agree after every step.
    If the game `grows`, raises NoSparePieceError where the reserve for created pieces must grow.
    """
    tracked = _Execution(game, scenario, prepared, tracked=True, grows=grows)
    failure = tracked.play()
    if failure is not None or prepared.outcomes:
        return failure
    plain = _Execution(game, scenario, prepared, tracked=False, answers=tracked.answers)
    failure = plain.play()
    if failure is None and plain.digests == tracked.digests:
        return None
    steps = zip(scenario.steps, tracked.digests, plain.digests, strict=False)
    parted = next((step.span for step, one, other in steps if one != other), scenario.at)
    message = "the fast variant of the program, which keeps no log, continues differently from here"
    notes = (DiagnosticNote(failure.diagnostic.message, failure.diagnostic.span),) if failure is not None else ()
    return ScenarioFailure((Diagnostic(SCENARIO_FAILED, message, parted, "", notes),), *tracked.describe_state())


def passes_tracked(game: Game, scenario: Scenario, prepared: Prepared) -> bool:
    """Return True if the tracked variant passes a scenario."""
    return _Execution(game, scenario, prepared, tracked=True).play() is None


def run_to_state(
    game: Game, scenario: Scenario, prepared: Prepared, tracked: bool = True, grows: bool = False
) -> State:
    """Return the state after the `when` of a scenario, which may be at a decision. It has a log if `tracked`.

    Raises CardwrightError if a step fails, and NoSparePieceError as `play_scenario`.
    """
    course = _Execution(game, scenario, prepared, tracked=True, grows=grows)
    failure = course.reach()
    if failure is None and not tracked:
        course = _Execution(game, scenario, prepared, tracked=False, answers=course.answers)
        failure = course.reach()
    if failure is not None:
        raise CardwrightError(list(failure.diagnostics))
    return course.state


class _Execution(ScenarioExecution):
    """One execution of a scenario in one variant of the program.

    - `digests`: the digest of the state after each step
    - `answers`: the options chosen in each step with answers; `chosen`: all of them. The plain variant repeats the
      answers of the tracked one, because it does not know how a player sees the options.
    - `unasked`: the forced choices since the last decision; `named`: those of them that an answer of the scenario names
    - `wrong`: the failures so far; `first`: the report on the first of them
    """

    def __init__(
        self,
        game: Game,
        scenario: Scenario,
        prepared: Prepared,
        tracked: bool,
        answers: Sequence[tuple[int, ...]] = (),
        grows: bool = False,
    ) -> None:
        self.scenario = scenario
        self.grows = grows
        self.prepared = prepared
        self.state = State(game, game.program(scenario.players), scenario.seed, tracked)
        self.at = scenario.at
        self.digests: list[str] = []
        self.answers: list[tuple[int, ...]] = []
        self.told_answers = deque(answers)
        self.chosen: list[int] = []
        self.actual: dict[int, int] = {}
        self.unasked: list[ForcedChoice] = []
        self.named: list[ForcedChoice] = []
        self.asked_now: ScenarioQuestion | None = None
        self.last_unasked: Unasked | None = None
        self.wrong: list[Diagnostic] = []
        self.first: FailureReport = ((), ())
        self.pieces = self._list_pieces()
        self.over_since: Span | None = None
        self.later: deque[Callable[[], None]] = deque()
        self.without_effect: list[str] = []
        slots = self.state.slots
        slots[RNG] = generator(scenario.seed)
        if tracked:
            slots[TRACKER] = Tracker(self.state.program)
            slots[TRACKER].dictated = {name: list(outcomes) for name, outcomes in prepared.outcomes.items()}
        self.state.start_here(None)

    # ------------------------------------------------------------ from beginning to end

    def play(self) -> ScenarioFailure | None:
        """Execute the whole scenario; return the first step that failed, or the conditions that do not hold."""
        if self._take_all_steps() and self._execute(self._check_nobody_waits):
            self._execute(self._check_end)
            self._execute(self._check_chance)
            for check in self.scenario.then:
                self.at = check.span
                self._execute(partial(self._take, check))
        return self._find_failure()

    def reach(self) -> ScenarioFailure | None:
        """Execute only the steps of `when`; return the failure, or None."""
        self._take_all_steps()
        return self._find_failure()

    def _take_all_steps(self) -> bool:
        """Execute the steps of `when` up to the first that fails; return True if none did."""
        possible = self._execute(self._open)
        for step in self.scenario.when if possible else ():
            self.at = step.span
            possible = self._execute(partial(self._take, step))
            if not possible:
                break
        return possible

    def _find_failure(self) -> ScenarioFailure | None:
        if not self.wrong:
            return None
        first, *others = self.wrong
        notes = tuple(self._explain_rolls())
        return ScenarioFailure((replace(first, notes=(*first.notes, *notes)), *others), *self.first)

    def _explain_rolls(self) -> Iterator[DiagnosticNote]:
        """Yield a note that tells which face each scripted roll shows, if the faces are counted from 0."""
        for key, node in self.scenario.chance:
            outcomes = self.prepared.outcomes.get(ROLL, ()) if key.raw == ROLL else ()
            if outcomes:
                faces = ", ".join(str(each + 1) for each in outcomes)
                yield DiagnosticNote(f"`{ROLL}` counts from 0; the same by faces: `{FACES}: [{faces}]`", node.span)

    def _execute(self, part: Callable[[], None]) -> bool:
        """Execute a part of the scenario and record its failure. Return True if it succeeded."""
        try:
            part()
        except UnmetError as unmet:
            self._note(unmet.diagnostic)
        except ChanceMismatch as mismatch:
            self._note(Diagnostic(SCENARIO_FAILED, str(mismatch), self._find_outcome(mismatch) or self.at, ""))
        except SlipError as slip:
            if self.grows and isinstance(slip, NoSparePieceError) and self.state.program.grow(slip.definition):
                raise
            self._note(Diagnostic(SCENARIO_FAILED, str(slip), self.at, ""))
        else:
            return True
        return False

    def _find_outcome(self, mismatch: ChanceMismatch) -> Span | None:
        """Return the span of the scenario's outcome that cannot be drawn; None if the error names no outcome."""
        for key, node in self.scenario.chance:
            items = node.items if isinstance(node, SequenceNode) else (node,)
            if mismatch.named and str(mismatch).startswith(f"{key.raw}: ") and mismatch.left <= len(items):
                return items[-mismatch.left].span
        return None

    def _note(self, wrong: Diagnostic) -> None:
        if not self.wrong:
            self.first = self.describe_state()
        self.wrong.append(wrong)

    def _open(self) -> None:
        if self.scenario.plays:
            self.later += (self._give, lambda: self.perform("play"))
            self.perform("setup")
        else:
            self._give()
            self.go_on()

    def _give(self) -> None:
        self.actual = apply_changes(self.state, self.prepared.changes)

    def _check_nobody_waits(self) -> None:
        question = self.question
        if question is not None and (question.chosen or not self.scenario.plays):
            message = f"the scenario ends while P{question.player + 1} is asked"
            notes = (*question.progress, *self._describe_forced_choices(question.player))
            raise UnmetError(message, self.at, render_options(question), notes)

    def _check_chance(self) -> None:
        """Check that all scripted outcomes of chance were used."""
        for key, _ in self.scenario.chance:
            if self.state.tracked and self.state.tracker.dictated.get(rename_act(key.raw)):
                raise UnmetError("this outcome was given, and the game did not use it", key.span)

    def _check_end(self) -> None:
        """Check that the game is over or not, as the scenario says, and who has won."""
        scenario, over = self.scenario, self.state.ended
        if scenario.ends is None:
            if over:
                who = join_seats(self.state.winners)
                raise UnmetError(f"the game ended, won by {who}: the scenario does not say `ends: {who}`", scenario.at)
        elif not over:
            raise UnmetError(
                f"the game is not over; it should have ended, won by {join_seats(scenario.ends)}", scenario.at
            )
        elif sorted(scenario.ends) != sorted(self.state.winners):
            message = f"the game was won by {join_seats(self.state.winners)}, not by {join_seats(scenario.ends)}"
            raise UnmetError(message, scenario.at)

    # ------------------------------------------------------------ steps

    def _take(self, step: Step) -> None:
        if isinstance(step, DoStep):
            self._do(step)
        elif isinstance(step, AnswerStep | EveryoneAnswers):
            self._give_answers(step)
        elif isinstance(step, OfferedStep):
            self._check_offered(step)
        elif isinstance(step, SeesStep):
            self._check_seen(step)
        else:
            self._check(step)
        self._check_pieces(step.span)
        self.digests.append(self.state.digest())

    def _do(self, step: DoStep) -> None:
        question = self.question
        if question is not None:
            message = f"P{question.player + 1} is asked first, and does not answer"
            raise UnmetError(message, step.span, render_options(question), question.progress)
        if self.state.ended:
            raise UnmetError("the game is already over", step.span, "", self._describe_end())
        self.forget_unasked()
        begun = len(self.state.tracker.log) if self.state.tracked else 0
        self.perform(self.prepared.procedures[step])
        if self.state.tracked and self.question is None and not self.state.ended:
            self._note_what_did_not_happen(step, begun)

    def _note_what_did_not_happen(self, step: DoStep, begun: int) -> None:
        """Record the verbs of a finished step that were not performed: forbidden, replaced, or impossible."""
        entries = self.state.tracker.log[begun:]
        happened = Counter((entry.what[0], entry.player) for entry in entries if entry.kind == "begin")
        for call, times in Counter(self.prepared.calls[step]).items():
            if happened[call] < times:
                word = self.state.program.tables.procedures[call[0]].word
                self.without_effect.append(f"(line {step.span.line}: `P{call[1] + 1} {word}` does not happen)")

    @property
    def question(self) -> ScenarioQuestion | None:
        """The current decision, None if there is none."""
        if self.asked_now is None:
            self.asked_now = ScenarioQuestion.of(self.state, self.prepared.numbered)
        return self.asked_now

    @cached_property
    def nameable(self) -> OptionNames:
        """The words that can name options in this game."""
        return OptionNames(self.state)

    def _require_question(self, player: int, span: Span) -> ScenarioQuestion:
        question = self.question
        if question is None and self.state.ended:
            message = f"P{player + 1} has no decision: the game is over"
            raise UnmetError(message, span, "", (*self._describe_end(), *self._describe_forced_choices(player)))
        if question is None:
            raise UnmetError(f"P{player + 1} has no decision here", span, "", self._describe_forced_choices(player))
        if question.player != player:
            message = f"P{question.player + 1} is asked here, not P{player + 1}"
            raise UnmetError(
                message, span, render_options(question), (*question.progress, *self._describe_forced_choices(player))
            )
        return question

    def _describe_end(self) -> tuple[str, ...]:
        """Return a text that says when a finished game ended and who won."""
        since = self.over_since
        when = "before the first step" if since is None or since == self.scenario.at else f"in line {since.line}"
        return (f"it ended {when}, won by {join_seats(self.state.winners)}",)

    def _describe_forced_choices(self, player: int) -> tuple[str, ...]:
        """Return notes on the choices that were made for a player because there was no other option."""
        why = "automatically, as there was no other option"
        taken = [each for each in self.unasked if each.player == player and each.site >= 0]
        named = [each for each in self.named if each.player == player and each.site >= 0]
        return (
            *(f"`{each.option.key}` named what was taken for P{player + 1} {why}" for each in named),
            *(f"`{each.option.key}` was taken for P{player + 1} {why}" for each in taken),
        )

    def _give_answers(self, step: AnswerStep | EveryoneAnswers) -> None:
        """Answer as a step says. The plain variant repeats the answers of the tracked one."""
        if not self.state.tracked:
            for index in self.told_answers.popleft():
                if self.state.option_count <= index:
                    raise UnmetError("there is no such option", step.span)
                self.choose(index)
            return
        before = len(self.chosen)
        if isinstance(step, AnswerStep):
            for word in step.words:
                self._answer(step.player, word)
        else:
            self._answer_for_everyone(step)
        self.answers.append(tuple(self.chosen[before:]))

    def _answer_for_everyone(self, step: EveryoneAnswers) -> None:
        """Let all players who have to answer the pending decision give the same answers, one after the other."""
        question = self.question
        if question is None and self.state.ended:
            raise UnmetError("there is no decision: the game is over", step.span, "", self._describe_end())
        if question is None:
            raise UnmetError("there is no decision here", step.span)
        site, answered = self.state.site, set[int]()
        while question is not None and self.state.site == site and question.player not in answered:
            answered.add(question.player)
            for word in step.words:
                self._answer(question.player, word)
            question = self.question

    def _answer(self, player: int, word: Scalar) -> None:
        if self._names_forced_choice(player, word.raw, declining=False):
            return
        question = self.question
        found = question.fitting(word.raw) if question is not None and question.player == player else []
        # forced passes may be omitted, so a `pass` answers the decision first
        if not found and self._names_forced_choice(player, word.raw, declining=True):
            return
        counted = COUNTED.fullmatch(word.raw)
        if not found and counted is not None and counted[1]:
            for _ in range(int(counted[1])):
                self._answer(player, replace(word, raw=counted[2]))
            return
        question = self._require_question(player, word.span)
        if not found:
            near = suggest_option(question.decision, word.raw)
            label, notes = (
                (f"did you mean `{near}`?", (render_options(question),)) if near else (render_options(question), ())
            )
            message = f"P{player + 1} has no option `{word.raw}`"
            raise UnmetError(
                message, word.span, label, (*notes, *question.progress, *self._describe_forced_choices(player))
            )
        if len(found) > 1:
            keys = ", ".join(distinguish_options(found))
            raise UnmetError(f"`{word.raw}` fits several options: write one of {keys}", word.span)
        site = self.state.site
        for index in question.take(found[0]):
            self.choose(index)
        if question.several is not None and question.chosen and self.question is not question:
            self._forget_picked(player, site, question.is_ending(found[0]))

    def _forget_picked(self, player: int, site: int, said_done: bool) -> None:
        """Drop the forced choices that ended a pick of several items, because the scenario has named the items.

        With `said_done`, the scenario has also named the option that ends the pick; otherwise it can still do so.
        """
        while self.unasked and (self.unasked[0].player, self.unasked[0].site) == (player, site):
            del self.unasked[0]
        if not said_done:
            self.unasked.insert(0, ForcedChoice(player, -1, Option(-1, "Done", DONE), False))

    def _names_forced_choice(self, player: int, word: str, declining: bool) -> bool:
        """Return True if a word in a scenario names a forced choice of a player; this choice is then marked.

        A marked choice cannot be named again. If `declining`, only choices that decline or end a pick are searched; if
        not, only the others.
        """
        for place, taken in enumerate(self.unasked):
            if taken.player != player or (taken.option.declines or taken.site < 0) != declining:
                continue
            if find_options((taken.option,), word, taken.says_yes, taken.copies):
                self.named.append(self.unasked.pop(place))
                return True
        return False

    def _check_offered(self, step: OfferedStep) -> None:
        question = self._require_question(step.player, step.span)
        if not self.state.tracked:
            return
        offered = [option.key for option in question.decision.options]
        named = [(key.raw, [option.key for option in question.find(key.raw)]) for key in step.keys]
        if step.all:
            expected = match_options(named)
            if sorted(offered) != sorted(expected) and sorted(question.without_copies()) != sorted(expected):
                notes = (*compare_lists("offered", expected, offered), *question.progress)
                raise UnmetError(f"P{step.player + 1} is offered {', '.join(offered)}", step.span, "", notes)
            return
        for key, (word, keys) in zip(step.keys, named, strict=True):
            if keys:
                raise UnmetError(f"P{step.player + 1} is offered `{keys[0]}`", key.span, render_options(question))
            if word not in self.nameable:
                raise UnmetError(f"the game has no option named `{word}`", key.span)

    def _check_seen(self, step: SeesStep) -> None:
        """Compare the pieces that a player sees or knows in a zone; the plain variant skips this check."""
        if not self.state.tracked:
            return
        tracker = self.state.tracker
        place, expected = self.prepared.seen[step]
        assert place is not None
        slot = place.at(self.actual)
        names = self.state.program.naming
        context = self.state.variant.context
        seen = [
            names.piece_key(piece)
            for piece in list_zone_contents(self.state)[slot]
            if may_see(context, self.state.slots, step.player, piece, slot) or tracker.known[step.player] >> piece & 1
        ]
        if sorted(seen) != sorted(expected):
            notes = compare_lists("seen", expected, seen)
            message = f"P{step.player + 1} sees {', '.join(seen) or 'nothing'} in {names.zone(slot)}"
            self._note(UnmetError(message, step.span, "", notes).diagnostic)

    def _check(self, check: Check) -> None:
        for part in self.prepared.checks[check]:
            if not self._evaluate(part.rule):
                notes = tuple(DiagnosticNote(reason) for reason in self._explain(part))
                self._note(Diagnostic(SCENARIO_FAILED, f"this does not hold: {part.text}", part.span, "", notes))

    def _evaluate(self, rule: str) -> object:
        value: object = self.state.variant.rules[rule](self.state.slots)
        return value

    def _explain(self, part: ConditionPart) -> tuple[str, ...]:
        names = self.state.program.naming
        values = [(side, self._evaluate(side.rule)) for side in part.sides]
        texts = [names.value(side.base, value) for side, value in values]
        alike = len(texts) == 2 and texts[0] == texts[1]
        sides = zip(values, texts, strict=True)
        reasons = tuple(f"{side.text} is {text}" for (side, _), text in sides if alike or not side.is_literal)
        if not alike:
            return reasons
        zones = {piece: names.zone(slot) for slot, pieces in list_zone_contents(self.state).items() for piece in pieces}
        items = [(side.text, side.base, list_items(side.base, value)) for side, value in values]
        return (*reasons, *explain_difference(names, zones, *items))

    # ------------------------------------------------------------ what always holds

    def _list_pieces(self) -> list[int]:
        return sorted(piece for pieces in list_zone_contents(self.state).values() for piece in pieces)

    def _check_pieces(self, span: Span) -> None:
        if self._list_pieces() != self.pieces:
            raise UnmetError("pieces were lost or doubled: not every piece lies in exactly one zone", span)

    # ------------------------------------------------------------ what is told about a failure

    def describe_state(self) -> FailureReport:
        """Return the current decision with its options, and the last log entries, both as lines."""
        asked: list[str] = []
        if self.question is not None:
            decision = self.question.decision
            asked.append(f"P{decision.player + 1} is asked: {decision.prompt}")
            width = max(len(option.key) for option in decision.options)
            asked += [f"  {option.key.ljust(width)}  {option.text}" for option in decision.options]
        if not self.state.tracked:
            return tuple(asked), ()
        return tuple(asked), (*render_last_events(self.state.log), *self.without_effect)
