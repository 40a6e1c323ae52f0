"""The fields of files of scenarios, and of the examples of cards."""

from __future__ import annotations

from dataclasses import replace

from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.field_types import Field, FieldGroup, words

MAX_PLAYERS = 12
MAX_SEED = 2**64 - 1

_ANSWERS = f.ListField(f.WordField("answer"), alone=True)

STEP = FieldGroup(
    "step",
    "A step of a scenario: `when: - do:`",
    "One of these. Every decision must be answered, and answers are keys of options or their texts.",
    (
        Field("do", f.Language("deeds"), "Deeds that happen: `P1 draw(2)`.", holds="deeds of the language"),
        Field("then", f.Language("value"), "What must hold now: `count(deck) is 3`.", holds="a condition"),
        Field(
            "P1",
            _ANSWERS,
            "What P1 answers, one decision after the other; `2 tea` answers `tea` twice. Several are picked in any "
            "order, with `done` at the end if more could be; what is taken without asking, as the only option, may be "
            "named or not. Where options are called the same, `tea#2` is the second; `tea` will do if they are alike.",
        ),
        Field("everyone", _ANSWERS, "What all who are asked this answer, such as `pass`."),
        Field("P1 is offered", f.ListField(f.WordField("option"), alone=True), "Exactly what P1 can answer now."),
        Field("P1 is not offered", f.ListField(f.WordField("option"), alone=True), "What P1 cannot answer now."),
        Field(
            "P1 sees ZONE",
            f.ListField(f.WordField("piece"), alone=True),
            "Exactly what P1 knows to lie in it: `P1 sees P2.hand: [tea]`.",
        ),
    ),
    one=True,
)

EXAMPLE = FieldGroup(
    "example",
    "An example of a card: `examples: - given:`",
    "What is given, what then happens, and what must be so afterwards. The game is the card's own, with its "
    "usual sets and the card's own set. Files of scenarios list the same fields under `scenarios`.",
    (
        Field("name", f.LineText(), "What it shows.", "a number"),
        Field(
            "players",
            f.NumberField(1, MAX_PLAYERS),
            "How many play: P1, P2 and so on.",
            "the fewest the game is for",
        ),
        Field("seed", f.NumberField(0, MAX_SEED), "What chance grows from.", "1", holds="a number"),
        Field(
            "play",
            f.Flag(),
            "Whether the game is set up first (`given` changes what lies there then) and goes on by itself afterwards, "
            "turn after turn, to the last step of `when` or the end of the game.",
            "no",
        ),
        Field(
            "given",
            f.MapOf(f.Anything(), empty=False),
            "Pieces and memory before it begins: `P1.hand: [tea, 2 wind]`, `deck: [tea]` (the top piece first), "
            "`active: P1`, `P1.points: 9`, `ID.credits: 4`. All other pieces lie where they begin, or in the zone that "
            "lists `the rest`. Copies are numbered in the order in which they are given places; where they differ, "
            "`ID#2.credits: 4` says which.",
            holds="`PLACE: VALUE`",
            telling=True,
        ),
        Field(
            "chance",
            f.MapOf(f.Anything(), empty=False),
            "What chance brings: `pick card: [0]`, `shuffle deck: [tea]`, `roll die: [3]`, `flip coin: [1]`, from 0.",
            holds="`ACT: [OUTCOMES]`",
            telling=True,
        ),
        Field(
            "when",
            f.ListField(STEP),
            "What happens, in order.",
            holds="a list of steps",
            telling=True,
        ),
        Field(
            "then",
            f.ListField(f.Language("value"), alone=True),
            "What must hold in the end, in the language: `P1.coins is 3`, `ID.credits is 4`, `ID#2 in P1.hand`.",
            holds="a list of conditions",
            telling=True,
        ),
        Field(
            "ends",
            f.ListField(f.WordField("player"), alone=True),
            "Who has won, or `nobody`, for an example in which the game ends.",
        ),
    ),
)

# What a file of scenarios says for all of them: fields of an example, with what they mean there.
SHARED = tuple(
    replace(each, meaning=meaning, default="")
    for each in EXAMPLE.fields
    for word, meaning in (
        ("seed", "What chance grows from, in scenarios that do not say it themselves."),
        ("play", "Whether scenarios that do not say it themselves begin with the setup and play on."),
        ("given", "What is given in all scenarios; one that gives the same place itself has its own."),
        ("chance", "What chance brings in all scenarios; one that dictates the same act itself has its own."),
        ("when", "The steps that all scenarios begin with; their own come afterwards."),
    )
    if each.word == word
)
SHARED_FIELDS = tuple(each.word for each in SHARED)

SCENARIO = replace(
    EXAMPLE,
    word="scenario",
    fields=tuple(replace(each, needed=True) if each.word == "name" else each for each in EXAMPLE.fields),
)

SCENARIO_FILE = FieldGroup(
    "scenario_file",
    "The fields of a file of scenarios",
    "Examples that are about several cards, in any YAML file; in the folder of a game they lie in `scenarios`.",
    (
        Field(
            "game",
            f.WordField("game"),
            "The game: its name, or its folder as seen from the file.",
            "the game in whose folder the file lies",
        ),
        Field(
            "players",
            f.NumberField(1, MAX_PLAYERS),
            "How many play, for scenarios that do not say it themselves.",
            "the fewest the game is for",
        ),
        Field("sets", words("set"), "The sets of cards to play with.", "the game's own choice"),
        *SHARED,
        Field(
            "scenarios",
            f.ListField(SCENARIO),
            "The scenarios: examples as cards have them, each with a `name`.",
            holds="a list of scenarios",
            needed=True,
            telling=True,
        ),
    ),
    own_after="when",
)
