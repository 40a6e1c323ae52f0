"""The fields of the files of a game."""

from __future__ import annotations

from dataclasses import replace

from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.card_fields import PIECE
from cardwright.declarations.schema.field_types import Field, FieldGroup, of_owners, words
from cardwright.declarations.schema.scenario_fields import MAX_PLAYERS
from cardwright.program_format import ROLLOUTS

NUMBERS = f.ListField(f.NumberField())
# Boxes of a board in a row: more have no room on a screen.
MAX_ACROSS = 12
DEEDS = words("verb or step", "verbs and steps")

TYPE = FieldGroup(
    "type",
    "A type: `types: NAME:`",
    "A closed list of words. The plural of another type among the values stands for all its words.",
    (
        Field("title", f.LineText(), "A printed name, for people who read the file."),
        Field("plural", f.WordField(), "What a list of them is called.", "the name and `s`"),
        Field("values", words("word or plural of a type", "words"), "The words.", needed=True),
    ),
)

ATTRIBUTE = FieldGroup(
    "attribute",
    "An attribute: `attributes: NAME:`",
    "`NAME: TYPE`, or a group to give a default. The types possible are `number`, `yes_no` and the game's own; the "
    "plural of a type of the game (`tribes`) is for several of its words, which a piece gives as a list.",
    (
        Field("is", f.WordField("type"), "The type of the value, or the plural for several.", needed=True),
        Field(
            "default",
            f.Value(),
            "What a piece has that gives none. With `none`, for a word of a type or a number, it has none, and `suit "
            "is none` of it; nothing is printed then. Such a number is reckoned with only where it was asked before "
            "whether it `is not none`.",
            "every piece must give one; of an attribute of several words it has none",
        ),
    ),
    short="is",
)

ZONE = FieldGroup(
    "zone",
    "A zone: `zones: NAME:`",
    "A place for pieces. Before setup all pieces of a kind lie in the first zone of the table for that kind.",
    (
        Field(
            "of", f.WordField("plural of a kind"), "What lies there.", "the first kind", holds="the plural of a kind"
        ),
        Field(
            "see",
            f.OneOf("way to see a zone", ("nobody", "owner", "others", "everyone", "top", "face")),
            "Who may look: `others` are all but the owner, who holds the pieces with their backs to themselves; `top` "
            "shows the top piece to everyone (and makes the zone ordered), `face` shows what lies face up (and powers "
            "that work there rest while face down). Players keep in mind what they saw go in.",
            "everyone",
        ),
        Field(
            "down",
            f.OneOf("viewer", ("nobody", "owner")),
            "With `see: face`, who may look at pieces that lie face down.",
            "nobody",
        ),
        Field(
            "ordered",
            f.Flag(),
            "Whether the pieces have an order; the last one is the top. Without one they are listed as in the files.",
            "no",
        ),
        Field("title", f.LineText(), "The printed name.", "the name"),
        Field("at", f.LineText(), "Where a piece is that lies there, as cards say it: `at sea`.", "`in` and the title"),
    ),
    empty=True,
)

MEMORY = FieldGroup(
    "memory",
    "Memory: `memory: NAME:`",
    "`NAME: TYPE`, or a group. Memory called `owner` on a kind of piece makes its player the controller of such "
    "pieces, and of what lies on them, while they lie in a zone of the table.",
    (
        Field("is", f.WordField("type"), "A type, or the plural of one for a list.", needed=True),
        Field(
            "starts",
            f.Value(),
            "What it holds at first: a number, `yes` or `no`, a word of its type or `none`. A number that starts as "
            "`none` may be none, and is reckoned with only where it was asked before whether it `is not none`.",
            "0, `no`, `nobody`, `none` for a word or a piece, or the empty list; the first seat for the memory that "
            "`active` names",
        ),
        Field("per", f.WordField("type of words"), "Makes one counter for each word of the type: `you.stock[tea]`."),
        Field(
            "until", f.WordField("verb or step"), "It starts anew at the end of every performing of this verb or step."
        ),
        Field(
            "resets",
            f.Flag(),
            "Whether what a piece remembers starts anew when the piece is moved into another zone; within its zone it "
            "may be moved about.",
            "no",
        ),
        Field("secret", f.Flag(), "Whether only its player sees it.", "no"),
        Field(
            "also_see",
            f.OneOf("viewer", ("owner", "everyone")),
            "Who sees what a piece remembers even where they do not see the piece, told by the place where that lies: "
            "the owner of the zone it lies in, or everyone. Where these do not see the pieces, they lie in order.",
            "whoever sees the piece",
        ),
        Field("title", f.LineText(), "The printed name.", "the name"),
    ),
    short="is",
)

KIND = FieldGroup(
    "kind",
    "A kind of piece: `kinds: NAME:`",
    "What all pieces of a kind have.",
    (
        Field(
            "from",
            f.WordField("file of shared cards"),
            "Takes the kind of this name as a file of shared cards declares it (`french` for `cards/french.yaml`), "
            "with the types of its attributes that the game does not declare; what is given beside it comes on top.",
        ),
        Field("title", f.LineText(), "What an unseen piece is called.", "the name"),
        Field("plural", f.WordField(), "What several are called.", "the name and `s`"),
        Field("part_of", f.WordField("kind"), "For a kind of part: what it is part of, and the word for it."),
        Field("attributes", f.MapOf(ATTRIBUTE), "Fixed properties that every piece gives a value for."),
        Field(
            "parts",
            f.MapOf(f.WordField("kind"), most=1),
            "Pieces of another kind that belong to a piece, counted at the piece: `load: {tea: 2}` makes two parts, "
            "with `tea` as the first attribute of each.",
            holds="`WORD: KIND`",
        ),
        Field("zones", f.MapOf(ZONE), "Places on each piece, such as a ship's hold."),
        Field("memory", f.MapOf(MEMORY), "Counters and marks of each piece."),
        Field(
            "interchangeable",
            f.Flag(),
            "Whether pieces of one definition are alike, so that only one of them is offered, or nobody asked at all. "
            "They are while nothing tells them apart: they lie in the same place, remember the "
            "same, lie the same side up, have the same powers, used as often, and the same things on them, and no "
            "memory names one of them.",
            "no",
        ),
    ),
    empty=True,
)

TABLE = FieldGroup(
    "table",
    "A table: `tables: NAME:`",
    "A row of numbers for every word of the first role; the second role counts along the row from 1. Below 1 the "
    "value is 0, beyond the end it is the last number of the row. A single row, for one role, is written "
    "without words.",
    (
        Field(
            "roles",
            f.MapOf(f.WordField("type"), empty=False),
            "The roles.",
            holds="`NAME: TYPE`, in order",
            needed=True,
        ),
        Field(
            "values",
            f.Either((NUMBERS, f.MapOf(f.ListField(f.NumberField(), alone=True), empty=False))),
            "The numbers.",
            holds="a list, or a list for each word",
            needed=True,
        ),
    ),
)

PICTURE = FieldGroup(
    "picture",
    "A picture: `look: draw: NAME:`",
    "`NAME: SHAPE`, or a group. Where the screen has no room for it, it is told in words.",
    (
        Field(
            "as",
            f.OneOf("picture", ("grid", "ring", "rows", "columns", "chart")),
            "`grid`: a box for each piece of a zone of the table, or for each player; `ring`: the pieces along a "
            "closed line, clockwise from the top left; `rows`: a line for each piece; `columns`: labels in "
            "columns; `chart`: numbers by the words of a type, in columns beside the players.",
            needed=True,
        ),
        Field("lines", words("template"), "What is said about each piece or player, a line each."),
        Field("by", f.WordField("attribute"), "By which attribute a chart counts the pieces of a zone."),
        Field(
            "across",
            f.NumberField(2, MAX_ACROSS),
            "Of a grid of a zone of the table: how many boxes stand in a row, as on a board. The pieces go row by row, "
            "in their order.",
            "as many as there is room for",
        ),
        Field("mark", f.WordField("memory"), "Memory of the players that names a piece: there they are marked."),
    ),
    short="as",
)

LOOK = FieldGroup(
    "look",
    "How a game is shown: `look:`",
    "Templates are text with names in braces. A name is what the piece or player has: an attribute, memory, a zone, "
    "its parts, or (a piece) `name`. `{stack:coin}` says `3 coins`, `{stack:●}` draws `●●●`, and `{content|colour}` "
    "says the first of the two that has something to say. A line in which no name has anything to say is left out. "
    "What a player may not see is drawn as `▒`.",
    (
        Field(
            "colors",
            f.MapOf(f.WordField("colour")),
            "Colours of words of a type (and of the cards that have them), of zones, memory and cards: `green`, "
            "`bright_blue`, `bold red`, `#ffaa00`.",
            holds="`WORD: COLOUR`",
        ),
        Field(
            "icons",
            f.MapOf(f.WordField("icon")),
            "Icons of words of a type and of attributes, shown beside them on cards and in a browser; of kinds, "
            "zones and memory: a file `icons/NAME.svg` in the game's folder, or one of the small set that comes along.",
            holds="`WORD: NAME`",
        ),
        Field(
            "first",
            words("zone or memory", "zones and memory"),
            "Zones and memory to show first, in this order; `score` is the column of scores.",
            "`score`",
        ),
        Field(
            "hide",
            words("zone, memory or attribute", "words"),
            "Zones, memory and attributes not worth a place on the screen.",
        ),
        Field(
            "short",
            f.MapOf(f.LineText()),
            "Titles of columns, and of memory and piles of the table; `score` is the column of scores.",
            holds="`WORD: TITLE`",
        ),
        Field(
            "labels",
            f.MapOf(f.LineText()),
            "What pieces are called on the table: those of a kind, or those that lie in a zone.",
            "their name",
            holds="`WORD: TEMPLATE`",
        ),
        Field(
            "draw", f.MapOf(PICTURE), "Zones of the table and the players, and memory of the players, that are drawn."
        ),
        Field(
            "rules",
            words("rule of a player", "rules of a player"),
            "Rules of one player that give a number, to be shown among what each player has: a total that play goes "
            "by, or a limit.",
        ),
        Field(
            "most",
            f.MapOf(f.WordField("rule")),
            "Limits: for a zone or a counter of the players the rule of one player that says how much it can hold, for "
            "one of the table a rule without roles, to be shown beside how much that is (`5 of 7`).",
            holds="`WORD: RULE`",
        ),
        Field(
            "pause",
            DEEDS,
            "After each of these the terminal shows what happened and the table as it stands then, and goes on at "
            "Enter; a step that does `nothing` will do. Games between bots, records and scenarios know nothing of it.",
        ),
        Field(
            "quiet",
            DEEDS,
            "What happens in these is left out of the short log on the screen; `log` and `news` tell it.",
        ),
    ),
    empty=True,
)

# Files of a game hold these in any order, and hardly any other file has them.
_DECLARATIONS = (
    Field("types", f.MapOf(TYPE), "Lists of words, such as colours or sorts of goods."),
    Field("kinds", f.MapOf(KIND), "The kinds of piece. The first is what a set's cards are.", needed=True),
    Field(
        "zones",
        of_owners(ZONE, "zones"),
        "Places for pieces, of the table and of each player.",
        holds="`table` and `player`",
    ),
    Field(
        "memory",
        of_owners(MEMORY, "memories"),
        "Counters and marks of the table and of players.",
        holds="`table` and `player`",
    ),
    Field("tables", f.MapOf(TABLE), "Tables of numbers, used like rules: `price(tea, 2)`."),
    Field("windows", words("new window", "words"), "Moments in which players may use what cards offer."),
    Field("powers_work_in", words("zone"), "Where powers work that do not say where.", "nowhere"),
    Field(
        "powers_work_if",
        f.WordField("rule"),
        "The rule, yes or no, that says of a piece whether its powers work now. Whatever changes it takes powers away "
        "or gives them back, for as long as it does: a power that says `set no`, or a deed until an event. Several do "
        "not get in each other's way. Powers that change this rule work whatever it says of their own piece.",
        "they do",
    ),
    Field(
        "active",
        f.WordField("memory of the table"),
        "The memory of the table that says whose turn it is; reactions begin there.",
    ),
    Field("turn", f.WordField("verb or step"), "The verb or step that is one turn, for counting turns."),
    Field(
        "out",
        f.WordField("memory of the players"),
        "The mark of the players that says who is out of the game: whoever has it is left out of `players`, "
        "`opponents`, `next` and the like, of windows and of reactions, does no verb but one that takes the mark back, "
        "and is asked nothing; what they were doing ends. `everybody` is all players then, those too.",
        "nobody ever is",
    ),
    Field(
        "valuation",
        f.WordField("rule"),
        "The rule of a player that tells bots how well that player stands, in any unit; see the bots.",
        "`final_score`",
    ),
    Field(
        "valuations",
        words("rule"),
        "More rules of a player that tell bots how well that player stands, for bots that are told to go by one.",
    ),
    Field(
        "lead_over_all",
        words("rule"),
        "Rules of a player by which bots that go by one look at a lead over all others (their mean), not over the best "
        "of them.",
        "none",
    ),
    Field(
        "strong",
        f.WordField("rule"),
        "The rule of a player that the bot `strong` goes by at a table, such as one that was learned.",
        "the `valuation`",
    ),
    Field(
        "rollout",
        f.OneOf("rollout", ROLLOUTS),
        "How searches (`mcts`) play on before they ask how well a player stands; `none` where the rule that says so "
        "looks ahead itself.",
        "`quick`",
    ),
    Field(
        "text_limit",
        f.NumberField(1),
        "How many characters of English a card has room for; a power that says more is warned of.",
        "no limit",
    ),
    Field(
        "play_order",
        f.OneOf("play order", ("clockwise", "anticlockwise")),
        "In which direction the turn goes round.",
        "clockwise",
    ),
    Field(
        "pieces",
        f.ListField(PIECE),
        "Pieces that belong to the game whatever sets are chosen, such as ships; written like cards.",
        holds="a list of pieces",
    ),
    Field("library", f.Language("library"), "Verbs, steps, rules and abilities of the game."),
    Field(
        "about",
        f.MapOf(f.TextField()),
        "What the rulebook says beside what follows from the game: of a verb, step, rule, table, kind, word, zone or "
        "counter by its name, of the whole as `game`, and as `goal` who wins and when the game ends, which is also "
        "told to those who sit down to play. `validate` notices a number in it that a rule no longer gives.",
        holds="`WORD: TEXT`",
    ),
    Field("look", LOOK, "How the game is shown at a terminal; it changes no rule."),
)

GAME = FieldGroup(
    "game",
    "The fields of a game",
    "A game is a folder `games/NAME` of YAML files. Several files are read as one: groups, lists and libraries add up, "
    "single values and `look` are given once.",
    (
        Field("game", f.WordField(), "The name of the game, as its folder is called."),
        Field("title", f.LineText(), "The name as it is printed.", "the name of the folder"),
        Field("summary", f.TextField(), "A sentence on what the game is like: it begins the rulebook."),
        Field(
            "players",
            f.FromTo(1, MAX_PLAYERS),
            f"For how many players the game is, from 1 to {MAX_PLAYERS}.",
            "2",
            holds="`2 to 6` or a number",
        ),
        Field("sets", words(), "The sets of cards played with when nobody chooses.", "all sets"),
        *(replace(each, free=True, telling=True) for each in _DECLARATIONS),
    ),
    own_after="sets",
)
