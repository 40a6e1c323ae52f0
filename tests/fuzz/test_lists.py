"""A short version of the fuzz of lists; the long run is `python -m tests.fuzz.lists --count 10000`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.fuzz.list_values import CARDS, NUMBERS, joined, taken_away
from tests.fuzz.lists import differences, is_part_of, made, play, tried
from tests.native.differential import no_compiler

from cardwright import load_game

GAMES = int(os.environ.get("FUZZ_LISTS", "2"))


@pytest.mark.one_of
@pytest.mark.parametrize("seed", range(GAMES))
def test_lists_are_in_one_order_in_all_programs(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    beyond: list[int] = []
    assert tried(seed, tmp_path / "lists", beyond, many=12, seeds=1, in_c=not no_compiler()) == []
    assert beyond == []


def test_a_game_is_told_by_its_seed() -> None:
    assert made(3).text == made(3).text
    assert made(3).text != made(4).text


def test_another_order_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a game keeps is compared item by item: the search finds a list whose items are exchanged."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    found = next(game for seed in range(20) if not (game := made(seed, 12)).cases[0].counted)
    (tmp_path / "game.yaml").write_text(found.text, encoding="utf-8")
    state = play(load_game(tmp_path), found.players, 0)
    assert list(differences(found, state)) == []
    kept = {each.word: each.base for each in state.program.tables.memory if each.owner == "table"}
    words = [word for case in found.cases if not case.counted for word in case.memory.values()]
    turned = next(kept[word] for word in words if len(set(state.slots[kept[word]])) > 1)
    state.slots[turned] = tuple(reversed(state.slots[turned]))
    assert len(list(differences(found, state))) == 1


def test_lists_by_definition() -> None:
    assert joined(CARDS, ((4, 2, 2), (1, 4))) == (4, 2, 1)
    assert joined(NUMBERS, ((4, 2, 2), (1, 4))) == (4, 2, 2, 1, 4)
    assert taken_away((4, 2, 4, 2), (2, 2, 3, 4)) == (4,)
    assert is_part_of((4, 1), (4, 2, 1))
    assert not is_part_of((1, 4), (4, 2, 1))
