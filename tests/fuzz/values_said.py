"""Values of the language made up from its grammar and the names of a game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from cardwright.checker.names.rule_text_context import Symbols
from cardwright.declarations.value_types import NUMBER, PLAYER, Type, enum, list_of, piece

DEPTH = 3
COMPARED = ("<", ">", "<=", ">=", "is", "is not")


class Values:
    """Makes up values of one game. `scope` holds the local names that may be used, with their types."""

    def __init__(self, symbols: Symbols, chance: random.Random) -> None:
        self.symbols = symbols
        self.game = symbols.game
        self.chance = chance
        self.scope: list[tuple[str, Type]] = []
        self.made = 0

    # ------------------------------------------------------------ names

    def fresh(self) -> str:
        """A new local name."""
        self.made += 1
        return f"n{self.made}"

    @contextmanager
    def named(self, *names: tuple[str, Type]) -> Iterator[None]:
        """Inside, some more names may be used."""
        before = list(self.scope)
        self.scope += names
        try:
            yield
        finally:
            self.scope = before

    def pick(self, choices: Iterable[Callable[[], str] | None]) -> str:
        """What one of some ways to say something gives."""
        return self.chance.choice([each for each in choices if each is not None])()

    def kind(self) -> str:
        return self.chance.choice(list(self.game.kinds))

    def item_type(self) -> Type:
        """A type that a list can be of."""
        enums = [enum(word) for word in self.game.enums]
        return self.chance.choice([NUMBER, PLAYER, PLAYER, piece(self.kind()), piece(self.kind()), *enums[:4]])

    # ------------------------------------------------------------ values

    def value(self, kind: Type, depth: int = DEPTH) -> str:
        """A value of a type, as well as may be."""
        local = [word for word, known in self.scope if known == kind]
        if local and self.chance.random() < (0.35 if depth > 0 else 0.8):
            return self.chance.choice(local)
        below = depth - 1
        kept = self.kept(kind, below)
        if kept and self.chance.random() < (0.3 if depth > 0 else 0.6):
            return self.chance.choice(kept)()
        match kind.base:
            case "number":
                return self.number(below)
            case "yes_no":
                return self.condition(below)
            case "player":
                return self.player(below, local)
            case "zone":
                return self.zone(below)
            case "enum":
                return self.chance.choice([*self.game.enums[kind.of].values, *local])
            case "piece":
                return self.chance.choice(local) if local else self.piece(kind, below)
            case "name":
                return self.chance.choice([each.id for each in self.game.pieces if each.kind == kind.of] or ["none"])
            case "list":
                return self.items(kind.item or NUMBER, below)
            case _:
                return '"some text"'

    def kept(self, kind: Type, depth: int) -> list[Callable[[], str]]:
        """Memory, attributes and rules of a type."""
        found: list[Callable[[], str]] = []
        for (owner, word), memory in self.symbols.memory.items():
            if memory.type == kind and self.has(owner):
                found.append(lambda owner=owner, word=word, per=memory.per: self.of(owner, word, per, depth))  # type: ignore[misc]
        for declared in self.game.kinds.values():
            for word, attribute in declared.attributes.items():
                if attribute.type == kind and self.has(declared.word):
                    found.append(lambda of=declared.word, word=word: self.of(of, word, None, depth))  # type: ignore[misc]
        if depth >= 0:
            for name, rule in self.symbols.rules.items():
                if rule.type == kind and all(self.sayable(role.type) for role in rule.params):
                    found.append(lambda name=name, roles=rule.params: self.call(name, [r.type for r in roles], depth))  # type: ignore[misc]
        return found

    def has(self, owner: str) -> bool:
        """Whether something that belongs to the table, a player or a piece of a kind can be named."""
        return owner in ("table", "player") or any(known == piece(owner) for _, known in self.scope)

    def sayable(self, kind: Type) -> bool:
        """Whether a value of a type can be named: a piece only where some name stands for one."""
        return kind.base != "piece" or self.has(kind.of)

    @property
    def acted(self) -> bool:
        """Whether somebody is `you`."""
        return any(word == "you" for word, _ in self.scope)

    def of(self, owner: str, word: str, per: str | None, depth: int) -> str:
        """What is kept by the table, a player or a piece."""
        index = f"[{self.value(enum(per), depth)}]" if per else ""
        if owner == "table":
            return word + index
        return f"{self.value(PLAYER if owner == 'player' else piece(owner), min(depth, 0))}.{word}{index}"

    def call(self, word: str, types: Sequence[Type], depth: int) -> str:
        if not types:
            return word
        return f"{word}({', '.join(self.value(kind, depth) for kind in types)})"

    def number(self, depth: int) -> str:
        if depth < 0:
            return str(self.chance.choice([0, 1, 1, 2, 3, 7]))
        return self.pick(
            [
                lambda: str(self.chance.choice([0, 1, 2, 3, 5, 12])),
                lambda: f"count({self.items(self.item_type(), depth)})",
                lambda: f"({self.number(depth - 1)} {self.chance.choice('+-*')} {self.value(NUMBER, depth - 1)})",
                lambda: f"({self.number(depth - 1)} / {self.number(depth - 1)} rounded {self.side()})",
                lambda: f"sum({self.items(NUMBER, depth)})",
                lambda: f"{self.chance.choice(['min', 'max'])}({self.items(NUMBER, depth)})",
                lambda: (
                    f"{self.chance.choice(['min', 'max'])}({self.value(NUMBER, depth)}, {self.value(NUMBER, depth)})"
                ),
            ]
        )

    def side(self) -> str:
        return self.chance.choice(["up", "down"])

    def end(self) -> str:
        return self.chance.choice(["first", "last"])

    def condition(self, depth: int) -> str:
        if depth < 0:
            return self.chance.choice(["yes", "no", f"{self.number(-1)} < {self.value(NUMBER, -1)}"])
        some = self.item_type()
        some = some if self.sayable(some) else NUMBER
        pieces = [kind for kind in self.game.kinds if self.has(kind)]
        return self.pick(
            [
                lambda: f"{self.value(NUMBER, depth)} {self.chance.choice(COMPARED)} {self.value(NUMBER, depth)}",
                lambda: f"{self.value(some, depth)} {self.chance.choice(['is', 'is not'])} {self.value(some, depth)}",
                lambda: f"{self.value(some, depth)} {self.chance.choice(['in', 'not in'])} {self.items(some, depth)}",
                lambda: f"any({self.items(some, depth)})",
                lambda: f"not ({self.condition(depth - 1)})",
                lambda: (
                    f"({self.condition(depth - 1)} {self.chance.choice(['and', 'or'])} {self.condition(depth - 1)})"
                ),
                lambda: self.about_piece(pieces, depth),
                lambda: f"sees({self.value(PLAYER, depth)}, {self.zone(depth)})",
                lambda: f"all({self.condition(depth - 1)} for each {self.fresh()} in {self.items(some, depth)})",
            ]
        )

    def about_piece(self, kinds: Sequence[str], depth: int) -> str:
        """A condition about a piece, if any can be named."""
        if not kinds:
            return self.condition(depth - 1)
        return f"{self.chance.choice(['has_power', 'face_up'])}({self.value(piece(self.chance.choice(kinds)), depth)})"

    def player(self, depth: int, local: Sequence[str]) -> str:
        if depth < 0 or self.chance.random() < 0.3:
            return self.chance.choice([*local, *local, "nobody"])
        return f"{self.chance.choice(['next', 'previous'])}({self.value(PLAYER, depth)})"

    def piece(self, kind: Type, depth: int) -> str:
        """A piece where no name stands for one: only memory of the game can hold one."""
        kept = self.kept(kind, depth) if depth >= 0 else []
        return self.chance.choice(kept)() if kept else "this"

    def zone(self, depth: int, holds: str = "", ordered: bool = False) -> str:
        zones = [(owner, zone) for (owner, _), zone in self.symbols.zones.items() if holds in ("", zone.holds)]
        zones = [each for each in zones if self.has(each[0]) and (each[1].ordered or not ordered)] or zones
        owner, zone = self.chance.choice(zones or [("table", next(iter(self.symbols.zones.values())))])
        return self.of(owner, zone.word, None, depth)

    def items(self, item: Type, depth: int) -> str:
        local = [word for word, known in self.scope if known == list_of(item)]
        if local and self.chance.random() < 0.4:
            return self.chance.choice(local)
        if depth >= 0 and self.chance.random() < 0.5:
            return self.pick(
                [
                    lambda: f"({self.items(item, depth - 1)} where {self.about(item, depth - 1)})",
                    lambda: f"({self.items(item, depth - 1)} {self.chance.choice('+-')} {self.items(item, depth - 1)})",
                    lambda: f"{self.end()}({self.items(item, depth - 1)}, {self.value(NUMBER, depth - 1)})",
                    lambda: f"distinct({self.items(item, depth - 1)})",
                    lambda: f"[{self.value(item, depth - 1)}, {self.value(item, depth - 1)}]",
                    lambda: self.collected(item, depth - 1),
                    *self.kept(list_of(item), depth),
                ]
            )
        match item.base:
            case "player":
                others = "opponents" if self.acted else "players"
                return self.chance.choice(["players", others, "players", f"clockwise({self.value(PLAYER, -1)})"])
            case "number":
                return self.pick(
                    [
                        lambda: f"numbers({self.number(-1)}, {self.value(NUMBER, min(depth, 0))})",
                        lambda: f"[{self.number(-1)}, {self.value(NUMBER, -1)}]",
                    ]
                )
            case "enum":
                return self.game.enums[item.of].plural
            case "piece":
                if self.chance.random() < 0.8:
                    return self.zone(depth, item.of)
                return f"top({self.zone(depth, item.of, ordered=True)}, {self.number(-1)})"
            case _:
                return "[]"

    def about(self, item: Type, depth: int) -> str:
        """A condition about `it`."""
        with self.named(("it", item)):
            return self.condition(depth)

    def collected(self, item: Type, depth: int) -> str:
        word, over = self.fresh(), self.item_type()
        source = self.items(over, depth)
        with self.named((word, over)):
            where = f" where {self.condition(depth)}" if self.chance.random() < 0.3 else ""
            return f"({self.value(item, depth)} for each {word} in {source}{where})"
