"""Features for a valuation: numbers about a player, found in the declarations of a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.declarations.value_types import MAYBE_NUMBER, NUMBER, YES_NO

if TYPE_CHECKING:
    from cardwright.checker.typed_tree import CheckedGame, TypedRule
    from cardwright.declarations.model import GameDecl, MemoryDecl, ZoneDecl

# Limit for the words of an attribute or index that become features one by one.
MAX_WORDS = 12
# Number of values of an attribute above which its equal and different values are counted, too.
SORTED = 2
# Limits for the products of one player's role with numbers of the table, and for all features of memory of the table.
MAX_PRODUCTS = 12
MAX_OF_TABLE = 60


@dataclass(frozen=True)
class Feature:
    """A number about a player: a rule text that contains the name `player`, and a description."""

    text: str
    words: str


def list_features(
    checked: "CheckedGame", left_out: frozenset[str] = frozenset(), only: frozenset[str] | None = None
) -> list[Feature]:
    """Return all features: counters, pieces by zone and attribute, and rules about a player.

    Rules in `left_out` are skipped. With `only`, other rules are skipped as well.
    """
    game = checked.game
    ruled = [each for rule in _list_rules(checked, left_out, only) for each in _list_rule_features(game, rule)]
    if only is not None:
        return ruled
    found = [
        *(each for memory in game.memory if memory.owner == "player" for each in _list_memory_features(game, memory)),
        *(each for zone in game.zones if zone.owner == "player" for each in _list_zone_features(game, zone)),
        *(each for zone in game.zones if zone.owner == "table" for each in _list_owned_features(game, zone)),
        *ruled,
    ]
    return list(dict.fromkeys(found))


def list_clocks(
    checked: "CheckedGame", left_out: frozenset[str] = frozenset(), only: frozenset[str] | None = None
) -> list[Feature]:
    """Return numbers common to all players that may measure progress: counters, piles and rules.

    `left_out` and `only` select rules as for `list_features`.
    """
    game = checked.game
    ruled = [
        Feature(rule.word, _render_in_words(rule))
        for rule in _list_rules(checked, left_out, only)
        if not rule.params and rule.type == NUMBER
    ]
    if only is not None:
        return ruled
    counted = [
        Feature(memory.word, memory.title)
        for memory in game.memory
        if memory.owner == "table" and memory.per is None and memory.type == NUMBER
    ]
    piles = [
        Feature(f"count({zone.word})", f"{game.kinds[zone.holds].plural} in the {zone.title}")
        for zone in game.zones
        if zone.owner == "table" and not zone.is_reserve
    ]
    return [*counted, *piles, *ruled]


def _list_rules(checked: "CheckedGame", left_out: frozenset[str], only: frozenset[str] | None) -> list["TypedRule"]:
    named = checked.rules if only is None else only
    return [rule for word, rule in checked.rules.items() if word in named and word not in left_out]


def _list_memory_features(game: "GameDecl", memory: "MemoryDecl") -> Iterator[Feature]:
    place, title = f"player.{memory.word}", f"their {memory.title}"
    if memory.per is None:
        if memory.type == NUMBER:
            yield Feature(place, title)
        elif memory.type.base == "yes_no":
            yield Feature(f"count([player] where {memory.word})", f"the mark “{memory.title}”")
        elif memory.type.base == "list":
            yield Feature(f"count({place})", f"entries of {title}")
        return
    words = game.enums[memory.per].values if memory.per in game.enums else ()
    if memory.type == NUMBER and len(words) <= MAX_WORDS:
        yield from (Feature(f"{place}[{word}]", f"{title} of {word}") for word in words)
    if memory.type == NUMBER and words:
        each = f"{place}[w] for each w in {game.enums[memory.per].plural}"
        yield Feature(f"sum({each})", f"{title} together")
        yield Feature(f"max({each})", f"the largest of {title}")


def _list_zone_features(game: "GameDecl", zone: "ZoneDecl") -> Iterator[Feature]:
    pieces, kind = f"player.{zone.word}", game.kinds[zone.holds]
    there = f"{kind.plural} in their {zone.title}"
    yield Feature(f"count({pieces})", there)
    for word, attribute in kind.attributes.items():
        name = make_readable(word)
        match attribute.type.base:
            case "number":
                some = f"({pieces} where {word} is not none)" if attribute.may_be_none else pieces
                yield Feature(f"sum({some}.{word})", f"the total {name} of the {there}")
            case "yes_no":
                yield Feature(f"count({pieces} where {word})", f"{there} that are {name}")
            case "enum":
                values = game.enums[attribute.type.of].values
                asked = (*values, "none") if attribute.may_be_none else values
                for value in asked if len(values) <= MAX_WORDS else ():
                    yield Feature(f"count({pieces} where {word} is {value})", f"{there} {_with(name, value)}")
                if len(values) > SORTED:
                    plural = game.enums[attribute.type.of].plural
                    alike = f"count({pieces} where {word} is w) for each w in {plural}"
                    yield Feature(f"max({alike})", f"the most {there} with the same {name}")
                    yield Feature(
                        f"count(distinct({pieces}.{word}))", f"different {make_readable(plural)} of the {there}"
                    )
            case "list" if attribute.type.item is not None and attribute.type.item.base == "enum":
                values = game.enums[attribute.type.item.of].values
                for value in values if len(values) <= MAX_WORDS else ():
                    yield Feature(
                        f"count({pieces} where {value} in {word})", f"{there} with {make_readable(value)} in {name}"
                    )
    for memory in game.memory:
        if memory.owner == zone.holds and memory.per is None and memory.type.base == "number":
            some = f"({pieces} where {memory.word} is not none)" if memory.type == MAYBE_NUMBER else pieces
            yield Feature(f"sum({some}.{memory.word})", f"the total {memory.title} of the {there}")
    for inner in game.zones:
        if inner.owner == zone.holds:
            held = game.kinds[inner.holds].plural
            yield Feature(f"count({pieces}.{inner.word})", f"{held} in the {inner.title} of the {there}")


def _with(name: str, value: str) -> str:
    return f"without {name}" if value == "none" else f"with {name} {make_readable(value)}"


def make_readable(word: str) -> str:
    """Return a word of a game file as it stands in a sentence."""
    return word.replace("_", " ")


def _list_owned_features(game: "GameDecl", zone: "ZoneDecl") -> Iterator[Feature]:
    for memory in game.memory:
        if memory.owner == zone.holds and memory.type.base == "player" and memory.per is None:
            plural = game.kinds[zone.holds].plural
            text = f"count({zone.word} where {memory.word} is player)"
            yield Feature(text, f"{plural} of the {zone.title} whose {memory.title} they are")


def _list_rule_features(game: "GameDecl", rule: "TypedRule") -> Iterator[Feature]:
    """Yield a rule about a player as a feature.

    A rule about a player and a word gives two features: its sum and its maximum over all words. A list counts by its
    length, such as that of what the player can do.
    """
    takes = [param.type for param in rule.params]
    if rule.values_a_player:
        yield Feature(f"{rule.word}(player)", _render_in_words(rule))
    elif [each.base for each in takes] == ["player"] and rule.type is not None and rule.type.base == "list":
        yield Feature(f"count({rule.word}(player))", f"the number of {_render_in_words(rule)}")
    elif [each.base for each in takes] == ["player"] and rule.type == YES_NO:
        yield Feature(f"count([player] where {rule.word}(it))", f"whether {_render_in_words(rule)}")
    elif [each.base for each in takes] == ["player", "enum"] and rule.type is not None and rule.type.base == "number":
        each = f"{rule.word}(player, w) for each w in {game.enums[takes[1].of].plural}"
        yield Feature(f"sum({each})", f"{_render_in_words(rule)}, all together")
        yield Feature(f"max({each})", f"{_render_in_words(rule)}, the largest")


def _render_in_words(rule: "TypedRule") -> str:
    said = rule.phrase or ""
    for param in rule.params:
        said = said.replace(
            f"{{{param.word}}}", "the player" if param.type.base == "player" else f"any {param.type.of}"
        )
    return said or make_readable(rule.word)


def list_table_memory_features(game: "GameDecl") -> list[Feature]:
    """Return features of players that memory of the table decides, such as cards of the colour that was called.

    A sum has one weight for each number. What is good for one player only because of a role, such as a high bid for the
    others, is a product: the role, which is 1 for the player whom memory of the table names, times another number.
    """
    matching = list(_list_matching_pieces(game))
    roles = [
        Feature(f"count([player] where {memory.word} is player)", f"being the {memory.title}")
        for memory in game.memory
        if memory.owner == "table" and memory.per is None and memory.type.base == "player"
    ]
    numbers = [
        Feature(memory.word, f"the {memory.title}")
        for memory in game.memory
        if memory.owner == "table" and memory.per is None and memory.type == NUMBER
    ]
    products = [
        Feature(f"{role.text} * {other.text}", f"{role.words}, times {other.words}")
        for role in roles
        for other in [*numbers, *matching][:MAX_PRODUCTS]
    ]
    return [*matching, *roles, *products][:MAX_OF_TABLE]


def _list_matching_pieces(game: "GameDecl") -> Iterator[Feature]:
    for zone in game.zones:
        kind = game.kinds[zone.holds]
        for word, attribute in kind.attributes.items() if zone.owner == "player" else ():
            for memory in game.memory:
                same = memory.owner == "table" and memory.per is None and memory.type == attribute.type
                if same and attribute.type.base in ("number", "enum"):
                    text = f"count(player.{zone.word} where {word} is {memory.word})"
                    said = f"{kind.plural} in their {zone.title} whose {make_readable(word)} is the {memory.title}"
                    yield Feature(text, said)
