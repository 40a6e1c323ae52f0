"""Whole games in a line each: what was answered, and where that led."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from cardwright import Game, State, load_game

HERE = Path(__file__).parent
FILE = HERE / "games.jsonl"
EXAMPLES = sorted(path.parent for path in (HERE.parents[1] / "examples").glob("*/game.yaml"))
GAMES = (
    "bush_pilots",
    "cargo_hold",
    "cargo_noir",
    "ceylon",
    "import_export",
    *(f"examples/{p.name}" for p in EXAMPLES),
)
# So many answers of a game are kept, a digest after every so many of them, and the shortest of so many games.
MOST, EVERY, TRIES = 6000, 50, 6


@dataclass(frozen=True)
class Playthrough:
    """A game as it was recorded; `digests` are those after every fiftieth answer, and after the last."""

    game: str
    sets: list[str]
    players: int
    seed: int
    answers: str
    digests: str
    finished: bool
    scores: list[int]


def game_of(word: str, sets: list[str] | None = None) -> Game:
    """A game or an example by its word in the list."""
    place = HERE.parents[1] / word if word.startswith("examples/") else word
    return load_game(place, sets)


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


def played(word: str, game: Game, players: int, seed: int) -> Playthrough:
    """A game of a hasty player."""
    state, chance = game.new(players, seed, tracked=False), random.Random(seed)
    answers: list[int] = []
    while not state.finished and len(answers) < MOST:
        answers.append(choose(state, chance))
        state.apply(answers[-1])
    return followed(word, game, players, seed, answers)


def followed(word: str, game: Game, players: int, seed: int, answers: list[int]) -> Playthrough:
    """What comes of some answers; IllegalAnswer where one is none."""
    state, digests = game.new(players, seed, tracked=False), []
    for number, answer in enumerate(answers, start=1):
        state.apply(answer)
        if number % EVERY == 0 or number == len(answers):
            digests.append(state.digest()[:8])
    packed = " ".join(map(str, answers))
    return Playthrough(
        word,
        list(game.sets),
        players,
        seed,
        packed,
        " ".join(digests),
        state.finished,
        [int(score) for score in state.scores],
    )


def shortest(word: str) -> Iterator[Playthrough]:
    """For every game its shortest playthrough of some with the fewest and with the most players, with all its sets."""
    game = game_of(word)
    game = game_of(word, list(game.all_sets))
    for players in sorted({max(1, game.min_players), game.max_players}):
        tried = [played(word, game, players, seed) for seed in range(TRIES)]
        yield min(tried, key=lambda each: (not each.finished, len(each.answers)))


def read() -> list[Playthrough]:
    """All that were recorded."""
    return [Playthrough(**json.loads(line)) for line in FILE.read_text(encoding="utf-8").splitlines()]


def written(playthroughs: list[Playthrough]) -> str:
    """The lines of the file."""
    return "".join(f"{json.dumps(asdict(each))}\n" for each in playthroughs)
