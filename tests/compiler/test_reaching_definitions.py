"""Reaching definitions: which argument of a parameter is usual, and which branches look alike to players."""

from __future__ import annotations

import pytest

from cardwright.checker import typed_tree
from cardwright.checker.game import GameChecker
from cardwright.compiler.analysis.reaching_definitions import _NoticedEvents
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.game.loading import list_game_places


def checked(word: str) -> typed_tree.CheckedGame:
    """Return the typed tree of a game with all its sets."""
    place = list_game_places()[word]
    files = find_game_files(place.folder, place.cards)
    loaded = read_game(files, list(files.cards))
    assert loaded.game is not None
    return GameChecker(loaded.game).run()


@pytest.mark.parametrize("word", ["cargo_noir", "ceylon"])
def test_every_value_can_be_counted(word: str) -> None:
    game = checked(word)
    nodes = typed_tree.walk_tree(
        (typed_tree.list_bodies(game), tuple(tuple(rule.cases) for rule in game.rules.values()))
    )
    assert len({node for node in nodes if isinstance(node, typed_tree.Value)}) > 10


def test_branches_are_alike_as_they_are_in_pairs() -> None:
    found: list[bool] = []
    for word in ("ceylon", "import_export", "gin_rummy"):
        events = _NoticedEvents()
        for node in typed_tree.walk_tree(typed_tree.list_bodies(checked(word))):
            if isinstance(node, typed_tree.IfStmt):
                parts = [events.search(body) for body in (*(body for _, body in node.branches), node.otherwise)]
                pairs = [
                    any(events.find_alike([part, other])[0] for other in parts[:number] + parts[number + 1 :])
                    for number, part in enumerate(parts)
                ]
                assert events.find_alike(parts) == pairs
                found += pairs
    assert any(found)
    assert not all(found)
