"""Scripted chance: which acts of chance of a game can be scripted, and with which outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardwright.program_format import ProgramTables
from cardwright.runtime.tracked_chance import ChanceMismatch
from cardwright.source.argument_checks import convert_whole_number, format_value
from cardwright.source.diagnostics import suggest

# No act of chance has as many possibilities as the generator has numbers.
MAX_POSSIBILITIES = 1 << 64


def checked_outcomes(tables: ProgramTables, outcomes: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """Return scripted outcomes in the form in which the observer stores them.

    Raises ChanceMismatch for an outcome that can never happen in this game. A number that is too large, or a piece that
    has left its zone, is reported later, when the outcome is used.
    """
    if not isinstance(outcomes, Mapping):
        raise ChanceMismatch("outcomes are given by act of chance, such as {'shuffle deck': [['tea', 'silk']]}")
    acts = acts_of_chance(tables)
    return {act: [_check(tables, act, each) for each in _read_outcomes(acts, act, outcomes[act])] for act in outcomes}


def acts_of_chance(tables: ProgramTables) -> list[str]:
    """Return the names of the acts of chance that can be scripted.

    They are a shuffle for each ordered zone, each random act in the texts, and each kind of act.
    """
    shuffles = dict.fromkeys(f"shuffle {zone.word}" for zone in tables.zones if zone.ordered)
    sorts = dict.fromkeys(act.split()[0] for act in tables.chance)
    return [*shuffles, *tables.chance, *sorts]


def _read_outcomes(acts: Sequence[str], act: object, outcomes: object) -> Sequence[Any]:
    if not isinstance(act, str) or act not in acts:
        near = suggest(act, acts) if isinstance(act, str) else None
        hint = f"did you mean `{near}`?" if near else f"there are: {', '.join(acts) or 'none'}"
        raise ChanceMismatch(f"there is no act of chance named {format_value(act)} in this game; {hint}")
    if not isinstance(outcomes, list | tuple):
        raise ChanceMismatch(f"{act}: write a list with an outcome for each time, not {format_value(outcomes)}")
    return outcomes


def _check(tables: ProgramTables, act: str, outcome: Any) -> Any:
    """Return one checked outcome: the ids of pieces on top of a zone, or the number of a possibility."""
    if not act.startswith("shuffle "):
        wanted = "an outcome is a whole number, 0 for the first possibility"
        try:
            number = convert_whole_number(outcome, wanted)
        except TypeError:
            number = -1
        if not 0 <= number < MAX_POSSIBILITIES:
            raise ChanceMismatch(f"{act}: {wanted}, not {format_value(outcome)}")
        return number
    if not isinstance(outcome, list | tuple):
        wanted = "an outcome is a list of ids for each time, as in [['tea', 'silk']]"
        raise ChanceMismatch(f"{act}: {wanted}, not {format_value(outcome)}")
    held = next(zone.holds for zone in tables.zones if zone.word == act.removeprefix("shuffle ") and zone.ordered)
    known = [definition.id for definition in tables.definitions if definition.kind == held]
    for id_ in outcome:
        if id_ not in known:
            near = suggest(id_, known) if isinstance(id_, str) else None
            hint = f"; did you mean `{near}`?" if near else ""
            raise ChanceMismatch(f"{act}: there is no {held} {format_value(id_)}{hint}")
    return list(outcome)
