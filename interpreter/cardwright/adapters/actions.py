"""The numbers of actions: one for every key that an option of a game can have, and spare ones for all others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardwright.contract import Site, Tables
from cardwright.runtime.decision import Option, slug, title_key
from cardwright.runtime.names import Names
from cardwright.runtime.program import Program

# Numbers that are options have actions of their own up to this one; larger ones take spare actions.
LARGEST_NUMBER = 100
FEWEST_SPARE = 16
# What environments say to whoever acts or looks too early or too late.
UNBEGUN = "no game goes on: `reset` begins a game"


class Actions:
    """The actions of a game for a number of players. `keys` are those that are known beforehand, by number.

    After them come `spare` actions. What has no key of its own (a card by its back, a number beyond 100, a copied
    ability, a title of nothing but values) takes them in the order in which it is offered.
    """

    def __init__(self, program: Program) -> None:
        tables = program.tables
        self.keys: tuple[str, ...] = tuple(dict.fromkeys(_keys(tables, program.naming)))
        backs = max((_pieces(site, tables) for site in tables["sites"]), default=0)
        self.spare = max(FEWEST_SPARE, backs)
        self.size = len(self.keys) + self.spare
        self.numbers = {key: number for number, key in enumerate(self.keys)}

    def of(self, options: Sequence[Option]) -> list[int]:
        """The action of every option of a decision, each another one.

        ValueError when more options than there are spare actions have no key of their own.
        """
        spare = iter(range(len(self.keys), self.size))
        try:
            return [self.numbers[each.key] if each.key in self.numbers else next(spare) for each in options]
        except StopIteration:
            raise ValueError(f"more than {self.spare} options have no action of their own") from None

    def text(self, action: int) -> str:
        """What an action is called wherever it is offered."""
        return self.keys[action] if action < len(self.keys) else f"spare_{action - len(self.keys) + 1}"


def _keys(tables: Tables, names: Names) -> Iterator[str]:
    for site in tables["sites"]:
        if site.base == "may":
            yield from ("yes", "pass")
        elif site.decline:
            yield site.decline
        yield from _keys_at(site, tables, names)


def _keys_at(site: Site, tables: Tables, names: Names) -> Iterator[str]:
    if site.base != "may":
        yield from filter(None, (title_key(site, number) for number in site.deeds))
    for base, of in site.sorts:
        yield from _keys_of(base, of, tables, names)


def _pieces(site: Site, tables: Tables) -> int:
    """How many pieces can be offered at a site."""
    return sum(tables["kinds"][of].size for base, of in site.sorts if base == "piece")


def _keys_of(base: str, of: str, tables: Tables, names: Names) -> Iterator[str]:
    """The keys of all things of a sort."""
    if base == "number":
        yield from map(str, range(LARGEST_NUMBER + 1))
    elif base == "player":
        yield from map(names.player, range(tables["players"]))
    elif base == "piece":
        first, size, *_ = tables["kinds"][of]
        yield from _numbered(names.piece_key(piece) for piece in range(first, first + size))
    elif base == "name":
        yield from (definition.id for definition in tables["definitions"] if definition.kind == of)
    elif base == "zone":
        start = tables["zones_from"]
        yield from _numbered(names.zone_key(start + place) for place in range(len(tables["zones"])))
    elif base == "ability":
        yield from _numbered(slug(ability.title) for ability in tables["abilities"])
    elif base == "enum":
        yield from (slug(names.word(word)) for word in tables["words"])


def _numbered(keys: Iterable[str]) -> Iterator[str]:
    """Keys as options have them: those that were there before are told apart by a number."""
    taken: dict[str, int] = {}
    for key in keys:
        taken[key] = taken.get(key, 0) + 1
        yield key if taken[key] == 1 else f"{key}#{taken[key]}"
