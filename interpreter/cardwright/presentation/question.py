"""What a player is asked: the question, what it is for, and each answer with what tells it from the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.contract import PASS, PENDING
from cardwright.inspect.history import going_on
from cardwright.inspect.multi_pick import firsts
from cardwright.inspect.view import Shown, shown
from cardwright.presentation.table import Fact, Piece, pieces_of, table
from cardwright.runtime.decision import Decision, Option

if TYPE_CHECKING:
    from cardwright.playing.state import State

# Values in the context of a question that say nothing to the person who is asked.
UNSAID = ("nothing", "none", "nobody")


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be answered: `index` is what to answer with, `label` what to type.

    `at` is the piece, zone or player on the table that it is ("" for none; a player is `P1`). `facts` are those of the
    piece that matter here, most important first; `note` is what is printed on it. `leads` says what would come of it.
    `count` pieces are alike; any of them is meant. `declines`: to take it is to pass, or to be done.
    """

    index: int
    key: str
    text: str
    label: str
    group: str = ""
    note: str = ""
    at: str = ""
    facts: tuple[Fact, ...] = ()
    leads: tuple[str, ...] = ()
    count: int = 1
    declines: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What a player is asked. `causes` are the deeds in whose course, outermost first; `purpose` says what it is for,
    `otherwise` what comes of passing; `about` is what else there is to know, by name.

    Of a pick of `several`, at least `least` and at most `most` more are to be picked in any order, each choice as often
    as it counts, and `picked` have been; `passing`: or none at all. `secret`: nobody else learns of it yet.
    """

    player: int
    prompt: str
    causes: tuple[str, ...]
    purpose: str
    otherwise: str
    about: tuple[tuple[str, str], ...]
    choices: tuple[Choice, ...]
    secret: bool = False
    several: bool = False
    least: int = 1
    most: int = 1
    picked: int = 0
    passing: bool = False


def question(state: State, viewer: int) -> Question | None:
    """What a player is asked now; None when somebody else is, or nobody."""
    decision = state.decision
    if decision is None or decision.player != viewer:
        return None
    several = state.several
    told = _Asked(state, decision)
    about = tuple(told.about())
    if several is None:
        values = list(state.slots[PENDING][1])
        choices = told.choices(decision.options, values, [1] * len(values))
        least = most = 1
        picked, passing = 0, False
    else:
        choices = told.choices(several.items, firsts(state), several.counts)
        least, most, picked, passing = several.least, several.most, several.picked, several.passing
    return Question(
        viewer,
        decision.prompt,
        tuple(going_on(state.retracked(), viewer)),
        "",
        "",
        about,
        choices,
        decision.secret,
        several is not None,
        least,
        most,
        picked,
        passing,
    )


def answers(state: State, chosen: Sequence[int]) -> list[int]:
    """The answers, one after the other, that take some choices of the question that waits: one, or of several those."""
    if state.several is None:
        return list(chosen)
    return state.answers_for(chosen)


class _Asked:
    """Says what can be answered."""

    def __init__(self, state: State, decision: Decision) -> None:
        self.state = state
        self.decision = decision
        self.found: Shown = shown(state, decision.player)
        self.pieces = pieces_of(table(state, decision.player))
        self.base = state.program.tables["sites"][state.slots[PENDING][2]].base
        self.unseen: dict[int, int] = {}

    def about(self) -> list[tuple[str, str]]:
        """The values there are to know about a question, without those that say nothing or are said already."""
        prompt = self.decision.prompt.casefold()
        return [
            (name, value)
            for name, value in self.decision.context
            if len(name) > 1 and value.casefold() not in UNSAID and not (len(value) > 1 and value.casefold() in prompt)
        ]

    def choices(self, options: Sequence[Option], values: Sequence[object], counts: Sequence[int]) -> tuple[Choice, ...]:
        """Options as choices, declining last; those that are numbers are answered by themselves."""
        plain = [each for each in zip(options, values, counts, strict=True) if not each[0].declines]
        declining = [each for each in zip(options, values, counts, strict=True) if each[0].declines]
        numbers = bool(plain) and all(option.key.removeprefix("-").isdecimal() for option, _, _ in plain)
        made = [
            self._choice(option, value, count, option.key if numbers else str(place))
            for place, (option, value, count) in enumerate(plain, start=1)
        ]
        made += [self._choice(option, value, count, "-" if numbers else "0") for option, value, count in declining]
        return tuple(made)

    def _choice(self, option: Option, value: object, count: int, label: str) -> Choice:
        at = self._at(value)
        piece = self.pieces.get(at)
        facts = self._facts(piece) if piece is not None else ()
        return Choice(
            option.index,
            option.key,
            option.text,
            label,
            option.group,
            option.note,
            at,
            facts,
            (),
            count,
            option.declines,
        )

    def _at(self, value: object) -> str:
        """Where on the table an option is found."""
        if not isinstance(value, int) or value == PASS or value < 0:
            return ""
        if self.base == "player":
            return f"P{value + 1}"
        if self.base == "zone":
            return self.found.zones.get(value, "")
        if self.base == "ability":
            piece = value & (1 << self.state.program.tables["shift"]) - 1
            return self.found.pieces.get(piece, "")
        if self.base != "piece":
            return ""
        return self.found.pieces.get(value) or self._back(value)

    def _back(self, piece: int) -> str:
        """Of pieces that are picked by their backs the place tells only in which order they are offered."""
        whole = self.state.program.tables["whole"][piece]
        slot = self.state.variant.names["find"](self.state.slots, piece if whole < 0 else whole)
        if whole >= 0 or slot not in self.found.first_hidden or slot not in self.found.zones:
            return ""
        number = self.unseen.get(slot, self.found.first_hidden[slot])
        self.unseen[slot] = number + 1
        return f"{self.found.zones[slot]}:{number}"

    def _facts(self, piece: Piece) -> tuple[Fact, ...]:
        return tuple(fact for fact in piece.printed if fact.says and fact.word in piece.unsaid)
