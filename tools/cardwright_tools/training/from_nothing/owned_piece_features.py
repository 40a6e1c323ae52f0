"""Features about the pieces that a player owns in any zone, and about piles on the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from cardwright.declarations.value_types import NUMBER
from cardwright_tools.training.features import (
    MAX_WORDS,
    Feature,
    list_clocks,
    list_features,
    list_table_memory_features,
    make_readable,
)

if TYPE_CHECKING:
    from cardwright.checker.typed_tree import CheckedGame
    from cardwright.declarations.model import GameDecl, KindDecl, MemoryDecl, PieceDef, ZoneDecl
    from cardwright.state_slots_and_table_rows import DefinitionRow

# Limit for the definitions of a kind that are counted one by one.
MAX_DEFINITIONS = 64
# Number of copies in a pile from which on it shows the progress of a match.
MANY_COPIES = 5
# Limit for the classes of places of a board, the minimum of its rows and columns, and the limit for the places that
# are named in the words of a class.
MAX_CLASSES = 24
MIN_SIDE = 3
NAMED = 4


@dataclass(frozen=True)
class HeldFeature(Feature):
    """A feature that is a sum over a player's pieces of a kind: each piece adds 1, or its `attribute`.

    With `names` or `value`, only pieces with one of these names, or this value of the attribute, count.
    """

    kind: str
    attribute: str = ""
    value: str = ""
    names: tuple[str, ...] = ()

    def gain(self, piece: "DefinitionRow", words: Mapping[int, str]) -> int:
        """Return what one more piece of a definition adds to the feature; `words` are the words of the program."""
        found = piece.values.get(self.attribute) if self.attribute else None
        if piece.kind != self.kind or (self.names and piece.id not in self.names):
            return 0
        if self.value:
            return int(found is not None and words.get(int(found)) == self.value)
        return int(found or 0) if self.attribute else 1


@dataclass(frozen=True)
class Holdings:
    """All pieces of a kind that a player owns: the rule text that lists them, and words that describe them."""

    kind: str
    text: str
    words: str


def find_holdings(game: "GameDecl") -> list[Holdings]:
    """Return the holdings of each kind of piece: in players' zones, and on the table if memory names the owner."""
    found = []
    for word, kind in game.kinds.items():
        zones = [zone.word for zone in game.zones if zone.owner == "player" and zone.holds == word]
        if len(zones) == 1:
            found.append(Holdings(word, f"player.{zones[0]}", f"{kind.plural} they have"))
        elif zones:
            text = " + ".join(f"player.{zone}" for zone in zones)
            found.append(Holdings(word, f"({text})", f"{kind.plural} they have"))
    return [*found, *_find_owned_on_table(game)]


def _find_owned_on_table(game: "GameDecl") -> Iterator[Holdings]:
    for zone, memory in list_owner_memory(game):
        words = f"{game.kinds[zone.holds].plural} of the {zone.title} whose {memory.title} they are"
        yield Holdings(zone.holds, f"({zone.word} where {memory.word} is player)", words)


def list_owner_memory(game: "GameDecl") -> list[tuple["ZoneDecl", "MemoryDecl"]]:
    """Return the zones of the table whose pieces can have an owner, each with the memory that names the owner."""
    return [
        (zone, memory)
        for zone in game.zones
        for memory in game.memory
        if zone.owner == "table" and memory.owner == zone.holds and is_owner(memory)
    ]


def is_owner(memory: "MemoryDecl") -> bool:
    """Return True if a memory of a piece names its owner: a single player."""
    return memory.type.base == "player" and memory.per is None


def list_all_features(checked: "CheckedGame", left_out: frozenset[str]) -> tuple[list[Feature], list[Feature]]:
    """Return the features of players and the features common to all players, each rule text once."""
    game = checked.game
    of_players = (*list_features(checked, left_out), *list_composition_features(checked))
    found = {each.text: each for each in (*of_players, *list_table_memory_features(game))}
    clocks = (*list_clocks(checked, left_out), *list_pile_clocks(checked), *_list_owned_clocks(game))
    common = {each.text: each for each in clocks}
    return list(found.values()), [each for text, each in common.items() if text not in found]


def list_composition_features(checked: "CheckedGame") -> list[HeldFeature]:
    """Return features of the pieces that a player owns: the number of each definition, and sums of attributes."""
    game = checked.game
    found: list[HeldFeature] = []
    for held in find_holdings(game):
        found += _list_attribute_features(game, game.kinds[held.kind], held)
        names = _list_titles(checked, held.kind)
        if 1 < len(names) <= MAX_DEFINITIONS:
            found += [
                HeldFeature(
                    f"count({held.text} where name is {name})",
                    f"{title} among the {held.words}",
                    held.kind,
                    names=(name,),
                )
                for name, title in names.items()
            ]
    return [*found, *_list_place_features(checked)]


def list_pile_clocks(checked: "CheckedGame") -> list[Feature]:
    """Return features that count how many copies of each common card are left in each zone of the table."""
    game = checked.game
    return [
        Feature(f"count({zone.word} where name is {name})", f"{title} in the {zone.title}")
        for zone in game.zones
        if zone.owner == "table" and not zone.is_reserve and len(_list_titles(checked, zone.holds)) <= MAX_DEFINITIONS
        for name, title in _list_titles(checked, zone.holds, MANY_COPIES).items()
    ]


def _list_owned_clocks(game: "GameDecl") -> Iterator[Feature]:
    """Yield features that count the pieces on the table that anybody owns, such as the squares that are taken."""
    for zone, memory in list_owner_memory(game):
        plural = game.kinds[zone.holds].plural
        text = f"count({zone.word} where {memory.word} is not nobody)"
        yield Feature(text, f"{plural} of the {zone.title} that are somebody's")


def _list_place_features(checked: "CheckedGame") -> Iterator[HeldFeature]:
    """Yield a feature for each class of places of a board: how many of its places a player owns.

    Places of a class are equally far from the edges of the board, such as the four corners.
    """
    for held in _find_owned_on_table(checked.game):
        titles = _list_titles(checked, held.kind)
        for names in find_place_classes(checked.game, held.kind):
            more = ", ..." if len(names) > NAMED else ""
            said = f"{', '.join(titles[each] for each in names[:NAMED])}{more} among the {held.words}"
            text = f"count({held.text} where name in [{', '.join(names)}])"
            yield HeldFeature(text, said, held.kind, names=names)


def find_place_classes(game: "GameDecl", kind: str) -> list[tuple[str, ...]]:
    """Return the classes of at least two places that mirror each other; [] if the pieces are no places of a board.

    They are places of a board if two number attributes, such as row and column, tell every piece from the others, and
    at least half of all combinations exist.
    """
    numbers = [word for word, each in game.kinds[kind].attributes.items() if each.type == NUMBER]
    pieces = [piece for piece in game.pieces if piece.kind == kind]
    for rows, columns in combinations(numbers, 2):
        places = {(_whole(piece, rows), _whole(piece, columns)): piece.id for piece in pieces if piece.copies == 1}
        high, wide = (sorted({place[axis] for place in places}) for axis in (0, 1))
        if len(places) < max(len(pieces), len(high) * len(wide) / 2) or min(len(high), len(wide)) < MIN_SIDE:
            continue
        classes: dict[tuple[int, ...], list[str]] = {}
        for (row, column), name in places.items():
            inside = (min(row - high[0], high[-1] - row), min(column - wide[0], wide[-1] - column))
            classes.setdefault(tuple(sorted(inside)) if len(high) == len(wide) else inside, []).append(name)
        found = [tuple(names) for _, names in sorted(classes.items()) if len(names) > 1]
        return found if len(found) <= MAX_CLASSES else []
    return []


def _whole(piece: "PieceDef", attribute: str) -> int:
    value = piece.values[attribute]
    return value if isinstance(value, int) else 0


def _list_titles(checked: "CheckedGame", kind: str, copies: int = 1) -> dict[str, str]:
    """Return the titles of the definitions of a kind with at least `copies` copies, by id."""
    return {
        piece.id: piece.name or piece.id
        for piece in checked.game.pieces
        if piece.kind == kind and piece.copies >= copies
    }


def _list_attribute_features(game: "GameDecl", kind: "KindDecl", held: Holdings) -> Iterator[HeldFeature]:
    yield HeldFeature(f"count({held.text})", f"all {held.words}", held.kind)
    for word, attribute in kind.attributes.items():
        name = make_readable(word)
        match attribute.type.base:
            case "number":
                some = f"({held.text} where {word} is not none)" if attribute.may_be_none else held.text
                said = f"the total {name} of the {held.words}"
                yield HeldFeature(f"sum({some}.{word})", said, held.kind, word)
            case "yes_no":
                said = f"{held.words} that are {name}"
                yield HeldFeature(f"count({held.text} where {word})", said, held.kind, word)
            case "enum" if len(values := game.enums[attribute.type.of].values) <= MAX_WORDS:
                for value in values:
                    asked = f"count({held.text} where {word} is {value})"
                    said = f"{held.words} with {name} {make_readable(value)}"
                    yield HeldFeature(asked, said, held.kind, word, value)
