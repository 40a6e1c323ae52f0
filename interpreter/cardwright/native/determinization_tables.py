"""Tables in C for determinization and bots: decision points, closed zones, memory, frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardwright.compiler.codegen.c.c_types import print_array, print_lists
from cardwright.query.determinization import WINDOW, carried_zones_of
from cardwright.query.picks_as_one_decision import BOUNDS, DONE
from cardwright.query.remove_unknown_reactions import ABILITIES, TRIED
from cardwright.state_slots_and_table_rows import SEALED, DecisionPointRow, MemoryRow, ProgramTables, is_held

# Numbers in C for values that refer to pieces or zones, for types of options, and for types of secret memory.
NAMES = {"piece": 1, "list piece": 2, "mask piece": 3, "zone": 4}
LETTERS = {"piece": "i", "list piece": "l", "mask piece": "M", "zone": "i"}
ASKED = {"piece": 1, "ability": 2}
ALSO_SEE = {"": 0, "owner": 1, "everyone": 2}
DRAWN = {"yes_no": 1, "player": 2}


def print_dealing(tables: ProgramTables, code: Mapping[str, Any]) -> list[str]:
    """Return the C tables that hidden_pieces.h, determinize.h and bots.h use."""
    sites = tables.sites
    return [
        f"#define SITES_ROOM ({len(sites) // 64 * 64 + 64})",
        print_array("NSITES", [len(sites)], "int64_t"),
        f"#define HAS_TURNS ({int(bool(tables.turn))})",
        *_print_valuations(tables),
        print_array("ASKED", [ASKED.get(site.base, 0) for site in sites]),
        print_array("ZONES_APART", [_find_zone_options(site) for site in sites]),
        print_array("SITE_TEXT", _list_text_numbers(sites)),
        print_array("SECRETLY", [bool(site.secret) for site in sites]),
        print_array("ONE_BY_ONE", [site.one_by_one for site in sites]),
        print_array("SEVERAL", [site.decline == DONE for site in sites]),
        *_print_zones(tables),
        *_print_memory(tables),
        *_print_frames(tables, code),
    ]


def _print_valuations(tables: ProgramTables) -> list[str]:
    """Return C tables of the game's valuation, and of each rule that can be a valuation."""
    rules = [tables.valuation, *(rule.word for rule in tables.rules if rule.values_a_player)]
    return [
        print_array("SETTLING", [not rule or rule in tables.settling for rule in rules]),
        print_array("PRIOR", [tables.priors.get(rule, 0) for rule in rules], "int64_t"),
    ]


def _list_text_numbers(sites: Sequence[DecisionPointRow]) -> list[int]:
    """Return, for every decision point, the number of the first decision point in the same rule text."""
    first: dict[str, int] = {}
    return [first.setdefault(site.source, number) for number, site in enumerate(sites)]


def _find_zone_options(site: DecisionPointRow) -> int:
    """Return the index of the type `zone` among the types of the items at a decision point, or -1.

    The items of a decision point have several types if they are picked among options: see `apart` in
    `state_slots_and_table_rows`.
    """
    if site.base == "zone":
        return 0
    return next((place for place, (base, _) in enumerate(site.things, start=1) if base == "zone"), -1)


def _print_zones(tables: ProgramTables) -> list[str]:
    """Return C tables of the kind that each zone holds, and of the groups of zones on pieces."""
    zones, holds = tables.zones, _list_held_kinds(tables)
    groups = carried_zones_of(tables)
    return [
        f"#define NHOLDS ({len(holds)})",
        print_array("ZHOLDS", [holds.index(zone.holds) for zone in zones]),
        f"#define NGROUPS ({len(groups)})",
        *print_lists(
            "CFROM", "CARRIED", [[each for pair in zip(*group, strict=True) for each in pair] for group in groups]
        ),
    ]


def _list_held_kinds(tables: ProgramTables) -> list[str]:
    """Return the kinds that zones hold, sorted."""
    return sorted({zone.holds for zone in tables.zones})


def _print_memory(tables: ProgramTables) -> list[str]:
    """Return a C table with a row of eleven numbers for each memory that can refer to a piece or zone.

    They are: first slot, count, width, how it refers to pieces, whether it is secret, how secret values are sampled,
    whether its own player sees it, the first piece of its kind or -1, whether it lasts until an event, who else sees
    it, and on hidden pieces of which kind.
    """
    owners = {"table": 1, "player": tables.players} | {word: kind.size for word, kind in tables.kinds.items()}
    cells: list[int] = []
    holds = _list_held_kinds(tables)
    remembering = tables.naming_memory()
    for memory in remembering:
        first = tables.kinds[memory.owner].first if memory.owner in tables.kinds else -1
        cells += [memory.base, owners[memory.owner] * memory.width, memory.width, NAMES.get(memory.type, 0)]
        cells += [int(memory.secret), _draw(memory), int(memory.see == "owner"), first, int(is_held(memory.word))]
        cells += [ALSO_SEE[memory.also_see], holds.index(memory.owner) if memory.also_see else -1]
    return [f"#define NMEMORY ({len(remembering)})", print_array("MEMORY", cells)]


def _draw(memory: MemoryRow) -> int:
    return DRAWN.get(memory.type, 0) if memory.secret else 0


def _print_frames(tables: ProgramTables, code: Mapping[str, Any]) -> list[str]:
    """Return C tables of the values in the frames of each segment; hidden_pieces.h describes the rows."""
    shapes: Sequence[str] = code["shapes"]
    frames, waits = tables.plain.frames, tables.plain.waits
    named, speaking, sealed, used, passing, picked = [], [], [], [], [], []
    begins = {segment: ability for ability, segment in enumerate(code["bodies"])}
    dealt = 1
    for number, shape in enumerate(shapes):
        described = frames[number].variables if number in frames else ()
        words = [word for word, *_ in described]
        at = [sum(int(code["words"]) if each == "M" else 1 for each in shape[:cell]) for cell in range(len(shape))]
        for (_, kind, _), letter in zip(described, shape, strict=False):
            dealt &= LETTERS.get(kind, letter) == letter
        named.append([cell for (_, kind, _), here in zip(described, at, strict=False) if kind in NAMES
                      for cell in (NAMES[kind], here)])  # fmt: skip
        speaking.append(_list_piece_references(waits.get(number, ()), at))
        sealed.append([cell for place, (word, _, of) in enumerate(described) if word == SEALED
                       for cell in (at[place], at[place - 2], int(of == "piece"))])  # fmt: skip
        used.append([cell for place, (word, base, _) in enumerate(described) if base == ABILITIES
                     for cell in (at[place], int(word != TRIED))])  # fmt: skip
        passing.append(at[words.index(".left")] if sorted(words) == WINDOW else -1)
        bounds = [place for place in range(len(words) - 2) if words[place : place + 3] == BOUNDS]
        picked += [at[bounds[-1] + 3], int(shape[bounds[-1] + 3] == "M")] if bounds else [-1, 0]
    return [
        f"#define DEALS ({dealt})",
        print_array("REACTS", [begins.get(number, -1) for number in range(len(shapes))]),
        print_array("CLEAR_TO", [ability.clear_to for ability in tables.abilities]),
        *print_lists("NFROM", "NAMED", named),
        *print_lists("SFROM", "SPEAKING", speaking),
        *print_lists("EFROM", "ENVELOPES", sealed),
        *print_lists("UFROM", "USED", used),
        print_array("PASSING", passing),
        print_array("PICKED", picked),
    ]


def _list_piece_references(waits: Sequence[Any], at: Sequence[int]) -> list[int]:
    """Return the live values of suspended texts that refer to pieces, as numbers.

    Each value has four numbers: 1 for the remaining items of a loop, the kind of reference, the cell, and for a loop
    the cell of its position.
    """
    found = []
    for _, _, live in waits:
        for _, how, bases, cells in live:
            if how in ("value", "rest") and bases[0] in NAMES and bases[0] != "zone":
                found += [int(how == "rest"), NAMES[bases[0]], at[cells[0] - 1]]
                found.append(at[cells[1] - 1] if how == "rest" else 0)
    return found
