"""A training ends within its limit, as far as the rounds before tell how long the next one takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import pytest

from cardwright.bots.valuation import WeightedValuation
from cardwright_tools.training.from_nothing.closing_matches import SEARCHED, SIMULATIONS, ClosingMatches
from cardwright_tools.training.from_nothing.learning_from_nothing import UnaidedSettings, UnaidedTraining
from cardwright_tools.training.parallel_games import ArenaGame, ArenaResult, SearchSeat

numpy = pytest.importorskip("numpy")
pytest.importorskip("sklearn")

# Games of the first positions, and deals of a title; the 48 games of a round and its title take 29 seconds.
FIRST, DEALS = 10, 5


@dataclass
class TimedArena:
    """An arena whose games take a stated time by its own clock; who has more of the first number wins."""

    seconds: float = 0.5
    settling: float = 1.0
    searching: float = 1.0
    jobs: int = 1
    now: float = 1000.0
    begun: list[tuple[float, float]] = field(default_factory=list)
    _chance: Random = field(default_factory=lambda: Random(3))

    def clock(self) -> float:
        return self.now

    def play(self, games: Sequence[ArenaGame]) -> list[ArenaResult]:
        took = sum(map(self._find_time, games))
        self.begun.append((self.now, took))
        self.now += took
        return [self._make_result() for _ in games]

    def _find_time(self, game: ArenaGame) -> float:
        searches = [seat.simulations for seat in game.seats if isinstance(seat, SearchSeat)]
        searches += [int(seat[5:]) for seat in game.seats if isinstance(seat, str) and seat.startswith("mcts:")]
        if searches:
            return self.seconds * self.searching * searches[0] / SIMULATIONS
        settles = any(isinstance(seat, WeightedValuation) and seat.settling for seat in game.seats)
        return self.seconds * (self.settling if settles else 1.0)

    def _make_result(self) -> ArenaResult:
        rows = [[[self._chance.randrange(9), self._chance.randrange(9)] for _ in range(2)] for _ in range(4)]
        ahead = sum(row[0][0] - row[1][0] for row in rows)
        winners = (0,) if ahead > 0 else (1,) if ahead < 0 else (0, 1)
        # so many options that a round has the fewest games
        return ArenaResult(9, 10**6, (float(ahead), 0.0), winners, (0.1, 0.3, 0.5, 0.7), numpy.array(rows, float))


def train(arena: TimedArena, seconds: float, choices: tuple[int, ...] = (40, 20, 10)) -> tuple[int, int, float]:
    """Return the rounds, the final deals, and the time of a whole training."""
    settings = UnaidedSettings(("more", "noise"), (2,), 0, seconds, first_games=FIRST, title_deals=DEALS, quiet=True)
    training = UnaidedTraining(settings, arena, arena.clock)  # type: ignore[arg-type]
    closing = ClosingMatches(training, choices)
    champion = training.run(closing.reserve)
    assert champion is not None
    closing.play(champion, "no valuation")
    return len(training.rounds), closing.deals, arena.now - 1000.0


@pytest.mark.parametrize("seconds", [150.0, 333.0, 600.0])
@pytest.mark.parametrize(("settling", "searching"), [(1.0, 1.0), (4.0, 10.0), (1.0, 300.0)])
def test_rounds_and_what_follows_end_in_time(seconds: float, settling: float, searching: float) -> None:
    rounds, _, took = train(TimedArena(settling=settling, searching=searching), seconds)
    assert took <= seconds
    # nor does it end long before another round would have had time
    assert rounds >= (seconds * 2 / 3 - 80) // 29
    assert rounds >= 1


def test_more_time_gives_more_rounds_and_more_certain_matches() -> None:
    found = [train(TimedArena(), seconds) for seconds in (70.0, 600.0, 3000.0)]
    assert [deals for _, deals, _ in found] == [10, 40, 40]
    assert found[0][0] < found[1][0] < found[2][0]
    assert found[2][2] > 0.95 * 3000


def test_searches_that_do_not_fit_are_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    for searching, compared in ((300.0, False), (1.0, True)):
        _, deals, _ = train(TimedArena(searching=searching), 600.0)
        assert (deals >= SEARCHED) is compared
        assert ("searches by it" in capsys.readouterr().err) is compared


@pytest.mark.parametrize(("searching", "tried"), [(2.0, True), (10.0, False)])
def test_where_searches_do_not_fit_one_is_tried_if_it_does(
    searching: float, tried: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    _, deals, _ = train(TimedArena(searching=searching), 600.0)
    told = capsys.readouterr().err
    assert deals < SEARCHED
    assert "searches by it" not in told
    assert ("mcts:100:rollout=none by it over `greedy` by it: " in told) is tried


def test_the_fewest_matches_are_played_even_if_they_take_longer(capsys: pytest.CaptureFixture[str]) -> None:
    rounds, deals, _ = train(TimedArena(), 10.0)
    assert (rounds, deals) == (1, 10)
    assert "take longer than the time there is" in capsys.readouterr().err


def test_without_a_limit_nothing_is_played_to_measure_time() -> None:
    arena = TimedArena()
    settings = UnaidedSettings(("more", "noise"), (2,), 0, float("inf"), 2, FIRST, 0, DEALS, True)
    training = UnaidedTraining(settings, arena, arena.clock)  # type: ignore[arg-type]
    closing = ClosingMatches(training, (10,))
    champion = training.run(closing.reserve)
    # the first games, two rounds, and the title of the second
    assert len(arena.begun) == 4
    assert champion is not None
    closing.play(champion, "no valuation")
    # at once, settling, a search, and the final
    assert len(arena.begun) == 8
