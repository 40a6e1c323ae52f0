"""Differences of two states, and which of them a player wants to know before choosing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from cardwright.presentation.game_facts_for_table import find_score_word
from cardwright.presentation.look import Look
from cardwright.query.decision_text import PlayerNames
from cardwright.query.knowledge.masked_state import evaluate_or_none
from cardwright.query.knowledge.partial_execution import PartialRun
from cardwright.query.knowledge.unknown_values import Back, Backs
from cardwright.runtime.primitives.exact_numbers import Exact
from cardwright.state_slots_and_table_rows import NO_NUMBER, ProgramTables

if TYPE_CHECKING:
    from cardwright.game.state import State

# A change by an answer: (owner: a seat or -1 for the table, word), and a change of a number or the new value.
What = tuple[int, str]
# Prefix of a zone's word: the change is one of its size.
COUNTED = "#"
# What stands for the whole score. It is computed where no single memory is the score.
WHOLE_SCORE = "=score"


class NumberChange(NamedTuple):
    """A change of a number, between two values; `signed` is True if the number is or may become negative."""

    least: Exact
    most: Exact
    signed: bool = False


Change = NumberChange | str


def compare_states(state: State, before: PartialRun, after: PartialRun, player: int) -> Iterator[tuple[What, Change]]:
    """Yield the public differences of two states: memory of the table and players, and sizes of zones."""
    tables, player_names = state.program.tables, PlayerNames(state, player)
    # changes in the turn of another player are no consequences
    goes_on = after.turns == before.turns
    hidden, turn = Look(tables.look).hidden, tables.turn
    for row in tables.memory:
        count = {"table": 1, "player": state.program.players}.get(row.owner, 0)
        for place in range(count * row.width):
            was, now = before.slots[row.base + place], after.slots[row.base + place]
            owner = place // row.width if row.owner == "player" else -1
            unseen = row.see == "nobody" or (owner != player and (row.secret or not goes_on))
            if unseen or type(was) is not int or type(now) is not int or was == now:
                continue
            # reset at the end of its duration, which a turn that goes on has not reached
            is_over = bool(row.until) and (row.until != turn or not goes_on)
            begins_anew = (is_over or owner < 0) and now == row.starts
            if begins_anew or row.word in hidden or row.base + place == tables.active:
                continue
            title = row.title + (f" {row.per[place % row.width].replace('_', ' ')}" if row.per else "")
            if row.type == "number" and NO_NUMBER not in (was, now):
                yield (owner, f"{row.word}|{title}"), _subtract(was, now)
            elif row.type == "number":
                yield (owner, f"{row.word}|{title}"), player_names.value(row.type, now)
            elif row.type in ("player", "piece", "enum"):
                yield (owner, f"{row.word}|{title}"), player_names.value(row.type, now) if now >= 0 else "none"
    zones = _OwnZones(tables, before, after)
    for number, zone in enumerate(tables.zones):
        if zone.owner == "player" and zone.word not in hidden and (goes_on or zone.number == player):
            was, now = (count_pieces(run.slots[tables.zones_from + number]) for run in (before, after))
            if was is not None and now is not None and was != now and zones.is_told(number, rises=now > was):
                yield (zone.number, f"{COUNTED}{zone.word}|{zone.title}"), _subtract(was, now)


def _subtract(was: Exact, now: Exact) -> NumberChange:
    return NumberChange(now - was, now - was, min(was, now) < 0)


def compare_scores(state: State, before: PartialRun, after: PartialRun, player: int) -> dict[What, Change]:
    """Return the differences of the players' scores.

    Returns {} if a single memory is the whole score, because the changes of that memory show the same, and if the score
    only tells who has won.
    """
    tables, rule = state.program.tables, before.variant.final_score
    if find_score_word(tables.rules, tables.cases) or tables.sentences.score_is_result:
        return {}
    goes_on = after.turns == before.turns
    found: dict[What, Change] = {}
    for seat in range(state.program.players) if goes_on else (player,):
        was, now = (evaluate_or_none(partial(rule, run.slots, seat)) for run in (before, after))
        if isinstance(was, Exact) and isinstance(now, Exact) and was != now:
            found[seat, f"{WHOLE_SCORE}|{Look(tables.look).score}"] = _subtract(was, now)
    return found


def count_pieces(content: object) -> int | None:
    """Return the number of pieces in a zone, None if unknown."""
    if isinstance(content, int | Backs):
        return content.bit_count()
    return len(content) if isinstance(content, tuple) else None


class _OwnZones:
    """The zones of each player, before and after an answer.

    What only goes from one zone of a player to another is no gain and no loss, and what nobody looks into, such as a
    deck, holds nothing that a player has.
    """

    def __init__(self, tables: ProgramTables, before: PartialRun, after: PartialRun) -> None:
        self.tables = tables
        self.before = before
        self.after = after

    def is_told(self, number: int, rises: bool) -> bool:
        """Return True if the pieces that came to a zone, or left it, were not, or are no longer, their player's."""
        zone = self.tables.zones[number]
        if zone.see == "nobody":
            return False
        one, other = (self.after, self.before) if rises else (self.before, self.after)
        known, backs = _split_content(one.slots[self.tables.zones_from + number])
        _, backs_in_other = _split_content(other.slots[self.tables.zones_from + number])
        return bool(known & ~self._find_known(other, zone.number)) or backs > backs_in_other

    def _find_known(self, run: PartialRun, player: int) -> int:
        """Return the known pieces in the zones of a player, except those that nobody looks into."""
        known = 0
        for number, zone in enumerate(self.tables.zones):
            if zone.owner == "player" and zone.number == player and zone.see != "nobody":
                known |= _split_content(run.slots[self.tables.zones_from + number])[0]
        return known


def _split_content(content: object) -> tuple[int, int]:
    """Return the known pieces of a zone as a bitset, and the number of the others."""
    if isinstance(content, int):
        return content, 0
    if isinstance(content, Backs):
        return content.known, len(content.backs)
    pieces: Sequence[object] = content if isinstance(content, tuple) else ()
    known = 0
    for each in pieces:
        known |= 1 << each if isinstance(each, int) else 0
    return known, sum(isinstance(each, Back) for each in pieces)


def select_told(tables: ProgramTables, changes: Mapping[What, Change], player: int) -> dict[What, Change]:
    """Return the changes that a player chooses by, without bookkeeping and without what others of them say.

    - A counter of the table is told if players pay with it, if it falls, or if all win and lose together.
    - What a player gets from a counter, or pays into one, is told once; so is what the score counts.
    - One piece that leaves the player is the one that the answer is about.
    """
    told_first = find_currencies(tables) | {WHOLE_SCORE, find_score_word(tables.rules, tables.cases)}
    numbers = {what: how for what, how in changes.items() if isinstance(how, NumberChange)}
    main = {what: how for what, how in numbers.items() if _find_word(what[1]) in told_first}
    scores = [(owner, how[:2]) for (owner, named), how in main.items() if _find_word(named) == WHOLE_SCORE]
    paid = [(owner, (-how.most, -how.least)) for (owner, _), how in main.items()]
    counters = (how for (owner, named), how in numbers.items() if owner >= 0 and not named.startswith(COUNTED))
    received = [(-how.most, -how.least) for how in counters]

    def is_told(owner: int, named: str, how: NumberChange) -> bool:
        if (owner, named) in main:
            return True
        if owner < 0:
            return tables.sentences.together or (how.most < 0 and how[:2] not in received)
        if (owner, how[:2]) in scores and _find_word(named) in _find_words_of_score(tables):
            return False
        if named.startswith(COUNTED):
            return owner != player or how[:2] != (-1, -1)
        return (owner, how[:2]) not in paid

    return {what: how for what, how in changes.items() if what not in numbers or is_told(*what, numbers[what])}


def _find_word(named: str) -> str:
    return named.removeprefix(COUNTED).partition("|")[0]


@lru_cache(maxsize=16)
def _find_words_of_score(tables: ProgramTables) -> frozenset[str]:
    """Return the words in the rule for the final score."""
    final = next(number for number, rule in enumerate(tables.rules) if rule.word == "final_score")
    return frozenset(word for text, _, _ in tables.cases[final] for word in re.findall(r"\w+", text))


@lru_cache(maxsize=16)
def find_currencies(tables: ProgramTables) -> frozenset[str]:
    """Return the counters with which players pay: those that limit the options of some decision."""
    counted = {word for purpose in tables.sentences.purposes.values() for word in purpose.counters}
    return frozenset(counted - {find_score_word(tables.rules, tables.cases)})
