"""Two examples as one had to write them before go as they do now: their scenarios, and whole games side by side."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.language.written_twice import BEFORE, NAMES, counted
from tests.native.differential import QUICK, no_compiler, play_both

from cardwright import Game, State, check_paths, load_game
from cardwright.native.engine import Engine
from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.main import main

# Ways out of a question, which may be called otherwise in the other.
OUT = ("pass", "done")


@pytest.mark.one_of
@pytest.mark.parametrize("name", NAMES)
def test_the_earlier_one_is_right_and_goes_as_its_scenarios_say(name: str) -> None:
    assert check_paths([BEFORE / name])[0] == []
    assert main(["test", str(BEFORE / name)]) == 0


@pytest.mark.parametrize("name", NAMES)
def test_it_is_shorter_now(name: str) -> None:
    assert sum(counted(find_data_folder("examples") / name)) < sum(counted(BEFORE / name))


@pytest.mark.parametrize("name", NAMES)
def test_both_have_the_same_cards(name: str) -> None:
    def ids(folder: Path) -> list[str]:
        texts = [path.read_text(encoding="utf-8") for path in folder.glob("cards/*/*.yaml")]
        return sorted(line.strip() for text in texts for line in text.splitlines() if line.lstrip().startswith("- id:"))

    assert ids(BEFORE / name) == ids(find_data_folder("examples") / name)


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())
@pytest.mark.parametrize("name", NAMES)
def test_c_plays_them_alike(name: str) -> None:
    game = load_game(find_data_folder("examples") / name)
    engine = Engine(game, 2, QUICK)
    assert sum(play_both(engine, game, seed, 5).states for seed in range(4)) > 50


@pytest.mark.long
def test_guildhall_goes_as_it_went() -> None:
    """The same answers lead to the same cards in the same places, whatever the questions look like."""
    before, now = load_game(BEFORE / "guildhall"), load_game(find_data_folder("examples") / "guildhall")
    for players in (2, 4):
        assert side_by_side(before, now, players, seed=1) > 50


def side_by_side(before: Game, now: Game, players: int, seed: int) -> int:
    """Play both to the end by chance; how many questions offered the same. Where they do not, both take the way out."""
    one, other = before.new(players, seed), now.new(players, seed)
    chance, same = Random(seed), 0
    while one.decision is not None:
        assert lying(one) == lying(other)
        assert other.decision is not None
        assert other.decision.player == one.decision.player
        keys = keys_of(one)
        if keys == keys_of(other):
            key = chance.choice(keys)
            take(one, key)
            take(other, key)
            same += 1
        else:
            take(one, *OUT)
            take(other, *OUT)
    assert other.finished
    assert one.winners == other.winners
    return same


def keys_of(state: State) -> list[str]:
    """What is offered, by its keys."""
    assert state.decision is not None
    return sorted("out" if option.key in OUT else option.key for option in state.decision.options)


def take(state: State, *keys: str) -> None:
    """Answer with the first option of one of some keys."""
    assert state.decision is not None
    wanted = OUT if keys == ("out",) else keys
    state.apply(next(option.index for option in state.decision.options if option.key in wanted))


def lying(state: State) -> dict[str, list[str]]:
    """Which cards everybody has where, as far as they see it."""
    found = {}
    for player in range(len(state.view(0).players)):
        for zone in state.view(player).zones:
            if zone.owner != "table" and zone.pieces is not None:
                found[f"{player} {zone.owner} {zone.name}"] = sorted(each.id if each else "?" for each in zone.pieces)
    return found
