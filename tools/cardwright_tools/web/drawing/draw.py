"""What draws the pages of a game, as its tables ask for it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from cardwright.presentation.lately import Lately
from cardwright.presentation.story import Story
from cardwright_tools.web.drawing.sight import Drawn, Person, Sight

if TYPE_CHECKING:
    from cardwright_tools.web.past import Moment


class Draw(Protocol):
    """What draws the pages of a game: the parts of one for what somebody may know, the colours, the faces of cards."""

    goal: str

    def __call__(self, sight: Sight, before: Drawn | None = None, lately: Lately | None = None) -> dict[str, str]:
        """The parts of a page, by name, as HTML; what was drawn of the same before, or lately, is not drawn again."""

    def sheet(self) -> str:
        """The style sheet with the game's colours."""

    def faces(self, link: str) -> str:
        """The faces of all cards, for the page that a link leads to."""

    def picture(self, card: str) -> bytes | None:
        """The picture of a card as JPEG, if it has one."""

    def icons(self) -> str:
        """The drawings of the game's icons."""

    def rules(self) -> str:
        """The rulebook; it takes a while the first time."""

    def log(self, told: Story) -> str:
        """What happened."""

    def past(self, moment: "Moment", people: Sequence[Person]) -> dict[str, str]:
        """A moment of a finished game."""
