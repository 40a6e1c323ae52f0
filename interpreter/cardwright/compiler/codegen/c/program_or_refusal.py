"""C code of a program in its plain variant (without a log), or why C cannot express it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardwright.checker import typed_tree
from cardwright.compiler.codegen.c.c_types import UnsupportedInCError
from cardwright.compiler.codegen.c.module_constants import ModuleContext
from cardwright.compiler.codegen.c.program_without_log import EntryPoints, Strip, generate_c_program
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.game import GameCode
from cardwright.compiler.passes.read_sets import ReadSlots, find_read_set
from cardwright.compiler.state_layout import StateLayout

Tables = dict[str, Any]


def generate_native_code(checked: typed_tree.CheckedGame, layout: StateLayout, code: GameCode) -> Tables:
    """Return the C code of a game in parts (see `generate_c_program`).

    If C cannot express the game, the entry `refused` is the reason.
    """
    scores = checked.rules["final_score"]
    named = checked.game.valuation
    values = scores if named is None else checked.rules[str(named.value)]
    by_name = [rule for rule in checked.rules.values() if rule.values_a_player]
    over_all = {str(each.value) for each in checked.game.lead_over_all}
    winners = checked.rules.get("winners")
    holders = [_name_holder(checked, ability) for ability in checked.abilities]
    roots = {segment.number: f"in {code.texts[segment.title]}" for segment in code.segments if segment.fixed}
    roots |= {segment: holders[number] for number, segment in code.bodies.items()}
    known = ModuleContext(
        words=_count_words(layout, code),
        tables=code.tables,
        bounds=lambda place: _bounds(layout, place.family),
        slot=layout.slot,
        zones_from=layout.zones_from,
        located=code.located,
        counts=any(isinstance(node, ir.Count) for node in ir.walk_nodes(_list_bodies(code))),
    )
    try:
        ways = EntryPoints(
            bodies=[code.bodies.get(number, -1) for number in range(len(checked.abilities))],
            setup=code.entries["setup"],
            play=code.entries["play"],
            scores=ir.Function("rule", scores.number),
            values=[ir.Function("rule", rule.number) for rule in (values, *by_name)],
            over_all=[rule.word in over_all for rule in (values, *by_name)],
            grounds=find_read_strips(layout, code, [rule.number for rule in (values, *by_name)]),
            winners=None if winners is None else ir.Function("rule", winners.number),
            recomputed=code.recomputed,
            held=code.held,
            roots=roots,
            holders=holders,
        )
        return {**generate_c_program(code.segments, code.functions, known, ways), "bodies": ways.bodies}
    except UnsupportedInCError as refused:
        return {"refused": str(refused)}


def find_read_strips(layout: StateLayout, code: GameCode, rules: Sequence[int]) -> list[list[Strip] | None]:
    """Return for each rule the slots that it reads, as strips; None for a rule that may read any slot."""
    widths = {("player", each.word): layout.width(each) for each in layout.game.memory if each.owner == "player"}
    widths |= {("player", zone.word): 1 for zone in layout.game.zones if zone.owner == "player"}
    definitions = {each.function: each for each in code.functions}
    found = [find_read_set(ir.Function("rule", number), definitions, widths) for number in rules]
    return [None if each is None else sorted({_strip(layout, ground) for ground in each}) for each in found]


def _strip(layout: StateLayout, ground: ReadSlots) -> Strip:
    first, end = _bounds(layout, ground.family)
    step = (end - first) // layout.owners("player") if ground.own else 0
    zone = next((each for each in layout.game.zones if (each.owner, each.word) == ground.family), None)
    letter = "i" if not ground.listed else "l"
    if zone is not None:
        letter = "l" if zone.ordered else "m"
    return Strip(first, step or end - first, step, letter)


def _name_holder(checked: typed_tree.CheckedGame, ability: typed_tree.TypedAbility) -> str:
    """Return the name of the owner of an ability: its definition, or the game."""
    return "game" if ability.power < 0 else f"on {checked.game.pieces[ability.power].id}"


def _bounds(layout: StateLayout, family: tuple[str, str]) -> tuple[int, int]:
    """Return the first slot of a family and the one after its last. Raises UnsupportedInCError if unknown."""
    if family == ("code", "where"):
        return layout.location, layout.location + len(layout.pieces)
    owner, word = family
    if owner == "code":
        return layout.slot(word), layout.slot(word) + 1
    memory = next((each for each in layout.game.memory if (each.owner, each.word) == family), None)
    zone = layout.zone_base.get(family)
    if (memory is None) == (zone is None):
        raise UnsupportedInCError("slots of no known family")
    if memory is None:
        first, size = layout.zone_base[family], layout.owners(owner)
    else:
        first, size = layout.memory_base[family], layout.owners(owner) * layout.width(memory)
    return first, first + size


def _list_bodies(code: GameCode) -> tuple[ir.Code, ...]:
    return (*(segment.body for segment in code.segments), *(each.body for each in code.functions))


def _count_words(layout: StateLayout, code: GameCode) -> int:
    """Return the number of 64-bit words of a bitset, enough for all pieces that lie in zones or occur in bitsets."""
    kinds = {zone.holds for zone, _ in layout.zone_slots}
    for node in ir.walk_nodes(_list_bodies(code)):
        ty = getattr(node, "ty", None)
        if ty is not None and ty.base == "mask":
            kinds.add(ty.of)
    pieces = [layout.kind_first[kind] + layout.kind_count[kind] for kind in kinds if kind in layout.kind_first]
    return max([1, *((last + 63) // 64 for last in pieces)])
