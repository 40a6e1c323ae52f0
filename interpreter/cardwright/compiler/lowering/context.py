"""Context of lowering, with the forms of values, variables, program tables and slots."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from cardwright.checker import typed_tree
from cardwright.checker.statements.ability_targets import is_compulsory
from cardwright.checker.transitive_uses import find_affected_kinds, find_recursive_rules, find_vanishing_kinds
from cardwright.compiler.analysis.audiences.silent_events import analyse_information_flow
from cardwright.compiler.analysis.decided_before_vanishing import find_deciding
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.max_visited_items import EvaluationCosts
from cardwright.compiler.analysis.nullability import Nullability
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.state_layout import StateLayout
from cardwright.declarations.model import list_playing_kinds
from cardwright.declarations.value_types import FRACTION, Type, list_of
from cardwright.english.renderer import English

NONE = ir.Const(-1, ir.NUM)
STAGES = ("forbid", "instead", "before", "after")

_VALUES: dict[type, Callable[[Lowering, Any], ir.Value]] = {}
_SETS: dict[type, Callable[[Lowering, Any], ir.Value | None]] = {}


@dataclass(slots=True)
class Hooks:
    """The abilities triggered by one procedure, grouped by stage such as `before` or `instead`."""

    forbid: list[typed_tree.TypedAbility] = field(default_factory=list)
    instead: list[typed_tree.TypedAbility] = field(default_factory=list)
    before: list[typed_tree.TypedAbility] = field(default_factory=list)
    after: list[typed_tree.TypedAbility] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.forbid or self.instead or self.before or self.after)


class Titles(Protocol):
    """Numbers for the titles of rule texts."""

    def number(self, title: str) -> int:
        """Return the number of a title; a new title gets the next number."""


def register_lowering(
    *kinds: type,
) -> Callable[[Callable[[Lowering, Any], ir.Value]], Callable[[Lowering, Any], ir.Value]]:
    """Return a decorator that registers the lowering of some types of values."""

    def enter(function: Callable[[Lowering, Any], ir.Value]) -> Callable[[Lowering, Any], ir.Value]:
        for kind in kinds:
            _VALUES[kind] = function
        return function

    return enter


def register_bitset_form(*kinds: type) -> Callable[[Callable[[Lowering, Any], ir.Value | None]], None]:
    """Return a decorator that registers the bitset form of some types of lists.

    The bitset form is used where the order of the list does not matter.
    """

    def enter(function: Callable[[Lowering, Any], ir.Value | None]) -> None:
        for kind in kinds:
            _SETS[kind] = function

    return enter


class Lowering:
    """Lowering of a checked game for a number of players. `tracked` code reports events to an observer.

    A list of pieces becomes a bitset (a bit for each piece) if no information is lost: no piece occurs twice, and the
    order is either the order of the files or cannot be observed. Other lists remain lists.
    """

    def __init__(
        self,
        layout: StateLayout,
        checked: typed_tree.CheckedGame,
        nullability: Nullability,
        tracked: bool,
        counting: Collection[str],
        hooks: dict[str, Hooks],
        modifiers: dict[str, list[typed_tree.TypedAbility]],
        sight: InformationFlow | None = None,
    ) -> None:
        self.layout = layout
        self.players = layout.players
        self.checked = checked
        self.nullability = nullability
        self.tracked = tracked
        self.counting = counting
        self.hooks = hooks
        self.modifiers = modifiers
        self.power_zones = {zone for ability in checked.abilities for zone in ability.zones}
        # the abilities with targets, by the word of their event
        self.targeted = {
            word: [each for each in found.instead if each.took is not None] for word, found in hooks.items()
        }
        self.forbidden = {
            word for word, found in hooks.items() if found.forbid or any(map(is_compulsory, self.targeted[word]))
        }
        # tells whether a verb can begin; None if it always can
        self.can_begin: Callable[[typed_tree.PerformStmt], ir.Value | None] = lambda _: None
        self.tables: dict[str, object] = {}
        # the kinds of chance acts in the game, such as `roll die`
        self.acts: set[str] = set()
        self.texts: list[str] = []
        english = English.of(checked)
        self.titles = [english.title(ability) for ability in checked.abilities]
        self.sites: list[typed_tree.DecisionPoint] = list(checked.sites)
        # True if any code reads the zone of a piece
        self.located = tracked
        self.asking_themselves = find_recursive_rules(checked)
        # the kinds of pieces that are turned up or down
        self.turned = find_affected_kinds(checked, ("turn_up", "turn_down"))
        self.lasting = [ability for ability in checked.abilities if ability.until]
        self.token_kinds = {piece.kind for piece in layout.game.pieces if piece.pool is not None}
        # the kinds of pieces that can be in play
        self.playing = list_playing_kinds(layout.game)
        # the kinds of pieces that can go out of the game
        self.vanishing = find_vanishing_kinds(checked)
        # the numbers of the procedures of whose arguments something is decided as these go out of the game
        self.deciding = find_deciding(checked, self.vanishing)
        # the numbers of the procedures that happen together with others
        self.gathered = {
            call.procedure.number
            for block in typed_tree.walk_bodies(checked)
            if isinstance(block, typed_tree.TogetherStmt)
            for call in typed_tree.walk_tree(block)
            if isinstance(call, typed_tree.PerformStmt)
        }
        # lists of these in frames in which another variable counts the position
        self.aligned: set[ir.Var] = set()
        # the zones of picked pieces, valid for the first statement after the pick
        self.origins: dict[typed_tree.TypedVar, typed_tree.ZoneExpr] = {}
        # nullable variables of the compiler's own
        self.doubts: set[typed_tree.TypedVar] = set()
        self._names: dict[tuple[str, ...], str] = {}
        # the names of the slots that code uses
        self.used_slots: set[str] = set()
        # variables of loops, with the list or count of the loop; for the item variable also its index variable
        self.rounds: dict[ir.Var, tuple[typed_tree.Value, ir.Var | None]] = {}
        self._vars: dict[typed_tree.TypedVar, ir.Var] = {}
        self._checked: dict[ir.Var, typed_tree.TypedVar] = {}
        self.sight = analyse_information_flow(checked) if sight is None else sight
        self.costs = EvaluationCosts(layout, checked, self.asking_themselves)
        self._within: dict[int, Sequence[object]] = {}
        # by rule number: the number of nodes after inlining
        self.written_sizes: dict[int, int] = {}
        self._uid = 0
        picks = (node for node in typed_tree.walk_bodies(checked) if isinstance(node, typed_tree.PickStmt))
        # True if offers of pieces are used by players who do not control these
        self.uses = any(
            isinstance(node, typed_tree.OpenWindowStmt) and node.piece is not None
            for node in typed_tree.walk_bodies(checked)
        )
        self._picked = {pick.var for pick in picks if pick.amount != "one"}

    def within(self, rule: typed_tree.TypedRule) -> Sequence[object]:
        """Return all nodes of the cases of a rule; the result is cached."""
        found = self._within.get(rule.number)
        if found is None:
            found = self._within[rule.number] = typed_tree.walk_tree(rule.cases)
        return found

    # ------------------------------------------------------------ forms of values

    def value(self, value: typed_tree.Value) -> ir.Value:
        """Return the IR of a value; lists of pieces may become bitsets."""
        return _VALUES[type(value)](self, value)

    def items(self, value: typed_tree.Value) -> ir.Value:
        """Return the IR of a value as a list.

        A single value becomes a list with one item, a bitset a list of its pieces.
        """
        if value.type.base != "list":
            return self.value(typed_tree.ListExpr((value,), list_of(value.type)))
        found = self.value(value)
        return ir.Op("ids", (found,), ir.PIECES) if found.ty.base == "mask" else found

    def as_set(self, value: typed_tree.Value) -> ir.Value | None:
        """Return a list of distinct pieces as a bitset, for uses that ignore the order.

        None if that is not possible.
        """
        make = _SETS.get(type(value))
        return None if make is None or value.type.base != "list" else make(self, value)

    def mask(self, value: typed_tree.Value) -> ir.Value:
        """Return the IR of one or several pieces as a bitset."""
        if value.type.base != "list":
            empty = ir.Const(0, ir.IrType("mask", value.type.of))
            return self.guarded([value], empty, lambda known: ir.Op("bit", (known[0],), empty.ty))
        if isinstance(value, typed_tree.ListExpr) and len(value.items) == 1:
            return self.mask(value.items[0])
        found = self.as_set(value) or self.value(value)
        if found.ty.base == "mask":
            return found
        return ir.Op("mask_of", (found,), ir.IrType("mask", value.type.item.of if value.type.item else ""))

    def kept(self, value: typed_tree.Value, mask: bool = False) -> ir.Value:
        """Return a value as variables and slots store it: an immutable list or, with `mask`, a bitset."""
        if mask:
            return self.mask(value)
        return self.fixed(self.items(value)) if value.type.base == "list" else self.value(value)

    @staticmethod
    def fixed(value: ir.Value) -> ir.Value:
        """Return IR for an immutable copy of a list."""
        return ir.Op("tuple", (value,), value.ty)

    # ------------------------------------------------------------ somebody and nobody

    def sure(self, value: typed_tree.Value) -> bool:
        """Return True if a value is never `nobody` or `none`."""
        if isinstance(value, typed_tree.LocalExpr) and value.var in self.doubts:
            return False
        return self.nullability.sure(value)

    def guarded(
        self, values: Sequence[typed_tree.Value], empty: ir.Value, make: Callable[[list[ir.Value]], ir.Value]
    ) -> ir.Value:
        """Return IR that `make` builds from `values`, or `empty` if one of these is `nobody` or `none`."""
        known: list[ir.Value] = []
        asked: list[ir.Value] = []
        named: list[tuple[ir.Var, ir.Value]] = []
        for value in values:
            found = self.value(value)
            if not self.sure(value):
                if not _is_cheap(found):
                    var = self.fresh("held", found.ty)
                    named.append((var, found))
                    found = ir.Get(var)
                asked.append(ir.Op("ge", (found, ir.Const(0, ir.NUM)), ir.YES))
            known.append(found)
        whole = make(known)
        if asked:
            whole = ir.Choice(join_conditions(asked), whole, empty)
        for var, found in reversed(named):
            whole = ir.Bind(var, found, whole)
        return whole

    def role(self, param: typed_tree.TypedVar, arg: typed_tree.Value) -> ir.Value:
        """Return IR for an argument in the form of its parameter: as a list if the parameter is a list."""
        return self.items(arg) if param.type.base == "list" else self.value(arg)

    # ------------------------------------------------------------ names

    def var(self, var: typed_tree.TypedVar) -> ir.Var:
        """Return the IR variable of a typed variable."""
        found = self._vars.get(var)
        if found is None:
            of = (var.type.item.of if var.type.item else var.type.of) or ""
            ty = convert_type(var.type, var.mask)
            found = ir.Var(
                var.word, ty, self._find_next() if var.own else var.uid, var.own, var.base, of, self._order(var)
            )
            self._vars[var] = found
            self._checked[found] = var
        return found

    def checked_name(self, var: ir.Var) -> typed_tree.TypedVar | None:
        """Return the typed variable from which an IR variable was made. None for variables of the compiler."""
        return self._checked.get(var)

    def may_tell(self, var: ir.Var, player: typed_tree.Value | None) -> bool:
        """Return True if a player can certainly compute an author's variable, so that it may be shown."""
        name = self._checked.get(var)
        return name is not None and self.sight.knows(typed_tree.LocalExpr(name), player)

    def is_clear(self, var: ir.Var, player: typed_tree.Value | None) -> bool:
        """Return True if a player can certainly compute a variable of a frame.

        Pieces and zones in an author's variable count as computable, because it is enough that the player knows which
        variable is meant. So do variables of the compiler that depend on no value of the rule text.
        """
        over = self.rounds.get(var)
        value = typed_tree.LocalExpr(self._checked[var]) if var in self._checked else None if over is None else over[0]
        if value is None:
            return True
        return (var.kind in ("piece", "zone") and not var.own) or self.sight.knows(value, player)

    def _order(self, var: typed_tree.TypedVar) -> int:
        """Return the sort key of a variable in a frame: author's variables, then the compiler's, then current picks."""
        if var.own:
            return ir.OWN
        return var.uid * 8 + (2 * ir.OWN if var in self._picked else 0)

    def fresh(self, word: str, ty: ir.IrType, kind: str = "", of: str = "", order: int = ir.OWN) -> ir.Var:
        """Return a new variable that belongs to the compiler.

        Frames describe the variable by `kind` and `of`, and are sorted by `order`.
        """
        return ir.Var(word, ty, self._find_next(), True, kind, of, order)

    def _find_next(self) -> int:
        self._uid += 1
        return self._uid

    def means(self, var: typed_tree.TypedVar, other: typed_tree.TypedVar) -> None:
        """Make one variable another name of a second one. Neither of them may be assigned afterwards."""
        self._vars[var] = self.var(other)

    def alias(self, var: typed_tree.TypedVar) -> typed_tree.TypedVar:
        """Return another name of a variable, for code in which it is certainly not `nobody` or `none`."""
        sure = typed_tree.TypedVar(var.word, var.type, var.uid, var.mask, var.own)
        self._vars[sure] = self.var(var)
        return sure

    # ------------------------------------------------------------ tables, texts, slots

    def table(self, key: tuple[str, ...], make: Callable[[], object]) -> str:
        """Return the name of the static table with this key; the first call for the key builds it with `make`."""
        if key not in self._names:
            self._names[key] = f"T{len(self._names)}"
            self.tables[self._names[key]] = make()
        return self._names[key]

    def text(self, text: str) -> ir.Const:
        """Return the number of an author's text. The number stays the same when other texts are reworded."""
        self.texts.append(text)
        return ir.Const(len(self.texts) - 1, ir.TEXT)

    def site(self, prompt: str, kind: str, orders: str = "") -> int:
        """Return the number of a new decision point that the compiler adds to those of the author."""
        self.sites.append(typed_tree.DecisionPoint(len(self.sites), Type(kind), prompt=prompt, orders=orders))
        return len(self.sites) - 1

    def decider(self, player: typed_tree.Value, site: typed_tree.DecisionPoint) -> ir.Value:
        """Return IR for the player who answers for `player`: the author's `decider` unless the answer is secret."""
        asked = self.value(player)
        return asked if self.layout.game.decider is None or site.secret else op("decider", ir.PLAYER, asked)

    def slot(self, name: str, ty: ir.IrType) -> ir.Slot:
        """Return a named slot for use by generated code. Its position is assigned later."""
        self.used_slots.add(name)
        return ir.Slot(("code", name), 0, (), ty)

    def spot(self, made: object) -> int:
        """Return the number of the source position of a statement, case or ability, or -1."""
        return self.checked.probes.spot(made)

    def counted(self, made: object) -> ir.Code:
        """Return code that counts an execution of a statement, case or ability; () if this program has no probes."""
        number = self.checked.probes.number(made, self.counting) if self.counting else None
        return () if number is None else (ir.Count(number, at=number),)


def convert_type(kind: Type, mask: bool = False) -> ir.IrType:
    """Return the IR type of a type of the language; with `mask`, of a list that is stored as a bitset."""
    if kind.base == "list":
        item = kind.item
        if mask:
            return ir.IrType("mask", item.of if item else "")
        return ir.IrType("list", item.base if item and item != FRACTION else "number")
    return ir.NUM if kind.base == "number" or kind == FRACTION else ir.IrType(kind.base, kind.of)


def join_conditions(values: Sequence[ir.Value]) -> ir.Value:
    """Return the conjunction of some conditions."""
    return values[0] if len(values) == 1 else ir.Logic("and", tuple(values))


def negate(value: ir.Value) -> ir.Value:
    """Return the negation of a condition."""
    return ir.Op("not", (value,), ir.YES)


def number(value: int) -> ir.Const:
    """Return IR for a constant number."""
    return ir.Const(value, ir.NUM)


def op(name: str, ty: ir.IrType, *args: ir.Value) -> ir.Op:
    """Return an operation with its arguments."""
    return ir.Op(name, args, ty)


def _is_cheap(value: ir.Value) -> bool:
    """Return True if evaluating a value twice costs no more than storing it."""
    return isinstance(value, ir.Get | ir.Const) or (isinstance(value, ir.Read) and not value.place.terms)


def reads_variable(node: Any, var: ir.Var) -> bool:
    """Return True if a value or statement reads a variable."""
    return any(isinstance(each, ir.Get) and each.var is var for each in ir.walk_nodes(node))


def fail_if(low: Lowering, condition: ir.Value, limit: str) -> ir.Code:
    """Return code that ends the game with an error where a number or list is beyond a limit; `limit` tells which."""
    return (ir.If(((condition, (ir.Fail(int(low.text(limit).value)),)),)),)
