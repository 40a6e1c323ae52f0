"""Looks for anything that a player is shown and could not know, in many states of all games.

`python -m tests.noninterference --states 100000` does for as long as that takes; `--only GAME:PLAYERS:SEED:DECISIONS`
plays one round again, and with `:SORT:NUMBER` behind it tells of that pair alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from time import monotonic

from tests.noninterference.rounds import SORTS, Found, Playing, Round, loaded, variants

# How many decisions the games of a round go on for, in turn.
LENGTHS = (24, 60, 140)
# Rounds that each process is given at a time.
AHEAD = 4


def rounds(words: Iterable[str], seed: int) -> Iterator[Round]:
    """Rounds without end: game by game, with every number of players and every length in turn."""
    for number in count():
        for word in words:
            game = loaded(word)
            seats = range(game.min_players, game.max_players + 1)
            players = seats[number % len(seats)]
            yield Round(word, players, seed * 1_000_000 + number, LENGTHS[number // len(seats) % len(LENGTHS)])


def play(one: Round, native: bool = False) -> Found:
    """What a round comes to; `native`: with what C tells compared, too."""
    if not native:
        return Playing(one).play()
    from tests.noninterference.in_c import reached

    return Playing(one, reached).play()


def look(words: list[str], states: int, seed: int, jobs: int, minutes: float, native: bool) -> dict[str, Found]:
    """Rounds until so many states were looked at, so many minutes are over or somebody ends it, by game."""
    ends = monotonic() + minutes * 60
    found = {word: Found(word) for word in words}
    waiting = rounds(words, seed)
    with ProcessPoolExecutor(jobs) as pool:
        try:
            while sum(each.states for each in found.values()) < states and monotonic() < ends:
                for one in pool.map(partial(play, native=native), [next(waiting) for _ in range(jobs * AHEAD)]):
                    found[one.word].add(one)
                    for name, told in one.differences:
                        print(f"{name}  {told[:300]}", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    return found


def table(found: Iterable[Found]) -> str:
    """The games with what was found in them, and all of them together."""
    rows: list[tuple[str, ...]] = [("game", "states", *SORTS, "bots", "differences", "seconds")]
    whole = Found("together")
    for each in found:
        rows.append(row(each))
        whole.add(each)
    rows.append(row(whole))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        " | ".join(text.rjust(width) if place else text.ljust(width) for place, (text, width) in enumerate(cells))
        for cells in (zip(each, widths, strict=True) for each in rows)
    ]
    lines.insert(1, " | ".join("-" * (width - 1) + (":" if place else "-") for place, width in enumerate(widths)))
    return "\n".join(f"| {line} |" for line in lines)


def row(found: Found) -> tuple[str, ...]:
    """What was found in a game as the cells of a table."""
    numbers = [found.states, *(found.pairs[sort] for sort in SORTS), found.bots, len(found.differences)]
    return (found.word, *(f"{number:,}" for number in numbers), f"{found.seconds:,.0f}")


def again(name: str, native: bool) -> int:
    """Play one round again and tell all that differs."""
    numbers = name.split(":")
    found = play(Round.named(name), native)
    wanted = [each for each in found.differences if each[0].split(":")[: len(numbers)] == numbers]
    for pair, told in wanted:
        print(f"{pair}\n  {told}")
    print(f"{found.states} states, {sum(found.pairs.values())} pairs, {len(wanted)} differences")
    return 1 if wanted else 0


def main() -> int:
    """What the command line asks for; 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.noninterference", description=__doc__)
    parser.add_argument("--states", type=int, default=100_000, help="how many states to look at (100,000)")
    parser.add_argument("--seed", type=int, default=0, help="other games (0)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (1)")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many minutes")
    parser.add_argument("--game", choices=list(variants()), help="one game alone; `+all` is with all its sets")
    parser.add_argument("--native", action="store_true", help="compare also the tensors and masks that C writes")
    parser.add_argument("--only", metavar="GAME:PLAYERS:SEED:DECISIONS", help="play one round again")
    asked = parser.parse_args()
    if asked.only:
        try:
            return again(asked.only, asked.native)
        except ValueError as error:
            parser.error(f"`{asked.only}` names no round: {error}")
    words = [asked.game] if asked.game else list(variants())
    found = look(words, asked.states, asked.seed, asked.jobs, asked.minutes, asked.native)
    print(table(found.values()))
    leaning = [f"{each.word}: {told}" for each in found.values() if (told := each.leaning())]
    for told in leaning:
        print(told)
    return 1 if leaning or any(each.differences for each in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
