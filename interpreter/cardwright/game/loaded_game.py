"""A loaded game: its name, sets and seats, and new matches of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from cardwright.game.decision_and_chance_tree import Fork, make_root
from cardwright.game.saved_history import begin_game, follow, read, rebuild_state
from cardwright.game.state import State
from cardwright.runtime.chance_outcomes_and_witnesses import checked_outcomes
from cardwright.runtime.errors import NoSparePieceError
from cardwright.runtime.log_and_knowledge_observer import Tracker
from cardwright.runtime.names_of_state_values import DisplayNames
from cardwright.runtime.program import Program, powers_of, without_powers
from cardwright.runtime.state import START, IllegalAnswer, Past, Position
from cardwright.source.path_and_number_checks import convert_whole_number
from cardwright.state_slots_and_table_rows import Growth, ProgramTables, Stored

if TYPE_CHECKING:
    from cardwright.declarations.readers.player_deck_files import BroughtDeck


@dataclass(frozen=True, slots=True)
class CardText:
    """The generated text of a card with its printed attributes.

    `inferred` names the attributes that are stated nowhere in the rulebook. `reminder` is the author's own explanation,
    shown in brackets; "" if there is none. `needed` is the number of copies to print: those that the card file and
    decks ask for, and some of a card that the rules create.
    """

    id: str
    name: str
    set: str
    kind: str
    copies: int
    attributes: dict[str, str]
    text: str
    inferred: tuple[str, ...]
    note: str
    reminder: str
    needed: int


class Game:
    """A loaded game. Programs for a number of players are compiled, or taken from the cache, at first use.

    `folder` is None for a game that is shipped with Cardwright and found by its name. `whole` is the game with all
    powers; for a game made by `blanked` it is the original game, otherwise the game itself. `decks` are those that
    players brought, and `decks_by_player` names the decks of the game that players can bring.
    """

    def __init__(
        self,
        name: str,
        title: str,
        seats: tuple[int, int],
        sets: Sequence[str],
        all_sets: Sequence[str],
        content_hash: str,
        program: Callable[[int, Growth], Stored],
        folder: Path | None = None,
        native: Callable[[int, ProgramTables], dict[str, Any]] | None = None,
        learned: str = "",
        decks: tuple[BroughtDeck, ...] = (),
        decks_by_player: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.folder = folder
        self.title = title
        self.min_players, self.max_players = seats
        self.sets = tuple(sets)
        self.all_sets = tuple(all_sets)
        self.content_hash = content_hash
        self._make = program
        self._native = native
        self._programs: dict[tuple[int, Growth], Program] = {}
        self.whole = self
        self.learned = learned
        self.decks = decks
        self.decks_by_player = decks_by_player

    def __repr__(self) -> str:
        return f"<Game {self.name} with {', '.join(self.sets)}>"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a game cannot be pickled: load it again with `load_game`")

    def blanked(self, cards: str | Sequence[str]) -> Game:
        """Return this game without the powers of some cards (by id), as if the card files declared none for them.

        Raises KeyError for an unknown card or one without a power. Equal seeds give equal chance in both games, so that
        their matches can be compared.
        """
        cards = _make_list(cards)
        digest = hashlib.sha256(" ".join([self.content_hash, *sorted(cards)]).encode()).hexdigest()

        def program(players: int, growth: Growth) -> Stored:
            make = self._make(players, growth)

            def stored(which: str, slots: Mapping[str, int] | None = None) -> Mapping[str, Any]:
                found = make(which, slots)
                if which == "texts":
                    lost = powers_of(make("tables"), cards)
                    return {"texts": {number: text for number, text in found["texts"].items() if number not in lost}}
                return found if which == "told" else without_powers(found, cards)

            return stored

        blanked = Game(
            self.name,
            self.title,
            (self.min_players, self.max_players),
            self.sets,
            self.all_sets,
            digest,
            program,
            self.folder,
            self._native,
            self.learned,
            self.decks,
            self.decks_by_player,
        )
        blanked.whole = self.whole
        blanked.program(self.min_players)
        return blanked

    def program(self, players: int, which: str = "plain", growth: Growth = ()) -> Program:
        """Return the program for a number of players.

        `growth` says how its reserve of pieces for `create` has grown. If the program was not asked for before, its
        variant `which` is read or compiled at once, and the other variant on demand.

        Raises ValueError for a wrong number of players.
        """
        players = convert_whole_number(players, "the number of players")
        if not self.min_players <= players <= self.max_players:
            raise ValueError(f"{self.title} is for {self.min_players} to {self.max_players} players, not {players}")
        if (players, growth) not in self._programs:
            make = self._make(players, growth)
            self._programs[players, growth] = Program(ProgramTables.read(make(which), make), growth)
        return self._programs[players, growth]

    @cached_property
    def tables(self) -> ProgramTables:
        """The tables for the smallest number of players, for which no code is compiled."""
        known = self._programs.get((self.min_players, ()))
        make = self._make(self.min_players, ())
        return ProgramTables.read(make("tables"), make) if known is None else known.tables

    def native_code(self, players: int) -> dict[str, Any] | None:
        """Return the C code of the plain variant (see `program_or_refusal`), or None if the game has no files."""
        program = self.program(players)
        return None if self._native is None else self._native(program.players, program.tables)

    def new(self, players: int, seed: int, tracked: bool = True, growth: Growth = ()) -> State:
        """Return a new match, set up and run to its first decision.

        Equal seeds, sets and answers give equal matches everywhere. A `tracked` match has a log and the knowledge of
        every player; an untracked one is faster and computes both by replay when asked. The reserve of
        pieces for `create` grows by itself; `growth` says how it has grown already.

        Raises ValueError for a wrong number of players, and SlipError if its setup never ends.
        """
        state = State(self, self.program(players, "tracked" if tracked else "plain", growth), seed, tracked)
        try:
            state.begin()
        except NoSparePieceError as error:
            wider = state.program.grow(error.definition)
            if wider is None:
                raise
            return self.new(players, seed, tracked, wider)
        return state

    def widened(self, position: Position, past: Past, error: NoSparePieceError) -> State | None:
        """Return a match with more of the spare pieces that lacked, by replaying `past`, the history of a position.

        Sampled information is sampled again, and can differ. Returns None for a match built by hand, if the answers do
        not fit the new samples, and if a match cannot hold more pieces.
        """
        growth, origin = position.program.grow(error.definition), position.origin
        if growth is None or origin is None:
            return None
        begun = begin_game(self, position.program.players, position.seed, position.tracked, origin, growth)
        try:
            return follow(begun, past, START)
        except (IllegalAnswer, ValueError):
            return None

    def dictated(self, players: int, seed: int, outcomes: Mapping[str, Sequence[Any]], growth: Growth = ()) -> State:
        """Return a new tracked match with scripted chance; `outcomes` has the outcomes of each act of chance, in order.

        An outcome of `shuffle ZONE` is a list of ids: the pieces that end up on top, topmost first. An outcome of `pick
        TYPE`, `roll die` or `flip coin` is a whole number: 0 is the first possibility, the 1 of a die, the tails of a
        coin. `pick`, `roll` and `flip` alone stand for all acts of that kind. When the outcomes of an act are used up,
        the seed decides; `State.dictated_left` returns the unused ones.

        Raises ChanceMismatch for an unknown act or an impossible outcome as soon as that is known, and the errors of
        `new`.
        """
        program = self.program(players, "tracked", growth)
        state = State(self, program, seed, tracked=True)
        tracker = Tracker(program)
        tracker.dictated = checked_outcomes(program.tables, outcomes)
        origin = {"dictated": deepcopy(tracker.dictated)}
        state.tracker = tracker
        state.begin()
        state.start_here(origin)
        return state

    def forks(self, players: int) -> Fork:
        """Return the root of the game tree, in which chance is a node like the decisions of players.

        Raises ValueError for a wrong number of players, and SlipError if the setup never ends.
        """
        return make_root(self, players)

    def from_json(self, document: object) -> State:
        """Return the state that `State.to_json` wrote, by repeating all its steps.

        Raises BadState, which names the position in the document, if the document is no state of this game with these
        sets and files: parts are missing or have a wrong type or size, a step is against the rules, or the digest
        differs.
        """
        return read(self, document)

    def watched(self, position: Position, past: Past, watched: Position | None, known: Past) -> Position:
        """Return a tracked state with the history `past` of a position.

        `watched`, if given, is a tracked state with the history `known`, which is continued instead of replaying
        everything. Raises ValueError for a position without a history, such as one built by hand.
        """
        if watched is None or watched.program.growth != position.program.growth:
            return rebuild_state(self, position, tracked=True)
        return follow(watched, past, known)

    def card_texts(self, names: str | Sequence[str] | None = None) -> list[CardText]:
        """Return the texts of cards by id (None: all). Raises KeyError for an unknown id."""
        tables, naming = self.tables, DisplayNames(self.tables)
        by_id = {d[0]: n for n, d in enumerate(tables.definitions)}
        chosen = list(by_id) if names is None else _make_list(names)
        return [_make_card_text(tables, by_id[name], naming) for name in chosen]


def find_game(state: State) -> Game:
    """Return the loaded game of a match; its type in a state is that of the parts a match needs."""
    assert isinstance(state.game, Game), type(state.game)
    return state.game


def _make_list(words: str | Sequence[str]) -> list[str]:
    return [words] if isinstance(words, str) else list(words)


def _make_card_text(tables: ProgramTables, number: int, names: DisplayNames) -> CardText:
    row = tables.definitions[number]
    types, values = tables.kinds[row.kind].attributes, row.values
    attributes = {word: names.value(types[word], values[word]) for word in row.printed if word in values}
    if row.parts:
        attributes[tables.kinds[row.kind].parts] = " + ".join(f"{count} {word}" for word, count in row.parts.items())
    return CardText(
        id=row.id,
        name=row.name,
        set=row.set,
        kind=row.kind,
        copies=row.copies,
        attributes=attributes,
        text=tables.texts.get(number, ""),
        inferred=tuple(row.inferred),
        note=row.note,
        reminder=row.reminder,
        needed=row.needed,
    )
