"""Compilation of a checked game to a program: plain and tracked code, and program tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.audiences.silent_events import analyse_information_flow
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.nullability import Nullability
from cardwright.compiler.analysis.suspension_points import label_ability_texts
from cardwright.compiler.codegen.python.expressions import name_of
from cardwright.compiler.codegen.python.statements import PythonPrinter, find_counting_functions
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.durations import list_stored_slots
from cardwright.compiler.lowering.game import GameCode, has_match_function, lower_game
from cardwright.compiler.program_tables import Tables, build_tables
from cardwright.compiler.state_layout import StateLayout
from cardwright.state_slots_and_table_rows import LiveValueRow, WaitingRow

Frames = dict[int, tuple[str, tuple[tuple[str, str, str], ...], tuple[int, ...]]]
Waits = dict[int, list[WaitingRow]]
Unclear = dict[int, tuple[tuple[int, ...], tuple[int, ...]]]


# What stands for an ability that no piece of a match can have: it keeps its number, and reacts to nothing.
_ABSENT = "absent"
_NOTHING: dict[str, Any] = {
    "procedure": None, "rule": None, "windows": (), "where": None, "limit": None, "body": (), "changes": (),
    "offers": None, "held": (), "until": (),
}  # fmt: skip


@dataclass(frozen=True)
class Lowered:
    """The plain variant of a program in IR. Code generators do not change it."""

    layout: StateLayout
    code: GameCode


def leave_out_impossible(checked: typed_tree.CheckedGame) -> typed_tree.CheckedGame:
    """Return a checked game without the powers of definitions that have no pieces in any match.

    In a game that creates pieces, such a definition remains as a name with fixed values.
    """
    game = checked.game
    if not any(zone.is_reserve for zone in game.zones):
        return checked
    absent = {number for number, piece in enumerate(game.pieces) if not piece.spare and not piece.most(game.players)}
    if not absent:
        return checked
    abilities = [
        replace(each, kind=_ABSENT, **_NOTHING) if each.power in absent else each for each in checked.abilities
    ]
    return replace(checked, abilities=abilities)


def lower_plain(
    checked: typed_tree.CheckedGame,
    players: int,
    counting: Collection[str] = (),
    emptied: Collection[tuple[str, str]] = (),
    slots: Mapping[str, int] | None = None,
    soon: bool = False,
    sight: InformationFlow | None = None,
) -> Lowered:
    """Return the plain variant of a checked game for a number of players (see `compile_program`).

    With `soon`, optional optimizations are skipped, for programs that play only a few matches. `sight` is the
    information flow of the game, if it is already computed.
    """
    checked = leave_out_impossible(checked)
    layout = StateLayout.of(checked.game, players)
    layout.take(slots or {})
    code = lower_game(checked, layout, Nullability(checked, emptied), False, counting, soon, sight)
    return Lowered(layout, code)


def compile_program(
    checked: typed_tree.CheckedGame,
    players: int,
    counting: Collection[str] = (),
    variants: Sequence[str] = ("plain", "tracked"),
    emptied: Collection[tuple[str, str]] = (),
    slots: Mapping[str, int] | None = None,
    plain: Lowered | None = None,
) -> Tables:
    """Return the program of a checked game for a number of players, as plain data that can be stored.

    - `counting`: the types of statements that get probes (see `probes`)
    - `variants`: the variants to generate
    - `emptied`: memory, by owner and word, that is set to `nobody` or `none` outside of rule texts
    - `slots`: named slots to reuse, from another program for the same game and players
    - `plain`: the plain variant, if it exists already
    """
    if "plain" in variants and plain is None:
        plain = lower_plain(checked, players, counting, emptied, slots)
    # the same objects as in the plain variant, which may stem from an earlier check of the same files
    checked = leave_out_impossible(checked) if plain is None else plain.code.sight.checked
    layout = StateLayout.of(checked.game, players) if plain is None else plain.layout
    if plain is None:
        layout.take(slots or {})
    sight = None if plain is None else plain.code.sight
    written: dict[str, Tables] = {}
    codes: list[GameCode] = []
    for which in variants:
        if which == "plain" and plain is not None:
            code = plain.code
        else:
            code = lower_game(checked, layout, Nullability(checked, emptied, asked=True), True, counting, sight=sight)
        written[which] = _print_variant(checked, layout, code, which == "tracked")
        codes.append(code)
    return {
        "players": players,
        "size": layout.size,
        **written,
        "probes": [astuple(probe) for probe in checked.probes.places()] if counting else [],
        "places": [(probe.path, probe.line, probe.text, probe.power) for probe in checked.probes.places()],
        "slots": dict(layout.named),
        "ability_texts": label_ability_texts(checked),
        "chance": sorted(set().union(*(code.acts for code in codes))),
        **build_tables(checked, layout, codes[0].sites, codes[0].sight),
    }


def describe_without_code(checked: typed_tree.CheckedGame, players: int) -> Tables:
    """Return the tables of a program that has no code and plays no match, for displays of cards and zones."""
    layout = StateLayout.of(checked.game, players)
    for name in (*(f"modify {word}" for word in checked.rules), *list_stored_slots(checked)):
        layout.slot(name)
    return {
        "players": players,
        "size": layout.size,
        "probes": [],
        "places": [],
        "slots": dict(layout.named),
        "ability_texts": label_ability_texts(checked),
        "chance": [],
        **build_tables(checked, layout, checked.sites, analyse_information_flow(checked)),
    }


def _print_variant(checked: typed_tree.CheckedGame, layout: StateLayout, code: GameCode, tracked: bool) -> Tables:
    """Return the generated Python code of a variant, with its tables. The code keeps a log if `tracked`."""
    counts = find_counting_functions(code.functions)
    printer = PythonPrinter(code.segments, layout.slot, tracked, code.located, layout.location, counts)
    for segment in code.segments:
        printer.segment(segment)
    for definition in code.functions:
        printer.function(definition)
    _print_tables(printer, checked, code)
    if tracked and code.together:
        printer.line(f"TOGETHER = {{{', '.join(_list_joint_picks(code))}}}")
    return {
        "source": "\n".join(printer.lines) + "\n",
        "entry": code.entries,
        "constants": {
            **code.tables,
            **{name: value for value, name in printer.long_constants.items()},
            "TEXTS": tuple(code.texts),
            **({"HELD": code.held} if code.held else {}),
        },
        "frames": _describe_frames(code),
        "waits": _list_suspended_texts(code),
        "unclear": _find_unclear(code) if tracked else {},
        "spots": printer.spots,
        "located": code.located,
    }


def _print_tables(printer: PythonPrinter, checked: typed_tree.CheckedGame, code: GameCode) -> None:
    """Print the tables that map numbers and names to functions and segments."""
    count = len(checked.abilities)
    match = [f"q{a.number}" if has_match_function(a) else "None" for a in checked.abilities]
    body = [str(code.bodies.get(number, -1)) for number in range(count)]
    scores = checked.rules["final_score"]
    named = checked.game.valuation
    values = scores if named is None else checked.rules[str(named.value)]
    winners = checked.rules.get("winners")
    printer.line(f"MATCH = [{', '.join(match)}]")
    printer.line(f"BODY = [{', '.join(body)}]")
    printer.line(f"SEGMENTS = [{', '.join(f's{segment.number}' for segment in code.segments)}]")
    printer.line(f"final_score = r{scores.number}")
    printer.line(f"valuation = r{values.number}")
    printer.line(f"winners = {f'r{winners.number}' if winners is not None else None}")
    printer.line(f"RULES = [{', '.join(f'r{rule.number}' for rule in checked.rules.values())}]")
    printer.line("ANEW = {}")
    for table, kind in (("SHEET", "sheet"), ("CASES", "cases"), ("NAMES", "names"), ("AHEAD", "ahead")):
        functions = [d.function for d in code.functions if d.function.kind == kind]
        printer.line(f"{table} = {{{', '.join(f'{f.number}: {name_of(f)}' for f in functions)}}}")
    for number, found in code.recomputed.items():
        rows = "".join(f"({place}, {name_of(function)}, {takes}, {who}), " for place, function, takes, who in found)
        printer.line(f"ANEW[{number}] = ({rows})")
    if code.unrecomputable:
        knowers = {number: tuple({each.knowers: 0 for each in found}) for number, found in code.unrecomputable.items()}
        printer.line(f"UNTOLD = {knowers}")


def _list_joint_picks(code: GameCode) -> Iterator[str]:
    """Yield, for each joint pick, an entry `segment: (function, frame indices)` as Python code.

    The function lists the possible joint picks. The frame indices say where its further arguments are. The segment
    receives the answer.
    """
    segments = {segment.number: segment for segment in code.segments}
    for segment in code.segments:
        for node in ir.walk_nodes(segment.body):
            if isinstance(node, ir.AskDecision) and node.site in code.together:
                live = segments[node.resume].live
                cells = tuple(1 + live.index(var) for var in code.together[node.site])
                yield f"{node.resume}: ({name_of(ir.Function('together', node.site))}, {cells})"


def _describe_frames(code: GameCode) -> Frames:
    """Return, for each segment, its title, the variables of its frame, and the frame indices that may be shown.

    The variables of the rule text that asks may be shown, with three exceptions: variables of a text that was inlined
    into it, values that the decider must not know, and variables that are live in one variant only. Pieces are shown to
    players who recognize them.
    """
    inlined = set(code.owners.values())
    described = {}
    for segment in code.segments:
        asking = segment.asks if segment.asks in inlined else None
        needed = {var for live in segment.waits[0].live for var in live.held} if segment.waits else set()
        shown = [
            var in needed
            and var not in segment.kept
            and code.owners.get(var) == asking
            and code.may_tell(var, segment.decider)
            for var in segment.live
        ]
        own = tuple(place for place, tells in enumerate(shown) if tells)
        words = tuple((f".{var.word}" if var.own else var.word, var.kind, var.of) for var in segment.live)
        described[segment.number] = (code.texts[segment.title], words, own)
    return described


def _find_unclear(code: GameCode) -> Unclear:
    """Return two lists of frame indices for each segment.

    The first has the values that some player cannot compute, the second those that the decider cannot compute.
    """
    found = {}
    for segment in code.segments:
        dark = [place for place, var in enumerate(segment.live, start=1) if not code.is_clear(var, None)]
        decider = segment.decider
        darker = [place for place in dark if decider is None or not code.is_clear(segment.live[place - 1], decider)]
        if dark:
            found[segment.number] = (tuple(dark), tuple(darker))
    return found


def _list_suspended_texts(code: GameCode) -> Waits:
    """Return, for each segment, the rule texts that are suspended at its frame."""
    return {
        segment.number: [_make_suspended_row(waiting, segment.live) for waiting in segment.waits]
        for segment in code.segments
        if segment.waits is not None
    }


def _make_suspended_row(waiting: ir.Continuation, live: tuple[ir.Var, ...]) -> tuple[str, str, list[LiveValueRow]]:
    """Return a suspended rule text as `(text, position, live values)`."""

    def entry(value: ir.LiveValue) -> LiveValueRow:
        first = value.held[0]
        word = f".{first.word}" if first.own else first.word
        # for secret answers, the type of the answers
        kinds = tuple(var.of if value.how in ("asking", "telling") and var.of else var.kind for var in value.held)
        return (f"{word} {value.loop}".rstrip(), value.how, kinds, tuple(1 + live.index(var) for var in value.held))

    return (waiting.text, waiting.place, sorted(map(entry, waiting.live)))
