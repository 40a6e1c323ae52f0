"""Blocks of `together` play alike in all variants and samples, in every order of reactions."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.language.same_programs import alike_in_c, alike_tracked, samples_go_on

from cardwright import Game, ScenarioSuite, load_game

FOLDER = Path(__file__).parent / "tempest"
# Other games made from the one in the folder, by what is written in place of what.
VARIANTS = {
    "order of play": (("active: active\n", "active: active\nreactions: {order: order_of_play}\n"),),
    "each orders": (("active: active\n", "active: active\nreactions: {order: each_player_orders}\n"),),
    "active orders": (("active: active\n", "active: active\nreactions: {order: active_player_orders}\n"),),
    # a gunner takes another ship of its player out of the game, with the reaction of that ship
    "reckless": (
        ("active: active\n", "active: active\nreactions: {order: each_player_orders}\n"),
        ("where ship is not this: see(guns)", ":\\n  for each c in first(you.sea where it is not this): dissolve(c)"),
    ),
    "gone": (("active: active\n", "active: active\nreactions: {gone: skip, conditions: in_turn}\n"),),
    "vanishing": (("    move(ship, to: wrecks)\n", "    vanish(ship)\n"),),
    "stacks": (
        ("  table:\n    yard", "  table:\n    free: {of: echoes}\n    stack: {of: echoes, ordered: yes}\n    yard"),
        ("zones:\n", "  echo: {plural: echoes}\nzones:\n"),
        ("pieces:\n", "pieces:\n  - {id: echo, kind: echo, copies: 60}\n"),
        ('"after players sink(ship): mourn(this)"', '"after players sink(ship):\\n  put on stack: mourn(this)"'),
        ("    act\n    tribute\n", "    act\n    repeat until count(stack) is 0: carry out top(stack)\n    tribute\n"),
    ),
}


ALL_CARRIED_OUT = 'do: "repeat until count(stack) is 0: carry out top(stack)"'

# P1's widows react to two ships that sink at once; so does the one among these, to the other.
SUNK = '{active: P1, P1.sea: [widow, "widow#2"], P2.sea: ["widow#3", sloop]}'


def variant(name: str, below: Path) -> Game:
    """The game in the folder with some lines in place of others."""
    text = (FOLDER / "game.yaml").read_text()
    for old, new in VARIANTS[name]:
        assert old in text
        text = text.replace(old, new)
    (below / "game.yaml").write_text(text)
    return load_game(below)


def test_in_all_variants_the_same_happens_at_once() -> None:
    game = load_game(FOLDER)
    alike_tracked(game, 3, range(6))
    alike_in_c(game, 2, range(12))


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_in_every_order_and_with_pieces_that_go_out_of_the_game_as_well(name: str, tmp_path: Path) -> None:
    game = variant(name, tmp_path)
    alike_tracked(game, 2, range(4))
    alike_in_c(game, 2, range(6))
    samples_go_on(game, 2, range(2), 30)


def play(name: str, given: str, lines: list[str], below: Path) -> None:
    """Check a scenario in a variant of the game."""
    variant(name, below)
    written = ["game: tempest", "players: 2", "scenarios:", "  - name: it", f"    given: {given}", *lines, ""]
    (below / "scenarios.yaml").write_text("\n".join(written))
    suite = ScenarioSuite()
    scenarios, mistakes = suite.add(below / "scenarios.yaml")
    assert not mistakes
    for scenario in scenarios:
        outcome = suite.run(scenario)
        assert not outcome.diagnostics, suite.told(outcome)


@pytest.mark.one_of(3)
@pytest.mark.parametrize(
    ("name", "answers", "order"),
    [
        ("order of play", [], 11211),
        ("each orders", ["P1: widow#2"], 11112),
        ("active orders", ["P1: widow#3", "P1: widow#2"], 21111),
        ("gone", [], 1111),
        ("vanishing", [], 1111),
        # what was put on the stack last is carried out first
        ("stacks", ["P1: widow#2", ALL_CARRIED_OUT], 21111),
    ],
)
def test_the_game_says_which_reaction_comes_first(name: str, answers: list[str], order: int, tmp_path: Path) -> None:
    steps = ["    when:", "      - do: P1 broadside(2)", *(f"      - {each}" for each in answers)]
    play(name, SUNK, [*steps, f"    then: order is {order}"], tmp_path)


def test_nobody_puts_in_order_what_does_not_happen_any_more(tmp_path: Path) -> None:
    given = '{active: P1, P1.sea: [widow, "widow#2", gunner, "gunner#2"], P2.sea: [sloop]}'
    steps = ["    when:", "      - do: P1 broadside(2)", "      - P1: gunner", "      - P1 is offered: [widow, gunner]"]
    steps += ["      - P1: gunner", "    then: count(P1.sea) is 2 and order is 0"]
    play("reckless", given, steps, tmp_path)


def test_nobody_puts_in_order_what_was_called_off(tmp_path: Path) -> None:
    given = '{active: P1, P1.sea: [herald, "herald#2", greeter], P1.port: [sloop]}'
    steps = [
        "    when:",
        "      - do: P1 act",
        "      - P1: Regatta",
        "      - P1: herald",
        "      - P1: yes",
        "      - do: P1 earn(1)",
    ]
    play("each orders", given, [*steps, "    then: P1.gold is 5 and sloop in P1.sea"], tmp_path)


def test_in_samples_as_well() -> None:
    samples_go_on(load_game(FOLDER), 2, range(3), 40)


def test_what_never_ends_is_told_before_stacks_are_deep(tmp_path: Path) -> None:
    """Each event searches all suspended texts for a block in progress, which takes longer the more there are."""
    text = (FOLDER / "game.yaml").read_text()
    old = '"before players sink(ship: this): dissolve(this)"'
    assert old in text
    (tmp_path / "game.yaml").write_text(text.replace(old, '"before players sink(ship): next(you) sink(this)"'))
    lines = ["game: tempest", "players: 2", "scenarios:", "  - name: it", "    given: {P1.sea: [bell, sloop]}"]
    (tmp_path / "scenarios.yaml").write_text("\n".join([*lines, "    when: [{do: P1 sink(sloop)}]", ""]))
    suite = ScenarioSuite()
    [scenario], _ = suite.add(tmp_path / "scenarios.yaml")
    assert "too many rule texts wait for each other" in suite.told(suite.run(scenario))
