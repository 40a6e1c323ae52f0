"""What players noticed is gone on with from place to place, and the same as if worked out from the beginning."""

from pathlib import Path
from random import Random
from weakref import ref

import pytest

from cardwright import load_game
from cardwright.adapters import observation_text
from cardwright.adapters.cached_game_tree import GameTreeNode, Tree
from cardwright.adapters.observation_text import Lines, render_information

# Two in which it is forgotten what was done with a card once nobody may look at it any more.
GAMES = ("leduc_poker", "cargo_hold", Path(__file__).parents[1] / "noninterference" / "games" / "peddlers")


def course(tree: Tree, decisions: int) -> list[GameTreeNode]:
    """The places of a random game at which somebody is asked."""
    chance, place, found = Random(5), tree.first, list[GameTreeNode]()
    while not place.finished and len(found) < decisions:
        found += [place] if place.player >= 0 else []
        place = place.then(chance.choice(place.legal or [number for number, _ in place.outcomes]))
    return found


@pytest.mark.parametrize("word", GAMES, ids=lambda word: Path(word).name)
def test_a_long_past_is_told_as_if_from_the_beginning(word: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observation_text, "BLOCK", 4)
    game = load_game(word)
    gone_on = []
    for place in course(Tree(game, game.min_players, "wins"), 24):
        state = place.fork.state
        assert state is not None
        for player in range(game.min_players):
            assert place.text(player, True) == render_information(state, player, place.own[player])
            gone_on.append(place.noticed[player].entries > 0)
    assert any(gone_on)


def test_lines_are_kept_alike_however_they_came() -> None:
    lines = [f"line {number}" for number in range(5 * observation_text.BLOCK)]
    at_once, one_by_one = Lines().followed_by(lines), Lines()
    for count, line in enumerate(lines, start=1):
        one_by_one = one_by_one.followed_by([line])
        assert len(one_by_one.texts()) <= 2 * observation_text.BLOCK
        assert one_by_one.texts()[-1] == lines[count - 1]
    assert one_by_one == at_once
    assert at_once != Lines().followed_by(["another", *lines[1:]])


def test_places_that_lie_far_back_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the place before is gone, what was noticed is worked out from the beginning."""
    monkeypatch.setattr("cardwright.adapters.cached_game_tree.MAX_KEPT", 2_000)
    tree = Tree(load_game("cargo_hold"), 2, "wins")
    place, gone_by = tree.first, list[ref[GameTreeNode]]()
    for _ in range(40):
        gone_by.append(ref(place))
        place = place.then((place.legal or [0])[0])
    assert len([each for each in gone_by if each() is not None]) < 20
    state = place.fork.state
    assert state is not None
    assert place.text(0, True) == render_information(state, 0, place.own[0])
