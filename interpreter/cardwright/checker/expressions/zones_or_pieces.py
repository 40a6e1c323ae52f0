"""Decision whether a list of zones means zones or the pieces in them, from how its items are used."""

from collections.abc import Collection, Iterator

from cardwright.checker.names.rule_text_context import Symbols
from cardwright.declarations.value_types import Type
from cardwright.syntax import tree as syntax

# Parameter types of built-ins that take a zone but no single piece.
_ROLES = ("list", "items", "zone", "pile")


def is_used_as_zone(symbols: Symbols, words: Collection[str], inside: Collection[syntax.Node | None]) -> bool:
    """Return True if a node in `inside` uses a name in `words` as a zone."""
    names = [syntax.NameNode(word) for word in words]
    for part in inside:
        for node in () if part is None else syntax.walk(part):
            if isinstance(node, syntax.CallNode | syntax.PerformNode):
                asked = (each for each in _find_zone_arguments(symbols, node.word, node.args) if each.value in names)
                if next(asked, None) is not None:
                    return True
            elif isinstance(node, syntax.CompareNode):
                if any(one in names and _is_zone(symbols, other) for one, other in _find_compared_pairs(node)):
                    return True
            elif any(listed in names for listed in _find_iterated_lists(node)):
                return True
    return False


def _find_zone_arguments(symbols: Symbols, word: str, args: tuple[syntax.ArgNode, ...]) -> Iterator[syntax.ArgNode]:
    """Yield the arguments of a call of `word` whose parameters are zones or lists."""
    primitive, rule = symbols.primitives.get(word), symbols.rules.get(word)
    if primitive is not None:
        wanted = {role.word: role.type in _ROLES for role in primitive.roles}
    elif rule is not None:
        wanted = {param.word: _takes_zone(param.type) for param in rule.params}
    elif word in symbols.procedures:
        found = symbols.procedures[word]
        wanted = {param.word: _takes_zone(param.type) for each in found.each_sort for param in each.params}
    else:
        return
    words = list(wanted)
    for place, arg in enumerate(args):
        role = arg.role or (words[place] if place < len(words) else "")
        if wanted.get(role):
            yield arg


def _takes_zone(kind: Type) -> bool:
    return kind.base in ("zone", "list")


def _find_compared_pairs(node: syntax.CompareNode) -> tuple[tuple[syntax.Expr, syntax.Expr], ...]:
    """Return the pairs of expressions that a comparison tests for equality."""
    if node.operator in ("is", "is not"):
        return (node.left, node.right), (node.right, node.left)
    return tuple((node.left, item) for item in node.right.items) if isinstance(node.right, syntax.ListOfNode) else ()


def _is_zone(symbols: Symbols, node: syntax.Expr) -> bool:
    word = node.word if isinstance(node, syntax.NameNode | syntax.GetNode) else ""
    return any(word == known for _, known in symbols.zones)


def _find_iterated_lists(node: syntax.Node) -> Iterator[syntax.Expr]:
    """Yield the lists over which a loop, filter or pick runs."""
    if isinstance(node, syntax.ForEachNode | syntax.FilterNode | syntax.RankedNode):
        yield node.list
    elif isinstance(node, syntax.PickNode):
        yield node.source
    elif isinstance(node, syntax.CollectNode):
        yield from (each.list for each in node.each)
