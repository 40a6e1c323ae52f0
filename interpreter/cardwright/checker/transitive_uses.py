"""Rules, procedures and memory that a rule text uses, directly or through the calls in it."""

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

from cardwright.checker import typed_tree
from cardwright.declarations.model import TABLE, MemoryDecl, list_carried_kinds
from cardwright.declarations.value_types import Type

Node = TypeVar("Node", bound=Hashable)


class Reach:
    """Search for memory that abilities read, directly or through calls, and that can be `nobody` or `none`."""

    def __init__(self, checked: typed_tree.CheckedGame) -> None:
        self.procedures = checked.procedures
        self.rules = checked.rules
        self._near: dict[str, tuple[set[str], set[str]]] = {}

    def memory(self, ability: typed_tree.TypedAbility) -> list[str]:
        """Return the names of the memory that can be `nobody` or `none` and that an ability or its event may read."""
        words: set[str] = set()
        seen: set[str] = set()
        event = ability.procedure.body if ability.procedure is not None else ()
        found, further = self._find_direct((ability.where, ability.body, event))
        words |= found
        names = list(further)
        while names:
            name = names.pop()
            if name not in seen:
                seen.add(name)
                found, further = self._find_direct_of(name)
                words |= found
                names += further
        return sorted(words)

    def _find_direct_of(self, name: str) -> tuple[set[str], set[str]]:
        if name not in self._near:
            kind, _, word = name.partition(" ")  # names of the compiler can contain blanks
            text = self.rules[word].cases if kind == "rule" else self.procedures[word].body
            self._near[name] = self._find_direct(text)
        return self._near[name]

    @staticmethod
    def _find_direct(text: object) -> tuple[set[str], set[str]]:
        """Return (words of memory, words of rules and procedures) that a typed tree contains."""
        nodes = typed_tree.walk_tree(text)
        words = {
            node.memory.word for node in nodes if isinstance(node, typed_tree.MemoryExpr) and _may_be_empty(node.memory)
        }
        further = {f"rule {node.rule.word}" for node in nodes if isinstance(node, typed_tree.RuleExpr)}
        further |= {f"perform {node.procedure.word}" for node in nodes if isinstance(node, typed_tree.PerformStmt)}
        return words, further


def _may_be_empty(memory: MemoryDecl) -> bool:
    return memory.owner == TABLE and memory.type.base in ("player", "piece")


def find_cyclic_nodes(ways: Mapping[str, Iterable[str]]) -> set[str]:
    """Return the nodes of a graph that lie on a cycle. `ways` maps each node to its successors."""
    return {word for words in find_components(ways) for word in words if len(words) > 1 or word in ways[word]}


def find_reachable_nodes(start: str, ways: Mapping[str, Iterable[str]]) -> set[str]:
    """Return the nodes of a graph that can be reached from `start`. `ways` maps each node to its successors."""
    seen: set[str] = set()
    stack = list(ways.get(start, ()))
    while stack:
        here = stack.pop()
        if here not in seen:
            seen.add(here)
            stack.extend(ways.get(here, ()))
    return seen


def find_shortest_cycle(start: Node, ways: Mapping[Node, Iterable[Node]]) -> list[Node]:
    """Return the nodes of a shortest way from a node back to itself, which comes first; [] if there is none."""
    reached = {start: [start]}
    waiting = [start]
    for here in waiting:
        for other in ways.get(here, ()):
            if other == start:
                return reached[here]
            if other not in reached:
                reached[other] = [*reached[here], other]
                waiting.append(other)
    return []


def find_components(ways: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """Return the strongly connected components of a graph (Tarjan 1972). `ways` maps each node to its successors.

    Successors that are no nodes are ignored.
    """
    number: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    open_nodes: list[Node] = []
    found: list[list[Node]] = []
    for start in ways:
        if start in number:
            continue
        stack = [(start, iter(ways[start]))]
        number[start] = lowest[start] = len(number)
        open_nodes.append(start)
        while stack:
            here, left = stack[-1]
            for other in left:
                if other in ways and other not in number:
                    number[other] = lowest[other] = len(number)
                    open_nodes.append(other)
                    stack.append((other, iter(ways[other])))
                    break
                if other in lowest:
                    lowest[here] = min(lowest[here], number[other])
            else:
                stack.pop()
                if stack:
                    before = stack[-1][0]
                    lowest[before] = min(lowest[before], lowest[here])
                if lowest[here] == number[here]:
                    found.append([])
                    while here in lowest:
                        found[-1].append(open_nodes.pop())
                        del lowest[found[-1][-1]]
    return found


def find_recursive_rules(checked: typed_tree.CheckedGame) -> set[str]:
    """Return the rules that can be called while they are being evaluated, also through their modifiers."""
    return find_cyclic_nodes(find_called_rules(checked))


def find_called_rules(checked: typed_tree.CheckedGame) -> dict[str, set[str]]:
    """Return for each rule the rules that it and its modifiers call directly."""
    texts: dict[str, list[object]] = {word: [rule.cases] for word, rule in checked.rules.items()}
    for ability in checked.abilities:
        if ability.rule is not None:
            texts[ability.rule.word].append((ability.where, ability.changes))
    return {
        word: {node.rule.word for node in typed_tree.walk_tree(tuple(parts)) if isinstance(node, typed_tree.RuleExpr)}
        for word, parts in texts.items()
    }


def read_by(checked: typed_tree.CheckedGame, abilities: Iterable[typed_tree.TypedAbility]) -> dict[int, list[str]]:
    """Return, by the number of an ability, the names of the memory that must have a value for the ability to act.

    Only abilities that react to events of their own piece are included.
    """
    reach = Reach(checked)
    return {ability.number: reach.memory(ability) for ability in abilities if ability.own}


def find_affected_kinds(checked: typed_tree.CheckedGame, words: Collection[str], until: bool = False) -> set[str]:
    """Return the kinds of the pieces that are passed to the built-in procedures named in `words`.

    With `until`, all built-in procedures called with a duration are included.
    """
    every = (node for node in typed_tree.walk_bodies(checked) if isinstance(node, typed_tree.ActStmt))
    acts = [act for act in every if act.primitive.word in words or (until and act.ends is not None)]
    return kinds_of(arg.type for act in acts for arg in act.args)


def find_vanishing_kinds(checked: typed_tree.CheckedGame) -> set[str]:
    """Return the kinds of pieces that can go out of the game, with the kinds of their parts and of pieces on them."""
    declared = checked.game.kinds
    kinds = list_carried_kinds(checked.game, sorted(find_affected_kinds(checked, ("vanish",)) & declared.keys()))
    return {*kinds, *(parts.kind for kind in kinds if (parts := declared[kind].parts) is not None)}


def kinds_of(types: Iterable[Type]) -> set[str]:
    """Return the kinds of the piece types, and of the lists of pieces, among `types`."""
    single = [kind.item if kind.base == "list" and kind.item is not None else kind for kind in types]
    return {kind.of for kind in single if kind.base == "piece"}
