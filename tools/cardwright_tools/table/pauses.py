"""The table at a moment that a game wants looked at, as one person saw it, or all who sit at one terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardwright import View
from cardwright.presentation.onlookers import common_view

if TYPE_CHECKING:
    from cardwright import Moment


def seen_by_all(moment: "Moment", players: Sequence[int]) -> View:
    """What one player saw at a moment, or of several only what every one of them saw."""
    return common_view([moment.state.view(player) for player in players])


def ended(moment: "Moment") -> str:
    """What was over at a moment, in words."""
    return moment.word.replace("_", " ")
