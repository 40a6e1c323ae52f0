"""The fields of files of scenarios, and of the examples of cards."""

from dataclasses import replace

from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.field_types import Field, FieldGroup, make_word_list

MAX_PLAYERS = 12
MAX_SEED = 2**64 - 1

_ANSWERS = f.ListField(f.WordField("answer"), alone=True)

STEP = FieldGroup(
    "step",
    "A step of a scenario: `when: - do:`",
    "Each step is one of these. Every decision must be answered, by the key or the text of an option.",
    (
        Field("do", f.Language("deeds"), "Statements to run: `P1 draw(2)`.", holds="statements of the language"),
        Field("then", f.Language("value"), "A condition that must hold now: `count(deck) is 3`.", holds="a condition"),
        Field(
            "P1",
            _ANSWERS,
            "Answers of P1, one decision after the other; `2 tea` answers `tea` twice. Several picks can "
            "be in any order, with `done` at the end if more could be picked. Forced choices can be named "
            "or left out. Of options with the same name, `tea#2` is the second copy; `tea` is enough if they "
            "are equal.",
        ),
        Field("everyone", _ANSWERS, "The answer of all players who are asked this, such as `pass`."),
        Field("P1 is offered", f.ListField(f.WordField("option"), alone=True), "Exactly the options of P1 now."),
        Field(
            "P1 is not offered", f.ListField(f.WordField("option"), alone=True), "Options that P1 does not have now."
        ),
        Field(
            "P1 sees ZONE",
            f.ListField(f.WordField("piece"), alone=True),
            "Exactly the pieces that P1 knows to be in the zone: `P1 sees P2.hand: [tea]`.",
        ),
    ),
    one=True,
)

EXAMPLE = FieldGroup(
    "example",
    "An example of a card: `examples: - given:`",
    "What is given, what happens, and what must hold afterwards. The game is that of the card, "
    "with its usual sets and the set of the card. Files of scenarios have the same fields under "
    "`scenarios`.",
    (
        Field("name", f.LineText(fills=True), "What it shows.", "a number"),
        Field(
            "players",
            f.NumberField(1, MAX_PLAYERS),
            "The number of players: P1, P2 and so on.",
            "the fewest the game is for",
        ),
        Field("seed", f.NumberField(0, MAX_SEED), "The seed of chance.", "1", holds="a number"),
        Field(
            "play",
            f.Flag(),
            "Whether the game is set up first, then changed by `given`, and then played turn by turn to "
            "the last step of `when` or the end.",
            "no",
        ),
        Field(
            "given",
            f.MapOf(f.Anything(), empty=False),
            "Pieces and memory at the start: `P1.hand: [tea, 2 wind]`, `deck: [tea]` (top first), `active: "
            "P1`, `P1.points: 9`, `ID.credits: 4`. All other pieces lie where they start, or in the zone "
            "that lists `the rest`. Copies are numbered in the order in which they are mentioned: "
            "`ID#2.credits: 4`.",
            holds="`PLACE: VALUE`",
            telling=True,
        ),
        Field(
            "chance",
            f.MapOf(f.Anything(), empty=False),
            "Outcomes of chance, by name or counted from 0: `pick card: [tea]`, `pick player: [P2]`, "
            "`shuffle deck: [tea]`, `flip coin: [heads]`, `die shows: [6]`. In `roll die: [5]`, which means the same "
            "as that, 0 stands for the face 1.",
            holds="`ACT: [OUTCOMES]`",
            telling=True,
        ),
        Field("when", f.ListField(STEP), "The steps, in order.", holds="a list of steps", telling=True),
        Field(
            "then",
            f.ListField(f.Language("value"), alone=True),
            "Conditions that must hold at the end: `P1.coins is 3`, `ID.credits is 4`, `ID#2 in P1.hand`.",
            holds="a list of conditions",
            telling=True,
        ),
        Field("ends", f.ListField(f.WordField("player"), alone=True), "The winners, or `nobody`, if the game ends."),
    ),
)

# The common fields of a file of scenarios: fields of an example with their meaning there.
SHARED = tuple(
    replace(each, meaning=meaning, default="")
    for each in EXAMPLE.fields
    for word, meaning in (
        ("seed", "The seed of chance, unless a scenario has its own."),
        ("play", "`play` for all scenarios without their own."),
        ("given", "`given` for all scenarios; their own takes precedence for the same zone or counter."),
        ("chance", "Outcomes of chance for all scenarios; their own take precedence for the same act."),
        ("when", "Steps with which all scenarios begin; their own follow."),
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
    "Scenarios about several cards, in any YAML file; in the folder of a game they lie in `scenarios`.",
    (
        Field(
            "game",
            f.WordField("game"),
            "The game: its name, or the path of its folder from the file.",
            "the game in whose folder the file lies",
        ),
        Field(
            "players",
            f.NumberField(1, MAX_PLAYERS),
            "The number of players, unless a scenario has its own.",
            "the fewest the game is for",
        ),
        Field("sets", make_word_list("set"), "The sets to play with.", "the game's own choice"),
        *SHARED,
        Field(
            "scenarios",
            f.ListField(SCENARIO),
            "The scenarios: examples with a `name`.",
            holds="a list of scenarios",
            needed=True,
            telling=True,
        ),
    ),
    own_after="when",
)
