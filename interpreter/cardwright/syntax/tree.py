"""Syntax tree of the language: frozen nodes with their offsets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import TypeVar

from cardwright.source.node_dataclass import frozen

_PLAIN = ("int", "str", "bool", "str | None", "tuple[str, ...]")  # types of fields that never hold nodes
_PLACES = ("start", "end", "word_start")
_INNER: dict[type, tuple[str, ...]] = {}
_FIELDS: dict[type, tuple[str, ...]] = {}

N = TypeVar("N", bound="Node")


@frozen
class Node:
    """A node of the syntax tree, from offset `start` to `end` of the rule text. Equality ignores the offsets."""

    start: int = field(default=0, compare=False, repr=False, kw_only=True)
    end: int = field(default=0, compare=False, repr=False, kw_only=True)


# ---------------------------------------------------------------- values


@frozen
class NumberNode(Node):
    value: int


@frozen
class TextNode(Node):
    value: str


@frozen
class YesNoNode(Node):
    value: bool


@frozen
class NameNode(Node):
    word: str


@frozen
class NamesOfNode(Node):
    """`names of cards` (`several`): the names of all definitions of a kind. Otherwise `name of card`, a type."""

    word: str
    several: bool


@frozen
class ArgNode(Node):
    """An argument of a call; `role` is the name of its parameter, or None for an argument by position."""

    role: str | None
    value: Expr


@frozen
class CallNode(Node):
    word: str
    args: tuple[ArgNode, ...]


@frozen
class GetNode(Node):
    object: Expr
    word: str


@frozen
class AtNode(Node):
    object: Expr
    index: Expr


@frozen
class ListOfNode(Node):
    items: tuple[Expr, ...]


@frozen
class RestOfNode(Node):
    """`the rest of LIST`: the items of a list that the last choice from it did not take."""

    list: Expr


@frozen
class NegativeNode(Node):
    value: Expr


@frozen
class NotNode(Node):
    value: Expr


@frozen
class BinaryNode(Node):
    """`+`, `-` or `*`."""

    operator: str
    left: Expr
    right: Expr


@frozen
class DivideNode(Node):
    """A division, with the direction in which it rounds: `up` or `down`, or "" for a fraction."""

    left: Expr
    right: Expr
    rounding: str


@frozen
class CompareNode(Node):
    """`is`, `is not`, `in`, `not in`, `<`, `<=`, `>` or `>=`."""

    operator: str
    left: Expr
    right: Expr


@frozen
class LogicNode(Node):
    """`and` or `or`."""

    operator: str
    left: Expr
    right: Expr


@frozen
class FilterNode(Node):
    """LIST where CONDITION; in the condition `it` is an item."""

    list: Expr
    where: Expr


@frozen
class IfAnyNode(Node):
    """A condition of a `where` that is ignored if no item fulfils it."""

    condition: Expr


@frozen
class RankedNode(Node):
    """LIST with the `highest` or `lowest` NUMBER; in the number `it` is an item."""

    list: Expr
    which: str
    by: Expr


@frozen
class EachNode(Node):
    word: str
    list: Expr


@frozen
class CollectNode(Node):
    """VALUE for each NAME in LIST ... [where CONDITION]."""

    value: Expr
    each: tuple[EachNode, ...]
    where: Expr | None


Expr = (
    NumberNode | TextNode | YesNoNode | NameNode | NamesOfNode | RestOfNode | CallNode | GetNode | AtNode | ListOfNode
    | NegativeNode | NotNode | BinaryNode | DivideNode | CompareNode | LogicNode | FilterNode | IfAnyNode | RankedNode
    | CollectNode
)  # fmt: skip


# ---------------------------------------------------------------- statements


@frozen
class BodyNode(Node):
    statements: tuple[Stmt, ...]


@frozen
class PerformNode(Node):
    """A call of a procedure: [SUBJECT] PROCEDURE(ARGS) [in any order] [until EVENT]."""

    subject: Expr | None
    word: str
    args: tuple[ArgNode, ...]
    word_start: int = field(default=0, compare=False, repr=False)
    until: UntilNode | None = None
    in_any_order: bool = False


@frozen
class MayNode(Node):
    """An optional call, body, or both: SUBJECT may ...; `otherwise` runs if it is declined or impossible.

    `question` is what the author asks, and `said` are the values in it.
    """

    subject: Expr | None
    statement: PerformNode | None
    body: BodyNode
    otherwise: BodyNode | None
    repeatedly: bool = False
    question: str | None = None
    said: tuple[Expr, ...] = field(default=(), compare=False)


@frozen
class LetNode(Node):
    word: str
    value: Expr | PerformNode


@frozen
class AssignNode(Node):
    """`=`, `+=` or `-=` on a counter or a local list."""

    target: Expr
    operator: str
    value: Expr


@frozen
class RequireNode(Node):
    condition: Expr


@frozen
class CarryOutNode(Node):
    """Execution of the bodies that stack objects hold, one after the other."""

    things: Expr


@frozen
class PutOnNode(Node):
    """`put on` a stack: the stack, and the body that is to be executed later."""

    stack: NameNode
    body: BodyNode


@frozen
class IfNode(Node):
    branches: tuple[tuple[Expr, BodyNode], ...]
    otherwise: BodyNode | None


@frozen
class ForEachNode(Node):
    word: str
    list: Expr
    where: Expr | None
    body: BodyNode
    secretly: bool = False


@frozen
class RepeatNode(Node):
    """A loop: `forever`, `until` a condition, or a number of `times`."""

    kind: str
    value: Expr | None
    body: BodyNode


@frozen
class TogetherNode(Node):
    """Calls that happen at once: the reactions to all of them come after the last one."""

    body: BodyNode


@frozen
class AmountNode(Node):
    """The number of items of a pick: `exactly`, `as_many` (or all), `up_to`, `at_least` or `any_number`."""

    kind: str
    value: Expr | None

    @property
    def can_be_none(self) -> bool:
        """True if zero items are always allowed."""
        return self.kind in ("up_to", "any_number")


@frozen
class PickNode(Node):
    """A pick: `where` is a condition on each item, `such_that` one on all picked items together.

    `question` is what the author asks, and `said` are the values in it.
    """

    amount: AmountNode | None
    word: str
    at_random: bool
    source: Expr
    where: Expr | None
    such_that: Expr | None = None
    question: str | None = None
    said: tuple[Expr, ...] = field(default=(), compare=False)


@frozen
class ChooseNode(Node):
    subject: Expr | None
    may: bool
    picks: tuple[PickNode, ...]
    body: BodyNode
    otherwise: BodyNode | None
    repeatedly: bool = False

    @property
    def can_be_none(self) -> bool:
        """True if picking nothing at all is always allowed."""
        return all(pick.amount is not None and pick.amount.can_be_none for pick in self.picks)


@frozen
class OptionNode(Node):
    """One of several options of a choice; `said` are the values in its title.

    With `targeted`, the option is one of the ways to choose the targets of an ability, and its body is a further choice
    of targets.
    """

    title: str | None
    condition: Expr | None
    body: BodyNode
    said: tuple[Expr, ...] = field(default=(), compare=False)
    targeted: bool = False


@frozen
class PickingNode(Node):
    """Items that `choose one` offers next to its options, and the body to execute with the picked item."""

    pick: PickNode
    body: BodyNode

    @property
    def choice(self) -> ChooseNode:
        """Return a `choose` statement that asks for this pick alone."""
        return ChooseNode(None, False, (self.pick,), self.body, None, start=self.start, end=self.end)

    @property
    def as_option(self) -> OptionNode:
        """Return an option whose body begins with this pick."""
        start, end = self.start, self.end
        return OptionNode(None, None, BodyNode((self.choice,), start=start, end=end), start=start, end=end)


@frozen
class ChooseOneNode(Node):
    """A decision between options, and items to pick among them."""

    subject: Expr | None
    may: bool
    options: tuple[OptionNode | PickingNode, ...]
    otherwise: BodyNode | None
    repeatedly: bool = False
    question: str | None = None
    said: tuple[Expr, ...] = field(default=(), compare=False)

    @property
    def pickings(self) -> tuple[PickingNode, ...]:
        """The picks among the options."""
        return tuple(each for each in self.options if isinstance(each, PickingNode))

    @property
    def as_options(self) -> tuple[OptionNode, ...]:
        """All options, with each pick turned into an option whose body begins with the pick."""
        return tuple(each if isinstance(each, OptionNode) else each.as_option for each in self.options)


# ---------------------------------------------------------------- abilities


@frozen
class LimitNode(Node):
    times: int
    span: str


@frozen
class PatternNode(Node):
    """The events that trigger an ability: [SUBJECT] PROCEDURE(PARAMETER: VALUE, ...)."""

    subject: Expr | None
    word: str
    args: tuple[ArgNode, ...]
    word_start: int = field(default=0, compare=False, repr=False)


@frozen
class LeaveNode(Node):
    """PIECE `leaves play`, as an event that ends an effect. `it` is the piece that the effect is about."""

    piece: Expr


@frozen
class UntilNode(Node):
    """`until` EVENT `or` EVENT ...: the first of these events ends an effect."""

    events: tuple[PatternNode | LeaveNode, ...]


@frozen
class ReactNode(Node):
    """An ability `before`, `after` or `instead of` an event; `when` is this word.

    For the keyword `on`, `when` is `after`, and the first argument of the event is the piece that has the ability. With
    `targeted`, the body is one choice, of targets, which is made before the event happens.
    """

    when: str
    pattern: PatternNode
    where: Expr | None
    limit: LimitNode | None
    body: BodyNode
    targeted: bool = False


@frozen
class ForbidNode(Node):
    pattern: PatternNode
    where: Expr | None


@frozen
class ChangeNode(Node):
    """`set`, `add`, `subtract`, `multiply`, `cap`, `raise` or `remove` on a rule's value."""

    operator: str
    value: Expr


@frozen
class ModifyNode(Node):
    """Changes to the value of a rule: in a power, as long as it works; in a statement, `until` an event."""

    rule: NameNode | CallNode
    where: Expr | None
    changes: tuple[ChangeNode, ...]
    until: UntilNode | None = None


Stmt = (
    PerformNode | MayNode | LetNode | AssignNode | RequireNode | CarryOutNode | PutOnNode | IfNode | ForEachNode
    | RepeatNode | TogetherNode | ChooseNode | ChooseOneNode | ModifyNode
)  # fmt: skip


@frozen
class OfferNode(Node):
    """An option that a power adds to decisions in some windows. Without a title, the title is that of the card."""

    windows: tuple[str, ...]
    title: str | None
    where: Expr | None
    limit: LimitNode | None
    body: BodyNode


@frozen
class InZonesNode(Node):
    zones: tuple[str, ...]
    abilities: tuple[Ability, ...]


Ability = ReactNode | ForbidNode | ModifyNode | OfferNode | InZonesNode


@frozen
class PowerNode(Node):
    abilities: tuple[Ability, ...]


# ---------------------------------------------------------------- definitions


@frozen
class ParamNode(Node):
    """A parameter: its name, the word of its type if written, and its default value.

    `others` are the words of further types that the parameter can have.
    """

    word: str
    type_word: str | None
    default: Expr | None
    others: tuple[str, ...] = ()

    @property
    def types(self) -> tuple[str, ...]:
        """The words of all types that the parameter can have."""
        return (self.type_word or self.word, *self.others)


@frozen
class ProcedureNode(Node):
    """A `verb`, which a player performs and the log shows, or a `step`."""

    kind: str
    word: str
    params: tuple[ParamNode, ...]
    gives: tuple[ParamNode, ...]
    phrase: str | None
    limit: LimitNode | None
    body: BodyNode


@frozen
class CaseNode(Node):
    """A value of a rule and the condition for it; the last case has no condition."""

    value: Expr
    condition: Expr | None


@frozen
class ChangePhraseNode(Node):
    """The phrase for one way to modify a rule: `add "{player} scores {add:credit}"`."""

    change: str
    phrase: str


@frozen
class RuleNode(Node):
    word: str
    params: tuple[ParamNode, ...]
    result: str | None
    phrase: str | None
    cases: tuple[CaseNode, ...]
    phrases: tuple[ChangePhraseNode, ...] = ()
    names: tuple[LetNode, ...] = ()


Definition = ProcedureNode | RuleNode


@frozen
class LibraryNode(Node):
    items: tuple[Definition | Ability, ...]


def split_chain(condition: Expr | None, operator: str = "and") -> list[Expr]:
    """Return the operands of a chain of `and` or `or`; any other condition is its only operand."""
    if isinstance(condition, LogicNode) and condition.operator == operator:
        return split_chain(condition.left, operator) + split_chain(condition.right, operator)
    return [] if condition is None else [condition]


def join_chain(conditions: Iterable[Expr]) -> Expr | None:
    """Return the condition that all of some conditions hold; None if there are none."""
    whole: Expr | None = None
    for each in conditions:
        whole = each if whole is None else LogicNode("and", whole, each)
    return whole


def list_children(node: Node) -> Iterator[Node]:
    """Yield the child nodes of a node, in the order of its fields."""
    for word in _find_node_fields(type(node)):
        yield from _list_nodes(getattr(node, word))


def _find_node_fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a node type that can contain nodes."""
    known = _INNER.get(kind)
    if known is None:
        known = _INNER[kind] = tuple(entry.name for entry in fields(kind) if entry.type not in _PLAIN)
    return known


def _list_nodes(value: object) -> list[Node]:
    if isinstance(value, Node):
        return [value]
    if isinstance(value, tuple):
        return [node for item in value for node in _list_nodes(item)]
    return []


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes below it, parents first, without recursion."""
    stack = [node]
    while stack:
        here = stack.pop()
        yield here
        inner = _find_node_fields(type(here))
        if inner:
            below: list[Node] = []
            for word in inner:
                value = getattr(here, word)
                if isinstance(value, Node):
                    below.append(value)
                elif value:
                    below += _list_nodes(value)
            below.reverse()
            stack += below


def map_nodes(node: N, change: Callable[[Node], Node | None]) -> N:
    """Return the tree with what `change` returns in place of each node for which it does not return None.

    `change` is asked for parents first, and not for the nodes inside a replaced one. All nodes keep their spans.
    """
    new = change(node)
    if new is not None:
        return new  # type: ignore[return-value]
    old: dict[str, object] = {word: getattr(node, word) for word in _find_node_fields(type(node))}
    done = {word: found for word, value in old.items() if (found := _map_value(value, change)) is not value}
    return replace(node, **done) if done else node  # type: ignore[arg-type]


def _map_value(value: object, change: Callable[[Node], Node | None]) -> object:
    if isinstance(value, Node):
        return map_nodes(value, change)
    if not isinstance(value, tuple):
        return value
    new = tuple(_map_value(each, change) for each in value)
    return value if all(one is other for one, other in zip(new, value, strict=True)) else new


def move_node(node: N, by: int) -> N:
    """Return the node with all its offsets moved by `by` characters."""
    if node.end == 0:  # an invented node has no position
        return node
    kind = type(node)
    known = _FIELDS.get(kind)
    if known is None:
        known = _FIELDS[kind] = tuple(entry.name for entry in fields(kind))
    made = object.__new__(kind)
    for word in known:
        value = getattr(node, word)
        object.__setattr__(made, word, value + by if word in _PLACES else _move(value, by))
    return made


def _move(value: object, by: int) -> object:
    if isinstance(value, Node):
        return move_node(value, by)
    if isinstance(value, tuple) and value:
        return tuple(_move(item, by) for item in value)
    return value


@dataclass(frozen=True, slots=True)
class Index:
    """The nodes of one rule text by type, parents first, and the words it contains."""

    text: Node
    by_sort: dict[type[Node], list[Node]]
    words: frozenset[str]

    def of(self, sort: type[N]) -> list[N]:
        """Return the nodes of one type (`sort`), parents first."""
        return self.by_sort.get(sort, [])  # type: ignore[return-value]


# By identity, as trees of unchanged texts are shared. An index holds its text, so that no other gets this identity.
MAX_INDEXES = 4096
_INDEXES: OrderedDict[int, Index] = OrderedDict()


def index(text: Node) -> Index:
    """Return the index of a tree; it is cached."""
    known = _INDEXES.get(id(text))
    if known is not None:
        return known
    found: dict[type[Node], list[Node]] = {}
    for node in walk(text):
        found.setdefault(type(node), []).append(node)
    words = frozenset(
        node.word
        for sort in (NameNode, CallNode, PerformNode)
        for node in found.get(sort, ())
        if isinstance(node, sort)
    )
    made = _INDEXES[id(text)] = Index(text, found, words)
    if len(_INDEXES) > MAX_INDEXES:
        _INDEXES.popitem(last=False)
    return made
