"""Works out everybody's hand from one's own: tries seeds until a game begins as one seat sees it, as a cheat would.

    python -m tests.attacks.guessed_seeds                # 2^20 guesses for every way a match among people begins

A match is begun by each of the programs as people begin it; of it the attack knows what the seat that is asked first
sees, the game and the number of players. The first row is a match whose seed was given by hand: there the attack works.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from tests.tools.web.stalls import a_hall, served

from cardwright import Game, State, load_game
from cardwright.adapters.observation_tensor import Encoder
from cardwright.adapters.vector_env import ManyGames
from cardwright.records.record_file import read_record

GAME, PLAYERS = "hearts", 4
AT_ONCE = 64
PATIENCE = 300
COMMAND = [str(Path(sys.executable).with_name("cardwright"))]


def guessed(game: Game, seen: State, guesses: range) -> Iterator[int]:
    """The seeds among some from which a game begins just as who is asked in a state sees it there."""
    wanted = np.array(Encoder(seen.program).encode(seen, seen.player), np.float32)
    games = ManyGames(game, AT_ONCE, seen.program.players, seen=True)
    for first in range(guesses.start, guesses.stop, AT_ONCE):
        games.begin(range(first, first + AT_ONCE))
        for place in np.flatnonzero((games.observations == wanted).all(axis=1)):
            if games.player[place] == seen.player and first + int(place) in guesses:
                yield first + int(place)


# ---------------------------------------------------------------- how matches begin


def in_the_lobby(game: str, players: int, state: Path) -> int:
    """The seed of a match that somebody begins in the lobby of a server."""
    with a_hall() as registry, served(registry) as client:
        form = {"game": game, "players": str(players), "bots": "0"}
        assert client.post(f"/t/{registry.lobby}/tables", data=form, follow_redirects=False).status_code == 303
        return registry.open_tables[0].session.header.seed


def served_at_once(game: str, players: int, state: Path) -> int:
    """The seed of a match that `serve GAME` begins."""
    words = [*COMMAND, "serve", game, "--players", str(players), "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
        assert server.stdout is not None
        told = [next(server.stdout)]
        server.terminate()
        told += server.stdout
    return _recorded(state, b"".join(told))


def played_at_a_terminal(game: str, players: int, state: Path) -> int:
    """The seed of a match that `play` begins."""
    words = [*COMMAND, "play", game, "--players", str(players), "--plain"]
    ran = subprocess.run(words, input=b"1\n2\n3\nquit\n", stdout=subprocess.PIPE, timeout=PATIENCE, check=False)
    return _recorded(state, ran.stdout)


def _recorded(state: Path, told: bytes) -> int:
    """The seed of the only record there is, which nothing that was told has in it."""
    [path] = (state / "cardwright" / "games").glob("*.jsonl")
    seed = read_record(path).header.seed
    assert str(seed).encode() not in told, told
    return seed


BEGUN: dict[str, Callable[[str, int, Path], int]] = {
    "lobby": in_the_lobby,
    "serve GAME": served_at_once,
    "play": played_at_a_terminal,
}


def begun(how: str, game: str, players: int, state: Path) -> int:
    """The seed of a match that begins in a way of `BEGUN`, its record in a folder of its own."""
    before = os.environ.get("XDG_STATE_HOME")
    os.environ["XDG_STATE_HOME"] = str(state)
    try:
        return BEGUN[how](game, players, state)
    finally:
        os.environ.pop("XDG_STATE_HOME")
        if before is not None:
            os.environ["XDG_STATE_HOME"] = before


def main() -> int:
    """Attack a match of every sort; exit 1 if a hand of one among people was found, or none of the first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guesses", type=int, default=1 << 20)
    guesses = range(parser.parse_args().guesses)
    game = load_game(GAME)
    wrong = 0
    print(f"{'match':<12} {'bits of the seed':>16} {'guesses':>10} {'found':>6} {'seconds':>8}")
    for how in ("--seed N", *BEGUN):
        with tempfile.TemporaryDirectory() as folder:
            seed = guesses.stop * 2 // 3 if how not in BEGUN else begun(how, GAME, PLAYERS, Path(folder))
        start = time.perf_counter()
        found = [*guessed(game, game.new(PLAYERS, seed), guesses)]
        spent = time.perf_counter() - start
        print(f"{how:<12} {seed.bit_length():>16} {guesses.stop:>10,} {len(found):>6} {spent:>8.1f}")
        wrong += bool(found) == (how in BEGUN)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
