"""The syntax tree of the Cardwright language: frozen nodes that know where they stand in their text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields
from typing import TypeVar

from cardwright.source.node_dataclass import frozen

_PLAIN = ("int", "str", "bool", "str | None", "tuple[str, ...]")  # types of fields that never hold nodes
_PLACES = ("start", "end", "word_start")
_INNER: dict[type, tuple[str, ...]] = {}
_FIELDS: dict[type, tuple[str, ...]] = {}

N = TypeVar("N", bound="Node")


@frozen
class Node:
    """Any piece of syntax; `start` and `end` are offsets in the text, and do not count for equality."""

    start: int = field(default=0, compare=False, repr=False, kw_only=True)
    end: int = field(default=0, compare=False, repr=False, kw_only=True)


# ---------------------------------------------------------------- values


@frozen
class Number(Node):
    value: int


@frozen
class Text(Node):
    value: str


@frozen
class YesNo(Node):
    value: bool


@frozen
class Name(Node):
    word: str


@frozen
class Arg(Node):
    """One value handed to a call: by place when `role` is None, else by the role's name."""

    role: str | None
    value: Expr


@frozen
class Call(Node):
    word: str
    args: tuple[Arg, ...]


@frozen
class Get(Node):
    object: Expr
    word: str


@frozen
class At(Node):
    object: Expr
    index: Expr


@frozen
class ListOf(Node):
    items: tuple[Expr, ...]


@frozen
class Negative(Node):
    value: Expr


@frozen
class Not(Node):
    value: Expr


@frozen
class Binary(Node):
    """`+`, `-` or `*`."""

    operator: str
    left: Expr
    right: Expr


@frozen
class Divide(Node):
    """Division says which way it rounds: `up` or `down`."""

    left: Expr
    right: Expr
    rounding: str


@frozen
class Compare(Node):
    """`is`, `is not`, `in`, `not in`, `<`, `<=`, `>` or `>=`."""

    operator: str
    left: Expr
    right: Expr


@frozen
class Logic(Node):
    """`and` or `or`."""

    operator: str
    left: Expr
    right: Expr


@frozen
class Filter(Node):
    """LIST where CONDITION, the condition being about `it`."""

    list: Expr
    where: Expr


@frozen
class IfAny(Node):
    """The condition of a `where` that counts for nothing where no item fulfils it."""

    condition: Expr


@frozen
class Ranked(Node):
    """LIST with the `highest` (or `lowest`) NUMBER, the number being about `it`."""

    list: Expr
    which: str
    by: Expr


@frozen
class Each(Node):
    word: str
    list: Expr


@frozen
class Collect(Node):
    """VALUE for each NAME in LIST ... [where CONDITION]."""

    value: Expr
    each: tuple[Each, ...]
    where: Expr | None


Expr = (
    Number
    | Text
    | YesNo
    | Name
    | Call
    | Get
    | At
    | ListOf
    | Negative
    | Not
    | Binary
    | Divide
    | Compare
    | Logic
    | Filter
    | IfAny
    | Ranked
    | Collect
)


# ---------------------------------------------------------------- statements


@frozen
class Body(Node):
    statements: tuple[Stmt, ...]


@frozen
class Deed(Node):
    """Somebody performs a procedure: [SUBJECT] VERB(ARGS); what can end by itself lasts `until` an event."""

    subject: Expr | None
    word: str
    args: tuple[Arg, ...]
    word_start: int = field(default=0, compare=False, repr=False)
    until: Pattern | None = None


@frozen
class May(Node):
    """A player may do a deed (when given) and then the body; `else` runs when they do not or cannot."""

    subject: Expr | None
    deed: Deed | None
    body: Body
    otherwise: Body | None
    repeatedly: bool = False


@frozen
class Let(Node):
    word: str
    value: Expr | Deed


@frozen
class Assign(Node):
    """`=`, `+=` or `-=` on a counter or a local list."""

    target: Expr
    operator: str
    value: Expr


@frozen
class Require(Node):
    condition: Expr


@frozen
class CarryOut(Node):
    """What things on a stack stand for is done, one after the other."""

    things: Expr


@frozen
class PutOn(Node):
    """A thing comes on a stack, and stands there for what is done later."""

    stack: Name
    body: Body


@frozen
class If(Node):
    branches: tuple[tuple[Expr, Body], ...]
    otherwise: Body | None


@frozen
class ForEach(Node):
    word: str
    list: Expr
    where: Expr | None
    body: Body
    secretly: bool = False


@frozen
class Repeat(Node):
    """`forever`, `until` a condition, or a number of `times`."""

    kind: str
    value: Expr | None
    body: Body


@frozen
class Amount(Node):
    """How many a pick takes: `exactly`, `up_to`, `at_least` or `any_number`."""

    kind: str
    value: Expr | None

    @property
    def can_be_none(self) -> bool:
        """Whether it can always be none of them."""
        return self.kind in ("up_to", "any_number")


@frozen
class Pick(Node):
    """One of the things a choice takes; `such_that` is asked of all of several together, `where` of each alone."""

    amount: Amount | None
    word: str
    at_random: bool
    source: Expr
    where: Expr | None
    such_that: Expr | None = None


@frozen
class Choose(Node):
    subject: Expr | None
    may: bool
    picks: tuple[Pick, ...]
    body: Body
    otherwise: Body | None
    repeatedly: bool = False

    @property
    def can_be_none(self) -> bool:
        """Whether it can always be nothing at all that is picked."""
        return all(pick.amount is not None and pick.amount.can_be_none for pick in self.picks)


@frozen
class Option(Node):
    """One of several things to do; `said` are the values its title names in braces."""

    title: str | None
    condition: Expr | None
    body: Body
    said: tuple[Expr, ...] = field(default=(), compare=False)


@frozen
class Picking(Node):
    """Things that can be chosen in one question with deeds, and what is done with the one that was."""

    pick: Pick
    body: Body

    @property
    def choice(self) -> Choose:
        """The same as a question of its own."""
        return Choose(None, False, (self.pick,), self.body, None, start=self.start, end=self.end)

    @property
    def as_option(self) -> Option:
        """The same as a thing to do."""
        start, end = self.start, self.end
        return Option(None, None, Body((self.choice,), start=start, end=end), start=start, end=end)


@frozen
class ChooseOne(Node):
    """One of several things to do, or to be chosen among them."""

    subject: Expr | None
    may: bool
    options: tuple[Option | Picking, ...]
    otherwise: Body | None
    repeatedly: bool = False
    question: str | None = None
    said: tuple[Expr, ...] = field(default=(), compare=False)

    @property
    def pickings(self) -> tuple[Picking, ...]:
        """What can be chosen among the deeds."""
        return tuple(each for each in self.options if isinstance(each, Picking))

    @property
    def as_options(self) -> tuple[Option, ...]:
        """The things to do, where what can be chosen among them is one in which it is chosen first."""
        return tuple(each if isinstance(each, Option) else each.as_option for each in self.options)


# ---------------------------------------------------------------- abilities


@frozen
class Limit(Node):
    times: int
    span: str


@frozen
class Pattern(Node):
    """The events an ability watches: [SUBJECT] PROCEDURE(ROLE: VALUE, ...)."""

    subject: Expr | None
    word: str
    args: tuple[Arg, ...]
    word_start: int = field(default=0, compare=False, repr=False)


@frozen
class React(Node):
    """`before`, `after` or `instead of` an event; `on` is after an event whose first role is this piece."""

    when: str
    pattern: Pattern
    where: Expr | None
    limit: Limit | None
    body: Body


@frozen
class Forbid(Node):
    pattern: Pattern
    where: Expr | None


@frozen
class Change(Node):
    """`set`, `add`, `subtract`, `multiply`, `cap`, `raise` or `remove` on a rule's value."""

    operator: str
    value: Expr


@frozen
class Modify(Node):
    """Changes of a rule: for as long as a power works, or as a deed, `until` the event that ends it."""

    rule: Name | Call
    where: Expr | None
    changes: tuple[Change, ...]
    until: Pattern | None = None


Stmt = Deed | May | Let | Assign | Require | CarryOut | PutOn | If | ForEach | Repeat | Choose | ChooseOne | Modify


@frozen
class Offer(Node):
    """What somebody may do in some windows; `title` is what it is called where it is offered (None: as its card)."""

    windows: tuple[str, ...]
    title: str | None
    where: Expr | None
    limit: Limit | None
    body: Body


@frozen
class InZones(Node):
    zones: tuple[str, ...]
    abilities: tuple[Ability, ...]


Ability = React | Forbid | Modify | Offer | InZones


@frozen
class Power(Node):
    abilities: tuple[Ability, ...]


# ---------------------------------------------------------------- definitions


@frozen
class Param(Node):
    """A role: its name, the word of its type when written, and its value when none is handed over.

    A role that can be something else as well has the words of its `others` too.
    """

    word: str
    type_word: str | None
    default: Expr | None
    others: tuple[str, ...] = ()

    @property
    def types(self) -> tuple[str, ...]:
        """The words of all types it can be of."""
        return (self.type_word or self.word, *self.others)


@frozen
class Procedure(Node):
    """A `verb`, which somebody does, or a `step`, which happens."""

    kind: str
    word: str
    params: tuple[Param, ...]
    gives: tuple[Param, ...]
    phrase: str | None
    limit: Limit | None
    body: Body


@frozen
class Case(Node):
    """One value of a rule and when it holds; no condition in the last or only case."""

    value: Expr
    condition: Expr | None


@frozen
class Told(Node):
    """How a power says that it changes a rule in one way: `add "{player} scores {add:credit}"`."""

    change: str
    phrase: str


@frozen
class Rule(Node):
    word: str
    params: tuple[Param, ...]
    result: str | None
    phrase: str | None
    cases: tuple[Case, ...]
    told: tuple[Told, ...] = ()
    names: tuple[Let, ...] = ()


Definition = Procedure | Rule


@frozen
class Library(Node):
    items: tuple[Definition | Ability, ...]


def parts_of(condition: Expr | None, operator: str = "and") -> list[Expr]:
    """What an `and` or `or` joins, however many; a condition of another sort is its only part."""
    if isinstance(condition, Logic) and condition.operator == operator:
        return parts_of(condition.left, operator) + parts_of(condition.right, operator)
    return [] if condition is None else [condition]


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the order of its fields."""
    for word in _inner(type(node)):
        yield from _nodes(getattr(node, word))


def _inner(kind: type) -> tuple[str, ...]:
    """The fields of a sort of node that can hold nodes."""
    known = _INNER.get(kind)
    if known is None:
        known = _INNER[kind] = tuple(entry.name for entry in fields(kind) if entry.type not in _PLAIN)
    return known


def _nodes(value: object) -> list[Node]:
    if isinstance(value, Node):
        return [value]
    if isinstance(value, tuple):
        return [node for item in value for node in _nodes(item)]
    return []


def walk(node: Node) -> Iterator[Node]:
    """A node and everything below it, parents first, without recursion."""
    stack = [node]
    while stack:
        here = stack.pop()
        yield here
        inner = _inner(type(here))
        if inner:
            below: list[Node] = []
            for word in inner:
                value = getattr(here, word)
                if isinstance(value, Node):
                    below.append(value)
                elif value:
                    below += _nodes(value)
            below.reverse()
            stack += below


def moved(node: N, by: int) -> N:
    """The node as it would be if its text began `by` characters further on."""
    if node.end == 0:  # made up where nothing is written, it has no place to move
        return node
    kind = type(node)
    known = _FIELDS.get(kind)
    if known is None:
        known = _FIELDS[kind] = tuple(entry.name for entry in fields(kind))
    made = object.__new__(kind)
    for word in known:
        value = getattr(node, word)
        object.__setattr__(made, word, value + by if word in _PLACES else _moved(value, by))
    return made


def _moved(value: object, by: int) -> object:
    if isinstance(value, Node):
        return moved(value, by)
    if isinstance(value, tuple) and value:
        return tuple(_moved(item, by) for item in value)
    return value
