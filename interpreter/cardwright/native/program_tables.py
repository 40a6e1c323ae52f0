"""Tables of a program in C: sizes, zones, pieces and powers, as numbers only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.compiler.codegen.c.c_types import print_array, print_lists
from cardwright.native.determinization_tables import print_dealing
from cardwright.runtime.execution import STEP_LIMIT
from cardwright.runtime.primitives.execution_budget import (
    FEW_STEPS,
    FIRST_STEPS,
    MAX_ITEMS,
    MAX_SEARCH_STEPS,
    MAX_VALUES,
)
from cardwright.runtime.primitives.namespace import list_constants
from cardwright.runtime.primitives.plain_or_tracked_tables import (
    list_carriers,
    list_definitions,
    list_naming_runs,
    list_own_slots,
)
from cardwright.runtime.primitives.powers import MAX_GAINED
from cardwright.state_slots_and_table_rows import (
    ANSWER,
    BESIDE,
    BY_DEFINITION,
    ENDED_BY,
    FACE,
    FINISHED,
    GAINED,
    HOW,
    INSTEAD,
    LOST,
    MAX_GROUNDS,
    MAX_LENGTH,
    MAX_NUMBER,
    MAX_ROUNDS,
    NO_LIMIT,
    NO_NUMBER,
    NO_PIECE,
    NO_POWER,
    PENDING,
    RESULT,
    RNG,
    SHIFT,
    SUPPRESSED,
    TAKEN,
    TRACKER,
    TURNS,
    ProgramTables,
)

# Numbers in C for the visibilities and the owners of zones.
SEEN = {"nobody": 0, "everyone": 1, "owner": 2, "face": 3, "top": 4, "others": 5}
OF_PLAYER, OF_TABLE = -1, -2
# Minimum room of a state, in words, for frames and for lists. A match that needs more is played in Python.
FRAMES = 1 << 13
MIN_HEAP = 1 << 20
# Limit for the options that a call returns beside the deciding player.
MAX_REPORTED_OPTIONS = 512
INTERFACE = 9
MAX_WORDS_OF_ZONES = 64
_UNTOLD = frozenset((TRACKER, PENDING, RNG, FINISHED, RESULT, FACE, SUPPRESSED, LOST))


class TooManyZones(Exception):
    """Error for powers that work in zones of more names than a word of C has bits."""


def find_slot_letters(tables: ProgramTables) -> str:
    """Return the type of each slot: `i` number, `l` list, `r` rows, `m` unordered zone, or a blank."""
    letters = ["i"] * tables.size
    for slot in _UNTOLD:
        letters[slot] = " "
    letters[GAINED] = "l"
    owners = {"table": 1, "player": tables.players} | {word: kind.size for word, kind in tables.kinds.items()}
    for memory in tables.memory:
        if memory.type.startswith("list"):
            for slot in range(memory.base, memory.base + owners[memory.owner] * memory.width):
                letters[slot] = "l"
    for place, zone in enumerate(tables.zones):
        letters[tables.zones_from + place] = "l" if zone.ordered else "m"
    for name, slot in tables.slots.items():
        if name.split()[0] == "used":
            letters[slot] = "r"
        elif isinstance(tables.start[slot], tuple):
            letters[slot] = "l"
    return "".join(letters)


def compute_heap_size(pieces: int) -> int:
    """Return the size in words of a state's heap: enough for a list that grows piece by piece to all pieces.

    The system does not allocate memory that is never touched, so that large games use only what they need.
    """
    return max(MIN_HEAP, pieces * pieces // 2)


def print_tables(tables: ProgramTables, code: Mapping[str, Any]) -> tuple[str, str]:
    """Return two C texts: the definitions before the runtime, and the tables. Raises TooManyZones."""
    zones, pieces = tables.zones, tables.pieces
    pool: list[int] = list(code["pool"])
    lines = ["#define _GNU_SOURCE", "#include <stdint.h>", "#define DATA const", "#define SHARED"]
    sizes = {
        "W": code["words"], "NSLOT": tables.size, "NZ": len(zones), "ZF": tables.zones_from,
        "NP": len(pieces), "NDEF": len(tables.definitions), "LOC": tables.location,
        "PLAYERS": tables.players, "STEP": -1 if tables.anticlockwise else 1, "ACTIVE": tables.active,
        "OUT": tables.out, "DECIDER": tables.decider, "UNIT": tables.unit, "SCORE_UNIT": tables.score_unit,
        "LOCATED": int(tables.plain.located),
        "POWERFUL": int(bool(tables.power_zones)), "FRAMES": FRAMES, "HEAP": compute_heap_size(len(pieces)),
        "LARGEST": MAX_NUMBER, "NO_LIMIT": NO_LIMIT, "NO_NUMBER": NO_NUMBER,
        "TOLD": MAX_REPORTED_OPTIONS, "LONGEST": MAX_LENGTH, "MOST_GROUNDS": MAX_GROUNDS,
        "STEPS": STEP_LIMIT, "ROUNDS": MAX_ROUNDS,
        "ASKED_MOST": MAX_VALUES, "SEARCHED_MOST": MAX_SEARCH_STEPS, "FIRST_STEPS": FIRST_STEPS,
        "FEW_STEPS": FEW_STEPS, "MOST_GONE": MAX_ITEMS, "MOST_GAINED": MAX_GAINED,
        "INTERFACE": INTERFACE, "SHIFT": SHIFT, "NO_PIECE": NO_PIECE, "GAINED": GAINED, "RESULT": RESULT,
        "HOW": HOW, "ENDED_BY": ENDED_BY, "NO_POWER": NO_POWER, "BESIDE": BESIDE, "INSTEAD": INSTEAD, "TAKEN": TAKEN,
        "NABIL": len(tables.abilities),
        "ANSWER": ANSWER, "TURNS": TURNS, "BY_DEFINITION": BY_DEFINITION, "EVERYONE": SEEN["everyone"],
        "OWNER": SEEN["owner"], "FACES": SEEN["face"], "TOPMOST": SEEN["top"], "OTHERS": SEEN["others"],
        "OF_PLAYER": OF_PLAYER, "OF_TABLE": OF_TABLE,
    }  # fmt: skip
    lines += [f"#define {word} ({value})" for word, value in sizes.items()]
    letters = find_slot_letters(tables)
    lines.append(f'DATA char SLOTS[] = "{letters}";')
    lines.append(print_array("LISTED", [slot for slot, letter in enumerate(letters) if letter in "lr"]))
    lines += _print_constant_tables(tables, pool)
    lines += _print_zones(tables)
    lines += _print_pieces(tables)
    lines += _print_abilities(tables)
    lines += print_dealing(tables, code)
    lines += [print_array("POOL", pool, "int64_t"), print_array("POOL_SIZE", [len(pool)], "int64_t")]
    before = [line for line in lines if line.startswith("#")]
    data = [line for line in lines if not line.startswith("#")]
    return "\n".join([*before, *map(_make_declaration, data)]) + "\n", "\n".join(data) + "\n"


def _make_declaration(line: str) -> str:
    """Return the declaration of a table, for texts that only refer to it."""
    return line.split(" = ")[0].replace("DATA", "extern const", 1) + ";"


def _print_constant_tables(tables: ProgramTables, pool: list[int]) -> list[str]:
    """Print the tables to which generated code refers by name; the lists in them are added to the pool."""
    names = list_constants(tables)
    lines = []
    for word in ("AFTER", "OTHERS", "PARTS", "DEF", "WHOLE", "NEXT", "PREVIOUS"):
        cells = []
        for value in names[word]:
            if not isinstance(value, tuple):
                cells.append(value)
                continue
            handle = ((len(pool) | 1 << 31) << 32 | len(value)) if value else 0
            cells.append(handle - (1 << 64) if handle >> 63 else handle)
            pool.extend(value)
        lines += [f"#define N_{word} {len(cells)}", print_array(f"T_{word}", cells, "int64_t")]
    return lines


def _print_zones(tables: ProgramTables) -> list[str]:
    zones = tables.zones
    works = set(tables.power_zones)
    words = _number_zone_words(tables)
    first = {word: kind.first for word, kind in tables.kinds.items()}
    kinds = {"player": OF_PLAYER, "table": OF_TABLE} | first
    return [
        print_array("ZORD", [zone.ordered for zone in zones]),
        print_array("ZSEE", [SEEN.get(zone.see, 0) for zone in zones]),
        print_array("ZDOWN", [SEEN.get(zone.down, 0) for zone in zones]),
        print_array("ZKIND", [kinds[zone.owner] for zone in zones]),
        print_array("ZNUM", [zone.number for zone in zones]),
        print_array("ZWORD", [words.get(zone.word, -1) for zone in zones]),
        print_array("ZWORKS", [zone.word in works for zone in zones]),
        print_array("ZPLAY", [zone.word in tables.play for zone in zones]),
        print_array("ZCARRIER", list_carriers(tables)),
    ]


def _number_zone_words(tables: ProgramTables) -> dict[str, int]:
    """Return a number for each name of zones in which powers work. Raises TooManyZones."""
    words = sorted({zone for ability in tables.abilities for zone in ability.zones})
    if len(words) > MAX_WORDS_OF_ZONES:
        raise TooManyZones(f"powers in {len(words)} sorts of zone")
    return {word: number for number, word in enumerate(words)}


def _print_pieces(tables: ProgramTables) -> list[str]:
    count = len(tables.pieces)
    kept, on = list_own_slots(tables)
    what = [tables.part_values.get(piece, definition) for piece, definition in enumerate(tables.pieces)]
    parts = [list(each) for each in tables.parts]
    sizes = [len(each) for each in parts]
    return [
        print_array("PDEF", tables.pieces),
        print_array("PCOPY", _list_interchangeable(tables)),
        print_array("PWHOLE", tables.whole),
        print_array("PWHAT", what),
        print_array("PSORT", list_definitions(tables)),
        print_array("PKEEPER", _list_owner_slots(tables)),
        print_array("RFROM", [sum(sizes[:piece]) for piece in range(count)]),
        print_array("RSIZE", sizes),
        print_array("PPARTS", [part for each in parts for part in each], "int64_t"),
        *print_lists("KFROM", "KEPT", kept),
        *print_lists("OFROM", "ON", on),
        print_array("USES", tables.uses),
        print_array("NAMING", [slot for run, _ in list_naming_runs(tables) for slot in range(run.start, run.stop)]),
    ]


def _list_owner_slots(tables: ProgramTables) -> list[int]:
    """Return, for each piece, the slot of its memory `owner`, or -1."""
    found = [-1] * len(tables.pieces)
    for memory in reversed(tables.memory):
        kind = tables.kinds.get(memory.owner)
        if memory.word == "owner" and kind is not None:
            for number in range(kind.size):
                found[kind.first + number] = memory.base + number
    return found


def _print_abilities(tables: ProgramTables) -> list[str]:
    words = _number_zone_words(tables)
    where = [sum(1 << words[zone] for zone in ability.zones) for ability in tables.abilities]
    powers = [tables.powers.get(number) for number in range(len(tables.definitions))]
    return [
        f"DATA uint64_t ABWHERE[] = {{{', '.join([*(f'{mask}ull' for mask in where), '0'])}}};",
        *print_lists("ABFROM", "ABSLOT", [ability.slots for ability in tables.abilities]),
        *print_lists("PFROM", "PABIL", powers),
        print_array("GRANTS", sorted(tables.granting)),
        *print_lists("GFROM", "GHELD", [tables.granting.get(number) for number in range(len(tables.abilities))]),
    ]


def _list_interchangeable(tables: ProgramTables) -> list[int]:
    """Return, for every piece, its definition if it is interchangeable with its copies, else -1."""
    found = [-1] * len(tables.pieces)
    for kind in tables.kinds.values():
        if kind.interchangeable:
            found[kind.first : kind.first + kind.size] = tables.pieces[kind.first : kind.first + kind.size]
    return found
