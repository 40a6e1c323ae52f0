"""The command `cardwright ladder`, which plays each level of bot against the level below."""

import os
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import count_noun
from cardwright_tools.cli.deck_arguments import check_deck_seats, choose_game_with_decks, read_pool
from cardwright_tools.cli.errors import FINDINGS, OK, UsageError, needs
from cardwright_tools.cli.game_arguments import check_bots, choose_players, find_address, list_decks
from cardwright_tools.cli.standard_output import (
    lay_out_columns,
    measure_width,
    print_json,
    print_lines,
    print_note,
    show_progress,
)
from cardwright_tools.laboratory.games.batch import Batch, split_into_batches
from cardwright_tools.laboratory.games.engine_choice import Engines, Switch, read_engine
from cardwright_tools.laboratory.games.match import (
    SHOWN_ERRORS,
    MatchConfig,
    MatchOutcome,
    count_avoided,
    describe_avoided,
)
from cardwright_tools.laboratory.games.workers import open_workers
from cardwright_tools.laboratory.statistics.tests_and_intervals import compute_wilson_interval
from cardwright_tools.training.from_nothing.quick_valuation import (
    find_learned,
    lacks_valuation,
    may_learn,
    names_players,
)

if TYPE_CHECKING:
    from cardwright import Game

USUAL_LEVELS = ("random", "greedy", "mcts:100")


@dataclass(frozen=True)
class Rung:
    """The result of a level of bot against the level below: one seat plays `upper`, all others `lower`.

    Each deal is played once from every seat. A shared win counts in `wins` as a part of a win. `low` and `high` bound
    the share of wins (Wilson, 95 %); `even` is the share of one player among equals.
    """

    upper: str
    lower: str
    games: int
    wins: float
    share: float
    low: float
    high: float
    even: float
    beats: bool
    mean_score: float
    mean_score_below: float
    decisions: int
    seconds: float


@dataclass(frozen=True)
class Ladder:
    """The result for scripts, as JSON. `seconds` is wall-clock time; the seconds of a rung are summed over processes.

    `engine` and `engine_why` have the same meaning as in `simulate.Summary`.
    """

    game: str
    sets: tuple[str, ...]
    players: int
    deals: int
    seed: int
    content: str
    seconds: float
    rungs: list[Rung]
    errors: list[dict[str, object]]
    engine: str
    engine_why: str


def run(arguments: Namespace) -> int:
    """Play and print the table; exit 1 on a failure, or if a level is not shown to beat the one below."""
    levels = tuple(arguments.bots or USUAL_LEVELS)
    if len(levels) < 2:
        raise UsageError("a ladder needs at least two levels, the weakest first: --bots random,greedy")
    check_bots(levels)
    game = choose_game_with_decks(arguments.game, arguments.sets, arguments.deck)
    check_bots(levels, game)
    players = choose_players(game, arguments.players or max(2, game.min_players))
    check_deck_seats(game, players)
    if players < 2:
        raise UsageError("a ladder needs at least two players.")
    with needs("lab"):
        import statsmodels.stats.proportion  # noqa: F401 - missing, it is better told before the games than after
    learned = ""
    if may_learn(arguments) and names_players(levels) and lacks_valuation(game, players):
        learned = find_learned(game, players)
    pool = read_pool(arguments)
    tables = {
        (rung, seat): MatchConfig(
            game=find_address(game),
            players=players,
            bots=tuple(upper if each == seat else lower for each in range(players)),
            seed=arguments.seed,
            sets=tuple(arguments.sets or ()),
            content=game.content_hash,
            learned=learned,
            decks=list_decks(game),
            pool=pool,
        )
        for rung, (lower, upper) in enumerate(pairwise(levels))
        for seat in range(players)
    }
    start = time.perf_counter()
    engines = read_engine(arguments.engine)
    played = _play_rungs(
        game, tables, arguments.games, arguments.jobs or os.cpu_count() or 1, arguments.cluster, engines
    )
    rungs = [summarize_rung(levels, rung, players, played) for rung in range(len(levels) - 1)]
    seconds = round(time.perf_counter() - start, 3)
    errors: list[dict[str, object]] = [
        {"bots": ",".join(tables[key].bots), "game": one.number, "seed": one.seed, "error": one.error}
        for key, outcomes in played.items()
        for one in outcomes
        if one.error is not None
    ]
    if avoided := describe_avoided(count_avoided(one for outcomes in played.values() for one in outcomes)):
        print_note(avoided)
    ladder = Ladder(
        game.name,
        game.sets,
        players,
        arguments.games,
        arguments.seed,
        game.content_hash,
        seconds,
        rungs,
        errors,
        engines.played,
        engines.why,
    )
    if arguments.json:
        print_json(asdict(ladder))
    else:
        print_lines(format_ladder(ladder))
    return OK if all(rung.beats for rung in rungs) and not errors else FINDINGS


def _play_rungs(
    game: "Game",
    tables: dict[tuple[int, int], MatchConfig],
    deals: int,
    jobs: int,
    cluster: str | None,
    engines: Engines,
) -> dict[tuple[int, int], list[MatchOutcome]]:
    """Play every match of the rungs; return the outcomes by rung and seat, in order of the deals.

    `engines` records which engine played.
    """
    keys = {table: key for key, table in tables.items()}
    played: dict[tuple[int, int], list[MatchOutcome]] = {key: [] for key in tables}

    def waiting() -> Iterator[Batch]:
        for table in tables.values():
            yield from split_into_batches(table, range(deals), jobs)

    games = len(tables) * deals
    done = 0
    with (
        closing(Switch(game, next(iter(tables.values())), games, engines)) as switch,
        open_workers(min(jobs, games), cluster) as play,
        show_progress(games) as advance,
    ):
        switch.begin()
        for table, outcomes in play(waiting(), switch.ready):
            played[keys[table]] += outcomes
            advance(len(outcomes))
            switch.played(done := done + len(outcomes))
    return {key: sorted(outcomes, key=lambda one: one.number) for key, outcomes in played.items()}


def summarize_rung(
    levels: Sequence[str], number: int, players: int, played: dict[tuple[int, int], list[MatchOutcome]]
) -> Rung:
    """Return the result of a rung from its outcomes in `played`, by rung and seat of the upper level."""
    wins, games, decisions, seconds = 0.0, 0, 0, 0.0
    above: list[float] = []
    below: list[float] = []
    for seat in range(players):
        for one in played[number, seat]:
            if one.error is not None:
                continue
            games += 1
            wins += one.won_by(seat)
            above.append(one.scores[seat])
            below += [score for other, score in enumerate(one.scores) if other != seat]
            decisions += one.decisions
            seconds += one.seconds
    share = compute_wilson_interval(wins, games)
    return Rung(
        upper=levels[number + 1],
        lower=levels[number],
        games=games,
        wins=round(wins, 3),
        share=round(share.value, 4),
        low=round(share.low, 4),
        high=round(share.high, 4),
        even=round(1 / players, 4),
        beats=share.low > 1 / players,
        mean_score=round(fmean(above), 2) if above else 0.0,
        mean_score_below=round(fmean(below), 2) if below else 0.0,
        decisions=decisions,
        seconds=round(seconds, 2),
    )


def format_ladder(ladder: Ladder) -> str:
    """Format the ladder as text."""
    heads = ("LEVEL", "GAMES", "SHARE", "95 % INTERVAL", "EVEN", "BEATS", "MEAN SCORE", "SCORE BELOW", "S/GAME")
    rows = [
        (
            f"{rung.upper} over {rung.lower}",
            f"{rung.games}",
            f"{rung.share:.1%}",
            f"{rung.low:.1%} to {rung.high:.1%}",
            f"{rung.even:.1%}",
            "yes" if rung.beats else "no",
            f"{rung.mean_score:.1f}",
            f"{rung.mean_score_below:.1f}",
            f"{rung.seconds / max(1, rung.games):.2f}",
        )
        for rung in ladder.rungs
    ]
    players = count_noun(ladder.players, "player")
    lines = [
        f"{ladder.game}, {players}, {ladder.deals} deals from every seat: {ladder.seconds:,.1f} s",
        "",
        *lay_out_columns(heads, rows, ("LEVEL", "BEATS"), measure_width()),
    ]
    if ladder.errors:
        lines += ["", f"{count_noun(len(ladder.errors), 'game')} failed:"]
        lines += [f"  {one['bots']}, seed {one['seed']}: {one['error']}" for one in ladder.errors[:SHOWN_ERRORS]]
    return "\n".join(lines)
