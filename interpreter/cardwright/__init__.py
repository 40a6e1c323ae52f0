"""Cardwright: a declarative rules interpreter for card and board games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.runtime.decision import Decision, Option
    from cardwright.runtime.game import CardText, Game
    from cardwright.runtime.history import Event
    from cardwright.runtime.kernel import RunawayError
    from cardwright.runtime.loading import GameListing, UnknownGame, check_paths, find_games, load_game
    from cardwright.runtime.moments import Moment
    from cardwright.runtime.scenarios import ScenarioSuite, scenario_paths
    from cardwright.runtime.several import Several
    from cardwright.runtime.sheet import ScoreLine
    from cardwright.runtime.state import IllegalAnswer, State
    from cardwright.runtime.stories import BadState
    from cardwright.runtime.tracker import ChanceMismatch
    from cardwright.runtime.view import CounterView, PieceView, View, ZoneView
    from cardwright.runtime.why import CannotExplain
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
    "Event",
    "Game",
    "GameListing",
    "IllegalAnswer",
    "Moment",
    "Option",
    "PieceView",
    "RunawayError",
    "ScenarioSuite",
    "ScoreLine",
    "Several",
    "State",
    "UnknownGame",
    "View",
    "ZoneView",
    "check_paths",
    "find_games",
    "load_game",
    "scenario_paths",
]

# Where each public name lives: importing one thing must not load the whole library, since start-up time counts.
_PLACES = {
    "decision": ("Decision", "Option"),
    "game": ("CardText", "Game"),
    "history": ("Event",),
    "kernel": ("RunawayError",),
    "loading": ("GameListing", "UnknownGame", "check_paths", "find_games", "load_game"),
    "scenarios": ("ScenarioSuite", "scenario_paths"),
    "moments": ("Moment",),
    "several": ("Several",),
    "sheet": ("ScoreLine",),
    "state": ("IllegalAnswer", "State"),
    "stories": ("BadState",),
    "tracker": ("ChanceMismatch",),
    "view": ("CounterView", "PieceView", "View", "ZoneView"),
    "why": ("CannotExplain",),
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "CardwrightError":
        return import_module("cardwright.source.diagnostics").CardwrightError
    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"cardwright.runtime.{module}"), name)
    raise AttributeError(f"module 'cardwright' has no attribute {name!r}")
