"""Model of a game's declarations: kinds, zones, memory, tables, pieces and texts, with their spans."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field

from cardwright.declarations.value_types import MAYBE_NUMBER, NUMBER, YES_NO, Type
from cardwright.phrases.inflection import spell_name
from cardwright.source.node_dataclass import frozen
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Scalar
from cardwright.state_slots_and_table_rows import RESERVE

TABLE = "table"
PLAYERS = "player"
# The name of all players, including eliminated ones.
EVERYBODY = "everybody"
# The text of `about` for a rule that the rulebook leaves out.
LEFT_OUT = "no"


@frozen
class EnumDecl:
    """A declared list of words; it can include the words of another enum."""

    word: str
    plural: str
    values: tuple[str, ...]
    span: Span
    plural_span: Span | None = None


# The encoded value of an attribute: a number (also for a word), or several numbers.
Printed = int | tuple[int, ...]
# The number that encodes `none`.
NO_WORD = -1


@frozen
class Attribute:
    """A fixed value of every piece of a kind; `default` is the value of pieces that give none."""

    word: str
    type: Type
    span: Span
    default: Printed | None = None

    @property
    def may_be_none(self) -> bool:
        """True if pieces can lack the attribute, which has `default: none`."""
        return self.type == MAYBE_NUMBER or (self.type.base in ("enum", "name") and self.default == NO_WORD)

    @property
    def by_default_unsaid(self) -> bool:
        """True if the default value is not worth printing because it is 0, no, none, or the usual word."""
        return self.default is not None and (self.type.base in ("enum", "name") or not self.default or self.may_be_none)


@frozen
class PartsDecl:
    """Pieces of another kind that belong to a piece: one for each unit in an attribute such as `load: {red: 2}`."""

    word: str
    kind: str
    span: Span


@frozen
class KindDecl:
    """A kind of piece. Of an `interchangeable` kind, equal pieces are offered as one option."""

    word: str
    plural: str
    attributes: Mapping[str, Attribute]
    parts: PartsDecl | None
    part_of: str | None
    interchangeable: bool
    title: str
    span: Span
    plural_span: Span | None = None

    def __hash__(self) -> int:
        return hash(self.word)


@frozen
class ZoneDecl:
    """A zone of the table, of each player, or of each piece of a kind (`owner`).

    `see` names who may look: nobody, owner, others (all but the owner), everyone, top (everyone, the top piece only) or
    face (by each piece's face, with face-down pieces seen by `down`). `ordered` zones keep the order of their
    pieces, with the last one on top; scenarios list them from the top, or a `row` from the bottom. `at` is a phrase
    for being in the zone, such as `at sea`; unless declared, it is `on the board` for a title that names a surface.
    """

    word: str
    owner: str
    holds: str
    see: str
    down: str
    ordered: bool
    title: str
    span: Span
    at: str = ""
    row: bool = False

    @property
    def names_preposition(self) -> bool:
        """True if `at` is a preposition and the title, as in `on the board`, which also serves with an owner."""
        return self.at.partition(" ")[2] == f"the {self.title}"

    @property
    def is_reserve(self) -> bool:
        """True for the zone of pieces that are not in the game, which no author declares and nobody is shown."""
        return self.word.startswith(RESERVE)


@frozen
class MemoryDecl:
    """A counter, flag or reference of the table, of each player or of each piece of a kind.

    `per` names the enum that indexes the memory, and `until` the procedure at whose end it is reset. Memory with
    `resets` is reset when its piece enters another zone; other memory when its piece leaves play, unless it `stays`.
    `see` says who sees it: `everyone` (of a piece, whoever sees the piece), its `owner`, a player, or `nobody`.
    `also_see` says which players see the memory of a piece without seeing the piece: its owner, everyone, or ("")
    nobody.
    """

    word: str
    owner: str
    type: Type
    starts: int | tuple[int, ...]
    per: str | None
    until: str | None
    resets: bool
    see: str
    title: str
    span: Span
    until_span: Span | None = None
    resets_span: Span | None = None
    also_see: str = ""

    @property
    def secret(self) -> bool:
        """True if at most one player sees the memory: its own."""
        return self.see != "everyone"

    @property
    def stays(self) -> bool:
        """True if the memory of a piece stays when the piece leaves play: its owner, and memory with `resets: no`."""
        return self.word == "owner" or (self.resets_span is not None and not self.resets)

    @property
    def marks(self) -> bool:
        """True if the memory is a single flag that all players see, so that it is shown as a mark."""
        return self.type == YES_NO and self.per is None and not self.secret


@frozen
class TableDecl:
    """A table of numbers: the first parameter, a word of an enum, selects a row, the second a number in it, from 1.

    A table of names of pieces contains the numbers of their definitions, and their `titles`.
    """

    word: str
    roles: tuple[tuple[str, Type], ...]
    rows: Mapping[str, tuple[int, ...]]
    span: Span
    type: Type = NUMBER
    titles: Mapping[int, str] = field(default_factory=dict)

    def show(self, value: int) -> str:
        """Return a value of the table as text."""
        return self.titles.get(value, str(value))

    def __hash__(self) -> int:
        return hash(self.word)


@frozen
class DeckDecl:
    """Lists of definitions of one kind, one for each word of an enum; a definition occurs once for each copy.

    Without an enum (`per` is ""), there is one list, under the word "". If the deck is `by_player`, this is the list
    for players who bring none; the lists that players bring are under `P1` and so on. `size` is the legal number of
    cards, and `most` that of copies of one card (None: any). The cards of a list have one value of the attribute
    `sorted_by` ("": any values). No list may contain the definitions `banned`.
    """

    word: str
    kind: str
    per: str
    lists: Mapping[str, tuple[int, ...]]
    span: Span
    by_player: bool = False
    size: tuple[int, int] | None = None
    most: int | None = None
    sorted_by: str = ""
    banned: frozenset[int] = frozenset()

    def __hash__(self) -> int:
        return hash(self.word)

    def render_name(self, of: str) -> str:
        """Return the name of the list for a word of the enum, as in `starter for fire` or `cards of fire`.

        "" means the only list.
        """
        words = spell_name(self.word)
        joint = "" if words.endswith((" of", " for", " from", " with")) else " for"
        return f"{words}{joint} {of}" if of else words


@frozen
class StockByPlayers:
    """The number of copies of a card by the number of players, as rows (fewest players, most players, copies)."""

    rows: tuple[tuple[int, int, int], ...]
    span: Span

    def find(self, players: int) -> int | None:
        """Return the number of copies for a number of players, or None if no row covers it."""
        return next((copies for low, high, copies in self.rows if low <= players <= high), None)


@frozen
class PieceDef:
    """A definition of pieces: `copies` equal pieces of one kind, with a power text.

    With `stock`, their number depends on the number of players, and `copies` is the largest number. `spare` pieces are
    in the reserve, from which `create` takes them. In addition, each player begins with the counts by zone in
    `each_player`. A token lies in its `pool` while it is out of play. If `of_many`, the definition is one of several
    that an entry with `each` produced.
    """

    id: str
    name: str
    kind: str
    copies: int
    set: str
    values: Mapping[str, Printed]
    parts: Mapping[str, int]
    power: Scalar | None
    inferred: tuple[str, ...]
    note: str
    reminder: str
    span: Span
    of_many: bool = False
    each_player: tuple[tuple[Scalar, int], ...] = ()
    pool: Scalar | None = None
    stock: StockByPlayers | None = None
    spare: int = 0

    def shared(self, players: int) -> int:
        """Return the number of pieces of this definition, for a number of players, without players' own pieces."""
        return self.copies if self.stock is None else self.stock.find(players) or 0

    def total(self, players: int) -> int:
        """Return the number of pieces of this definition in a game with a number of players."""
        return self.shared(players) + players * sum(count for _, count in self.each_player)

    def most(self, players: tuple[int, int]) -> int:
        """Return the largest number of pieces of this definition for any number of players in a range."""
        return max(self.total(count) for count in range(players[0], players[1] + 1))


@frozen
class LookRule:
    """A rule that the look of a game names: for a number of a player, or the capacity of a zone or counter.

    `limited` names the zone or counter, and `declared` is its declaration. For a rule that a template asks about each
    piece or player, `of` is their kind, or `player`.
    """

    named: Scalar
    limited: Scalar | None = None
    declared: Span | None = None
    of: str = ""


# Who decides in which order several reactions to one event run; the first is the default.
REACTION_ORDERS = ("active_player_first", "order_of_play", "each_player_orders", "active_player_orders")


@frozen
class ReactionRules:
    """Order of several reactions to one event; `in_turn` and `skip_gone` say what is tested when their turn comes."""

    order: str = REACTION_ORDERS[0]
    in_turn: bool = False
    skip_gone: bool = False


@frozen
class GameDecl:
    """All declarations in a game's files, with the pieces of the requested sets.

    `about` are the words that the author explains in the rulebook, each with its explanation. `called` is the name
    of the game in files of cards, even if its folder has another name.
    """

    name: str
    called: str
    title: str
    players: tuple[int, int]
    enums: Mapping[str, EnumDecl]
    words: Mapping[str, int]
    kinds: Mapping[str, KindDecl]
    zones: tuple[ZoneDecl, ...]
    memory: tuple[MemoryDecl, ...]
    tables: Mapping[str, TableDecl]
    pieces: tuple[PieceDef, ...]
    libraries: tuple[Scalar, ...]
    windows: Mapping[str, Span]
    powers_work_in: tuple[Scalar, ...]
    active: Scalar | None
    turn: Scalar | None
    valuation: Scalar | None
    valuations: tuple[Scalar, ...]
    lead_over_all: tuple[Scalar, ...]
    settling: tuple[Scalar, ...]
    priors: tuple[tuple[Scalar, int], ...]
    strong: Scalar | None
    rollout: str
    text_limit: int | None
    anticlockwise: bool
    reactions: ReactionRules = field(default_factory=ReactionRules)
    play: tuple[Scalar, ...] = ()
    out: Scalar | None = None
    decider: Scalar | None = None
    powers_work_if: Scalar | None = None
    targeting: Scalar | None = None
    look: Mapping[str, object] = field(default_factory=dict)
    look_deeds: tuple[Scalar, ...] = ()
    look_rules: tuple[LookRule, ...] = ()
    summary: str = ""
    about: tuple[tuple[Scalar, Scalar], ...] = ()
    decks: Mapping[str, DeckDecl] = field(default_factory=dict)
    span: Span = field(default_factory=lambda: Span.start_of(""))

    @property
    def mark_of_out(self) -> MemoryDecl | None:
        """The flag of players who are out of the game, or None if the game has none."""
        if self.out is None:
            return None
        word = str(self.out.value)
        found = (memory for memory in self.memory if (memory.owner, memory.word) == (PLAYERS, word))
        return next((memory for memory in found if memory.marks), None)

    @property
    def for_bots(self) -> tuple[Scalar, ...]:
        """The rules by which bots can value states, the default one first."""
        searched = (rule for rule, _ in self.priors)
        named = (self.valuation, *self.valuations, *self.lead_over_all, *self.settling, *searched, self.strong)
        return tuple(each for each in named if each is not None)


# How many pieces of a card without copies are printed, if the rules create it and no deck has it.
PRINTED_TOKENS = 4


def list_needed_copies(game: GameDecl) -> list[tuple[PieceDef, int]]:
    """Return the definitions of a game, each with the number of copies to print.

    This is the number in the card file plus the copies for decks, where each player is assumed to choose the list with
    the most. A card that exists only when it is created is printed `PRINTED_TOKENS` times.
    """
    in_decks = Counter[int]()
    for deck in game.decks.values():
        for cards in deck.lists.values():
            in_decks |= Counter({number: count * game.players[1] for number, count in Counter(cards).items()})
    needed = [piece.most(game.players) + in_decks[number] for number, piece in enumerate(game.pieces)]
    return [
        (piece, PRINTED_TOKENS if piece.spare and not copies else copies)
        for piece, copies in zip(game.pieces, needed, strict=True)
    ]


def list_playing_kinds(game: GameDecl) -> list[str]:
    """Return the kinds of pieces that can be in play."""
    words = {str(word.value) for word in game.play}
    return list_carried_kinds(game, (zone.holds for zone in game.zones if zone.word in words))


def list_carried_kinds(game: GameDecl, kinds: Iterable[str]) -> list[str]:
    """Return some kinds, and the kinds that can lie in zones on their pieces, directly or nested."""
    found = list(dict.fromkeys(kinds))
    for kind in found:  # the list grows
        found += [zone.holds for zone in game.zones if zone.owner == kind and zone.holds not in found]
    return found
