"""The plain variant of a program in C, or the name of what in it cannot be written there."""

from __future__ import annotations

from typing import Any

from cardwright.checker import ir
from cardwright.compiler.code import nodes as n
from cardwright.compiler.layout import Layout
from cardwright.compiler.lower.game import GameCode
from cardwright.compiler.printers.c.known import Known
from cardwright.compiler.printers.c.program import Ways, printed_in_c
from cardwright.compiler.printers.c.shapes import NotInC

Tables = dict[str, Any]


def native_code(checked: ir.Checked, layout: Layout, code: GameCode) -> Tables:
    """C of a game in parts (see `printed_in_c`), or under `refused` the name of what is not known in C."""
    scores = checked.rules["final_score"]
    named = checked.game.valuation
    values = scores if named is None else checked.rules[str(named.value)]
    by_name = [rule for rule in checked.rules.values() if rule.values_a_player]
    winners = checked.rules.get("winners")
    holders = [_holder(checked, ability) for ability in checked.abilities]
    roots = {segment.number: f"in {code.texts[segment.title]}" for segment in code.segments if segment.fixed}
    roots |= {segment: holders[number] for number, segment in code.bodies.items()}
    ways = Ways(
        bodies=[code.bodies.get(number, -1) for number in range(len(checked.abilities))],
        setup=code.entries["setup"],
        play=code.entries["play"],
        scores=n.Function("rule", scores.number),
        values=[n.Function("rule", rule.number) for rule in (values, *by_name)],
        winners=None if winners is None else n.Function("rule", winners.number),
        anew=code.anew,
        roots=roots,
        holders=holders,
    )
    known = Known(
        words=_words(layout, code),
        tables=code.tables,
        bounds=lambda place: bounds(layout, place),
        slot=layout.slot,
        zones_from=layout.zones_from,
        located=code.located,
        counts=any(isinstance(node, n.Count) for node in n.every(_bodies(code))),
    )
    try:
        return {**printed_in_c(code.segments, code.functions, known, ways), "bodies": ways.bodies}
    except NotInC as refused:
        return {"refused": str(refused)}


def _holder(checked: ir.Checked, ability: ir.Ability) -> str:
    """What an ability stands on: a definition by its id, or the game."""
    return "game" if ability.power < 0 else f"on {checked.game.pieces[ability.power].id}"


def bounds(layout: Layout, place: n.Place) -> tuple[int, int]:
    """The slots of a family, from the first to before the next; NotInC for one of which that is not known."""
    if place.family == ("code", "where"):
        return layout.location, layout.location + len(layout.pieces)
    owner = place.family[0]
    memory = next((each for each in layout.game.memory if (each.owner, each.word) == place.family), None)
    zone = layout.zone_base.get(place.family)
    if (memory is None) == (zone is None):
        raise NotInC("slots of no known family")
    if memory is None:
        first, size = layout.zone_base[place.family], layout.owners(owner)
    else:
        first, size = layout.memory_base[place.family], layout.owners(owner) * layout.width(memory)
    return first, first + size


def _bodies(code: GameCode) -> tuple[n.Code, ...]:
    return (*(segment.body for segment in code.segments), *(each.body for each in code.functions))


def _words(layout: Layout, code: GameCode) -> int:
    """How many words a mask needs for all pieces that can lie in a zone, or are in masks of the code."""
    kinds = {zone.holds for zone, _ in layout.zone_slots}
    for node in n.every(_bodies(code)):
        ty = getattr(node, "ty", None)
        if ty is not None and ty.base == "mask":
            kinds.add(ty.of)
    pieces = [layout.kind_first[kind] + layout.kind_count[kind] for kind in kinds if kind in layout.kind_first]
    return max([1, *((last + 63) // 64 for last in pieces)])
