"""The fields of card files, of cards and other pieces, and of decks and tables."""

from dataclasses import replace

from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.field_types import Field, FieldGroup, make_word_list
from cardwright.declarations.schema.scenario_fields import EXAMPLE

COPIES = f.NumberField(0, 200)

PIECE = FieldGroup(
    "piece",
    "A card, or another piece: `- id:`",
    "A card also has the attributes of its kind and the counts of its parts.\n\nAn entry with `each` "
    "stands for a card of every combination of the listed values, such as `each: {suit: suits, "
    "rank: 1 to 13}`; these are values of attributes or of other names. `{king: 13, ace: 14}`, "
    "alone or in a list, names numbers: texts show the name, rules compare the number. Other "
    'fields can contain the names in braces, with a capital if wanted: `name: "{Suit} {rank}"`. '
    "The `id` is made of the values unless it is given. `power` and `examples` are the same for "
    "all cards; a power refers to its card as `this`.\n\nAn entry with `from` stands for cards of a "
    "shared file: those with the given attributes, such as `{from: french, rank: 9 to 14}`, with a "
    "value or several as under `each`. Other fields, such as `copies`, and attributes that only the "
    "game's kind declares, apply to all of them: `{from: french, rank: 10, points: 10}`.",
    (
        Field(
            "each",
            f.MapOf(
                f.ListField(f.Either((f.Value(), f.MapOf(f.NumberField(), empty=False))), alone=True),
                empty=False,
                least=1,
            ),
            "Makes a card for every combination: the plural of a type for its words, a range of numbers, "
            "names of numbers (`{king: 13, ace: 14}`), or a list.",
            holds="`NAME: VALUES`",
            telling=True,
        ),
        Field(
            "from",
            f.WordField("file of shared cards"),
            "Takes cards from a file of shared cards: `french` for `cards/french.yaml`.",
            telling=True,
        ),
        Field(
            "id",
            f.Id(),
            "The name for rules, records and scenarios: letters, digits and `_`.",
            needed=True,
            telling=True,
        ),
        Field("name", f.LineText(), "The printed name.", "made from the id"),
        Field("kind", f.WordField("kind"), "The kind of the piece.", "the file's kind"),
        Field(
            "copies",
            f.Either((COPIES, f.MapOf(COPIES, empty=False))),
            "The number of copies; by the number of players as `{2: 8, 3 to 4: 12}`.",
            "1; none beside `each_player`",
            holds="0 to 200, or `PLAYERS: NUMBER`",
        ),
        Field(
            "each_player",
            f.MapOf(f.NumberField(1, 200), empty=False, key="zone of the players"),
            "The number of copies that each player starts with, by zone: `each_player: {deck: 7}`. They "
            "are added to `copies`, for as many players as there are.",
            holds="`ZONE: NUMBER`",
        ),
        Field(
            "pool",
            f.WordField("zone of the table"),
            "Makes it a token: its copies lie in this zone of the table, `create` moves one of them into "
            "another zone, and when it moves on into a zone of another name, it returns here and is reset.",
        ),
        Field(
            "inferred", make_word_list("attribute"), "Attributes, `name` or `copies` that no published source states."
        ),
        Field("note", f.TextField(), "A remark for people who read the file; printed small at the foot of the card."),
        Field("power", f.Language("power"), "The abilities of the card. Its English is generated.", telling=True),
        Field(
            "reminder",
            f.TextField(),
            "An explanation in your own words (`two hawks bring 5`), shown in brackets below the text.",
        ),
        Field(
            "examples",
            f.ListField(EXAMPLE, empty=True),
            "Scenarios about the card, run by `cardwright test`.",
            holds="a list of examples",
        ),
    ),
    own_after="pool",
)

DECK_COUNT = f.NumberField(1, 200)
_COUNTS = f.MapOf(DECK_COUNT, empty=False, key="piece")

DECK = FieldGroup(
    "deck",
    "A deck: `decks: NAME:`",
    "A list of cards with counts. In rules its name stands for the names of its cards, each as often as it is in the "
    "deck: `for each what in starter: create(what, to: you.deck)`. With `for`, there is a list for each word of a "
    "type: `starter(fire)`.",
    (
        Field("of", f.WordField("plural of a kind"), "The kind of its cards.", "the first kind"),
        Field(
            "by",
            f.OneOf("owner", ("player",)),
            "Players bring their own lists (`play --deck 1=FILE`): `starter(you)`. Such a file has `cards`, like this "
            "group, `deck` if the game has several decks to bring, and a `name` if wanted. It is checked by the fields "
            "here; `cards` here is the list of those who bring none.",
        ),
        Field("for", f.WordField("type of words"), "A type, with a list for each of its words.", "a single list"),
        Field("size", f.FromTo(1, 1_000), "The legal number of cards.", "any number"),
        Field("most", f.NumberField(1, 200), "The legal number of copies of one card.", "any number"),
        Field(
            "class",
            f.WordField("attribute"),
            "An attribute that every card of a list must have as the list is called; in a list that a player brings, "
            "as the others have it.",
            "any cards",
        ),
        Field(
            "also",
            make_word_list("word of a type", "words"),
            "Values of `class` that are legal in all lists, also `none`.",
        ),
        Field(
            "banned",
            f.ListField(f.WordField("piece"), alone=True),
            "Cards that no list may contain, such as tokens and cards that only rules create. In lists that players "
            "bring, pieces with a `pool` are banned anyway, except those in `cards` here.",
        ),
        Field("cards", _COUNTS, "The cards, without `for`.", holds="`CARD: NUMBER`"),
        Field(
            "lists",
            f.MapOf(_COUNTS, empty=False, key="word of a type"),
            "The cards for each word.",
            holds="`WORD: {CARD: NUMBER}`",
        ),
    ),
)

DECK_FILE = FieldGroup(
    "deck_file",
    "A deck that a player brings",
    "A file with the cards of one player, in the folder `decks` of a game or anywhere: `play --deck 1=FILE`. It is "
    "checked by the rules of the game's deck, which has `by: player`.",
    (
        Field(
            "game",
            f.WordField("game"),
            "The game, for a file that is in no folder `decks`, so that `validate` and editors find it.",
            "the game in whose folder `decks` the file is",
        ),
        Field("deck", f.WordField("deck"), "The deck of the game, if players bring several.", "the only one"),
        Field("name", f.LineText(), "A name for the player who brings it."),
        Field("cards", _COUNTS, "The cards.", holds="`CARD: NUMBER`", needed=True),
    ),
    own_after="name",
)


def _allow_rows(value: f.Shape) -> f.Shape:
    """Return the shape of the values of a table: a row, or a row for each word of a type."""
    return f.Either((f.ListField(value), f.MapOf(f.ListField(value, alone=True), empty=False, key="word of a type")))


TABLE = FieldGroup(
    "table",
    "A table: `tables: NAME:`",
    "A row of numbers for every word of the first parameter; the second parameter is the position "
    "in the row, from 1. Below 1 the value is 0; beyond the end it is the last number. With one "
    "parameter, write a single row without words.",
    (
        Field(
            "roles",
            f.MapOf(f.WordField("type"), empty=False, key="new role"),
            "The parameters.",
            holds="`NAME: TYPE`, in order",
            needed=True,
        ),
        Field(
            "gives",
            f.WordField("type"),
            "What the table contains: numbers, or names of pieces (`name of card`); below 1 and for no word the name "
            "is `none`.",
            "`number`",
        ),
        Field(
            "values",
            _allow_rows(f.Value()),
            "The numbers, or the ids of the pieces.",
            holds="a list, or a list for each word",
            needed=True,
            without=("gives", _allow_rows(f.NumberField())),
        ),
    ),
)

CARD_FILE = FieldGroup(
    "card_file",
    "The fields of a card file",
    "A set of cards is a folder `cards/GAME/SET` of YAML files.",
    (
        Field("game", f.WordField(), "The game of the cards, which is the name of its folder.", needed=True),
        Field("set", f.WordField(), "The set, which is the name of the folder."),
        Field("kind", f.WordField("kind"), "The kind of the cards in this file.", "the game's first kind"),
        Field("cards", f.ListField(PIECE), "The cards.", holds="a list of cards", needed=True, telling=True),
    ),
    own_after="kind",
)

# The fields of an entry with `from` in addition to attributes. The cards keep their ids and names.
TAKEN = replace(
    PIECE, word="taken", fields=tuple(each for each in PIECE.fields if each.word not in ("each", "id", "name"))
)
