"""What there is to know of a game beside a view of it, to show its table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from cardwright.program_format import NO_LIMIT, MemoryRow
from cardwright.query.knowledge.masked_state import blinded, found_out
from cardwright.query.view import View

if TYPE_CHECKING:
    from cardwright.game.state import State
    from cardwright.program_format import RuleRow


@dataclass(frozen=True, slots=True)
class TableContext:
    """What there is to know of a game beside a view of it: `texts` are printed on pieces by their ids, `held` is the
    kind of what lies in a zone and what that is called, by the zone's word and whether it is the table's. In `faced`
    zones it matters which side is up. `limits` say by player and word how much something holds. `own` are the words of
    memory by whose colour a player is known. `remembered` are the words of what players remember, `fleeting` those of
    which that lasts for a while only, `secret` those that only their player knows, and the score is what is `scored`.
    `waiting` is, by what a thing on a stack stands for, what that calls what the thing keeps, each with the word of
    memory.
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


# Of a game of which nothing is to be known.
PLAIN = TableContext()


def setting_of(state: State, view: View) -> TableContext:
    """What there is to know of a game for one who sees a view of it."""
    tables = state.program.tables
    kinds = tables["kinds"]
    return TableContext(
        state.game.title,
        tables["summary"],
        state.turns,
        state.player == view.player and state.secret,
        tuple(state.winners) if view.finished else (),
        {tables["definitions"][number].id: text for number, text in tables["texts"].items() if text},
        {(z.word, z.owner == "table"): (z.holds, kinds[z.holds].title) for z in tables["zones"] if z.holds in kinds},
        frozenset((z.word, z.owner == "table") for z in tables["zones"] if z.see == "face"),
        dict(_limits(state, view)),
        own_words(tables["memory"]),
        {m.word: m.title for m in tables["memory"] if m.owner == "player" and not m.secret},
        frozenset(m.word for m in tables["memory"] if m.owner == "player" and m.until),
        frozenset(m.word for m in tables["memory"] if m.owner == "player" and m.secret),
        _scored(tables["rules"], tables["cases"]),
        {state.program.naming.word(number): names for number, names in tables["waiting"].items()},
    )


def _scored(rules: Sequence[RuleRow], cases: Mapping[int, Sequence[tuple[str, int, Sequence[int]]]]) -> str:
    """The word of what the final score is, if it is nothing but that."""
    final = next(number for number, rule in enumerate(rules) if rule.word == "final_score")
    texts = [text for text, _, _ in cases[final]]
    return texts[0].partition(".")[2] if len(texts) == 1 and re.fullmatch(r"\w+\.\w+", texts[0]) else ""


def own_words(memory: Iterable[MemoryRow]) -> frozenset[str]:
    """The words of what each player has one word of a type in, for all to see: the colour of their pieces, a people."""
    return frozenset(m.word for m in memory if m.owner == "player" and m.type == "enum" and not (m.per or m.secret))


def _limits(state: State, view: View) -> Iterator[tuple[tuple[str, str], str]]:
    """How much zones and counters of the players and the table hold, as far as whoever looks on can know it."""
    wanted = state.program.tables["look"].get("most", {})
    if not wanted:
        return
    slots, asked = blinded(state.retracked(), view.player), state.program.tracked.rules
    of_table = {rule.word for rule in state.program.tables["rules"] if not rule.params}
    for word, rule in wanted.items():
        owners = [("table", ())] if rule in of_table else [(name, (seat,)) for seat, name in enumerate(view.players)]
        for name, roles in owners:
            value = found_out(partial(asked[rule], slots, *roles))
            if value is not None and value < NO_LIMIT:
                yield (name, word), str(int(value))
