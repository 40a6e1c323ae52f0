"""The ground on which a game is played: its colour and its texture, worked out from the game.

The hue is that of the backs that the look declares, else one far from the colours of the game's pieces and players. All
grounds have the same luminances, so that what is read on one is read on all of them.
"""

import colorsys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

from cardwright_tools.faces.colours import compute_luminance, split_channels

Item = TypeVar("Item")
# Luminances of the middle of a ground, its edge, boxes on it, lines, and the squares of a board, by day and by night.
DAY = {"page": 0.080, "felt": 0.050, "card": 0.031, "line": 0.130, "cloth": 0.170}
NIGHT = {"page": 0.030, "felt": 0.019, "card": 0.011, "line": 0.077, "cloth": 0.140}
SOFT_LUMINANCE = 0.62
# Bounds of the saturation of a ground, and of that of its soft letters.
SATURATIONS, SOFT_SATURATION = (0.2, 0.42), 0.16
# Number of hues to choose from, and distance, as a part of the circle of hues, from the colours of pieces.
HUES, FAR = 72, 0.065
# Pieces of less saturation have no hue.
MIN_SATURATION = 0.2
# Steps with which a lightness is found that has a luminance.
STEPS = 16

# Textures, each as CSS images above the colour of the ground and their size. Patterns of backs have the same names.
_LIGHT, _DARK = "rgb(255 255 255 / .035)", "rgb(0 0 0 / .07)"
TEXTURES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "plain": ((), "auto"),
    "stripes": ((f"repeating-linear-gradient(90deg, {_DARK} 0 2px, #0000 2px 96px, {_LIGHT} 96px 192px)",), "auto"),
    "dots": ((f"radial-gradient(circle, {_LIGHT} 0 3px, #0000 4px)",), "22px 22px"),
    "waves": ((f"radial-gradient(circle at 50% 0, #0000 0 26px, {_LIGHT} 27px 29px, #0000 30px)",), "60px 30px"),
    "lattice": (
        tuple(f"repeating-linear-gradient({turn}deg, {_LIGHT} 0 1px, #0000 1px 18px)" for turn in (45, -45)),
        "auto",
    ),
    "chevrons": (tuple(f"linear-gradient({turn}deg, {_DARK} 25%, #0000 25%)" for turn in (135, 225)), "48px 24px"),
    "rings": ((f"radial-gradient(circle, #0000 0 14px, {_LIGHT} 15px 17px, #0000 18px)",), "48px 48px"),
    "steps": (
        tuple(f"repeating-linear-gradient({turn}deg, {_DARK} 0 2px, #0000 2px 4px)" for turn in (0, 90)),
        "auto",
    ),
}


@dataclass(frozen=True, slots=True)
class Ground:
    """Hue and saturation of a ground, each from 0 to 1, and the name of its texture."""

    hue: float
    saturation: float
    texture: str

    def shade(self, luminance: float, saturation: float | None = None) -> str:
        """Return the ground's colour of a luminance, as `#rrggbb`."""
        strength = self.saturation if saturation is None else saturation
        low, high = 0.0, 1.0
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if compute_luminance(self._mix(middle, strength)) < luminance else (low, middle)
        return self._mix(low, strength)

    def _mix(self, lightness: float, saturation: float) -> str:
        parts = colorsys.hls_to_rgb(self.hue, lightness, saturation)
        return "#" + "".join(f"{round(part * 255):02x}" for part in parts)

    def rules(self) -> Iterable[str]:
        """Yield the CSS rules of the ground."""
        soft = self.shade(SOFT_LUMINANCE, SOFT_SATURATION)
        day, night = (f".playing :is(header, #play) {{ {self._render_colours(each)} " for each in (DAY, NIGHT))
        yield f"{day}--soft: {soft}; }}"
        yield f"@media (prefers-color-scheme: dark) {{ {night}}} }}"
        images, size = TEXTURES[self.texture]
        yield f"#table {{ --texture: {' '.join(f'{image} 0 0 / {size},' for image in images)}; }}"

    def _render_colours(self, luminances: dict[str, float]) -> str:
        return " ".join(f"--{name}: {self.shade(luminance)};" for name, luminance in luminances.items())


def choose_ground(title: str, backs: Sequence[tuple[str, str]], colours: Iterable[str]) -> Ground:
    """Return the ground of a game, from the (colour, pattern) of each back that its look declares.

    `colours` are those of its pieces and players. The texture is the pattern of a back or, without one, as the hue of
    games without backs, chosen by the title among those that fit.
    """
    pick = _Picker(title).pick
    texture = next((pattern for _, pattern in backs if pattern), "") or pick([*TEXTURES])
    declared = next((colour for colour, _ in backs if colour), "")
    if declared:
        hue, saturation = _find_hue(declared)
        return Ground(hue, min(max(saturation, SATURATIONS[0]), SATURATIONS[1]), texture)
    taken = [hue for hue, saturation in map(_find_hue, colours) if saturation >= MIN_SATURATION]
    hues = [number / HUES for number in range(HUES)]
    spare = {hue: min((abs((hue - other + 0.5) % 1 - 0.5) for other in taken), default=1.0) for hue in hues}
    far = [hue for hue in hues if spare[hue] >= min(FAR, max(spare.values()))]
    return Ground(pick(far), pick([0.2, 0.24, 0.28]), texture)


class _Picker:
    """Picks of items from lists: always the same ones for a title."""

    def __init__(self, title: str) -> None:
        self._left = list(sha256(title.encode()).digest())

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self._left.pop() % len(items)]


def _find_hue(colour: str) -> tuple[float, float]:
    """Return the hue and the saturation of `#rrggbb`."""
    hue, _, saturation = colorsys.rgb_to_hls(*(part / 255 for part in split_channels(colour)))
    return hue, saturation
