"""Games by strangers go as independent implementations of them went: RLCard's and OpenSpiel's."""

from __future__ import annotations

import pytest
from tests.corpus.following import FOLLOWED, HERE, SIGHTS, PartedError, follow, traces

from cardwright import load_game

# Recorded games that are followed here; `python -m tests.corpus.following` follows all 60 of each.
FEW = 6


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_recorded_game_goes_as_it_went(name: str) -> None:
    game, recorded = load_game(HERE / name), traces(name)
    followed = [follow(game, trace, SIGHTS.get(name)) for trace in recorded[:: len(recorded) // FEW]]
    assert sum(followed) > FEW


@pytest.mark.long
@pytest.mark.parametrize("name", FOLLOWED)
def test_all_recorded_games_go_as_they_went(name: str) -> None:
    game = load_game(HERE / name)
    assert sum(follow(game, trace, SIGHTS.get(name)) for trace in traces(name)) > 500


def test_a_game_that_parts_is_told() -> None:
    trace = traces("liars_dice")[0]
    trace["returns"] = trace["returns"][::-1]
    with pytest.raises(PartedError, match="the returns"):
        follow(load_game(HERE / "liars_dice"), trace)
