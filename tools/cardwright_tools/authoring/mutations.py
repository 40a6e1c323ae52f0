"""Mutants of a rule text: a statement is dropped, a number changed, and so on."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

_COMPARISON = re.compile(r"is\s+not\b|not\s+in\b|<=|>=|<|>|\bis\b|\bin\b")
_FLIPPED = {
    "is": ("is not",),
    "is not": ("is",),
    "in": ("not in",),
    "not in": ("in",),
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
}
_OTHER_CHANGE = {
    "set": "add",
    "add": "subtract",
    "subtract": "add",
    "multiply": "add",
    "cap": "raise",
    "raise": "cap",
    "remove": "add",
}
# Nodes that can contain statements.
_BLOCKS = (
    syntax.BodyNode,
    syntax.OptionNode,
    syntax.PickingNode,
    syntax.ChangeNode,
    syntax.ReactNode,
    syntax.ForbidNode,
    syntax.ModifyNode,
    syntax.OfferNode,
    syntax.InZonesNode,
)
# The names of the kinds of changes.
KINDS = (
    "a condition dropped",
    "a condition flipped",
    "a limit dropped",
    "a part of a condition dropped",
    "a role no longer asked about",
    "a statement dropped",
    "an ability dropped",
    "an option dropped",
    "and for or",
    "another amount",
    "another change",
    "another comparison",
    "another number",
    "another sum",
    "before for after",
    "for good instead of for a while",
    "no longer optional",
    "none instead of all",
    "now instead of later",
    "one end fewer",
    "other players",
    "rounded otherwise",
    "the least for the most",
    "the other answer",
    "the other way",
)
_OTHER_PLAYERS = {"opponents": "players", "players": "opponents", "everybody": "players"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a rule text: the part from `start` to `end` becomes `new`."""

    what: str
    start: int
    end: int
    new: str

    def applied(self, text: str) -> str:
        """Return the text with the change made."""
        return text[: self.start] + self.new + text[self.end :]


def list_mutants(text: str, kind: str = "power", without: Collection[str] = ()) -> list[Mutant]:
    """Return all mutants of a text (`power` or `library`), in order; [] if it has syntax errors.

    No two mutants give the same text. The checker decides later which mutants are valid. Rules named in `without` are
    left unchanged.
    """
    tree = parse(text, kind).tree
    if tree is None:
        return []
    seen = {text}
    found = []
    left_out = [node for node in syntax.walk(tree) if isinstance(node, syntax.RuleNode) and node.word in without]
    for mutant in sorted(_mutate_tree(tree, text), key=lambda each: (each.start, each.end)):
        changed = mutant.applied(text)
        if changed not in seen and not any(node.start <= mutant.start < node.end for node in left_out):
            seen.add(changed)
            found.append(mutant)
    return found


def _mutate_tree(tree: syntax.PowerNode | syntax.LibraryNode, text: str) -> Iterator[Mutant]:
    for node in syntax.walk(tree):
        yield from _mutate_value(node, text)
        yield from _mutate_statement(node, text)
        yield from _mutate_ability(node, text)


# ---------------------------------------------------------------- values


def _mutate_value(node: syntax.Node, text: str) -> Iterator[Mutant]:
    if isinstance(node, syntax.NumberNode):
        yield Mutant("another number", node.start, node.end, str(node.value + 1))
        if node.value > 0:
            yield Mutant("another number", node.start, node.end, str(node.value - 1))
    elif isinstance(node, syntax.YesNoNode):
        yield Mutant("the other answer", node.start, node.end, "no" if node.value else "yes")
    elif isinstance(node, syntax.NameNode) and node.word in _OTHER_PLAYERS:
        yield Mutant("other players", node.start, node.end, _OTHER_PLAYERS[node.word])
    elif isinstance(node, syntax.CompareNode):
        yield from _swap_operator(text, node.left.end, node.right.start, _COMPARISON, _FLIPPED)
    elif isinstance(node, syntax.LogicNode):
        yield from _mutate_logic(node, text)
    elif isinstance(node, syntax.NotNode):
        yield Mutant("a condition flipped", node.start, _find_after(text, node.start, r"not\s+"), "")
    elif isinstance(node, syntax.BinaryNode):
        others = {"+": ("-",), "-": ("+",), "*": ("+",)}
        yield from _swap_operator(text, node.left.end, node.right.start, re.compile(r"[-+*]"), others)
    elif isinstance(node, syntax.IfAnyNode):
        yield Mutant("none instead of all", node.condition.end, node.end, "")
    elif isinstance(node, syntax.RankedNode):
        place = text.rfind(node.which, node.list.end, node.by.start)
        if place >= 0:
            other = "lowest" if node.which == "highest" else "highest"
            yield Mutant("the least for the most", place, place + len(node.which), other)
    elif isinstance(node, syntax.DivideNode):
        place = text.rfind(node.rounding, node.right.end, node.end + 1) if node.rounding else -1
        if place >= 0:
            yield Mutant("rounded otherwise", place, place + len(node.rounding), _swap_rounding(node.rounding))


def _swap_rounding(rounding: str) -> str:
    return "down" if rounding == "up" else "up"


def _mutate_logic(node: syntax.LogicNode, text: str) -> Iterator[Mutant]:
    word = re.compile(rf"\b{node.operator}\b").search(text, node.left.end)
    if word is None:
        return
    yield Mutant("and for or", word.start(), word.end(), "or" if node.operator == "and" else "and")
    blanks = len(text[: word.start()]) - len(text[: word.start()].rstrip())
    yield _cut("a part of a condition dropped", text, word.start() - blanks, node.right.end)
    yield _cut("a part of a condition dropped", text, node.left.start, _find_after(text, word.start(), r"\w+\s+"))


def _swap_operator(
    text: str, start: int, end: int, operator: re.Pattern[str], others: Mapping[str, tuple[str, ...]]
) -> Iterator[Mutant]:
    """Yield mutants of the operator between two values."""
    found = operator.search(text, start, end)
    if found is not None:
        for other in others[" ".join(found[0].split())]:
            what = "another comparison" if other in _FLIPPED else "another sum"
            yield Mutant(what, found.start(), found.end(), other)


# ---------------------------------------------------------------- statements


def _mutate_statement(node: syntax.Node, text: str) -> Iterator[Mutant]:
    if isinstance(node, syntax.BodyNode):
        for statement in node.statements:
            # a choice of targets stands on the line of its ability or option, which has no statement without it
            alone = re.search(r"(^|[:\n])\s*$", text[: statement.start]) is not None
            if alone and text[statement.start : statement.end].strip() != "nothing":
                yield Mutant("a statement dropped", statement.start, _find_end(text, statement), "nothing")
    elif isinstance(node, syntax.AssignNode) and node.operator in ("+=", "-="):
        found = text.find(node.operator, node.target.end)
        yield Mutant("the other way", found, found + 2, "-=" if node.operator == "+=" else "+=")
    elif isinstance(node, syntax.IfNode):
        for condition, _ in node.branches:
            yield from _negate(condition, text)
    elif isinstance(node, syntax.RequireNode | syntax.CaseNode) and node.condition is not None:
        yield from _negate(node.condition, text)
    elif isinstance(node, syntax.RepeatNode) and node.kind == "until" and node.value is not None:
        yield from _negate(node.value, text)
    elif isinstance(node, syntax.ForEachNode | syntax.PickNode | syntax.FilterNode | syntax.CollectNode):
        yield from _mutate_without_where(node.where, text)
    elif isinstance(node, syntax.AmountNode):
        yield from _mutate_amount(node, text)
    elif isinstance(node, syntax.ChooseOneNode):
        yield from _mutate_options(node, text)
    elif isinstance(node, syntax.PerformNode) and node.until is not None:
        place = text.rfind("until", node.word_start, node.until.start)
        yield Mutant("for good instead of for a while", len(text[:place].rstrip()), node.until.end, "")
    elif isinstance(node, syntax.UntilNode) and len(node.events) > 1:
        for event, following in pairwise(node.events):
            yield Mutant("one end fewer", event.start, following.start, "")
        yield Mutant("one end fewer", node.events[-2].end, node.end, "")
    elif isinstance(node, syntax.PutOnNode):
        yield Mutant("now instead of later", node.start, node.stack.end, "if yes")
    elif isinstance(node, syntax.TogetherNode):
        yield Mutant("one after the other", node.start, node.start + len("together"), "if yes")
    if isinstance(node, syntax.PickNode) and node.such_that is not None:
        start = text.rfind("such", 0, node.such_that.start)
        yield _cut("a condition dropped", text, len(text[:start].rstrip()), node.such_that.end)
    if isinstance(node, syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode) and (
        isinstance(node, syntax.MayNode) or node.may
    ):
        start = node.subject.end if node.subject is not None else node.start
        may = re.compile(r"\bmay\s+").search(text, start, node.end)
        if may is not None:
            yield Mutant("no longer optional", may.start(), may.end(), "")


def _mutate_amount(node: syntax.AmountNode, text: str) -> Iterator[Mutant]:
    if node.kind == "exactly":
        yield Mutant("another amount", node.start, node.start, "up to ")
    elif node.kind == "up_to":
        yield Mutant("another amount", node.start, _find_after(text, node.start, r"up\s+to\s+"), "")
    elif node.kind == "as_many" and node.value is not None:
        yield Mutant("another amount", node.start, _find_after(text, node.start, r"as\s+many\s+as\s+possible\s+"), "")
    elif node.kind == "at_least" and node.value is not None:
        yield Mutant("another amount", node.value.end, _find_after(text, node.value.end, r"\s+or\s+more"), "")


def _mutate_options(node: syntax.ChooseOneNode, text: str) -> Iterator[Mutant]:
    for option in node.options:
        if len(node.options) > 1:
            yield Mutant("an option dropped", option.start, _find_end(text, option), "")
        if isinstance(option, syntax.OptionNode) and option.condition is not None:
            yield from _negate(option.condition, text)


# ---------------------------------------------------------------- abilities


def _mutate_ability(node: syntax.Node, text: str) -> Iterator[Mutant]:
    if isinstance(node, syntax.PowerNode) or (isinstance(node, syntax.InZonesNode) and len(node.abilities) > 1):
        for ability in node.abilities:
            yield Mutant("an ability dropped", ability.start, _find_end(text, ability), "")
    if isinstance(node, syntax.LibraryNode):
        for item in node.items:
            if not isinstance(item, syntax.ProcedureNode | syntax.RuleNode):
                yield Mutant("an ability dropped", item.start, _find_end(text, item), "")
    if isinstance(node, syntax.ReactNode | syntax.ForbidNode | syntax.ModifyNode | syntax.OfferNode):
        yield from _mutate_without_where(node.where, text)
        if node.where is not None:
            yield from _negate(node.where, text)
    if isinstance(node, syntax.ReactNode | syntax.OfferNode) and node.limit is not None:
        yield Mutant("a limit dropped", node.limit.start, node.limit.end, "")
    if isinstance(node, syntax.ReactNode) and node.when in ("before", "after"):
        other = "after" if node.when == "before" else "before"
        yield Mutant("before for after", node.start, node.start + len(node.when), other)
    if isinstance(node, syntax.ChangeNode):
        yield Mutant("another change", node.start, node.start + len(node.operator), _OTHER_CHANGE[node.operator])
    if isinstance(node, syntax.PatternNode):
        if isinstance(node.subject, syntax.NameNode) and node.subject.word == "you":
            yield Mutant("other players", node.subject.start, node.subject.end, "players")
        if node.args:
            yield Mutant("a role no longer asked about", node.word_start + len(node.word), node.end, "")


# ---------------------------------------------------------------- stretches of text


def _negate(condition: syntax.Expr, text: str) -> Iterator[Mutant]:
    if isinstance(condition, syntax.CompareNode | syntax.NotNode):
        return  # to swap the comparison has the same effect
    start, end = _balance_brackets(text, condition.start, _find_end(text, condition))
    yield Mutant("a condition flipped", start, end, f"not ({text[start:end]})")


def _mutate_without_where(where: syntax.Expr | None, text: str) -> Iterator[Mutant]:
    if where is None:
        return
    words = [found.start() for found in re.compile(r"\s+\bwhere\b").finditer(text, 0, where.start)]
    if words:
        yield _cut("a condition dropped", text, words[-1], where.end)


def _cut(what: str, text: str, start: int, end: int) -> Mutant:
    start, end = _balance_brackets(text, start, end)
    return Mutant(what, start, end, "")


def _balance_brackets(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a range, extended until the brackets in it are balanced."""
    while text.count("(", start, end) < text.count(")", start, end) and text[:start].rstrip().endswith("("):
        start = text.rindex("(", 0, start)
    while text.count("(", start, end) > text.count(")", start, end) and text[end:].lstrip().startswith(")"):
        end = text.index(")", end) + 1
    return start, end


def _find_end(text: str, node: syntax.Node) -> int:
    """Return the end of a node without the blanks and comments after it, which `node.end` can include."""
    inner: list[syntax.Node] = [
        child for child in syntax.list_children(node) if isinstance(child, _BLOCKS) and child.end > child.start
    ]
    if isinstance(node, syntax.BodyNode | syntax.PowerNode | syntax.InZonesNode):
        inner = list(syntax.list_children(node))
    if inner:
        return _find_end(text, max(inner, key=lambda child: child.start))
    return node.start + len(text[node.start : node.end].rstrip())


def _find_after(text: str, start: int, pattern: str) -> int:
    found = re.compile(pattern).match(text, start)
    return found.end() if found is not None else start
