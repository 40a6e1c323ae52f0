"""Art of cards that differ only by name: an icon for a word of the name, or an ornament."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from cardwright.declarations.icon_files import read_shipped_icon
from cardwright.presentation.look import Icon
from cardwright_tools.faces.icon_search import find_icons_for_title
from cardwright_tools.faces.svg_pen import Pen

# Ornaments have so many points, in each of the styles.
POINTS = range(5, 16)
STYLES = 4
ORNAMENTS = len(POINTS) * STYLES
# Words shorter than this name nothing.
MIN_WORD = 3
# The radius of an ornament, in radii of the circle that it surrounds.
REACH = 1.27


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card, as far as its art depends on it.

    Cards with an equal `shared` look alike. `own` is False for a card whose icon the author chose.
    """

    id: str
    name: str
    values: tuple[str, ...]
    shared: object
    own: bool


@dataclass(frozen=True, slots=True)
class Art:
    """The card's own icon, if it has one, and the number of its ornament, -1 for none."""

    icon: Icon | None = None
    ornament: int = -1


def choose_art(cards: Sequence[NamedCard]) -> Mapping[str, Art]:
    """Return the art of cards of a kind that would otherwise look alike, by card.

    Each gets an icon that its name means. If none is left, it gets an ornament around the icon that the cards share.
    """
    words = {card.id: _find_own_words(card) for card in cards}
    groups: dict[object, set[str]] = {}
    for card in cards:
        if words[card.id]:
            groups.setdefault(card.shared, set()).add(words[card.id])
    alike = [card for card in cards if words[card.id] and len(groups[card.shared]) > 1]
    icons: dict[str, str] = {}
    for title in dict.fromkeys(words[card.id] for card in alike if card.own):
        found = next((icon for icon in find_icons_for_title(title) if icon not in icons.values()), None)
        if found is not None:
            icons[title] = found
    taken: dict[tuple[object, int], str] = {}
    return {card.id: _make_art(card, words[card.id], icons if card.own else {}, taken) for card in alike}


def _make_art(card: NamedCard, title: str, icons: Mapping[str, str], taken: dict[tuple[object, int], str]) -> Art:
    """Return the art of a card: its own icon, or an ornament that no card of the same look has.

    `taken` has the ornaments in use, each with the title of its card.
    """
    if title in icons:
        return Art(Icon(f"art-{icons[title]}", read_shipped_icon(icons[title])))
    first = crc32(title.encode())
    numbers = ((first + step) % ORNAMENTS for step in range(ORNAMENTS))
    ornament = next((each for each in numbers if taken.get((card.shared, each), title) == title), first % ORNAMENTS)
    taken[card.shared, ornament] = title
    return Art(None, ornament)


def _find_own_words(card: NamedCard) -> str:
    """Return the words of a card's name that are not values of its attributes."""
    said = {word for value in card.values for word in value.casefold().replace("_", " ").split()}
    found = re.findall(r"[^\W\d_]+", card.name.casefold())
    return " ".join(found) if any(len(word) >= MIN_WORD and word not in said for word in found) else ""


def draw_ornament(pen: Pen, number: int, centre: tuple[float, float], radius: float, colour: str) -> None:
    """Draw an ornament around a circle that covers its middle."""
    points, style = POINTS[number % len(POINTS)], number // len(POINTS) % STYLES
    x, y = centre
    outer = radius * REACH
    if style == 0:  # a star
        corners = [_turn(centre, (outer, radius * 0.98)[n % 2], n / points / 2) for n in range(2 * points)]
        pen.path("M" + "L".join(f"{a:.4g} {b:.4g}" for a, b in corners) + "Z", colour)
        return
    for n in range(points):
        a, b = _turn(centre, radius * 1.1, n / points)
        if style == 1:  # petals
            pen.circle(a, b, radius * 0.17, colour)
        elif style == 2:  # rays
            (ax, ay), (bx, by) = _turn(centre, radius, n / points), _turn(centre, outer, n / points)
            pen.path(f"M{ax:.4g} {ay:.4g}L{bx:.4g} {by:.4g}", stroke=colour, line=radius * 0.12)
        else:  # arcs of a ring
            start, end = (_turn(centre, radius * 1.16, (n + part) / points) for part in (0.0, 0.55))
            reach = f"{radius * 1.16:.4g} {radius * 1.16:.4g}"
            pen.path(
                f"M{start[0]:.4g} {start[1]:.4g}A{reach} 0 0 1 {end[0]:.4g} {end[1]:.4g}",
                stroke=colour,
                line=radius * 0.13,
            )
    if style == 2:
        pen.circle(x, y, radius * 1.06, colour)


def _turn(centre: tuple[float, float], radius: float, part: float) -> tuple[float, float]:
    """Return the point on a circle that is a part of a turn (0 to 1) from its top."""
    angle = 2 * math.pi * part
    return centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle)
