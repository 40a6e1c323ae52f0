"""Art of cards that differ by name only: an icon of what the name names, or an ornament."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

from cardwright.declarations.icon_files import find_shipped_icons, read_shipped_icon
from cardwright.phrases.inflection import make_singular
from cardwright.presentation.look import Icon
from cardwright.source.read_with_size_limit import read_text
from cardwright_tools.faces.svg_pen import Pen

SUBJECTS = Path(__file__).parent / "icon_subjects.txt"
# Words that end the noun phrase at the beginning of a title: curse of frogs, a house on the hill.
AFTER_HEAD = frozenset("of for in on at with without from to by under over against and or into among".split())
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
    """The properties of a card that its art depends on.

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
    """Return the art of cards that would otherwise look alike, by card.

    Each gets an icon of what its name means. If all fitting icons are taken, it gets an ornament around the shared
    icon.
    """
    words = {card.id: _find_own_words(card) for card in cards}
    groups: dict[object, set[str]] = {}
    for card in cards:
        if words[card.id]:
            groups.setdefault(card.shared, set()).add(words[card.id])
    alike = [card for card in cards if words[card.id] and len(groups[card.shared]) > 1]
    icons: dict[str, tuple[str, bool]] = {}
    for card in alike:
        found = find_icons_for_title(words[card.id], card.values) if card.own and words[card.id] not in icons else ()
        free = [icon for icon in found if (icon, True) not in icons.values()]
        if found:
            icons[words[card.id]] = (free or found)[0], bool(free)
    taken: dict[tuple[object, int], str] = {}
    return {card.id: _make_art(card, words[card.id], icons if card.own else {}, taken) for card in alike}


def _make_art(
    card: NamedCard, title: str, icons: Mapping[str, tuple[str, bool]], taken: dict[tuple[object, int], str]
) -> Art:
    """Return the art of a card: its own icon, or an icon with an ornament.

    `title` is what the card's name says beyond its attributes. `icons` has the icon for each title, with True for the
    first title that has the icon. `taken` has the title for each (icon, ornament) in use.
    """
    name, alone = icons.get(title, ("", False))
    icon = Icon(f"art-{name}", read_shipped_icon(name)) if name else None
    if alone:
        return Art(icon)
    around, first = name or card.shared, crc32(title.encode())
    numbers = ((first + step) % ORNAMENTS for step in range(ORNAMENTS))
    ornament = next((each for each in numbers if taken.get((around, each), title) == title), first % ORNAMENTS)
    taken[around, ornament] = title
    return Art(icon, ornament)


@cache
def read_subjects() -> tuple[Mapping[str, Sequence[str]], Mapping[str, frozenset[str]]]:
    """Return the icons that show what a noun names, by noun; and the icons of a class's members, by class."""
    nouns: dict[str, Sequence[str]] = {}
    classes: dict[str, frozenset[str]] = {}
    for line in read_text(SUBJECTS).splitlines():
        before, _, after = line.partition(":")
        if line.startswith("="):
            classes |= dict.fromkeys(before[1:].split(), frozenset(after.split()))
        elif not line.startswith("#"):
            nouns |= dict.fromkeys(after.split(), before.split())
    return nouns, classes


def find_icons_for_title(title: str, values: Sequence[str]) -> Sequence[str]:
    """Return the icons that surely show what a title names, the best first. Only the head noun counts.

    Example: an elephant hawk is a hawk. `values` are the words of the card's attributes. If one of them names a class,
    only icons of the members of that class are returned.
    """
    nouns, classes = read_subjects()
    words = title.split()
    end = next((at for at, word in enumerate(words) if at and word in AFTER_HEAD), len(words))
    whole = "-".join(words[:end])
    head = words[end - 1] if words else ""
    found = (
        [whole] if end > 1 and whole in find_shipped_icons() else nouns.get(head) or nouns.get(make_singular(head), ())
    )
    said = {form for value in values for word in value.casefold().split() for form in (word, make_singular(word))}
    allowed = [classes[word] for word in said & classes.keys()]
    return [icon for icon in found if not allowed or any(icon in some for some in allowed)]


def _find_own_words(card: NamedCard) -> str:
    """Return the words of a card's name; "" if all of them are values of its attributes."""
    said = {word for value in card.values for word in value.casefold().replace("_", " ").split()}
    found = re.findall(r"[^\W\d_]+", card.name.casefold())
    return " ".join(found) if any(len(word) >= MIN_WORD and word not in said for word in found) else ""


def draw_ornament(pen: Pen, number: int, centre: tuple[float, float], radius: float, colour: str) -> None:
    """Draw an ornament around a circle; the circle, drawn later, covers the ornament's middle."""
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
    """Return the point on a circle that lies `part` of a turn (0 to 1) from its top."""
    angle = 2 * math.pi * part
    return centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle)
