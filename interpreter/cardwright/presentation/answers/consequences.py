"""Consequences of options that the player can be sure of before the next decision."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import make_singular
from cardwright.presentation.answers.state_differences import (
    COUNTED,
    WHOLE_SCORE,
    Change,
    NumberChange,
    What,
    compare_scores,
    compare_states,
    find_currencies,
    select_told,
)
from cardwright.presentation.game_facts_for_table import find_score_word
from cardwright.presentation.look import Look
from cardwright.query.display_budgets import limit_display_work
from cardwright.query.events_in_progress import list_open_abilities, list_open_procedures
from cardwright.query.knowledge.partial_execution import PartialRun, start_partial_run
from cardwright.query.knowledge.unknown_values import Hidden
from cardwright.runtime.primitives.exact_numbers import Exact
from cardwright.runtime.primitives.zones import where
from cardwright.source.node_dataclass import frozen
from cardwright.state_slots_and_table_rows import FACE, PASS

if TYPE_CHECKING:
    from cardwright.game.state import State

# Limits for the options that get consequences, and for the trials of choices that belong together.
MAX_OPTIONS = 60
MAX_TRIALS = 120
# The ends of an option for which the whole score is computed.
MAX_SCORED_ENDS = 4
# The consequence of passing if nothing else follows.
ENDS_TURN = "ends your turn"
COMES_TO_NOTHING = "changes nothing now"


@frozen
class Consequence:
    """An effect that an option certainly has, in words.

    If a number changes, `what` is its name and the change lies between `least` and `most`. `scores` is True for the
    score of the player who decides, and `others` for what belongs to another player. `pays` is True for what the
    player pays with. If memory gets another `value`, such as a colour, this is the value.
    """

    text: str
    what: str = ""
    least: Exact = 0
    most: Exact = 0
    scores: bool = False
    others: bool = False
    pays: bool = False
    value: str = ""

    @property
    def way(self) -> str:
        """How the change is shown: `more` for a gain, `less` for a loss of score, else "".

        What is paid or laid down is the usual cost of an answer, and no loss.
        """
        if self.others or self.least < 0 < self.most:
            return ""
        return "more" if self.most > 0 else "less" if self.scores and self.least < 0 else ""


def make_change(
    what: str,
    least: Exact,
    most: Exact,
    falls: bool = False,
    scores: bool = False,
    others: bool = False,
    pays: bool = False,
) -> Consequence:
    """Return the change of the number `what`, which lies between two values: `points +3`, `coins -2 to +1`.

    If `falls`, the greater value comes first. What the player `pays` with is told as a cost: `costs 2 coins`.
    """
    costs = pays and most <= 0
    first, last = (most, least) if falls != costs else (least, most)
    one, other = (f"{-each}" if costs else f"{each:+}" for each in (first, last))
    by = f"{one} to {other}"
    if least == most:
        by = one
    elif 0 in (least, most):
        by = f"up to {one if first else other}"
    text = f"costs {by} {make_singular(what) if least == most == -1 else what}" if costs else f"{what} {by}"
    return Consequence(text, what, least, most, scores, others, pays)


def find_consequences(state: State, player: int, options: Sequence[int]) -> list[tuple[Consequence, ...]]:
    """Return the certain consequences of each option; () for an option that has none of its own.

    Options are executed until the next decision, or until the end of the event or turn. Changes that all options share
    are left out, except payments in cards. An option has no consequences if its execution depends on chance or on
    information hidden from the player. No option has any if a suspended rule text depends on such information.
    """
    seen = (
        len(options) <= MAX_OPTIONS
        and not _depends_on_hidden_values(state, player)
        and not _can_hidden_abilities_react(state)
    )
    course, tables = start_partial_run(state, player) if seen else None, state.program.tables
    if course is None:
        return [() for _ in options]
    declining = {option for option in options if state.declines(option)}
    with limit_display_work(state.program):
        found = [compute_certain_changes(state, course, player, option) for option in options]
    changes_of = [
        {} if changes is None else select_told(tables, _drop_own_move(state, option, changes), player)
        for option, changes in zip(options, found, strict=True)
    ]
    doing = [
        None if not changes and _leads_to_choice(state, course, option) else changes
        for option, changes in zip(options, found, strict=True)
        if option not in declining
    ]
    shared = find_shared_changes(doing, tables.sites[state.site].base == "piece")
    signed = {
        what for changes in changes_of for what, how in changes.items() if isinstance(how, NumberChange) and how.signed
    }
    says = _ChangeRenderer(state, player, _list_players_in_game(state, course), signed)
    return [
        (Consequence(COMES_TO_NOTHING),)
        if changes is not None and not changes and _changes_nothing(state, course, player, option)
        else _render_end_of_turn(says, sure)
        if changes is not None and _passing_ends_turn(state, course, option)
        else tuple(says.changes([each for each in says.in_order(sure) if each not in shared], option not in declining))
        for option, changes, sure in zip(options, found, changes_of, strict=True)
    ]


def _render_end_of_turn(says: _ChangeRenderer, changes: Mapping[What, Change]) -> tuple[Consequence, ...]:
    """Return what passing leads to: the end of the turn, after scores and gains that it brings.

    What is reset or put away at that end is left out, because every turn ends with it.
    """
    gains = [each for each in says.in_order(changes) if says.is_gain(*each)]
    return *says.changes(gains, pays=False), Consequence(ENDS_TURN)


def _drop_own_move(state: State, option: int, changes: Mapping[What, Change]) -> dict[What, Change]:
    """Return the changes of an option without the one that it says itself: the piece leaves the zone where it lies."""
    tables, value = state.program.tables, state.offered[option]
    base, piece = tables.sites[state.site].thing(value)
    if base != "piece" or not isinstance(piece, int) or piece < 0 or tables.whole[piece] >= 0:
        return dict(changes)
    zone = tables.zones[where(state.variant.context, state.slots, piece) - tables.zones_from]
    own = (zone.number, f"{COUNTED}{zone.word}|{zone.title}")
    return {what: how for what, how in changes.items() if what != own or how != NumberChange(-1, -1)}


def _leads_to_choice(state: State, course: PartialRun, option: int) -> bool:
    """Return True if an option makes its player choose further, so that what it brings is still open."""
    following = course.after(course.offered[option])
    now = None if following is None else following.pending
    return now is not None and now[0] == state.player and now[2] in state.program.tables.sites[state.site].inside


def _passing_ends_turn(state: State, course: PartialRun, option: int) -> bool:
    """Return True if an option passes, and passing certainly ends the player's turn without a further decision."""
    active = state.program.tables.active
    if not state.declines(option) or active < 0 or course.slots[active] != state.player:
        return False
    following = course.after(course.offered[option])
    return following is not None and (following.pending is None or following.turns != course.turns)


def _list_players_in_game(state: State, course: PartialRun) -> set[int]:
    """Return the players who are not out of the game."""
    out = state.program.tables.out
    return {each for each in range(state.program.players) if out < 0 or not course.slots[out + each]}


def find_shared_changes(doing: Sequence[Mapping[What, Change] | None], pieces: bool) -> set[tuple[What, Change]]:
    """Return the changes that all options have, and that are therefore not shown.

    `doing` has the changes of each option, None for an option of unknown effect. With `pieces`, the options are pieces;
    then a gain or loss of exactly one piece counts as shared too.
    """
    known = [changes for changes in doing if changes is not None]
    shared = {each for each in _intersect_changes([changes or {} for changes in doing]) if not _loses_several(*each)}
    moved = known[0].items() if pieces and len(known) == 1 < len(doing) else _intersect_changes(known)
    return shared | {each for each in moved if _moves_one_piece(*each)}


def _intersect_changes(doing: Sequence[Mapping[What, Change]]) -> set[tuple[What, Change]]:
    """Return the changes that all options share."""
    brings = [set(changes.items()) for changes in doing]
    return reduce(lambda one, other: one & other, brings) if len(brings) > 1 else set()


def _moves_one_piece(what: What, how: Change) -> bool:
    """Return True if a player gains or loses exactly one piece, as with any option that is a piece."""
    return what[1].startswith(COUNTED) and how in (NumberChange(1, 1), NumberChange(-1, -1))


def _loses_several(what: What, how: Change) -> bool:
    """Return True if a player loses several pieces, which the choice of one piece does not explain."""
    return what[1].startswith(COUNTED) and isinstance(how, NumberChange) and how.most < -1


def _depends_on_hidden_values(state: State, player: int) -> bool:
    """Return True if a suspended rule text holds a hidden value that determinizations do not recompute."""
    untold = state.variant.unrecomputable
    return any(
        player not in [frame[place] for place in knowers]
        for frame in state.frames
        for knowers in untold.get(frame[0], ())
    )


def _can_hidden_abilities_react(state: State) -> bool:
    """Return True if abilities of face-down pieces may react to the event of the current decision."""
    tables = state.program.tables
    # abilities of pieces in hidden zones work only while they are face up
    open_zones = {zone.word for zone in tables.zones if zone.see in ("everyone", "face")}
    unseen = [each for each in tables.abilities if each.power >= 0 and not open_zones.issuperset(each.zones)]
    if not unseen:
        return False
    heard = {slot for number, _ in list_open_abilities(state.retracked()) for slot in tables.abilities[number].slots}
    return any(not heard.isdisjoint(each.slots) for each in unseen)


def compute_certain_changes(state: State, course: PartialRun, player: int, option: int) -> dict[What, Change] | None:
    """Return the certain changes of an option, as ranges over the further choices that belong to it.

    `course` is the match before the answer, as far as the player knows it. Returns None if the result depends on
    information hidden from the player.
    """
    leaves = list(_try_options(state, course, player, [option], [MAX_TRIALS]))
    if any(leaf is None for leaf in leaves):
        return None
    changes = [dict(compare_states(state, course, leaf, player)) for leaf in leaves if leaf is not None]
    if len(leaves) <= MAX_SCORED_ENDS:
        for each, leaf in zip(changes, leaves, strict=True):
            if leaf is not None and (each or _is_changed(course, leaf)):
                each |= compare_scores(state, course, leaf, player)
    found: dict[What, Change] = {}
    for what in dict.fromkeys(what for each in changes for what in each):
        values = [each.get(what, NumberChange(0, 0)) for each in changes]
        numbers = [value for value in values if isinstance(value, NumberChange)]
        if len(numbers) == len(values):
            least, most = min(each.least for each in numbers), max(each.most for each in numbers)
            if what[1].startswith(COUNTED) and least != most:
                continue  # it is clear that the picked cards leave
            found[what] = NumberChange(least, most, any(each.signed for each in numbers))
        elif len(set(values)) == 1:
            found[what] = values[0]
    return found


def _try_options(
    state: State, course: PartialRun, player: int, options: Sequence[int], left: list[int]
) -> Iterator[PartialRun | None]:
    """Yield the run after each option, and after each sequence of further choices that belong to the option.

    None stands for an unknown result and is the last item. `left` holds the number of trials that remain.
    """
    tables = state.program.tables
    offered, site = course.offered, course.site
    comes = tables.purpose(site).then
    for option in options:
        left[0] -= 1
        declines = type(offered[option]) is int and offered[option] == PASS
        following = course.after(offered[option], tables.sites[site].inside) if left[0] >= 0 else None
        if following is None:
            yield None
            return
        now = following.pending
        goes_on = now is not None and now[0] == player and now[2] == site + 1 and tables.sites[now[2]].later
        if now is not None and goes_on and not declines and comes:
            doing = [place for place, each in enumerate(now[1]) if type(each) is not int or each != PASS]
            yield from _try_options(state, following, player, doing, left)
        else:
            yield following


def _changes_nothing(state: State, course: PartialRun, player: int, option: int) -> bool:
    """Return True if an option certainly has no effect before the next decision or the end of its procedure.

    Only decisions of the same player in the same rule text count.
    """
    offered, site = course.offered, course.site
    # a bid of 0 is one, also if the memory for it is 0 before
    if state.declines(option) or state.program.tables.sites[site].base == "number":
        return False
    every_site = range(len(state.program.tables.sites))
    try:
        for following in (course.after(offered[option]), course.after(offered[option], every_site)):
            if following is None:
                return False
            changed = _list_changed_slots(course, following)
            if not following.finished:
                asked, now = following.player, following.site
                if now != site + 1 and asked == player and following.frames == course.frames and not changed:
                    return True
            elif not _has_results(state) and changed <= _list_slots_of_turns(state, following):
                return True
    except Hidden:  # who decides next, or a slot, depends on what the player cannot see
        return False
    return False


def _list_changed_slots(before: PartialRun, after: PartialRun) -> set[int]:
    """Return the slots that differ. Raises Hidden if one depends on hidden information."""
    pairs = zip(before.slots[FACE:], after.slots[FACE:], strict=True)
    return {place for place, (was, now) in enumerate(pairs, FACE) if was is not now and was != now}


def _is_changed(before: PartialRun, after: PartialRun) -> bool:
    """Return True if anything differs, such as memory of a piece, or may differ where hidden pieces do."""
    try:
        return bool(_list_changed_slots(before, after))
    except Hidden:
        return True


def _list_slots_of_turns(state: State, after: PartialRun) -> set[int]:
    """Return the slots that change from turn to turn: events in progress, active player, and memory that is reset."""
    tables = state.program.tables
    found = {slot for word, slot in tables.slots.items() if word.startswith(("during ", "used "))}
    found.add(tables.active)
    for row in tables.memory:
        count = row.width * {"table": 1, "player": state.program.players}.get(row.owner, 0)
        if row.until:
            found |= {place for place in range(row.base, row.base + count) if after.slots[place] == row.starts}
    return found


def _has_results(state: State) -> bool:
    """Return True if a procedure in progress returns a result, because that may be all that an answer decides."""
    procedures = state.program.tables.procedures
    return any(procedures[number].result is not None for number in list_open_procedures(state.retracked()))


class _ChangeRenderer:
    """Renderer of changes as text. A negative difference of a number in `signed` could be read as its new value."""

    def __init__(self, state: State, player: int, in_game: set[int], signed: Collection[What]) -> None:
        self.look = Look(state.program.tables.look)
        self.scored = find_score_word(state.program.tables.rules, state.program.tables.cases)
        self.names = state.program.naming
        self.player = player
        self.others = in_game - {player}
        self.signed = {named for _, named in signed}
        self.currencies = find_currencies(state.program.tables)
        self.together = state.program.tables.sentences.together

    def in_order(self, changes: Mapping[What, Change]) -> list[tuple[What, Change]]:
        """Return the changes in order: of the player, of the table, and of other players.

        In each, the score comes first and costs come last. If space is short, the caller omits the last ones.
        """

        def rank(change: tuple[What, Change]) -> tuple[bool, bool, bool, bool]:
            (owner, named), how = change
            costs = isinstance(how, NumberChange) and how.least < 0
            return owner != self.player, owner != -1, not self._is_score(named), costs

        return sorted(changes.items(), key=rank)

    def changes(self, changes: Sequence[tuple[What, Change]], pays: bool) -> Iterator[Consequence]:
        """Render changes; an equal change of all players in the game, or of all others, is rendered once.

        If the player `pays`, what they lose is told as a cost. Who declines pays nothing, but may lose what is left.
        """
        owners: dict[tuple[str, Change], set[int]] = {}
        for (owner, named), how in changes:
            owners.setdefault((named, how), set()).add(owner)
        rendered = set()
        for (owner, named), how in changes:
            equal = owners[named, how]
            if self.together and self._is_score(named):
                who = ""
            elif self.others and equal >= self.others | {self.player}:
                who = "everybody: "
            elif len(self.others) > 1 and equal >= self.others and self.player not in equal:
                who = "all others: "
            else:
                who = "" if owner in (self.player, -1) else f"{self.names.player(owner)}: "
            if (named, how, who) not in rendered:
                rendered.add((named, how, who))
                yield self._change(named, how, who, owner, pays)

    def is_gain(self, what: What, how: Change) -> bool:
        """Return True for a change of a score, and for a number that becomes greater for the player."""
        owner, named = what
        gained = owner == self.player and isinstance(how, NumberChange) and how.least > 0
        return self._is_score(named) or (gained and not named.startswith(COUNTED))

    def _is_score(self, named: str) -> bool:
        return named.partition("|")[0] in (WHOLE_SCORE, self.scored)

    def _change(self, named: str, how: Change, whose: str, owner: int, pays: bool) -> Consequence:
        """Render a change: `points +3`, `costs 2 coins`, `P2: coins -2 to 0`, `score by -40`, `airstrip Windy Gap`."""
        word, _, title = named.removeprefix(COUNTED).partition("|")
        title = self.look.short.get(word, title)
        if isinstance(how, str):
            return Consequence(f"{whose}{title} {how}", value=how)
        by = " by" if named in self.signed and how.least < 0 else ""
        scores, others = owner == self.player and self._is_score(named), owner not in (self.player, -1)
        costs = pays and owner == self.player and not (whose or by) and named.partition("|")[0] in self.currencies
        return make_change(f"{whose}{title}{by}", how.least, how.most, scores=scores, others=others, pays=costs)
