"""What lowering knows while it goes from the checked program to code: forms of values, names, tables and places."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from cardwright.checker import typed_tree
from cardwright.checker.call_graph import kinds_acted_on, rules_asking_themselves
from cardwright.compiler.analysis.evaluation_cost import Spending
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.nullability import Presence
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.state_layout import StateLayout
from cardwright.declarations.types import Type, list_of
from cardwright.english.english import English

NONE = ir.Const(-1, ir.NUM)
STAGES = ("forbid", "instead", "before", "after")

_VALUES: dict[type, Callable[[Lowering, Any], ir.Value]] = {}
_SETS: dict[type, Callable[[Lowering, Any], ir.Value | None]] = {}


@dataclass(slots=True)
class Hooks:
    """The abilities that watch one procedure, by what they do."""

    forbid: list[typed_tree.TypedAbility] = field(default_factory=list)
    instead: list[typed_tree.TypedAbility] = field(default_factory=list)
    before: list[typed_tree.TypedAbility] = field(default_factory=list)
    after: list[typed_tree.TypedAbility] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.forbid or self.instead or self.before or self.after)


class Titles(Protocol):
    """Where titles of texts are numbered."""

    def number(self, title: str) -> int:
        """The number of a title."""


def lowers(*kinds: type) -> Callable[[Callable[[Lowering, Any], ir.Value]], Callable[[Lowering, Any], ir.Value]]:
    """Enter a function as the lowering of some kinds of checked value."""

    def enter(function: Callable[[Lowering, Any], ir.Value]) -> Callable[[Lowering, Any], ir.Value]:
        for kind in kinds:
            _VALUES[kind] = function
        return function

    return enter


def sets(*kinds: type) -> Callable[[Callable[[Lowering, Any], ir.Value | None]], None]:
    """Enter a function as what makes a mask of some kinds of checked list, where nobody asks for its order."""

    def enter(function: Callable[[Lowering, Any], ir.Value | None]) -> None:
        for kind in kinds:
            _SETS[kind] = function

    return enter


class Lowering:
    """One lowering of a checked game for a number of players: `tracked` code tells a tracker what happens.

    A list of pieces is either a mask (a bit a piece), where nothing is lost by it, or a list. Nothing is lost where
    each is in it once, in the order of the files, or where nobody can tell in which order they come.
    """

    def __init__(
        self,
        layout: StateLayout,
        checked: typed_tree.CheckedGame,
        presence: Presence,
        tracked: bool,
        counting: Collection[str],
        hooks: dict[str, Hooks],
        modifiers: dict[str, list[typed_tree.TypedAbility]],
    ) -> None:
        self.layout = layout
        self.players = layout.players
        self.checked = checked
        self.presence = presence
        self.tracked = tracked
        self.counting = counting
        self.hooks = hooks
        self.modifiers = modifiers
        self.power_zones = {zone for ability in checked.abilities for zone in ability.zones}
        self.forbidden = {word for word, found in hooks.items() if found.forbid}
        self.tables: dict[str, object] = {}
        # what chance is asked for in the game, such as `roll die`
        self.acts: set[str] = set()
        self.texts: list[str] = []
        english = English.of(checked)
        self.titles = [english.title(ability) for ability in checked.abilities]
        self.sites: list[typed_tree.DecisionPoint] = list(checked.sites)
        # whether anything asks where a piece lies
        self.located = tracked
        self.asking_themselves = rules_asking_themselves(checked)
        # the kinds of the pieces that are turned up or down somewhere
        self.turned = kinds_acted_on(checked, ("turn_up", "turn_down"))
        # the zones in which picked pieces certainly lie, for the deed that is done first with them
        self.origins: dict[typed_tree.TypedVar, typed_tree.ZoneExpr] = {}
        # names of the compiler's own that may hold nobody
        self.doubts: set[typed_tree.TypedVar] = set()
        self._names: dict[tuple[str, ...], str] = {}
        # names of loops: what a loop goes over or how often, and of its item the name of its place
        self.rounds: dict[ir.Var, tuple[typed_tree.Value, ir.Var | None]] = {}
        self._vars: dict[typed_tree.TypedVar, ir.Var] = {}
        self._checked: dict[ir.Var, typed_tree.TypedVar] = {}
        self.sight = InformationFlow(checked)
        self.spending = Spending(layout, checked, self.asking_themselves)
        self._within: dict[int, Sequence[object]] = {}
        # by the numbers of rules: how large they become where they are written out
        self.written_sizes: dict[int, int] = {}
        self._uid = 0
        picks = (node for node in typed_tree.every(typed_tree.bodies(checked)) if isinstance(node, typed_tree.PickStmt))
        # whether what pieces offer is used by others than those who control them
        self.uses = any(
            isinstance(node, typed_tree.OpenWindowStmt) and node.piece is not None
            for node in typed_tree.every(typed_tree.bodies(checked))
        )
        self._picked = {pick.var for pick in picks if pick.amount != "one"}

    def within(self, rule: typed_tree.TypedRule) -> Sequence[object]:
        """All that the cases of a rule are made of."""
        found = self._within.get(rule.number)
        if found is None:
            found = self._within[rule.number] = typed_tree.every(rule.cases)
        return found

    # ------------------------------------------------------------ forms of values

    def value(self, value: typed_tree.Value) -> ir.Value:
        """A value in its natural form."""
        return _VALUES[type(value)](self, value)

    def items(self, value: typed_tree.Value) -> ir.Value:
        """A value as a list of items: one alone as a list of one, a mask as the pieces in it."""
        if value.type.base != "list":
            return self.value(typed_tree.ListExpr((value,), list_of(value.type)))
        found = self.value(value)
        return ir.Op("ids", (found,), ir.PIECES) if found.ty.base == "mask" else found

    def as_set(self, value: typed_tree.Value) -> ir.Value | None:
        """A list of pieces that has each once as a mask, for those who do not ask in which order; None for others."""
        make = _SETS.get(type(value))
        return None if make is None or value.type.base != "list" else make(self, value)

    def mask(self, value: typed_tree.Value) -> ir.Value:
        """Pieces as a mask."""
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
        """A value in the form in which it is kept: lists never change then."""
        if mask:
            return self.mask(value)
        return self.fixed(self.items(value)) if value.type.base == "list" else self.value(value)

    @staticmethod
    def fixed(value: ir.Value) -> ir.Value:
        """A list as one that nothing can change."""
        return ir.Op("tuple", (value,), value.ty)

    # ------------------------------------------------------------ somebody and nobody

    def sure(self, value: typed_tree.Value) -> bool:
        """Whether a value certainly is somebody or something."""
        if isinstance(value, typed_tree.LocalExpr) and value.var in self.doubts:
            return False
        return self.presence.sure(value)

    def guarded(
        self, values: Sequence[typed_tree.Value], empty: ir.Value, make: Callable[[list[ir.Value]], ir.Value]
    ) -> ir.Value:
        """A value made of others, or `empty` where one of them is nobody or nothing; asked only where that may be."""
        known: list[ir.Value] = []
        asked: list[ir.Value] = []
        named: list[tuple[ir.Var, ir.Value]] = []
        for value in values:
            found = self.value(value)
            if not self.sure(value):
                if not _cheap(found):
                    var = self.fresh("held", found.ty)
                    named.append((var, found))
                    found = ir.Get(var)
                asked.append(ir.Op("ge", (found, ir.Const(0, ir.NUM)), ir.YES))
            known.append(found)
        whole = make(known)
        if asked:
            whole = ir.Choice(both(asked), whole, empty)
        for var, found in reversed(named):
            whole = ir.Bind(var, found, whole)
        return whole

    def role(self, param: typed_tree.TypedVar, arg: typed_tree.Value) -> ir.Value:
        """A value handed over as a role."""
        return self.items(arg) if param.type.base == "list" else self.value(arg)

    # ------------------------------------------------------------ names

    def var(self, var: typed_tree.TypedVar) -> ir.Var:
        """The name in code for a checked one."""
        found = self._vars.get(var)
        if found is None:
            of = (var.type.item.of if var.type.item else var.type.of) or ""
            ty = ty_of(var.type, var.mask)
            found = ir.Var(var.word, ty, self._next() if var.own else var.uid, var.own, var.base, of, self._order(var))
            self._vars[var] = found
            self._checked[found] = var
        return found

    def checked_name(self, var: ir.Var) -> typed_tree.TypedVar | None:
        """The checked name that one in code is for."""
        return self._checked.get(var)

    def may_tell(self, var: ir.Var, player: typed_tree.Value | None) -> bool:
        """Whether a player can certainly work out the value of a name, so that they may be told it."""
        name = self._checked.get(var)
        return name is not None and self.sight.knows(typed_tree.LocalExpr(name), player)

    def is_clear(self, var: ir.Var, player: typed_tree.Value | None) -> bool:
        """Whether a player certainly can work out what a name in a frame holds, but for which pieces it speaks of.

        What our own names hold that are made of nothing is where a text stands, or is known to who is asked there.
        """
        over = self.rounds.get(var)
        value = typed_tree.LocalExpr(self._checked[var]) if var in self._checked else None if over is None else over[0]
        if value is None:
            return True
        return (var.kind in ("piece", "zone") and not var.own) or self.sight.knows(value, player)

    def _order(self, var: typed_tree.TypedVar) -> int:
        """Where a name stands in a frame: authors' names as in the text, then our own, last what is being picked."""
        if var.own:
            return ir.OWN
        return var.uid * 8 + (2 * ir.OWN if var in self._picked else 0)

    def fresh(self, word: str, ty: ir.IrType, kind: str = "", of: str = "", order: int = ir.OWN) -> ir.Var:
        """A name of the compiler's own; `kind` and `of` are what frames say of it, in which it stands by `order`."""
        return ir.Var(word, ty, self._next(), True, kind, of, order)

    def _next(self) -> int:
        self._uid += 1
        return self._uid

    def means(self, var: typed_tree.TypedVar, other: typed_tree.TypedVar) -> None:
        """A name is another one for what that holds: neither is ever given anything else."""
        self._vars[var] = self.var(other)

    def alias(self, var: typed_tree.TypedVar) -> typed_tree.TypedVar:
        """The same name where it certainly is somebody or something."""
        sure = typed_tree.TypedVar(var.word, var.type, var.uid, var.mask, var.own)
        self._vars[sure] = self.var(var)
        return sure

    # ------------------------------------------------------------ tables, texts, slots

    def table(self, key: tuple[str, ...], make: Callable[[], object]) -> str:
        """The name of a static table, which is made when it is asked for first."""
        if key not in self._names:
            self._names[key] = f"T{len(self._names)}"
            self.tables[self._names[key]] = make()
        return self._names[key]

    def text(self, text: str) -> ir.Const:
        """A text of an author: in code it is a number, which does not depend on what other texts say."""
        self.texts.append(text)
        return ir.Const(len(self.texts) - 1, ir.TEXT)

    def site(self, prompt: str, kind: str) -> int:
        """A place where the compiler itself has somebody asked."""
        self.sites.append(typed_tree.DecisionPoint(len(self.sites), Type(kind), prompt=prompt))
        return len(self.sites) - 1

    def slot(self, name: str, ty: ir.IrType) -> ir.Slot:
        """A slot for something that code keeps; where it lies is decided when all are known."""
        return ir.Slot(("code", name), 0, (), ty)

    def spot(self, made: object) -> int:
        """Where a checked statement, case or ability stands, as the number of its place; -1 for none."""
        return self.checked.probes.spot(made)

    def counted(self, made: object) -> ir.Code:
        """The counting of a run of a place, in a program that counts."""
        number = self.checked.probes.number(made, self.counting) if self.counting else None
        return () if number is None else (ir.Count(number, number),)


def ty_of(kind: Type, mask: bool = False) -> ir.IrType:
    """The type in code of a checked type."""
    if kind.base == "list":
        item = kind.item
        if mask:
            return ir.IrType("mask", item.of if item else "")
        return ir.IrType("list", item.base if item else "number")
    return ir.NUM if kind.base == "number" else ir.IrType(kind.base, kind.of)


def both(values: Sequence[ir.Value]) -> ir.Value:
    """All of some conditions; one alone stays itself."""
    return values[0] if len(values) == 1 else ir.Logic("and", tuple(values))


def negated(value: ir.Value) -> ir.Value:
    """The opposite of a condition."""
    return ir.Op("not", (value,), ir.YES)


def number(value: int) -> ir.Const:
    """A number that is known now."""
    return ir.Const(value, ir.NUM)


def op(name: str, ty: ir.IrType, *args: ir.Value) -> ir.Op:
    """An operation with its arguments."""
    return ir.Op(name, args, ty)


def _cheap(value: ir.Value) -> bool:
    """Whether working a value out twice costs no more than giving it a name."""
    return isinstance(value, ir.Get | ir.Const) or (isinstance(value, ir.Read) and not value.place.terms)


def mentions(node: Any, var: ir.Var) -> bool:
    """Whether a value or statement uses a name."""
    return any(isinstance(each, ir.Get) and each.var is var for each in ir.every(node))
