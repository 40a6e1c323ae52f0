"""The code IR: typed code that knows no target, between the checked program and the printers.

`docs/code-ir.md` says what each node means; that page and this module are the semantics of the language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from cardwright.source.node_dataclass import frozen, inner_fields, taking

# ---------------------------------------------------------------- types


@frozen
class IrType:
    """A type: `base` is number, yes_no, player, piece, enum, name, zone, ability, text, mask, list, row or nothing.

    `of` is the kind of a piece or mask, the enum of a word, or what a list holds (a base, for lists of lists `list`).
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


# Where the compiler's own names stand in a frame.
OWN = 1 << 40
# The window in which a player uses what a piece offers.
USES = -1


@dataclass(frozen=True, slots=True, eq=False)
class Var:
    """A local name, the same object wherever it stands. `own` ones are the compiler's, whatever names authors give;
    `uid` is unique among each of the two sorts.

    `kind` and `of` are what a frame says of it (see `frames` in docs/architecture.md), where names stand by `order`.
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
    """Something that a text which waits still needs, and the names that hold it.

    `how` is `value` for one name; `rest` for the items of a loop, and the place from which on they are still to come;
    `asking` and `telling` for whose turn it is to answer in secret or to have it told, the place, and the answers. What
    belongs to a loop is told apart by where the `loop` stands.
    """

    how: str
    held: tuple[Var, ...]
    loop: str = ""


@frozen
class Continuation:
    """A text that waits, its place (see `compiler/analysis/suspension_points.py`), and what it needs."""

    text: str
    place: str
    told: frozenset[LiveValue] = frozenset()


# The texts that go on one after the other when something ends, the first of them first.
Continuations = tuple[Continuation, ...]


class _Node:
    """What all nodes have beside their fields: the nodes directly inside, once somebody has asked for them."""

    __slots__ = ("_inside",)


@frozen
class Slot(_Node):
    """A slot of the state: `base` plus each term times its stride. `family` says what lies there."""

    family: tuple[str, str]
    base: int
    terms: tuple[tuple[Value, int], ...]
    ty: IrType


@frozen
class Function:
    """What is called by number: `kind` is rule, can, no, plain, match, cases, names, sheet, ahead, anew or together."""

    kind: str
    number: int


# ---------------------------------------------------------------- values


@frozen
class Const(_Node):
    """A number, a mask, a list or a row that is known now."""

    value: Any
    ty: IrType


@frozen
class Get(_Node):
    """The value of a local name."""

    var: Var

    @property
    def ty(self) -> IrType:
        """What the name holds."""
        return self.var.ty


@frozen
class Read(_Node):
    """What lies in a slot."""

    place: Slot

    @property
    def ty(self) -> IrType:
        """What lies there."""
        return self.place.ty


@frozen
class Handle(_Node):
    """A slot as a value: a zone, told by the number of its slot."""

    place: Slot
    ty: IrType = ZONE


@frozen
class Table(_Node):
    """An entry of a static table of the program, or the whole of it; `default` is what an index not in it gives."""

    name: str
    index: Value | None
    ty: IrType
    default: int | None = None


@frozen
class Op(_Node):
    """A row of the registry in `ops` with its arguments."""

    name: str
    args: tuple[Value, ...]
    ty: IrType


@frozen
class Logic(_Node):
    """`and` or `or` of some values, which stops as soon as it is decided."""

    word: str
    items: tuple[Value, ...]
    ty: IrType = YES


@frozen
class Choice(_Node):
    """One value or another."""

    test: Value
    yes: Value
    no: Value

    @property
    def ty(self) -> IrType:
        """Both are of one type."""
        return self.yes.ty


@frozen
class Bind(_Node):
    """A value that is named inside another."""

    var: Var
    value: Value
    body: Value

    @property
    def ty(self) -> IrType:
        """That of the body."""
        return self.body.ty


@frozen
class Many(_Node):
    """A list of values; a `Splice` among them stands for all of its own."""

    items: tuple[Value, ...]
    ty: IrType


@frozen
class Splice(_Node):
    """All items of a list, inside `Many`."""

    list: Value
    ty: IrType


@frozen
class Row(_Node):
    """A fixed number of values of any types together."""

    items: tuple[Value, ...]
    ty: IrType = ROW


@frozen
class Each(_Node):
    """A value for each item of a list (and of further lists inside it) for which a condition holds.

    `flat` joins values that are lists. It is a new list, which `Offer` may add to.
    """

    loops: tuple[tuple[Var, Value], ...]
    where: Value | None
    value: Value
    ty: IrType
    flat: bool = False


@frozen
class Fold(_Node):
    """`any`, `all`, `sum`, `min`, `max` or `union` of a list; the two extremes of an empty one are 0."""

    word: str
    over: Value
    ty: IrType


@frozen
class Call(_Node):
    """A function of the program with its arguments: a rule, a condition, a procedure in which nobody decides."""

    function: Function
    args: tuple[Value, ...]
    ty: IrType


@frozen
class Fits(_Node):
    """Whether an active ability applies to an event, or may be used by a player."""

    entry: Value
    args: tuple[Value, ...]
    ty: IrType = YES


@frozen
class Later(_Node):
    """A value that is worked out when the tracker asks for it; `bound` names keep what they hold now."""

    value: Value
    bound: tuple[Var, ...] = ()
    ty: IrType = NOTHING


Value = (
    Const
    | Get
    | Read
    | Handle
    | Table
    | Op
    | Logic
    | Choice
    | Bind
    | Many
    | Splice
    | Row
    | Each
    | Fold
    | Call
    | Fits
    | Later
)

# ---------------------------------------------------------------- statements

# Where a statement stands: the number of its place among the program's `Spots`; -1 for the compiler's own.
NOWHERE = -1
# Nor does this, whatever is printed before it.
ELSEWHERE = -2


@frozen
class Set(_Node):
    """A name gets a value."""

    var: Var
    value: Value
    at: int = NOWHERE


@frozen
class Store(_Node):
    """A slot gets a value, or `add`, `sub`, `mul` a number, `with`, `without` a mask, `append` a list."""

    place: Slot
    value: Value
    how: str = ""
    at: int = NOWHERE


@frozen
class Fill(_Node):
    """Some slots from one on all get what they begin with."""

    place: Slot
    number: int
    value: Const
    at: int = NOWHERE


@frozen
class Do(_Node):
    """A value that is worked out for its effect."""

    value: Value
    at: int = NOWHERE


@frozen
class Offer(_Node):
    """One more item of a list that is being made: the only change of a list."""

    var: Var
    value: Value
    at: int = NOWHERE


@frozen
class If(_Node):
    """The first branch whose condition holds, or `otherwise`."""

    branches: tuple[tuple[Value, Code], ...]
    otherwise: Code = ()
    at: int = NOWHERE


@frozen
class ForEach(_Node):
    """The body once for each item of a list; `Exit` of the label ends it.

    Where somebody may decide, two names of `state` keep the items and the place among them, and it `waits` in between.
    """

    label: Label
    var: Var
    list: Value
    body: Code
    title: int = -1
    at: int = NOWHERE
    state: tuple[Var, ...] = ()
    waits: Continuations | None = None


@frozen
class Block(_Node):
    """Statements behind whose end `Exit` of the label leads."""

    label: Label
    body: Code
    at: int = NOWHERE


@frozen
class Loop(_Node):
    """Rounds until `Exit` of the label; `Exit` of `again` begins the next. Endless after too many at a stretch.

    `waits` is what is told of it between two rounds.
    """

    label: Label
    again: Label
    body: Code
    title: int
    at: int = NOWHERE
    waits: Continuations | None = None


@frozen
class Exit(_Node):
    """Leaves to where a label leads."""

    label: Label
    at: int = NOWHERE


@frozen
class Ask(_Node):
    """A decision: its answer is in the slot of answers. An only option is taken unasked, unless `certain`.

    `kept` are what the question tells beside; `source` is the word of the text that asks, `waits` what is told of it.
    `whom` is the checked value that says who is asked, by which is known what they may be told.
    """

    player: Value
    options: Value
    site: int
    certain: bool
    source: str = ""
    kept: tuple[Var, ...] = ()
    whom: Any = None
    at: int = NOWHERE
    waits: Continuations | None = None


@frozen
class Perform(_Node):
    """A procedure in which somebody may decide is performed, its result put into a name.

    `waits` is what is told meanwhile of what follows.
    """

    procedure: int
    args: tuple[Value, ...]
    into: Var | None = None
    at: int = NOWHERE
    waits: Continuations | None = None


@frozen
class Open(_Node):
    """A window is opened: everybody in turn may use offers until all have passed; `waits` is what is told meanwhile.

    In that of `USES` a player uses what a piece offers: these are its arguments.
    """

    window: int
    args: tuple[Value, ...] = ()
    at: int = NOWHERE
    waits: Continuations | None = None


@frozen
class Proceed(_Node):
    """An event goes on with roles, leaving out the replacements used so far; its result is put into a name.

    `waits` is what is told meanwhile of what follows.
    """

    procedure: int
    args: tuple[Value, ...]
    into: Var | None = None
    at: int = NOWHERE
    waits: Continuations | None = None


@frozen
class React(_Node):
    """Frames of the abilities in a list, the first on top; each gets its piece, its holder and the arguments."""

    entries: Value
    doer: Value
    args: tuple[Value, ...]
    at: int = NOWHERE


# What a note in plain code can tell: how pieces came from one place to another, that some were shown, and that not
# everybody can follow which were taken.
MOVED, REVEALED, SHOWN, STRAYED = "moved", "reveal", "show", "strayed"


@frozen
class Note(_Node):
    """The tracker is told something; in plain code, which has none, only what players know by it, for compiled C."""

    word: str
    args: tuple[Value, ...]
    at: int = NOWHERE


@frozen
class Count(_Node):
    """A run of a place is counted."""

    spot: int
    at: int = NOWHERE


@frozen
class Finish(_Node):
    """The game ends here, in the text of the title."""

    title: int
    at: int = NOWHERE


@frozen
class Fail(_Node):
    """A loop without end, in the text of the title."""

    title: int
    at: int = NOWHERE


@frozen
class Return(_Node):
    """The end of a function or segment."""

    value: Value | None = None
    at: int = NOWHERE


# ---------------------------------------------------------------- terminators, which only the cutter makes


@frozen
class Wait(_Node):
    """A frame of a segment, with what it needs, waits on the stack."""

    segment: int
    at: int = NOWHERE


@frozen
class WaitOn(_Node):
    """A frame of a segment waits, made of values."""

    segment: int
    args: tuple[Value, ...]
    at: int = NOWHERE


@frozen
class WaitBody(_Node):
    """A frame of the body of an ability, which is known by its number, waits, made of values."""

    ability: Value
    args: tuple[Value, ...]
    at: int = NOWHERE


@frozen
class Go(_Node):
    """A segment runs at once; pasted in where nothing else leads to it."""

    segment: int
    at: int = NOWHERE


@frozen
class GoWith(_Node):
    """A segment runs at once with values."""

    segment: int
    args: tuple[Value, ...]
    at: int = NOWHERE


@frozen
class Again(_Node):
    """The next round of the loop that this segment is."""

    at: int = NOWHERE


@frozen
class Question(_Node):
    """A decision; the answer is taken up by a segment. `kept` are what the question tells beside.

    An only option is taken up at once, or, if `later`, by a frame of that segment.
    """

    player: Value
    options: Value
    site: int
    certain: bool
    resume: int
    kept: tuple[Var, ...] = ()
    at: int = NOWHERE
    later: bool = False


@frozen
class Drop(_Node):
    """The frame on top of the stack is dropped."""

    at: int = NOWHERE


Terminator = Wait | WaitOn | WaitBody | Go | GoWith | Again | Question | Drop
Stmt = (
    Set
    | Store
    | Fill
    | Do
    | Offer
    | If
    | ForEach
    | Block
    | Loop
    | Exit
    | Ask
    | Perform
    | Open
    | Proceed
    | React
    | Note
    | Count
    | Finish
    | Fail
    | Return
    | Terminator
)
Code = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """Where an `Exit` leads; the same object at both ends."""


# ---------------------------------------------------------------- definitions


@dataclass(slots=True, eq=False)
class Segment:
    """Code that runs until a decision or to its end. `live` are the names its frame holds.

    `waits` is what is told of it while it waits; None for one that never does while somebody is asked.
    A `fixed` one always gets all its `params`. `kept` come last in the frame though the segment may not need them.
    A `loop` goes round by `Again`. `asks` is the word of the text whose question it waits for, `whom` the checked value
    that says who is asked.
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
    whom: Any = None


@frozen
class Definition:
    """A function of a program: what calls it by its number, what it takes, and what it does.

    `bounded` is the title of one that can come to be asked within itself: an endless one is told by that name.
    """

    function: Function
    params: tuple[Var, ...]
    result: IrType
    body: Code
    bounded: int | None = None


def inside(node: Any) -> tuple[Any, ...]:
    """The nodes directly inside a node, or inside a tuple of them."""
    if type(node) is tuple:
        return tuple(_listed(node))
    try:
        found: tuple[Any, ...] = node._inside
    except AttributeError:
        # many look through the same code one after the other
        found = tuple(_listed(_INNER[type(node)](node)))
        _keep_inside(node, found)
    return found


def _listed(parts: tuple[Any, ...]) -> list[Any]:
    found = []
    for part in parts:
        kind = type(part)
        if kind in _INNER:
            found.append(part)
        elif kind is tuple and part:
            found += _listed(part)
    return found


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node, or tuple of them, with everything in it changed from the inside out; what is not changed stays itself."""
    if isinstance(node, tuple):
        return _each_rebuilt(node, change)
    inner = _INNER.get(type(node))
    if inner is None:
        return node
    old = inner(node)
    new = _each_rebuilt(old, change)
    return change(node if new is old else _made_again(node, new))


def mapped(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node with the nodes directly inside it changed; of a tuple in it, those in that."""
    old = _INNER[type(node)](node)
    new = _each_mapped(old, change)
    return node if new is old else _made_again(node, new)


def _made_again(node: Any, inner: tuple[Any, ...]) -> Any:
    """A node with other nodes inside it."""
    kind = type(node)
    changed = dict(zip(_FIELDS[kind], inner, strict=True))
    return kind(*[changed[name] if name in changed else getattr(node, name) for name in _ALL[kind]])


def _each_mapped(parts: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    found = None
    for place, old in enumerate(parts):
        kind = type(old)
        new = _each_mapped(old, change) if kind is tuple else change(old) if kind in _INNER else old
        if new is not old:
            found = list(parts) if found is None else found
            found[place] = new
    return parts if found is None else tuple(found)


def _each_rebuilt(parts: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    found = None
    for place, old in enumerate(parts):
        kind = type(old)
        if kind is tuple or kind in _INNER:
            new = rebuilt(old, change)
            if new is not old:
                found = list(parts) if found is None else found
                found[place] = new
    return parts if found is None else tuple(found)


def every(node: Any) -> Iterator[Any]:
    """A node and all below it; of a tuple, all in it."""
    stack = [*inside(node)] if type(node) is tuple else [node]
    while stack:
        here = stack.pop()
        yield here
        stack += inside(here)


def statements(code: Code) -> Iterator[Stmt]:
    """The statements of code, and those inside them."""
    for statement in code:
        yield statement
        if isinstance(statement, If):
            for _, body in statement.branches:
                yield from statements(body)
            yield from statements(statement.otherwise)
        elif isinstance(statement, ForEach | Block | Loop):
            yield from statements(statement.body)


def reads(node: Any) -> set[Var]:
    """The names a value or statement uses that come from outside it."""
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
    found = set()
    for part in inside(node):
        found |= _free(part)
    return found


NODES = (
    Slot, Const, Get, Read, Handle, Table, Op, Logic, Choice, Bind, Many, Splice, Row, Each, Fold, Call, Fits, Later,
    Set, Store, Fill, Do, Offer, If, ForEach, Block, Loop, Exit, Ask, Perform, Open, Proceed, React, Note, Count,
    Finish, Fail, Return, Wait, WaitOn, WaitBody, Go, GoWith, Again, Question, Drop,
)  # fmt: skip
_LEAVES = ("family", "ty", "at", "var", "into", "kept", "label", "again", "bound", "function", "state", "waits")
_FIELDS: dict[type, list[str]] = {
    node: [name for name in inner_fields(node, ()) if name not in _LEAVES] for node in NODES
}
_ALL = {node: [each.name for each in fields(node)] for node in NODES}
_INNER = {node: taking(names) for node, names in _FIELDS.items()}
_keep_inside: Callable[[_Node, tuple[Any, ...]], None] = _Node.__dict__["_inside"].__set__
