"""Our shorter climbing game offers what the game of the corpus does: the same plays at each step, the same points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright import Game, State, load_game

HERE = Path(__file__).parent
# In the game of the corpus: the cards of each rank, and how many come along with each rank.
PATTERNS = {
    "single": (1, 0), "pair": (2, 0), "trio": (3, 0), "run": (1, 0), "pair_run": (2, 0), "trio_run": (3, 0),
    "trio_with_single": (3, 1), "trio_with_pair": (3, 2), "trio_run_with_singles": (3, 1),
    "trio_run_with_pairs": (3, 2), "bomb": (4, 0), "rocket": (5, 0),
}  # fmt: skip
# What a turn comes to: what is to be beaten, and the cards laid.
Play = tuple[object, ...]
Chance = dict[str, list[Any]]


@pytest.fixture(scope="module")
def games() -> tuple[Game, Game]:
    return load_game(HERE.parent / "corpus" / "dou_dizhu"), load_game(HERE / "landlord")


def cards(state: State, zone: str, owner: str = "table") -> list[str]:
    """The ids of the cards in a zone, topmost first."""
    found = next(each for each in state.open_view(0).zones if (each.name, each.owner) == (zone, owner))
    return [piece.id.partition("#")[0] for piece in found.pieces if piece is not None][::-1]


def to_beat(state: State) -> Play:
    """The pattern to beat: cards of each rank, ranks, lowest rank, and cards that came along; () for none."""
    known = {each.name: each for each in state.open_view(0).counters if each.owner == "table"}
    if "pattern" in known:
        width, added = PATTERNS.get(known["pattern"].value.replace(" ", "_"), (0, 0))
    else:
        width, added = known["width"].plain, known["added"].plain
    return (width, known["length"].plain, known["head"].plain, added) if width else ()


def plays(state: State, before: int, laid: Counter[str]) -> Iterator[tuple[Play, State]]:
    """All that the player can do in this turn."""
    for option in range(state.option_count):
        after = state.clone()
        after.apply(option)
        if not after.finished and after.player == state.player and to_beat(after) == to_beat(state):
            yield from plays(after, before, laid)
        else:
            yield (*to_beat(after), *sorted((Counter(cards(after, "pile")) - laid).items())), after


def dealt_alike(game: Game, other: State) -> State:
    """Our game with the hands of the other, in which the same player speaks first."""
    hands = [card for seat in ("P1", "P2", "P3") for card in cards(other, "hand", seat)]
    decks = [[*hands, *cards(other, "deck")]]
    chance: Chance = {"shuffle deck": decks, "pick player": [f"P{other.player + 1}"], "pick card": [0]}
    return game.dictated(3, seed=1, outcomes=chance)


def play_both(games: tuple[Game, Game], seed: int) -> int:
    """Play both side by side, by chance; the number of plays that were compared."""
    theirs = games[0].new(3, seed, tracked=False)
    ours, chance, compared = dealt_alike(games[1], theirs), Random(seed), 0
    while not theirs.finished:
        found = [dict(plays(each, each.player, Counter(cards(each, "pile")))) for each in (theirs, ours)]
        assert set(found[0]) == set(found[1]), set(found[0]) ^ set(found[1])
        compared += len(found[0])
        play = chance.choice(sorted(found[0], key=str))
        theirs, ours = found[0][play], found[1][play]
        assert (theirs.finished, theirs.finished or theirs.player) == (ours.finished, ours.finished or ours.player)
    assert theirs.scores == ours.scores
    return compared


def test_both_offer_the_same_plays(games: tuple[Game, Game]) -> None:
    assert play_both(games, 2) > 50


@pytest.mark.long
def test_both_offer_the_same_plays_in_many_games(games: tuple[Game, Game]) -> None:
    assert sum(play_both(games, seed) for seed in range(3, 9)) > 1_000


def test_ours_is_a_third_shorter() -> None:
    folders = HERE.parent / "corpus" / "dou_dizhu", HERE / "landlord"
    lines = [len((folder / "game.yaml").read_text(encoding="utf-8").splitlines()) for folder in folders]
    assert 3 * lines[1] <= 2 * lines[0]
