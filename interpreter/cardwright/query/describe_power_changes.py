"""Texts about gained and lost powers of a piece, with durations, for the log and the table."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardwright.phrases.inflection import join_items, make_possessive, spell_name, with_article
from cardwright.phrases.log_phrases import render_log_phrase
from cardwright.runtime.gained_and_lost_powers import Borne
from cardwright.runtime.names_of_state_values import DisplayNames
from cardwright.state_slots_and_table_rows import BESIDE, INSTEAD, LEAVES_PLAY, TAKEN, DurationRow

# A function that renders a value of a type, as far as the viewer knows it.
Say = Callable[[str, Any], str]
# The ends of names that denote a period of the game.
SPANS = ("turn", "round", "phase", "game", "day")
TAKES = re.compile(r"take (?:a|an|the) (\w+)")


def render_power_changes(names: DisplayNames, rows: Sequence[Borne], say: Say) -> list[str]:
    """Render all powers that a piece has gained and lost; those with the same duration are joined."""
    changes: list[tuple[Borne, str]] = []
    for row in rows:
        last, lasts = changes[-1] if changes else (None, "")
        ends = render_duration(names, row.endings, row.held, say)
        if last is not None and row.how == BESIDE and last.how != TAKEN and ends == lasts:
            changes[-1] = last._replace(powers=(*last.powers, *row.powers)), ends
        else:
            changes.append((row, ends))
    return [render_gained(names, row, say) for row, _ in changes]


def render_change(
    names: DisplayNames, kind: str, what: Sequence[Any], endings: Mapping[int, tuple[DurationRow, ...]], say: Say
) -> str:
    """Render a change of a piece's powers, without naming the piece; `kind` and `what` are from its log entry."""
    if kind == "gained":
        how, powers, ability, held = what
        return render_gained(names, Borne(how, powers, endings.get(ability, ()), held), say, "gains")
    if kind == "regained":
        return render_regained(names, *what)
    if kind == "resting":
        return render_suppression() if what[0] else render_regained(names, (), True)
    return "; ".join(render_power_changes(names, what[0], say))


def render_gained(names: DisplayNames, row: Borne, say: Say, has: str = "has") -> str:
    """Render gained powers, as in `gains the power of Lord until P1 dances`; `has` is the verb for a present state."""
    if row.how == BESIDE:
        what = f"{'gains' if has != 'has' else has} {render_powers(names, row.powers)}"
    elif row.how == INSTEAD and row.powers:
        what = f"has {render_powers(names, row.powers)} instead of its own"
    else:
        what = "loses its power" if has != "has" else "has no power"
    return f"{what}{render_duration(names, row.endings, row.held, say)}"


def render_regained(names: DisplayNames, gone: Sequence[int], back: bool) -> str:
    """Render the end of gained powers: `no longer has` them; with `back`, the piece has its own power again."""
    if not gone:
        return "has its power again"
    again = ", and has its own again" if back else ""
    return f"no longer has {render_powers(names, gone)}{again}"


def render_powers(names: DisplayNames, numbers: Sequence[int]) -> str:
    """Render powers by the names of the definitions with these numbers: `the power of Lord (twice) and Fool`."""
    found = Counter(names.definitions[number].name for number in numbers)
    often = {name: {1: "", 2: " (twice)"}.get(count, f" ({count} times)") for name, count in found.items()}
    return f"the power of {join_items([name + times for name, times in often.items()])}"


def render_duration(names: DisplayNames, endings: Sequence[DurationRow], held: tuple[Any, ...], say: Say) -> str:
    """Render a duration that ends with the first of some events; "" for a permanent change."""
    texts = [_render_ending(names, ending, held, say) for ending in endings]
    return f" until {join_items(texts, 'or')}" if texts else ""


def _render_ending(names: DisplayNames, ending: DurationRow, held: tuple[Any, ...], say: Say) -> str:
    tables = names.tables
    if ending.procedure == LEAVES_PLAY:
        ((place, value, _),) = ending.roles.values()
        return f"{say('piece', value if place is None else held[place])} leaves play"
    procedure = tables.procedures[ending.procedure]
    bases = {word: base for word, base, _ in procedure.params}
    values = {word: _render_any(names, base, of) for word, base, of in procedure.params}
    for role, (place, value, so) in ending.roles.items():
        known = say(bases.get(role, "player"), value if place is None else held[place])
        values[role] = known if so else f"anybody but {known}"
    doer = values.pop("you", "")
    taken = TAKES.fullmatch(procedure.phrase)
    if taken is not None or not procedure.phrase:
        named = taken[1] if taken is not None else spell_name(procedure.word)
        owner = doer or next((values[role] for role in ending.roles if bases.get(role) == "player"), "")
        last = named.rpartition(" ")[2]
        noun = last if last in SPANS and owner else named
        return f"the end of {make_possessive(owner) if owner else 'the'} {noun}"
    if procedure.kind == "step":
        return f"the end of {render_log_phrase(procedure.word, procedure.phrase, values, inflected=False)}"
    return f"{doer or 'somebody'} {render_log_phrase(procedure.word, procedure.phrase, values)}"


def render_suppression(because: Sequence[str] = ()) -> str:
    """Render the facts about a power without effect: `has a power that does not work`, and the reasons."""
    return f"has a power that does not work{f' because of {join_items(because)}' if because else ''}"


def _render_any(names: DisplayNames, base: str, of: str) -> str:
    """Return the words for a parameter that can have any value: `any number`, `a card`."""
    kinds = names.tables.kinds
    return (
        "any number" if base == "number" else with_article(kinds[of].title if of in kinds else spell_name(of or base))
    )
