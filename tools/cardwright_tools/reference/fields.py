"""The fields of game files and card files, each with its meaning: the source of the reference and of the schemas."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": ["string", "number"]}
WORD: Schema = {"type": ["string", "number", "boolean"]}
FLAG: Schema = {"enum": [True, False, "yes", "no"]}
NOTHING: Schema = {"type": "null"}
WORDS: Schema = {"anyOf": [WORD, {"type": "array", "items": WORD}, NOTHING]}
NUMBERS: Schema = {"type": "array", "items": {"type": "integer"}}
ATTRIBUTE_VALUE: Schema = {"type": ["string", "integer", "boolean"]}


def named(entry: str) -> Schema:
    """A group of fields with names of the author's own, each holding an entry declared elsewhere in the schema."""
    return {"type": ["object", "null"], "additionalProperties": {"$ref": f"#/definitions/{entry}"}}


def owned(entry: str) -> Schema:
    """Entries of the table and of each player."""
    group = {"$ref": f"#/definitions/{entry}"}
    return {"type": ["object", "null"], "properties": {"table": group, "player": group}, "additionalProperties": False}


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its word, what it may hold as a schema and in words, what it means, and what stands when it is left out.

    `default` is "" for a field that must be given, None for one that is simply not there.
    """

    word: str
    schema: Schema
    holds: str
    meaning: str
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A group of fields: where it stands, and what it says; `short` is what may be written instead of the group."""

    word: str
    title: str
    meaning: str
    fields: tuple[Field, ...]
    short: Schema = field(default_factory=dict)


GAME = Group(
    "game",
    "The fields of a game",
    "A game is a folder `games/NAME` of YAML files. Several files are read as one: groups, lists and libraries add up, "
    "single values are given once.",
    (
        Field("game", TEXT, "a word", "The name of the game, as its folder is called."),
        Field("title", TEXT, "a text", "The name as it is printed.", "the name of the folder"),
        Field("summary", TEXT, "a text", "A sentence on what the game is like, for people who read the file."),
        Field(
            "players",
            {"anyOf": [{"type": "string", "pattern": r"^\d+( to \d+)?$"}, {"type": "integer"}]},
            "`2 to 6` or a number",
            "For how many players the game is, from 1 to 12.",
            "2",
        ),
        Field("sets", WORDS, "a list of words", "The sets of cards played with when nobody chooses.", "all sets"),
        Field("types", named("type"), "a group", "Lists of words, such as colours or sorts of goods."),
        Field("kinds", named("kind"), "a group", "The kinds of piece. The first is what a set's cards are.", ""),
        Field("zones", owned("zones"), "`table` and `player`", "Places for pieces, of the table and of each player."),
        Field("memory", owned("memories"), "`table` and `player`", "Counters and marks of the table and of players."),
        Field("tables", named("table"), "a group", "Tables of numbers, used like rules: `price(tea, 2)`."),
        Field("windows", WORDS, "a list of words", "Moments in which players may use what cards offer."),
        Field("powers_work_in", WORDS, "a list of zones", "Where powers work that do not say where.", "nowhere"),
        Field("active", TEXT, "a word", "The memory of the table that says whose turn it is; reactions begin there."),
        Field("turn", TEXT, "a word", "The verb or step that is one turn, for counting turns."),
        Field(
            "valuation",
            TEXT,
            "a word",
            "The rule of a player that tells bots how well that player stands, in any unit; see the bots.",
            "`final_score`",
        ),
        Field(
            "text_limit",
            {"type": "integer", "minimum": 1},
            "a number",
            "How many characters of English a card has room for; a power that says more is warned of.",
            "no limit",
        ),
        Field(
            "play_order",
            {"enum": ["clockwise", "anticlockwise"]},
            "`clockwise` or `anticlockwise`",
            "In which direction the turn goes round.",
            "clockwise",
        ),
        Field(
            "pieces",
            {"anyOf": [{"type": "array", "items": {"$ref": "#/definitions/piece"}}]},
            "a list of pieces",
            "Pieces that belong to the game whatever sets are chosen, such as ships; written like cards.",
        ),
        Field(
            "library", {"type": "string"}, "a text of the language", "Verbs, steps, rules and abilities of the game."
        ),
        Field(
            "look",
            {"$ref": "#/definitions/look"},
            "a group",
            "How the game is shown at a terminal; it changes no rule.",
        ),
    ),
)

TYPE = Group(
    "type",
    "A type: `types: NAME:`",
    "A closed list of words. The plural of another type among the values stands for all its words.",
    (
        Field("values", WORDS, "a list of words", "The words.", ""),
        Field("plural", TEXT, "a word", "What a list of them is called.", "the name and `s`"),
        Field("title", TEXT, "a text", "A printed name, for people who read the file."),
    ),
)

KIND = Group(
    "kind",
    "A kind of piece: `kinds: NAME:`",
    "What all pieces of a kind have.",
    (
        Field("plural", TEXT, "a word", "What several are called.", "the name and `s`"),
        Field("title", TEXT, "a text", "What an unseen piece is called.", "the name"),
        Field("attributes", named("attribute"), "a group", "Fixed properties that every piece gives a value for."),
        Field(
            "parts",
            {"type": ["object", "null"], "additionalProperties": TEXT, "maxProperties": 1},
            "`WORD: KIND`",
            "Pieces of another kind that belong to a piece, counted at the piece: `load: {tea: 2}` makes two parts, "
            "with `tea` as the first attribute of each.",
        ),
        Field("part_of", TEXT, "a kind", "For a kind of part: what it is part of, and the word for it."),
        Field("zones", {"$ref": "#/definitions/zones"}, "a group", "Places on each piece, such as a ship's hold."),
        Field("memory", {"$ref": "#/definitions/memories"}, "a group", "Counters and marks of each piece."),
        Field(
            "interchangeable",
            FLAG,
            "`yes` or `no`",
            "Whether pieces of one definition are alike, so that only one of them is offered, or nobody asked at all. "
            "They are while nothing tells them apart: they lie in the same place, remember the "
            "same, lie the same side up, have the same powers, used as often, and the same things on them, and no "
            "memory names one of them.",
            "no",
        ),
    ),
)

ATTRIBUTE = Group(
    "attribute",
    "An attribute: `attributes: NAME:`",
    "`NAME: TYPE`, or a group to give a default. The types possible are `number`, `yes_no` and the game's own.",
    (
        Field("is", TEXT, "a type", "The type of the value.", ""),
        Field("default", ATTRIBUTE_VALUE, "a value", "What a piece has that gives none.", "every piece must give one"),
    ),
    TEXT,
)

ZONE = Group(
    "zone",
    "A zone: `zones: NAME:`",
    "A place for pieces. Before setup all pieces of a kind lie in the first zone of the table for that kind.",
    (
        Field("of", TEXT, "the plural of a kind", "What lies there.", "the first kind"),
        Field(
            "see",
            {"enum": ["nobody", "owner", "everyone", "top", "face"]},
            "`nobody`, `owner`, `everyone`, `top` or `face`",
            "Who may look: `top` shows the top piece to everyone (and makes the zone ordered), `face` shows what lies "
            "face up (and powers that work there rest while face down). Players keep in mind what they saw go in.",
            "everyone",
        ),
        Field(
            "down",
            {"enum": ["nobody", "owner"]},
            "`nobody` or `owner`",
            "With `see: face`, who may look at pieces that lie face down.",
            "nobody",
        ),
        Field(
            "ordered",
            FLAG,
            "`yes` or `no`",
            "Whether the pieces have an order; the last one is the top. Without one they are listed as in the files.",
            "no",
        ),
        Field("title", TEXT, "a text", "The printed name.", "the name"),
    ),
    NOTHING,
)

MEMORY = Group(
    "memory",
    "Memory: `memory: NAME:`",
    "`NAME: TYPE`, or a group. Memory called `owner` on a kind of piece makes its player the controller of such "
    "pieces, and of what lies on them, while they lie in a zone of the table.",
    (
        Field("is", TEXT, "a type", "A type, or the plural of one for a list.", ""),
        Field(
            "starts",
            ATTRIBUTE_VALUE,
            "a value",
            "What it holds at first: a number, `yes` or `no`, or a word of its type.",
            "0, `no`, `nobody`, `none` for a word or a piece, or the empty list; the first seat for the memory that "
            "`active` names",
        ),
        Field("per", TEXT, "a type", "Makes one counter for each word of the type: `you.stock[tea]`."),
        Field("until", TEXT, "a verb or step", "It starts anew at the end of every performing of this verb or step."),
        Field("secret", FLAG, "`yes` or `no`", "Whether only its player sees it.", "no"),
        Field("title", TEXT, "a text", "The printed name.", "the name"),
    ),
    TEXT,
)

TABLE = Group(
    "table",
    "A table: `tables: NAME:`",
    "A row of numbers for every word of the first role; the second role counts along the row from 1. Below 1 the "
    "value is 0, beyond the end it is the last number of the row. A single row, for one role, is written "
    "without words.",
    (
        Field("roles", {"type": "object", "additionalProperties": TEXT}, "`NAME: TYPE`, in order", "The roles.", ""),
        Field(
            "values",
            {"anyOf": [NUMBERS, {"type": "object", "additionalProperties": {"anyOf": [NUMBERS, {"type": "integer"}]}}]},
            "a list, or a list for each word",
            "The numbers.",
            "",
        ),
    ),
)

LOOK = Group(
    "look",
    "How a game is shown: `look:`",
    "Templates are text with names in braces. A name is what the piece or player has: an attribute, memory, a zone, "
    "its parts, or (a piece) `name`. `{stack:coin}` says `3 coins`, `{stack:●}` draws `●●●`, and `{content|colour}` "
    "says the first of the two that has something to say. A line in which no name has anything to say is left out. "
    "What a player may not see is drawn as `▒`.",
    (
        Field(
            "colors",
            {"type": ["object", "null"], "additionalProperties": TEXT},
            "`WORD: COLOUR`",
            "Colours of words of a type (and of the cards that have them), of zones, memory and cards: `green`, "
            "`bright_blue`, `bold red`, `#ffaa00`.",
        ),
        Field(
            "first",
            WORDS,
            "a list of words",
            "Zones and memory to show first, in this order; `score` is the column of scores.",
            "`score`",
        ),
        Field("hide", WORDS, "a list of words", "Zones, memory and attributes not worth a place on the screen."),
        Field(
            "short",
            {"type": ["object", "null"], "additionalProperties": TEXT},
            "`WORD: TITLE`",
            "Titles of columns, and of memory and piles of the table; `score` is the column of scores.",
        ),
        Field(
            "labels",
            {"type": ["object", "null"], "additionalProperties": TEXT},
            "`WORD: TEMPLATE`",
            "What pieces are called on the table: those of a kind, or those that lie in a zone.",
            "their name",
        ),
        Field(
            "draw",
            named("picture"),
            "a group",
            "Zones of the table and the players, and memory of the players, that are drawn.",
        ),
        Field(
            "pause",
            WORDS,
            "a list of verbs and steps",
            "After each of these the terminal shows what happened and the table as it stands then, and goes on at "
            "Enter; a step that does `nothing` will do. Games between bots, records and scenarios know nothing of it.",
        ),
        Field(
            "quiet",
            WORDS,
            "a list of verbs and steps",
            "What happens in these is left out of the short log on the screen; `log` and `news` tell it.",
        ),
    ),
    NOTHING,
)

PICTURE = Group(
    "picture",
    "A picture: `look: draw: NAME:`",
    "`NAME: SHAPE`, or a group. Where the screen has no room for it, it is told in words.",
    (
        Field(
            "as",
            {"enum": ["grid", "ring", "rows", "columns", "chart"]},
            "`grid`, `ring`, `rows`, `columns` or `chart`",
            "`grid`: a box for each piece of a zone of the table, or for each player; `ring`: the pieces along a "
            "closed line, clockwise from the top left; `rows`: a line for each piece; `columns`: labels in "
            "columns; `chart`: numbers by the words of a type, in columns beside the players.",
            "",
        ),
        Field("lines", WORDS, "a list of templates", "What is said about each piece or player, a line each."),
        Field("mark", TEXT, "a memory", "Memory of the players that names a piece: there they are marked."),
        Field("by", TEXT, "an attribute", "By which attribute a chart counts the pieces of a zone."),
    ),
    {"enum": ["grid", "ring", "rows", "columns", "chart"]},
)

CARD_FILE = Group(
    "card_file",
    "The fields of a card file",
    "A set of cards is a folder `cards/GAME/SET` of YAML files.",
    (
        Field("game", TEXT, "a word", "The game the cards are for, as its folder is called.", ""),
        Field("set", TEXT, "a word", "The set, as the folder is called."),
        Field("kind", TEXT, "a kind", "What the cards of this file are.", "the game's first kind"),
        Field(
            "cards",
            {"type": "array", "items": {"$ref": "#/definitions/piece"}},
            "a list of cards",
            "The cards.",
            "",
        ),
    ),
)

EACH = {"type": ["string", "integer"]}

PIECE = Group(
    "piece",
    "A card, or another piece: `- id:`",
    "Besides these fields a card gives the attributes of its kind, and the counts of its parts. An entry with `each` "
    "stands for one card for every combination of the values it lists, as `each: {suit: suits, rank: 1 to 13}`: values "
    "of attributes, or of other names. All other fields may name them in braces, `{Suit}` with a capital: "
    '`name: "{Suit} {rank}"`; `id` is made of the values unless it is given. Only `power` and `examples` are the same '
    "for all: a power knows its card as `this`.",
    (
        Field(
            "each",
            {
                "type": "object",
                "minProperties": 1,
                "additionalProperties": {"anyOf": [EACH, {"type": "array", "items": EACH}]},
            },
            "`NAME: VALUES`",
            "Makes a card for every combination: the plural of a type for its words, a range of numbers, or a list.",
        ),
        Field(
            "id",
            {"type": "string", "pattern": "^(?=.*[A-Za-z_])[A-Za-z0-9_]+$"},
            "a word",
            "The name that rules, records and tests use: letters, digits and `_`.",
            "",
        ),
        Field("name", TEXT, "a text", "The printed name.", "made from the id"),
        Field("kind", TEXT, "a kind", "What it is.", "the file's kind"),
        Field("copies", {"type": "integer", "minimum": 0, "maximum": 200}, "0 to 200", "How many there are.", "1"),
        Field("power", {"type": "string"}, "a text of the language", "What it does. Its English is generated."),
        Field(
            "inferred", WORDS, "a list of words", "What no published source states: attributes, or `name` or `copies`."
        ),
        Field("note", TEXT, "a text", "A remark for people who read the file; printed small, at the foot."),
        Field(
            "reminder",
            TEXT,
            "a text",
            "What the card means by the rules, in your own words (`two hawks bring 5`); shown in brackets below what "
            "it does.",
        ),
        Field(
            "examples",
            {"type": ["array", "null"], "items": {"$ref": "#/definitions/example"}},
            "a list of examples",
            "Small tests of what it does, played by `cardwright test`.",
        ),
    ),
)

STEPS = {"type": "array", "items": {"type": "object", "minProperties": 1, "maxProperties": 1}}
CONDITIONS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}

EXAMPLE = Group(
    "example",
    "An example of a card: `examples: - given:`",
    "What is given, what then happens, and what must be so afterwards. The game is the card's own, with its "
    "usual sets and the card's own set. Files of scenarios list the same fields under `scenarios`.",
    (
        Field("name", TEXT, "a text", "What it shows.", "a number"),
        Field(
            "players",
            {"type": "integer", "minimum": 1, "maximum": 12},
            "a number",
            "How many play: P1, P2 and so on.",
            "the fewest the game is for",
        ),
        Field("seed", {"type": "integer", "minimum": 0}, "a number", "What chance grows from.", "1"),
        Field(
            "play",
            FLAG,
            "`yes` or `no`",
            "Whether the game is set up first (`given` changes what lies there then) and goes on by itself afterwards, "
            "turn after turn, to the last step of `when` or the end of the game.",
            "no",
        ),
        Field(
            "given",
            {"type": "object"},
            "`PLACE: VALUE`",
            "Pieces and memory before it begins: `P1.hand: [tea, 2 wind]`, `deck: [tea]` (the top piece first), "
            "`active: P1`, `P1.points: 9`, `ID.credits: 4`. All other pieces lie where they begin, or in the zone that "
            "lists `the rest`. Copies are numbered in the order in which they are given places; where they differ, "
            "`ID#2.credits: 4` says which.",
        ),
        Field(
            "chance",
            {"type": "object"},
            "`ACT: [OUTCOMES]`",
            "What chance brings: `pick card: [0]`, `shuffle deck: [tea]`, `roll die: [3]`, `flip coin: [1]`, from 0.",
        ),
        Field(
            "when",
            STEPS,
            "a list of steps",
            "In order: `do: P1 draw(2)`, `P1: yes` (answers, by key or text; `2 tea` twice), `everyone: pass` (all who "
            "are asked this), `P1 is offered: [tea, pass]` (exactly these), `P1 is not offered: [wind]`, "
            "`P1 sees P2.hand: [tea]`, `then: count(deck) is 3`. Every decision must be answered; several are picked "
            "in any order, with `done` at the end if more could be; what is taken without asking, as the only option, "
            "may be named or not. Where options are called the same, `tea#2` is the second; `tea` will do if they are "
            "alike.",
        ),
        Field(
            "then",
            CONDITIONS,
            "a list of conditions",
            "What must hold in the end, in the language: `P1.coins is 3`, `ID.credits is 4`, `ID#2 in P1.hand`.",
        ),
        Field("ends", WORDS, "a list of players", "Who has won, for an example in which the game ends."),
    ),
)

# What a file of scenarios can say for all of them: the fields of an example, with what they mean there.
SHARED = tuple(
    replace(next(each for each in EXAMPLE.fields if each.word == word), meaning=meaning, default=None)
    for word, meaning in (
        ("seed", "What chance grows from, in scenarios that do not say it themselves."),
        ("play", "Whether scenarios that do not say it themselves begin with the setup and play on."),
        ("given", "What is given in all scenarios; one that gives the same place itself has its own."),
        ("chance", "What chance brings in all scenarios; one that dictates the same act itself has its own."),
        ("when", "The steps that all scenarios begin with; their own come afterwards."),
    )
)

SCENARIO_FILE = Group(
    "scenario_file",
    "The fields of a file of scenarios",
    "Examples that are about several cards, in any YAML file; in the folder of a game they lie in `scenarios`.",
    (
        Field(
            "game",
            TEXT,
            "a word",
            "The game: its name, or its folder as seen from the file.",
            "the game in whose folder the file lies",
        ),
        Field("sets", WORDS, "a list of words", "The sets of cards to play with.", "the game's own choice"),
        Field(
            "players",
            {"type": "integer", "minimum": 1, "maximum": 12},
            "a number",
            "How many play, for scenarios that do not say it themselves.",
            "the fewest the game is for",
        ),
        *SHARED,
        Field(
            "scenarios",
            {"type": "array", "items": {"$ref": "#/definitions/scenario"}},
            "a list of scenarios",
            "The scenarios: examples as cards have them, each with a `name`.",
            "",
        ),
    ),
)

GROUPS = (GAME, TYPE, KIND, ATTRIBUTE, ZONE, MEMORY, TABLE, LOOK, PICTURE, CARD_FILE, PIECE, EXAMPLE, SCENARIO_FILE)

# What every piece has besides the attributes, zones and memory of its kind.
PROPERTIES = (
    ("controller", "player", "Who controls the piece: the owner of the zone it lies in, or of the piece it lies on."),
    ("zone", "zone", "Where it lies."),
    ("name", "name of its kind", "What it is called; `you.hand.name` lists names, `cards.name` every name there is."),
    ("PARTS", "list of pieces", "The parts of the piece, by the word the kind gives them: `card.load`."),
    ("WHOLE", "piece", "The piece a part belongs to, by the kind named in `part_of`: `crate.card`."),
)
