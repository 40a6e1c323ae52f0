"""A game that was checked as a whole, and the mistakes in scenarios that are about it."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from cardwright.compiler.check import GameChecker
from cardwright.compiler.layout import Layout
from cardwright.language.parser import parse
from cardwright.language.shape import WRONG_VALUE
from cardwright.runtime.scenario_chance import ChanceReader, chance_names
from cardwright.runtime.scenario_files import Check, Do, Scenario, Sees
from cardwright.runtime.scenario_given import GivenReader
from cardwright.runtime.scenario_stage import seats_of
from cardwright.source import Diagnostic, Scalar


class CheckedGame:
    """The game of a checker that was run; texts in which nothing was wrong are remembered."""

    def __init__(self, checker: GameChecker) -> None:
        self.checker = checker
        self.game = checker.game
        self._layouts: dict[int, Layout] = {}
        self._sound: set[tuple[str, str, int]] = set()

    @cached_property
    def _picks(self) -> set[str]:
        return chance_names(self.checker.checked)

    def mistakes(self, scenarios: Iterable[Scenario]) -> Iterator[Diagnostic]:
        """Everything wrong in scenarios that were read: in what they give, do and ask."""
        low, high = self.game.players
        for each in scenarios:
            if low <= each.players <= high:
                for step in each.steps:
                    if isinstance(step, Do | Check):
                        kind = "deeds" if isinstance(step, Do) else "value"
                        yield from self._text(step.text, kind, each.players)
                yield from self._given(each)
            else:
                message = f"{self.game.title} is for {low} to {high} players, not {each.players}"
                yield Diagnostic(WRONG_VALUE, message, each.at)

    def _text(self, scalar: Scalar, kind: str, players: int) -> list[Diagnostic]:
        key = (scalar.raw, kind, players)
        if key in self._sound:
            return []
        parsed = parse(scalar.raw, kind)
        found = [Diagnostic(p.code, p.message, scalar.span_of(p.start, p.end), p.label) for p in parsed.problems]
        if parsed.tree is not None:
            found = self.checker.apart(parsed.tree, scalar, seats_of(players)).diagnostics
        if not found:
            self._sound.add(key)
        return found

    def _given(self, scenario: Scenario) -> list[Diagnostic]:
        layout = self._layouts.get(scenario.players)
        if layout is None:
            layout = self._layouts[scenario.players] = Layout.of(self.game, scenario.players)
        reader, chance = GivenReader(layout, scenario.plays), ChanceReader(layout, self._picks)
        reader.changes(scenario.given)
        for step in scenario.when:
            if isinstance(step, Sees):
                reader.seen(step)
        chance.outcomes(scenario.chance)
        return [*reader.diagnostics, *chance.diagnostics]
