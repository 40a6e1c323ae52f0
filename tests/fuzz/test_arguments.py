"""No value and no clause of two small games is read and then left out of account."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.fuzz import arguments
from tests.fuzz.arguments import LANGUAGE_GAMES, Trials
from tests.fuzz.worlds import world_of

from cardwright.syntax import tree as syntax

KUHN = str(LANGUAGE_GAMES / "kuhn")


@pytest.mark.long
@pytest.mark.parametrize(("name", "fewest"), [(KUHN, 12), ("examples/low_tide", 30)])
def test_every_value_and_clause_counts(name: str, fewest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    trials = Trials(world_of(name), tmp_path)
    assert list(trials.ignored()) == []
    assert trials.tried > fewest


def test_what_is_left_out_of_account_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a verb is called in English is such a thing: no code depends on it."""

    def phrases(item: syntax.Node) -> Iterator[list[arguments.Variation]]:
        if isinstance(item, syntax.ProcedureNode) and item.phrase:
            yield [arguments.Variation("a phrase", item, replace(item, phrase="do something else"))]

    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    monkeypatch.setattr(arguments, "variations", phrases)
    trials = Trials(world_of(KUHN), tmp_path)
    found = list(trials.ignored())
    # prompts, titles and what a question is for, of which sites tell, can be made of one
    assert 1 < len(found) < trials.tried
