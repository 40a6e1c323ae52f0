"""The command `cardwright simulate`, which plays many matches between bots and summarizes them."""

import os
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import count_noun
from cardwright_tools.cli.errors import FINDINGS, OK, FindingError, UsageError
from cardwright_tools.cli.standard_output import as_typed, print_json, print_lines, print_note, show_progress
from cardwright_tools.laboratory.games.batch import split_into_batches
from cardwright_tools.laboratory.games.engine_choice import (
    MIN_NATIVE_GAMES,
    NATIVE,
    PYTHON,
    Engines,
    Switch,
    read_engine,
)
from cardwright_tools.laboratory.games.match import (
    SHOWN_ERRORS,
    MatchConfig,
    MatchOutcome,
    Overtaken,
    count_avoided,
    describe_avoided,
    list_answers,
    make_config,
    open_game,
    play_one,
)
from cardwright_tools.laboratory.games.native_match import play_native
from cardwright_tools.laboratory.games.workers import open_workers
from cardwright_tools.laboratory.runs.run_store import (
    RunPlan,
    RunStore,
    open_run,
    open_store,
    read_plan,
    write_crash,
    write_game,
)
from cardwright_tools.laboratory.statistics.bot_strength import explain_players
from cardwright_tools.laboratory.statistics.deck_results import tally_decks
from cardwright_tools.session.estimated_minutes import find_game_folder, write_length
from cardwright_tools.session.record_folder import find_records_folder
from cardwright_tools.training.from_nothing.quick_valuation import learn_if_wanted, restore_learned

if TYPE_CHECKING:
    from cardwright import Game

__all__ = ["MatchConfig", "MatchOutcome", "Summary", "play_games", "play_one", "run", "summarize_run"]

# The default bots. Matches of random players say little about a game.
USUAL_BOTS = "greedy"


@dataclass(frozen=True)
class Summary:
    """The result for scripts, as JSON. Decisions and turns are summed over all matches.

    Wins and scores, by seat, are those of finished matches. `engine` is `python`, `native` (compiled C), or both in
    turn, and `engine_why` the reason. `avoided` has the errors that bots met when they looked ahead, and how often.
    `seconds` are those of this call, which may have resumed an earlier run; rates are per second in which its matches
    were played beside each other, so without compiling. `decks` has for each
    deck of a pool, by name, how often seats drew it and how often these won.
    """

    game: str
    players: int
    games: int
    finished: int
    decisions: int
    turns: int
    seconds: float
    decisions_per_second: float
    games_per_second: float
    wins: list[int]
    mean_scores: list[float | None]
    errors: list[dict[str, object]]
    avoided: dict[str, int]
    engine: str = "python"
    engine_why: str = ""
    decks: dict[str, dict[str, int]] = field(default_factory=dict)


def run(arguments: Namespace) -> int:
    """Play the matches, and print the summary; exit 1 if a match failed."""
    if arguments.watch:
        from cardwright_tools.commands.laboratory.simulate_on_save import run as watch

        return watch(arguments)
    if arguments.record is not None:
        return _write_record(arguments.resume, arguments.record)
    engines = read_engine(arguments.engine)
    soon = _is_small(arguments, engines)
    plan, out = _make_plan(arguments, soon)
    game = open_game(plan.table, soon)
    jobs = arguments.jobs or os.cpu_count() or 1
    start = time.perf_counter()
    if out is None:
        played = play_games(game, plan.table, plan.games, jobs, cluster=arguments.cluster, engines=engines)
        outcomes = played
        crashes = find_records_folder().parent / "crashes"
        records = {one.number: write_crash(crashes, game, plan.table, one) for one in outcomes if one.error is not None}
    else:
        with open_store(out, plan, game) as store:
            if not store.missing():
                print_note(
                    f"all {count_noun(plan.games, 'game')} of {out} were played before: nothing was left to play"
                )
            played = play_into(store, game, jobs, arguments.cluster, engines)
            outcomes, records = store.outcomes(), store.records()
    summary = summarize_run(plan.table, outcomes, time.perf_counter() - start, played, records, jobs)
    summary = replace(summary, engine=engines.played, engine_why=engines.why)
    if arguments.json:
        print_json(asdict(summary))
    else:
        print_lines(format_summary(summary, plan.table.bots))
    if arguments.length:
        print_note(f"written: {_keep_length(game, plan.table.players, outcomes)}")
    if out is not None and arguments.export is not None:
        from cardwright_tools.laboratory.runs.run_store import export

        print_note(f"written: {', '.join(str(path) for path in export(out))}")
    return FINDINGS if summary.errors else OK


def _keep_length(game: "Game", players: int, outcomes: Sequence[MatchOutcome]) -> Path:
    """Write the mean length of the finished matches to a file for the game; return the path of the file."""
    folder = game.folder or find_game_folder(game.name)
    finished = [outcome for outcome in outcomes if outcome.error is None]
    if folder is None or not finished:
        raise UsageError("--length needs a finished game, and a folder to write its length to.")
    decisions, turns = (sum(each) for each in zip(*((one.decisions, one.turns) for one in finished), strict=True))
    return write_length(folder, players, len(finished), decisions, turns)


def _write_record(run: Path, number: int) -> int:
    """Play a match of a run again, and write its record next to the run."""
    with open_run(run) as connection:
        plan = read_plan(connection, run)
    plan = replace(plan, table=restore_learned(plan.table))
    if number >= plan.games:
        raise UsageError(f"{run} has the games 0 to {plan.games - 1}; there is no game {number}.")
    if plan.table.blank:
        raise UsageError(f"{run} is of a game without {', '.join(plan.table.blank)}, which a record cannot store.")
    game = open_game(plan.table)
    path = write_game(run.with_suffix(".games"), game, plan.table, number, list_answers(game, plan.table, number))
    print_lines(f"{path}: game {number}. Look at it with:\n  cardwright replay {as_typed(path)}")
    return OK


def _is_small(arguments: Namespace, engines: Engines) -> bool:
    """Return True if a run is so small that compiling would take most of the time."""
    if arguments.cluster is not None or engines.asked == NATIVE or not 0 < (arguments.games or 0) <= MIN_NATIVE_GAMES:
        return False
    return arguments.resume is None and 1 in (arguments.games, arguments.jobs or os.cpu_count())


def _make_plan(arguments: Namespace, soon: bool) -> tuple[RunPlan, Path | None]:
    """Return the plan of the run, and its file if it is stored."""
    if arguments.resume is not None:
        with open_run(arguments.resume) as connection:
            plan = read_plan(connection, arguments.resume)
        plan = replace(plan, table=restore_learned(plan.table))
        return replace(plan, games=max(plan.games, arguments.games or 0)), arguments.resume
    if arguments.game is None or arguments.games is None:
        raise UsageError("simulate needs a GAME and --games K, or --resume RUN.sqlite.")
    unnamed = arguments.bots is None
    arguments.bots = arguments.bots or [USUAL_BOTS]
    table = learn_if_wanted(arguments, make_config(arguments, arguments.out is not None, soon))
    if unnamed:
        weak = explain_players(open_game(table, soon), table.bots)
        print_note(f"No --bots were named, so `{USUAL_BOTS}` plays all seats. {weak}".strip())
    return RunPlan(table, arguments.games), arguments.out


def play_games(
    game: "Game",
    table: MatchConfig,
    games: int,
    jobs: int,
    advance: Callable[[int], None] | None = None,
    cluster: str | None = None,
    engines: Engines | None = None,
) -> list[MatchOutcome]:
    """Play `games` matches in `jobs` processes, and return the outcomes in order.

    The outcomes do not depend on jobs, cluster or engine. `advance` is called with the number of matches played since
    its last call; without it, a terminal shows a progress bar. `engines` says which engines may play (default: Python),
    and records which did. Raises FindingError if C is required and not available.
    """
    jobs, engines = min(jobs, games), engines or Engines()
    with show_progress(games) if advance is None else nullcontext(advance) as advance_by:
        switch = Switch(game, table, games, engines)
        try:
            played = _play_in_workers(game, table, games, jobs, advance_by, cluster, switch)
        finally:
            switch.close()
        if switch.engine is not None and len(played) < games:
            done = {outcome.number for outcome in played}
            left = [number for number in range(games) if number not in done]
            played += _sort_outcomes(play_native(switch.engine, game, table, left, jobs), advance_by)
    return sorted(played, key=lambda outcome: outcome.number)


def _sort_outcomes(parts: Iterable[list[MatchOutcome]], advance: Callable[[int], None]) -> list[MatchOutcome]:
    played: list[MatchOutcome] = []
    for outcomes in parts:
        played += outcomes
        advance(len(outcomes))
    return sorted(played, key=lambda outcome: outcome.number)


def _play_in_workers(
    game: "Game",
    table: MatchConfig,
    games: int,
    jobs: int,
    advance: Callable[[int], None],
    cluster: str | None,
    switch: Switch,
) -> list[MatchOutcome]:
    """Play in workers until this process can play the remaining matches in C. A cluster plays all matches."""
    played: list[MatchOutcome] = []
    if switch.engine is not None and cluster is None:
        return played
    if jobs == 1 and cluster is None and not table.pool:
        switch.begin()
        with suppress(Overtaken):
            for number in range(games):
                played.append(play_one(game, table, number, switch.ready))
                advance(1)
                switch.played(len(played))
        return played
    waiting = split_into_batches(table, range(games), jobs)
    with open_workers(jobs, cluster) as play:
        switch.begin()
        for _, outcomes in play(waiting if cluster is not None else switch.given(waiting), switch.ready):
            played += outcomes
            advance(len(outcomes))
            switch.played(len(played))
    return played


def play_into(
    store: RunStore, game: "Game", jobs: int, cluster: str | None = None, engines: Engines | None = None
) -> list[MatchOutcome]:
    """Play the matches that a stored run still lacks, and save each at once; return them without their records."""
    engines = engines or Engines()
    missing = store.missing()
    if not missing:
        return []
    played: list[MatchOutcome] = []
    jobs, games, table = min(jobs, len(missing)), store.plan.games, store.plan.table
    switch = Switch(game, table, len(missing), engines)
    try:
        with open_workers(jobs, cluster) as play, show_progress(games, games - len(missing)) as advance:
            switch.begin()
            for _, outcomes in play(split_into_batches(table, missing, jobs), switch.ready):
                store.add(game, outcomes)
                played += [replace(outcome, course=None, answers=()) for outcome in outcomes]
                advance(len(outcomes))
                switch.played(len(played))
    except (KeyboardInterrupt, FindingError):
        kept = games - len(store.missing())
        print_note(
            f"{kept} of {games} games are in {store.path}; continue with: cardwright simulate --resume "
            f"{as_typed(store.path)}"
        )
        raise
    finally:
        switch.close()
    return played


def summarize_run(
    table: MatchConfig,
    outcomes: Sequence[MatchOutcome],
    seconds: float,
    played: Sequence[MatchOutcome] | None = None,
    records: Mapping[int, Path] | None = None,
    jobs: int = 1,
) -> Summary:
    """Return the summary of a run.

    The matches `played` (None: all outcomes) were played by this call, in `seconds`, `jobs` at a time.
    """
    finished = [outcome for outcome in outcomes if outcome.error is None]
    now = outcomes if played is None else played
    seats = range(table.players)
    playing = sum(outcome.seconds for outcome in now) / min(jobs, len(now) or 1) or seconds
    return Summary(
        game=table.game,
        players=table.players,
        games=len(outcomes),
        finished=len(finished),
        decisions=sum(outcome.decisions for outcome in outcomes),
        turns=sum(outcome.turns for outcome in outcomes),
        seconds=round(seconds, 3),
        decisions_per_second=round(sum(outcome.decisions for outcome in now) / playing, 1),
        games_per_second=round(sum(outcome.error is None for outcome in now) / playing, 2),
        wins=[sum(seat in outcome.winners for outcome in finished) for seat in seats],
        mean_scores=[
            round(fmean(outcome.scores[seat] for outcome in finished), 2) if finished else None for seat in seats
        ],
        errors=[
            {
                "game": outcome.number,
                "seed": outcome.seed,
                "error": outcome.error,
                "record": str((records or {}).get(outcome.number, "")),
            }
            for outcome in outcomes
            if outcome.error is not None
        ],
        avoided=count_avoided(outcomes),
        decks={
            deck.name: {"drawn": deck.drawn, "won": deck.won}
            for deck in tally_decks(
                table, ((one.number, seat, one.scores[seat], seat in one.winners) for one in finished for seat in seats)
            )
        },
    )


def format_summary(summary: Summary, bots: Sequence[str]) -> str:
    """Format the summary as text."""
    took = f"{summary.finished} of {summary.games} games finished in {summary.seconds} s"
    engine = "" if summary.engine == PYTHON else f", engine: {summary.engine}"
    speed = f"{summary.decisions_per_second:,.0f} decisions/s, {summary.games_per_second:,.1f} games/s"
    lines = [
        f"{Path(summary.game).name}, {count_noun(summary.players, 'player')}: {took}",
        f"{summary.decisions:,} decisions in {summary.turns:,} turns; {speed}{engine}",
    ]
    if summary.finished:
        lines += ["", f"SEAT  {'BOT':<12}  {'WINS':>7}  {'SHARE':>6}  {'MEAN SCORE':>10}"]
        for seat, (bot, won, mean) in enumerate(zip(bots, summary.wins, summary.mean_scores, strict=True), start=1):
            lines.append(f"P{seat:<4} {bot:<12}  {won:>7}  {won / summary.finished:>6.1%}  {mean:>10.2f}")
    if summary.decks:
        width = max(8, *map(len, summary.decks))
        lines += ["", f"{'DECK':<{width}}  {'DRAWN':>7}  {'WINS':>7}  {'SHARE':>6}"]
        for name, deck in sorted(summary.decks.items(), key=lambda one: -one[1]["won"] / max(1, one[1]["drawn"])):
            share = f"{deck['won'] / deck['drawn']:>6.1%}" if deck["drawn"] else ""
            lines.append(f"{name:<{width}}  {deck['drawn']:>7}  {deck['won']:>7}  {share}".rstrip())
    if summary.avoided:
        lines += ["", describe_avoided(summary.avoided)]
    if summary.errors:
        lines += ["", f"{count_noun(len(summary.errors), 'game')} failed:"]
        for one in summary.errors[:SHOWN_ERRORS]:
            lines.append(f"  game {one['game']}, seed {one['seed']}: {one['error']}")
            if one["record"]:
                lines.append(f"    record: {one['record']}")
    if len(summary.errors) > SHOWN_ERRORS:
        lines.append(f"  and {len(summary.errors) - SHOWN_ERRORS} more; --json lists them all")
    return "\n".join(lines)
