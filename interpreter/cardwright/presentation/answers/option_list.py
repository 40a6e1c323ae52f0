"""Options of a decision for display: their facts, consequences and positions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Protocol

from cardwright.phrases.inflection import is_certain_verb, make_gerund
from cardwright.presentation.answers.consequences import Consequence
from cardwright.presentation.piece_and_player_labels import Fact
from cardwright.query.decision_text import PlayerNames
from cardwright.query.knowledge.partial_execution import start_partial_run
from cardwright.query.view import Shown
from cardwright.runtime.decision import DONE_WITH_IT, Option, find_title
from cardwright.runtime.errors import SlipError
from cardwright.runtime.primitives.zones import content, where
from cardwright.state_slots_and_table_rows import PIECE_MASK, SHIFT, DecisionPointRow, ProcedureRow

if TYPE_CHECKING:
    from cardwright.game.state import State

# Number of options that are numbers, above which others come first.
FEW_NUMBERS = 5
USE, DO = "Which of these do you use, if any?", "What do you do, if anything?"
USE_OR_DO = "You may use a card or do something else"


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option for display. `index` is its index, and `label` the text that the player types for it.

    - `at`: the position on the table of the piece, zone or player (`P1`) that the option means, or ""
    - `targets`: without `at`, the positions of what the option is about
    - `facts`: facts about the piece that matter for the decision, most important first
    - `note`: the printed text of the piece
    - `leads`: the consequences of the option
    - `count`: the number of equal pieces, any of which can be meant
    - `declines`: True if the option passes or finishes
    - `ends`: for an option that ends a repeated decision, what it is shown as: `Done buying`; typed is its `text`
    - `kind`: what the option has in common with similar ones, such as the zone of a piece; "" for one of its own kind
    """

    index: int
    key: str
    text: str
    label: str
    group: str = ""
    note: str = ""
    at: str = ""
    facts: tuple[Fact, ...] = ()
    leads: tuple[Consequence, ...] = ()
    count: int = 1
    declines: bool = False
    targets: tuple[str, ...] = ()
    kind: str = ""
    ends: str = ""


def find_kind(site: DecisionPointRow, option: Option, value: object) -> str:
    """Return what an option has in common with similar ones: its ability, zone or type; "" if it has a title."""
    if option.declines or find_title(site, value) is not None:
        return ""
    if site.base == "ability" and isinstance(value, int):
        return f"ability {value >> SHIFT}"
    return f"{site.place(value)} {option.group or site.thing(value)[0]}"


def name_ending(does: str, procedures: Iterable[ProcedureRow]) -> str:
    """Return the text for ending a repeated decision, each of whose answers `does` something: `Done buying`."""
    verb = does.partition(" ")[0]
    known = is_certain_verb(verb) or any(each.word.partition("_")[0] == verb for each in procedures)
    return f"{DONE_WITH_IT} {make_gerund(verb)}" if known else DONE_WITH_IT


def choose_prompt(choices: Sequence[OptionLine]) -> str:
    """Return the prompt of a decision window, which depends on whether cards or other offers can be used."""
    offered = [choice for choice in choices if not choice.declines]
    if all(choice.at for choice in offered):
        return f"You may use {offered[0].text}" if len(offered) == 1 else USE
    if len(offered) == 1:
        return f"You may {offered[0].text[0].lower()}{offered[0].text[1:]}"
    return USE_OR_DO if any(choice.at for choice in offered) else DO


# Limit for the options that are tried.
MAX_TRIALS = 20
# The log entries between an answer and a directly following forced choice.
BEGINS = "begin"
TAKEN = "taken"


def find_only_choice(state: State, option: int) -> Option | None:
    """Return the only option that an option makes the player choose next, or None.

    It is returned only if this choice certainly follows at once and the player can know that.
    """
    site = state.program.tables.sites[state.site]
    if site.secret or state.option_count > MAX_TRIALS or state.declines(option):
        return None
    tried = state.retracked().clone()
    tracker = tried.tracker
    size, last = len(tracker.log), tracker.unasked
    try:
        tried.apply(option)
    except (SlipError, RecursionError):
        return None
    tracker = tried.tracker
    answer, behind = next(iter(tracker.log[size:]), None), tracker.log[size + 1 :]
    place = next((place for place, entry in enumerate(behind) if entry.kind != BEGINS), None)
    taken = tracker.taken_unasked(last)
    if answer is None or place is None or behind[place].kind != TAKEN or not taken:
        return None
    first = taken[0]
    # an event of smaller depth follows the current one
    if first.player != state.player or any(entry.depth < answer.depth for entry in behind[: place + 1]):
        return None
    course = start_partial_run(state, state.player)
    known = None if course is None else course.first_unasked(course.offered[option])
    # hidden values are backs, or missing
    if known is None or any(type(each) is not int for each in known):
        return None
    if known != (first.player, first.option, first.site):
        return None
    [(_, found)] = state.described_unasked([first])
    return None if found.declines else found


NUMBER = re.compile("-?(?:0|[1-9][0-9]*)")
# Labels for declining, in order of preference; among amounts, 0 is one of them.
DECLINE = ("0", "-", "--", "---")
DECLINE_BESIDE_AMOUNTS = DECLINE[1:]


class Named(Protocol):
    """An option, as far as its label depends on it: its key, its text, and whether it declines."""

    @property
    def key(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def declines(self) -> bool: ...


def is_number(name: str) -> bool:
    """Return True if a name is a whole number in the usual form, such as `12` or `-3` but not `01`."""
    return NUMBER.fullmatch(name) is not None


def label_options(options: Sequence[Named]) -> list[str]:
    """Return a different label for each option; options that decline can share one.

    An option whose key or text is a number that names no other option has this number as label, so that typing `7`
    takes the card called 7. All others are numbered from 1, skipping such numbers.
    """
    names = Counter(name for option in options for name in {option.key, option.text})
    free = (str(number) for number in count(1) if str(number) not in names)
    plain = [option for option in options if not option.declines]
    amounts = bool(plain) and all(is_number(option.key) for option in plain)
    declining = DECLINE_BESIDE_AMOUNTS if amounts else DECLINE
    decline = next((label for label in declining if label not in names), DECLINE[-1])
    labels = []
    for option in options:
        own = next((name for name in (option.key, option.text) if is_number(name) and names[name] == 1), None)
        labels.append(decline if option.declines else own if own is not None else next(free))
    return labels


def find_number_in_zone(choice: OptionLine) -> int:
    """Return the number that the view gives to an option in its zone. A part has the number of its whole piece."""
    number = choice.at.rpartition(":")[2].partition("+")[0]
    return int(number) if number.isdecimal() else 0


def find_zone_of(at: str) -> str:
    """Return the zone that contains a position of the view."""
    return at.rpartition(":")[0]


class OptionPositions:
    """Positions of the options of one decision, for the player who decides."""

    def __init__(self, state: State, found: Shown, player_names: PlayerNames) -> None:
        self.state = state
        self.found = found
        self.player_names = player_names
        self.unseen: dict[int, int] = {}

    def _is_closed(self, slot: int) -> bool:
        """Return True if the view shows a zone, but the player may not look at all its pieces."""
        slots, player = self.state.slots, self.state.player
        sees = (self.player_names.may_see(slots, player, piece, slot) for piece in content(slots, slot))
        return slot in self.found.zones and not all(sees)

    def find(self, value: object) -> str:
        """Return the position on the table that an option means, or ""."""
        base, thing = self.state.program.tables.sites[self.state.site].thing(value)
        if not isinstance(thing, int) or thing < 0:
            return ""
        if base == "player":
            return f"P{thing + 1}"
        if base == "zone":
            return self.found.zones.get(thing, "")
        if base == "ability":
            return self.find_known(thing & PIECE_MASK)
        if base != "piece":
            return ""
        return self.found.pieces.get(thing, "") if self.player_names.shows(thing) else self._find_hidden_position(thing)

    def find_known(self, piece: int) -> str:
        """Return the position of a piece that the player recognizes, or "" for other pieces."""
        place = self.found.pieces.get(piece, "")
        return place if place and self.player_names.recognises(piece) else ""

    def _find_hidden_position(self, piece: int) -> str:
        """Return the position at which a face-down option is shown; it reveals only the order of options or pieces.

        In the view, these positions follow those of the pieces that are shown.
        """
        whole = self.state.program.tables.whole[piece]
        slot = where(self.state.variant.context, self.state.slots, piece if whole < 0 else whole)
        if whole >= 0 or slot not in self.found.zones:
            return ""
        if slot not in self.found.first_hidden:
            return self.found.pieces.get(piece, "")
        number = self.unseen.get(slot, self.found.first_hidden[slot])
        self.unseen[slot] = number + 1
        return f"{self.found.zones[slot]}:{number}"

    def order_hidden(self, made: list[OptionLine]) -> list[OptionLine]:
        """Return the options, with pieces from zones that the player cannot look into in the order of the view.

        The order given is random. In the view, known pieces come before pieces that are picked by their backs.
        """
        closed = {self.found.zones[slot] for slot in self.found.first_hidden if self._is_closed(slot)}
        places: dict[str, list[int]] = {}
        for place, choice in enumerate(made):
            if (zone := find_zone_of(choice.at)) in closed:
                places.setdefault(zone, []).append(place)
        found = made.copy()
        for lying in places.values():
            in_order = sorted((made[each] for each in lying), key=find_number_in_zone)
            for place, choice in zip(lying, in_order, strict=True):
                found[place] = choice
        return found


def name_taken(choice: OptionLine, taken: Option | None) -> OptionLine:
    """Return an action with the name of the only option that it takes, and the printed text of that option."""
    if taken is None:
        return choice
    named = taken.text.casefold() in choice.text.casefold()
    text = choice.text if named else f"{choice.text}: {taken.text}"
    return replace(choice, text=text, note=choice.note or taken.note)
