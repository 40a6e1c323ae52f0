"""Console for tables and colours, which shows control characters in foreign text as visible signs."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from cardwright.source.visible_control_characters import escape_controls


class OneConsole(Console):
    """Console that prints names without markup or emoji codes, and without control characters."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"markup": False, "emoji": False, "highlight": False} | settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield segments in which every control character is replaced by a visible sign."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(escape_controls(segment.text), segment.style)
