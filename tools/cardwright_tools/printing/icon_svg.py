"""Icons as SVG, in HTML as a sprite used by name, on paper one by one."""

from collections.abc import Iterable
from html import escape

from cardwright.presentation.look import Icon
from cardwright.source.svg.paths import INK, SIZE, Shape, written


def sprite(icons: Iterable[Icon]) -> str:
    """Return the SVG sprite with all icons of a page."""
    drawn = "".join(
        f'<symbol id="{icon.name}" viewBox="0 0 {SIZE:g} {SIZE:g}">{"".join(map(_shape, icon.shapes))}</symbol>'
        for icon in dict.fromkeys(icons)
    )
    return f'<svg width="0" height="0" aria-hidden="true" focusable="false">{drawn}</svg>' if drawn else ""


def icon_html(icon: Icon | None) -> str:
    """Return the HTML of an icon; the words next to it give its meaning."""
    if icon is None:
        return ""
    return f'<svg class="icon" width="16" height="16" aria-hidden="true"><use href="#{icon.name}"/></svg>'


def alone(icon: Icon, ink: str, size: float = SIZE) -> str:
    """Return an icon as an SVG of its own; `ink` is `#rrggbb`."""
    drawn = "".join(_shape(shape, ink) for shape in icon.shapes)
    box = f'viewBox="0 0 {SIZE:g} {SIZE:g}" width="{size:g}" height="{size:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{drawn}</svg>'


def _shape(shape: Shape, ink: str = "currentColor") -> str:
    painted = {"fill": _colour(shape.fill, ink)}
    if shape.rule != "nonzero":
        painted["fill-rule"] = shape.rule
    if shape.stroke and shape.width:
        painted |= {"stroke": _colour(shape.stroke, ink), "stroke-width": f"{shape.width:g}"}
        painted |= {"stroke-linecap": shape.cap, "stroke-linejoin": shape.join}
    said = "".join(f' {word}="{escape(value)}"' for word, value in painted.items())
    return f'<path d="{escape(written(shape.steps))}"{said}/>'


def _colour(colour: str, ink: str) -> str:
    return {INK: ink, "": "none"}.get(colour, colour)
