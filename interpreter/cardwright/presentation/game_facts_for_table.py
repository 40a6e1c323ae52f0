"""Facts about a game that a table display needs and a view does not contain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from cardwright.query.knowledge.masked_state import evaluate_or_none, mask_slots
from cardwright.query.view import View
from cardwright.runtime.primitives.zones import decider
from cardwright.state_slots_and_table_rows import NO_LIMIT, MemoryRow

if TYPE_CHECKING:
    from cardwright.game.state import State
    from cardwright.state_slots_and_table_rows import RuleRow


@dataclass(frozen=True, slots=True)
class TableContext:
    """Facts about a game that a table display needs and a view does not contain.

    - `texts`: the texts of cards, by id
    - `held`: by (zone, True for a zone of the table), the kind of its pieces and the title of the kind
    - `faced`: the zones in which it matters which side of a piece is up
    - `limits`: the capacities, by player and word
    - `own`: the memory that gives players their colours
    - `remembered`: the titles of the players' memory
    - `fleeting`, `secret`: which of this memory is temporary, and which only its player knows
    - `scored`: the word that equals the score; `keeps_score` is False while scores only tell who would win now
    - `collects`: by zone of the table in which pieces are collected by an attribute, this and the words that it can be
    - `deciders`: the players who decide for others, by the number of the latter
    - `waiting`: by title of deferred statements, their arguments as `(name in the text, word of the memory)`
    """

    game: str = ""
    summary: str = ""
    turn: int = 0
    everybody: bool = False
    winners: tuple[int, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    held: Mapping[tuple[str, bool], tuple[str, str]] = field(default_factory=dict)
    faced: frozenset[tuple[str, bool]] = frozenset()
    limits: Mapping[tuple[str, str], str] = field(default_factory=dict)
    own: frozenset[str] = frozenset()
    remembered: Mapping[str, str] = field(default_factory=dict)
    fleeting: frozenset[str] = frozenset()
    secret: frozenset[str] = frozenset()
    scored: str = ""
    waiting: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    deciders: Mapping[int, int] = field(default_factory=dict)
    collects: Mapping[str, Sequence[str]] = field(default_factory=dict)
    keeps_score: bool = True


# The context of an unknown game.
EMPTY_CONTEXT = TableContext()


def make_context(state: State, view: View) -> TableContext:
    """Return the context for the table of a view."""
    tables = state.program.tables
    kinds, players = tables.kinds, range(state.program.players)
    return TableContext(
        state.game.title,
        tables.summary,
        state.turns,
        state.player == view.player and state.secret,
        tuple(state.winners) if view.finished else (),
        {tables.definitions[number].id: text for number, text in tables.texts.items() if text},
        {(z.word, z.owner == "table"): (z.holds, kinds[z.holds].title) for z in tables.zones if z.holds in kinds},
        frozenset((z.word, z.owner == "table") for z in tables.zones if z.see == "face"),
        dict(_list_capacities(state, view)),
        find_player_words(tables.memory),
        {m.word: m.title for m in tables.memory if m.owner == "player" and not m.secret},
        frozenset(m.word for m in tables.memory if m.owner == "player" and m.until),
        frozenset(m.word for m in tables.memory if m.owner == "player" and m.see == "owner"),
        find_score_word(tables.rules, tables.cases),
        {state.program.naming.word(number): names for number, names in tables.sentences.waiting.items()},
        {seat: other for seat in players if (other := decider(state.variant.context, state.slots, seat)) != seat},
        {zone.word: zone.collects for zone in tables.zones if zone.collects},
        view.finished or not tables.sentences.score_is_result,
    )


def find_score_word(rules: Sequence[RuleRow], cases: Mapping[int, Sequence[tuple[str, int, Sequence[int]]]]) -> str:
    """Return the attribute or memory that alone is the final score, or "" if there is none."""
    final = next(number for number, rule in enumerate(rules) if rule.word == "final_score")
    texts = [text for text, _, _ in cases[final]]
    return texts[0].partition(".")[2] if len(texts) == 1 and re.fullmatch(r"\w+\.\w+", texts[0]) else ""


def find_player_words(memory: Iterable[MemoryRow]) -> frozenset[str]:
    """Return the words of the public memory in which each player has a word of a type, such as a colour."""
    return frozenset(m.word for m in memory if m.owner == "player" and m.type == "enum" and not (m.per or m.secret))


def _list_capacities(state: State, view: View) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the capacities of zones and counters that the viewer can know, as `((owner, word), number)`."""
    wanted = state.program.tables.look.get("most", {})
    if not wanted:
        return
    slots, asked = mask_slots(state.retracked(), view.player), state.program.tracked.rules
    of_table = {rule.word for rule in state.program.tables.rules if not rule.params}
    for word, rule in wanted.items():
        owners = [("table", ())] if rule in of_table else [(name, (seat,)) for seat, name in enumerate(view.players)]
        for name, roles in owners:
            value = evaluate_or_none(partial(asked[rule], slots, *roles))
            if value is not None and value < NO_LIMIT:
                yield (name, word), str(int(value))
