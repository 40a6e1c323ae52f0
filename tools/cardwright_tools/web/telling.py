"""What happened, arranged for a page in as few lines as tell it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cardwright.presentation.labels import several
from cardwright.presentation.story import Line

# So many things that touched somebody stand above their question where the story has no room beside it.
TOUCHING = 3
# A piece that went from one place to another, what somebody chose, and who did something.
MOVE = re.compile(r"(?P<item>[^:]+)(?P<rest>: .+ → .+)")
CHOICE = re.compile(r"(?P<who>P\d+ chooses )(?P<item>\D.*)")
DOER, OWNER = re.compile(r"P\d+ "), re.compile(r"P\d+(?='s)")
# That somebody has picked all they want: what they picked is told.
DONE = " chooses Done"


@dataclass(frozen=True)
class Deed:
    """What somebody did or what came of it, what it changed at once, and whether it is about the viewer."""

    text: str
    counts: tuple[str, ...] = ()
    touches: bool = False


@dataclass(frozen=True)
class Told:
    """A line of a page: deeds of which each led to nothing but the next, how often that was so, and what it led to."""

    deeds: tuple[Deed, ...]
    times: int = 1
    lines: tuple["Told", ...] = ()


def briefly(lines: Sequence[Line]) -> list[Told]:
    """What is worth telling of what happened.

    Pieces that moved the same way are told at once, as choices of one player are, and not at all below a deed that
    names them; an only consequence stands behind its cause; the same several times after one another is told once, with
    how often.
    """
    found: list[Told] = []
    for line in _together(_worth_telling(lines)):
        fresh = _told(line)
        last = found[-1] if found else None
        plain = last is not None and not (last.lines or fresh.lines or line.counts)
        if plain and last is not None and last.deeds == fresh.deeds:
            found[-1] = replace(last, times=last.times + 1)
        else:
            found.append(fresh)
    return found


def _worth_telling(lines: Sequence[Line]) -> Iterator[Line]:
    for line in lines:
        says = line.lines or not (line.quiet or line.text.endswith(DONE))
        if says and (not line.aside or line.matters):
            yield line


def _told(line: Line) -> Told:
    own = Deed(line.text, tuple(_counts(line)) if line.counts else (), line.touches)
    if not line.lines:
        return Told((own,))
    led_to = briefly([each for each in line.lines if not _says_again(each, line)])
    if len(led_to) != 1 or led_to[0].times > 1:
        return Told((own,), lines=tuple(led_to))
    only, doer = led_to[0], DOER.match(line.text)
    first = only.deeds[0]
    behind = replace(first, text=first.text.removeprefix(doer[0] if doer else ""))
    return Told((own, behind, *only.deeds[1:]), lines=only.lines)


def _counts(line: Line) -> Iterator[str]:
    """What counters became, without the name of who did it where that is theirs."""
    doer = DOER.match(line.text)
    for count in line.counts:
        yield count.removeprefix(f"{doer[0].rstrip()}: " if doer else "")


def _together(lines: Iterator[Line]) -> list[Line]:
    """The lines, neighbouring pieces that went the same way in one, and neighbouring choices of one player."""
    found: list[Line] = []
    items: list[str] = []
    before: object = None
    for line in lines:
        alike = None if line.lines or line.counts else _move(line.text) or CHOICE.match(line.text)
        parts = None if alike is None else (line.text[: alike.start("item")], line.text[alike.end("item") :])
        if alike is None or (parts, line.touches) != before:
            items = []
            found.append(line)
        if alike is not None and parts is not None:
            items.append(alike["item"])
            found[-1] = replace(line, text=f"{parts[0]}{', '.join(_counted(items))}{parts[1]}")
        before = (parts, line.touches)
    return found


def _move(text: str) -> re.Match[str] | None:
    return MOVE.fullmatch(text) if " → " in text else None  # few lines are moves, and all are asked


def _counted(items: Sequence[str]) -> list[str]:
    return [several(count, item) for item, count in Counter(items).items()]


def _says_again(line: Line, cause: Line) -> bool:
    """Whether a piece that moved is named by the deed that moved it: the Rifle, after P2 discards Rifle."""
    move = None if line.lines or line.counts else _move(line.text)
    if move is None:
        return False
    doer = "" if cause.player is None else f"P{cause.player + 1}"
    if line.touches > cause.touches and set(OWNER.findall(move["rest"])) - {doer}:
        return False  # it is news to whom it touches that it was theirs
    number = sum(each.text == line.text for each in cause.lines)
    names = "|".join(map(re.escape, (move["item"], several(number, move["item"]))))
    return re.search(rf"(?<!\w)({names})(?!\w)", cause.text, re.IGNORECASE) is not None


def touching(lines: Sequence[Line], viewer: int) -> list[Told]:
    """The last of what happened that is about a viewer, and came neither of their own deeds nor of their answer.

    What is part of a deed is told behind that deed.
    """
    return briefly(list(_touching(lines, viewer, viewer, "")))[-TOUCHING:]


def _touching(lines: Sequence[Line], viewer: int, doer: int, deed: str) -> Iterator[Line]:
    for line in lines:
        doer = doer if line.player is None else line.player
        if line.touches and doer != viewer and not line.quiet:
            within = tuple(_touching(line.lines, viewer, doer, ""))
            yield replace(line, text=f"{deed} › {line.text}" if deed else line.text, lines=within)
        else:
            yield from _touching(line.lines, viewer, doer, "" if line.quiet else line.text)
