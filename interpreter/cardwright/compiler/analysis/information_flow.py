"""What a player can certainly see, and what they can certainly work out from it, as far as texts and declarations tell.

Of pieces picked by somebody who may not see them the options must tell nothing; a value that is told to somebody, in a
title or beside a question, must be one they can work out. Where that is not certain, code says less at run time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.hidden_values import hangs_on_hidden, path_to_hidden
from cardwright.compiler.analysis.private_chance import Rolls
from cardwright.compiler.analysis.reaching_definitions import Around, Gift, Gifts, Path
from cardwright.declarations.types import Type
from cardwright.phrases.templates import parts_of, roles_in

# Rules within rules are followed so far.
MAX_DEPTH = 10
PIECES = ("piece", "zone")
NOWHERE = typed_tree.TypedVar("nowhere", Type("piece"), 0)


def of_pieces(kind: Type) -> bool:
    """Whether a value is a piece or a zone, or a list of them."""
    return (kind.item or kind).base in PIECES


class InformationFlow:
    """Tells for a checked game what is in sight wherever it lies: `open` are the kinds that lie openly everywhere.

    `sees_carriers`: all that carry zones do. `changes` are the powers that change each rule; `aloud` are the names
    whose values are said when something begins, `open_words` those of zones that everybody sees.
    """

    def __init__(self, checked: typed_tree.CheckedGame) -> None:
        self.checked = checked
        hidden = {zone.holds for zone in checked.game.zones if zone.see != "everyone"}
        self.open = {kind.word for kind in checked.game.kinds.values()} - hidden
        for kind in checked.game.kinds.values():
            if kind.parts is not None and kind.word in hidden:
                self.open.discard(kind.parts.kind)
        self.open_words = self.words_of("everyone")
        carrying = {zone.owner for zone in checked.game.zones} - {"table", "player"}
        self.sees_carriers = carrying <= self.open
        self.changes: dict[str, list[typed_tree.TypedAbility]] = {}
        for ability in checked.abilities:
            if ability.rule is not None:
                self.changes.setdefault(ability.rule.word, []).append(ability)
        self.unseen = ""
        self.aloud: set[typed_tree.TypedVar] = set()
        self.gifts = Gifts.all(checked)
        self._all_of = self.gifts.made_of()
        self.rolls = Rolls.all(checked, self.gifts, self.open)
        self._dark = frozenset(self.rolls.aside.values())
        self._shown: set[typed_tree.TypedVar] = set()
        self._unsaid: set[typed_tree.TypedVar] = set(self._dark)
        self._found: dict[tuple[str, typed_tree.TypedVar, typed_tree.Value | None], bool] = {}
        self._hanging: dict[typed_tree.LocalExpr, bool] = {}
        self._come_by: dict[typed_tree.TypedProcedure, bool] = {}
        self._steady: dict[tuple[typed_tree.Value, typed_tree.TypedVar], bool] = {}
        self._note_names()

    def sees_all(self, value: typed_tree.Value, player: typed_tree.Value | None) -> bool:
        """Whether a player (None: anybody) certainly sees every piece of a list, or the one piece, that a value is.

        Of a value that is a zone, or a list of zones: whether they see everything in it.
        """
        return _Eyes(self, player).sees_all(value)

    def knows(self, value: object, player: typed_tree.Value | None) -> bool:
        """Whether a player (None: anybody) certainly can work a value out, or what it is made of.

        If not, `unseen` says in an author's words what it was they could not see.
        """
        self.unseen = ""
        return _Eyes(self, player).knows(value)

    def knows_of_seen(self, rule: typed_tree.TypedRule) -> bool:
        """Whether whoever sees a piece certainly can work out what a rule says of it."""
        self.unseen = ""
        eyes = _Eyes(self, None, seen=frozenset(rule.params))
        return eyes.knows(typed_tree.RuleExpr(rule, tuple(map(typed_tree.LocalExpr, rule.params))))

    def words_of(self, *see: str) -> set[str]:
        """The words that only zones have which are seen like this."""
        zones = self.checked.game.zones
        return {zone.word for zone in zones} - {zone.word for zone in zones if zone.see not in see}

    def works_openly(self, ability: typed_tree.TypedAbility) -> bool:
        """Whether everybody sees what an ability stands on: no power of a piece works while that lies face down."""
        return ability.power < 0 or ability.zones <= self.words_of("everyone", "face")

    def is_no_piece(self, value: typed_tree.Value) -> bool:
        """Whether a value tells of no piece that may lie hidden, and of no zone of such a piece."""
        item = value.type.item if value.type.base == "list" else value.type
        return item is None or item.base not in PIECES or item.of in self.open

    def sees_given(self, var: typed_tree.TypedVar, player: typed_tree.Value | None) -> bool:
        """Whether a player sees all that a name may have been given."""
        return self._all_given("sees", var, player)

    def knows_given(self, name: typed_tree.LocalExpr, player: typed_tree.Value | None) -> bool:
        """Whether a player can work out all that a name may have been given, and which of that it was."""
        if name.type.base == "zone":
            return self.follows_given(name.var, player)
        if self.is_no_piece(name):
            return name == player or name.var in self.aloud or self._all_given("knows", name.var, player)
        return self.sees_given(name.var, player) and self.follows_given(name.var, player)

    def follows(self, value: typed_tree.Value, player: typed_tree.Value | None) -> bool:
        """Whether a player knows a value; of pieces which they are, if only by where they lie."""
        return _Eyes(self, player).follows(value)

    def follows_given(self, var: typed_tree.TypedVar, player: typed_tree.Value | None) -> bool:
        """Whether a player can work out which pieces a name may have been given, if only by where those lay."""
        plain = not self.hangs_on_hidden(typed_tree.LocalExpr(var), only_which=True)
        return plain or var in self._shown or self._all_given("follows", var, player)

    def follows_name(self, name: typed_tree.TypedVar, player: typed_tree.Value | None) -> bool:
        """Whether a player knows what a name holds, where that may be made of what lies hidden; of pieces, which."""
        pieces = of_pieces(name.type)
        local = typed_tree.LocalExpr(name)
        if local not in self._hanging:
            self._hanging[local] = self.hangs_on_hidden(local, pieces)
        if not self._hanging[local]:
            return True
        return self.follows_given(name, player) if pieces else self.knows(local, player)

    def follows_rounds(self, over: typed_tree.Value, player: typed_tree.Value | None) -> bool:
        """The same of what a loop goes over, or how often it goes round."""
        return not self.hangs_on_hidden(over, of_pieces(over.type)) or self.follows(over, player)

    def hangs_on_hidden(self, value: typed_tree.Value, only_which: bool = False) -> bool:
        """Whether a value may be made of what lies hidden; of pieces `only_which`: whether that plainly says which.

        What is done with pieces is mostly seen: only conditions are looked at that themselves speak of hidden places.
        """
        if not only_which:
            return hangs_on_hidden(value, self._all_of, dark=self._dark)
        gifts = self.gifts.of.get(value.var, ()) if isinstance(value, typed_tree.LocalExpr) else [Gift(value)]
        conditions: list[typed_tree.Value] = []
        for gift in gifts:
            if isinstance(value, typed_tree.LocalExpr):
                conditions += [part for around in self.gifts.within(value.var, gift) for part in around.conditions]
            if not gift.picked:
                conditions += [node for node in typed_tree.every(gift.value) if isinstance(node, typed_tree.FilterExpr)]
        return any(hangs_on_hidden(condition, {}, dark=self._dark) for condition in conditions)

    def path_to_hidden(self, value: object) -> tuple[str, ...]:
        """Return by which names and rules a value hangs on a hidden thing, which comes last; empty if it does not."""
        return path_to_hidden(value, self._all_of, dark=self._dark) or ()

    def comes_to(self, path: Path, player: typed_tree.Value | None) -> bool:
        """Whether a player certainly can work out, or notice, that the game is in a part of a text."""
        doubtful = [around for around in path if around.alike and self._is_doubtful(around)]
        return _Eyes(self, player).enters(tuple(doubtful))

    def _is_doubtful(self, around: Around) -> bool:
        """Whether it may hang on what lies hidden that a part of a text is entered."""
        pieces = [not self.is_no_piece(items) for items in around.lists]
        return (
            around.untold is not None
            or any(map(self.hangs_on_hidden, around.conditions))
            or any(map(self.hangs_on_hidden, around.lists, pieces))
        )

    def comes_by(self, untold: typed_tree.TypedProcedure) -> bool:
        """Whether everybody can work out that a procedure is performed of which nobody is told."""
        if untold not in self._come_by:
            self._come_by[untold] = True
            calls = self.gifts.calls.get(untold, ())
            self._come_by[untold] = all(self.comes_to(path, None) for _, path in calls)
        return self._come_by[untold]

    def _all_given(self, how: str, var: typed_tree.TypedVar, player: typed_tree.Value | None) -> bool:
        key = (how, var, player)
        if key not in self._found:
            self._found[key] = True  # if nothing else it may have been given speaks against it
            given = self.gifts.of.get(var, [])
            told = var not in self._unsaid if how == "knows" else bool(given) or how == "follows"
            self._found[key] = told and all(self._sees_gift(how, var, gift, player) for gift in given)
        return self._found[key]

    def _sees_gift(self, how: str, var: typed_tree.TypedVar, gift: Gift, player: typed_tree.Value | None) -> bool:
        """Whether a player, who may be called something else where it is given, sees or knows a gift."""
        if gift.there is not None:
            player = next((there for here, there in gift.there if here == player), None)
        elif player is not None and not self._is_steady(player, var):
            player = None
        eyes = _Eyes(self, player)
        if how == "sees":
            return gift.value is None or eyes.sees_all(gift.value)
        known = gift.value is None or (eyes.knows(gift.value) if how == "knows" else eyes.follows(gift.value))
        return known and eyes.enters(self.gifts.within(var, gift))

    def _is_steady(self, player: typed_tree.Value, var: typed_tree.TypedVar) -> bool:
        """Whether a player's name means the same one whenever another name is given something, and afterwards.

        A name of a loop does for what is declared within that loop, and a memory for nothing.
        """
        if (player, var) not in self._steady:
            here, named = self.gifts.declared.get(var, ()), True
            for node in typed_tree.every(player):
                if isinstance(node, typed_tree.LocalExpr):
                    given = [gift for gift in self.gifts.of.get(node.var, ()) if gift.there is None]
                    scope = self.gifts.declared.get(node.var, ())
                    named = named and len(given) < 2 and here[: len(scope)] == scope
                elif not isinstance(node, typed_tree.LiteralExpr | typed_tree.PrimitiveExpr):
                    named = False
            self._steady[player, var] = named
        return self._steady[player, var]

    def _note_names(self) -> None:
        """Find what is said aloud, and what is drawn or chosen in silence."""
        checked = self.checked
        for procedure in checked.procedures.values():
            if procedure.you is not None:
                self.aloud.add(procedure.you)
            said = set(roles_in(parts_of(procedure.phrase))) if procedure.phrase else None
            if procedure.kind == "verb" or said is not None:
                told = {param for param in procedure.params if said is None or param.word in said}
                self._shown |= told
                self.aloud |= {param for param in told if self.is_no_piece(typed_tree.LocalExpr(param))}
        for ability in checked.abilities:
            self.aloud.add(ability.you)
            if ability.this is not None and self.works_openly(ability):
                self.aloud.add(ability.this)
            if ability.procedure is not None and ability.roles:
                self.aloud.add(ability.roles[0])
        for node in typed_tree.every(typed_tree.bodies(checked)):
            if isinstance(node, typed_tree.PickStmt) and (node.at_random or node.site.secret):
                self._unsaid.add(node.var)


@dataclass(frozen=True, slots=True)
class _Eyes:
    """Those of one player (None: of anybody), within what `sources` say of names, and inside of some rules.

    `seen` are names that stand for something that they see.
    """

    sight: InformationFlow
    player: typed_tree.Value | None
    sources: Mapping[typed_tree.TypedVar, typed_tree.Value] = field(default_factory=dict)
    rules: tuple[typed_tree.RuleExpr, ...] = ()
    seen: frozenset[typed_tree.TypedVar] = frozenset()

    def sees_all(self, value: typed_tree.Value) -> bool:
        item = value.type.item if value.type.base == "list" else value.type
        if item is not None and item.of in self.sight.open:
            return True
        if isinstance(value, typed_tree.ZoneExpr):
            if value.zone.see == "everyone" or self.player is None or value.zone.owner != "player":
                return value.zone.see == "everyone"
            own, others = value.owner == self.player, self._is_opponent(value.owner)
            return (own and value.zone.see == "owner") or (others and value.zone.see == "others")
        if isinstance(value, typed_tree.LocalExpr):
            return self._is_seen(value.var)
        if isinstance(value, typed_tree.CollectExpr):
            return self._within(value.each).sees_all(value.value)
        if (
            isinstance(value, typed_tree.RuleExpr)
            and len(self.rules) < MAX_DEPTH
            and value.rule.word not in self.sight.changes
        ):
            return all(self._inside(value).sees_all(case) for case, _ in _asked(value))
        return all(self.sees_all(part) for part in _taken_from(value))

    def _is_opponent(self, player: typed_tree.Value | None) -> bool:
        """Whether a value is certainly another player: an item of their opponents."""
        source = self.sources.get(player.var) if isinstance(player, typed_tree.LocalExpr) else None
        return isinstance(source, typed_tree.OpponentsExpr) and source.of == self.player

    def _within(self, each: Iterable[tuple[typed_tree.TypedVar, typed_tree.Value]]) -> _Eyes:
        return replace(self, sources={**self.sources, **dict(each)})

    def _inside(self, rule: typed_tree.RuleExpr) -> _Eyes:
        return replace(self, rules=(*self.rules, rule))

    def _is_seen(self, var: typed_tree.TypedVar) -> bool:
        if var in self.sources:
            return self.sees_all(self.sources[var])
        return var in self.seen or var in self.sight.aloud or self.sight.sees_given(var, self.player)

    def knows(self, value: object) -> bool:
        if isinstance(value, typed_tree.LocalExpr):
            return self._knows_name(value)
        if isinstance(value, typed_tree.MemoryExpr) and self._reads(value):
            return value.index is None or self.knows(value.index)
        if isinstance(value, typed_tree.MemoryExpr):
            own = value.memory.owner == "player" and self.player is not None and value.owner == self.player
            openly = (own or not value.memory.secret) and self.sight.is_no_piece(value)
            return (openly or self._misses(f"the memory `{value.memory.word}`")) and self._knows_parts(value)
        if isinstance(value, typed_tree.ContentExpr):
            what = (
                f"the zone `{value.zone.zone.word}`"
                if isinstance(value.zone, typed_tree.ZoneExpr)
                else "what lies in a zone"
            )
            return (self.sees_all(value) or self._misses(what)) and self._knows_parts(value)
        if (
            isinstance(value, typed_tree.PrimitiveExpr)
            and value.primitive.word in ("count", "any")
            and len(value.args) == 1
        ):
            counted = value.args[0]
            if isinstance(counted, typed_tree.ContentExpr):  # how many pieces lie in a zone everybody sees
                return self.knows(counted.zone)
            if isinstance(counted, typed_tree.FilterExpr) and self.follows(
                counted
            ):  # by the marks that are seen on them
                return True
        if (
            isinstance(value, typed_tree.CompareExpr)
            and value.operator in ("in", "not in")
            and self.sees_all(value.right)
        ):
            return self.knows(value.left) or (not self.sight.is_no_piece(value.left) and self.follows(value.left))
        if isinstance(value, typed_tree.CompareExpr) and self.seen and value.operator in ("is", "is not"):
            return all(self.knows(side) or self._is_told(side) for side in (value.left, value.right))
        if isinstance(value, typed_tree.RuleExpr):
            return self._knows_call(value)
        if isinstance(value, typed_tree.CollectExpr):
            inner = self._within(value.each)
            lists = all(self.knows(items) or self._follows_pieces(items) for _, items in value.each)
            return lists and inner.knows(value.value) and (value.where is None or inner.knows(value.where))
        if isinstance(value, typed_tree.FilterExpr):
            return self._within(((value.it, value.list),))._knows_parts(value)
        return self._knows_parts(value)

    def _is_told(self, value: typed_tree.Value) -> bool:
        """Whether of something in sight it is told whether a value is that: by an open memory, or what changes keep."""
        if isinstance(value, typed_tree.MemoryExpr):
            return not value.memory.secret and self._knows_parts(value)
        return isinstance(value, typed_tree.LocalExpr) and any(
            value.var in ability.held for ability in self.sight.checked.abilities
        )

    def _reads(self, value: typed_tree.MemoryExpr) -> bool:
        """Whether they see a mark by the place of its piece, be that hidden or not."""
        if value.owner is None or not value.memory.also_see or not self.follows(value.owner):
            return False
        return value.memory.also_see == "everyone" or self._reads_all(value.owner)

    def _reads_all(self, value: typed_tree.Value) -> bool:
        """Whether all pieces of a list, or the one piece, certainly lie where they see them or what the owner does."""
        if isinstance(value, typed_tree.ZoneExpr):
            own = self.player is not None and value.zone.owner == "player" and value.owner == self.player
            return own or value.zone.see in ("others", "everyone")
        if isinstance(value, typed_tree.LocalExpr):
            return value.var in self.sources and self._reads_all(self.sources[value.var])
        return isinstance(value, typed_tree.ContentExpr | typed_tree.FilterExpr) and all(
            map(self._reads_all, _taken_from(value))
        )

    def _follows_pieces(self, value: typed_tree.Value) -> bool:
        """Whether a value is a list of pieces of which they know which those are, if only by where they lie."""
        return not self.sight.is_no_piece(value) and self.follows(value)

    def enters(self, path: Path) -> bool:
        """Whether they know that a part of a text was entered, and as often as it was."""
        for around in path:
            if not all(map(self.knows, around.conditions)) or not all(map(self.counts, around.lists)):
                return False
            if around.untold is not None and not self.sight.comes_by(around.untold):
                return False
        return True

    def counts(self, value: typed_tree.Value) -> bool:
        """Whether they know how many a list has."""
        if not self.sight.is_no_piece(value):
            return self.follows(value)
        if isinstance(value, typed_tree.CollectExpr) and not value.flat and value.where is None:
            return all(self.counts(items) for _, items in value.each)
        return self.knows(value)

    def follows(self, value: typed_tree.Value) -> bool:
        """Whether they know which pieces a value tells of, if only by where those lie, be they hidden or not."""
        if self.sight.is_no_piece(value):
            return self.knows(value)
        if isinstance(value, typed_tree.LocalExpr):
            source = self.sources.get(value.var)
            return self.follows(source) if source is not None else self.sight.follows_given(value.var, self.player)
        if isinstance(value, typed_tree.FilterExpr):
            return self.follows(value.list) and self._within(((value.it, value.list),)).knows(value.where)
        if isinstance(value, typed_tree.RuleExpr):
            return self.knows(value)
        if isinstance(value, typed_tree.CollectExpr):
            inner = self._within(value.each)
            lists = all(self.follows(items) for _, items in value.each)
            return lists and inner.follows(value.value) and (value.where is None or inner.knows(value.where))
        return all(self.follows(part) for part in _values_in(value))

    def _misses(self, what: str) -> bool:
        self.sight.unseen = self.sight.unseen or what
        return False

    def _knows_parts(self, value: object) -> bool:
        return all(self.knows(part) for part in typed_tree.inside(value))

    def _knows_call(self, value: typed_tree.RuleExpr) -> bool:
        """Whether a rule asked of some roles can be worked out; one that asks itself tells no more by that."""
        for around in self.rules:
            whose = [
                (one == self.player, other == self.player) for one, other in zip(value.args, around.args, strict=False)
            ]
            if around.rule is value.rule and all(one == other for one, other in whose):
                return all(self.knows(arg) for arg in value.args)
        return len(self.rules) < MAX_DEPTH and self._inside(value)._knows_rule(value)

    def _knows_rule(self, value: typed_tree.RuleExpr) -> bool:
        if not all(self.knows(part) for part in _asked(value)):
            return False
        for ability in self.sight.changes.get(value.rule.word, ()):
            changed = typed_tree.substitute(
                (*([ability.where] if ability.where is not None else []), *(c.value for c in ability.changes)),
                dict(zip(ability.roles, value.args, strict=True)),
            )
            if not self.sight.works_openly(ability):
                return self._misses(f"what changes `{value.rule.word}` from the zone `{min(ability.zones)}`")
            if not all(self.sight.comes_to(path, None) for path in self.sight.gifts.begun.get(ability.number, ())):
                return self._misses(f"whether something changes `{value.rule.word}`")
            if not self.knows(changed):
                return False
        return True

    def _knows_name(self, name: typed_tree.LocalExpr) -> bool:
        """A name is known if everything is that it may have been given, or if it was said aloud."""
        var = name.var
        if name == self.player or var in self.seen or var in self.sight.aloud:
            return True
        if var in self.sources:
            source = self.sources[var]
            if name.type.base == "zone":
                return self.follows(source)
            return self.sees_all(source) if not self.sight.is_no_piece(name) else self.knows(source)
        return self.sight.knows_given(name, self.player)


def _values_in(value: typed_tree.Value) -> Iterator[typed_tree.Value]:
    """Return the values that a value is directly made of, those in lists of arguments and items, too."""
    for part in typed_tree.inside(value):
        yield from (
            each for each in (part if isinstance(part, tuple) else (part,)) if isinstance(each, typed_tree.Value)
        )


def _taken_from(value: typed_tree.Value) -> tuple[typed_tree.Value, ...]:
    """The values that the pieces of a list come from; where it cannot be said, something that nobody sees."""
    if isinstance(value, typed_tree.ContentExpr):
        return (value.zone,)
    if isinstance(value, typed_tree.FilterExpr):
        return (value.list,)
    if isinstance(value, typed_tree.BuiltinExpr) and value.word in ("parts", "whole"):
        return (value.piece,)
    if isinstance(value, typed_tree.BinaryExpr):
        return (value.left, value.right) if value.operator == "+" else (value.left,)
    return value.items if isinstance(value, typed_tree.ListExpr) else (typed_tree.LocalExpr(NOWHERE),)


def _asked(value: typed_tree.RuleExpr) -> Iterator[tuple[typed_tree.Value, typed_tree.Value | None]]:
    """The cases of a rule that is asked of some roles, with these in place of its own."""
    roles = dict(zip(value.rule.params, value.args, strict=True))
    for case, condition in value.rule.cases:
        yield typed_tree.substitute(case, roles), None if condition is None else typed_tree.substitute(condition, roles)
