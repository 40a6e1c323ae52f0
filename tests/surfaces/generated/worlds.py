"""What a generated game is made of: kinds, zones and memory, with fields from the declarations of fields."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.field_types import FieldGroup
from cardwright.declarations.schema.game_file_fields import ATTRIBUTE, KIND, MEMORY, ZONE
from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO, Type, enum, list_of, name_of, piece

# How often a field that need not be given is.
GIVEN = 0.25
# Fields that are put together elsewhere, as others go by them.
CHOSEN = ("of", "is", "starts", "per", "ordered", "plural", "from", "part_of", "parts", "zones", "memory")
# What fields can name that is not of the game's own making.
COLOURS = ("green", "bright_blue", '"bold red"', *['"#ffaa00"'] * 3)
ICONS = ("coin", "card", "heart")
TEMPLATE = '"{name} {worth}"'
TITLES = {
    "latin": ("Cafe\u0301", "Å\u0308ngström", "Zoë", "naïve façade", "Łódź"),
    "hebrew": ("שלום", "קלף אדום", "ערימה"),
    "arabic": ("بطاقة", "مرحبا بالعالم", "كومة"),
    "cjk": ("茶", "手札の山", "카드"),
    "other": ("नमस्ते", "पत्ता", "🍵 Tea", "👩\N{ZERO WIDTH JOINER}👧 Family"),
    "plain": ("Lantern", "Old Mill", "Red Ox", "Quit", "Undo", "Pass", "7", "1 2", "P1", "Table", "None"),
    "long": (
        "The " + "very " * 24 + "long Name",
        "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle",
    ),
}


def some_title(chance: random.Random) -> str:
    """A printed name in one of several scripts."""
    script = chance.choice(["plain"] * 4 + [*TITLES])
    return chance.choice(TITLES[script])


# The names that a field can hold, by what it names (`zone`, `rule of a player`).
Names = Callable[[str], Sequence[str]]


def no_names(noun: str) -> Sequence[str]:
    """Return no names: where nothing can be named yet."""
    return ()


def filled(
    group: FieldGroup, chance: random.Random, without: Iterable[str] = CHOSEN, names: Names = no_names
) -> Iterator[tuple[str, str]]:
    """Some of the fields of a group that need not be given, each with a value of its shape, as YAML of one line."""
    for each in group.fields:
        if each.word in without or each.needed or chance.random() > GIVEN:
            continue
        value = _value(each.shape, chance, names)
        if value is not None:
            yield each.word, value


def _value(shape: f.Shape, chance: random.Random, names: Names) -> str | None:
    """A value of a shape; None where nothing can be named."""
    match shape:
        case f.OneOf():
            return chance.choice(shape.words)
        case f.Flag():
            return chance.choice(("yes", "no"))
        case f.NumberField():
            low = shape.low or 0
            return str(chance.randint(low, min(low + 3, shape.high or low + 3)))
        case f.LineText() | f.TextField():
            return f'"{some_title(chance)}"'
        case f.WordField():
            found = names(shape.noun)
            return chance.choice(found) if found else None
        case f.ListField(f.WordField(noun)):
            found = names(noun)
            return f"[{', '.join(chance.sample(found, min(len(found), chance.choice((1, 1, 2)))))}]" if found else None
        case f.FromTo(low, _):
            return f"{low} to {low + chance.choice((0, 3, 40))}"
        case f.Either(shapes):
            return _value(chance.choice(shapes), chance, names)
        case FieldGroup():
            return _group(shape, chance, names)
        case f.MapOf(of, key=key) if keys := names(key) or names("anything"):
            value = TEMPLATE if isinstance(of, f.LineText) and chance.random() < 0.3 else _value(of, chance, names)
            return f"{{{chance.choice(keys)}: {value}}}" if value is not None else None
    return None


def _group(group: FieldGroup, chance: random.Random, names: Names) -> str | None:
    """Return a group of fields within a line: all that must be given, and at least one of the others."""
    needed = [(each.word, _value(each.shape, chance, names)) for each in group.fields if each.needed]
    other = [*filled(group, chance, (), names)] or [*filled(group, chance, (), names)]
    if any(value is None for _, value in needed) or not (needed or other):
        return None
    return f"{{{', '.join(f'{word}: {value}' for word, value in (*needed, *other))}}}"


@dataclass(frozen=True)
class Zone:
    """A zone: whose it is, what lies there, whether in an order, and how it is seen."""

    owner: str
    word: str
    kind: str
    ordered: bool
    see: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Counter:
    """Memory: whose it is, of which type, and its other fields."""

    owner: str
    word: str
    type: Type
    written: str
    starts: str
    per: bool
    fields: tuple[tuple[str, str], ...]


@dataclass
class World:
    """A game without its texts."""

    players: tuple[int, int]
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: dict[str, dict[str, Type]] = field(default_factory=dict)
    kind_fields: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    zones: list[Zone] = field(default_factory=list)
    memory: list[Counter] = field(default_factory=list)
    windows: tuple[str, ...] = ()
    work_in: tuple[str, ...] = ()
    tables: dict[str, tuple[tuple[str, Type], ...]] = field(default_factory=dict)
    # the word of the parts of a card, and their kind, if it has any
    parts: str = ""
    # zones in which pieces are in play, if the game has any
    play: tuple[str, ...] = ()
    # rules of one player that give a number, and verbs: known once the texts are there
    rules: list[str] = field(default_factory=lambda: ["final_score"])
    verbs: list[str] = field(default_factory=lambda: ["take_turn"])

    def zones_of(self, kind: str, ordered: bool = False) -> list[Zone]:
        """The zones where pieces of a kind lie, of the table and of players."""
        return [
            z for z in self.zones if z.kind == kind and z.owner in ("table", "player") and (z.ordered or not ordered)
        ]

    def zones_on(self, kind: str, of: str, ordered: bool = False) -> list[Zone]:
        """The zones on pieces of a kind where pieces of another lie."""
        return [z for z in self.zones if z.owner == of and z.kind == kind and (z.ordered or not ordered)]

    def named(self, noun: str) -> list[str]:
        """The names of what a field can name, by the words in which its declaration says it."""
        tables = [z.word for z in self.zones if z.owner == "table"]
        places = [z.word for z in self.zones if z.owner in ("table", "player")]
        kept = {owner: [c.word for c in self.memory if c.owner == owner] for owner in ("table", "player")}
        attributes = [word for of in self.kinds.values() for word in of]
        memory = kept["table"] + kept["player"]
        found = {
            "zone": places,
            "zone of the table": tables,
            "memory of the table": kept["table"],
            "memory of the players": kept["player"],
            "memory": memory,
            "zone or memory": places + memory,
            "zone, memory or attribute": places + memory + attributes,
            "attribute": attributes,
            "kind": [*self.kinds],
            "zone or memory of the players": [z.word for z in self.zones if z.owner == "player"] + kept["player"],
            "kind or zone": [*self.kinds, *places],
            "table": [*self.tables],
            "type of words": [*self.enums],
            "rule": self.rules,
            "rule of a player": self.rules,
            "verb or step": self.verbs,
            "colour": COLOURS,
            "icon": ICONS,
            "template": [TEMPLATE],
            "anything shown": [*places, *memory, *attributes, *self.kinds]
            + [word for words in self.enums.values() for word in words],
            "anything": [*places, *memory, *attributes, *self.kinds, *self.enums, "game", "goal", "score"]
            + [word for words in self.enums.values() for word in words],
        }
        return [*found.get(noun, ())]


ENUMS = {"colour": ("red", "green", "blue"), "mood": ("calm", "wild")}
# The kind of the squares of a board, and what they are placed by; who decides for a player.
BOARD, AXES, AGENT = "square", {"column": NUMBER, "line": NUMBER}, "agent"
# The largest number that can be written; larger ones come up in play.
NUMBERS = ("0", "1", "3", "10", "1000000000")


def make_world(chance: random.Random) -> World:
    """A world by chance."""
    low = chance.choice((1, 2, 2, 2, 3))
    world = World((low, chance.choice((low, low + 1, 4, 12)) if low < 4 else low))
    world.enums = {word: ENUMS[word] for word in chance.sample(sorted(ENUMS), chance.randint(1, 2))}
    kinds = [
        "card",
        *chance.sample(["coin", "ship"], chance.randint(0, 2)),
        *([BOARD] if chance.random() < 0.3 else []),
        *(["echo"] if chance.random() < 0.3 else []),
    ]
    for kind in kinds:
        attributes = {"worth": NUMBER} if chance.random() < 0.7 or kind == "card" else {}
        attributes |= {word: enum(word) for word in world.enums if chance.random() < 0.6}
        attributes |= {"rare": YES_NO} if chance.random() < 0.3 else {}
        world.kinds[kind] = {} if kind == "echo" else attributes | AXES if kind == BOARD else attributes
        world.kind_fields[kind] = [*filled(KIND, chance, (*CHOSEN, "attributes"))]
    for kind in kinds:
        world.zones += _zones(kind, world, chance)
    world.memory = [Counter("table", "active", PLAYER, "player", "", False, ()), *_memory(world, chance)]
    if chance.random() < 0.35:
        world.memory.append(Counter("player", "gone", YES_NO, "yes_no", "", False, ()))
    if chance.random() < 0.3:
        world.memory.append(Counter("player", AGENT, PLAYER, "player", "", False, (("until", "take_turn"),)))
    world.parts = "load" if chance.random() < 0.25 else ""
    numbered = (("number", NUMBER),)
    for word in chance.sample(sorted(world.enums), chance.randint(0, 1)):
        world.tables["price"] = ((word, enum(word)), *chance.choice(((), numbered)))
    if chance.random() < 0.4:
        world.tables["wages"] = numbered
    world.windows = tuple(chance.sample(("dawn", "dusk"), chance.randint(0, 2)))
    names = [z.word for z in world.zones if z.kind == "card" and z.owner in ("table", "player")]
    world.work_in = tuple(chance.sample(names, min(len(names), chance.randint(1, 2))))
    if chance.random() < 0.4:
        places = [z.word for z in world.zones if z.kind not in ("echo", BOARD) and z.owner in ("table", "player")]
        world.play = tuple(chance.sample(places, min(len(places), chance.randint(1, 3))))
    return world


def _zones(kind: str, world: World, chance: random.Random) -> Iterator[Zone]:
    """The first zone of a kind, where all begin; some more of the table and of players; now and then one on a piece."""
    if kind == "echo":  # those that are free lie in the first zone, what waits in one that is open and in order
        yield _zone("table", "spare", kind, False, chance, "everyone")
        yield _zone("table", "stack", kind, True, chance, "everyone")
        return
    if kind == BOARD:  # squares that all see and that stay there; cards stand on them
        yield _zone("table", "board", kind, chance.random() < 0.7, chance, "everyone")
        yield _zone(kind, f"under_{kind}", "card", chance.random() < 0.3, chance, "")
        return
    yield _zone("table", {"card": "deck"}.get(kind, f"{kind}_box"), kind, True, chance, "")
    if kind == "ship":
        yield Zone("table", "ship_pool", kind, False, "everyone", ())
    for number in range(chance.randint(1, 2)):
        yield _zone("player", f"{('hand', 'row')[number]}_{kind}s", kind, chance.random() < 0.3, chance, "")
    for number in range(chance.randint(0, 2)):
        yield _zone("table", f"{('heap', 'market')[number]}_{kind}s", kind, chance.random() < 0.4, chance, "")
    if chance.random() < 0.35:
        yield _zone(kind, f"under_{kind}", "card", chance.random() < 0.3, chance, "")


def _zone(owner: str, word: str, kind: str, ordered: bool, chance: random.Random, see: str) -> Zone:
    ways = next(each.shape for each in ZONE.fields if each.word == "see")
    assert isinstance(ways, f.OneOf)
    see = see or chance.choice(ways.words)
    if owner == "table" and see in ("owner", "others"):
        see = "nobody"
    fields = [(name, value) for name, value in filled(ZONE, chance, (*CHOSEN, "see", "down"))]
    if see == "face" and chance.random() < 0.5:
        fields.append(("down", "owner" if owner == "player" else "nobody"))
    return Zone(owner, word, kind, ordered or see == "top", see, tuple(fields))


def _memory(world: World, chance: random.Random) -> Iterator[Counter]:
    """Counters of the table, of players and of cards, of all types there are."""
    names = {"verb or step": ("take_turn",)}
    simple: list[tuple[str, Type]] = [
        ("number", NUMBER),
        ("yes_no", YES_NO),
        ("player", PLAYER),
        ("card", piece("card")),
    ]
    simple += [("name of card", name_of("card")), *((word, enum(word)) for word in world.enums)]
    lists: list[tuple[str, Type]] = [("players", list_of(PLAYER)), ("numbers", list_of(NUMBER))]
    lists += [("names of cards", list_of(name_of("card"))), *((f"{w}s", list_of(enum(w))) for w in world.enums)]
    owners = ["table", "player", "player", "card", *(["ship"] if "ship" in world.kinds else [])]
    yield Counter("player", "points", NUMBER, "number", chance.choice(NUMBERS), False, ())
    if BOARD in world.kinds:
        yield Counter(BOARD, "beside", list_of(piece(BOARD)), f"{BOARD}s", "", False, ())
    for number in range(chance.randint(2, 6)):
        owner = chance.choice(owners)
        written, type_ = chance.choice(simple * 2 + lists)
        per = type_ == NUMBER and chance.random() < 0.25 and owner != "card"
        starts = chance.choice(NUMBERS) if type_ == NUMBER and not per and chance.random() < 0.4 else ""
        without = CHOSEN if owner not in ("table", "player") else (*CHOSEN, "resets", "also_see")
        fields = [*filled(MEMORY, chance, without, lambda noun: names.get(noun, ()))]
        if per:
            fields.append(("per", chance.choice(sorted(world.enums))))
        yield Counter(
            owner, f"{written.replace(' ', '_')}_{'abcdef'[number]}", type_, written, starts, per, tuple(fields)
        )


def literal(type_: Type, chance: random.Random) -> str:
    """A number, yes or no, or a word of a type, as YAML and texts write it."""
    if type_.base == "name":
        return "card_0"
    return chance.choice(NUMBERS if type_ == NUMBER else ("yes", "no") if type_ == YES_NO else ENUMS[type_.of])


def attribute_line(word: str, type_: Type, chance: random.Random) -> str:
    """An attribute of a kind as YAML."""
    written = {"number": "number", "yes_no": "yes_no"}.get(type_.base, type_.of)
    fields = [*filled(ATTRIBUTE, chance)]
    if chance.random() < GIVEN:
        fields.append(("default", literal(type_, chance)))
    if not fields:
        return f"{word}: {written}"
    return f"{word}: {{is: {written}, {', '.join(f'{name}: {value}' for name, value in fields)}}}"
