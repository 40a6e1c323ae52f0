"""The console that draws everything that is more than lines: to it, a text from elsewhere is only ever text."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from cardwright.source.characters import visible


class OneConsole(Console):
    """A console that shows names as they are written (no markup, no emoji codes) and no control character at all."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"markup": False, "emoji": False, "highlight": False} | settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of something, with a sign for every character in them that would steer the terminal."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)
