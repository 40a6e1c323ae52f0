"""`cardwright simulate`: many games between bots, and what came out."""

import json
import multiprocessing
import os
import signal
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from cardwright_tools.failure import FINDINGS, OK, FindingError, UsageError
from cardwright_tools.game_choice import check_bots, choose_game, choose_players
from cardwright_tools.seeds import derive_seed
from cardwright_tools.terminal import say

if TYPE_CHECKING:
    from cardwright import Game

# Far above any game worth play-testing; a game that gets here goes round in circles.
MOST_DECISIONS = 200_000
# Small enough for a smooth progress bar and a prompt end after Ctrl-C, large enough that passing it on costs nothing.
LARGEST_BATCH = 8
SHOWN_ERRORS = 20


@dataclass(frozen=True)
class Table:
    """Everything that decides how the games of one run go, except their numbers."""

    game: str
    players: int
    bots: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Outcome:
    """One game: its number from 0, its seed, and either its result or the error that stopped it."""

    number: int
    seed: int
    decisions: int
    turns: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    error: str | None


@dataclass(frozen=True)
class Summary:
    """What scripts read as JSON. Decisions and turns count all games; wins and scores, by seat, the finished ones."""

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


def run(arguments: Namespace) -> int:
    """Play the games, print the summary; exit 1 when a game failed."""
    game = choose_game(arguments.game)
    bots = seat_bots(arguments.bots, arguments.players)
    players = choose_players(game, arguments.players or (len(bots) if len(bots) > 1 else None))
    table = Table(arguments.game, players, bots * players if len(bots) == 1 else bots, arguments.seed)
    jobs = min(arguments.jobs or os.cpu_count() or 1, arguments.games)
    start = time.perf_counter()
    with _progress(arguments.games) as advance:
        outcomes = play_games(game, table, arguments.games, jobs, advance)
    summary = summarise(table, outcomes, time.perf_counter() - start)
    say(json.dumps(asdict(summary), indent=2, ensure_ascii=False) if arguments.json else in_words(summary, table.bots))
    return FINDINGS if summary.errors else OK


def seat_bots(kinds: Sequence[str] | None, players: int | None) -> tuple[str, ...]:
    """The kinds of bot: one for all seats or one for each. Raises UsageError for an unknown kind or a wrong number."""
    bots = tuple(kinds or ("random",))
    check_bots(bots)
    if players is not None and len(bots) not in (1, players):
        raise UsageError(f"--bots names {len(bots)} bots for {players} players; name one for all, or one for each.")
    return bots


def play_games(game: "Game", table: Table, games: int, jobs: int, advance: Callable[[int], None]) -> list[Outcome]:
    """Play `games` games in `jobs` processes. The outcomes, in order, do not depend on `jobs`."""
    if jobs == 1:
        outcomes = []
        for number in range(games):
            outcomes.append(play_one(game, table, number))
            advance(1)
        return outcomes
    size = max(1, min(LARGEST_BATCH, games // (jobs * 4)))
    batches = [range(first, min(first + size, games)) for first in range(0, games, size)]
    played: list[Outcome] = []
    pool = ProcessPoolExecutor(jobs, initializer=_open_table, initargs=(table,))
    try:
        for future in as_completed([pool.submit(_play_batch, batch) for batch in batches]):
            batch_outcomes = future.result()
            played += batch_outcomes
            advance(len(batch_outcomes))
    except BrokenProcessPool as error:
        raise FindingError("a process that played games was killed, perhaps for want of memory") from error
    except BaseException:
        # Nothing is worth waiting for after Ctrl-C, not even the games that are being played.
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        # Not left to `with`: that would play all the games that wait after Ctrl-C.
        pool.shutdown(cancel_futures=True)
    return sorted(played, key=lambda outcome: outcome.number)


def play_one(game: "Game", table: Table, number: int) -> Outcome:
    """Play game `number`; whatever goes wrong in it becomes part of the outcome."""
    from cardwright.bots import make_bot

    seed = derive_seed(table.seed, number)
    decisions = turns = 0
    try:
        bots = [make_bot(kind, derive_seed(seed, "bot", seat)) for seat, kind in enumerate(table.bots)]
        state = game.new(table.players, seed, tracked=False)
        while not state.finished:
            if decisions >= MOST_DECISIONS:
                return Outcome(number, seed, decisions, state.turns, (), (), f"no end after {decisions} decisions")
            state.apply(bots[state.player].choose(state))
            decisions += 1
            turns = state.turns
        return Outcome(number, seed, decisions, state.turns, tuple(state.winners), tuple(state.scores), None)
    except Exception as error:  # noqa: BLE001 - one broken game must not lose the other thousands
        return Outcome(number, seed, decisions, turns, (), (), f"{type(error).__name__}: {error}")


def summarise(table: Table, outcomes: Sequence[Outcome], seconds: float) -> Summary:
    """The summary of the outcomes of a run that took `seconds`."""
    finished = [outcome for outcome in outcomes if outcome.error is None]
    decisions = sum(outcome.decisions for outcome in outcomes)
    seats = range(table.players)
    return Summary(
        game=table.game,
        players=table.players,
        games=len(outcomes),
        finished=len(finished),
        decisions=decisions,
        turns=sum(outcome.turns for outcome in outcomes),
        seconds=round(seconds, 3),
        decisions_per_second=round(decisions / seconds, 1),
        games_per_second=round(len(finished) / seconds, 2),
        wins=[sum(seat in outcome.winners for outcome in finished) for seat in seats],
        mean_scores=[
            round(fmean(outcome.scores[seat] for outcome in finished), 2) if finished else None for seat in seats
        ],
        errors=[
            {"game": outcome.number, "seed": outcome.seed, "error": outcome.error}
            for outcome in outcomes
            if outcome.error is not None
        ],
    )


def in_words(summary: Summary, bots: Sequence[str]) -> str:
    """The summary as a person reads it."""
    took = f"{summary.finished} of {summary.games} games finished in {summary.seconds} s"
    speed = f"{summary.decisions_per_second:,.0f} decisions/s, {summary.games_per_second:,.1f} games/s"
    lines = [
        f"{summary.game}, {summary.players} players: {took}",
        f"{summary.decisions:,} decisions in {summary.turns:,} turns; {speed}",
    ]
    if summary.finished:
        lines += ["", f"SEAT  {'BOT':<12}  {'WINS':>7}  {'SHARE':>6}  {'MEAN SCORE':>10}"]
        for seat, (bot, won, mean) in enumerate(zip(bots, summary.wins, summary.mean_scores, strict=True), start=1):
            lines.append(f"P{seat:<4} {bot:<12}  {won:>7}  {won / summary.finished:>6.1%}  {mean:>10.2f}")
    if summary.errors:
        lines += ["", f"{len(summary.errors)} games failed:"]
        lines += [f"  game {one['game']}, seed {one['seed']}: {one['error']}" for one in summary.errors[:SHOWN_ERRORS]]
    if len(summary.errors) > SHOWN_ERRORS:
        lines.append(f"  and {len(summary.errors) - SHOWN_ERRORS} more; --json lists them all")
    return "\n".join(lines)


_open: tuple["Game", Table] | None = None


def _open_table(table: Table) -> None:
    global _open
    # Ctrl-C reaches every process of the terminal: a worker ends at once and in silence, the parent tells.
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _open = choose_game(table.game), table


def _play_batch(numbers: range) -> list[Outcome]:
    assert _open is not None
    game, table = _open
    return [play_one(game, table, number) for number in numbers]


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("", total=games)
        yield lambda count: bar.advance(task, count)
