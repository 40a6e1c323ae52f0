"""The order of several reactions to one event, and what of them still runs, by the fields of `reactions`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.language.same_programs import alike_tracked, samples_go_on

from cardwright import Game, ScenarioSuite, check_paths, load_game

VIGIL = Path(__file__).parent / "vigil" / "game.yaml"
DECLARED = "reactions: {order: each_player_orders, conditions: in_turn, gone: skip}\n"
# The pieces become active one after the other: two of each player, by turns.
BY_TURNS = ("P2 first", "P1 second", "P2 first#2", "P1 second#2")
# The first one of two takes the other away.
TAKEN = ("P1 hammer", "P1 first")
# The second one reacts only if the first one does not.
SPOILT = ("P1 second", "P1 second#2", "P1 shy")


def vigil(folder: Path, declared: str) -> Path:
    text = VIGIL.read_text(encoding="utf-8")
    assert DECLARED in text
    (folder / "game.yaml").write_text(text.replace(DECLARED, declared), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("declared", "towers", "answers", "tally"),
    [
        ("", BY_TURNS, [], 2211),
        ("reactions: {}\n", BY_TURNS, [], 2211),
        ("reactions: {order: active_player_first}\n", BY_TURNS, [], 2211),
        ("reactions: {order: order_of_play}\n", BY_TURNS, [], 1212),
        ("reactions: {order: each_player_orders}\n", BY_TURNS, ["P1: second", "P2: first"], 2211),
        ("reactions: {order: active_player_orders}\n", BY_TURNS, ["P1: first", "P1: second", "P1: first"], 1212),
        ("", TAKEN, ["P1: first"], 1),
        ("reactions: {gone: react}\n", TAKEN, ["P1: first"], 1),
        ("reactions: {gone: skip}\n", TAKEN, ["P1: first"], 0),
        ("reactions: {order: order_of_play, gone: skip}\n", TAKEN, ["P1: first"], 0),
        ("reactions: {order: active_player_orders, gone: skip}\n", TAKEN, ["P1: hammer", "P1: first"], 0),
        ("reactions: {order: each_player_orders, gone: react}\n", TAKEN, ["P1: hammer", "P1: first"], 1),
        ("", SPOILT, [], 225),
        ("reactions: {conditions: at_event}\n", SPOILT, [], 225),
        ("reactions: {conditions: in_turn}\n", SPOILT, [], 22),
        ("reactions: {order: order_of_play, conditions: in_turn}\n", SPOILT, [], 22),
    ],
)
def test_the_game_says_which_reaction_comes_first(
    tmp_path: Path, declared: str, towers: tuple[str, ...], answers: list[str], tally: int
) -> None:
    moved = [f"      - do: move({piece}, {player}.tower)" for player, piece in map(str.split, towers)]
    lines = ["game: vigil", "players: 2", "scenarios:", "  - name: it", "    given: {active: P1}", "    when:", *moved]
    lines += ["      - do: P1 ring(0)", *(f"      - {answer}" for answer in answers), f"    then: tally is {tally}", ""]
    folder = vigil(tmp_path, declared)
    (folder / "scenarios.yaml").write_text("\n".join(lines), encoding="utf-8")
    suite = ScenarioSuite()
    scenarios, mistakes = suite.add(folder / "scenarios.yaml")
    assert not mistakes
    for scenario in scenarios:
        outcome = suite.run(scenario)
        assert not outcome.diagnostics, suite.told(outcome)


@pytest.mark.parametrize("order", ["order_of_play", "active_player_orders"])
def test_with_and_without_knowledge_all_goes_alike(tmp_path: Path, order: str) -> None:
    game: Game = load_game(vigil(tmp_path, f"reactions: {{order: {order}, conditions: in_turn}}\n"))
    alike_tracked(game, 3, range(4))
    samples_go_on(game, 3, range(3), 25)


def test_what_needs_an_active_player_says_so(tmp_path: Path) -> None:
    folder = vigil(tmp_path, "reactions: {order: active_player_orders}\n")
    file = folder / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("active: active\n", ""), encoding="utf-8")
    found = [each for each in check_paths([folder])[0] if each.code == "missing-field"]
    assert [each.span.line for each in found] == [18]
