"""How long two of the examples are, as one had to write them before and as one can now (docs/written-twice.md)."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

from cardwright import Game, load_game
from cardwright.source.packaged_data import find_data_folder

BEFORE = Path(__file__).parent / "before"
NAMES = ("guildhall", "forge_and_fen")
# What is no rule of the game: how it is shown, and what the rulebook says beside it.
BESIDE = ("look:", "about:")


def counted(folder: Path) -> tuple[int, int]:
    """The lines of a game's rules and of its cards, without remarks, empty lines, and what is no rule."""
    cards = sum(len(written(path)) for path in sorted(folder.glob("cards/*/*.yaml")))
    return len(written(folder / "game.yaml")), cards


def written(path: Path) -> list[str]:
    """The lines of a file that say something."""
    lines, beside = [], False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line[:1].strip():
            beside = line.startswith(BESIDE)
        if line.strip() and not line.strip().startswith("#") and not beside:
            lines.append(line)
    return lines


def speed(game: Game, seconds: float) -> float:
    """Decisions of random play for each second that this process computes, whatever else the machine does."""
    pick, decisions, seed = Random(1).random, 0, 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        state = game.new(game.min_players if game.max_players == 2 else 3, seed, tracked=False)
        while not state.finished:
            state.apply(int(pick() * state.option_count))
        decisions += state.decisions
        seed += 1
    return decisions / spent


def main() -> None:
    """Print both games, twice each; behind a number of seconds also how fast they are."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else 0.0
    sys.stdout.write(f"{'GAME':<16}{'':<8}{'RULES':>6}{'CARDS':>7}{'DECISIONS/S' if seconds else '':>13}\n")
    for name in NAMES:
        for told, folder in (("before", BEFORE / name), ("now", find_data_folder("examples") / name)):
            rules, cards = counted(folder)
            quick = f"{speed(load_game(folder), seconds):>13,.0f}" if seconds else ""
            sys.stdout.write(f"{name:<16}{told:<8}{rules:>6}{cards:>7}{quick}\n")


if __name__ == "__main__":
    main()
