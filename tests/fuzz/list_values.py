"""Expressions of lists made up at random: how they are written, and what they are, worked out here by definition.

Nothing of the compiler is used: a list is a tuple of pieces, players, numbers or words, in the order of the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

CARDS, NUMBERS, PLAYERS, SUITS = "cards", "numbers", "players", "suits"
CARD, NUMBER, PLAYER, SUIT, YES_NO = "card", "number", "player", "suit", "yes_no"
ITEMS = {CARDS: CARD, NUMBERS: NUMBER, PLAYERS: PLAYER, SUITS: SUIT}
WORDS = ("red", "green", "blue")
Env = Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """What lies where: zones of the table and of players, by word and owner; ranks and suits by piece."""

    zones: dict[tuple[str, int], tuple[int, ...]]
    cards: tuple[int, ...]
    ranks: dict[int, int]
    suits: dict[int, str]
    players: int
    kept: tuple[int, ...]


@dataclass(frozen=True)
class Node:
    """An expression: a template with places for its parts, what it is, and the local names it speaks of."""

    kind: str
    template: str
    parts: tuple[Node, ...]
    value: Callable[[Table, Env], Any]
    free: frozenset[tuple[str, str]]

    def written(self, say: Callable[[Node], str]) -> str:
        """How it is written; `say` writes a part."""
        return self.template.format(*map(say, self.parts))


def node(kind: str, template: str, parts: Sequence[Node], value: Callable[[Table, Env], Any], *bound: str) -> Node:
    """An expression of parts; the names `bound` are its own in all of them but the first."""
    first, later = parts[:1], parts[1:]
    free = frozenset(
        [each for part in first for each in part.free]
        + [each for part in later for each in part.free if each[0] not in bound]
    )
    return Node(kind, template, tuple(parts), value, free)


def once(items: Iterable[Any]) -> tuple[Any, ...]:
    """Each item once, where it comes first."""
    return tuple(dict.fromkeys(items))


def joined(kind: str, lists: Iterable[Sequence[Any]]) -> tuple[Any, ...]:
    """One list after the other; each piece once."""
    whole = tuple(item for items in lists for item in items)
    return once(whole) if kind == CARDS else whole


def taken_away(items: Sequence[Any], gone: Sequence[Any]) -> tuple[Any, ...]:
    """A list without the first appearance of each item of another."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
    return tuple(left)


class Maker:
    """Makes expressions up; `scope` has the local names that may be spoken of, with their kinds."""

    def __init__(self, chance: Random, players: int) -> None:
        self.chance = chance
        self.players = players
        self.scope: list[tuple[str, str]] = []
        self.made = 0

    def list(self, kind: str, depth: int) -> Node:
        """A list of a kind of item."""
        leaf = {CARDS: self._zone, NUMBERS: self._some_numbers, PLAYERS: self._players, SUITS: self._suits}[kind]
        if depth <= 0:
            return leaf(depth)
        ways: list[Callable[[str, int], Node]] = [
            self._sum, self._sum, self._less, self._where, self._where, self._ends, self._collected, self._collected,
            self._ranked, self._if_any, self._each_item,
        ]  # fmt: skip
        if kind == CARDS:
            ways += [self._of_players, self._of_players, self._zones_of_players, self._joined_zones]
        elif kind != PLAYERS:
            ways += [self._property, self._distinct]
        if self.chance.random() < 0.15:
            return leaf(depth)
        return self.chance.choice(ways)(kind, depth - 1)

    # ------------------------------------------------------------ what lies somewhere

    def _zone(self, depth: int) -> Node:
        roll = self.chance.random()
        if roll < 0.4:
            word = self.chance.choice(("deck", "heap", "pool"))
            return node(CARDS, word, (), lambda table, env: table.zones[word, -1])
        if roll < 0.8:
            word, owner = self.chance.choice(("hand", "field", "row")), self.player(depth)
            return node(CARDS, f"{{0}}.{word}", (owner,), lambda t, env: t.zones[word, owner.value(t, env)])
        if roll < 0.86:
            return node(CARDS, "cards", (), lambda table, env: table.cards)
        if roll < 0.92:
            return node(CARDS, "kept", (), lambda table, env: table.kept)
        held = [word for word, kind in self.scope if kind == CARD]
        if not held:
            number = self.chance.randint(0, 4)
            return node(CARDS, f"top(deck, {number})", (), lambda table, env: _top(table.zones["deck", -1], number))
        words = [self.chance.choice(held) for _ in range(self.chance.randint(1, 2))]
        names = frozenset((word, CARD) for word in words)
        value: Callable[[Table, Env], Any] = lambda table, env: tuple(env[word] for word in words)  # noqa: E731
        return Node(CARDS, f"[{', '.join(words)}]", (), value, names)

    def _some_numbers(self, depth: int) -> Node:
        if self.chance.random() < 0.5:
            low = self.chance.randint(-2, 3)
            high = low + self.chance.randint(-1, 4)
            return node(NUMBERS, f"numbers({low}, {high})", (), lambda table, env: tuple(range(low, high + 1)))
        values = [self.chance.randint(0, 4) for _ in range(self.chance.randint(1, 4))]
        return node(NUMBERS, f"[{', '.join(map(str, values))}]", (), lambda table, env: tuple(values))

    def _players(self, depth: int) -> Node:
        if self.chance.random() < 0.6:
            return node(PLAYERS, "players", (), lambda table, env: tuple(range(table.players)))
        first = self.player(depth)
        count = self.players
        return node(PLAYERS, "clockwise({0})", (first,), lambda t, env: _round(first.value(t, env), count))

    def _suits(self, depth: int) -> Node:
        if self.chance.random() < 0.5:
            return node(SUITS, "suits", (), lambda table, env: WORDS)
        words = [self.chance.choice(WORDS) for _ in range(self.chance.randint(1, 3))]
        return node(SUITS, f"[{', '.join(words)}]", (), lambda table, env: tuple(words))

    # ------------------------------------------------------------ what is made of lists

    def _sum(self, kind: str, depth: int) -> Node:
        one, other = self.list(kind, depth), self.list(kind, depth)
        return node(kind, "({0} + {1})", (one, other), lambda t, e: joined(kind, (one.value(t, e), other.value(t, e))))

    def _less(self, kind: str, depth: int) -> Node:
        one, other = self.list(kind, depth), self.list(kind, depth)
        return node(kind, "({0} - {1})", (one, other), lambda t, e: taken_away(one.value(t, e), other.value(t, e)))

    def _where(self, kind: str, depth: int) -> Node:
        items = self.list(kind, depth)
        with_it = self._inside("it", ITEMS[kind], lambda: self.condition(depth, about="it"))
        return node(kind, "({0} where {1})", (items, with_it), _filtered(items, with_it, False), "it")

    def _if_any(self, kind: str, depth: int) -> Node:
        items = self.list(kind, depth)
        with_it = self._inside("it", ITEMS[kind], lambda: self.condition(depth, about="it"))
        return node(kind, "({0} where {1}, if any)", (items, with_it), _filtered(items, with_it, True), "it")

    def _ranked(self, kind: str, depth: int) -> Node:
        items = self.list(kind, depth)
        by = self._inside("it", ITEMS[kind], lambda: self.number(depth, about="it"))
        which = self.chance.choice(("highest", "lowest"))

        def value(table: Table, env: Env) -> tuple[Any, ...]:
            numbers = [(by.value(table, {**env, "it": item}), item) for item in items.value(table, env)]
            best = (max if which == "highest" else min)([number for number, _ in numbers], default=0)
            return tuple(item for number, item in numbers if number == best)

        return node(kind, f"({{0}} with the {which} {{1}})", (items, by), value, "it")

    def _ends(self, kind: str, depth: int) -> Node:
        items = self.list(kind, depth)
        number, word = self.chance.randint(0, 4), self.chance.choice(("first", "last"))

        def value(table: Table, env: Env) -> tuple[Any, ...]:
            found = items.value(table, env)
            return tuple(found[:number]) if word == "first" else tuple(found[max(0, len(found) - number) :])

        return node(kind, f"{word}({{0}}, {number})", (items,), value)

    def _distinct(self, kind: str, depth: int) -> Node:
        items = self.list(kind, depth)
        return node(kind, "distinct({0})", (items,), lambda table, env: once(items.value(table, env)))

    def _property(self, kind: str, depth: int) -> Node:
        cards, word = self.list(CARDS, depth), "rank" if kind == NUMBERS else "suit"
        return node(kind, f"({{0}}).{word}", (cards,), lambda t, e: tuple(_of(t, word, c) for c in cards.value(t, e)))

    def _each_item(self, kind: str, depth: int) -> Node:
        """A single item for each of a list: as often as it comes."""
        word, over = self._fresh(), self.chance.choice((CARDS, PLAYERS, NUMBERS))
        items = self.list(over, depth)
        value = self._inside(word, ITEMS[over], lambda: self.item(ITEMS[kind], depth))
        if value is None:
            return self._sum(kind, depth)
        return node(
            kind,
            f"({{1}} for each {word} in {{0}})",
            (items, value),
            lambda t, e: tuple(value.value(t, {**e, word: item}) for item in items.value(t, e)),
            word,
        )

    def _collected(self, kind: str, depth: int) -> Node:
        """Lists for each of a list, joined."""
        word, over = self._fresh(), self.chance.choice((CARDS, PLAYERS, NUMBERS))
        items = self.list(over, depth)
        value = self._inside(word, ITEMS[over], lambda: self.list(kind, depth))
        # in the condition the item is also `it`
        where = self._inside(
            word, ITEMS[over], lambda: self._inside("it", ITEMS[over], lambda: self.condition(depth, about=word))
        )
        if self.chance.random() < 0.6:
            where = node(YES_NO, "yes", (), lambda table, env: True)
        plain = where.template == "yes"

        def found(table: Table, env: Env) -> tuple[Any, ...]:
            inner = [{**env, word: item} for item in items.value(table, env)]
            fitting = [e for e in inner if where.value(table, {**e, "it": e[word]})]
            return joined(kind, [value.value(table, e) for e in fitting])

        text = f"({{1}} for each {word} in {{0}}{'' if plain else ' where {2}'})"
        made = node(kind, text, (items, value), found, word)
        return replace(
            made, parts=(*made.parts, where), free=made.free | {x for x in where.free if x[0] not in (word, "it")}
        )

    def _of_players(self, kind: str, depth: int) -> Node:
        who, word = self.list(PLAYERS, depth), self.chance.choice(("hand", "field", "row"))
        text = f"({{0}}).{word}"
        return node(CARDS, text, (who,), lambda t, e: joined(CARDS, [t.zones[word, p] for p in who.value(t, e)]))

    def _zones_of_players(self, kind: str, depth: int) -> Node:
        """What is collected of zones."""
        who, word, zone = self.list(PLAYERS, depth), self._fresh(), self.chance.choice(("hand", "field", "row"))
        text = f"({word}.{zone} for each {word} in {{0}})"
        return node(CARDS, text, (who,), lambda t, e: joined(CARDS, [t.zones[zone, p] for p in who.value(t, e)]))

    def _joined_zones(self, kind: str, depth: int) -> Node:
        """Zones written one by one where a list is asked for."""
        one, other = self._zone(0), self._zone(0)
        return node(
            CARDS,
            "distinct([({0} + []), ({1} + [])])",
            (one, other),
            lambda t, e: joined(CARDS, (one.value(t, e), other.value(t, e))),
        )

    # ------------------------------------------------------------ single values

    def item(self, kind: str, depth: int) -> Node | None:
        """A single value of a kind; None where there is none to speak of."""
        if kind == NUMBER:
            return self.number(depth)
        if kind == PLAYER:
            return self.player(depth)
        held = [word for word, known in self.scope if known == CARD]
        if not held:
            return None
        word = self.chance.choice(held)
        local = Node(CARD, word, (), lambda table, env: env[word], frozenset({(word, CARD)}))
        if kind == CARD:
            return local
        return node(SUIT, "{0}.suit", (local,), lambda table, env: table.suits[env[word]])

    def player(self, depth: int) -> Node:
        """A player."""
        held = [word for word, kind in self.scope if kind == PLAYER]
        if held and self.chance.random() < 0.7:
            word = self.chance.choice(held)
            return Node(PLAYER, word, (), lambda table, env: env[word], frozenset({(word, PLAYER)}))
        if depth > 0 and self.chance.random() < 0.3:
            after, count = self.player(0), self.players
            return node(PLAYER, "next({0})", (after,), lambda t, e: (after.value(t, e) + 1) % count)
        seat = self.chance.randrange(self.players)
        return node(PLAYER, f"seat({seat + 1})", (), lambda table, env: seat)

    def number(self, depth: int, about: str = "") -> Node:
        """A number, of an item if it is `about` one."""
        kinds = dict(self.scope)
        roll = self.chance.random()
        if kinds.get(about) == CARD and roll < 0.6:
            return Node(NUMBER, f"{about}.rank", (), lambda t, env: t.ranks[env[about]], frozenset({(about, CARD)}))
        if kinds.get(about) == NUMBER and roll < 0.6:
            return Node(NUMBER, about, (), lambda table, env: env[about], frozenset({(about, NUMBER)}))
        if depth > 0 and roll < 0.9:
            cards = self.list(CARDS, depth - 1)
            if self.chance.random() < 0.5:
                return node(NUMBER, "count({0})", (cards,), lambda table, env: len(cards.value(table, env)))
            return node(NUMBER, "sum(({0}).rank)", (cards,), lambda t, e: sum(t.ranks[c] for c in cards.value(t, e)))
        number = self.chance.randint(0, 4)
        return node(NUMBER, str(number), (), lambda table, env: number)

    def condition(self, depth: int, about: str = "") -> Node:
        """A condition, about an item if it is `about` one."""
        kind = dict(self.scope).get(about)
        roll = self.chance.random()
        if kind == CARD and roll < 0.25:
            suit = self.chance.choice(WORDS)
            names = frozenset({(about, CARD)})
            return Node(
                YES_NO, f"{about}.suit is {suit}", (), lambda table, env: table.suits[env[about]] == suit, names
            )
        if kind == SUIT and roll < 0.5:
            suit, names = self.chance.choice(WORDS), frozenset({(about, SUIT)})
            return Node(YES_NO, f"{about} is not {suit}", (), lambda table, env: env[about] != suit, names)
        if kind in (CARD, PLAYER) and roll < 0.5 and depth > 0:
            items = self.list(CARDS if kind == CARD else PLAYERS, depth - 1)
            no = self.chance.random() < 0.4
            local = Node(kind, about, (), lambda table, env: env[about], frozenset({(about, kind)}))
            text = "({0} not in {1})" if no else "({0} in {1})"
            return node(YES_NO, text, (local, items), lambda t, env: (env[about] in items.value(t, env)) != no)
        if depth > 0 and roll < 0.65:
            one, other = self.list(CARDS, depth - 1), self.list(CARDS, depth - 1)
            sign = self.chance.choice(("is", "is not"))
            same: Callable[[Table, Env], Any] = lambda t, e: one.value(t, e) == other.value(t, e)  # noqa: E731
            found = same if sign == "is" else lambda t, e: not same(t, e)
            return node(YES_NO, f"({{0}} {sign} {{1}})", (one, other), found)
        if depth > 0 and roll < 0.75:
            cards = self.list(CARDS, depth - 1)
            return node(YES_NO, "any({0})", (cards,), lambda table, env: bool(cards.value(table, env)))
        left, right = self.number(depth - 1, about), self.number(0)
        if left.template.isdigit():  # what is the same whatever happens is refused
            cards = self._zone(0)
            left = node(NUMBER, "count({0})", (cards,), lambda table, env: len(cards.value(table, env)))
        sign = self.chance.choice(("<", ">="))
        return node(
            YES_NO,
            f"({{0}} {sign} {{1}})",
            (left, right),
            lambda t, e: (left.value(t, e) < right.value(t, e)) == (sign == "<"),
        )

    def _inside(self, word: str, kind: str, make: Callable[[], Any]) -> Any:
        """What is made with one more local name."""
        outer = self.scope
        # an inner `it` hides the one outside
        self.scope = [each for each in outer if each[0] != word] + [(word, kind)]
        try:
            return make()
        finally:
            self.scope = outer

    def _fresh(self) -> str:
        self.made += 1
        return f"x{self.made}"


def _top(pile: Sequence[int], number: int) -> tuple[int, ...]:
    return tuple(reversed(pile))[:number]


def _round(first: int, players: int) -> tuple[int, ...]:
    return tuple((first + place) % players for place in range(players))


def _of(table: Table, word: str, card: int) -> Any:
    return table.ranks[card] if word == "rank" else table.suits[card]


def _filtered(items: Node, where: Node, if_any: bool) -> Callable[[Table, Env], tuple[Any, ...]]:
    def value(table: Table, env: Env) -> tuple[Any, ...]:
        listed = tuple(items.value(table, env))
        found = tuple(item for item in listed if where.value(table, {**env, "it": item}))
        return found or listed if if_any else found

    return value
