"""Pictures of strangers, made at random out of the grammar of SVG: each is drawn within bounds, or refused.

`python -m tests.fuzz.pictures --count 60000` tries many; a test tries some. Elements, attributes and the letters of
paths are those that the reader knows, so that new ones join by themselves; numbers are small, huge, tiny and none.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter
from xml.etree import ElementTree

from cardwright.presentation.look import Icon
from cardwright.source.svg import reader
from cardwright.source.svg.paths import FARTHEST, NUMBERS_OF_LETTER, SvgShape
from cardwright.source.svg.reader import SvgError, read_drawing
from cardwright_tools.faces.image_codec import alone, sprite, symbols

NUMBERS = (
    "0 -0 1 -1 2 24 12.5 .5 45 90 180 360 1e5 1e6 -1e6 999999.9 1.0000000000000002 1e-5 1e-9 -1e-9 1e-10 1e-170 1e-300 "
    "1e-320 1e7 1e308 1e999 -1e999 nan inf 0x10 1_000 ١ 1e 1% 3px"
).split()
ROOT_NUMBERS = ("0", "1", "24", "1e-9", "1e-8", "0.001", "1e6", "7.5", "-3", "1e-170")


class Painter:
    """Makes up pictures. Half of the numbers of a wild one are such as no program writes."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.wild = chance.random() < 0.5

    def number(self) -> str:
        """A number, mostly one that can stand in a picture."""
        if self.wild and self.chance.random() < 0.1:
            return self.chance.choice(NUMBERS)
        if self.chance.random() < 0.3:
            return repr(self.chance.uniform(-1, 1) * 10 ** self.chance.uniform(-12, 6))
        return repr(round(self.chance.uniform(-30, 30), self.chance.randrange(4)))

    def numbers(self, count: int) -> str:
        return " ".join(self.number() for _ in range(count))

    def path(self) -> str:
        """A path of some steps, half of them arcs."""
        steps = [f"M{self.numbers(2)}"]
        for _ in range(self.chance.randrange(1, 6)):
            letter = "A" if self.chance.random() < 0.5 else self.chance.choice(sorted(NUMBERS_OF_LETTER))
            values = [self.number() for _ in range(NUMBERS_OF_LETTER[letter])]
            if letter == "A":
                values[3:5] = self.chance.choices("01", k=2)
            steps.append((letter if self.chance.random() < 0.5 else letter.lower()) + " ".join(values))
        return "".join(steps)

    def transform(self) -> str:
        """Some moves, one after the other."""
        counts = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3)}
        words = self.chance.choices(sorted(counts), k=self.chance.randrange(1, 4))
        return " ".join(f"{word}({self.numbers(self.chance.choice(counts[word]))})" for word in words)

    def attribute(self, word: str) -> str:
        """A value for an attribute."""
        match word:
            case "d":
                return self.path()
            case "points":
                return self.numbers(self.chance.choice((2, 4, 6, 7)))
            case "transform":
                return self.transform()
            case "fill" | "stroke":
                return self.chance.choice(["none", "#123", "currentColor", "white", "red"])
            case _ if word in reader.CHOICES:
                return self.chance.choice(reader.CHOICES[word])
            case _:
                return self.number()

    def element(self, word: str, within: str = "") -> str:
        """An element with some of its attributes: those that make its shape nearly always."""
        own = [each for each in reader.SHAPES.get(word, ()) if self.chance.random() < 0.9]
        own += [each for each in reader.PAINT if self.chance.random() < 0.2]
        given = " ".join(f'{each}="{self.attribute(each)}"' for each in own)
        return f"<{word} {given}>{within}</{word}>"

    def picture(self) -> str:
        """A whole file."""
        shapes = [self.element(self.chance.choice(sorted(reader.SHAPES))) for _ in range(self.chance.randrange(1, 4))]
        for _ in range(self.chance.choice((0, 0, 1, 2, 15))):
            shapes = [self.element("g", "".join(shapes))]
        box = "0 0 24 24"
        if self.wild and self.chance.random() < 0.5:
            box = " ".join(self.chance.choice(ROOT_NUMBERS) for _ in range(4))
        return f'<svg viewBox="{box}">{"".join(shapes)}</svg>'


def wrong_with(shape: SvgShape) -> str:
    """What is no number that everything can be drawn with; "" where all are."""
    values = [shape.width, *(value for _, at in shape.steps for value in at)]
    bad = [value for value in values if not (math.isfinite(value) and abs(value) <= FARTHEST)]
    return f"{bad[0]} is no number to draw with" if bad else ""


def attempt(seed: int, number: int) -> tuple[str, str]:
    """What came of a picture, `drawn`, `refused` or what is wrong, with the picture."""
    text = Painter(random.Random(f"{seed} {number}")).picture()
    try:
        shapes = read_drawing(text)
    except SvgError as error:
        return ("refused" if error.line >= 1 and error.column >= 1 else "refused nowhere"), text
    except Exception as error:  # noqa: BLE001 - any at all is what is looked for
        return f"{type(error).__name__}: {error}", text
    for shape in shapes:
        if wrong := wrong_with(shape):
            return wrong, text
    icon = Icon("icon", shapes)
    try:
        ElementTree.fromstring(sprite(symbols([icon])))
        ElementTree.fromstring(alone(icon, "#000000"))
    except Exception as error:  # noqa: BLE001
        return f"drawing: {type(error).__name__}: {error}", text
    return "drawn", text


def tried(count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """How often what came of so many pictures, and each that went wrong."""
    counts: Counter[str] = Counter()
    wrong = []
    for number in range(count):
        outcome, text = attempt(seed, number)
        counts[outcome] += 1
        if outcome not in ("drawn", "refused"):
            wrong.append(f"{number}: {outcome}\n{text}")
    return counts, wrong


def main() -> int:
    """Try many, and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    counts, wrong = tried(arguments.count, arguments.seed)
    print("\n".join(wrong[:20]))
    print(", ".join(f"{count:,} {outcome}" for outcome, count in counts.most_common()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
