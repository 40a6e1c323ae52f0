"""The typed tree of a game, with all names resolved."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar, get_args

from cardwright.builtins import Primitive
from cardwright.checker.coverage_probes import Probes
from cardwright.declarations.model import Attribute, DeckDecl, GameDecl, KindDecl, MemoryDecl, TableDecl, ZoneDecl
from cardwright.declarations.value_types import NUMBER, PLAYER, TEXT, YES_NO, ZONE, Type, list_of
from cardwright.source.node_dataclass import find_node_fields, frozen, make_field_getter, read_nothing
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Scalar
from cardwright.syntax import tree as syntax

PLAYER_LIST = list_of(PLAYER)


@dataclass(frozen=True, slots=True, eq=False)
class TypedVar:
    """A local variable. `uid` is unique among the author's variables and, separately, among those of the compiler.

    With `mask`, the variable is a list of pieces that is stored as a bitset. With `own`, the compiler has made it.
    """

    word: str
    type: Type
    uid: int
    mask: bool = False
    own: bool = False

    @property
    def base(self) -> str:
        """The name of the variable's type in tables: `number`, `list piece`, or `mask piece` for a bitset."""
        if self.mask:
            return "mask piece"
        item = self.type.item
        return f"list {item.base if item else ''}" if self.type.base == "list" else self.type.base


# ---------------------------------------------------------------- values


@frozen
class LiteralExpr:
    """A constant: a number, yes or no (1 or 0), or the number of a word, player or name."""

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
    """The value of memory: a counter, flag or reference. `owner` is None for memory of the game.

    `index` is the word for memory that has a value for each word of an enum.
    """

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
    """An attribute of a piece. If `piece` is a name, an attribute of the definition with that name."""

    piece: Value
    attribute: Attribute

    @property
    def type(self) -> Type:
        return self.attribute.type


@frozen
class BuiltinExpr:
    """A built-in property of a piece: `controller`, `zone`, `name`, `parts`, or `whole` (the piece of a part).

    Also the `seat` of a player and the `position` of a word in its enum; `piece` is then the player or word. Also the
    `position` of a piece in an ordered zone and its `neighbours` there; `hidden` is then the word of an ordered zone
    that can hold the piece and is not visible to everyone, or "".
    """

    word: str
    piece: Value
    type: Type
    hidden: str = ""


@frozen
class BinaryExpr:
    """`+`, `-`, `*` on numbers; `+` (union) and `-` (difference) on lists."""

    operator: str
    left: Value
    right: Value
    type: Type


@frozen
class DivideExpr:
    """A division. If its type is `FRACTION`, it is exact; a number that meets a fraction is divided by 1."""

    left: Value
    right: Value
    up: bool
    type: Type = NUMBER


@frozen
class NarrowedExpr:
    """A nullable number, used where a condition excludes `none`.

    If it is `none` nevertheless, a runtime error is raised.
    """

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
    """The items of a list for which a condition about the variable `it` holds."""

    list: Value
    it: TypedVar
    where: Value

    @property
    def type(self) -> Type:
        return self.list.type


@frozen
class CollectExpr:
    """A list with one value for each item. With `flat`, these values are lists, which are concatenated."""

    value: Value
    each: tuple[tuple[TypedVar, Value], ...]
    where: Value | None
    flat: bool
    type: Type


@frozen
class ReachExpr:
    """All items that can be reached from `start`, nearest first, by going from each item `it` to the items of `step`.

    The items of `start` come first. Each item is in the list once.
    """

    start: Value
    it: TypedVar
    step: Value
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
class DeckExpr:
    """The names of the cards of a deck, each as often as the deck contains it.

    If the deck has several lists, `word` selects one.
    """

    deck: DeckDecl
    word: Value | None
    type: Type


@frozen
class PiecesExpr:
    """All pieces of a kind."""

    kind: KindDecl
    type: Type


@frozen
class NamesExpr:
    """All names of pieces of a kind. With `defined`, definitions without copies are included."""

    kind: KindDecl
    type: Type
    defined: bool = False


@frozen
class PlayersExpr:
    """All players in the order of play, beginning with the first seat, except those whose flag `without` is set."""

    type: Type = PLAYER_LIST
    without: MemoryDecl | None = None


@frozen
class OpponentsExpr:
    """All players except one, in the order of play after that player, except those whose flag `without` is set."""

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
    """True while an event of a procedure is in progress."""

    procedure: TypedProcedure
    type: Type = YES_NO


@frozen
class CausedByExpr:
    """True if the current event was caused by the power with this number, whichever piece has it."""

    power: int
    type: Type = YES_NO


@frozen
class CanBeginExpr:
    """True if a player can perform a verb with these arguments: its requirements hold and nothing forbids it."""

    procedure: TypedProcedure
    doer: Value
    args: tuple[Value, ...]
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
    LiteralExpr | TextExpr | LocalExpr | MemoryExpr | ZoneExpr | ContentExpr | AttributeExpr | BuiltinExpr
    | BinaryExpr | DivideExpr | NarrowedExpr | CompareExpr | LogicExpr | NotExpr | ListExpr | FilterExpr | CollectExpr
    | ReachExpr | PrimitiveExpr | RuleExpr | TableExpr | DeckExpr | PiecesExpr | NamesExpr | PlayersExpr | OpponentsExpr
    | WordsExpr | DuringExpr | CausedByExpr | CanBeginExpr | UsedUpExpr
)  # fmt: skip


# ---------------------------------------------------------------- texts

# Span and type of a node. The type is needed, since a node can have the same span as a part of it.
NodeKey = tuple[int, int, type[syntax.Node]]
N = TypeVar("N")
T_co = TypeVar("T_co", bound=syntax.Node, covariant=True)


@dataclass(frozen=True, slots=True)
class WrittenNode(Generic[T_co]):
    """A part of a rule text in its source form, with the typed value of each expression by its position.

    `this` is the type of the piece that has the power, or None. `names` are the types of the local names in scope.
    """

    node: T_co
    values: Mapping[NodeKey, Value]
    this: Type | None = None
    names: Mapping[str, Type] = field(default_factory=dict)


# ---------------------------------------------------------------- statements


@frozen
class TypedBlank:
    """A blank in a title, filled with one of the values of its choice.

    `noun` names the items that it counts, or is "".
    """

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
    - `secret`: True if the answer is secret
    - `text`: the source text of the statement
    - `prompt`: the prompt of a decision point that no author wrote
    - `blanks`: the parts of the prompt and of each title, if any of them contain values
    - `things`: the types of the items that can be picked among other options, in order
    - `orders`: the variable with what is still to be put in order, if the answer is what comes next
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
    orders: str = ""


@frozen
class PerformStmt:
    """A call of a procedure by one or several players in turn (None for a step); its result goes to `into`."""

    procedure: TypedProcedure
    doer: Value | None
    args: tuple[Value, ...]
    into: TypedVar | None = None


@frozen
class ActStmt:
    """A call of a built-in procedure.

    A call with a duration has an ability, `ends`, that ends its effect and stores the values in `given`.
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
    said: tuple[tuple[TypedVar, Value], ...] = ()


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
class TogetherStmt:
    """Calls that happen at once.

    All values in the block are evaluated first. What reacts after these calls, and after the events in them, runs when
    all of them are over.
    """

    body: Block


@frozen
class PickStmt:
    """One pick of a choice, such as `choose 2 cards from your hand`.

    `count` is the number of items, None for a single item. `amount` says how `count` limits the pick, such as `exactly`
    or `at_least`. `such_that` is a condition on all picked items together.
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
    said: tuple[tuple[TypedVar, Value], ...] = ()

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
        """True if the player may pick no item at all. With an `else`, picking none leads to the `else` instead."""
        return all(pick.can_be_none for pick in self.picks)


@frozen
class OptionStmt:
    condition: Value | None
    body: Block


@frozen
class PickingStmt:
    """A pick among the options of a choice, with the statements that are executed for the picked item."""

    pick: PickStmt
    body: Block

    def choice(self, player: Value) -> ChooseStmt:
        """Return the pick as a separate decision."""
        return ChooseStmt(player, False, (self.pick,), self.body, (), False)


@frozen
class ChooseOneStmt:
    """A decision between options with one decision point for all; options can be items of one or several types."""

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
    """`stop`, `finish`, `proceed` or `nothing`; or `end`, which ends the event of a `procedure` in progress.

    Without `reactions`, the abilities that react `after` that event are skipped.
    """

    word: str
    procedure: TypedProcedure | None = None
    reactions: bool = True


@frozen
class LastStmt:
    """The start of a modifier with a duration. `given` has the variables that it stores, with their present values."""

    ability: TypedAbility
    given: tuple[tuple[TypedVar, Value], ...]


@frozen
class MarkUseStmt:
    """A statement that counts a use towards the usage limit of a procedure."""

    use: UsedUpExpr


@frozen
class OpenWindowStmt:
    """A decision window in which all players can use offers.

    With `piece` and `player`, only this player decides, and only offers of this piece can be used.
    """

    window: str
    piece: Value | None = None
    player: Value | None = None


Stmt = (
    PerformStmt | ActStmt | MayStmt | LetStmt | SetMemoryStmt | RequireStmt | IfStmt | ForEachStmt | RepeatStmt
    | TogetherStmt | ChooseStmt | ChooseOneStmt | ControlStmt | OpenWindowStmt | MarkUseStmt | LastStmt
)  # fmt: skip
Block = tuple[Stmt, ...]


# ---------------------------------------------------------------- definitions


@dataclass(slots=True, eq=False)
class TypedProcedure:
    """A verb (with its player `you`) or a step. `result` is the variable of its result, or None.

    Of several overloads, the first lists all in `sorts`. With `line_by_line`, the procedure begins even if its first
    statement is impossible; the statements of a scenario are such a procedure.
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
        """All overloads of the procedure, or only the procedure itself."""
        return self.sorts or (self,)

    @property
    def written(self) -> str:
        """The name as the author wrote it; all overloads have the same."""
        return self.word.partition(" (")[0]


@dataclass(slots=True, eq=False)
class TypedRule:
    """A rule with its cases in order. The last case has no condition.

    - `texts`: the source texts of the cases
    - `change_phrases`: for each modifier word, the phrase for such a change of the rule
    - `cases`: the cases with local names replaced by their values, which most analyses use
    - `names`, `by_name`: the local names, and the cases as written with these names (see `spoken`)
    - `asks`: how many rule calls one evaluation takes, without modifiers of powers
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
        """The cases as written, with local names; the same as `cases` for a rule without local names."""
        return self.by_name if self.names else self.cases

    @property
    def values_a_player(self) -> bool:
        """True if the rule can be a valuation: it returns a number for one player."""
        takes = [param.type.base for param in self.params]
        return takes == ["player"] and self.type == NUMBER


@frozen
class TypedStackObject:
    """A group of statements that are put on a stack.

    `kind` is the kind of the stack objects, `free` the zone of unused ones. `procedure` executes the statements. `kept`
    are the variables that they need, each with the memory that stores it. `called` is the title of the rule text that
    contains them, which belongs to the definition `power`, or to the game (-1).
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
    """An event that ends an effect: the end of a call of `procedure`. With `where`, only calls that meet it count.

    If `procedure` is None, the event is that `piece` leaves play; the effect stores this piece.
    """

    procedure: TypedProcedure | None
    where: Value | None
    piece: Value | None = None


@dataclass(slots=True, eq=False)
class TypedAbility:
    """One ability of a power, or of the game if `power` is -1.

    - `zones`: the zones in which its piece must lie
    - `roles`: the variables of the event or rule, the player first
    - `matched`: the roles that its pattern compares with values that are not constants; if such a role is `none`, the
      pattern does not match
    - `own`: True for `on ...`, which reacts to events of its own piece
    - `stacks`: True if it puts statements on a stack
    - `offers`: the options of an offer that the game makes; such an offer can be `named`
    - `took`: for an ability with targets, the variable that says whether its event took place
    - `until`, `held`: for an effect with a duration, the stored values (`held`), and the events of which the first to
      happen ends the effect. The kind of such an ability is that of a modifier, or `GRANT` for an effect on powers that
      pieces were given or have lost
    """

    number: int
    kind: str
    power: int
    title: str
    this: TypedVar | None
    you: TypedVar
    zones: frozenset[str] = frozenset()
    procedure: TypedProcedure | None = None
    rule: TypedRule | None = None
    windows: tuple[str, ...] = ()
    roles: tuple[TypedVar, ...] = ()
    result: TypedVar | None = None
    where: Value | None = None
    matched: tuple[TypedVar, ...] = ()
    own: bool = False
    stacks: bool = False
    limit: tuple[int, TypedProcedure] | None = None
    body: Block = ()
    changes: tuple[ChangeExpr, ...] = ()
    text: str = ""
    offers: WrittenNode[syntax.BodyNode] | None = None
    named: str = ""
    took: TypedVar | None = None
    held: tuple[TypedVar, ...] = ()
    until: tuple[TypedDuration, ...] = ()


@dataclass(slots=True)
class TypedPower:
    """The abilities of a definition, with their rule text."""

    definition: int
    abilities: tuple[TypedAbility, ...]
    scalar: Scalar
    written: WrittenNode[syntax.PowerNode]


@dataclass(slots=True)
class CheckedGame:
    """A game with all its rule texts in typed form.

    `library` has its procedures and rules in source form, `own` the abilities that belong to no piece, and `later` the
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
    # the last result of `walk_bodies`, with the bodies
    walked: tuple[tuple[Block, ...], Sequence[object]] = field(default=((), ()), compare=False, repr=False)


def rebuild(node: N, change: Callable[[object], object | None]) -> N:
    """Return a copy of a tree in which `change` replaced some nodes. `change` returns None for the others."""
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
    LogicExpr, NotExpr, ListExpr, FilterExpr, CollectExpr, ReachExpr, PrimitiveExpr, RuleExpr, TableExpr, DeckExpr,
    OpponentsExpr,
    CanBeginExpr, UsedUpExpr, LiteralExpr, LocalExpr,
)  # fmt: skip
_VALUES = frozenset(VALUES)

NODES: tuple[type, ...] = (
    *VALUES, DuringExpr, CausedByExpr, *get_args(Stmt), PickStmt, OptionStmt, PickingStmt, ChangeExpr
)  # fmt: skip


_HOLDS_NONE = ("Type", "TypedVar", "TypedProcedure", "TypedRule", "Span", "DecisionPoint", "Primitive", "TypedAbility")
_HOLDING: dict[type, tuple[str, ...]] = {node: find_node_fields(node, _HOLDS_NONE) for node in NODES}
_INNER: dict[type, Callable[[object], tuple[object, ...]]] = {
    node: make_field_getter(names) for node, names in _HOLDING.items()
}


def list_children(node: object) -> tuple[object, ...]:
    """Return the fields of a node, or the items of a tuple, that can contain nodes."""
    if isinstance(node, tuple):
        return node
    inner = _INNER.get(type(node))
    return () if inner is None else inner(node)


def walk_tree(node: object) -> list[object]:
    """Return a node and all nodes below it."""
    found: list[object] = []
    stack = [node]
    # this loop is where much of a compilation is spent
    extend, pop, append, find_inner, has_none = stack.extend, stack.pop, found.append, _INNER.get, read_nothing
    while stack:
        here = pop()
        kind = type(here)
        if kind is tuple:
            extend(here)  # type: ignore[arg-type]
        elif (inner := find_inner(kind)) is not None:
            append(here)
            if inner is not has_none:
                extend(inner(here))
    return found


def find_bound(node: object) -> set[TypedVar]:
    """Return the variables that filters, comprehensions and searches in a node declare."""
    found = set()
    for each in walk_tree(node):
        if isinstance(each, FilterExpr | ReachExpr):
            found.add(each.it)
        elif isinstance(each, CollectExpr):
            found |= {var for var, _ in each.each}
    return found


def list_said(node: object) -> list[tuple[list[Value], DecisionPoint, Value]]:
    """Return (values in texts, decision point, player) for each decision of a statement whose texts contain values."""
    if not isinstance(node, ChooseStmt | MayStmt | ChooseOneStmt):
        return []
    asked = node.picks if isinstance(node, ChooseStmt) else (node,)
    return [([value for _, value in each.said], each.site, node.player) for each in asked if each.said]


def list_bodies(checked: CheckedGame) -> tuple[Block, ...]:
    """Return all bodies of the procedures and abilities of a game."""
    done = [procedure.body for procedure in checked.procedures.values()]
    return (*done, *(ability.body for ability in checked.abilities))


def walk_bodies(checked: CheckedGame) -> Sequence[object]:
    """Return all nodes in the bodies of a game. They are collected again only if a body has changed."""
    bodies = list_bodies(checked)
    before = checked.walked[0]
    if len(before) != len(bodies) or not all(map(operator.is_, before, bodies)):
        checked.walked = bodies, walk_tree(bodies)
    return checked.walked[1]


def list_texts(checked: CheckedGame) -> tuple[object, ...]:
    """Return all statements and values of the procedures and abilities of a game, as nodes."""
    procedures = tuple((each.body, each.defaults) for each in checked.procedures.values())
    return (procedures, tuple((each.where, each.body, each.changes) for each in checked.abilities))


def split_conjunction(condition: Value) -> list[Value]:
    """Return the parts of a condition that must all hold."""
    if isinstance(condition, LogicExpr) and condition.operator == "and":
        return split_conjunction(condition.left) + split_conjunction(condition.right)
    return [condition]


def find_matched(conditions: Iterable[Value]) -> tuple[TypedVar, ...]:
    """Return the parameters that the conditions of a pattern compare with values other than constants."""
    return tuple(
        each.left.var
        for each in conditions
        if isinstance(each, CompareExpr)
        and isinstance(each.left, LocalExpr)
        and not isinstance(each.right, LiteralExpr)
    )


def is_unordered(value: Value, within: Callable[[Value], bool]) -> bool:
    """Return True if a list certainly has each piece once and in file order, so that it can be a bitset.

    `within` answers this question for the lists of which `value` is made. A concatenation is not in file order.
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
