"""Warnings for rule texts that are valid but certainly wrong, such as endless loops and unused names."""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence

from cardwright.checker.names.rule_text_context import Symbols, Unit
from cardwright.checker.semantic_checks.endless_recursion import ENDLESS_LOOP, check_procedure_cycles
from cardwright.checker.semantic_checks.rule_cycles import check_rule_cycles
from cardwright.declarations.value_types import PLAYER, Type
from cardwright.source.diagnostics import declare_code
from cardwright.state_slots_and_table_rows import MAX_ROUNDS
from cardwright.syntax import tree as syntax

IMPLICIT_DOER = declare_code("implicit-doer")
HITS_EVERYBODY = declare_code("unscoped-modifier")
UNUSED_NAME = declare_code("unused-name")
FIXED_COMPARISON = declare_code("fixed-comparison")
TOO_MANY_ROUNDS = declare_code("too-many-rounds")

ALL_PLAYERS = (syntax.NameNode("players"), syntax.NameNode("opponents"))
Procedures = Mapping[str, tuple[syntax.ProcedureNode, Unit]]
Rules = Mapping[str, tuple[syntax.RuleNode, Unit]]


def check_suspicious_code(
    procedures: Procedures,
    rules: Rules,
    abilities: Sequence[tuple[syntax.Ability, Unit]],
    powers: Sequence[tuple[syntax.PowerNode, Unit]],
    symbols: Symbols,
) -> None:
    """Report suspicious code in all rule texts of a game. Each warning is added to the unit of its text."""
    texts: list[tuple[syntax.Node, Unit]] = [*procedures.values(), *rules.values(), *abilities, *powers]
    loops = _Loops(procedures, [node for node, _ in texts])
    for node, unit in texts:
        _Doubts(unit, symbols, loops).look_at(node)
    for power, unit in powers:
        for found in syntax.index(power).of(syntax.ModifyNode):
            _report_hitting_everybody(found, unit, symbols)
    typed = {word: found for word, found in rules.items() if symbols.rules[word].type != Type("bad")}
    check_rule_cycles(typed, texts)
    out = symbols.game.mark_of_out
    check_procedure_cycles(procedures, [node for node, _ in texts], loops.leaving, None if out is None else out.word)


class Doubter:
    """Checker for suspicious code in rule texts from outside a game."""

    def __init__(self, procedures: Procedures, rules: Rules, symbols: Symbols) -> None:
        self.symbols = symbols
        self.loops = _Loops(procedures, [node for node, _ in (*procedures.values(), *rules.values())])

    def look_at(self, text: syntax.Node, unit: Unit) -> None:
        """Report suspicious code in a rule text."""
        _Doubts(unit, self.symbols, self.loops).look_at(text)


class _Loops:
    """Facts about loops: the procedures that can end a loop in which they are called.

    A procedure ends a loop by `finish`, or when a decision in it is declined.
    """

    def __init__(self, procedures: Procedures, texts: Sequence[syntax.Node]) -> None:
        watched = {node.pattern.word for text in texts for node in syntax.index(text).of(syntax.ReactNode)}
        self.leaving = {word for word in watched if word in procedures}
        self.leaving |= {word for word, (node, _) in procedures.items() if self.ends(node.body)}
        found = True
        while found:
            more = {
                w for w, (n, _) in procedures.items() if w not in self.leaving and syntax.index(n).words & self.leaving
            }
            self.leaving |= more
            found = bool(more)

    def can_end(self, body: syntax.BodyNode) -> bool:
        """Return True if the body of a loop contains a statement that can end the loop, also in called procedures."""
        return self.ends(body) or bool(syntax.index(body).words & self.leaving)

    @staticmethod
    def ends(body: syntax.BodyNode) -> bool:
        """Return True if a body contains a statement that can end a loop around it, not counting calls."""
        inside = syntax.index(body)
        if {syntax.MayNode, syntax.ChooseOneNode, syntax.CarryOutNode} & inside.by_sort.keys():
            return True
        if any(not pick.at_random for choose in inside.of(syntax.ChooseNode) for pick in choose.picks):
            return True
        return any(call.word in ("stop", "finish", "window", "proceed") for call in inside.of(syntax.PerformNode))


class _Doubts:
    """Checks for suspicious code that need a single rule text only."""

    def __init__(self, unit: Unit, symbols: Symbols, loops: _Loops) -> None:
        self.unit = unit
        self.symbols = symbols
        self.loops = loops

    def look_at(self, text: syntax.Node) -> None:
        """Report suspicious code anywhere in a rule text."""
        inside = syntax.index(text)
        for body in inside.of(syntax.BodyNode):
            self._report_unused_names(body.statements)
        for rule in inside.of(syntax.RuleNode):
            self._report_unused_names((*rule.names, *rule.cases))
        for node in inside.of(syntax.RepeatNode):
            if node.kind == "forever" and not self.loops.can_end(node.body):
                message = "this `repeat` never ends: it contains no `stop`, no `finish` and no decision"
                at = self.unit.span_at(node.start, len("repeat"))
                self.unit.error(ENDLESS_LOOP, message, at, "write `if ...: stop` into it")
            self._check_rounds(node)
        for compare in inside.of(syntax.CompareNode):
            self._check_fixed(compare)
        for loop in inside.of(syntax.ForEachNode):
            if _strip_filter(loop.list) in ALL_PLAYERS:
                self._check_forgotten_player(loop)

    def _check_rounds(self, node: syntax.RepeatNode) -> None:
        """Report a loop that certainly has too many rounds, as neither a decision nor a `stop` is in it."""
        rounds = _count_rounds(node)
        inner = max((_count_rounds(each) for each in _find_inner_loops(node)), default=0)
        if inner <= MAX_ROUNDS < rounds and not self.loops.can_end(node.body):
            message = f"this loop has {rounds:,} rounds without a decision, and {MAX_ROUNDS:,} are the most"
            at = self.unit.span_at(node.start, len("repeat"))
            self.unit.error(TOO_MANY_ROUNDS, message, at, "write fewer `times`")

    def _report_unused_names(self, lines: Sequence[syntax.Node]) -> None:
        for place, node in enumerate(lines):
            if not isinstance(node, syntax.LetNode):
                continue
            if not any(node.word in syntax.index(later).words for later in lines[place + 1 :]):
                at = self.unit.span_at(self.unit.scalar.raw.index(node.word, node.start + 3), len(node.word))
                message = f"`{node.word}` is never used"
                self.unit.error(UNUSED_NAME, message, at, "remove this line, or use the name", severity="warning")

    def _check_fixed(self, node: syntax.CompareNode) -> None:
        result = _find_fixed_result(node)
        if result is not None:
            message = f"`{self.unit.text(node)}` is always {'true' if result else 'false'}"
            label = self.unit.suggest_without(node, result)
            self.unit.error(FIXED_COMPARISON, message, node, label, severity="warning")

    # ------------------------------------------------------------ who does it

    def _check_forgotten_player(self, node: syntax.ForEachNode) -> None:
        if node.word in syntax.index(node.body).words:
            return
        for call in self._find_calls_without_subject(node.body):
            at = self.unit.span_at(call.word_start, len(call.word))
            message = f"`you` does this once for each `{node.word}`, and nothing in it depends on `{node.word}`"
            label = f"write `{node.word} {call.word}`, or `you {call.word}` if you mean `you`"
            self.unit.error(IMPLICIT_DOER, message, at, label, severity="warning")
            return

    def _find_calls_without_subject(self, body: syntax.BodyNode) -> Iterator[syntax.PerformNode]:
        """Yield the calls of verbs without a subject in a body and in its `if` branches."""
        for statement in body.statements:
            if isinstance(statement, syntax.PerformNode):
                procedure = self.symbols.procedures.get(statement.word)
                if statement.subject is None and procedure is not None and procedure.kind == "verb":
                    yield statement
            elif isinstance(statement, syntax.TogetherNode):
                yield from self._find_calls_without_subject(statement.body)
            elif isinstance(statement, syntax.IfNode):
                for _, inner in statement.branches:
                    yield from self._find_calls_without_subject(inner)
                if statement.otherwise is not None:
                    yield from self._find_calls_without_subject(statement.otherwise)


def _find_inner_loops(node: syntax.RepeatNode) -> list[syntax.RepeatNode]:
    return [each for each in node.body.statements if isinstance(each, syntax.RepeatNode)]


def _count_rounds(node: syntax.RepeatNode) -> int:
    """Return the rounds of a loop with a fixed number of them, and of such loops directly in it; 0 for others."""
    if node.kind != "times" or not isinstance(node.value, syntax.NumberNode):
        return 0
    return node.value.value * (1 + sum(map(_count_rounds, _find_inner_loops(node))))


def _strip_filter(items: syntax.Expr) -> syntax.Expr:
    """Return the list over which a loop runs, without filters."""
    return _strip_filter(items.list) if isinstance(items, syntax.FilterNode | syntax.RankedNode) else items


def _report_hitting_everybody(node: syntax.ModifyNode, unit: Unit, symbols: Symbols) -> None:
    rule = symbols.rules.get(node.rule.word)
    if rule is None or node.where is not None or isinstance(node.rule, syntax.CallNode):
        return
    role = next((param.word for param in rule.params if param.type == PLAYER), None)
    if role is not None:
        word = rule.word
        at = unit.span_at(node.rule.start, len(word))
        say = f"write `{word}({role}: you)`, or `{word}({role}: players)` if you mean all"
        unit.error(HITS_EVERYBODY, f"this modifies `{word}` for every player", at, say, severity="warning")


# Comparisons by operator, for numbers.
_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "is": operator.eq, "is not": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def _find_fixed_result(node: syntax.CompareNode) -> bool | None:
    """Return the result of a comparison of equal values, of two numbers, or of a count with a number below 0 or 0.

    Returns None for all other comparisons.
    """
    left, right, compare = node.left, node.right, _COMPARED.get(node.operator)
    if compare is None:
        return None
    if left == right:
        return compare(0, 0)
    if isinstance(left, syntax.NumberNode) and isinstance(right, syntax.NumberNode):
        return compare(left.value, right.value)
    if not isinstance(left, syntax.CallNode) or left.word != "count":
        return None
    if isinstance(right, syntax.NegativeNode) and isinstance(right.value, syntax.NumberNode):
        return compare(0, -1)
    return compare(0, 0) if right == syntax.NumberNode(0) and node.operator in ("<", ">=") else None
