"""The fields of card files, and of cards and other pieces."""

from __future__ import annotations

from dataclasses import replace

from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.field_types import Field, FieldGroup, words
from cardwright.declarations.schema.scenario_fields import EXAMPLE

PIECE = FieldGroup(
    "piece",
    "A card, or another piece: `- id:`",
    "Besides these fields a card gives the attributes of its kind, and the counts of its parts. An entry with `each` "
    "stands for one card for every combination of the values it lists, as `each: {suit: suits, rank: 1 to 13}`: values "
    "of attributes, or of other names. `{king: 13, ace: 14}`, alone or in a list, gives numbers names: fields say "
    "the name, rules compare the number. All other fields may name them in braces, `{Suit}` with a capital: "
    '`name: "{Suit} {rank}"`; `id` is made of the values unless it is given. Only `power` and `examples` are the same '
    "for all: a power knows its card as `this`. An entry with `from` stands for cards of a file of shared cards: those "
    "that have the attributes given here, as `{from: french, rank: 9 to 14}`, a value or several as under `each`. What "
    "else is given, such as `copies`, all of them have.",
    (
        Field(
            "each",
            f.MapOf(
                f.ListField(f.Either((f.Value(), f.MapOf(f.NumberField(), empty=False))), alone=True),
                empty=False,
                least=1,
            ),
            "Makes a card for every combination: the plural of a type for its words, a range of numbers, names of "
            "numbers (`{king: 13, ace: 14}`), or a list.",
            holds="`NAME: VALUES`",
            telling=True,
        ),
        Field(
            "from",
            f.WordField("file of shared cards"),
            "Takes cards as a file of shared cards has them: `french` for `cards/french.yaml`.",
            telling=True,
        ),
        Field(
            "id",
            f.Id(),
            "The name that rules, records and tests use: letters, digits and `_`.",
            needed=True,
            telling=True,
        ),
        Field("name", f.LineText(), "The printed name.", "made from the id"),
        Field("kind", f.WordField("kind"), "What it is.", "the file's kind"),
        Field("copies", f.NumberField(0, 200), "How many there are.", "1; none beside `each_player`"),
        Field(
            "each_player",
            f.MapOf(f.NumberField(1, 200), empty=False),
            "How many each player begins with, in which zones of their own: `each_player: {deck: 7}`. They come on top "
            "of `copies`, so how many there are depends on the number of players.",
            holds="`ZONE: NUMBER`",
        ),
        Field(
            "pool",
            f.WordField("zone of the table"),
            "Makes it a token: its copies lie in this zone of the table, `create` brings one of them into another, and "
            "when it is moved on, into a zone of another name, it goes back here instead, new.",
        ),
        Field("inferred", words(), "What no published source states: attributes, or `name` or `copies`."),
        Field("note", f.TextField(), "A remark for people who read the file; printed small, at the foot."),
        Field("power", f.Language("power"), "What it does. Its English is generated.", telling=True),
        Field(
            "reminder",
            f.TextField(),
            "What the card means by the rules, in your own words (`two hawks bring 5`); shown in brackets below what "
            "it does.",
        ),
        Field(
            "examples",
            f.ListField(EXAMPLE, empty=True),
            "Small tests of what it does, played by `cardwright test`.",
            holds="a list of examples",
        ),
    ),
    own_after="pool",
)

CARD_FILE = FieldGroup(
    "card_file",
    "The fields of a card file",
    "A set of cards is a folder `cards/GAME/SET` of YAML files.",
    (
        Field("game", f.WordField(), "The game the cards are for, as its folder is called.", needed=True),
        Field("set", f.WordField(), "The set, as the folder is called."),
        Field("kind", f.WordField("kind"), "What the cards of this file are.", "the game's first kind"),
        Field("cards", f.ListField(PIECE), "The cards.", holds="a list of cards", needed=True, telling=True),
    ),
    own_after="kind",
)

# What an entry with `from` can give beside attributes: the cards are called as where they come from.
TAKEN = replace(
    PIECE, word="taken", fields=tuple(each for each in PIECE.fields if each.word not in ("each", "id", "name"))
)
