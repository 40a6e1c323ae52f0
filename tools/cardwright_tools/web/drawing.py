"""Draws what a viewer may know as the parts of a page: HTML in which every text of an author is only ever text."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from cardwright.source.visible import visible
from cardwright_tools.web.sight import Sight

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright_tools.web.table import Draw

HERE = Path(__file__).parent
PARTS = ("bar", "people", "table", "question", "story")


@cache
def environment() -> Environment:
    """Our templates; whatever is put into them is escaped, and what they lack is an error."""
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def page(template: str, /, **shown: Any) -> str:
    """A page by its template."""
    return visible(environment().get_template(template).render(shown))


def drawing(game: "Game") -> "Draw":
    """What draws the pages of a game's tables."""
    templates = {part: environment().get_template(f"parts/{part}.html") for part in PARTS}

    def draw(sight: Sight) -> dict[str, str]:
        return {part: visible(template.render(sight=sight, game=game)) for part, template in templates.items()}

    return draw
