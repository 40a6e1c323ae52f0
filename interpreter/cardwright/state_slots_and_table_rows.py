"""Format of programs: slots of a state and rows of a program's tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import CodeType
from typing import Any, NamedTuple, NoReturn, Protocol

# The slots of every state. Those of the game follow.
TRACKER, PENDING, RNG, FINISHED, RESULT, ANSWER, TURNS, FACE, SUPPRESSED, GAINED, LOST = range(11)
FIXED = 11
Slots = list[Any]
# A decision: the player, the values of the options, and the number of the decision point.
Pending = tuple[int, list[Any], int]
# Number of bits for the piece in an entry of an active ability, below the ability's number. Abilities of the library
# have no piece there.
SHIFT = 16
PIECE_MASK = NO_PIECE = (1 << SHIFT) - 1
# A gained power has an entry like an ability, with the number of the power (or `NO_POWER`). If it ends, the higher bits
# say how the piece has it (beside other powers, instead of earlier ones, or that all are taken) and which ability ends
# it.
HOW, ENDED_BY = 2 * SHIFT, 2 * SHIFT + 2
NO_POWER = NO_PIECE
BESIDE, INSTEAD, TAKEN = 1, 2, 3
# The kind of an ability that ends a gained power and stores the values for that.
GRANT = "grant"
# The option that declines, among options that are pieces, players or numbers. No number of a game comes near it.
PASS = -(1 << 40)
# What every player can compute of a change of memory when it is made: nothing, the new value, or the difference.
NOT_PUBLIC, PUBLIC_VALUE, PUBLIC_AMOUNT = 0, 1, 2
# Who is told of the events of a procedure, or of a showing besides those who are shown something. TOLD_WITH_POWER: the
# players who see the piece of the innermost power.
TOLD_TO_ALL, TOLD_TO_DOER, TOLD_TO_NOBODY, TOLD_WITH_POWER = range(4)
# The rollout policies of searches, in the order of their numbers in C.
ROLLOUTS = ("quick", "greedy", "random", "none", "turn")


def beside(number: int) -> int:
    """Convert the index of an option to its number in a decision that also has items to pick, or back."""
    return PASS - 1 - number


# Distance between the numbers of two types of items that can be picked in one decision: more than any number of a game
# and any option. All such numbers are at most 0, so that none looks like a piece.
APART = -4 * PASS


def apart(place: int, thing: int) -> int:
    """Return the number that encodes a picked item; `place` is the index of its type, 0 for the first type."""
    return thing - place * APART


def taken_apart(option: int) -> tuple[int, int]:
    """Return (index of the type of a picked item, item). The index is 0 for options and for the first type."""
    place = (APART // 2 - option) // APART
    return place, option + place * APART


# The memory for what a stack object stands for. Authors cannot use the name, because it has spaces.
STANDS_FOR = "stands for"
# The zone for spare pieces that `create` can bring into the game. Authors cannot use this name either.
RESERVE = "the reserve"
# Factor by which a reserve grows whenever a match has used it up.
GROWTH = 4
# Limits for the pieces of a match: at first, and with grown reserves.
MAX_PIECES, MAX_GROWN_PIECES = 10_000, 40_000
# How the reserve of a match has grown: the definition whose pieces were used up, each time, or EVERY if all grew.
Growth = tuple[int, ...]
EVERY = -1
# The value of `no_limit`, and the limit for stored numbers.
NO_LIMIT = 10**12
# Limit for numbers in a computation, which fits into 64 bits.
MAX_NUMBER = 10**18
# The number that encodes `none` in a nullable number: beyond all possible results.
NO_NUMBER = -(1 << 62)
# Limit for the length of a list. A longer one is a mistake, and loops over it would take too long.
MAX_LENGTH = 3_000
# Limit for the rounds of loops without a decision, nested loops together.
MAX_ROUNDS = 5_000
# Limit for the words that compiled C stores of what a valuation depends on; with more, it is evaluated each time.
MAX_GROUNDS = 512
# The parameter that stands for the player who is asked.
ASKED = "asked"
# How picked items are distinguished: not at all, by definition, or by mark.
NOT_AT_ALL, BY_DEFINITION, BY_MARK = range(3)
# A template: texts, and between them the index of a value, with the nouns for one and for several.
Filled = list[str | tuple[int, str, str]]


def held_slot(ability: int, place: int, base: str) -> str:
    """Return the name of the slot for argument `place`, of type `base`, of the effects that an ability starts."""
    return f"held {ability} {place} {base}"


def is_held(word: str) -> bool:
    """Return True if the name of a slot has the form that `held_slot` returns."""
    return word.startswith("held ")


class DecisionPointRow(NamedTuple):
    """A position in a rule text where a player decides (see `typed_tree.DecisionPoint`).

    - `prompt`: the question
    - `base`, `of`: the type of the options, and their kind or enum
    - `titles`: the title of each option
    - `decline`: the title of the option that declines
    - `source`, `text`: the name of the rule text that asks, and the text of the statement
    - `secret`: the answer is secret
    - `reasons`: the conditions of each option, then those of the items in `picked` options
    - `blanks`: the values in the prompt and the titles
    - `single`: the prompt if only one item can be picked
    - `kept`: the answer is written to secret memory
    - `again`: the question repeats until the player declines
    - `later`: a further pick of the choice in the row before
    - `notes`: the author's description of each option
    - `picked`: the numbers of the options that are items
    - `things`: the type of the items of each `picked` option, as (base, of)
    - `grounds`: for each `picked` option, the index in `reasons` at which the conditions of its items begin
    - `together`: a condition applies to all items of the pick together
    - `inside`: the decision points that are part of this choice: further picks, and questions of its options
    - `keys`: the words for options without a title, "" for the others; empty if all options have titles
    - `orders`: the variable with what is still to be put in order, if the answer is what comes next, else ""
    - `public`: of a secret choice, everybody knows which players it is about
    - `goes_on`: something else follows in its rule text
    """

    prompt: str
    base: str
    of: str
    titles: list[str]
    decline: str
    source: str
    secret: bool
    text: str
    reasons: list[str]
    blanks: list[Filled]
    single: str
    kept: bool = False
    again: bool = False
    later: bool = False
    notes: list[str] = []  # noqa: RUF012  # never changed
    picked: list[int] = []  # noqa: RUF012  # likewise
    things: list[tuple[str, str]] = []  # noqa: RUF012  # likewise
    grounds: list[int] = []  # noqa: RUF012  # likewise
    together: bool = False
    inside: list[int] = []  # noqa: RUF012  # likewise
    keys: list[str] = []  # noqa: RUF012  # likewise
    orders: str = ""
    public: bool = False
    goes_on: bool = False

    @property
    def one_by_one(self) -> bool:
        """True if pieces are chosen one after the other until the player declines."""
        return self.again and self.base == "piece"

    @property
    def numbered_options(self) -> list[int]:
        """The options that are no items to pick; these have titles."""
        return [number for number in range(len(self.titles)) if number not in self.picked]

    @property
    def sorts(self) -> list[tuple[str, str]]:
        """The types of the items that can be picked, as (base, kind): several if the options are `things`."""
        return self.things or [(self.base, self.of)]

    def thing(self, option: Any) -> tuple[str, Any]:
        """Return the type of the item that an option picks, and the item itself."""
        place = self.place(option)
        return (self.things[place - 1][0], taken_apart(option)[1]) if place else (self.base, option)

    def place(self, option: Any) -> int:
        """Return the index (from 1) among `things` of the type that an option picks; 0 for no type or a single one."""
        if len(self.things) < 2 or not isinstance(option, int):
            return 0
        place, _ = taken_apart(option)
        # the number of a computation can be larger than any stored one
        return place if 0 < place <= len(self.things) else 0


class PurposeRow(NamedTuple):
    """The purpose of a decision: the consequences of its answers, and the values it depends on.

    `then`, `single`, `called`, `otherwise`, `picked`, `asks`, `follows` and (by option) `does` are fields of
    `DecisionPurpose`; `attributes`, `rules` and `counters` are fields of `DecisionDependencies`.
    """

    then: str = ""
    single: str = ""
    called: list[tuple[str, str]] = []  # noqa: RUF012  # never changed
    otherwise: str = ""
    does: list[str] = []  # noqa: RUF012  # never changed
    attributes: list[str] = []  # noqa: RUF012  # likewise
    rules: list[tuple[int, list[int | str]]] = []  # noqa: RUF012  # likewise
    counters: list[str] = []  # noqa: RUF012  # likewise
    picked: list[str] = []  # noqa: RUF012  # likewise
    asks: list[tuple[str, str, bool]] = []  # noqa: RUF012  # likewise
    follows: str = ""


class ZoneRow(NamedTuple):
    """A zone of one owner. `owner` is `table`, `player` or a kind of piece, and `number` the number of that owner.

    In a `row`, pieces are shown one by one from the bottom; `numbered` if rules read or write their positions. In a
    zone of `discards`, pieces are put away (see `find_discard_piles`). `collects` is the attribute by which pieces are
    collected, and the words that it can be, or () (see `find_collections`).
    """

    word: str
    owner: str
    number: int
    holds: str
    see: str
    down: str
    ordered: bool
    title: str
    row: bool = False
    numbered: bool = False
    discards: bool = False
    collects: Sequence[str] = ()

    @property
    def is_reserve(self) -> bool:
        """True for the zone of pieces that are not in the game, which nobody is shown."""
        return self.word.startswith(RESERVE)


class MemoryRow(NamedTuple):
    """Memory of every owner of a kind: `width` slots each from `base` on, one for each word of `per`.

    At the end of the procedure `until` ("" if none) it is reset to `starts`. `see` are the players who see it:
    `everyone` (of a piece, whoever recognises the piece), its `owner`, or `nobody`. `also_see` are the players who see
    it on a piece whose face they do not see: `owner`, `everyone`, or "" for nobody.
    """

    word: str
    owner: str
    base: int
    width: int
    type: str
    per: list[str]
    see: str
    title: str
    starts: Any
    until: str = ""
    also_see: str = ""

    @property
    def secret(self) -> bool:
        """True if at most one player sees the memory: its own."""
        return self.see != "everyone"


class KindRow(NamedTuple):
    """A kind of piece: `size` pieces from number `first` on.

    `attributes` has the type of each attribute. `parts` is the kind of its parts, or "". `part` is the name of the
    first attribute if the kind is that of parts, else "".
    """

    first: int
    size: int
    attributes: dict[str, str]
    title: str
    interchangeable: bool
    part: str
    parts: str


class DefinitionRow(NamedTuple):
    """A piece as its file defines it; `printed` are the attributes that are shown on it.

    `needed` is the number of copies to print, including those for decks and some of a card that is only created.
    """

    id: str
    name: str
    kind: str
    copies: int
    set: str
    values: dict[str, Any]
    parts: dict[str, int]
    inferred: list[str]
    note: str
    reminder: str
    printed: list[str]
    needed: int


# Who can compute whether the condition of an ability holds: everybody, who sees the pieces of its event, of those only
# the player who is `you` in it, or nobody.
CLEAR_TO_ALL, CLEAR_IF_SEEN, CLEAR_TO_HOLDER, CLEAR_TO_NOBODY = range(4)


class AbilityRow(NamedTuple):
    """An ability of a definition or of the library.

    `power` is the number of the definition it belongs to, negative if it belongs to the library. `zones` are the zones
    in which it works, `slots` the lists of active abilities it appears in. `clear_to` says who can compute whether its
    condition holds.
    """

    kind: str
    power: int
    title: str
    zones: list[str]
    slots: list[int]
    text: str
    clear_to: int


class ProcedureRow(NamedTuple):
    """A verb or step. `params` has the word, the type, and the kind or enum of each parameter.

    `only_asks`: all its effects are in the log, and without one it says no more than its cause. `only_tells`: it
    changes nothing, as an announcement does. `audience`: who is told of its events.
    """

    word: str
    kind: str
    phrase: str
    params: list[tuple[str, str, str]]
    result: Any
    defaults: dict[str, Any]
    only_asks: bool
    only_tells: bool
    audience: int


# The name of the slot with the player whose question is asked, in a game where players decide for others.
ASKED_FOR = "asked for"
# The name of the slot that tells an ability with targets whether the event it let proceed took place.
TOOK_PLACE = "took place"
# In place of a procedure: the event that a piece leaves play.
LEAVES_PLAY = -1


class DurationRow(NamedTuple):
    """An event that ends an effect: a `procedure`, and in `roles` the condition on its arguments.

    The keys of `roles` are parameters (`you`: the acting player), the values triples `(position, constant, so)`. The
    argument is compared with the constant or, if there is a position, with the value stored there when the effect
    began. It must be equal if `so` is True, and different otherwise. The procedure LEAVES_PLAY stands for the event
    that a `piece` leaves play.
    """

    procedure: int
    roles: dict[str, tuple[int | None, Any, bool]]


class PowersWorkRow(NamedTuple):
    """The rule that decides whether the powers of a piece work.

    `public`: everybody can compute it. `plain`: it is true for all pieces unless something modifies it.
    """

    rule: int
    public: bool
    plain: bool


# The type of a rule whose value may be a fraction. No author's type has a space in its name.
EXACT = "fraction"


class RuleRow(NamedTuple):
    """A rule. Its fields are as for a procedure; `type` is the type of its value."""

    word: str
    phrase: str
    params: list[tuple[str, str, str]]
    type: str

    @property
    def values_a_player(self) -> bool:
        """True if bots can value positions by the rule: it takes a player and returns a number."""
        return self.type == "number" and [base for _, base, _ in self.params] == ["player"]


class TurnOutlineRow(NamedTuple):
    """An action that a turn may offer its player; `procedures` are the procedures around it, outermost first.

    `needs` has the conditions in order, then two further ones: that there is something to choose, and that the action
    can begin. With `whole`, the action is the innermost procedure itself.
    """

    procedures: list[int]
    title: str
    needs: list[str]
    whole: bool


class FrameRow(NamedTuple):
    """The contents of a frame: the title of its rule text, its variables, and the indices of those that may be shown.

    A variable has its word, its type, and the kind or enum of its type.
    """

    title: str
    variables: tuple[tuple[str, str, str], ...]
    shown: tuple[int, ...]


# Suspended rule texts of a frame in the order in which they resume: text, place and live values. A live value has its
# name, its `how` (see `ir.LiveValue`), and the type and frame index of each of its variables.
LiveValueRow = tuple[str, str, tuple[str, ...], tuple[int, ...]]
WaitingRow = tuple[str, str, list[LiveValueRow]]


class VariantTables(NamedTuple):
    """The generated Python of one variant, and the tables that belong to that variant alone.

    - `entry`: the segments in which procedures begin
    - `spots`: the positions of its code in the author's files
    - `unclear`: by frame, the indices of the values that not everybody can certainly compute, and of those that the
      decider cannot compute
    - `located`: every piece has a slot for its zone
    - `soon`: it was compiled without optimizations
    """

    source: str
    entry: dict[str, int]
    constants: dict[str, Any]
    frames: dict[int, FrameRow]
    waits: dict[int, list[WaitingRow]]
    unclear: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]
    spots: list[int]
    located: bool
    soon: bool = False
    code: Callable[[], CodeType] | None = None


class Sentences(NamedTuple):
    """The texts of a program that only displays need. They are not stored with a variant.

    `purposes` are by decision point, `notes` by ability. `sorts` explains words, and `waiting` the values that deferred
    statements store; both are by the number of the word. `ahead` outlines a turn. `together` is True if all players win
    and lose together, and `score_is_result` if the score only tells who has won.
    """

    purposes: dict[int, PurposeRow]
    notes: dict[int, str]
    sorts: dict[int, str]
    ahead: list[TurnOutlineRow]
    waiting: dict[int, list[tuple[str, str]]]
    together: bool
    score_is_result: bool


class Stored(Protocol):
    """A function that returns the source of a program with one variant, `plain` or `tracked`.

    The code uses `slots`, if they are given. If `which` is `told`, the function returns only the `Sentences` of the
    program, if it is `texts` only the texts of powers, and if it is `tables` the program without any code.
    """

    def __call__(self, which: str, slots: Mapping[str, int] | None = None) -> Mapping[str, Any]: ...


@dataclass(frozen=True, eq=False, repr=False)
class ProgramTables:
    """The tables of a program. The number of a piece, definition, decision point and so on is its index in a table.

    A variant and the sentences are read from `stored` when they are first needed, unless they came with the tables.
    """

    players: int
    size: int
    probes: list[tuple[str, int, str, int, int, str]]
    places: list[tuple[str, int, str, int]]
    slots: dict[str, int]
    ability_texts: list[str]
    chance: list[str]
    game: str
    title: str
    summary: str
    min_players: int
    max_players: int
    anticlockwise: bool
    turn: str
    valuation: str
    lead_over_all: list[str]
    settling: list[str]
    priors: dict[str, int]
    strong: str
    rollout: str
    active: int
    out: int
    decider: int
    unit: int
    asked_for: int
    words: dict[int, str]
    start: list[Any]
    location: int
    zones_from: int
    zones: list[ZoneRow]
    memory: list[MemoryRow]
    carriers: dict[int, tuple[int, list[int], list[int]]]
    pieces: list[int]
    whole: list[int]
    parts: list[tuple[int, ...]]
    kinds: dict[str, KindRow]
    definitions: list[DefinitionRow]
    part_values: dict[int, int]
    sites: list[DecisionPointRow]
    known: dict[int, list[tuple[bool, bool]]]
    abilities: list[AbilityRow]
    events: dict[int, tuple[str, int, list[int]]]
    uses: list[int]
    powers: dict[int, list[int]]
    power_zones: list[str]
    work_in: list[str]
    play: list[str]
    procedures: list[ProcedureRow]
    rules: list[RuleRow]
    certain: list[str]
    cases: dict[int, list[tuple[str, int, list[int]]]]
    named: dict[int, list[tuple[str, str]]]
    changed: dict[int, int]
    lasting: list[int]
    granting: dict[int, list[int]]
    endings: dict[int, tuple[DurationRow, ...]]
    works: PowersWorkRow | None
    look: dict[str, Any]
    stored: Stored

    @classmethod
    def read(cls, tables: Mapping[str, Any], stored: Stored | None = None) -> ProgramTables:
        """Return program tables from their stored form, with rows as named tuples.

        `stored` loads the parts that are stored apart, such as English texts, when they are first used.
        """
        named = {word: read(tables[word]) for word, read in _ROWS.items()}
        variants = {which: _make_variant(tables[which]) for which in VARIANTS if which in tables}
        plain = {word: value for word, value in tables.items() if word not in VARIANTS}
        made = cls(**{**plain, **named}, stored=stored or _refuse_unstored)
        vars(made).update(variants)
        return made

    @property
    def score_unit(self) -> int:
        """The number of units in a point of the score: 1 if the score is a number and no fraction."""
        final = next(rule for rule in self.rules if rule.word == "final_score")
        return self.unit if final.type == EXACT else 1

    @cached_property
    def plain(self) -> VariantTables:
        """The quick variant."""
        return self._load("plain")

    @cached_property
    def tracked(self) -> VariantTables:
        """The variant with log and knowledge."""
        return self._load("tracked")

    @cached_property
    def sentences(self) -> Sentences:
        """Texts about the program for displays, loaded on demand."""
        texts = self.stored("told")
        purposes = {site: PurposeRow._make(each) for site, each in texts["purposes"].items()}
        return Sentences(**{**texts, "purposes": purposes, "ahead": list(map(TurnOutlineRow._make, texts["ahead"]))})

    @cached_property
    def texts(self) -> dict[int, str]:
        """The texts of powers by definition, loaded on demand."""
        found: dict[int, str] = self.stored("texts")["texts"]
        return found

    def variant(self, which: str) -> VariantTables:
        """Return one variant by its name."""
        return self.tracked if which == "tracked" else self.plain

    def purpose(self, site: int) -> PurposeRow:
        """Return the purpose of a decision point; an empty one if no author wrote the decision."""
        return self.sentences.purposes.get(site, PurposeRow())

    def naming_memory(self) -> list[MemoryRow]:
        """Return all memory that lasts: declared memory, and the arguments stored for durations."""
        held = sorted((slot, name) for name, slot in self.slots.items() if is_held(name))
        rows = [
            MemoryRow(name, "table", slot, 1, f"list {name.split()[-1]}", [], "everyone", "", ()) for slot, name in held
        ]
        return [*self.memory, *rows]

    def _load(self, which: str) -> VariantTables:
        program = self.stored(which)
        if program["slots"] != self.slots:
            program = self.stored(which, self.slots)
        return _make_variant(program[which])


VARIANTS = ("plain", "tracked")
# Functions that make the rows of tables from plain values.
_ROWS: dict[str, Callable[[Any], object]] = {
    "sites": lambda rows: list(map(DecisionPointRow._make, rows)),
    "zones": lambda rows: list(map(ZoneRow._make, rows)),
    "memory": lambda rows: list(map(MemoryRow._make, rows)),
    "definitions": lambda rows: list(map(DefinitionRow._make, rows)),
    "abilities": lambda rows: list(map(AbilityRow._make, rows)),
    "procedures": lambda rows: list(map(ProcedureRow._make, rows)),
    "rules": lambda rows: list(map(RuleRow._make, rows)),
    "kinds": lambda rows: {word: KindRow._make(each) for word, each in rows.items()},
    "endings": lambda rows: {ability: tuple(map(DurationRow._make, each)) for ability, each in rows.items()},
    "works": lambda row: None if row is None else PowersWorkRow._make(row),
}


def _make_variant(tables: Mapping[str, Any]) -> VariantTables:
    frames = {number: FrameRow._make(each) for number, each in tables["frames"].items()}
    return VariantTables(**{**tables, "frames": frames})


def _refuse_unstored(which: str, slots: Mapping[str, int] | None = None) -> NoReturn:
    """Raise KeyError, because these tables were made without the requested part."""
    raise KeyError(which)


# The compiler's name for secret answers in a frame. Before them stand the players, and the number of answers that count
# already. Each entry is an answer with its possible options; for a pick of several also the minimum and maximum, and
# whether picking nothing is allowed.
SEALED = ".sealed"
# The piece that is put somewhere next `in any order`, and the pieces or reactions that are still to be put in order.
NEXT_IN_ORDER, LEFT_TO_ORDER = ".next", ".left"


def sealed_answers(described: Mapping[int, FrameRow], frames: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return for each secret choice in progress, outermost first, how many answers are revealed and the answers."""
    found = []
    for frame in frames:
        for place, (word, _, _) in enumerate(described[frame[0]].variables, start=1):
            if word == SEALED and frame[place]:
                found.append([frame[place - 1], [entry[0] for entry in frame[place]]])
    return found
