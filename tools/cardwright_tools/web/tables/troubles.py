"""What goes wrong with a game, told twice: in full to whoever runs the server, and to those who play only that it did.

In full it can tell where files lie, how often others were asked, and how many there are of what somebody may not see.
"""

from cardwright import SlipError
from cardwright_tools.cli.terminal import remark
from cardwright_tools.web.links import tell_bug

UNSAVED = "this game is not being saved; whoever runs the server has been told why"
SLIP = "That cannot be done, as the rules of the game lead nowhere there. Whoever runs the server has been told how."


class Troubles:
    """Whether it was told that a game is not being saved: once, and again when it has been saved since."""

    def __init__(self) -> None:
        self._told = False

    def unsaved(self, why: str | None) -> str | None:
        """That a game is not being saved, if there is a reason why."""
        if why is not None and not self._told:
            remark(why)
        self._told = why is not None
        return UNSAVED if self._told else None


def left_out(error: Exception) -> None:
    """That something told for comfort is left out of the pages."""
    if isinstance(error, SlipError):
        remark(f"something is left out of a page, by a slip in the texts of its game: {error}")
    else:
        tell_bug(error)


def slipped(error: Exception) -> str:
    """That an answer leads nowhere, by a slip in the texts of a game."""
    remark(str(error))
    return SLIP
