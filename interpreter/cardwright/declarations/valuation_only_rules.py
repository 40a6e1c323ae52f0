"""Rules that are used only by valuations for bots, and not by the game itself."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from cardwright.declarations.model import GameDecl
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Scalar
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

# The rules that every game calls by itself.
OWN_RULES = ("final_score", "winners")
# Nodes of local names. A rule with parameters is called with arguments, so a name alone does not refer to it.
LOCAL = (syntax.NameNode, syntax.LetNode, syntax.ForEachNode, syntax.EachNode, syntax.PickNode, syntax.ParamNode)


@dataclass(frozen=True, slots=True)
class BotOnlyRule:
    """A rule that only valuations use: its name and its position."""

    word: str
    span: Span


def find_bot_only_rules(game: GameDecl) -> list[BotOnlyRule]:
    """Return the rules that only valuations, or other such rules, call, in the order of the files."""
    if not game.for_bots:
        return []
    rules: dict[str, BotOnlyRule] = {}
    asks: dict[str, set[str]] = {}
    elsewhere = set(OWN_RULES)
    items = [(scalar, item) for scalar in game.libraries for item in _list_items(scalar, "library")]
    with_roles = {item.word for _, item in items if isinstance(item, syntax.RuleNode) and item.params}
    for scalar, item in items:
        if isinstance(item, syntax.RuleNode):
            end = item.start + len(scalar.raw[item.start : item.end].rstrip())
            rules[item.word] = BotOnlyRule(item.word, scalar.span_of(item.start, end))
            asks[item.word] = _names(item, with_roles)
        else:
            elsewhere |= _names(item, with_roles)
    for piece in game.pieces:
        for item in _list_items(piece.power, "power") if piece.power is not None else ():
            elsewhere |= _names(item, with_roles)
    in_play = _find_called_rules(elsewhere, asks)
    for_bots = _find_called_rules((str(scalar.value) for scalar in game.for_bots), asks) - in_play
    return [rule for word, rule in rules.items() if word in for_bots]


def _list_items(text: Scalar, kind: str) -> Iterable[syntax.Node]:
    tree = parse(text.raw, kind).tree
    return () if tree is None else syntax.list_children(tree)


def _names(node: syntax.Node, with_roles: Set[str]) -> set[str]:
    """Return the names in a rule text that can refer to rules.

    Names in `with_roles` are rules with parameters, which count only where they are called.
    """
    return set(_list_words(node, with_roles)) - {node.word if isinstance(node, syntax.RuleNode) else ""}


def _list_words(node: syntax.Node, with_roles: Set[str]) -> Iterator[str]:
    for each in syntax.walk(node):
        word = getattr(each, "word", None)
        if isinstance(word, str) and not (isinstance(each, LOCAL) and word in with_roles):
            yield word


def _find_called_rules(names: Iterable[str], asks: dict[str, set[str]]) -> set[str]:
    """Return the rules among `names`, and all rules that these call directly or through other rules.

    `asks` has for each rule the names in its text.
    """
    found: set[str] = set()
    left = [name for name in names if name in asks]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [other for other in asks[name] if other in asks]
    return found
