"""Records the games of this folder anew, after a change that was meant to change how games go.

Run it as `python -m tests.playthroughs.record GAME...`.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from cardwright import Game, State, load_game
from cardwright_tools.table.records import CHECK_DIGITS, Answer, Header, write_record

HERE = Path(__file__).parent
TRIES = 20


def choose(state: State, chance: random.Random) -> int:
    """A hasty player's answer: the largest number, and often the way out, so that games come to their end."""
    decision = state.decision
    assert decision is not None
    last = decision.options[-1]
    if last.key.isdigit():
        return last.index
    out = [option.index for option in decision.options if option.key in ("pass", "done", "decline")]
    if out and chance.random() < 0.6:
        return out[0]
    return chance.randrange(len(decision.options))


def play(game: Game, players: int, seed: int) -> tuple[State, list[Answer]]:
    """Play a whole game, with a check every fiftieth answer."""
    state = game.new(players, seed, tracked=False)
    chance = random.Random(seed)
    answers: list[Answer] = []
    while not state.finished:
        option = choose(state, chance)
        state.apply(option)
        check = state.digest()[:CHECK_DIGITS] if len(answers) % 50 == 49 else None
        answers.append(Answer(option, None, check))
    return state, answers


def record(game: Game, players: int) -> None:
    """Write down the shortest of some games."""
    state, answers = min((play(game, players, seed) for seed in range(TRIES)), key=lambda played: len(played[1]))
    write_record(HERE / f"{game.name}-{players}.jsonl", Header.of(game, players, state.seed), answers, state.digest())


def main() -> None:
    """Record the games named, with every number of players."""
    for word in sys.argv[1:]:
        game = load_game(word)
        for players in range(max(1, game.min_players), game.max_players + 1):
            record(game, players)


if __name__ == "__main__":
    main()
