"""What a player can certainly see, and what they can certainly work out from it, as far as texts and declarations tell.

Of pieces picked by somebody who may not see them the options must tell nothing; a value that is told to somebody, in a
title or beside a question, must be one they can work out. Where that is not certain, code says less at run time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from cardwright.checker import ir
from cardwright.compiler.analyses.presence import links
from cardwright.declarations.types import Type

# Rules within rules are followed so far.
DEEPEST = 10
PIECES = ("piece", "zone")
NOWHERE = ir.Var("nowhere", Type("piece"), 0)


class Sight:
    """Tells for a checked game what is in sight wherever it lies: `open` are the kinds that lie openly everywhere.

    `sees_carriers`: all that carry zones do. `changes` are the powers that change each rule; `aloud` are the names
    whose values are said when something begins, `open_words` those of zones that everybody sees.
    """

    def __init__(self, checked: ir.Checked) -> None:
        self.checked = checked
        hidden = {zone.holds for zone in checked.game.zones if zone.see != "everyone"}
        self.open = {kind.word for kind in checked.game.kinds.values()} - hidden
        for kind in checked.game.kinds.values():
            if kind.parts is not None and kind.word in hidden:
                self.open.discard(kind.parts.kind)
        self.open_words = {zone.word for zone in checked.game.zones} - {
            zone.word for zone in checked.game.zones if zone.see != "everyone"
        }
        carrying = {zone.owner for zone in checked.game.zones} - {"table", "player"}
        self.sees_carriers = carrying <= self.open
        self.changes: dict[str, list[ir.Ability]] = {}
        for ability in checked.abilities:
            if ability.rule is not None:
                self.changes.setdefault(ability.rule.word, []).append(ability)
        self.unseen = ""
        self.aloud: set[ir.Var] = set()
        self._unsaid: set[ir.Var] = set()
        self._found: dict[tuple[str, ir.Var, ir.Value | None], bool] = {}
        self._given: dict[ir.Var, list[ir.Value]] = {}
        self._note_names()

    def sees_all(self, value: ir.Value, player: ir.Value | None) -> bool:
        """Whether a player (None: anybody) certainly sees every piece of a list, or the one piece, that a value is.

        Of a value that is a zone, or a list of zones: whether they see everything in it.
        """
        return _Eyes(self, player).sees_all(value)

    def knows(self, value: object, player: ir.Value | None) -> bool:
        """Whether a player (None: anybody) certainly can work a value out, or what it is made of.

        If not, `unseen` says in an author's words what it was they could not see.
        """
        self.unseen = ""
        return _Eyes(self, player).knows(value)

    def is_no_piece(self, value: ir.Value) -> bool:
        """Whether a value tells of no piece that may lie hidden, and of no zone of such a piece."""
        item = value.type.item if value.type.base == "list" else value.type
        return item is None or item.base not in PIECES or item.of in self.open

    def sees_given(self, var: ir.Var, player: ir.Value | None) -> bool:
        """Whether a player sees all that a name may have been given."""
        return self._all_given("sees", var, player, _Eyes(self, player).sees_all)

    def knows_given(self, name: ir.Local, player: ir.Value | None) -> bool:
        """Whether a player can work out all that a name may have been given."""
        if not self.is_no_piece(name):
            return self.sees_given(name.var, player)
        return name.var not in self._unsaid and self._all_given("knows", name.var, player, _Eyes(self, player).knows)

    def _all_given(self, how: str, var: ir.Var, player: ir.Value | None, holds: Callable[[ir.Value], bool]) -> bool:
        key = (how, var, player)
        if key not in self._found:
            self._found[key] = True  # if nothing else it may have been given speaks against it
            given = self._given.get(var, [])
            self._found[key] = (bool(given) or how == "knows") and all(holds(each) for each in given)
        return self._found[key]

    def _note_names(self) -> None:
        """Find what every name may have been given, what is said aloud, and what is drawn or chosen in silence."""
        checked = self.checked
        for to, value in links(checked):
            if isinstance(to, ir.Var):
                self._given.setdefault(to, []).append(value)
        for procedure in checked.procedures.values():
            if procedure.you is not None:
                self.aloud.add(procedure.you)
            if procedure.kind == "verb" or procedure.phrase:
                self.aloud |= {param for param in procedure.params if self.is_no_piece(ir.Local(param))}
            if procedure.result is not None:
                self._unsaid.add(procedure.result)
        for ability in checked.abilities:
            self.aloud.add(ability.you)
            if ability.this is not None and (ability.power < 0 or ability.zones <= self.open_words):
                self.aloud.add(ability.this)
            if ability.procedure is not None and ability.roles:
                self.aloud.add(ability.roles[0])
        texts: list[object] = [procedure.body for procedure in checked.procedures.values()]
        texts += [ability.body for ability in checked.abilities]
        for node in ir.every(tuple(texts)):
            if isinstance(node, ir.PickS) and (node.at_random or node.site.secret):
                self._unsaid.add(node.var)
            elif isinstance(node, ir.Perform) and node.into is not None:
                self._unsaid.add(node.into)


@dataclass(frozen=True, slots=True)
class _Eyes:
    """Those of one player (None: of anybody), within what `sources` say of names, and inside of some rules."""

    sight: Sight
    player: ir.Value | None
    sources: Mapping[ir.Var, ir.Value] = field(default_factory=dict)
    rules: tuple[ir.RuleV, ...] = ()

    def sees_all(self, value: ir.Value) -> bool:
        item = value.type.item if value.type.base == "list" else value.type
        if item is not None and item.of in self.sight.open:
            return True
        if isinstance(value, ir.ZoneV):
            own = value.zone.see == "owner" and value.zone.owner == "player"
            return value.zone.see == "everyone" or (own and self.player is not None and value.owner == self.player)
        if isinstance(value, ir.Local):
            return self._is_seen(value.var)
        if isinstance(value, ir.CollectV):
            return self._within(value.each).sees_all(value.value)
        if isinstance(value, ir.RuleV) and len(self.rules) < DEEPEST and value.rule.word not in self.sight.changes:
            return all(self._inside(value).sees_all(case) for case, _ in _asked(value))
        return all(self.sees_all(part) for part in _taken_from(value))

    def _within(self, each: Iterable[tuple[ir.Var, ir.Value]]) -> _Eyes:
        return replace(self, sources={**self.sources, **dict(each)})

    def _inside(self, rule: ir.RuleV) -> _Eyes:
        return replace(self, rules=(*self.rules, rule))

    def _is_seen(self, var: ir.Var) -> bool:
        return self.sees_all(self.sources[var]) if var in self.sources else self.sight.sees_given(var, self.player)

    def knows(self, value: object) -> bool:
        if isinstance(value, ir.Local):
            return self._knows_name(value)
        if isinstance(value, ir.MemoryV):
            own = value.memory.owner == "player" and self.player is not None and value.owner == self.player
            openly = (own or not value.memory.secret) and self.sight.is_no_piece(value)
            return (openly or self._misses(f"the memory `{value.memory.word}`")) and self._knows_parts(value)
        if isinstance(value, ir.Content):
            what = f"the zone `{value.zone.zone.word}`" if isinstance(value.zone, ir.ZoneV) else "what lies in a zone"
            return (self.sees_all(value) or self._misses(what)) and self._knows_parts(value)
        if isinstance(value, ir.PrimitiveV) and value.primitive.word in ("count", "any") and len(value.args) == 1:
            counted = value.args[0]
            if isinstance(counted, ir.Content):  # how many pieces lie in a zone everybody sees
                return self.knows(counted.zone)
        if isinstance(value, ir.RuleV):
            return self._knows_call(value)
        if isinstance(value, ir.CollectV):
            return self._within(value.each)._knows_parts(value)
        if isinstance(value, ir.FilterV):
            return self._within(((value.it, value.list),))._knows_parts(value)
        return self._knows_parts(value)

    def _misses(self, what: str) -> bool:
        self.sight.unseen = self.sight.unseen or what
        return False

    def _knows_parts(self, value: object) -> bool:
        return all(self.knows(part) for part in ir.inside(value))

    def _knows_call(self, value: ir.RuleV) -> bool:
        """Whether a rule asked of some roles can be worked out; one that asks itself tells no more by that."""
        for around in self.rules:
            whose = [
                (one == self.player, other == self.player) for one, other in zip(value.args, around.args, strict=False)
            ]
            if around.rule is value.rule and all(one == other for one, other in whose):
                return all(self.knows(arg) for arg in value.args)
        return len(self.rules) < DEEPEST and self._inside(value)._knows_rule(value)

    def _knows_rule(self, value: ir.RuleV) -> bool:
        if not all(self.knows(part) for part in _asked(value)):
            return False
        for ability in self.sight.changes.get(value.rule.word, ()):
            changed = ir.substitute(
                (*([ability.where] if ability.where is not None else []), *(c.value for c in ability.changes)),
                dict(zip(ability.roles, value.args, strict=True)),
            )
            openly = ability.power < 0 or ability.zones <= self.sight.open_words
            if not openly:
                return self._misses(f"what changes `{value.rule.word}` from the zone `{min(ability.zones)}`")
            if not self.knows(changed):
                return False
        return True

    def _knows_name(self, name: ir.Local) -> bool:
        """A name is known if everything is that it may have been given, or if it was said aloud."""
        var = name.var
        if name == self.player or var in self.sight.aloud:
            return True
        if var in self.sources:
            source = self.sources[var]
            return self.sees_all(source) if not self.sight.is_no_piece(name) else self.knows(source)
        return self.sight.knows_given(name, self.player)


def _taken_from(value: ir.Value) -> tuple[ir.Value, ...]:
    """The values that the pieces of a list come from; where it cannot be said, something that nobody sees."""
    if isinstance(value, ir.Content):
        return (value.zone,)
    if isinstance(value, ir.FilterV):
        return (value.list,)
    if isinstance(value, ir.Builtin) and value.word in ("parts", "whole"):
        return (value.piece,)
    if isinstance(value, ir.BinaryV):
        return (value.left, value.right) if value.operator == "+" else (value.left,)
    return value.items if isinstance(value, ir.ListV) else (ir.Local(NOWHERE),)


def _asked(value: ir.RuleV) -> Iterator[tuple[ir.Value, ir.Value | None]]:
    """The cases of a rule that is asked of some roles, with these in place of its own."""
    roles = dict(zip(value.rule.params, value.args, strict=True))
    for case, condition in value.rule.cases:
        yield ir.substitute(case, roles), None if condition is None else ir.substitute(condition, roles)
