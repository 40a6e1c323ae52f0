"""Comparison of versions of a game by pairs of matches with equal seeds."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.source.atomic_write import make_private_folder
from cardwright_tools.cli.errors import UsageError, needs
from cardwright_tools.cli.standard_output import print_note, show_progress
from cardwright_tools.laboratory.games.batch import split_into_batches
from cardwright_tools.laboratory.games.engine_choice import Engines, Switch
from cardwright_tools.laboratory.games.match import (
    MatchConfig,
    MatchOutcome,
    count_avoided,
    describe_avoided,
    open_game,
)
from cardwright_tools.laboratory.games.workers import open_workers
from cardwright_tools.laboratory.runs.run_store import RunPlan, connect, open_store
from cardwright_tools.laboratory.statistics.tests_and_intervals import (
    Interval,
    compute_mean,
    compute_p_of_no_difference,
    correct_p_values,
    estimate_pairs_needed,
)

if TYPE_CHECKING:
    from cardwright import Game

WINS = "wins"
LEAD = "lead"
BEGINNER = "wins of the player who begins (%)"
# Figures of which a pair of matches can change at most this share.
SHARES = (WINS, BEGINNER)
MAX_WINS = 100.0


@dataclass(frozen=True)
class Arm:
    """One side of a comparison: a version of the game, and the run file with its matches."""

    name: str
    table: MatchConfig
    run: Path


@dataclass(frozen=True)
class Difference:
    """One figure, such as wins or length, in both versions of a game, over pairs of matches that both have it.

    The difference is version B minus version A. `unlike` is the share of the pairs in which the figure differs, `p` the
    p-value, and `needed` the number of pairs that would detect the difference at the chosen confidence with 80% power.
    """

    name: str
    pairs: int
    before: float
    after: float
    difference: Interval
    unlike: float
    p: float
    needed: int | None


@dataclass(frozen=True)
class CardDifference:
    """The effect of a changed card on the player who had it first.

    `at_work` is the share of matches in which the card was active, and `played` that in which it was played. Each is a
    pair of shares, before and after the change.
    """

    card: str
    name: str
    at_work: tuple[float, float]
    played: tuple[float, float]
    wins: Difference
    lead: Difference

    @property
    def seen(self) -> tuple[str, tuple[float, float]]:
        """The shares to report, with their name: those of `at_work`, or of `played` if the card was never active."""
        return ("played", self.played) if any(self.played) and not any(self.at_work) else ("at work", self.at_work)


@contextmanager
def open_run_folder(folder: Path | None) -> Iterator[Path]:
    """Return a context with the folder for the runs of a comparison: the given one, or a temporary one."""
    if folder is not None:
        try:
            make_private_folder(folder)
        except OSError as error:
            raise UsageError(f"{folder} cannot be made: {error.strerror}.") from error
        yield folder
        return
    passing = Path(tempfile.mkdtemp(prefix="cardwright-"))
    try:
        yield passing
    finally:
        shutil.rmtree(passing, ignore_errors=True)


def play_arms(
    arms: Sequence[Arm], games: int, jobs: int, cluster: str | None, kept: bool, engines: Engines | None = None
) -> None:
    """Play the first `games` matches of every arm, except those already stored.

    After Ctrl-C, the matches played so far are stored; `kept` is True if the same command can continue them. `engines`
    says which engines may play (default: Python), and records which did.
    """
    engines, outcomes_of_all = engines or Engines(), list[MatchOutcome]()
    with open_workers(jobs, cluster) as play, show_progress(games * len(arms)) as advance:
        try:
            for place, arm in enumerate(arms):
                game = open_game(arm.table)
                with open_store(arm.run, RunPlan(arm.table, games), game) as store:
                    missing = [number for number in store.missing() if number < games]
                    advance(games - len(missing))
                    to_come = len(missing) + games * (len(arms) - 1 - place) if missing else 0
                    done = 0
                    with closing(Switch(game, arm.table, to_come, engines)) as switch:
                        switch.begin()
                        for _, outcomes in play(split_into_batches(arm.table, missing, jobs), switch.ready):
                            store.add(game, outcomes)
                            advance(len(outcomes))
                            switch.played(done := done + len(outcomes))
                    outcomes_of_all += store.outcomes()
        except KeyboardInterrupt:
            way = "the same command goes on" if kept else "with --out FOLDER a run can be gone on with"
            print_note(f"interrupted at {arm.name}; {way}")
            raise
    if avoided := describe_avoided(count_avoided(outcomes_of_all)):
        print_note(avoided)


def measure_whole_matches(run: Path, games: int) -> dict[str, dict[int, float]]:
    """Return the values of each figure of whole matches, by the number of the match; only finished matches count."""
    found: dict[str, dict[int, float]] = {}
    with connect(run) as connection:
        rows = connection.execute(
            "SELECT number, turns, decisions, lead_changes, 100.0 * share FROM game "
            "JOIN player ON player.game = number AND seat = first WHERE error IS NULL AND number < ?",
            (games,),
        )
        names = ("turns", "decisions", "changes of the lead", BEGINNER)
        for number, *values in rows:
            for name, value in zip(names, values, strict=True):
                found.setdefault(name, {})[number] = float(value)
        scores = connection.execute("SELECT game, avg(score) FROM player WHERE game < ? GROUP BY game", (games,))
        found["mean score"] = {number: float(score) for number, score in scores}
    return found


def measure_holders(run: Path, card: str, games: int) -> dict[str, dict[int, float]]:
    """Return the results of the first player to have a card, by the number of the match.

    `wins` is the share of the win in percent, `lead` the score minus the mean of the others' scores. If several players
    had their first copy at the same time, the results are their means. Matches without the card are left out.
    """
    with connect(run) as connection:
        rows = connection.execute(
            "SELECT c.game, avg(100.0 * p.share), avg(p.score - o.others) FROM card c "
            "JOIN (SELECT game, min(since) AS first FROM card WHERE card = :card AND game < :games GROUP BY game) f "
            "ON f.game = c.game AND f.first = c.since "
            "JOIN player p ON p.game = c.game AND p.seat = c.seat "
            "JOIN (SELECT a.game AS game, a.seat AS seat, avg(b.score) AS others FROM player a "
            "JOIN player b ON b.game = a.game AND b.seat <> a.seat WHERE a.game < :games GROUP BY a.game, a.seat) o "
            "ON o.game = c.game AND o.seat = c.seat "
            "WHERE c.card = :card GROUP BY c.game",
            {"card": card, "games": games},
        ).fetchall()
    return {WINS: {row[0]: row[1] for row in rows}, LEAD: {row[0]: row[2] for row in rows}}


def measure_presence(run: Path, card: str, games: int) -> tuple[float, float]:
    """Return the shares of matches in which the card was active for a player, and in which it was played."""
    with connect(run) as connection:
        [counts] = connection.execute(
            "SELECT count(DISTINCT iif(worked > 0, game, NULL)), count(DISTINCT iif(played > 0, game, NULL)) FROM card "
            "WHERE card = ? AND game < ?",
            (card, games),
        )
    worked, played = (count / games for count in counts)
    return worked, played


def compare_figure(name: str, before: dict[int, float], after: dict[int, float], certainty: float) -> Difference:
    """Return the difference between two versions, over the matches in which both have the figure."""
    with needs("lab"):
        import numpy
    both = sorted(before.keys() & after.keys())
    first: Any = numpy.array([before[number] for number in both], dtype=float)
    second: Any = numpy.array([after[number] for number in both], dtype=float)
    if not both:
        return Difference(name, 0, 0.0, 0.0, Interval(0.0, 0.0, 0.0), 0.0, 1.0, None)
    apart = second - first
    return Difference(
        name,
        len(both),
        float(first.mean()),
        float(second.mean()),
        compute_mean(apart, certainty, MAX_WINS if name in SHARES else 0.0),
        float((apart != 0).mean()),
        compute_p_of_no_difference(apart),
        estimate_pairs_needed(apart, certainty),
    )


def name_powers(game: Game) -> dict[str, str]:
    """Return the names of the cards that have a power, by id."""
    return {card.id: card.name for card in game.card_texts() if card.text}


SURE = 0.05


@dataclass(frozen=True)
class PowerEffect:
    """The effect of a card's power, with p-values corrected for the number of powers (Benjamini-Hochberg)."""

    found: CardDifference
    wins_p: float
    lead_p: float

    @property
    def often(self) -> str:
        """The share of matches in which the card was active, or was played if it never was active."""
        seen, (_, share) = self.found.seen
        return f"{share:.0%}" if seen == "at work" else f"{share:.0%} {seen}"

    @property
    def wins_sure(self) -> bool:
        """True if the effect on wins is significant."""
        return self.wins_p < SURE

    @property
    def lead_sure(self) -> bool:
        """True if the effect on the score is significant."""
        return self.lead_p < SURE


@dataclass(frozen=True)
class Ablation:
    """The effects of all powers, sorted: the power that helps its holder most comes first.

    `engine` and `engine_why` have the same meaning as in `simulate.Summary`.
    """

    game: str
    games: int
    bots: tuple[str, ...]
    seed: int
    content: str
    certainty: float
    powers: list[PowerEffect]
    engine: str
    engine_why: str


def rank(found: Sequence[CardDifference]) -> list[PowerEffect]:
    """Return powers ranked by their effect on the wins of their first holder, with corrected p-values."""
    wins, leads = correct_p_values([one.wins.p for one in found]), correct_p_values([one.lead.p for one in found])
    powers = [PowerEffect(one, w, lead) for one, w, lead in zip(found, wins, leads, strict=True)]
    return sorted(powers, key=lambda power: (-power.found.wins.difference.value, power.found.card))
