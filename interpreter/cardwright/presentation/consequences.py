"""What answers lead to until somebody decides again or the deed ends, as far as who is asked can be certain of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from cardwright.presentation.look import Look
from cardwright.program_format import NO_NUMBER, PASS, PENDING, TURNS, purpose_of
from cardwright.query.decision_text import PlayerNames
from cardwright.query.knowledge.partial_evaluation import PartialRun, course_of
from cardwright.query.knowledge.unknown_values import Backs, Hidden
from cardwright.query.open_events import powers_at_work
from cardwright.source.node_dataclass import frozen

if TYPE_CHECKING:
    from cardwright.game.state import State

# Of more options nothing is said: nobody reads it. So many answers are tried of picks that belong together.
MAX_OPTIONS = 60
MAX_TRIALS = 120
# What an answer changes: whose it is (a seat; -1: the table), what, and by how much or to what, at least and at most.
What = tuple[int, str]
Change = tuple[int, int] | str
# Stands before the word of a zone of which only is counted how much lies there.
COUNTED = "#"
COMES_TO_NOTHING = "changes nothing now"


@frozen
class Lead:
    """Something that an option certainly brings or does, in words.

    If it is a number that changes, `what` it is of, and by how much at `least` and at `most`.
    """

    text: str
    what: str = ""
    least: int = 0
    most: int = 0

    @property
    def way(self) -> str:
        """Whether there is `more` or `less` of something then; "" where it is neither, or both are possible."""
        if self.least < 0 < self.most:
            return ""
        return "less" if self.least < 0 else "more" if self.most > 0 else ""


def leads(state: State, player: int, options: Sequence[int]) -> list[tuple[Lead, ...]]:
    """For each of some options of the decision what it certainly brings; () for what tells no two apart.

    That is until somebody decides again, the deed is over and another begins, or the turn ends. What is left out: what
    all of the options bring, but for what they cost in cards. Of an option whose course until then hangs anywhere on
    chance or on what the player cannot know, nothing is said: what it brings first may be taken again behind that. Nor
    is anything where the texts that wait go by what the player cannot know.
    """
    seen = len(options) <= MAX_OPTIONS and not _goes_by_untold(state, player) and not _others_may_wait(state)
    course = course_of(state, player) if seen else None
    if course is None:
        return [() for _ in options]
    found = [brought(state, course, player, option) for option in options]
    told = [{} if changes is None else changes for changes in found]
    doing = [changes for option, changes in zip(options, found, strict=True) if not state.declines(option)]
    shared = plain(doing, state.program.tables["sites"][state.site].base == "piece")
    says = _Sayer(state, player)
    return [
        (Lead(COMES_TO_NOTHING),)
        if changes is not None and not changes and _comes_to_nothing(state, course, player, option)
        else tuple(says.change(what, how) for what, how in says.in_order(sure) if (what, how) not in shared)
        for option, changes, sure in zip(options, found, told, strict=True)
    ]


def plain(doing: Sequence[Mapping[What, Change] | None], pieces: bool) -> set[tuple[What, Change]]:
    """What need not be told of several options, of some of which (None) nothing is known; or of `pieces` to pick from.

    It is what all of them bring, and that what is picked comes and goes.
    """
    known = [changes for changes in doing if changes is not None]
    shared = {each for each in _common([changes or {} for changes in doing]) if not _is_price(*each)}
    moved = known[0].items() if pieces and len(known) == 1 < len(doing) else _common(known)
    return shared | {each for each in moved if _is_one_piece(*each)}


def _common(doing: Sequence[Mapping[What, Change]]) -> set[tuple[What, Change]]:
    """What several options all bring."""
    brings = [set(changes.items()) for changes in doing]
    return reduce(lambda one, other: one & other, brings) if len(brings) > 1 else set()


def _is_one_piece(what: What, how: Change) -> bool:
    """Whether somebody has one piece more or less: that what is picked comes or goes is plain."""
    return what[1].startswith(COUNTED) and how in ((1, 1), (-1, -1))


def _is_price(what: What, how: Change) -> bool:
    """Whether somebody has several pieces less; that one which is picked goes is plain."""
    return what[1].startswith(COUNTED) and isinstance(how, tuple) and how[1] < -1


def _goes_by_untold(state: State, player: int) -> bool:
    """Whether a text that waits goes by what a player cannot know and what no dealt world works out anew."""
    untold = state.variant.names.get("UNTOLD", {})
    return any(
        player not in [frame[place] for place in knowers]
        for frame in state.frames
        for knowers in untold.get(frame[0], ())
    )


def _others_may_wait(state: State) -> bool:
    """Whether a power waits for the answer, and behind it perhaps others to the same deed, of which nobody may know."""
    tables = state.program.tables
    # a power of what may lie face down works face up alone
    open_zones = {zone.word for zone in tables["zones"] if zone.see in ("everyone", "face")}
    unseen = [each for each in tables["abilities"] if each.power >= 0 and not open_zones.issuperset(each.zones)]
    if not unseen:
        return False
    heard = {slot for number in powers_at_work(state.retracked()) for slot in tables["abilities"][number].slots}
    return any(not heard.isdisjoint(each.slots) for each in unseen)


def brought(state: State, course: PartialRun, player: int, option: int) -> dict[What, Change] | None:
    """What an option certainly brings: of picks that belong together, from the least to the most that they can.

    None if what comes of it hangs on what the player does not know.
    """
    leaves = list(_leaves(state, course, player, [option], [MAX_TRIALS]))
    if any(leaf is None for leaf in leaves):
        return None
    changes = [dict(_changes(state, course, leaf, player)) for leaf in leaves if leaf is not None]
    found: dict[What, Change] = {}
    for what in dict.fromkeys(what for each in changes for what in each):
        values = [each.get(what, (0, 0)) for each in changes]
        if all(isinstance(value, tuple) for value in values):
            numbers = [value[0] for value in values if isinstance(value, tuple)]
            if what[1].startswith(COUNTED) and min(numbers) != max(numbers):
                continue  # of cards that are to be picked it is plain that they go
            found[what] = (min(numbers), max(numbers))
        elif len(set(values)) == 1:
            found[what] = values[0]
    return found


def _leaves(
    state: State, course: PartialRun, player: int, options: Sequence[int], left: list[int]
) -> Iterator[PartialRun | None]:
    """What the options come to, and the picks of the same choice that follow; None for what is not certain."""
    tables = state.program.tables
    _, offered, site = course.slots[PENDING]
    comes = purpose_of(tables, site).then
    for option in options:
        left[0] -= 1
        declines = type(offered[option]) is int and offered[option] == PASS
        ahead = course.after(offered[option], tables["sites"][site].inside) if left[0] >= 0 else None
        if ahead is None:
            yield None
            return
        now = ahead.slots[PENDING]
        goes_on = now is not None and now[0] == player and now[2] == site + 1 and tables["sites"][now[2]].later
        if goes_on and not declines and comes:
            doing = [place for place, each in enumerate(now[1]) if type(each) is not int or each != PASS]
            yield from _leaves(state, ahead, player, doing, left)
        else:
            yield ahead


def _changes(state: State, before: PartialRun, after: PartialRun, player: int) -> Iterator[tuple[What, Change]]:
    """What is different for everybody to see: counters and marks of the table and of players, and who has how much."""
    tables, told = state.program.tables, PlayerNames(state, player)
    # what others do in a turn of their own does not come of an answer
    goes_on = after.slots[TURNS] == before.slots[TURNS]
    hidden = Look(tables["look"]).hidden
    for row in tables["memory"]:
        count = {"table": 1, "player": state.program.players}.get(row.owner, 0)
        for place in range(count * row.width):
            was, now = before.slots[row.base + place], after.slots[row.base + place]
            owner = place // row.width if row.owner == "player" else -1
            unseen = owner != player and (row.secret or not goes_on)
            if unseen or type(was) is not int or type(now) is not int or was == now:
                continue
            begins_anew = (row.until or owner < 0) and now == row.starts  # at the end of what it lasts for
            if begins_anew or row.word in hidden or row.base + place == tables["active"]:
                continue
            title = row.title + (f" {row.per[place % row.width].replace('_', ' ')}" if row.per else "")
            if row.type == "number" and NO_NUMBER not in (was, now):
                yield (owner, f"{row.word}|{title}"), (now - was, now - was)
            elif row.type == "number":
                yield (owner, f"{row.word}|{title}"), told.value(row.type, now)
            elif row.type in ("player", "piece", "enum"):
                yield (owner, f"{row.word}|{title}"), told.value(row.type, now) if now >= 0 else "none"
    start = tables["zones_from"]
    for number, zone in enumerate(tables["zones"]):
        if zone.owner == "player" and zone.word not in hidden and (goes_on or zone.number == player):
            was, now = (_size(course.slots[start + number]) for course in (before, after))
            if was is not None and now is not None and was != now:
                yield (zone.number, f"{COUNTED}{zone.word}|{zone.title}"), (now - was, now - was)


def _size(content: object) -> int | None:
    """How much lies in a zone, if that is known."""
    if isinstance(content, int | Backs):
        return content.bit_count()
    return len(content) if isinstance(content, tuple) else None


def _comes_to_nothing(state: State, course: PartialRun, player: int, option: int) -> bool:
    """Whether an option certainly leaves everything as it was, and the text that asked goes on."""
    _, offered, site = course.slots[PENDING]
    ahead = None if state.declines(option) else course.after(offered[option])
    if ahead is None or ahead.slots[PENDING] is None:
        return False
    asked, _, now = ahead.slots[PENDING]
    start = state.program.tables["zones_from"]
    try:
        same = ahead.slots[start:] == course.slots[start:] and ahead.frames == course.frames
    except Hidden:
        return False
    return same and now != site + 1 and asked == player


class _Sayer:
    """Puts changes into words."""

    def __init__(self, state: State, player: int) -> None:
        self.look = Look(state.program.tables["look"])
        self.names = state.program.naming
        self.player = player

    def in_order(self, changes: Mapping[What, Change]) -> list[tuple[What, Change]]:
        """Changes with those of the player first, then those of the table: where room is scarce the last are cut."""
        return sorted(changes.items(), key=lambda each: (each[0][0] != self.player, each[0][0] != -1))

    def change(self, what: What, how: Change) -> Lead:
        """A change in words: `points +3`, `P2: coins -2 to 0`, `airstrip Windy Gap`."""
        owner, named = what
        word, _, title = named.removeprefix(COUNTED).partition("|")
        title = self.look.short.get(word, title)
        whose = "" if owner in (self.player, -1) else f"{self.names.player(owner)}: "
        if isinstance(how, str):
            return Lead(f"{whose}{title} {how}")
        least, most = how
        by = f"{least:+} to {most:+}"
        if least == most:
            by = f"{most:+}"
        elif min(abs(least), abs(most)) == 0:
            by = f"up to {most or least:+}"
        return Lead(f"{whose}{title} {by}", f"{whose}{title}", least, most)
