"""Execution of a scenario up to the next decision, with the forced choices on the way."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from cardwright.game.state import State
from cardwright.runtime.decision import Option
from cardwright.runtime.execution import Outcome, build_endless_error, run_segments
from cardwright.runtime.log_and_knowledge_observer import Tracker
from cardwright.runtime.log_and_snapshot_records import Unasked
from cardwright.scenarios.answers import ScenarioQuestion, is_yes_no
from cardwright.scenarios.compile import Prepared
from cardwright.scenarios.copy_numbers import NO_COPIES, CopyNumbers
from cardwright.scenarios.files import Scenario
from cardwright.source.positions import Span
from cardwright.state_slots_and_table_rows import FINISHED, PENDING, TRACKER


@dataclass(frozen=True, slots=True)
class ForcedChoice:
    """A forced choice with its decision point."""

    player: int
    site: int
    option: Option
    says_yes: bool
    copies: CopyNumbers = NO_COPIES


class ScenarioExecution:
    """Execution of a scenario between decisions: `later` are the steps to run when the stack is empty."""

    scenario: Scenario
    prepared: Prepared
    state: State
    at: Span
    chosen: list[int]
    unasked: list[ForcedChoice]
    named: list[ForcedChoice]
    asked_now: ScenarioQuestion | None
    last_unasked: Unasked | None
    over_since: Span | None
    later: deque[Callable[[], None]]

    def forget_unasked(self) -> None:
        self.unasked.clear()
        self.named.clear()

    def perform(self, word: str) -> None:
        entry = self.state.variant.entry.get(word)
        if entry is not None:
            self.state.frames = [(entry,)]
            self.go_on()
        else:
            procedures = [procedure.word for procedure in self.state.program.tables.procedures]
            self.go_on(self.state.variant.procedures[procedures.index(word)])

    def choose(self, index: int) -> None:
        state = self.state
        pending = state.player, state.offered, state.site
        self.forget_unasked()
        self.chosen.append(index)
        if state.tracked:
            state.note_answer(pending, index)
        state.give(pending[1][index])
        self.go_on()

    def go_on(self, first: Callable[[list[Any]], object] | None = None) -> None:
        """Execute to the next decision, or until no frame is left; only a rule text with `finish` ends the game.

        The function `first` runs as part of the execution; outside of an execution it would change a copy of the slots.
        """
        self.asked_now = None
        state = self.state
        slots, frames = state.slots, state.frames
        outcome = run_segments(state.variant, slots, frames, first=first) if frames or first else Outcome.EMPTY
        if outcome > Outcome.EMPTY:
            raise build_endless_error(outcome, state.variant, slots, frames)
        if outcome is Outcome.EMPTY:
            slots[PENDING] = None
            # a match ends with its last step, as in State
            slots[FINISHED] |= int(self.scenario.plays and not self.later)
        if slots[FINISHED]:
            self.over_since = self.over_since or self.at
            slots[PENDING] = None
            self.later.clear()
        elif slots[PENDING] is None and self.later:
            self.later.popleft()()
            if not frames and self.later:
                self.go_on()
        if state.tracked:
            tracker: Tracker = slots[TRACKER]
            tracker.settle(slots)
            taken = tracker.taken_unasked(self.last_unasked)
            for (player, option), each in zip(state.described_unasked(taken), taken, strict=True):
                option = replace(option, index=0)
                copies = CopyNumbers.of(state, each.site, self.prepared.numbered, (option,), (each.option,))
                self.unasked.append(ForcedChoice(player, each.site, option, is_yes_no(state, each.site), copies))
            self.last_unasked = tracker.unasked
