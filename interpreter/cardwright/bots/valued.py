"""Lets a bot value positions by another rule of the game than its `valuation`."""

from __future__ import annotations

from cardwright.playing.state import State
from cardwright.runtime.program import Program
from cardwright.source.spelling import suggest


def valuations(program: Program) -> list[str]:
    """The rules by which positions can be valued: those of one player that give a number."""
    return [
        rule.word
        for rule in program.tables["rules"]
        if rule.type == "number" and [base for _, base, _ in rule.params] == ["player"]
    ]


def check_valuation(program: Program, rule: str) -> None:
    """Raise ValueError when positions of a game cannot be valued by a rule; "" is the game's own valuation."""
    if rule and rule not in (known := valuations(program)):
        near = suggest(rule, known)
        hint = f"; did you mean `{near}`?" if near else ""
        raise ValueError(f"the game has no rule `{rule}` of one player that gives a number{hint}")


def valued(state: State, rule: str) -> State:
    """The state itself, or a copy that is valued by a rule, as will be its own copies. ValueError as above."""
    if not rule:
        return state
    check_valuation(state.program, rule)
    copy = state.clone()
    copy.valued_by = rule
    return copy
