"""The example games: right, in one style, played to the end by chance, and nothing lost on the way."""

import random
import re
from pathlib import Path

import pytest

from cardwright import Event, Game, ScenarioSuite, State, check_paths, load_game
from cardwright.query.view import ZoneView
from cardwright_tools.cli.main import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# What all win or nobody does; by chance nobody does.
TOGETHER = ("glowworms",)
# Where pieces are created and taken out of the game.
CREATING = ("small_hours",)
NAMES = sorted(path.parent.name for path in EXAMPLES.glob("*/game.yaml"))


def played(game: Game, players: int, seed: int) -> list[State]:
    """A random game: a copy of the state at every decision, and at the end."""
    state = game.new(players, seed)
    chance = random.Random(seed)
    states = []
    while state.decision is not None:
        states.append(state.clone())
        state.apply(chance.randrange(state.option_count))
    return [*states, state]


def pieces(state: State) -> int:
    """How many pieces lie anywhere, on others, too."""
    return sum(map(lying, state.view(0).zones))


def lying(zone: ZoneView) -> int:
    """How many pieces lie in a zone, and on those in it."""
    return zone.count + sum(lying(inner) for piece in zone.pieces if piece is not None for inner in piece.zones)


def counters(state: State, name: str) -> dict[str, int]:
    """The values of a counter by its owner."""
    return {each.owner: int(each.value) for each in state.view(0).counters if each.name == name}


def test_there_are_a_small_and_a_large_example_of_each_sort() -> None:
    assert NAMES == [
        "forge_and_fen",
        "four_winds",
        "glowworms",
        "guildhall",
        "lanternfall",
        "leaky_roof",
        "low_tide",
        "moth_night",
        "picnic",
        "small_hours",
    ]


def test_the_first_page_names_them_all() -> None:
    page = (EXAMPLES.parent / "README.md").read_text()
    assert [name for name in NAMES if f"`{name}`" not in page] == []


@pytest.mark.one_of
@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_right_in_style_and_goes_as_its_scenarios_say(name: str) -> None:
    assert check_paths([EXAMPLES / name])[0] == []
    assert main(["fmt", "--check", str(EXAMPLES / name)]) == 0
    assert main(["test", str(EXAMPLES / name)]) == 0


@pytest.mark.one_of
@pytest.mark.parametrize("name", NAMES)
def test_a_copy_of_an_example_under_another_name_is_right(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game", "mine", "--from", name]) == 0
    assert check_paths([Path("mine")])[0] == []
    assert main(["test", "mine"]) == 0
    assert load_game("mine").name == "mine"


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_with_a_winner_and_all_pieces(name: str) -> None:
    game = load_game(EXAMPLES / name)
    for players in range(game.min_players, game.max_players + 1):
        states = played(game, players, seed=0)
        assert states[-1].finished
        assert states[-1].winners or name in TOGETHER
        if name not in CREATING:
            assert {pieces(state) for state in [*states[::5], states[-1]]} == {pieces(states[0])}


def test_pearls_are_neither_made_nor_lost() -> None:
    for players in (2, 3, 4):
        for state in played(load_game(EXAMPLES / "low_tide"), players, 7):
            held = counters(state, "pearls")
            assert min(held.values()) >= 0
            assert sum(held.values()) + sum(counters(state, "pot").values()) == 30 * players


def test_chips_are_neither_made_nor_lost_with_side_pots() -> None:
    for players in (2, 6):
        for state in played(load_game(EXAMPLES / "lanternfall"), players, 3):
            held = counters(state, "chips")
            assert min(held.values()) >= 0
            assert sum(held.values()) + sum(counters(state, "pot").values()) == 20 * players


def test_nobody_is_offered_a_card_of_another_suit_while_holding_the_suit_led() -> None:
    following = 0
    for state in played(load_game(EXAMPLES / "four_winds"), 4, 5)[:-1]:
        decision = state.decision
        assert decision is not None
        view = state.view(decision.player)
        led = next(each.value for each in view.counters if each.name == "led")
        on_table = any(zone.count for zone in view.zones if zone.name == "played")
        hand = next(zone for zone in view.zones if (zone.owner, zone.name) == (f"P{decision.player + 1}", "hand"))
        assert hand.pieces is not None
        suits = {str(piece.attributes["suit"]) for piece in hand.pieces if piece is not None}
        offered = {re.sub("_.*", "", option.key) for option in decision.options}
        if on_table and led in suits:
            assert offered == {led}
            following += 1
        else:
            assert offered == suits
    assert following > 10


def test_a_deal_has_eight_tricks() -> None:
    for state in played(load_game(EXAMPLES / "four_winds"), 4, 3)[:-1]:
        won = sum(counters(state, "won").values())
        view = state.view(0)
        left = sum(zone.count for zone in view.zones if zone.name in ("hand", "played"))
        assert 4 * won + left == 32


def test_the_showdown_tells_whose_shell_was_whose() -> None:
    suite = ScenarioSuite()
    scenarios, _ = suite.add(EXAMPLES / "low_tide" / "scenarios" / "showdown.yaml")
    state = suite.state_after(scenarios[0])
    told = [event.text for event in lines(state.visible_log(1))]
    assert "shown to everybody: Limpet (P1's palm), Nautilus (P2's palm), Oyster (P3's palm)" in told


def lines(events: list[Event]) -> list[Event]:
    """All events of a log, one below the other."""
    return [each for event in events for each in (event, *lines(event.children))]
