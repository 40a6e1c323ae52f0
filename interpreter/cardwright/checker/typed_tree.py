"""The typed tree of a game, with all names resolved."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from cardwright.builtins import Primitive
from cardwright.checker.coverage_probes import Probes
from cardwright.declarations.model import Attribute, GameDecl, KindDecl, MemoryDecl, TableDecl, ZoneDecl
from cardwright.declarations.types import NUMBER, PLAYER, TEXT, YES_NO, ZONE, Type, list_of
from cardwright.source.node_dataclass import find_node_fields, frozen, make_field_getter
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Scalar
from cardwright.syntax import tree as syntax

PLAYER_LIST = list_of(PLAYER)


@dataclass(frozen=True, slots=True, eq=False)
class TypedVar:
    """A local variable. If `mask` is True, its list of pieces is a bitset rather than a sequence.

    Variables with `own` are made by the compiler and are independent of authors' names. `uid` is unique among each
    of the two groups.
    """

    word: str
    type: Type
    uid: int
    mask: bool = False
    own: bool = False

    @property
    def base(self) -> str:
        """The name of its type in tables: `number`, `list piece`, or `mask piece` for a bitset of pieces."""
        if self.mask:
            return "mask piece"
        item = self.type.item
        return f"list {item.base if item else ''}" if self.type.base == "list" else self.type.base


# ---------------------------------------------------------------- values


@frozen
class LiteralExpr:
    """A constant: a number, yes or no, or the number of a word, of a player or of a name."""

    type: Type
    value: int


@frozen
class TextExpr:
    value: str
    type: Type = TEXT


@frozen
class LocalExpr:
    var: TypedVar

    @property
    def type(self) -> Type:
        return self.var.type


@frozen
class MemoryExpr:
    """A counter or flag; `owner` is None for the game, `index` is the enum word for memory with a value per word."""

    memory: MemoryDecl
    owner: Value | None
    index: Value | None = None

    @property
    def type(self) -> Type:
        return self.memory.type


@frozen
class ZoneExpr:
    """A zone as a value."""

    zone: ZoneDecl
    owner: Value | None
    type: Type = ZONE


@frozen
class ContentExpr:
    """The pieces in a zone."""

    zone: Value
    type: Type


@frozen
class AttributeExpr:
    """An attribute of a piece, or of a definition by its name: `piece` is then the name."""

    piece: Value
    attribute: Attribute

    @property
    def type(self) -> Type:
        return self.attribute.type


@frozen
class BuiltinExpr:
    """A built-in property of a piece: `controller`, `zone`, `name`, `whole` (the piece of a part) or `parts`.

    Also the `seat` of a player and the `position` of a word in its type; `piece` is then the player or the word.
    """

    word: str
    piece: Value
    type: Type


@frozen
class BinaryExpr:
    """`+`, `-`, `*` on numbers; `+` (union) and `-` (difference) on lists."""

    operator: str
    left: Value
    right: Value
    type: Type


@frozen
class DivideExpr:
    left: Value
    right: Value
    up: bool
    type: Type = NUMBER


@frozen
class NarrowedExpr:
    """A nullable number that an enclosing condition narrows to a number; a runtime error if it is none all the same."""

    value: Value
    type: Type = NUMBER


@frozen
class CompareExpr:
    operator: str
    left: Value
    right: Value
    type: Type = YES_NO


@frozen
class LogicExpr:
    operator: str
    left: Value
    right: Value
    type: Type = YES_NO


@frozen
class NotExpr:
    value: Value
    type: Type = YES_NO


@frozen
class ListExpr:
    items: tuple[Value, ...]
    type: Type


@frozen
class FilterExpr:
    """The items of a list for which the condition about `it` holds."""

    list: Value
    it: TypedVar
    where: Value

    @property
    def type(self) -> Type:
        return self.list.type


@frozen
class CollectExpr:
    """A list with a value for each item; if `flat`, the values are lists, which are concatenated."""

    value: Value
    each: tuple[tuple[TypedVar, Value], ...]
    where: Value | None
    flat: bool
    type: Type


@frozen
class PrimitiveExpr:
    primitive: Primitive
    args: tuple[Value, ...]
    type: Type


@frozen
class RuleExpr:
    rule: TypedRule
    args: tuple[Value, ...]

    @property
    def type(self) -> Type:
        assert self.rule.type is not None
        return self.rule.type


@frozen
class TableExpr:
    table: TableDecl
    args: tuple[Value, ...]
    type: Type = NUMBER


@frozen
class PiecesExpr:
    """All pieces of a kind."""

    kind: KindDecl
    type: Type


@frozen
class NamesExpr:
    """All names that pieces of a kind have; with `defined`, those of all its definitions, even without copies."""

    kind: KindDecl
    type: Type
    defined: bool = False


@frozen
class PlayersExpr:
    """All players in the order of play, from the first seat, without those with the flag `without`."""

    type: Type = PLAYER_LIST
    without: MemoryDecl | None = None


@frozen
class OpponentsExpr:
    """All players except one, in the order of play after that player, without players who have the flag `without`."""

    of: Value
    type: Type = PLAYER_LIST
    without: MemoryDecl | None = None


@frozen
class WordsExpr:
    """All words of an enum, in order."""

    values: tuple[int, ...]
    type: Type


@frozen
class DuringExpr:
    """True while a procedure is being executed."""

    procedure: TypedProcedure
    type: Type = YES_NO


@frozen
class CausedByExpr:
    """True if the present event was caused by the power with the number, on any piece."""

    power: int
    type: Type = YES_NO


@frozen
class UsedUpExpr:
    """True if a player has reached the usage limit of a procedure in the present span."""

    procedure: TypedProcedure
    span: TypedProcedure
    times: int
    doer: Value
    type: Type = YES_NO


Value = (
    LiteralExpr
    | TextExpr
    | LocalExpr
    | MemoryExpr
    | ZoneExpr
    | ContentExpr
    | AttributeExpr
    | BuiltinExpr
    | BinaryExpr
    | DivideExpr
    | NarrowedExpr
    | CompareExpr
    | LogicExpr
    | NotExpr
    | ListExpr
    | FilterExpr
    | CollectExpr
    | PrimitiveExpr
    | RuleExpr
    | TableExpr
    | PiecesExpr
    | NamesExpr
    | PlayersExpr
    | OpponentsExpr
    | WordsExpr
    | DuringExpr
    | CausedByExpr
    | UsedUpExpr
)


# ---------------------------------------------------------------- texts

# Span and type of a node. The type is needed, since a node can have the same span as a part of it.
NodeKey = tuple[int, int, type[syntax.Node]]
N = TypeVar("N")
T_co = TypeVar("T_co", bound=syntax.Node, covariant=True)


@dataclass(frozen=True, slots=True)
class WrittenNode(Generic[T_co]):
    """A part of a rule text as written, with the typed values of its expressions by position.

    `this` is the type of the piece with the power, if there is one; `names` are the local names declared around the
    part.
    """

    node: T_co
    values: Mapping[NodeKey, Value]
    this: Type | None = None
    names: Mapping[str, Type] = field(default_factory=dict)


# ---------------------------------------------------------------- statements


@frozen
class TypedBlank:
    """A slot in a title for one of the values that its choice stores, with the noun that the value counts, if any."""

    number: int
    noun: str


@frozen
class DecisionPoint:
    """A position in a rule text where a player decides.

    - `number`: the number of the decision point in the game
    - `option_type`: the type of its options
    - `asks`: the statement that asks; None if no author wrote it
    - `pick`: the index among several picks of one statement
    - `decline`: the title of the option that declines
    - `source`: the name of the rule text
    - `secret`: the answer is secret
    - `text`: the source text of the statement
    - `prompt`: the prompt of a decision point that no author wrote
    - `blanks`: the parts of the prompt and of each title, if any of them contain values
    - `things`: the types of the items that can be picked among other options, in order
    """

    number: int
    option_type: Type
    asks: WrittenNode[syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode] | None = None
    pick: int = 0
    decline: str = "pass"
    source: str = ""
    secret: bool = False
    text: str = ""
    prompt: str = ""
    blanks: tuple[tuple[str | TypedBlank, ...], ...] = ()
    things: tuple[Type, ...] = ()


@frozen
class PerformStmt:
    """A procedure executed by each player in turn (None: a step); its result is assigned to `into`."""

    procedure: TypedProcedure
    doer: Value | None
    args: tuple[Value, ...]
    into: TypedVar | None = None


@frozen
class ActStmt:
    """A call of a built-in procedure.

    With a duration it is ended by the ability `ends`, which stores the values `given`.
    """

    primitive: Primitive
    doer: Value | None
    args: tuple[Value, ...]
    into: TypedVar | None = None
    ends: TypedAbility | None = None
    given: tuple[tuple[TypedVar, Value], ...] = ()


@frozen
class MayStmt:
    player: Value
    statement: Stmt | None
    body: Block
    otherwise: Block
    repeatedly: bool
    site: DecisionPoint


@frozen
class LetStmt:
    var: TypedVar
    value: Value


@frozen
class SetMemoryStmt:
    target: MemoryExpr
    value: Value


@frozen
class RequireStmt:
    condition: Value


@frozen
class IfStmt:
    branches: tuple[tuple[Value, Block], ...]
    otherwise: Block


@frozen
class ForEachStmt:
    var: TypedVar
    list: Value
    body: Block
    secretly: bool = False


@frozen
class RepeatStmt:
    kind: str
    value: Value | None
    body: Block


@frozen
class PickStmt:
    """One pick of a choice: `count` is None for a single item, else a number limited as `amount` says.

    `such_that` is a condition on all picked items together.
    """

    var: TypedVar
    item: TypedVar
    amount: str
    count: Value | None
    at_random: bool
    source: Value
    where: Value | None
    site: DecisionPoint
    such_that: Value | None = None

    @property
    def can_be_none(self) -> bool:
        """True if the number of picks can be 0."""
        if self.amount == "at_least":
            return not (isinstance(self.count, LiteralExpr) and self.count.value > 0)
        return self.amount in ("up_to", "any_number")


@frozen
class ChooseStmt:
    player: Value
    may: bool
    picks: tuple[PickStmt, ...]
    body: Block
    otherwise: Block
    repeatedly: bool

    @property
    def can_be_none(self) -> bool:
        """True if it is allowed to pick nothing at all. With an `else` that is no valid choice."""
        return all(pick.can_be_none for pick in self.picks)


@frozen
class OptionStmt:
    condition: Value | None
    body: Block


@frozen
class PickingStmt:
    """A pick among the options of a choice, and the statements that use it."""

    pick: PickStmt
    body: Block

    def choice(self, player: Value) -> ChooseStmt:
        """Return the pick as a choice of its own."""
        return ChooseStmt(player, False, (self.pick,), self.body, (), False)


@frozen
class ChooseOneStmt:
    """A choice between options, among which items of different types can be picked; all share one decision point."""

    player: Value
    may: bool
    options: tuple[OptionStmt | PickingStmt, ...]
    otherwise: Block
    repeatedly: bool
    site: DecisionPoint
    said: tuple[tuple[TypedVar, Value], ...] = ()

    @property
    def pickings(self) -> tuple[PickingStmt, ...]:
        """The picks among the options."""
        return tuple(each for each in self.options if isinstance(each, PickingStmt))

    @property
    def conditions(self) -> tuple[Value, ...]:
        """The conditions of the options."""
        return tuple(
            each.condition for each in self.options if isinstance(each, OptionStmt) and each.condition is not None
        )


@frozen
class ControlStmt:
    """`stop`, `finish`, `proceed` or `nothing`."""

    word: str


@frozen
class LastStmt:
    """Start of a modifier with a duration, with the present value of each variable that it stores.

    The first `about` of them are parameters of the rule: if one is nobody or none, the modifier does not start.
    """

    ability: TypedAbility
    given: tuple[tuple[TypedVar, Value], ...]
    about: int


@frozen
class MarkUseStmt:
    """Statement that counts a use towards the usage limit of a procedure."""

    use: UsedUpExpr


@frozen
class OpenWindowStmt:
    """A window in which all players can use offers; or one in which a player uses any offer of one piece."""

    window: str
    piece: Value | None = None
    player: Value | None = None


Stmt = (
    PerformStmt
    | ActStmt
    | MayStmt
    | LetStmt
    | SetMemoryStmt
    | RequireStmt
    | IfStmt
    | ForEachStmt
    | RepeatStmt
    | ChooseStmt
    | ChooseOneStmt
    | ControlStmt
    | OpenWindowStmt
    | MarkUseStmt
    | LastStmt
)
Block = tuple[Stmt, ...]


# ---------------------------------------------------------------- definitions


@dataclass(slots=True, eq=False)
class TypedProcedure:
    """A verb (with its player `you`) or a step; `result` is the variable of its result, if any.

    `sorts` are all overloads, stored with the first of them. A procedure that runs `line_by_line` starts even if
    its first statement is impossible; the statements of a scenario are such a procedure.
    """

    word: str
    kind: str
    number: int
    span: Span
    phrase: str | None = None
    you: TypedVar | None = None
    params: tuple[TypedVar, ...] = ()
    defaults: tuple[Value | None, ...] = ()
    result: TypedVar | None = None
    body: Block = ()
    text: str = ""
    sorts: tuple[TypedProcedure, ...] = ()
    line_by_line: bool = False

    @property
    def each_sort(self) -> tuple[TypedProcedure, ...]:
        """The overloads of the procedure, or only itself."""
        return self.sorts or (self,)

    @property
    def written(self) -> str:
        """The name as the author wrote it, which overloads share."""
        return self.word.partition(" (")[0]


@dataclass(slots=True, eq=False)
class TypedRule:
    """A rule with its cases in order; the last case has no condition. `texts` are the source texts of the cases.

    `change_phrases` maps modifier words to the phrases for changes of the rule. In `cases`, local `names` are
    replaced by their values, so that an analysis of a case can ignore them; `by_name` has the cases with names, for
    code that computes each name once (`spoken` gives these). `asks` is the number of rule calls for one value, itself
    and nested calls included, without modifiers of powers.
    """

    word: str
    number: int
    span: Span
    phrase: str | None = None
    params: tuple[TypedVar, ...] = ()
    cases: tuple[tuple[Value, Value | None], ...] = ()
    type: Type | None = None
    texts: tuple[str, ...] = ()
    change_phrases: dict[str, str] = field(default_factory=dict)
    names: tuple[tuple[TypedVar, Value], ...] = ()
    by_name: tuple[tuple[Value, Value | None], ...] = ()
    asks: int = 1

    @property
    def spoken(self) -> tuple[tuple[Value, Value | None], ...]:
        """The cases with the local names of the rule."""
        return self.by_name if self.names else self.cases

    @property
    def values_a_player(self) -> bool:
        """True if the rule can be a valuation, which gives a number for one player."""
        takes = [param.type.base for param in self.params]
        return takes == ["player"] and self.type == NUMBER


@frozen
class TypedStackObject:
    """Statements that are put on a stack: the kind of the stack objects, and the zone of free objects.

    `procedure` executes the statements; `kept` are the variables that they need, each with the memory of the object
    that stores the value. `called` is the title of the rule text that contains them, which belongs to a `power` or
    to the game (-1).
    """

    kind: str
    free: ZoneDecl
    procedure: TypedProcedure
    kept: tuple[tuple[TypedVar, MemoryDecl], ...]
    called: str
    written: WrittenNode[syntax.BodyNode]
    power: int


# The layers in which changes of a rule apply; within a layer, those that became active first apply first.
LAYERS: tuple[tuple[str, ...], ...] = (("set",), ("add", "subtract", "remove"), ("multiply",), ("cap", "raise"))


@frozen
class ChangeExpr:
    operator: str
    value: Value


@frozen
class TypedDuration:
    """The event that ends an effect: any event of a procedure, or one with certain arguments."""

    procedure: TypedProcedure
    where: Value | None


@dataclass(slots=True, eq=False)
class TypedAbility:
    """One ability of a power (or of the game, if `power` is -1).

    `zones` are the zones in which its piece must lie; `roles` are the variables of the event or rule, the player
    first. If `own` is True, the ability (`on ...`) reacts to events of its piece; if `stacks` is True, it puts
    statements on a stack. `offers` are the options of an offer of the game, which has no card's name as title; an
    offer can be `named`. An ability that a statement starts is active `until` an event, has no zones, and stores in
    `held` its values from the start. It is a modifier, or has the kind `GRANT`: then it only ends the powers that
    pieces
    were given or have lost.
    """

    number: int
    kind: str
    power: int
    title: str
    span: Span
    this: TypedVar | None
    you: TypedVar
    zones: frozenset[str] = frozenset()
    procedure: TypedProcedure | None = None
    rule: TypedRule | None = None
    windows: tuple[str, ...] = ()
    roles: tuple[TypedVar, ...] = ()
    result: TypedVar | None = None
    where: Value | None = None
    own: bool = False
    stacks: bool = False
    limit: tuple[int, TypedProcedure] | None = None
    body: Block = ()
    changes: tuple[ChangeExpr, ...] = ()
    text: str = ""
    offers: WrittenNode[syntax.BodyNode] | None = None
    named: str = ""
    held: tuple[TypedVar, ...] = ()
    until: TypedDuration | None = None


@dataclass(slots=True)
class TypedPower:
    """The abilities of a piece definition with their rule text."""

    definition: int
    abilities: tuple[TypedAbility, ...]
    scalar: Scalar
    written: WrittenNode[syntax.PowerNode]


@dataclass(slots=True)
class CheckedGame:
    """A game with all rule texts resolved and typed.

    `library` has its procedures and rules as written, `own` the abilities that belong to no piece. `later` are the
    statements that are put on stacks.
    """

    game: GameDecl
    procedures: dict[str, TypedProcedure] = field(default_factory=dict)
    rules: dict[str, TypedRule] = field(default_factory=dict)
    abilities: list[TypedAbility] = field(default_factory=list)
    powers: dict[int, TypedPower] = field(default_factory=dict)
    sites: list[DecisionPoint] = field(default_factory=list)
    probes: Probes = field(default_factory=Probes)
    library: dict[str, WrittenNode[syntax.ProcedureNode] | WrittenNode[syntax.RuleNode]] = field(default_factory=dict)
    own: list[WrittenNode[syntax.Ability]] = field(default_factory=list)
    later: tuple[TypedStackObject, ...] = ()


def rebuild(node: N, change: Callable[[object], object | None]) -> N:
    """Return a copy of a tree in which `change` replaced nodes; it returns None to leave a node unchanged."""
    changed = change(node)
    if changed is not None:
        return changed  # type: ignore[return-value]
    if isinstance(node, tuple):
        items = tuple(rebuild(item, change) for item in node)
        return node if all(map(operator.is_, items, node)) else items  # type: ignore[return-value]
    if type(node) in _VALUES:
        updates = {}
        for name in _HOLDING[type(node)]:
            old = getattr(node, name)
            if isinstance(old, tuple) or type(old) in _VALUES:
                new = rebuild(old, change)
                if new is not old:
                    updates[name] = new
        return replace(node, **updates) if updates else node  # type: ignore[type-var]
    return node


def substitute(value: N, mapping: Mapping[TypedVar, Value]) -> N:
    """Return a tree in which variables are replaced by other values."""
    return rebuild(value, lambda node: mapping.get(node.var) if isinstance(node, LocalExpr) else None)


VALUES = (
    MemoryExpr, ZoneExpr, ContentExpr, AttributeExpr, BuiltinExpr, BinaryExpr, DivideExpr, NarrowedExpr, CompareExpr,
    LogicExpr, NotExpr, ListExpr, FilterExpr, CollectExpr, PrimitiveExpr, RuleExpr, TableExpr, OpponentsExpr,
    UsedUpExpr, LiteralExpr, LocalExpr,
)  # fmt: skip
_VALUES = frozenset(VALUES)

NODES = (
    *VALUES, PerformStmt, ActStmt, MayStmt, LetStmt, SetMemoryStmt, RequireStmt, IfStmt, ForEachStmt, RepeatStmt,
    PickStmt, ChooseStmt, OptionStmt, PickingStmt, ChooseOneStmt, ChangeExpr, ControlStmt, OpenWindowStmt,
    MarkUseStmt, LastStmt, DuringExpr, CausedByExpr,
)  # fmt: skip


_HOLDS_NONE = ("Type", "TypedVar", "TypedProcedure", "TypedRule", "Span", "DecisionPoint", "Primitive", "TypedAbility")
_HOLDING: dict[type, tuple[str, ...]] = {node: find_node_fields(node, _HOLDS_NONE) for node in NODES}
_INNER: dict[type, Callable[[object], tuple[object, ...]]] = {
    node: make_field_getter(names) for node, names in _HOLDING.items()
}


def list_children(node: object) -> tuple[object, ...]:
    """Return the direct parts of a tree or tuple, all child nodes among them."""
    if isinstance(node, tuple):
        return node
    inner = _INNER.get(type(node))
    return () if inner is None else inner(node)


def walk_tree(node: object) -> list[object]:
    """Return a node and all nodes below it."""
    found: list[object] = []
    stack = [node]
    while stack:
        here = stack.pop()
        if isinstance(here, tuple):
            stack.extend(here)
        elif (inner := _INNER.get(type(here))) is not None:
            found.append(here)
            stack.extend(inner(here))
    return found


def list_bodies(checked: CheckedGame) -> tuple[Block, ...]:
    """Return the bodies of all procedures and abilities of a game."""
    done = [procedure.body for procedure in checked.procedures.values()]
    return (*done, *(ability.body for ability in checked.abilities))


def split_conjunction(condition: Value) -> list[Value]:
    """Return the parts of a condition that must all hold."""
    if isinstance(condition, LogicExpr) and condition.operator == "and":
        return split_conjunction(condition.left) + split_conjunction(condition.right)
    return [condition]


def is_unordered(value: Value, within: Callable[[Value], bool]) -> bool:
    """Return True if a list of pieces certainly has each once, in file order, so that it can be a bitset.

    `within` answers this for the lists it is made from. A concatenation has its own order: the left list, then the
    right.
    """
    match value:
        case ContentExpr(zone=ZoneExpr(zone=zone)):
            return not zone.ordered
        case FilterExpr():
            return within(value.list)
        case LocalExpr():
            return value.var.mask
        case BinaryExpr():
            return value.operator == "-" and within(value.left)
        case _:
            return isinstance(value, PiecesExpr)


def uses_variable(value: object, var: TypedVar) -> bool:
    """Return True if a value uses a variable."""
    return any(isinstance(node, LocalExpr) and node.var is var for node in walk_tree(value))
