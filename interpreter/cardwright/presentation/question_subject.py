"""Subject of a question and its options: events, cards and counters, and where they lie on the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardwright.phrases.inflection import make_singular
from cardwright.presentation.answers.consequences import Consequence
from cardwright.presentation.answers.option_list import OptionLine, find_zone_of
from cardwright.presentation.answers.state_differences import count_pieces
from cardwright.presentation.terms_in_text import find_terms
from cardwright.presentation.values_for_questions import address_predicate
from cardwright.query.decision_text import PlayerNames
from cardwright.query.events_in_progress import describe_own_turn, open_entries
from cardwright.query.knowledge.partial_execution import PartialRun, start_partial_run
from cardwright.query.knowledge.unknown_values import Unknown
from cardwright.query.view import build_view
from cardwright.runtime.primitives.bitsets import ids
from cardwright.state_slots_and_table_rows import PASS, PIECE_MASK

if TYPE_CHECKING:
    from cardwright.game.state import State
    from cardwright.presentation.table_view import TablePiece, TableSeat
    from cardwright.runtime.state import Position

# Limit for the counters that are listed.
MAX_MEANS = 3
# Words that add nothing to whose turn it is.
OF_A_TURN = ("you", "take", "a", "turn")
# What goes on further outside than this number of procedures and abilities is not what a question is about: a card that
# rolled the die, in the fight that came of it.
MAX_NEAR = 3
# Limit for the cards whose texts are shown with a question.
MAX_TEXTS = 2
# Limits for the positions of an option, and for the options that are tried to find theirs.
MAX_POSITIONS = 24
MAX_TRIED = 12


def drop_own_turn(state: State, causes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the causes of a question, without the turn of the player who is asked as the innermost one."""
    own_turn = describe_own_turn(state.retracked(), state.player)
    return causes[:-1] if causes and causes[-1] == own_turn else causes


def find_asking_piece(state: Position) -> int:
    """Return the piece whose ability asks, itself or in a procedure near it, or -1. The player may not know of it."""
    log = state.tracker.log
    near = (log[place] for place in reversed(open_entries(state)[-MAX_NEAR:]))
    return next((int(entry.what[1]) for entry in near if entry.kind == "power"), -1)


def describe_subject(state: State, player: str, causes: Sequence[str], said: str, bare: bool) -> str:
    """Return what a question is about: the innermost event near it that names a piece or another player.

    If there is none and the question is `bare`, so that it does not say what it is for, it is the innermost event; ""
    if that adds nothing to what is `said` and to whose turn it is. An event that names only what is said already is
    passed over. The event is addressed to the player: `you offer Tea to P3`.
    """
    terms, known = find_terms(state.program.tables), said.casefold()
    for cause in reversed(causes[-MAX_NEAR:]):
        named = {span.text for span in terms.spans(cause) if span.names in ("piece", "player")} - {player}
        if any(each.casefold() not in known for each in named):
            return address_event(cause, player)
    last = address_event(causes[-1], player) if causes and bare else ""
    adds = {*re.findall(r"\w+", last.casefold())} - {*OF_A_TURN, *re.findall(r"\w+", known)}
    return last if adds else ""


def address_event(event: str, player: str) -> str:
    """Return the text of an event as told to the player who does it: `you draw a card` for `P1 draws a card`."""
    if not event.startswith(f"{player} "):
        return event
    return f"you {address_predicate(event.removeprefix(f'{player} '))}"


def list_means(
    seat: TableSeat, limits: Iterable[str], brings: Iterable[Sequence[Consequence]]
) -> tuple[tuple[str, str], ...]:
    """Return, as (title, value), the player's counters that limit the options, then those that options change."""
    changed = {lead.what for leads in brings for lead in leads if lead.what}
    limiting = set(limits)
    numbers = [fact for fact in seat.facts if fact.value.lstrip("-")[:1].isdecimal()]
    first = [fact for fact in numbers if fact.word in limiting]
    others = [fact for fact in numbers if fact.word not in limiting and fact.title in changed]
    return tuple((fact.title, fact.value) for fact in (*first, *others)[:MAX_MEANS])


def list_card_texts(pieces: Mapping[str, TablePiece], positions: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return `(name, text)` for the cards at some positions, most important first; equal cards once.

    `pieces` are those that the player sees, by position. Hidden pieces, and pieces without a text, are left out.
    """
    known = (pieces[at] for at in positions if at in pieces)
    texts = {piece.name: " ".join(piece.text.split()) for piece in known if piece.text and not piece.hidden}
    return tuple(texts.items())[:MAX_TEXTS]


def add_positions(state: State, choices: Sequence[OptionLine], tries: bool) -> tuple[OptionLine, ...]:
    """Return the options; those that mean no position of their own get the positions they are about as `targets`.

    These are the pieces, zones and players that an option names; else, with `tries`, the pieces that the player
    certainly chooses from next, if the option says what they are: `Send a pilot`; else those that the player's memory
    certainly names then, such as the place where a pawn goes; else their pieces that certainly leave their zone; else
    those in their hand on which the option is printed, such as the suit `hearts`; else the zones of the table that the
    option certainly changes.
    """
    return _Positions(state).add_to(choices, tries)


def find_subject_positions(state: State, choices: Sequence[OptionLine]) -> tuple[str, ...]:
    """Return the positions of what a question is about: of the innermost event or ability near it with a piece or zone.

    What can be chosen is left out, and where it lies.
    """
    offered = {at for choice in choices for at in (choice.at, find_zone_of(choice.at))}
    found = dict.fromkeys(_Positions(state).list_subject())
    return tuple(at for at in found if at not in offered)


class _Positions:
    """Positions of pieces, zones and players for the player who decides."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.program = state.program
        self.tables = state.program.tables
        self.found = build_view(state, state.player)
        self.player_names = PlayerNames(state, state.player)
        self.own = f"P{state.player + 1}"

    def add_to(self, choices: Sequence[OptionLine], tries: bool) -> tuple[OptionLine, ...]:
        doing = [each for each in choices if not (each.at or each.declines)]
        texts = {each.index: each.text for each in doing}
        targets = {index: tuple(self._list_named(text)) for index, text in texts.items()}
        tried = [index for index, found in targets.items() if not found]
        course = start_partial_run(self.state, self.state.player) if tries and 0 < len(tried) <= MAX_TRIED else None
        runs = {} if course is None else {index: course.after(course.offered[index]) for index in tried}
        reached: dict[int, frozenset[str]] = {}
        leaving: dict[int, frozenset[str]] = {}
        changed: dict[int, frozenset[str]] = {}
        for index, run in runs.items():
            if course is not None and run is not None:
                targets[index] = tuple(self._list_offered_next(run, texts[index]))
                reached[index] = frozenset(self._list_reached(course, run))
                leaving[index] = frozenset(self._list_leaving(course, run))
                changed[index] = frozenset(self._list_changed_zones(course, run))
        for effects in (reached, leaving, changed):
            common = frozenset.intersection(*effects.values()) if len(effects) > 1 else frozenset()
            for index, positions in effects.items():
                targets[index] = targets[index] or tuple(sorted(positions - common))
            for index, text in texts.items():
                targets[index] = targets[index] or tuple(self._list_held_with(text))
        few = {index: found for index, found in targets.items() if len(found) <= MAX_POSITIONS}
        return tuple(replace(each, targets=few.get(each.index, ())) for each in choices)

    def _list_named(self, text: str) -> Iterator[str]:
        """Yield the positions of what a text names; of equal pieces those of the player, if there are any."""
        for span in find_terms(self.program.tables).spans(text):
            if span.names == "player" and span.ref != self.own:
                yield span.ref
            elif span.names == "zone":
                yield from (at for at in self.found.zones.values() if at in (span.ref, f"{self.own}.{span.ref}"))
            elif span.names == "piece":
                copies = self._copies.get(span.ref, ())
                alike = [self.found.pieces[piece] for piece in copies if self.player_names.recognises(piece)]
                yield from [at for at in alike if at.startswith(f"{self.own}.")] or alike

    @cached_property
    def _copies(self) -> Mapping[str, Sequence[int]]:
        """The pieces in the view of each definition."""
        found: dict[str, list[int]] = {}
        for piece in self.found.pieces:
            if (number := self.tables.pieces[piece]) >= 0:
                found.setdefault(self.tables.definitions[number].id, []).append(piece)
        return found

    def _list_offered_next(self, run: PartialRun, text: str) -> Iterator[str]:
        """Yield the positions of the pieces that the player certainly chooses from next, if a text says which."""
        pending = run.pending
        if pending is None or type(pending[0]) is not int or pending[0] != self.state.player:
            return
        site = self.tables.sites[pending[2]]
        for value in pending[1]:
            base, piece = site.thing(value) if type(value) is int and value != PASS else ("", -1)
            if base == "piece" and self._says_what(piece, text):
                yield from self._locate(base, piece)

    def _list_held_with(self, word: str) -> Iterator[str]:
        """Yield the positions of the pieces in the player's hand on which a word is printed."""
        hands = [
            at
            for slot, at in self.found.zones.items()
            if self.tables.zones[slot - self.tables.zones_from].see == "owner"
        ]
        for piece, at in self.found.pieces.items():
            if at.startswith(f"{self.own}.") and at.partition(":")[0] in hands and word in self._list_words_on(piece):
                yield at

    def _says_what(self, piece: Any, text: str) -> bool:
        """Return True if a text has the kind of a piece or one of the words printed on it.

        Words that may mean a counter do not count: `Gain a coin` is not about cards of the sort `coin`.
        """
        printed = [word for word in self._list_words_on(piece) if word.casefold() not in self._counters]
        words = "|".join(map(re.escape, printed))
        return bool(words) and re.search(rf"\b(?:{words})(?:e?s)?\b", text, re.IGNORECASE) is not None

    @cached_property
    def _counters(self) -> frozenset[str]:
        """The titles of counters, in the singular and the plural."""
        titles = {row.title.casefold() for row in self.tables.memory if row.type == "number"}
        return frozenset(titles | set(map(make_singular, titles)))

    def _list_words_on(self, piece: Any) -> list[str]:
        """Return the kind of a piece that the player recognizes and the words printed on it; else nothing."""
        if type(piece) is not int or not 0 <= piece < len(self.tables.pieces):
            return []  # nothing that lies anywhere now
        if self.tables.pieces[piece] < 0 or not self.player_names.recognises(piece):
            return []
        definition = self.tables.definitions[self.tables.pieces[piece]]
        kind = self.tables.kinds[definition.kind]
        values = (self.program.naming.value(kind.attributes[word], value) for word, value in definition.values.items())
        return [each for each in (kind.title, *values) if any(map(str.isalpha, each))]

    def _list_reached(self, before: PartialRun, after: PartialRun) -> Iterator[str]:
        """Yield the positions of the pieces that the player's memory certainly names anew."""
        for row in self.tables.memory:
            if row.owner == "player" and row.type == "piece":
                start = row.base + self.state.player * row.width
                for slot in range(start, start + row.width):
                    was, now = before.slots[slot], after.slots[slot]
                    if not (isinstance(was, Unknown) or isinstance(now, Unknown)) and was != now:
                        yield from self._locate("piece", now)

    def _list_leaving(self, before: PartialRun, after: PartialRun) -> Iterator[str]:
        """Yield the positions of the player's pieces that certainly leave the zone in which they are."""
        for slot, at in self.found.zones.items():
            was, now = before.slots[slot], after.slots[slot]
            if at.startswith(f"{self.own}.") and type(was) is int and type(now) is int:
                for piece in ids(was & ~now):
                    yield from self._locate("piece", piece)

    def _list_changed_zones(self, before: PartialRun, after: PartialRun) -> Iterator[str]:
        """Yield the zones of the table, and those on its pieces, whose number of pieces certainly changes."""
        for slot, at in self.found.zones.items():
            was, now = count_pieces(before.slots[slot]), count_pieces(after.slots[slot])
            if "." not in at.partition("/")[0] and was is not None and now is not None and was != now:
                yield at

    def list_subject(self) -> Iterator[str]:
        tracked = self.state.retracked()
        piece = find_asking_piece(tracked)
        yield from self._locate("piece", piece) if piece >= 0 else ()
        for place in reversed(open_entries(tracked)[-MAX_NEAR:]):
            entry = tracked.tracker.log[place]
            if entry.kind != "begin":
                continue
            given = zip(self.tables.procedures[entry.what[0]].params, entry.what[1], strict=False)
            about = [at for (_, base, _), value in given for at in self._locate(base, value) if base != "player"]
            yield from about
            if about:
                return
        yield from self._list_in_variables()

    def _list_in_variables(self) -> Iterator[str]:
        """Yield the positions of the pieces and zones in the variables of the rule text that asks."""
        frame = self.state.frames[-1] if self.state.frames else ()
        _, described, own = self.state.variant.frames[frame[0]] if frame else (0, (), ())
        for place in own:
            if described[place][0] != "this":
                yield from (
                    at for at in self._locate(described[place][1], frame[1 + place]) if at[:1] != "P" or "." in at
                )

    def _locate(self, base: str, value: Any) -> Iterator[str]:
        """Yield the position of a value, if it is a player, or a zone or piece that the player recognizes."""
        if type(value) is not int or value < 0:
            return
        if base == "player":
            yield f"P{value + 1}"
        elif base == "zone" and value in self.found.zones:
            yield self.found.zones[value]
        elif base in ("piece", "ability"):
            piece = value & PIECE_MASK if base == "ability" else value
            if piece in self.found.pieces and self.player_names.recognises(piece):
                yield self.found.pieces[piece]
