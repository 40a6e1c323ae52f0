"""Cardwright: a declarative rules interpreter for card and board games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.inspect.events import Event
    from cardwright.inspect.multi_pick import GoingOn, Several
    from cardwright.inspect.score_sheet import ScoreLine
    from cardwright.inspect.view import CounterView, PieceView, View, ZoneView
    from cardwright.inspect.why import CannotExplain
    from cardwright.lint.validating import check_paths
    from cardwright.playing.forks import Draw, Fork
    from cardwright.playing.game import CardText, Game
    from cardwright.playing.pauses import Moment
    from cardwright.playing.state import State
    from cardwright.playing.stories import BadState
    from cardwright.project.loading import GameListing, UnknownGame, find_games, load_game
    from cardwright.runtime.chance import secret_seed
    from cardwright.runtime.decision import Decision, Option
    from cardwright.runtime.dictated_chance import ChanceMismatch
    from cardwright.runtime.position import IllegalAnswer
    from cardwright.runtime.slips import NotOneError, RunawayError, SlipError
    from cardwright.scenarios.suite import ScenarioSuite, scenario_paths
    from cardwright.source.diagnostics import CardwrightError

__version__ = "0.1.0"
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
    "GoingOn",
    "IllegalAnswer",
    "Moment",
    "NotOneError",
    "Option",
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
    "runtime.chance": ("secret_seed",),
    "runtime.decision": ("Decision", "Option"),
    "playing.forks": ("Draw", "Fork"),
    "playing.game": ("CardText", "Game"),
    "runtime.slips": ("NotOneError", "RunawayError", "SlipError"),
    "runtime.position": ("IllegalAnswer",),
    "playing.state": ("State",),
    "playing.stories": ("BadState",),
    "runtime.dictated_chance": ("ChanceMismatch",),
    "inspect.events": ("Event",),
    "inspect.multi_pick": ("GoingOn", "Several"),
    "playing.pauses": ("Moment",),
    "inspect.score_sheet": ("ScoreLine",),
    "inspect.view": ("CounterView", "PieceView", "View", "ZoneView"),
    "inspect.why": ("CannotExplain",),
    "project.loading": ("GameListing", "UnknownGame", "find_games", "load_game"),
    "scenarios.suite": ("ScenarioSuite", "scenario_paths"),
    "lint.validating": ("check_paths",),
}


def __dir__() -> list[str]:
    return [*__all__, "__version__", "bots"]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"cardwright.{module}"), name)
    raise AttributeError(f"module 'cardwright' has no attribute {name!r}")
