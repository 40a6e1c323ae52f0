"""Decisions in words, which reveal nothing that the deciding player cannot know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from cardwright.query.picks_as_one_decision import (
    Several,
    count_picked,
    describe_progress,
    find_items_to_order,
    group_positions,
    has_joint_condition,
    to_pick,
)
from cardwright.runtime.decision import (
    MANY,
    OTHER,
    YOU,
    Decision,
    Option,
    describe_options,
    fill_title,
    name_picking_none,
)
from cardwright.runtime.names_of_state_values import UNKNOWN, DisplayNames
from cardwright.runtime.primitives.bitsets import ids
from cardwright.runtime.primitives.zones import may_see, where
from cardwright.state_slots_and_table_rows import PASS, STANDS_FOR, DecisionPointRow

if TYPE_CHECKING:
    from cardwright.runtime.log_and_snapshot_records import Unasked
    from cardwright.runtime.state import Position

# Names in frames that are left out of prompts.
UNTOLD = frozenset(("you", "this"))
Said = Sequence[tuple[str, Any]]


class PlayerNames:
    """Names of pieces and zones for one player; a piece that the player does not recognise has no name of its own.

    `in_passing` is False for values that last, such as those in memory: then a piece that is shown only for the moment
    counts as unrecognised.
    """

    def __init__(self, state: Position, player: int, in_passing: bool = True) -> None:
        self.held_up = state.held_up_to(player) if in_passing else 0
        self.state = state
        self.player = player
        self.tables = state.program.tables
        self.names: DisplayNames = state.program.naming
        self.where = partial(where, state.variant.context)
        self.may_see = partial(may_see, state.variant.context)

    def recognises(self, piece: int) -> bool:
        """Return True if the player knows which piece this is, by its face or because it can be no other piece."""
        whole = self.tables.whole[piece]
        outer = piece if whole < 0 else whole
        slot = self.where(self.state.slots, outer)
        content = self.state.slots[slot]
        if self.may_see(self.state.slots, self.player, outer, slot):
            return True
        if isinstance(content, int) and content != 1 << outer:
            return bool(self.held_up >> outer & 1)
        return self.state.remembers(self.player, outer)

    def shows(self, piece: int) -> bool:
        """Return True if the view shows the face of a piece: the player sees the piece, or knows its position.

        When the player picks pieces, such pieces are offered by their faces, and all others by their backs.
        """
        whole = self.tables.whole[piece]
        outer = piece if whole < 0 else whole
        slot = self.where(self.state.slots, outer)
        return self.may_see(self.state.slots, self.player, outer, slot) or self.state.remembers(self.player, outer)

    def piece(self, piece: int) -> str:
        """Return the name of a piece, or of its kind if the player does not recognise the piece."""
        return self.names.piece(piece) if self.recognises(piece) else self.names.any(piece)

    def zone(self, slot: int) -> str:
        """Return the name of a zone. A zone on a piece is named by that piece."""
        carrier = self.names.carrier(slot)
        return self.names.zone(slot, None if carrier < 0 else self.piece(carrier))

    def zone_key(self, slot: int) -> str:
        """Return a short stable word for a zone."""
        carrier = self.names.carrier(slot)
        hidden = carrier >= 0 and not self.recognises(carrier)
        return self.names.zone_key(slot, self.names.kind(carrier) if hidden else None)

    def value(self, base: str, value: Any) -> str:
        """Render a value of any type for this player."""
        if base.endswith(" piece"):
            pieces = ids(value) if isinstance(value, int) else value
            hidden = [piece for piece in pieces if not self.recognises(piece)]
            words = [self.names.value(base, [piece for piece in pieces if piece not in hidden])] if hidden else []
            return ", ".join([*words, *map(self.names.any, hidden)]) if hidden else self.names.value(base, pieces)
        if base == "piece" and value >= 0:
            return self.piece(value)
        if base == "zone" and value >= 0:
            return self.zone(value)
        return self.names.value(base, value)

    def hidden(self, site: DecisionPointRow, options: Sequence[Any]) -> dict[int, tuple[str, str]]:
        """Return (text, key) for each option that is offered face down. The text has its zone and a number in the zone.

        In an ordered zone, the number is the position. Elsewhere, pieces are numbered in the order of the options,
        which is random, after the visible pieces of the zone.
        """
        found: dict[int, tuple[str, str]] = {}
        count: dict[int, int] = {}
        for option in options:
            base, thing = site.thing(option)
            if base not in ("piece", "zone") or thing < 0:
                continue
            piece = thing if base == "piece" else self.names.carrier(thing)
            if piece < 0 or self.shows(piece):
                continue
            if base == "zone":
                found[option] = self.zone(thing), self.zone_key(thing)
                continue
            whole = self.tables.whole[piece]
            slot = self.where(self.state.slots, piece if whole < 0 else whole)
            content = self.state.slots[slot]
            if slot not in count:
                count[slot] = sum(map(self.shows, ids(content))) if isinstance(content, int) and whole < 0 else 0
            count[slot] += 1
            place = count[slot] if isinstance(content, int) else content.index(piece if whole < 0 else whole) + 1
            title = self.tables.kinds[self.names.kind(piece)].title
            found[option] = f"{title} {place} in {self.zone(slot)}", f"{self.zone_key(slot)}.{place}"
        return found

    def places(self, options: Sequence[Any]) -> dict[int, str]:
        """Return the zone name of each piece among the options; {} if all these pieces are in one zone."""
        whole = self.tables.whole
        found = {
            piece: self.zone(self.where(self.state.slots, piece if whole[piece] < 0 else whole[piece]))
            for piece in options
            if piece >= 0
        }
        return found if len(set(found.values())) > 1 else {}

    def said(self, site: int, said: Said) -> list[str]:
        """Render the values in the titles of a decision point.

        Values that the player cannot compute are shown as unknown.
        """
        known = self.tables.known.get(site, [])
        return [self.value(*each) if openly else UNKNOWN for each, (openly, _) in zip(said, known, strict=True)]

    def options(self, site: int, values: Sequence[Any], said: Sequence[str], other: str) -> tuple[Option, ...]:
        """Return the options of a decision point, one for each of the values to choose from.

        `site` is the number of the decision point. `said` are the texts of the values in its titles. In the titles,
        `you` is the player of the rule text; if another player decides, the name `other` replaces it.
        """
        described = self.tables.sites[site]
        hidden = self.hidden(described, values)
        places = self.places(values) if described[1] == "piece" else {}
        options = describe_options(self.names, described, list(values), hidden, places, said, other)
        waiting = [self.waiting(*described.thing(value)) if value not in hidden else "" for value in values]
        return tuple(
            replace(option, text=f"{option.text}: {what}") if what else option
            for option, what in zip(options, waiting, strict=True)
        )

    def waiting(self, base: str, thing: Any) -> str:
        """Return the deferred statements of a stack object in words, or "" for a piece that is no stack object."""
        if base != "piece" or not isinstance(thing, int) or thing < 0:
            return ""
        kind = self.names.kind(thing)
        for memory in self.tables.memory:
            if memory.owner == kind and memory.word == STANDS_FOR:
                value = self.state.slots[memory.base + thing - self.tables.kinds[kind].first]
                return self.names.word(value) if value >= 0 else ""
        return ""


def describe_decision(state: Position) -> Decision:
    """Return the decision for which the state waits, in words."""
    player, options, number = state.player, state.offered, state.site
    site = state.program.tables.sites[number]
    names = PlayerNames(state, player)
    words = names.said(number, state.said())
    described = names.options(number, options, words, _name_asker(state, player))
    if site.decline == "done" and not count_picked(state):
        described = tuple(name_picking_none(each) if each.key == "done" else each for each in described)
    prompt = (
        fill_title(site.blanks[0], words) if site.blanks and site.blanks[0] else _render_prompt(state, site, player)
    )
    prompt = say_for_whom(state) + prompt
    return Decision(player, prompt, described, site.source or None, bool(site.secret), _list_context(names))


def say_for_whom(state: Position) -> str:
    """Return the start of a prompt for another player's decision: `As Ann: `; "" for the player's own decision."""
    asked = find_asked_player(state)
    return "" if asked == state.player else f"As {state.program.naming.player(asked)}: "


def find_asked_player(state: Position) -> int:
    """Return the player whose decision it is, for whom another player may decide."""
    slot = state.program.tables.asked_for
    return int(state.player if slot < 0 else state.slots[slot])


def describe_values(state: Position, options: Sequence[Any]) -> tuple[Option, ...]:
    """Return values as options of the pending decision, in words."""
    player, site = state.player, state.site
    names = PlayerNames(state, player)
    return names.options(site, options, names.said(site, state.said()), _name_asker(state, player))


def find_multi_pick(state: Position) -> Several | None:
    """Return the pick of several items to which the pending decision belongs, or None."""
    to_order = find_items_to_order(state)
    if to_order is not None:
        counts = tuple(map(len, to_order))
        items = describe_values(state, list(state.offered))
        return Several(items, counts, sum(counts) - 1, sum(counts), 0, False, ordered=True)
    found = describe_progress(state)
    if found is None:
        return None
    pool, low, high, picked = found
    groups = group_positions(state, pool)
    return Several(
        describe_values(state, [pool[group[0]] for group in groups]),
        tuple(map(len, groups)),
        max(0, low - picked),
        min(high - picked, len(pool)),
        picked,
        PASS in state.offered,
        has_joint_condition(state),
    )


def describe_forced_choices(state: Position, taken: Sequence[Unasked]) -> list[tuple[int, Option]]:
    """Return forced choices as options in words, each with the player who took it."""
    found = []
    for each in taken:
        names = PlayerNames(state, each.player)
        words = names.said(each.site, each.said)
        found.append((each.player, names.options(each.site, [each.option], words, OTHER)[0]))
    return found


def _render_prompt(state: Position, site: DecisionPointRow, player: int) -> str:
    """Return the prompt of a decision point, with the name of the player who is asked and the number of items."""
    prompt = site.single if is_single(state, site) else str(site.prompt or "Choose")
    return fill_prompt(prompt, state, player)


def fill_prompt(prompt: str, state: Position, player: int) -> str:
    """Return a prompt with the number of items and with the name of the player whose text asks."""
    many = prompt.replace(MANY, str(to_pick(state))) if MANY in prompt else prompt
    return many.replace(YOU, _name_asker(state, player))


def is_single(state: Position, site: DecisionPointRow) -> bool:
    """Return True if the number of items to pick is computed, and is 1 now."""
    return MANY in str(site.prompt) and to_pick(state) == 1


def _name_asker(state: Position, player: int) -> str:
    """Return the name of the player whom the rule text calls `you`; `OTHER` if that is `player` or nobody."""
    frame = state.frames[-1] if state.frames else ()
    words = state.variant.frames[frame[0]].variables if frame else ()
    asker = next((value for (word, *_), value in zip(words, frame[1:], strict=False) if word == "you"), -1)
    return state.program.naming.player(asker) if asker not in (-1, player) else OTHER


def _list_context(names: PlayerNames) -> tuple[tuple[str, str], ...]:
    """Return the variables of the suspended rule text that the player may be shown, as `(name, value)`."""
    state = names.state
    if not state.frames:
        return ()
    frame = state.frames[-1]
    found = []
    _, described, own = state.variant.frames[frame[0]]
    for place in own:
        word, base, _ = described[place]
        if word not in UNTOLD and not word.startswith("."):
            found.append((word.replace("_", " "), names.value(base, frame[1 + place])))
    return tuple(found)
