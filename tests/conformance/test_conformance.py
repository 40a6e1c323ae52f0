"""A short version of `make conformance`: some games of each classic in lock step with OpenSpiel, where that is here."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from tests.conformance.classics import CLASSICS
from tests.conformance.lockstep import DivergedError, compare, loaded

GAMES = 8


@pytest.fixture(name="spiel", scope="module")
def _spiel() -> Any:
    return pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra `conformance`)")


@pytest.mark.parametrize("name", CLASSICS)
def test_the_classics_go_as_openspiel_has_them(name: str, spiel: Any) -> None:
    games = loaded(CLASSICS[name], spiel)
    assert all(compare(CLASSICS[name], seed, spiel, games).decisions > 0 for seed in range(GAMES))


def test_another_deal_other_options_and_other_scores_are_noticed(spiel: Any) -> None:
    kuhn = CLASSICS["kuhn_poker"]
    wrong = {
        "the returns": dataclasses.replace(kuhn, gains=lambda state: [score + 1.0 for score in state.scores]),
        "what can be done": dataclasses.replace(kuhn, action=lambda _, option: option.index + 1),
        "chance": dataclasses.replace(kuhn, dictate=lambda _: {"shuffle deck": [["king"], ["jack"]]}),
    }
    for what, classic in wrong.items():
        with pytest.raises(DivergedError, match=what):
            all(compare(classic, seed, spiel) for seed in range(GAMES))
