"""Warnings about fixed conditions and loops without rounds, by the possible numbers and words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from cardwright.checker.names.rule_text_context import Unit
from cardwright.declarations.model import EVERYBODY, NO_WORD
from cardwright.declarations.value_types import NUMBER
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, declare_code
from cardwright.syntax import tree as syntax

FIXED_CONDITION = declare_code("fixed-condition")

Range = tuple[float, float]
ANY: Range = (float("-inf"), float("inf"))


@dataclass(frozen=True)
class _Domain:
    """The values that attributes have in the definitions of a game: ranges of numbers, and words of types."""

    ranges: Mapping[str, Range]
    words: Mapping[str, frozenset[str]]
    possible: Mapping[str, frozenset[str]]
    players: Range
    all_in: bool
    texts: GameTexts

    @cached_property
    def nullable(self) -> frozenset[str]:
        """The words of names, memory and rules that may hold `none`."""
        found = self.texts.nullability.nullable
        return frozenset(str(each[1]) if isinstance(each, tuple) else getattr(each, "word", "") for each in found)


def find_fixed_conditions(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each comparison, `and` or `or` with a constant result, and each loop without rounds."""
    domain = _collect_domain(texts)
    for node, unit in texts.all():
        hidden = _find_local_names(node)
        yield from _Conditions(domain, unit, hidden).inside(node)


def _collect_domain(texts: GameTexts) -> _Domain:
    """Return the values that attributes have in the definitions of a game. Words with several meanings are left out."""
    game = texts.game
    other = {memory.word for memory in game.memory} | {zone.word for zone in game.zones}
    other |= {*texts.library.rules, *game.words, *game.tables}
    numbers: dict[str, set[int]] = {}
    words: dict[str, set[str]] = {}
    possible: dict[str, set[str]] = {}
    named = {number: word for word, number in game.words.items()}
    for piece in game.pieces:
        for word, value in piece.values.items():  # what has no copies can be named
            kind = game.kinds[piece.kind].attributes[word].type
            if word in other or isinstance(value, tuple):
                continue
            if kind == NUMBER:  # a value that may be none satisfies no condition in all cases
                numbers.setdefault(word, set()).add(value)
            elif kind.base == "enum" and value != NO_WORD:
                words.setdefault(word, set()).add(named[value])
                possible.setdefault(word, set()).update(game.enums[kind.of].values)
    mixed = numbers.keys() & words.keys()
    low, high = game.players
    return _Domain(
        {word: (min(found), max(found)) for word, found in numbers.items() if word not in mixed},
        {word: frozenset(found) for word, found in words.items() if word not in mixed},
        {word: frozenset(found) for word, found in possible.items() if word not in mixed},
        (low, high),
        game.out is None,
        texts,
    )


def _find_local_names(node: syntax.Node) -> set[str]:
    """Return the local names that a rule text declares."""
    inside = syntax.index(node)
    return {
        each.word
        for sort in (syntax.LetNode, syntax.EachNode, syntax.ForEachNode, syntax.PickNode, syntax.ParamNode)
        for each in _find_naming_nodes(inside.of(sort))
    }


def _find_naming_nodes(
    nodes: list[syntax.Node],
) -> Iterator[syntax.LetNode | syntax.EachNode | syntax.ForEachNode | syntax.PickNode | syntax.ParamNode]:
    for node in nodes:
        if isinstance(node, syntax.LetNode | syntax.EachNode | syntax.ForEachNode | syntax.PickNode | syntax.ParamNode):
            yield node


class _Conditions:
    """The conditions of one rule text."""

    def __init__(self, domain: _Domain, unit: Unit, hidden: set[str]) -> None:
        self.domain = domain
        self.unit = unit
        self.hidden = hidden

    def inside(self, text: syntax.Node) -> Iterator[Diagnostic]:
        """Yield a warning for each constant condition in a text."""
        found = syntax.index(text)
        for compare in found.of(syntax.CompareNode):
            if compare.left != compare.right and not _has_two_numbers(compare):  # those are told as `fixed-comparison`
                yield from self._compare(compare)
        if found.of(syntax.YesNoNode):
            for nodes in found.by_sort.values():
                for condition in (each for node in nodes for each in _list_conditions(node)):
                    if isinstance(condition, syntax.YesNoNode):
                        yield self._warn_of_literal(condition)
        for loop in found.of(syntax.RepeatNode):
            if loop.kind == "times" and loop.value is not None and self._find_range(loop.value)[1] <= 0:
                message = f"this loop has no rounds: `{_quote_source(self.unit, loop.value)}` is never more than 0"
                yield self._report(message, loop.value, "write a larger number, or remove the loop")
        parts: set[int] = set()
        for logic in found.of(syntax.LogicNode):
            if id(logic) not in parts:
                parts |= {id(each) for each in _list_operands(logic, logic.operator)}
                yield from self._check_parts(logic)

    def _warn(self, node: syntax.Node, answer: bool, why: str) -> Diagnostic:
        message = f"this {'always' if answer else 'never'} holds: {why}"
        label = self.unit.suggest_without(node, answer)
        return self._report(message, node, label)

    def _report(self, message: str, node: syntax.Node, label: str) -> Diagnostic:
        return Diagnostic(FIXED_CONDITION, message, self.unit.span(node), label, severity="warning")

    def _warn_of_literal(self, node: syntax.YesNoNode) -> Diagnostic:
        """Return the warning for `yes` or `no` as a condition, which may be meant as an answer."""
        message = f"this {'always' if node.value else 'never'} holds: it is no answer to the question before"
        return self._report(message, node, "write a condition, or react to an answer by `may ...:` and `else:`")

    # ------------------------------------------------------------ comparisons

    def _compare(self, node: syntax.CompareNode) -> Iterator[Diagnostic]:
        if node.operator in ("is", "is not") and isinstance(node.right, syntax.NameNode):
            word = self._find_attribute(node.left)
            having = self.domain.words.get(word)
            asked = node.right.word
            if having is None or asked in self.hidden or asked not in self.domain.possible[word]:
                return
            if asked not in having:
                yield self._warn(node, node.operator == "is not", f"no piece has the {word} `{asked}`")
            return
        if node.operator in ("in", "not in"):
            return
        left, right = self._find_range(node.left), self._find_range(node.right)
        answer = _compare_ranges(node.operator, left, right)
        if answer is not None:
            low, high = left if left != ANY else right
            what = _quote_source(self.unit, node.left)
            least = "" if low == float("-inf") else f"at least {int(low)}"
            most = "" if high == float("inf") else f"at most {int(high)}"
            bounds = f"always {int(low)}" if low == high else " and ".join(part for part in (least, most) if part)
            if bounds and not self._is_reported_elsewhere(node):
                yield self._warn(node, answer, f"`{what}` is {bounds}")

    @staticmethod
    def _is_reported_elsewhere(node: syntax.CompareNode) -> bool:
        """Return True for a comparison with a count that the checker itself reports as `fixed-comparison`."""
        count = isinstance(node.left, syntax.CallNode) and node.left.word == "count"
        below = isinstance(node.right, syntax.NegativeNode) and isinstance(node.right.value, syntax.NumberNode)
        return count and (below or (node.right == syntax.NumberNode(0) and node.operator in ("<", ">=")))

    def _find_attribute(self, node: syntax.Expr) -> str:
        """Return the attribute that an expression certainly reads, or ""."""
        if isinstance(node, syntax.GetNode):
            return node.word
        return node.word if isinstance(node, syntax.NameNode) and node.word not in self.hidden else ""

    def _find_range(self, node: syntax.Expr) -> Range:
        """Return the range of numbers that an expression can have."""
        if isinstance(node, syntax.NumberNode):
            return (node.value, node.value)
        if isinstance(node, syntax.NegativeNode):
            low, high = self._find_range(node.value)
            return (-high, -low)
        if isinstance(node, syntax.NameNode | syntax.GetNode):
            found = self.domain.ranges.get(self._find_attribute(node), ANY)
            owner = node.object if isinstance(node, syntax.GetNode) else None
            if found == ANY or not isinstance(owner, syntax.NameNode | syntax.GetNode | syntax.CallNode):
                return found
            # an attribute of `none` is 0
            return (min(0, found[0]), max(0, found[1])) if owner.word in self.domain.nullable else found
        if isinstance(node, syntax.BinaryNode):
            return _combine(node.operator, self._find_range(node.left), self._find_range(node.right))
        if isinstance(node, syntax.CallNode) and node.word == "count" and len(node.args) == 1:
            everybody = "players" if self.domain.all_in else EVERYBODY
            whole = node.args[0].value == syntax.NameNode(everybody) and everybody not in self.hidden
            return self.domain.players if whole else (0, float("inf"))
        return ANY

    # ------------------------------------------------------------ several conditions

    def _check_parts(self, node: syntax.LogicNode) -> Iterator[Diagnostic]:
        """Yield a warning for an `and` whose parts exclude each other, or an `or` whose parts cover all cases."""
        parts = list(syntax.split_chain(node, node.operator))
        for place, second in enumerate(parts):
            for first in parts[:place]:
                if node.operator == "and" and _exclude(first, second, self):
                    both = f"`{_quote_source(self.unit, first)}` and `{_quote_source(self.unit, second)}`"
                    yield self._warn(node, False, f"{both} exclude each other")
                    return
                if node.operator == "or" and _are_opposite(first, second):
                    both = f"`{_quote_source(self.unit, first)}` or `{_quote_source(self.unit, second)}`"
                    yield self._warn(node, True, f"either {both}")
                    return

    def fixed_word(self, node: syntax.Expr) -> tuple[syntax.Expr, str] | None:
        """Return `(value, word)` for a comparison `VALUE is WORD` with a word of a type, else None."""
        if isinstance(node, syntax.CompareNode) and node.operator == "is" and isinstance(node.right, syntax.NameNode):
            known = self.domain.possible.get(self._find_attribute(node.left), frozenset())
            if node.right.word in known and node.right.word not in self.hidden:
                return node.left, node.right.word
        return None

    def bounds(self, node: syntax.Expr) -> tuple[syntax.Expr, Range] | None:
        """Return (value, range in which the comparison holds) for a comparison of a value with a number, else None."""
        if not isinstance(node, syntax.CompareNode) or not isinstance(node.right, syntax.NumberNode):
            return None
        left = find_range(node.operator, node.right.value)
        return None if left is None else (node.left, left)


def find_range(operator: str, number: int) -> Range | None:
    """Return the range of the numbers for which a comparison with `number` is true; None if there is none."""
    ranges: dict[str, Range] = {
        "is": (number, number),
        "<": (float("-inf"), number - 1),
        "<=": (float("-inf"), number),
        ">": (number + 1, float("inf")),
        ">=": (number, float("inf")),
    }
    return ranges.get(operator)


def _list_conditions(node: syntax.Node) -> Iterator[syntax.Node | None]:
    """Yield the conditions that stand directly in a node."""
    match node:
        case syntax.IfNode():
            yield from (condition for condition, _ in node.branches)
        case syntax.LogicNode():
            yield from (node.left, node.right)
        case syntax.NotNode():
            yield node.value
        case syntax.RepeatNode(kind="until"):
            yield node.value
        case _:
            yield from (getattr(node, word, None) for word in ("where", "such_that", "condition"))


def _has_two_numbers(node: syntax.CompareNode) -> bool:
    return isinstance(node.left, syntax.NumberNode) and isinstance(node.right, syntax.NumberNode)


def _list_operands(node: syntax.Expr, operator: str) -> Iterator[syntax.Expr]:
    """Yield all operands of a chain of `and`, or of a chain of `or`."""
    if isinstance(node, syntax.LogicNode) and node.operator == operator:
        yield node
        yield from _list_operands(node.left, operator)
        yield from _list_operands(node.right, operator)


def _is_constant(node: syntax.Expr) -> bool:
    """Return True if an expression has the same value each time it is evaluated in one condition.

    Chance and rules that powers can modify are not constant.
    """
    return not syntax.index(node).of(syntax.CallNode)


def _exclude(first: syntax.Expr, second: syntax.Expr, among: _Conditions) -> bool:
    if _are_opposite(first, second):
        return True
    words = among.fixed_word(first), among.fixed_word(second)
    if words[0] and words[1]:
        return words[0][0] == words[1][0] and words[0][1] != words[1][1]
    bounds = among.bounds(first), among.bounds(second)
    if bounds[0] and bounds[1] and bounds[0][0] == bounds[1][0]:
        low = max(bounds[0][1][0], bounds[1][1][0])
        return low > min(bounds[0][1][1], bounds[1][1][1])
    return False


def _are_opposite(first: syntax.Expr, second: syntax.Expr) -> bool:
    """Return True if one condition is the `not` of the other."""
    if not _is_constant(first):
        return False
    if syntax.NotNode(first) == second or syntax.NotNode(second) == first:
        return True
    if isinstance(first, syntax.CompareNode) and isinstance(second, syntax.CompareNode):
        same = first.left == second.left and first.right == second.right
        return same and {first.operator, second.operator} in ({"is", "is not"}, {"in", "not in"})
    return False


def _combine(operator: str, left: Range, right: Range) -> Range:
    if ANY in (left, right):
        return ANY
    if operator == "+":
        return (left[0] + right[0], left[1] + right[1])
    if operator == "-":
        return (left[0] - right[1], left[1] - right[0])
    return ANY


def _compare_ranges(operator: str, left: Range, right: Range) -> bool | None:
    """Return the result of comparing two numbers by their ranges; None if both results are possible."""
    if ANY in (left, right):
        return None
    match operator:
        case "<":
            return True if left[1] < right[0] else False if left[0] >= right[1] else None
        case "<=":
            return True if left[1] <= right[0] else False if left[0] > right[1] else None
        case ">":
            return _compare_ranges("<", right, left)
        case ">=":
            return _compare_ranges("<=", right, left)
    apart = left[1] < right[0] or right[1] < left[0]
    same = left[0] == left[1] == right[0] == right[1]
    if not (apart or same):
        return None
    return apart if operator == "is not" else not apart


def _quote_source(unit: Unit, node: syntax.Node) -> str:
    return " ".join(unit.scalar.raw[node.start : node.end].split())
