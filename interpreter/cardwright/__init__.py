"""Cardwright: a declarative rules interpreter for card and board games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.game.decision_and_chance_tree import Draw, Fork
    from cardwright.game.loaded_game import CardText, Game
    from cardwright.game.loading import GameListing, UnknownGame, find_games, load_game
    from cardwright.game.saved_history import BadState
    from cardwright.game.state import Moment, State
    from cardwright.lint.validate_files import check_paths
    from cardwright.query.log_events import Event
    from cardwright.query.picks_as_one_decision import PickProgress, Several
    from cardwright.query.score_sheet import ScoreLine
    from cardwright.query.view import CounterView, PieceView, View, ZoneView
    from cardwright.query.why import CannotExplain
    from cardwright.runtime.chance_outcomes_and_witnesses import ChanceMismatch
    from cardwright.runtime.decision import Decision, Option
    from cardwright.runtime.errors import NestedError, NotOneError, RunawayError, SlipError
    from cardwright.runtime.primitives.random_numbers import secret_seed
    from cardwright.runtime.state import IllegalAnswer
    from cardwright.scenarios.suite import ScenarioSuite, scenario_paths
    from cardwright.source.diagnostics import CardwrightError

__version__ = "0.2.0"
__all__ = [
    "BadState",
    "CannotExplain",
    "CardText",
    "CardwrightError",
    "ChanceMismatch",
    "CounterView",
    "Decision",
    "Draw",
    "Event",
    "Fork",
    "Game",
    "GameListing",
    "IllegalAnswer",
    "Moment",
    "NestedError",
    "NotOneError",
    "Option",
    "PickProgress",
    "PieceView",
    "RunawayError",
    "ScenarioSuite",
    "ScoreLine",
    "Several",
    "SlipError",
    "State",
    "UnknownGame",
    "View",
    "ZoneView",
    "check_paths",
    "find_games",
    "load_game",
    "scenario_paths",
    "secret_seed",
]

# Where each public name lives: importing one thing must not load the whole library, since start-up time counts.
_PLACES = {
    "source.diagnostics": ("CardwrightError",),
    "runtime.primitives.random_numbers": ("secret_seed",),
    "runtime.decision": ("Decision", "Option"),
    "game.decision_and_chance_tree": ("Draw", "Fork"),
    "game.loaded_game": ("CardText", "Game"),
    "runtime.errors": ("NestedError", "NotOneError", "RunawayError", "SlipError"),
    "runtime.state": ("IllegalAnswer",),
    "game.state": ("State", "Moment"),
    "game.saved_history": ("BadState",),
    "runtime.chance_outcomes_and_witnesses": ("ChanceMismatch",),
    "query.log_events": ("Event",),
    "query.picks_as_one_decision": ("PickProgress", "Several"),
    "query.score_sheet": ("ScoreLine",),
    "query.view": ("CounterView", "PieceView", "View", "ZoneView"),
    "query.why": ("CannotExplain",),
    "game.loading": ("GameListing", "UnknownGame", "find_games", "load_game"),
    "scenarios.suite": ("ScenarioSuite", "scenario_paths"),
    "lint.validate_files": ("check_paths",),
}


def __dir__() -> list[str]:
    return [*__all__, "__version__", "bots"]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"cardwright.{module}"), name)
    raise AttributeError(f"module 'cardwright' has no attribute {name!r}")
