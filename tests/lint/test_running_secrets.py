"""What spares most games the lowering that finds what bots must not be told misses nothing that there is to find."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fuzz.whole_games import Bench, input_of
from tests.fuzz.worlds import world_of

from cardwright.checker import typed_tree
from cardwright.checker.game import GameChecker
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.suspended_secrets import can_leak_to_bots
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.game.loading import list_game_places, place_of
from cardwright.lint.hidden_information.unrecomputable_decision import find_unknown_frame_entries
from cardwright.source.diagnostics import has_errors

SECRETS = sorted(path for path in (Path(__file__).parents[1] / "noninterference/games").iterdir() if path.is_dir())
# `RUNNING_SECRETS=9000` changes more games than the suite has time for.
COUNT = int(os.environ.get("RUNNING_SECRETS", "80"))


def checked(name: str) -> typed_tree.CheckedGame | None:
    """A game with all its sets, if nothing in it is wrong."""
    place = place_of(name)
    assert place is not None
    files = find_game_files(place.folder, place.cards)
    loaded = read_game(files, list(files.cards))
    if loaded.game is None or has_errors(loaded.diagnostics):
        return None
    checker = GameChecker(loaded.game)
    found = checker.run()
    return None if has_errors(checker.diagnostics) or checker.library.broken else found


@pytest.mark.parametrize("word", sorted(list_game_places()))
def test_a_game_without_such_secrets_is_not_lowered_for_it(word: str) -> None:
    game = checked(word)
    assert game is not None
    assert not can_leak_to_bots(game, InformationFlow(game))


@pytest.mark.parametrize("path", SECRETS, ids=lambda path: path.name)
def test_what_lowering_finds_in_a_game_of_secrets_was_expected(path: Path) -> None:
    game = checked(str(path))
    assert game is not None
    sight = InformationFlow(game)
    assert can_leak_to_bots(game, sight) or not find_unknown_frame_entries(game, sight)


@pytest.fixture(name="changed")
def _changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[typed_tree.CheckedGame]:
    """Games in which much is hidden, each with a few changes."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    bench = Bench(tmp_path, 0)
    worlds = [world_of(str(path)) for path in SECRETS]
    games = (checked(str(bench.lay_out(input_of(worlds, number, 0)))) for number in range(COUNT))
    return (game for game in games if game is not None)


@pytest.mark.long
def test_what_lowering_finds_was_expected(changed: Iterator[typed_tree.CheckedGame]) -> None:
    told = 0
    for game in changed:
        sight = InformationFlow(game)
        found = find_unknown_frame_entries(game, sight)
        assert can_leak_to_bots(game, sight) or not found
        told += bool(found)
    assert told
