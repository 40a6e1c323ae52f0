"""How many shipments of Import / Export are possible, and whether it pays to go for them.

    nice -n 15 python -m tests.native.shippers --games 100

Three bots go by shipments above all and do not sell, three by the game's own valuation, and one of the first plays
against two of the second: what each completes, how long that takes, and who wins. Games are played in compiled C.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean, stdev

import cardwright
from cardwright.bots import make_bot
from cardwright.bots.native_bots import convert_bot
from cardwright.native.compiled_game import BeyondC
from cardwright.native.engine import Engine
from cardwright.runtime.primitives.random_numbers import derive_seed
from cardwright_tools.laboratory.games.match import MAX_DECISIONS
from cardwright_tools.laboratory.statistics.tests_and_intervals import compute_wilson_interval

VALUATION = """\
valuations: [shipper]
library: |
  rule loading_now(player) "what loading and contracting will bring {player}":
    0 if to_come(player) is 0
    155 * min(to_come(player), from_hand(player)) if load in doing_now(player)
    140 * min(to_come(player), within_reach(player)) if contract in doing_now(player)
    0 - coming(player) if supply in doing_now(player)
    0 otherwise
  rule shipper(player) "the standing of {player}, with shipments above all":
    standing(player)
        + loading_now(player)
        + (
          1150 * (count(player.completed) + count(player.harbor.contracts))
          + 177 * min(1, import_count(player, load))
          + 104 * min(1, import_count(player, contract)))
        * left_to_win(player)
        / 40 rounded down -
        521 * min(1, import_count(player, supply)) * left_to_win(player) / 40 rounded down
"""
GAME, SETS = "import_export", ("base", "captain", "jutaku", "kickstarter")
SHIPPER, OWN = "greedy:valuation=shipper", "greedy"


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of the game, with the valuation of those who go by shipments."""
    root = Path(__file__).parents[2]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(root / "games" / GAME, Path(folder) / "games" / GAME)
        shutil.copytree(root / "cards" / GAME, Path(folder) / "cards" / GAME)
        (Path(folder) / "games" / GAME / "shippers.yaml").write_text(VALUATION, encoding="utf-8")
        yield Path(folder) / "games" / GAME


def play(engine: Engine, game: cardwright.Game, kinds: Sequence[str], games: int) -> None:
    """Tell what comes of games, every deal from every seat."""
    players = len(kinds)
    tables = engine.program.tables
    done = [
        tables.zones_from + place
        for seat in range(players)
        for place, zone in enumerate(tables.zones)
        if zone.word == "completed" and zone.owner == "player" and zone.number == seat
    ]
    room, mind = engine.library.new(), engine.mind()
    shipments, wins = defaultdict[str, list[float]](list), defaultdict[str, float](float)
    turns: list[float] = []
    for number in range(games):
        seed = derive_seed(0, "shippers", number // players)
        seats = [kinds[(seat + number) % players] for seat in range(players)]
        bots = [
            (convert_bot(make_bot(kind, 0), engine.program), derive_seed(seed, seat)) for seat, kind in enumerate(seats)
        ]
        try:
            for _ in engine.bot_game(room, mind, seed, bots, MAX_DECISIONS):
                pass
        except BeyondC:
            continue
        _, _, winners = room.results()
        state = game.new(players, seed, tracked=False)
        engine.put_into(state, room)
        turns.append(room.turns)
        for seat, kind in enumerate(seats):
            shipments[kind].append(len(state.slots[done[seat]]))
            wins[kind] += (seat in winners) / len(winners)
    print(f"{', '.join(kinds)}: {len(turns)} games of {_mean(turns)} turns", flush=True)
    for kind, each in shipments.items():
        won = compute_wilson_interval(wins[kind], len(turns))
        share = f"{won.value:.1%} ({won.low:.1%} to {won.high:.1%})"
        print(f"    {kind}: {_mean(each)} shipments each; together they win {share}", flush=True)


def _mean(values: Sequence[float]) -> str:
    wide = 1.96 * stdev(values) / len(values) ** 0.5
    return f"{fmean(values):.2f} ({fmean(values) - wide:.2f} to {fmean(values) + wide:.2f})"


def main() -> None:
    """The long run."""
    parser = argparse.ArgumentParser(description="Play Import / Export for shipments, and for winning.")
    parser.add_argument("--games", type=int, default=99)
    asked = parser.parse_args()
    with copied() as folder:
        game = cardwright.load_game(str(folder), SETS)
        engine = Engine(game, 3)
        for kinds in ((SHIPPER,) * 3, (OWN,) * 3, (SHIPPER, OWN, OWN)):
            play(engine, game, kinds, asked.games)


if __name__ == "__main__":
    main()
