"""Compilation of scenarios with their game; those with the same sets and players share a program."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal

from cardwright.checker import typed_tree
from cardwright.checker.collect_definitions import ExtraText
from cardwright.checker.game import GameChecker
from cardwright.checker.statements.reserve_for_create import with_more_room, with_spare_for
from cardwright.compiler.state_layout import StateLayout
from cardwright.declarations.dedupe_diagnostics import report_misnamed_plurals
from cardwright.declarations.field_reader import WRONG_VALUE
from cardwright.declarations.model import GameDecl
from cardwright.declarations.readers.game_files import Loaded
from cardwright.declarations.value_types import PLAYER, Type
from cardwright.game.loaded_game import Game
from cardwright.scenarios.files import Check, DoStep, Scenario, SeesStep
from cardwright.scenarios.initial_state import Change, find_emptied_memory
from cardwright.scenarios.pieces_by_card_id import NamedCards, StateSlot
from cardwright.scenarios.read_given import GivenReader
from cardwright.scenarios.scripted_chance import ChanceReader, list_chance_names
from cardwright.source.diagnostics import Diagnostic, has_errors
from cardwright.source.node_dataclass import frozen
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Scalar
from cardwright.state_slots_and_table_rows import Growth
from cardwright.syntax import tree as s


@frozen
class ConditionPart:
    """A condition, or an operand of an `and`, with the compared values that explain a failure."""

    text: str
    span: Span
    rule: str
    sides: tuple[Side, ...]


@frozen
class Side:
    """An operand of a comparison: its source, the rule that computes it, and its base type.

    The value of a literal is shown only if the other operand has the same text.
    """

    text: str
    rule: str
    base: str
    is_literal: bool = False


@frozen
class Prepared:
    """A compiled scenario: procedures for its statements, rules for its conditions, and initial changes.

    `calls` are the verbs that the statements of a step perform in any case, as (procedure, seat). `numbered` are the
    definitions whose copies have numbers in the scenario.
    """

    changes: tuple[Change, ...]
    outcomes: Mapping[str, list[Any]]
    procedures: Mapping[DoStep, str]
    calls: Mapping[DoStep, tuple[tuple[int, int], ...]]
    checks: Mapping[Check, tuple[ConditionPart, ...]]
    seen: Mapping[SeesStep, tuple[StateSlot | None, list[str]]]
    numbered: frozenset[int]


@frozen
class _Given:
    """The contents of `given`: initial changes, the zones of `sees` steps, and the pieces that names mean."""

    changes: tuple[Change, ...]
    seen: Mapping[SeesStep, tuple[StateSlot | None, list[str]]]
    cards: NamedCards
    mistakes: list[Diagnostic]
    named: frozenset[int] = frozenset()


@dataclass(slots=True)
class CompiledScenarios:
    """Scenarios ready to be played; `mistakes` has the diagnostics of those that cannot be played.

    `warnings` concern scenarios that can be played. If `broken`, the diagnostics concern the game itself, and no
    scenario can be played. `others` are the abilities of alternative texts of powers, None for a text with errors.
    """

    game: Game | None
    prepared: dict[Scenario, Prepared] = field(default_factory=dict)
    mistakes: dict[Scenario, list[Diagnostic]] = field(default_factory=dict)
    warnings: list[Diagnostic] = field(default_factory=list)
    others: list[tuple[int, ...] | None] = field(default_factory=list)
    broken: bool = False


@dataclass(frozen=True, slots=True)
class CompileOptions:
    """Options of the compilation.

    - `counting`: types of statements to count
    - `others`: alternative powers as (definition id, text)
    - `growth`: how the reserve for created pieces has grown
    """

    counting: tuple[str, ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    growth: Growth = ()


def report_player_count(game: GameDecl, scenario: Scenario) -> Diagnostic:
    """Return the error for a scenario with a number of players that is not the game's."""
    low, high = game.players
    message = f"{game.title} is for {low} to {high} players, not {scenario.players}"
    label = f"give `players` a number from {low} to {high}" if low < high else f"write `players: {low}` below it"
    return Diagnostic(WRONG_VALUE, message, scenario.at, label)


def compile_scenarios(
    loaded: Loaded, players: int, content: str, scenarios: Sequence[Scenario], making: CompileOptions = CompileOptions()
) -> CompiledScenarios:
    """Check and compile scenarios for a number of players. Errors in the game itself count for every scenario."""
    game = loaded.game
    if game is None:
        return fail_all(scenarios, loaded.diagnostics)
    if has_errors(loaded.diagnostics):
        wrong_game = [*loaded.diagnostics, *_check(game, {}, ()).diagnostics]
        return fail_all(scenarios, report_misnamed_plurals(wrong_game, game, loaded.files))
    if not game.players[0] <= players <= game.players[1]:
        return CompiledScenarios(None, {}, {each: [report_player_count(game, each)] for each in scenarios})
    layout = StateLayout.of(game, players)
    given = {each: _read_given(layout, each) for each in scenarios}
    texts = {each: _collect_texts(each, number, players, given[each].cards) for number, each in enumerate(scenarios)}
    checker = _check(game, texts, scenarios)
    if checker.checked.game.zones != game.zones:  # pieces that are created have numbers of their own
        named = {number for each in given.values() for number in each.named}
        zones, pieces = checker.checked.game.zones, with_spare_for(checker.checked.game, named)
        usual = replace(game, pieces=pieces, zones=zones)
        game = with_more_room(usual, making.growth)
        layout = StateLayout.of(game, players)
        given = {each: _read_given(layout, each) for each in scenarios}
        texts = {
            each: _collect_texts(each, number, players, given[each].cards) for number, each in enumerate(scenarios)
        }
        checker = _check(game, texts, scenarios)
    found, outside = _assign_diagnostics(checker.diagnostics, scenarios)
    if has_errors(outside):
        return fail_all(scenarios, outside)
    picks = list_chance_names(checker.checked)
    outcomes = {}
    for each in scenarios:
        chance = ChanceReader(layout, picks)
        outcomes[each] = chance.outcomes(each.chance)
        found[each] += [*given[each].mistakes, *chance.diagnostics]
    wrong = {each: mistakes for each, mistakes in found.items() if has_errors(mistakes)}
    sound = [each for each in scenarios if each not in wrong]
    if wrong:
        checker = _check(game, texts, sound)
    if checker.checked.later:  # deferred statements on stacks have memory that the game does not declare
        layout = StateLayout.of(checker.checked.game, players)
        # the cards stay, because checking has noted which copies the texts number
        given |= {each: replace(_read_given(layout, each), cards=given[each].cards) for each in sound}
    checks = {each: _checks(checker, texts[each]) for each in sound}
    others = _compile_alternatives(checker, making.others)

    @cache
    def tables(which: str, slots: tuple[tuple[str, int], ...] | None) -> dict[str, Any]:
        """Compile a variant of the program at its first use, because diagnostics do not need it."""
        from cardwright.compiler.compile_game import compile_program

        emptied = find_emptied_memory(
            checker.checked, players, (change for each in sound for change in given[each].changes)
        )
        return compile_program(checker.checked, players, making.counting, (which,), emptied, slots=dict(slots or ()))

    def stored(which: str, slots: Mapping[str, int] | None = None) -> dict[str, Any]:
        from cardwright.compiler.compile_game import describe_without_code
        from cardwright.compiler.english_for_displays import describe_powers, describe_program

        if which in ("told", "texts"):
            return (describe_powers if which == "texts" else describe_program)(checker.checked)
        if which == "tables":
            return describe_without_code(checker.checked, players)
        return tables(which, None if slots is None else tuple(slots.items()))

    made = Game(game.name, game.title, game.players, loaded.sets, loaded.all_sets, content, lambda *_: stored)
    warnings = [each for scenario in sound for each in found[scenario]]
    stage = CompiledScenarios(made, {}, wrong, warnings, others)
    for each in sound:
        procedures = {step: text.word for step, text in texts[each].items() if isinstance(step, DoStep)}
        calls = {step: _find_unconditional_calls(checker, word) for step, word in procedures.items()}
        stage.prepared[each] = Prepared(
            given[each].changes,
            outcomes[each],
            procedures,
            calls,
            checks[each],
            given[each].seen,
            frozenset(given[each].cards.pieces.numbered),
        )
    return stage


def _find_unconditional_calls(checker: GameChecker, word: str) -> tuple[tuple[int, int], ...]:
    """Return the verbs that a seat performs in the outermost statements of a procedure, as (procedure, seat)."""
    return tuple(
        (statement.procedure.number, int(statement.doer.value))
        for statement in checker.checked.procedures[word].body
        if isinstance(statement, typed_tree.PerformStmt) and isinstance(statement.doer, typed_tree.LiteralExpr)
    )


def _compile_alternatives(checker: GameChecker, texts: Iterable[tuple[str, str]]) -> list[tuple[int, ...] | None]:
    """Return, for each alternative power text, the numbers by which its abilities are identified.

    `texts` are pairs `(id of a definition, power text)`. The result for a text with errors is None.
    """
    numbers = {piece.id: number for number, piece in enumerate(checker.game.pieces)}
    found = [checker.other_power(numbers[id_], text) for id_, text in texts]
    return [None if abilities is None else tuple(each.number for each in abilities) for abilities in found]


def fail_all(scenarios: Iterable[Scenario], found: Iterable[Diagnostic]) -> CompiledScenarios:
    """Return the scenarios, each failed by the errors `found` in their game."""
    mistakes = [each for each in found if each.severity == "error"]
    return CompiledScenarios(None, {}, {each: list(mistakes) for each in scenarios}, broken=True)


def _check(
    game: GameDecl, texts: Mapping[Scenario, Mapping[DoStep | Check, ExtraText]], scenarios: Iterable[Scenario]
) -> GameChecker:
    checker = GameChecker(game, [text for each in scenarios for text in texts[each].values()])
    checker.run()
    return checker


def _collect_texts(scenario: Scenario, number: int, players: int, cards: NamedCards) -> dict[DoStep | Check, ExtraText]:
    """Return the texts of a scenario to be checked. Their names begin with a dot, which no declared name does."""
    seats = list_seats(players)
    found: dict[DoStep | Check, ExtraText] = {}
    for place, step in enumerate(scenario.steps):
        if isinstance(step, DoStep | Check):
            kind: Literal["deeds", "value"] = "deeds" if isinstance(step, DoStep) else "value"
            word = f".scenario_{number + 1}_{'do' if kind == 'deeds' else 'then'}_{place + 1}"
            found[step] = ExtraText(word, kind, step.text, scenario.name, seats, cards)
    return found


def list_seats(players: int) -> dict[str, typed_tree.LiteralExpr]:
    """Return the names of the players in scenarios, as values."""
    return {f"P{seat + 1}": typed_tree.LiteralExpr(PLAYER, seat) for seat in range(players)}


def _assign_diagnostics(
    diagnostics: Iterable[Diagnostic], scenarios: Sequence[Scenario]
) -> tuple[dict[Scenario, list[Diagnostic]], list[Diagnostic]]:
    """Return (diagnostics by scenario, diagnostics outside of all scenarios)."""
    found: dict[Scenario, dict[Diagnostic, None]] = {each: {} for each in scenarios}
    outside: list[Diagnostic] = []
    # Scenarios do not overlap, but can share the common spans of their file.
    in_order = sorted(scenarios, key=lambda each: each.whole)
    starts = [(each.whole.path, each.whole.line, each.whole.column) for each in in_order]
    sharing: dict[Span, list[Scenario]] = {}
    for each in scenarios:
        for at in each.shared:
            sharing.setdefault(at, []).append(each)
    for diagnostic in diagnostics:
        span = diagnostic.span
        before = bisect_right(starts, (span.path, span.line, span.column))
        owners = [each for each in in_order[max(0, before - 1) : before] if _is_inside(span, each.whole)]
        owners += [each for at, listed in sharing.items() if _is_inside(span, at) for each in listed]
        for owner in owners:
            found[owner].setdefault(diagnostic)
        if not owners:
            outside.append(diagnostic)
    return {each: list(mistakes) for each, mistakes in found.items()}, outside


def _is_inside(span: Span, whole: Span) -> bool:
    start = (span.line, span.column)
    return span.path == whole.path and (whole.line, whole.column) <= start < (whole.end_line, whole.end_column)


def _read_given(layout: StateLayout, scenario: Scenario) -> _Given:
    reader = GivenReader(layout, scenario.plays)
    changes = reader.changes(scenario.given, scenario.for_all)
    seen = {step: reader.seen(step) for step in scenario.when if isinstance(step, SeesStep)}
    return _Given(changes, seen, NamedCards(reader.pieces), reader.diagnostics, frozenset(reader.remembered))


# ---------------------------------------------------------------- conditions


def _checks(checker: GameChecker, texts: Mapping[DoStep | Check, ExtraText]) -> dict[Check, tuple[ConditionPart, ...]]:
    found = {}
    for step, text in texts.items():
        if isinstance(step, Check):
            syntax, _ = checker.library.rules[text.word]
            value, _ = checker.checked.rules[text.word].cases[0]
            found[step] = tuple(_split_condition(checker, text, syntax.cases[0].value, value, text.word))
    return found


def _split_condition(
    checker: GameChecker, text: ExtraText, node: s.Expr, value: typed_tree.Value, word: str
) -> list[ConditionPart]:
    """Split a condition at each `and` and comparison; each part and operand becomes a rule of its own."""
    if (
        isinstance(node, s.LogicNode)
        and isinstance(value, typed_tree.LogicExpr)
        and node.operator == value.operator == "and"
    ):
        left = _split_condition(checker, text, node.left, value.left, f"{word}_left")
        return left + _split_condition(checker, text, node.right, value.right, f"{word}_right")
    _add_rule(checker, text, value, word)
    sides = []
    if isinstance(node, s.CompareNode) and isinstance(value, typed_tree.CompareExpr):
        for name, side_node, side in (("left", node.left, value.left), ("right", node.right, value.right)):
            is_literal = isinstance(side, typed_tree.LiteralExpr | typed_tree.TextExpr)
            if side.type.base == "piece" or (not is_literal and side.type.base != "zone"):
                _add_rule(checker, text, side, f"{word}_{name}")
                sides.append(
                    Side(_quote_source(text.scalar, side_node), f"{word}_{name}", _render_base(side.type), is_literal)
                )
    span = text.scalar.span_of(node.start, node.end)
    return [ConditionPart(_quote_source(text.scalar, node), span, word, tuple(sides))]


def _add_rule(checker: GameChecker, text: ExtraText, value: typed_tree.Value, word: str) -> None:
    rules = checker.checked.rules
    if word not in rules:
        rules[word] = typed_tree.TypedRule(word, len(rules), text.scalar.span, None, (), ((value, None),), value.type)


def _render_base(kind: Type) -> str:
    return f"list {kind.item.base if kind.item else 'number'}" if kind.base == "list" else kind.base


def _quote_source(scalar: Scalar, node: s.Node) -> str:
    return " ".join(scalar.raw[node.start : node.end].split())
