"""Nodes of the IR, the typed code between the typed tree and the code generators.

`docs/code-ir.md` defines each node; that page and this module are the semantics of the language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from operator import is_
from typing import Any, get_args

from cardwright.source.node_dataclass import find_node_fields, frozen, make_field_getter

# ---------------------------------------------------------------- types


@frozen
class IrType:
    """A type: `base` is number, yes_no, player, piece, enum, name, zone, ability, text, mask, list, row or nothing.

    `of` is the kind of a piece or bitset, the enum of a word, or the element base of a list (`list` for nested lists).
    """

    base: str
    of: str = ""


NUM = IrType("number")
YES = IrType("yes_no")
PLAYER = IrType("player")
PIECE = IrType("piece")
ZONE = IrType("zone")
ABILITY = IrType("ability")
TEXT = IrType("text")
NOTHING = IrType("nothing")
ROW = IrType("row")
PIECES = IrType("list", "piece")
PLAYERS = IrType("list", "player")
ABILITIES = IrType("list", "ability")
ROWS = IrType("list", "row")


# Position of the compiler's own variables in a frame: after those of authors.
OWN = 1 << 40
# The number of the window in which a player uses the offer of a piece.
USES = -1


def number_vanishing(kinds: Iterable[str], kind: str) -> int:
    """Return the number that stands for the end of existence of pieces of a kind: -2 for the first kind.

    The node `Open` with this number, instead of that of a decision window, takes pieces of the kind out of the game.
    """
    return USES - 1 - [*kinds].index(kind)


@dataclass(frozen=True, slots=True, eq=False)
class Var:
    """A local variable; each use refers to the same object. `own` is True for variables that the compiler added.

    `uid` is unique among the author's variables, and among those of the compiler. `kind` and `of` describe the value in
    a frame (see docs/architecture/compiler.md), and `order` gives its position there.
    """

    word: str
    ty: IrType
    uid: int
    own: bool = False
    kind: str = ""
    of: str = ""
    order: int = OWN


@frozen
class LiveValue:
    """A value that a suspended rule text still needs, and the variables in `held` that contain it.

    By `how`, these variables are: `value`, one variable; `rest`, the list of a loop and the index of its next item;
    `asking` and `telling`, the players in order, the index and the answers of a simultaneous secret choice. `loop` is
    the position of the loop.
    """

    how: str
    held: tuple[Var, ...]
    loop: str = ""


@frozen
class Continuation:
    """A suspended rule text: where it resumes (see `analysis/suspension_points.py`) and its live values."""

    text: str
    place: str
    live: frozenset[LiveValue] = frozenset()


# Suspended rule texts in the order in which they resume.
Continuations = tuple[Continuation, ...]


class _Node:
    """Base class of all nodes; caches the nodes directly inside."""

    __slots__ = ("_inside",)


@frozen
class Slot(_Node):
    """A slot of the state, at index `base` plus each term times its stride. `family` identifies the memory or zone."""

    family: tuple[str, str]
    base: int
    terms: tuple[tuple[Value, int], ...]
    ty: IrType


@frozen
class Function:
    """A function of a program, identified by its kind and number.

    `kind` is rule, can, no, plain, match, cases, names, sheet, ahead, anew or together.
    """

    kind: str
    number: int


# ---------------------------------------------------------------- values


@frozen
class Const(_Node):
    """A constant: a number, a bitset, a list or a row."""

    value: Any
    ty: IrType


@frozen
class SegmentNumber(_Node):
    """The number of a segment. It holds the segment, whose number changes when others are removed; -1 if it is, too."""

    segment: Segment
    ty: IrType


@frozen
class Get(_Node):
    """The value of a local variable."""

    var: Var

    @property
    def ty(self) -> IrType:
        """The type of the variable."""
        return self.var.ty


@frozen
class Read(_Node):
    """The content of a slot."""

    place: Slot

    @property
    def ty(self) -> IrType:
        """The type of the slot."""
        return self.place.ty


@frozen
class Handle(_Node):
    """A reference to a slot as a value: a zone, identified by its slot number."""

    place: Slot
    ty: IrType = ZONE


@frozen
class StaticTable(_Node):
    """An entry of a program table, or the whole table. `default` is the value for an index that is missing."""

    name: str
    index: Value | None
    ty: IrType
    default: int | None = None


@frozen
class Op(_Node):
    """An operation with its arguments; `name` is a key of `operations.OPERATIONS`."""

    name: str
    args: tuple[Value, ...]
    ty: IrType


@frozen
class Logic(_Node):
    """Short-circuit `and` or `or` of some values."""

    word: str
    items: tuple[Value, ...]
    ty: IrType = YES


@frozen
class Choice(_Node):
    """A conditional expression."""

    test: Value
    yes: Value
    no: Value

    @property
    def ty(self) -> IrType:
        """The type of both values."""
        return self.yes.ty


@frozen
class Bind(_Node):
    """An expression with a local variable that is bound to a value first."""

    var: Var
    value: Value
    body: Value

    @property
    def ty(self) -> IrType:
        """The type of the body."""
        return self.body.ty


@frozen
class Many(_Node):
    """A list of values. A `Splice` inserts all items of a list."""

    items: tuple[Value, ...]
    ty: IrType


@frozen
class Splice(_Node):
    """All items of a list, inserted into `Many`."""

    list: Value
    ty: IrType


@frozen
class Row(_Node):
    """A tuple of a fixed number of values of any types."""

    items: tuple[Value, ...]
    ty: IrType = ROW


@frozen
class Each(_Node):
    """A list comprehension: one or more nested loops, and an optional condition.

    With `flat`, the values are lists, which are concatenated. The result is a new list, which `Offer` may extend.
    """

    loops: tuple[tuple[Var, Value], ...]
    where: Value | None
    value: Value
    ty: IrType
    flat: bool = False


@frozen
class Reachable(_Node):
    """A breadth-first search from the items of `start`; `step` lists the items after `var`. Items below 0 are left out.

    Without `goals`, the value is the list of the items reached, nearest first. With `goals` (a bitset if these are
    pieces), the value is the number of steps to the nearest goal, or NO_NUMBER. Items are below `size`.
    """

    var: Var
    start: Value
    step: Value
    goals: Value | None
    size: int
    ty: IrType


@frozen
class Fold(_Node):
    """`any`, `all`, `sum`, `min`, `max` or `union` of a list. `min` and `max` of an empty list are 0."""

    word: str
    over: Value
    ty: IrType


@frozen
class Call(_Node):
    """A call of a function of the program: a rule, a condition, or a procedure without decisions."""

    function: Function
    args: tuple[Value, ...]
    ty: IrType


@frozen
class Fits(_Node):
    """A test of whether an active ability applies to an event, or whether a player may use it."""

    entry: Value
    args: tuple[Value, ...]
    ty: IrType = YES


@frozen
class Later(_Node):
    """A value that the observer evaluates on demand.

    The variables in `bound` then have the values that they have here.
    """

    value: Value
    bound: tuple[Var, ...] = ()
    ty: IrType = NOTHING


Value = (
    Const | SegmentNumber | Get | Read | Handle | StaticTable | Op | Logic | Choice | Bind | Many | Splice | Row | Each
    | Reachable | Fold | Call | Fits | Later
)  # fmt: skip

# ---------------------------------------------------------------- statements

# The source position of a statement: its number in `spots` of the program, or NOWHERE for the compiler's own.
NOWHERE = -1
# No position either, even after a statement that has one.
ELSEWHERE = -2


@frozen
class _Statement(_Node):
    """Base of all statements: `at` is the source position."""

    at: int = field(default=NOWHERE, kw_only=True)


@frozen
class Set(_Statement):
    """Assignment to a variable."""

    var: Var
    value: Value


@frozen
class Store(_Statement):
    """Assignment to a slot.

    `how` is empty, or says how the value is combined with the old content: `add`, `sub`, `mul` (a number), `with`,
    `without` (a bitset), `append` (a list).
    """

    place: Slot
    value: Value
    how: str = ""


@frozen
class Fill(_Statement):
    """Assignment of an initial value to a number of consecutive slots."""

    place: Slot
    number: int
    value: Const


@frozen
class Do(_Statement):
    """Evaluation of a value for its side effects."""

    value: Value


@frozen
class Offer(_Statement):
    """Appending an item to a list that is being built. No other statement changes a list."""

    var: Var
    value: Value


@frozen
class If(_Statement):
    """Executes the body of the first branch whose condition is true, or else `otherwise`."""

    branches: tuple[tuple[Value, Code], ...]
    otherwise: Code = ()


@frozen
class ForEach(_Statement):
    """A loop over a list. `Exit` of the label ends it.

    If the body can suspend, the two variables of `state` hold the items and the index, and `waits` describes the
    continuation between two rounds.
    """

    label: Label
    var: Var
    list: Value
    body: Code
    title: int = -1
    state: tuple[Var, ...] = ()
    waits: Continuations | None = None


@frozen
class Block(_Statement):
    """A block of statements. `Exit` of the label continues after it."""

    label: Label
    body: Code


@frozen
class Loop(_Statement):
    """A loop that runs until `Exit` of its label; `Exit` of `again` starts the next round.

    After too many rounds in one execution, the loop fails as endless. `waits` is its continuation between two rounds.
    """

    label: Label
    again: Label
    body: Code
    title: int
    waits: Continuations | None = None


@frozen
class Exit(_Statement):
    """A jump to the end of a labelled block, or to the next round of a loop."""

    label: Label


@frozen
class Ask(_Statement):
    """A decision, with the answer written to the slot of answers.

    A single option is taken without asking; with `certain`, the player is asked even then. The variables in `kept` are
    shown with the prompt. `source` is the name of the rule text that asks, and `waits` its continuation. `decider` is
    the player who decides, as a value of the typed tree; what this player knows is derived from it.
    """

    player: Value
    options: Value
    site: int
    certain: bool
    source: str = ""
    kept: tuple[Var, ...] = ()
    decider: Any = None
    waits: Continuations | None = None


@frozen
class Perform(_Statement):
    """A call of a procedure that can suspend; its result is assigned to a variable.

    `waits` is the continuation after the call.
    """

    procedure: int
    args: tuple[Value, ...]
    into: Var | None = None
    waits: Continuations | None = None


@frozen
class Open(_Statement):
    """A decision window, in which players use offers in turn until all have passed.

    `waits` is the continuation after the window. The number of the window is that of a declared window, or one of two
    others. With `USES`, one player uses an offer of one piece, both given in `args`. With a number from
    `number_vanishing`, no offers are made: the pieces in `args` go out of the game.
    """

    window: int
    args: tuple[Value, ...] = ()
    waits: Continuations | None = None


@frozen
class Proceed(_Statement):
    """Execution of a replaced event with new arguments; replacements that it has used already are not offered again.

    The result is assigned to a variable. `waits` is the continuation after the event.
    """

    procedure: int
    args: tuple[Value, ...]
    into: Var | None = None
    waits: Continuations | None = None


@frozen
class Together(_Statement):
    """Calls that happen at once: `body` has no other effects, and is executed before the first call begins.

    `bottom` and `top` are variables for heights of the stack. `waits` is the continuation after the reactions to all
    calls.
    """

    body: Code
    bottom: Var
    top: Var
    waits: Continuations | None = None


@frozen
class React(_Statement):
    """Pushes a frame for each ability of a list, the first on top, with its piece, its controller and the arguments.

    With `by_turn`, the list is first sorted by the turn order of the controllers.
    """

    entries: Value
    doer: Value
    args: tuple[Value, ...]
    by_turn: bool = True


# The notes in plain code: pieces moved from one zone to another, pieces revealed or shown, pieces moved in a way that
# not every player can follow, and a decision point reached, before which pieces shown by other texts are put away.
MOVED, REVEALED, SHOWN, STRAYED, REACHED = "moved", "reveal", "show", "strayed", "reached"
OVERLOOKED = "overlooked"


@frozen
class Note(_Statement):
    """A report to the observer. Plain code contains only updates of knowledge, for generated C."""

    word: str
    args: tuple[Value, ...]


@frozen
class Count(_Statement):
    """Increments a probe, which counts how often code is executed."""

    spot: int


@frozen
class Finish(_Statement):
    """End of the game, with the number of the title of the rule text that ends it."""

    title: int


@frozen
class Fail(_Statement):
    """Raises the runtime error for a number or list beyond a limit, with the number of the text that tells which."""

    limit: int


@frozen
class Return(_Statement):
    """End of a function or segment."""

    value: Value | None = None


# ---------------------------------------------------------------- terminators, created by `split_at_suspension`


@frozen
class Wait(_Statement):
    """Pushes a frame of a segment that contains the segment's live variables."""

    segment: int


@frozen
class WaitOn(_Statement):
    """Pushes a frame of a segment with the given values."""

    segment: int
    args: tuple[Value, ...]


@frozen
class WaitBody(_Statement):
    """Pushes a frame for the body of an ability, so that it is executed next. The ability is known only at run time."""

    ability: Value
    args: tuple[Value, ...]


@frozen
class Go(_Statement):
    """A jump to another segment."""

    segment: int


@frozen
class GoWith(_Statement):
    """A jump to another segment, with arguments."""

    segment: int
    args: tuple[Value, ...]


@frozen
class Again(_Statement):
    """Jump to the next round of the loop that the segment implements."""


@frozen
class AskDecision(_Statement):
    """A decision at the end of a segment. The segment `resume` receives the answer.

    The variables in `kept` are shown with the prompt. Unless `certain`, a single option is taken without asking;
    execution then continues at once or, with `later`, through a frame.
    """

    player: Value
    options: Value
    site: int
    certain: bool
    resume: int
    kept: tuple[Var, ...] = ()
    later: bool = False


@frozen
class Drop(_Statement):
    """Removal of the top frame of the stack."""


Terminator = Wait | WaitOn | WaitBody | Go | GoWith | Again | AskDecision | Drop
Stmt = (
    Set | Store | Fill | Do | Offer | If | ForEach | Block | Loop | Exit | Ask | Perform | Open | Proceed | Together
    | React | Note | Count | Finish | Fail | Return | Terminator
)  # fmt: skip
Code = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """The target of an `Exit`. Labels are compared by identity."""


# ---------------------------------------------------------------- definitions


@dataclass(slots=True, eq=False)
class Segment:
    """Code that runs until the next decision or to its end. `live` are the variables of its frame.

    - `waits`: the continuation of its frame, or None if no decision is pending while the frame exists
    - `fixed`: True if the segment always receives all its `params`
    - `kept`: variables at the end of the frame, even if the segment does not read them
    - `loop`: True if the segment repeats by `Again`
    - `asks`, `decider`: the name of the rule text with the pending decision, and the player who decides
    """

    number: int
    title: int
    params: tuple[Var, ...] = ()
    fixed: bool = False
    loop: bool = False
    body: Code = ()
    live: tuple[Var, ...] = ()
    kept: tuple[Var, ...] = ()
    asks: str = ""
    waits: Continuations | None = None
    decider: Any = None


@frozen
class Definition:
    """A function of a program: its number, parameters, result type and body.

    `bounded` is the number of a title, if the function can call itself; an error for endless recursion names it.
    """

    function: Function
    params: tuple[Var, ...]
    result: IrType
    body: Code
    bounded: int | None = None


def list_children(node: Any) -> tuple[Any, ...]:
    """Return the nodes directly inside a node, or inside a tuple of nodes."""
    if type(node) is tuple:
        return tuple(_list_inner(node))
    try:
        found: tuple[Any, ...] = node._inside
    except AttributeError:
        # cached: many passes walk over the same nodes
        found = tuple(_list_inner(_INNER[type(node)](node)))
        _keep_inside(node, found)
    return found


def _list_inner(parts: tuple[Any, ...]) -> list[Any]:
    found = []
    for part in parts:
        kind = type(part)
        if kind in _INNER:
            found.append(part)
        elif kind is tuple and part:
            found += _list_inner(part)
    return found


def rebuild(node: Any, change: Callable[[Any], Any]) -> Any:
    """Return a node, or tuple of nodes, with `change` applied to every node in it, innermost first.

    Nodes that are unchanged keep their identity.
    """
    if isinstance(node, tuple):
        return _rebuild_each(node, change)
    inner = _INNER.get(type(node))
    if inner is None:
        return node
    old = inner(node)
    new = _rebuild_each(old, change)
    return change(node if new is old else _copy_with(node, new))


def map_inside(node: Any, change: Callable[[Any], Any]) -> Any:
    """Return a node with `change` applied to the nodes directly inside it."""
    old = _INNER[type(node)](node)
    new = _map_each(old, change)
    return node if new is old else _copy_with(node, new)


def set_position(node: Any, at: int) -> Any:
    """Return code in which statements without a source position get the position `at`."""
    if getattr(node, "at", at) != NOWHERE:
        return node
    return _copy_with(node, _map_each(_INNER[type(node)](node), lambda inner: set_position(inner, at)), at)


def _copy_with(node: Any, inner: tuple[Any, ...], at: int | None = None) -> Any:
    """Return a copy of a node with other nodes inside it and, if given, another source position."""
    kind = type(node)
    changed = dict(zip(_FIELDS[kind], inner, strict=True))
    given = [changed[name] if name in changed else getattr(node, name) for name in _ALL[kind]]
    return kind(*given, at=node.at if at is None else at) if isinstance(node, _Statement) else kind(*given)


def _map_each(parts: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    found = None
    for place, old in enumerate(parts):
        kind = type(old)
        new = _map_each(old, change) if kind is tuple else change(old) if kind in _INNER else old
        if new is not old:
            found = list(parts) if found is None else found
            found[place] = new
    return parts if found is None else tuple(found)


def _rebuild_each(parts: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    found = None
    for place, old in enumerate(parts):
        kind = type(old)
        if kind is tuple or kind in _INNER:
            new = rebuild(old, change)
            if new is not old:
                found = list(parts) if found is None else found
                found[place] = new
    return parts if found is None else tuple(found)


def walk_nodes(node: Any) -> Iterator[Any]:
    """Yield a node and all nodes below it; for a tuple, all nodes in it."""
    stack = [*list_children(node)] if type(node) is tuple else [node]
    while stack:
        here = stack.pop()
        yield here
        stack += list_children(here)


def walk_statements(code: Code) -> Iterator[Stmt]:
    """Yield the statements of code, and the statements inside them."""
    for statement in code:
        yield statement
        if isinstance(statement, If):
            for _, body in statement.branches:
                yield from walk_statements(body)
            yield from walk_statements(statement.otherwise)
        elif isinstance(statement, ForEach | Block | Loop):
            yield from walk_statements(statement.body)


def map_blocks(statement: Stmt, change: Callable[[Code], Code]) -> Stmt:
    """Return a statement with `change` applied to the blocks directly in it; if none changes, the statement itself."""
    if isinstance(statement, If):
        blocks = [*(body for _, body in statement.branches), statement.otherwise]
        new = [change(body) for body in blocks]
        if all(map(is_, new, blocks)):
            return statement
        tests = (test for test, _ in statement.branches)
        return replace(statement, branches=tuple(zip(tests, new[:-1], strict=True)), otherwise=new[-1])
    if isinstance(statement, ForEach | Loop | Block):
        body = change(statement.body)
        return statement if body is statement.body else replace(statement, body=body)
    return statement


def find_free_variables(node: Any) -> set[Var]:
    """Return the free variables of a value or statement."""
    return _free(node)


def _free(node: Any) -> set[Var]:
    if isinstance(node, Get):
        return {node.var}
    if isinstance(node, Each):
        found = _free(node.value) | (_free(node.where) if node.where is not None else set())
        for var, items in reversed(node.loops):
            found = (found - {var}) | _free(items)
        return found
    if isinstance(node, Bind):
        return (_free(node.body) - {node.var}) | _free(node.value)
    if isinstance(node, Reachable):
        found = _free(node.goals) if node.goals is not None else set()
        return (_free(node.step) - {node.var}) | _free(node.start) | found
    found = set()
    for part in list_children(node):
        found |= _free(part)
    return found


NODES: tuple[type[Any], ...] = (Slot, *get_args(Value), *get_args(Stmt))
_LEAVES = ("family", "ty", "at", "var", "into", "kept", "label", "again", "bound", "function", "state", "waits")
_FIELDS: dict[type, list[str]] = {
    node: [name for name in find_node_fields(node, ()) if name not in _LEAVES] for node in NODES
}
_ALL = {node: [each.name for each in fields(node) if not each.kw_only] for node in NODES}
_INNER = {node: make_field_getter(names) for node, names in _FIELDS.items()}
_keep_inside: Callable[[_Node, tuple[Any, ...]], None] = _Node.__dict__["_inside"].__set__
