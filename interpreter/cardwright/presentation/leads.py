"""What answers lead to before anybody decides again, as far as the player who is asked can be certain of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from cardwright.inspect.asked import Told
from cardwright.presentation.look import Look
from cardwright.runtime.kernel import RunawayError

if TYPE_CHECKING:
    from cardwright.playing.state import State

# In so many worlds that a player holds possible everything is tried: what comes of an answer in all of them is certain.
WORLDS = 12
# Of more options nothing is said: nobody reads it. So many answers are tried of picks that belong together.
MOST_OPTIONS = 60
MOST_TRIED = 120
# What an answer changes: whose it is (a seat; -1: the table), what, and by how much or to what, at least and at most.
What = tuple[int, str]
Change = tuple[int, int] | str
# Stands before the word of a zone of which only is counted how much lies there.
COUNTED = "#"
NOTHING = "changes nothing now"


def leads(state: State, player: int, options: Sequence[int]) -> list[tuple[str, ...]]:
    """For each of some options of the decision what a player can be sure it brings; () for what tells no two apart.

    What is left out: what all of the options bring, and what depends on chance or on anything hidden.
    """
    if len(options) > MOST_OPTIONS:
        return [() for _ in options]
    worlds = [state.determinise(player, seed) for seed in range(WORLDS)]
    found = [_certain([_tried(world, player, option) for world in worlds]) for option in options]
    told = [{} if changes is None else changes for changes in found]
    doing = [set(sure.items()) for option, sure in zip(options, told, strict=True) if not state.declines(option)]
    shared = reduce(lambda one, other: one & other, doing) if len(doing) > 1 else set()
    says = _Sayer(state, player)
    return [
        (NOTHING,)
        if changes is not None and not changes and _comes_to_nothing(worlds, player, option)
        else tuple(says.change(what, how) for what, how in sure.items() if (what, how) not in shared)
        for option, changes, sure in zip(options, found, told, strict=True)
    ]


def _certain(tries: Sequence[Mapping[What, Change] | None]) -> dict[What, Change] | None:
    """What is so in every one of some tries; None if one of them came to no end."""
    first = tries[0]
    if first is None or any(each is None for each in tries):
        return None
    return {what: how for what, how in first.items() if all(each and each.get(what) == how for each in tries)}


def _tried(world: State, player: int, option: int) -> dict[What, Change] | None:
    """What an option brings in one world: of picks that belong together, from the least to the most that they can."""
    leaves = list(_leaves(world, player, [option], [MOST_TRIED]))
    if not leaves or any(leaf is None for leaf in leaves):
        return None
    changes = [dict(_changes(world, leaf, player)) for leaf in leaves if leaf is not None]
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


def _leaves(world: State, player: int, options: Sequence[int], left: list[int]) -> Iterator[State | None]:
    """The states after the options, and after the picks of the same choice that follow; None if there are too many."""
    tables = world.program.tables["sites"]
    here = tables[world.site]
    for option in options:
        left[0] -= 1
        if left[0] < 0:
            yield None
            return
        ahead = world.clone()
        declines = world.declines(option)
        try:
            ahead.apply(option)
        except RunawayError:
            yield None
            return
        goes_on = not ahead.finished and ahead.player == player and ahead.site == world.site + 1
        if goes_on and not declines and here.then and tables[ahead.site].then == here.then:
            doing = [each for each in range(ahead.option_count) if not ahead.declines(each)]
            yield from _leaves(ahead, player, doing, left)
        else:
            yield ahead


def _changes(before: State, after: State, player: int) -> Iterator[tuple[What, Change]]:
    """What is different for everybody to see: counters and marks of the table and of players, and who has how much."""
    tables = before.program.tables
    told = Told(after, player)
    # what others do in a turn of their own does not come of an answer
    goes_on = after.turns == before.turns
    hidden = Look(tables["look"]).hidden
    for row in tables["memory"]:
        count = {"table": 1, "player": before.program.players}.get(row.owner, 0)
        for place in range(count * row.width):
            was, now = before.slots[row.base + place], after.slots[row.base + place]
            owner = place // row.width if row.owner == "player" else -1
            unseen = owner != player and (row.secret or not goes_on)
            begins_anew = owner < 0 and now == row.starts  # at the end of what it lasts for
            if was == now or unseen or begins_anew or row.word in hidden or row.base + place == tables["active"]:
                continue
            title = row.title + (f" {row.per[place % row.width].replace('_', ' ')}" if row.per else "")
            if row.type == "number":
                yield (owner, f"{row.word}|{title}"), (now - was, now - was)
            elif row.type in ("player", "piece", "enum"):
                yield (owner, f"{row.word}|{title}"), told.value(row.type, now) if now >= 0 else "none"
    start = tables["zones_from"]
    for number, zone in enumerate(tables["zones"]):
        if zone.owner == "player" and zone.word not in hidden and (goes_on or zone.number == player):
            by = _size(after.slots[start + number]) - _size(before.slots[start + number])
            if by:
                yield (zone.number, f"{COUNTED}{zone.word}|{zone.title}"), (by, by)


def _size(content: object) -> int:
    return content.bit_count() if isinstance(content, int) else len(content)  # type: ignore[arg-type]


def _comes_to_nothing(worlds: Sequence[State], player: int, option: int) -> bool:
    """Whether an option leaves everything as it was, in every world, and the text that asked goes on."""
    for world in worlds:
        if world.declines(option):
            return False
        ahead = world.clone()
        ahead.apply(option)
        start = world.program.tables["zones_from"]
        same = ahead.slots[start:] == world.slots[start:] and ahead.frames == world.frames
        if not same or ahead.site == world.site + 1 or ahead.player != player:
            return False
    return True


class _Sayer:
    """Puts changes into words."""

    def __init__(self, state: State, player: int) -> None:
        self.look = Look(state.program.tables["look"])
        self.names = state.program.naming
        self.player = player

    def change(self, what: What, how: Change) -> str:
        """A change in words: `points +3`, `P2: coins -2 to 0`, `airstrip Windy Gap`."""
        owner, named = what
        word, _, title = named.removeprefix(COUNTED).partition("|")
        title = self.look.short.get(word, title)
        whose = "" if owner in (self.player, -1) else f"{self.names.player(owner)}: "
        if isinstance(how, str):
            return f"{whose}{title} {how}"
        least, most = how
        if least == most:
            return f"{whose}{title} {most:+}"
        if min(abs(least), abs(most)) == 0:
            return f"{whose}{title} up to {most or least:+}"
        return f"{whose}{title} {least:+} to {most:+}"
