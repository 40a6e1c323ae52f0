"""Bots choose in compiled C exactly what they choose in Python, whoever plays and whatever is hidden."""

from __future__ import annotations

import pytest
from tests.bots.thinking_on import HOURS, ends
from tests.native.bots_side_by_side import HIDING, same_choices, same_followed, same_known, same_worlds
from tests.native.differential import QUICK, no_compiler

from cardwright import Game, load_game
from cardwright.bots.native_bots import Follower
from cardwright.bots.valuation import list_valuations
from cardwright.native.engine import Engine
from cardwright_tools.laboratory.games.match import MatchConfig, MatchOutcome, play_one
from cardwright_tools.laboratory.games.native_match import play_native

pytestmark = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")

# All that come with Cardwright, and those that hide most. The others are played by the long run (bots_side_by_side.py).
GAMES = ["bush_pilots", "cargo_hold", "cargo_noir", "ceylon", "import_export", "examples/moth_night", *HIDING]


@pytest.fixture(scope="module", params=GAMES)
def engine(request: pytest.FixtureRequest) -> tuple[Game, Engine]:
    # as test_native_games.py compiles them, so that it is done once
    game = load_game(request.param)
    return game, Engine(game, game.max_players, QUICK)


@pytest.mark.one_of
def test_players_know_the_same_and_are_dealt_the_same_worlds(engine: tuple[Game, Engine]) -> None:
    game, native = engine
    assert sum(same_worlds(native, game, seed, 120, 0.2) for seed in range(3)) > 5


@pytest.mark.long
def test_players_know_the_same_when_bots_play(engine: tuple[Game, Engine]) -> None:
    game, native = engine
    assert sum(same_known(native, game, "greedy", seed, 400) for seed in range(5)) > 30


@pytest.mark.one_of(2)
@pytest.mark.parametrize(
    ("kinds", "most"),
    [
        (["greedy"], 20),
        (["mcts:12", "random", "mcts:8:rollout=random:depth=6"], 14),
        (["mcts:8:rollout=greedy:depth=1", "mcts:12:rollout=none", "greedy"], 10),
        (["mcts:10:rollout=turn", "greedy"], 12),
    ],
)
def test_bots_choose_the_same(engine: tuple[Game, Engine], kinds: list[str], most: int) -> None:
    game, native = engine
    assert same_choices(native, game, kinds, 5, most)


@pytest.mark.long
def test_bots_value_positions_by_the_same_rule_whichever_it_is(engine: tuple[Game, Engine]) -> None:
    game, native = engine
    rules = list_valuations(native.program)
    assert "final_score" in rules
    some = dict.fromkeys(["final_score", *rules[-2:], *native.program.tables.lead_over_all])
    kinds = [f"{kind}:valuation={rule}" for rule in some for kind in ("greedy", "mcts:6")]
    assert same_choices(native, game, [*kinds, "greedy"], 4, 12)


@pytest.mark.long
def test_a_game_followed_from_outside_is_thought_about_the_same(engine: tuple[Game, Engine]) -> None:
    game, native = engine
    assert same_followed(native, game, "mcts:8", 3, 4)
    assert same_followed(native, game, "mcts:8:valuation=final_score", 3, 3)


@pytest.mark.one_of
@pytest.mark.parametrize("kind", HOURS)
def test_thinking_ends_when_nobody_waits_for_it(kind: str) -> None:
    game = load_game("cargo_hold")
    follower = Follower(Engine(game, 2, QUICK))
    state = game.new(2, 1)
    assert state.option_count > 1
    chosen = follower.choose("mcts:5", 1, state)
    assert ends(lambda: follower.choose(kind, 1, state), 0.05)
    assert follower.choose("mcts:5", 1, state) == chosen


def told(one: MatchOutcome) -> tuple[object, ...]:
    return one.seed, one.decisions, one.turns, one.winners, one.scores, one.error, one.course, one.answers


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("jobs", [1, 2])
def test_whole_games_come_out_the_same_however_they_are_played(watched: bool, jobs: int) -> None:
    game = load_game("cargo_hold")
    native = Engine(game, 2, QUICK)
    table = MatchConfig(game.name, 2, ("greedy", "random"), 7, game.sets, watched=watched)
    found = [one for some in play_native(native, game, table, range(3), jobs) for one in some]
    assert [told(one) for one in sorted(found, key=lambda one: one.number)] == [
        told(play_one(game, table, number)) for number in range(3)
    ]


@pytest.mark.long
def test_a_game_without_a_power_shares_the_library_of_the_whole_game() -> None:
    game, players = load_game("cargo_hold"), 2
    names = [card.id for card in game.card_texts() if card.text][:2]
    Engine(game, players, QUICK)
    blanked = game.blanked(names)
    native = Engine(blanked, players, QUICK)
    assert not native.library.fresh
    assert same_choices(native, blanked, ["greedy"], 2, 60)
    assert same_worlds(native, blanked, 2, 100, 0.3)
