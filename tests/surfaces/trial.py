"""One game on trial: where it lies, a random match of it, and the checks that every surface shares."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tests.playthroughs.recorded import choose

from cardwright import Game, SlipError, State
from cardwright_tools.cli.game_arguments import find_place

# Signs that take no column of their own; terminals differ about spacing vowels (Mc), which most draw in that before.
UNSPACED = ("Mn", "Me", "Mc", "Cf")
CONTROL = re.compile("[\\x00-\\x1f\\x7f-\\x9f]")  # the category Cc
JOINER = "\N{ZERO WIDTH JOINER}"
# What no surface may ever say.
BUG = ("this is a bug in Cardwright", "This is a bug in Cardwright", "Traceback (most recent call last)")


class SurfaceError(Exception):
    """A surface shows, says or does what it must not; the message says what, and where."""


@dataclass(frozen=True)
class Effort:
    """How much of a match is tried: answers in all, and of these at the beginning and at the end of each surface.

    `lines` is how many commands are typed at a terminal.
    """

    answers: int = 2_000
    beginning: int = 16
    ending: int = 4
    lines: int = 1_000


# Enough for a look at everything in about a second.
QUICK = Effort(answers=400, beginning=5, ending=3, lines=12)


@dataclass
class Trial:
    """A game in `folder` with a seed; `scratch` is an empty folder for what surfaces write."""

    folder: Path
    game: Game
    players: int
    seed: int
    scratch: Path
    effort: Effort = field(default_factory=Effort)

    def chance(self, surface: str) -> random.Random:
        """Return the source of random choices of one surface, the same in every run."""
        return random.Random(f"{self.seed} {surface}")

    @cached_property
    def match(self) -> list[int]:
        """The answers of a random match, up to its end or to as many as the effort allows."""
        state, chance = self.game.new(self.players, self.seed, tracked=False), self.chance("match")
        answers: list[int] = []
        while not state.finished and len(answers) < self.effort.answers:
            hasty = len(answers) >= self.effort.answers // 2  # so that long matches come to their end, too
            answers.append(choose(state, chance) if hasty else chance.randrange(state.option_count))
            try:
                state.apply(answers[-1])
            except SlipError:  # an author's error: the options that come to nothing are left to the surfaces
                del answers[-1]
                break
        return answers

    @cached_property
    def finishes(self) -> bool:
        """Whether that match comes to its end."""
        return self.state(len(self.match)).finished

    @property
    def moments(self) -> list[int]:
        """The numbers of answers before which surfaces are looked at: at the beginning, midway and at the end."""
        count = len(self.match)
        return sorted({0, min(3, count), count // 2, max(0, count - 1), count})

    def state(self, answers: int, tracked: bool = False) -> State:
        """Return the state of the match after so many answers."""
        state = self.game.new(self.players, self.seed, tracked=tracked)
        for option in self.match[:answers]:
            state.apply(option)
        return state

    def copy(self, name: str) -> Path:
        """Return a copy of the game's folder, under the same name, below a folder `name` of the scratch folder."""
        source, below = find_place(str(self.folder)), self.scratch / name
        place = below / "games" / self.folder.name
        _copy(self.folder, own_files(self.folder), place)
        if not source.cards.is_relative_to(source.folder):
            _copy(source.cards, own_files(source.cards), below / "cards" / source.cards.name)
            _copy(source.cards.parent, sorted(source.cards.parent.glob("*.yaml")), below / "cards")
        return place


def no_answer_holds(state: State) -> bool:
    """Return True if every answer to the question that waits, with all its picks, comes to an error of the author's."""
    for option in range(state.option_count):
        after = state.clone()
        with suppress(SlipError):
            after.apply(option)
            if after.picked <= state.picked or not no_answer_holds(after):
                return False
    return True


def _copy(folder: Path, files: Iterable[Path], into: Path) -> None:
    for path in files:
        target = into / path.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())


def own_files(folder: Path) -> list[Path]:
    """Return the ordinary files in a game's folder, those of hidden folders left out."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)]


def columns(text: str) -> int:
    """Return the columns a text takes at a terminal, by the Unicode tables of Python rather than by our own measure."""
    count, joined = 0, False
    for sign in text:
        if joined or unicodedata.category(sign) in UNSPACED:
            joined = sign == JOINER  # what it joins is drawn as one sign
            continue
        count += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
    return count


def check_text(where: str, text: str, width: int | None = None, tabs: bool = False) -> None:
    """Raise SurfaceError if a text tells of a bug, steers a terminal, or has a line of more than `width` columns."""
    for bug in BUG:
        if bug in text:
            raise SurfaceError(f"{where} tells of a bug:\n{text[text.index(bug) :][:2000]}")
    steering = sorted({*CONTROL.findall(text)} - {"\n", "\t" if tabs else "\n"})
    if steering:
        raise SurfaceError(f"{where} holds control characters {steering}:\n{text[:500]!r}")
    if width is None:
        return
    for line in text.splitlines():
        if columns(line) > width:
            raise SurfaceError(f"{where} has a line of {columns(line)} columns, and there are {width}:\n{line}")


def check_full(where: str, text: str) -> None:
    """Raise SurfaceError if nothing can be seen of a text."""
    if not text.strip():
        raise SurfaceError(f"{where} is empty")


def same(what: str, one: object, other: object) -> None:
    """Raise SurfaceError unless two things are equal."""
    if one != other:
        raise SurfaceError(f"{what}: {str(one)[:600]} and {str(other)[:600]}")


def spread(items: Sequence[str], count: int) -> Iterable[str]:
    """Return up to `count` items, evenly from all of them."""
    return items if len(items) <= count else [items[number * len(items) // count] for number in range(count)]
