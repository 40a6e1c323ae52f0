"""A fully checked game, used to find errors in its scenarios."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from cardwright.checker.game import GameChecker
from cardwright.checker.names.rule_text_context import UnclearCard
from cardwright.compiler.state_layout import StateLayout
from cardwright.scenarios.compile import list_seats, report_player_count
from cardwright.scenarios.files import Check, DoStep, Scenario, SeesStep
from cardwright.scenarios.pieces_by_card_id import NamedCards
from cardwright.scenarios.read_given import GivenReader
from cardwright.scenarios.scripted_chance import ChanceReader, list_chance_names
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.yaml.nodes import Scalar
from cardwright.syntax.parser import parse

_WORD = re.compile(r"\w+")


class EditorGame:
    """A game whose checker has run, with a memo of scenario texts without errors."""

    def __init__(self, checker: GameChecker) -> None:
        self.checker = checker
        self.game = checker.checked.game  # includes the pieces that can be created
        self._layouts: dict[int, StateLayout] = {}
        self._sound: set[tuple[object, ...]] = set()

    @cached_property
    def _picks(self) -> set[str]:
        return list_chance_names(self.checker.checked)

    def mistakes(self, scenarios: Iterable[Scenario]) -> Iterator[Diagnostic]:
        """Yield the errors in the `given`, `when` and `then` of scenarios."""
        low, high = self.game.players
        for each in scenarios:
            if low <= each.players <= high:
                given = self._read_given(each)
                for step in each.steps:
                    if isinstance(step, DoStep | Check):
                        kind = "deeds" if isinstance(step, DoStep) else "value"
                        yield from self._list_text(step.text, kind, each.players, NamedCards(given.pieces))
                yield from given.diagnostics
                yield from self._list_chance(each)
            else:
                yield report_player_count(self.game, each)

    def _list_text(self, scalar: Scalar, kind: str, players: int, cards: NamedCards) -> list[Diagnostic]:
        unclear = [word for word in _WORD.findall(scalar.raw) if isinstance(cards.card(word), UnclearCard)]
        key = (scalar.raw, kind, players, *unclear)
        if key in self._sound:
            return []
        parsed = parse(scalar.raw, kind)
        found = [Diagnostic(p.code, p.message, scalar.span_of(p.start, p.end), p.label) for p in parsed.problems]
        if parsed.tree is not None:
            found = self.checker.apart(parsed.tree, scalar, list_seats(players), cards).diagnostics
        if not found:
            self._sound.add(key)
        return found

    def _make_layout(self, players: int) -> StateLayout:
        if players not in self._layouts:
            self._layouts[players] = StateLayout.of(self.game, players)
        return self._layouts[players]

    def _read_given(self, scenario: Scenario) -> GivenReader:
        reader = GivenReader(self._make_layout(scenario.players), scenario.plays)
        reader.changes(scenario.given, scenario.for_all)
        for step in scenario.when:
            if isinstance(step, SeesStep):
                reader.seen(step)
        return reader

    def _list_chance(self, scenario: Scenario) -> list[Diagnostic]:
        chance = ChanceReader(self._make_layout(scenario.players), self._picks)
        chance.outcomes(scenario.chance)
        return chance.diagnostics
