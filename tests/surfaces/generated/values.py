"""Values of generated texts, by type: literals, names, members of things, operators, lists, and all built-in values."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.surfaces.generated.worlds import BOARD, World, some_title

from cardwright.builtins import BuiltinParameter, Primitive, all_primitives
from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO, Type, join_types, list_of, piece

# So deep do values nest.
DEPTH = 3
ROUNDED, MOST = ("up", "down"), ("highest", "lowest")
SMALL = ("0", "1", "2", "3")
# The two types of a role that takes either.
EITHER = join_types(("player", "card"))


class NoValueError(Exception):
    """There is no value of a type at a place of the text."""


@dataclass(frozen=True)
class Action:
    """A verb, step or rule of the game that texts can call: its roles, and what it gives."""

    word: str
    roles: tuple[tuple[str, Type], ...]
    gives: Type | None = None
    step: bool = False


@dataclass
class Scope:
    """The names at a place of a text; `player` is whoever acts there, as a text says it ("" where nobody does)."""

    names: Mapping[str, Type] = field(default_factory=dict)
    player: str = "you"
    rules: tuple[Action, ...] = ()
    verbs: tuple[Action, ...] = ()

    def with_(self, **names: Type) -> Scope:
        """The scope with more names."""
        return Scope({**self.names, **names}, self.player, self.rules, self.verbs)


class Values:
    """Makes values for a world by chance."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world = world
        self.chance = chance
        self._names = 0

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""
        self._names += 1
        return f"{stem}_{self._names}"

    def of(self, type_: Type, scope: Scope, depth: int = DEPTH) -> str:
        """A value of a type. Raises NoValueError."""
        if type_.base == "list" and type_.item is not None:
            if type_.item.base == "piece":
                return self.pieces(type_.item.of, scope, depth)
            return self.listed(type_.item, scope, depth)
        makers = {"number": self.number, "yes_no": self.condition, "player": self.player}
        if type_.base in makers:
            return makers[type_.base](scope, depth)
        if type_.base == "piece":
            return self.one_piece(type_.of, scope)
        if type_.base == "enum":
            return self.word(type_, scope, depth)
        if type_.base == "name":
            return self.name(type_, scope)
        if type_.base == "text":
            return f'"{some_title(self.chance)}"'
        if type_ == EITHER:
            return self.of(self.chance.choice((PLAYER, piece("card"))), scope, depth)
        raise NoValueError(str(type_))

    # ------------------------------------------------------------ names and members

    def known(self, type_: Type, scope: Scope) -> list[str]:
        """Names, memory, attributes and rules that are of a type."""
        found = [name for name, of in scope.names.items() if of == type_]
        owners = [*self.players(scope), *(n for n, of in scope.names.items() if of.base == "piece")]
        for counter in self.world.memory:
            if counter.type != type_ or counter.word == "active":
                continue
            index = f"[{self.chance.choice(self.world.enums[dict(counter.fields)['per']])}]" if counter.per else ""
            if counter.owner == "table":
                found.append(f"{counter.word}{index}")
            for owner in owners:
                of = scope.names.get(owner, PLAYER)
                if counter.owner == (of.of if of.base == "piece" else "player"):
                    found.append(f"{owner}.{counter.word}{index}")
        for name, of in scope.names.items():
            if of.base == "piece":
                found += [f"{name}.{word}" for word, type__ in self.world.kinds[of.of].items() if type__ == type_]
        return found

    def players(self, scope: Scope) -> list[str]:
        """What texts call single players here."""
        found = [name for name, of in scope.names.items() if of == PLAYER]
        return [*([scope.player] if scope.player else []), *found, "active"]

    def called(self, type_: Type, scope: Scope, depth: int) -> list[str]:
        """Calls of rules and of built-in values that give a type, by chance one of each sort."""
        found = []
        rules = [rule for rule in scope.rules if rule.gives == type_]
        if rules:
            rule = self.chance.choice(rules)
            found.append(self.call(rule.word, [of for _, of in rule.roles], scope, depth - 1))
        given = [p for p in all_primitives().values() if not p.is_procedure and _gives(p) == type_]
        if given:
            found.append(self.primitive(self.chance.choice(given), scope, depth - 1))
        return found

    def call(self, word: str, roles: list[Type], scope: Scope, depth: int) -> str:
        """A call with a value for each role."""
        return f"{word}({', '.join(self.of(of, scope, depth) for of in roles)})" if roles else word

    def primitive(self, word: Primitive, scope: Scope, depth: int) -> str:
        """A call of a built-in word, value or deed. Raises NoValueError where a role has no value here."""
        kind = self.chance.choice(sorted(self.world.kinds))
        if any(role.type == "name" for role in word.roles):
            kind = "ship"
        if any(role.type == "piece" for role in word.roles):
            kind = self.chance.choice([of.of for of in scope.names.values() if of.base == "piece"])
        given = []
        for role in word.roles:
            if role.default is not None and self.chance.random() < 0.5:
                continue
            value = self.argument(role, kind, scope, depth)
            given.append(f"{role.word}: {value}" if self.chance.random() < 0.15 and not role.many else value)
        if any(":" in one for one in given[:-1]):
            given = [
                one.partition(": ")[2] if ": " in one and one.split(":")[0].isidentifier() else one for one in given
            ]
        if word.roles and word.roles[-1].many:
            given.append(self.argument(word.roles[-1], kind, scope, depth))
        return f"{word.word}({', '.join(given)})" if given else word.word

    def argument(self, role: BuiltinParameter, kind: str, scope: Scope, depth: int) -> str:
        """A value for a role of a built-in word."""
        match role.type:
            case "pieces" | "list" | "items":
                return self.pieces(kind, scope, depth)
            case "list of yes_no":
                return f"{self.condition(scope.with_(each_p=PLAYER), 1)} for each each_p in players"
            case "list of number" | "numbers" if role.many:
                return self.number(scope, depth)
            case "list of number":
                return f"{self.number(scope.with_(each_p=PLAYER), 1)} for each each_p in players"
            case "zone":
                return self.zone(kind, scope)
            case "pile":
                return self.zone(kind, scope, ordered=True)
            case "piece":
                return self.one_piece(kind, scope)
            case "player":
                return self.player(scope, depth)
            case "players":
                return self.chance.choice(("players", "opponents", *self.players(scope)))
            case "name":
                return "token"
            case "number":
                return self.number(scope, 0)
        raise NoValueError(role.type)

    # ------------------------------------------------------------ by type

    def number(self, scope: Scope, depth: int) -> str:
        """A number."""
        chance = self.chance
        ways = [lambda: chance.choice(SMALL), lambda: self._known(NUMBER, scope)]
        if depth > 0:
            ways += [
                lambda: f"{self.number(scope, depth - 1)} {chance.choice('+-*')} {self.number(scope, 0)}",
                lambda: f"({self.number(scope, depth - 1)} / {chance.choice('234')} rounded {chance.choice(ROUNDED)})",
                lambda: f"count({self.pieces(self._kind(), scope, depth - 1)})",
                lambda: f"sum({self._per_piece(scope)})",
                lambda: chance.choice(self.called(NUMBER, scope, depth)),
                lambda: f"-{self.number(scope, 0)}",
                lambda: self._looked_up(scope, depth - 1),
                lambda: f"count({chance.choice(self._cards(scope))}.{self.world.parts or chance.choice([])})",
            ]
        return self._one(ways)

    def condition(self, scope: Scope, depth: int) -> str:
        """A yes or no."""
        chance = self.chance
        ways = [lambda: self._known(YES_NO, scope), lambda: chance.choice(("yes", "no"))]
        compare = ("is", "is not", "<", ">", "<=", ">=")
        ways += [lambda: f"{self.number(scope, 0)} {chance.choice(compare)} {self.number(scope, 0)}"] * 3
        if depth > 0:
            ways += [
                lambda: f"{self.number(scope, depth - 1)} {chance.choice(compare)} {self.number(scope, 0)}",
                lambda: f"{self.player(scope, 0)} {chance.choice(('is', 'is not'))} {self.player(scope, 0)}",
                lambda: f"any({self.pieces(self._kind(), scope, depth - 1)})",
                lambda: f"not {self.condition(scope, 0)}",
                lambda: f"{self.condition(scope, 0)} {chance.choice(('and', 'or'))} {self.condition(scope, 0)}",
                lambda: chance.choice(self.called(YES_NO, scope, depth)),
                lambda: self._membership(scope),
                lambda: self._word_is(scope),
                lambda: f"steps({self.player(scope, 0)}, to: {self.player(scope, 0)}, by: next(it)) is 1",
            ]
        return self._one(ways)

    def player(self, scope: Scope, depth: int) -> str:
        """A player."""
        ways = [lambda: self.chance.choice(self.players(scope))] * 3
        if depth > 0:
            ways += [lambda: self.chance.choice(self.called(PLAYER, scope, depth))]
        return self._one(ways)

    def word(self, type_: Type, scope: Scope, depth: int) -> str:
        """A word of a type of the game."""
        ways = [lambda: self.chance.choice(self.world.enums[type_.of]), lambda: self._known(type_, scope)]
        return self._one(ways)

    def name(self, type_: Type, scope: Scope) -> str:
        """A name of a piece."""
        ways = [
            lambda: self._known(type_, scope),
            lambda: f"{self.one_piece(type_.of, scope)}.name",
            lambda: f"the(first({self.names_of(scope)}))",
        ]
        return self._one(ways)

    def names_of(self, scope: Scope) -> str:
        """A list of names of cards: chosen, computed or from a deck."""
        words = sorted(self.world.enums)[0]
        per = [lambda: f"kit_of({self.word(Type('enum', words), scope, 0)})", lambda: f"own({self.player(scope, 0)})"]
        plain = ("names of cards", "names of cards where worth > 2", "kit", "distinct(cards.name)")
        return self._one([*per, *[lambda: self.chance.choice(plain)] * 3])

    def pieces(self, kind: str, scope: Scope, depth: int) -> str:
        """A list of pieces of a kind."""
        chance = self.chance
        ways = [lambda: self.zone(kind, scope)] * 3 + [lambda: self._known(list_of(piece(kind)), scope)]
        if depth > 0:
            ways += [
                lambda: f"({self.zone(kind, scope)} where {self._about(kind, scope)})",
                lambda: f"({self.zone(kind, scope)} with the {chance.choice(MOST)} {self._worth(kind)})",
                lambda: f"{self.zone(kind, scope)} + {self.zone(kind, scope)}",
                lambda: (
                    f"{chance.choice(('first', 'last'))}({self.pieces(kind, scope, depth - 1)}, {chance.choice('123')})"
                ),
                lambda: f"top({self.zone(kind, scope, ordered=True)}, {self.number(scope, 0)})",
                lambda: f"distinct({self.pieces(kind, scope, depth - 1)})",
                lambda: f"players.{self._players_zone(kind)}",
            ]
        if kind == BOARD and depth > 0:
            ways += [lambda: f"connected({self.one_piece(kind, scope)}, by: it.beside)"]
        return self._one(ways)

    def listed(self, item: Type, scope: Scope, depth: int) -> str:
        """A list of players, numbers or words."""
        chance = self.chance
        ways = [lambda: self._known(list_of(item), scope), lambda: f"[{self.of(item, scope, 0)}]"]
        if item == PLAYER:
            ways += [lambda: f"connected({self.player(scope, 0)}, by: next(it))"]
            ways += [lambda: "players", lambda: "opponents", lambda: f"clockwise({self.player(scope, 0)})"]
            ways += [lambda: f"(players where {self.condition(scope.with_(it=PLAYER), 0)})"]
        if item == NUMBER:
            ways += [lambda: f"numbers({chance.choice('01')}, {chance.choice('234')})"]
        if item.base == "enum":
            ways += [lambda: f"{item.of}s"]
        if item.base == "name":
            ways += [lambda: f"({self.names_of(scope)})"]
        return self._one(ways)

    def zone(self, kind: str, scope: Scope, ordered: bool = False) -> str:
        """A zone where pieces of a kind lie."""
        zones = self.world.zones_of(kind, ordered)
        upon = [
            f"{name}.{z.word}"
            for name, of in scope.names.items()
            if of.base == "piece"
            for z in self.world.zones_on(kind, of.of, ordered)
        ]
        if upon and self.chance.random() < 0.4:
            return self.chance.choice(upon)
        if not zones:
            raise NoValueError(kind)
        found = self.chance.choice(zones)
        return found.word if found.owner == "table" else f"{self.chance.choice(self.players(scope))}.{found.word}"

    def one_piece(self, kind: str, scope: Scope) -> str:
        """A single piece that is certainly there. Raises NoValueError."""
        found = [name for name, of in scope.names.items() if of == piece(kind)]
        if not found:
            raise NoValueError(kind)
        return self.chance.choice(found)

    # ------------------------------------------------------------ parts of these

    def _one(self, ways: Sequence[Callable[[], str]]) -> str:
        for _ in range(6):
            try:
                return self.chance.choice(ways)()
            except (NoValueError, IndexError):
                continue
        raise NoValueError("no way")

    def _known(self, type_: Type, scope: Scope) -> str:
        return self.chance.choice(self.known(type_, scope))

    def _kind(self) -> str:
        return self.chance.choice(sorted(self.world.kinds))

    def _players_zone(self, kind: str) -> str:
        return self.chance.choice([z.word for z in self.world.zones_of(kind) if z.owner == "player"])

    def _worth(self, kind: str) -> str:
        return self.chance.choice([word for word, of in self.world.kinds[kind].items() if of == NUMBER])

    def _about(self, kind: str, scope: Scope) -> str:
        """A condition on pieces of a kind that a list is narrowed by."""
        word, of = self.chance.choice(sorted(self.world.kinds[kind].items(), key=str))
        if of == NUMBER:
            return f"{word} {self.chance.choice(('is', '<', '>', '>=', '<=', 'is not'))} {self.number(scope, 0)}"
        return word if of == YES_NO else f"{word} is {self.word(of, scope, 0)}"

    def _looked_up(self, scope: Scope, depth: int) -> str:
        """A number from a table of the game."""
        word, roles = self.chance.choice(sorted(self.world.tables.items(), key=str))
        return self.call(word, [of for _, of in roles], scope, depth)

    def _cards(self, scope: Scope) -> list[str]:
        return [name for name, of in scope.names.items() if of == piece("card")]

    def _per_piece(self, scope: Scope) -> str:
        kind, name = self._kind(), self.fresh("each")
        inner = scope.with_(**{name: piece(kind)})
        return f"{self.number(inner, 0)} for each {name} in {self.pieces(kind, scope, 0)}"

    def _membership(self, scope: Scope) -> str:
        kind = self._kind()
        return f"{self.one_piece(kind, scope)} {self.chance.choice(('in', 'not in'))} {self.zone(kind, scope)}"

    def _word_is(self, scope: Scope) -> str:
        type_ = Type("enum", self.chance.choice(sorted(self.world.enums)))
        return f"{self._known(type_, scope)} {self.chance.choice(('is', 'is not'))} {self.word(type_, scope, 0)}"


def _gives(word: Primitive) -> Type | None:
    """The type of a built-in value whatever it is given; None where it goes by that."""
    try:
        return word.result([])
    except IndexError:
        return None
