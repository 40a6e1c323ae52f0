"""The examples of the reference, one for each construct and built-in of the language, each said n times in one game.

`test_generate.py` holds that they show every node of the language, so that no construct is left out here. Fields of a
game's file are multiplied, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.growth.work import NotThatError, stages_of

from cardwright.builtins import all_primitives
from cardwright_tools.reference.load_constructs import CARDS, CHAPTERS, GAME

# What an example of a body has names for, as in the reference.
HEAD = "card, ship, source: zone, c: card, s: card"
# Where a definition of a library is named.
DEFINED = re.compile(r"^(verb|step|rule) (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """An example: its kind in the reference, and its text."""

    kind: str
    text: str

    def write(self, n: int, folder: Path) -> Path:
        """Write the reference's game with the example n times in one text into a folder, which comes back."""
        library, powers = self._say(n)
        game = GAME + "".join(f"  {line}\n" for line in library)
        cards = CARDS
        for number, power in enumerate(powers):
            cards += f"  - id: example_{number}\n    sort: crew\n    power: |\n"
            cards += "".join(f"      {line}\n" for line in power)
        for path, text in ((folder / "game.yaml", game), (folder / "cards" / "base" / "cards.yaml", cards)):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder

    def _say(self, n: int) -> tuple[list[str], list[list[str]]]:
        lines = self.text.splitlines()
        if self.kind == "library":
            return [line for number in range(n) for line in self._renamed(number)], []
        if self.kind == "power":
            return [], [lines] * n
        if lines[0].startswith("require "):
            heads = (f"verb example_{number}({HEAD}):" for number in range(n))
            return [each for head in heads for each in (head, *(f"  {line}" for line in lines))], []
        if self.kind == "value":
            lines = [f"let result = {lines[0]}", *lines[1:]]
        said = [each for number in range(n) for each in (f"if you.credits > {number}:", *(f"  {it}" for it in lines))]
        if self.kind == "deeds" and "this" not in self.text:
            return [f"verb example({HEAD}):", *(f"  {line}" for line in said)], []
        return [], [["on complete:", *(f"  {line}" for line in said)]]

    def _renamed(self, number: int) -> list[str]:
        text = self.text
        for _, word in DEFINED.findall(text):
            text = re.sub(rf"\b{word}\b", f"{word}_{number}", text)
        return text.splitlines()


@dataclass(frozen=True)
class Entry:
    """An entry below a field of the game's file, said n times."""

    below: str
    text: str

    def write(self, n: int, folder: Path) -> Path:
        """Write the reference's game with n more entries into a folder, which comes back."""
        entries = "".join(self.text.replace("{n}", str(number)) + "\n" for number in range(n))
        assert GAME.count(self.below) == 1
        for path, text in (
            (folder / "game.yaml", GAME.replace(self.below, self.below + entries)),
            (folder / "cards" / "base" / "cards.yaml", CARDS),
        ):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder


ENTRIES = {
    "entries of decks": Entry("\ndecks:\n", "  deck_{n}: {cards: {foreman: 2, porter: 1}}"),
    "entries of types": Entry("\ntypes:\n", "  type_{n}: {values: [value_{n}, other_{n}]}"),
    "entries of kinds": Entry("\nkinds:\n", "  kind_{n}: {plural: kinds_{n}, attributes: {weight_{n}: number}}"),
    "entries of pieces": Entry("\npieces:\n", "  - {id: boat_{n}, kind: ship, copies: 1}"),
    "entries of zones": Entry("\nzones:\n  table:\n", "    zone_{n}: {of: cards, row: 4}"),
    "entries of memory": Entry("\nmemory:\n  table:\n", "    memory_{n}: {is: number, starts: {n}}"),
    "entries of tables": Entry(
        "\ntables:\n", "  table_{n}: {roles: {good: good, number: number}, values: {tea: [1], silk: [2], iron: [3]}}"
    ),
}


def list_examples() -> dict[str, list[Example | Entry]]:
    """Return the examples by title or word, each in the forms that it may have."""
    found: dict[str, list[Example | Entry]] = {title: [entry] for title, entry in ENTRIES.items()}
    found |= {each.title: [Example(each.kind, each.example)] for chapter in CHAPTERS for each in chapter.constructs}
    for word, each in all_primitives().items():
        found[word] = [Example(kind, each.example) for kind in ("value", "deeds")]
    return found


def measure(forms: list[Example | Entry], sizes: Sequence[int], folder: Path) -> list[dict[str, int]]:
    """Return the work of each stage for each size, in the first form that is no mistake."""
    for form in forms:
        try:
            return [stages_of(form.write(size, folder / str(size))) for size in sizes]
        except NotThatError as error:
            mistakes = error
    raise mistakes
