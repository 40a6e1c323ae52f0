"""The command `cardwright stress`, which plays random matches with every card and pair of cards."""

import json
import multiprocessing
import os
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.phrases.inflection import count_noun
from cardwright.source.atomic_write import PRIVATE_FILE, make_private_folder, write_whole
from cardwright.source.read_with_size_limit import read_text
from cardwright_tools.cli.deck_arguments import Decks, choose_game_with_decks
from cardwright_tools.cli.errors import FINDINGS, OK, FindingError, UsageError, convert_write_errors, suggest_nearest
from cardwright_tools.cli.game_arguments import check_pieces, choose_game, list_decks
from cardwright_tools.cli.standard_output import print_json, print_lines, print_note, shorten_path
from cardwright_tools.laboratory.games.engine_choice import ASKED_FOR, AUTO, NATIVE, PYTHON, Engines, read_engine
from cardwright_tools.worker_pool import start_worker_pool

if TYPE_CHECKING:
    from cardwright.scenarios.coverage import CoveragePoint
    from cardwright_tools.laboratory.stress_games import Fault, StressRun, StressTable, Tally

BATCH = 100
SHOWN = 20


def run(arguments: Namespace) -> int:
    """Play the runs, and print how often every power was used; exit 1 if a run failed."""
    if arguments.again is not None:
        return _repeat_fault(arguments.again)
    from cardwright_tools.cli.standard_output import show_progress
    from cardwright_tools.laboratory.stress_games import Tally, list_runs

    if arguments.game is None:
        raise UsageError("stress needs the name of a game, or the record of a failed game: --again FILE.")
    game = choose_game_with_decks(arguments.game, arguments.sets, arguments.deck)
    decks = list_decks(game)
    if not arguments.sets and len(game.sets) < len(game.all_sets):
        game = choose_game(arguments.game, game.all_sets, decks=decks)
    check_pieces(game, game.min_players)
    _check_cards(game, arguments.cards)
    listed = list(
        list_runs(game, arguments.cards, arguments.pairs, arguments.decisions, arguments.games, arguments.seed)
    )
    engines = read_engine(arguments.engine)
    began = time.perf_counter()
    name, sets = arguments.game, game.sets
    native = _plays_in_c(name, sets, decks, listed, engines)
    tally = Tally()
    with show_progress(len(listed)) as advance:
        for done in _played(name, sets, decks, listed, arguments.jobs or os.cpu_count() or 1, native):
            tally.add(done)
            advance(done.runs)
    seconds = time.perf_counter() - began
    tally.keep_only(arguments.cards)
    files = _write_faults(tally.faults, name, sets, decks, arguments.faults)
    if arguments.json:
        print_json(_build_json(tally, seconds, files, engines))
    else:
        _show(tally, seconds, files, arguments.table, engines.played)
    return FINDINGS if tally.faults else OK


def _check_cards(game: Any, cards: Sequence[str] | None) -> None:
    from cardwright.game.start_with_active_cards import Starts

    known = Starts(game, game.min_players).cards()
    for card in cards or ():
        if card not in known:
            raise UsageError(f"{game.name} has no card `{card}` with a power.{suggest_nearest(card, known)}")


# ---------------------------------------------------------------- in compiled C

# Number of decisions from which on `auto` compiles first.
MANY = 1_000_000


def _plays_in_c(game: str, sets: tuple[str, ...], decks: Decks, runs: "Sequence[StressRun]", engines: Engines) -> bool:
    """Return True if C plays the runs; the game is then compiled for all numbers of players.

    `engines` records which engine plays.
    """
    from cardwright.native.c_compiler import NotNative
    from cardwright_tools.laboratory.stress_games import StressTable

    if engines.asked == AUTO and sum(run.decisions for run in runs) < MANY:
        engines.why = "so few games are not worth compiling"
    elif engines.asked != PYTHON:
        table = StressTable(game, sets, native=True, decks=decks)
        try:
            for players in sorted({run.players for run in runs}):
                table.path(players)
        except NotNative as error:
            if engines.asked == NATIVE:
                raise FindingError(f"these games cannot be played in compiled C: {error}.") from None
            print_note(f"played in Python: {error}.")
            engines.why = str(error)
        else:
            engines.note(NATIVE, ASKED_FOR if engines.asked == NATIVE else "so many games are worth compiling")
            return True
    engines.note(PYTHON)
    return False


# ---------------------------------------------------------------- playing, also in several processes

_table: "StressTable | None" = None


def _open(game: str, sets: tuple[str, ...], decks: Decks, native: bool) -> None:
    global _table
    from cardwright_tools.laboratory.stress_games import StressTable

    _table = StressTable(game, sets, native, decks)


def _play(runs: "Sequence[StressRun]") -> "Tally":
    assert _table is not None
    return _table.play(runs)


def _played(
    game: str, sets: tuple[str, ...], decks: Decks, runs: "Sequence[StressRun]", jobs: int, native: bool
) -> "Iterator[Tally]":
    # Runs with the same number of players are consecutive, so that a process need not load all programs.
    listed = iter(sorted(runs, key=lambda run: run.players))
    batches = list(iter(lambda: tuple(islice(listed, BATCH)), ()))
    if min(jobs, len(batches)) <= 1:
        _open(game, sets, decks, native)
        yield from map(_play, batches)
        return
    context = multiprocessing.get_context("spawn")
    with start_worker_pool(min(jobs, len(batches)), context, _open, game, sets, decks, native) as pool:
        yield from pool.map(_play, batches)


# ---------------------------------------------------------------- runs that went wrong


def _write_faults(
    faults: "Sequence[Fault]", game: str, sets: tuple[str, ...], decks: Decks, folder: Path
) -> list[Path]:
    """Write a record of each failed run, by which the run can be repeated."""
    files = []
    for number, fault in enumerate(faults, start=1):
        path = folder / f"{Path(game).name}-{number}.json"
        record = {"cardwright_stress": 1, "game": game, "sets": sets, "decks": dict(decks), **asdict(fault)}
        with convert_write_errors(path):
            make_private_folder(folder)
            write_whole(path, json.dumps(record, indent=1) + "\n", PRIVATE_FILE)
        files.append(path)
    return files


def _repeat_fault(path: Path) -> int:
    """Repeat a recorded run, and show its log."""
    from cardwright_tools.laboratory.stress_games import StressTable, find_misfit, read_fault, repeat_run

    try:
        game, sets, decks, run, answers = read_fault(json.loads(read_text(path)))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not the record of a failed game.") from error
    if misfit := find_misfit(choose_game(game, sets, decks=decks), run):
        raise FindingError(f"{path} does not fit {game}: {misfit}.")
    *lines, end = repeat_run(StressTable(game, sets, decks=decks), run, answers)
    for line in lines:
        print_lines(line)
    print_note(end)
    return OK if end.startswith("this game does not fail") else FINDINGS


# ---------------------------------------------------------------- what is shown


def _show(tally: "Tally", seconds: float, files: list[Path], table: bool, engine: str) -> None:
    by_card = _group_by_card(tally)
    if table:
        width = max((len(card) for card in by_card), default=4)
        print_lines(f"{'CARD'.ljust(width)}  ACTIVE   FIRED  EACH ABILITY")
        for card, abilities in by_card.items():
            each = ", ".join(f"{times}" for _, times in abilities)
            fired = sum(times for _, times in abilities)
            print_lines(f"{card.ljust(width)}  {tally.active[card]:6}  {fired:6}  {each}")
        print_lines()
    for fault, path in list(zip(tally.faults, files, strict=True))[:SHOWN]:
        cards = ", ".join(f"{each.card} for P{each.player + 1}" for each in fault.run.working) or "nothing arranged"
        players = count_noun(fault.run.players, "player")
        print_lines(f"{shorten_path(path.as_posix())}: {players}, {cards}: {fault.error}")
    if len(files) > SHOWN:
        print_lines(f"... and {len(files) - SHOWN} more")
    for card, abilities in by_card.items():
        for place, times in abilities:
            if not times:
                print_lines(f"{shorten_path(place.path)}:{place.line}: never came into play: {place.text} ({card})")
    print_lines(_render_summary(tally, seconds, by_card, engine))


def _render_summary(
    tally: "Tally", seconds: float, by_card: "dict[str, list[tuple[CoveragePoint, int]]]", engine: str
) -> str:
    fired = sum(any(times for _, times in abilities) for abilities in by_card.values())
    abilities = [times for listed in by_card.values() for _, times in listed]
    went_wrong = f"{len(tally.faults)} went wrong" if tally.faults else "none failed"
    by = "" if engine == PYTHON else f", engine: {engine}"
    rate = tally.decisions / seconds if seconds else 0.0
    others = "; the others reached the limit of decisions" if tally.finished < tally.runs - len(tally.faults) else ""
    lines = [
        f"{tally.runs} games, {tally.decisions} decisions ({rate:,.0f} a second{by}): {went_wrong}",
        f"{tally.finished} games came to their end{others}",
        f"{fired} of {len(by_card)} powers came into play, {sum(map(bool, abilities))} of {len(abilities)} abilities",
    ]
    if tally.impossible:
        lines.append(f"{tally.impossible} starts were left out, because a card had no place")
    return "\n".join(lines)


def _group_by_card(tally: "Tally") -> "dict[str, list[tuple[CoveragePoint, int]]]":
    """Return the abilities of each card, each with the number of its executions."""
    found: dict[str, list[tuple[CoveragePoint, int]]] = {}
    for place, times in sorted(tally.fired.items()):
        if place.card:
            found.setdefault(place.card, []).append((place, times))
    return found


def _build_json(tally: "Tally", seconds: float, files: list[Path], engines: Engines) -> dict[str, object]:
    return {
        "games": tally.runs,
        "finished": tally.finished,
        "decisions": tally.decisions,
        "seconds": round(seconds, 3),
        "left_out": tally.impossible,
        "engine": engines.played,
        "engine_why": engines.why,
        "cards": {
            card: {
                "active": tally.active[card],
                "fired": sum(times for _, times in abilities),
                "abilities": [{"path": p.path, "line": p.line, "text": p.text, "fired": n} for p, n in abilities],
            }
            for card, abilities in _group_by_card(tally).items()
        },
        "faults": [
            {"record": path.as_posix(), "error": fault.error, **asdict(fault.run)}
            for fault, path in zip(tally.faults, files, strict=True)
        ],
    }
