"""The log of a game in words, as a tree of what caused what, for everybody or for one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from cardwright.contract import PASS, TRACKER
from cardwright.inspect import changed_powers
from cardwright.inspect.entries import went_before, with_what_it_showed
from cardwright.inspect.multi_pick import DONE
from cardwright.inspect.open_deeds import open_entries
from cardwright.runtime.borne import Borne
from cardwright.runtime.decision import deed_number, describe_option
from cardwright.runtime.names import UNKNOWN
from cardwright.runtime.written import Entry
from cardwright.wording.inflection import is_plural, so_many
from cardwright.wording.told import told

if TYPE_CHECKING:
    from cardwright.runtime.position import Position


@dataclass(frozen=True, slots=True)
class Count:
    """A counter that scores are added up from changed: whose (None: the table's), its title, from what to what."""

    player: int | None
    title: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Carried:
    """A piece that moved, as it is called, from which zone to which, and whose those are (None: nobody's)."""

    piece: str
    old: str
    new: str
    giver: int | None
    taker: int | None


@dataclass(slots=True)
class Event:
    """One thing that happened, who did it (None: nobody), and what it caused.

    `quiet`: it says nothing by itself, such as a phase in which nobody did anything. `echoed`: somebody chose what the
    next line says they did. `aside`: the game's look calls it not worth telling. `result`: it does nothing itself, and
    tells how something ended. `powers`: it tells that a piece can do something else now, and these say so. `touches`
    are the players whose
    pieces, counters or answers it is about beside who did it; `counts` and `carried` are what changed by it at once.
    """

    text: str
    depth: int
    player: int | None
    children: list[Event] = field(default_factory=list)
    quiet: bool = False
    echoed: bool = False
    aside: bool = False
    result: bool = False
    powers: tuple[str, ...] = ()
    touches: frozenset[int] = frozenset()
    counts: list[Count] = field(default_factory=list)
    carried: Carried | None = None


def history(state: Position, player: int | None, since: int = 0) -> list[Event]:
    """The events of a tracked game from an entry on; for a player, without what that player could not see."""
    return _Teller(state, None if player is None else (player,)).tell(since)


def common_history(state: Position, players: Sequence[int], since: int, end: int) -> list[Event]:
    """The events of a tracked game from an entry on, before another: what every one of some players could see."""
    return _Teller(state, tuple(players)).tell(since, end)


def going_on(state: Position, player: int) -> list[str]:
    """The deeds in the course of which a game waits, outermost first, as a player is told of them.

    Powers are left out: that one is at work can be more than the player knows.
    """
    log, teller = state.slots[TRACKER].log, _Teller(state, (player,))
    told = [teller.told_of(place) for place in open_entries(state) if log[place].kind == "begin"]
    return [text for text in told if text]


def roles_of(state: Position, player: int, procedure: str) -> dict[str, str]:
    """The roles of the innermost deed that is going on, if that is of a procedure: as its phrase tells a player."""
    places = open_entries(state)
    entry = state.slots[TRACKER].log[places[-1]] if places else None
    row = None if entry is None or entry.kind != "begin" else state.program.tables["procedures"][entry.what[0]]
    if entry is None or row is None or row.word != procedure:
        return {}
    return {role: text for role, text in _Teller(state, (player,)).roles(entry).items() if f"{{{role}" in row.phrase}


def chosen_so_far(state: Position, player: int) -> list[tuple[str, str]]:
    """What a player chose on the way to what a game waits for, in words: what led to each deed that is going on.

    Each stands behind the deed in which it was chosen, as `going_on` tells it; "" for one that is not told.
    """
    log, teller = state.slots[TRACKER].log, _Teller(state, (player,))
    places = open_entries(state)  # nothing is going on where the game's own course asks
    found: list[tuple[str, str]] = []
    for begun, upto in pairwise([*places, len(log)]):
        deed = (log[begun].kind == "begin" and teller.told_of(begun)) or ""
        led: list[tuple[str, str]] = []
        for entry in log[begun + 1 : upto]:
            if entry.kind in ("begin", "power") and entry.depth == log[begun].depth + 1:
                led.clear()  # what was chosen for a deed that is over
            elif entry.kind == "answer" and entry.player == player and entry.depth == log[begun].depth + 1:
                site, value = state.program.tables["sites"][entry.what[0]], entry.what[1]
                if value != PASS and site.base not in ("may", "ability") and deed_number(site, value) is None:
                    led.append((deed, teller.option(entry)))
        found += led
    return found


# What says of itself nothing in words, and what is chosen, whether somebody was asked or could do nothing else.
SIGNS = ("count", "change")
# What changed in what a piece can do.
POWERS = ("gained", "regained", "resting", "bears")
CHOICES = ("answer", "taken")
# What ends a question that is asked again and again, once something was answered to it.
DONE_WITH_IT = "Done"


@dataclass(slots=True)
class _GoingOn:
    """An event in the course of which others happen, and whether it is in the tree already."""

    event: Event
    deed: bool
    told: bool = False


class _Teller:
    def __init__(self, state: Position, viewers: tuple[int, ...] | None) -> None:
        self.state = state
        self.viewers = viewers
        # Of answers that made a line: whether the line after it is sure to tell as much, and what was chosen.
        self.answered: dict[int, tuple[bool, str]] = {}
        self.tables = state.program.tables
        self.names = state.program.naming

    def tell(self, since: int, end: int | None = None) -> list[Event]:
        roots: list[Event] = []
        going_on: list[_GoingOn] = []
        counts = self._counted(since)
        log = self.state.slots[TRACKER].log[since:end]
        for place, found in enumerate(log if self.viewers is None else self._at_once(log)):
            if self.viewers is not None and found.only != -1 and self.viewers != (found.only,):
                continue
            while going_on and going_on[-1].event.depth >= found.depth:
                going_on.pop()
            if found.kind in SIGNS:
                if self._noticed(found):
                    self._tell_of(going_on, roots)
                    if found.kind == "count" and going_on:
                        going_on[-1].event.quiet = False
                        going_on[-1].event.counts += counts.get(id(found), [])
                continue
            entry = found if self.viewers is None else with_what_it_showed(found, log, place + 1)
            text = self._text(entry)
            if text is None:
                continue
            quiet = entry.kind == "begin" and bool(self.tables["procedures"][entry.what[0]].only_asks)
            event = Event(
                text, entry.depth, entry.player if entry.player >= 0 else None, quiet=quiet, aside=entry.quiet
            )
            event.result = entry.kind == "begin" and bool(self.tables["procedures"][entry.what[0]].only_tells)
            event.carried = self._carried(entry) if entry.kind == "move" else None
            event.powers = self._spoken_of(entry, text) if entry.kind in POWERS else ()
            event.touches = frozenset(self._touched(entry, event.carried))
            if entry.kind in CHOICES:
                self.answered[id(event)] = self._chosen(entry)
            going_on.append(_GoingOn(event, entry.kind == "begin"))
            # What comes of a power, or of a deed that only asks, is seen; that somebody else was asked is not. What a
            # window offers is used aloud, as all are asked again afterwards.
            if entry.kind == "power":  # one that goes on was told of already, if all is told
                at_once = (self.viewers is None or self._is_offered(entry)) and not entry.what[2]
            else:
                at_once = self.viewers is None or not quiet
            if at_once:
                self._tell_of(going_on, roots)
        # Who is asked knows in the course of what, but for powers nothing came of yet: those may be hidden ones.
        if end is None and self.viewers == (self.state.player,) and all(each.told or each.deed for each in going_on):
            self._tell_of(going_on, roots)
        return roots

    def _counted(self, since: int) -> dict[int, list[Count]]:
        """By the log's signs that a counter changed what it was before and afterwards, where all may see that."""
        now: dict[int, int] = {}
        found: dict[int, list[Count]] = {}
        log = self.state.slots[TRACKER].log
        for place in range(len(log) - 1, since - 1, -1):
            if log[place].kind == "count":
                slot, by, _ = log[place].what
                after = now.get(slot, self.state.slots[slot])
                now[slot] = after - by
                found[id(log[place])] = self._count_of(slot, after - by, after)
        return found

    def _count_of(self, slot: int, before: int, after: int) -> list[Count]:
        """A change of a counter of the table or a player; those on pieces are told by what lies on them."""
        for memory in self.tables["memory"]:
            count = {"table": 1, "player": self.state.program.players}.get(memory.owner, 0)
            place = slot - memory.base
            if 0 <= place < count * memory.width and memory.type == "number":
                index = f" {memory.per[place % memory.width].replace('_', ' ')}" if memory.per else ""
                whose = place // memory.width if memory.owner == "player" else None
                return [Count(whose, memory.title + index, before, after)]
        return []

    def _carried(self, entry: Entry) -> Carried:
        piece, old, new = entry.what
        whose = [self._holder(slot, entry) for slot in (old, new)]
        return Carried(self._piece(piece, entry), self._zone(old, entry), self._zone(new, entry), *whose)

    def _holder(self, slot: int, entry: Entry) -> int | None:
        """Whose a zone is, as far as that is known: of one on a piece, who controls that."""
        zone = self.tables["zones"][slot - self.tables["zones_from"]]
        if zone.owner == "player":
            return int(zone.number)
        carrier = self.names.carrier(slot)
        if carrier < 0 or not self._sees(carrier, entry):
            return None
        holder = int(self.state.variant.names["zone_holder"](self.state.slots, slot))
        return holder if holder >= 0 else None

    def _touched(self, entry: Entry, carried: Carried | None) -> Iterable[int]:
        """The players whom something is about, beside who did it."""
        if carried is not None:
            return [player for player in (carried.giver, carried.taker) if player is not None]
        if entry.kind == "show":
            return list(entry.what[1])
        if entry.kind in CHOICES:
            base, thing = self.tables["sites"][entry.what[0]].thing(entry.what[1])
            return [thing] if base == "player" and thing >= 0 else []
        if entry.kind in POWERS:
            return [entry.what[-1]] if entry.what[-1] >= 0 else []
        if entry.kind != "begin":
            return []
        number, roles = entry.what
        told = zip(self.tables["procedures"][number].params, roles, strict=False)
        named = [
            value if base == "list player" else (value,) for (_, base, _), value in told if base.endswith("player")
        ]
        return [player for players in named for player in players if 0 <= player != entry.player]

    def told_of(self, place: int) -> str | None:
        """One entry of the log in words; None if it says nothing."""
        log = self.state.slots[TRACKER].log
        return self._text(with_what_it_showed(log[place], log, place + 1))

    def _at_once(self, log: Sequence[Entry]) -> list[Entry]:
        """The log with what moved at once in an order that tells nothing: what can be seen comes first."""
        found: list[Entry] = []
        for _, moves in groupby(log, lambda entry: (entry.kind, entry.depth, entry.what[1:])):
            together = list(moves)
            if together[0].kind == "move":
                together.sort(key=lambda entry: not self._sees(entry.what[0], entry))
            found += together
        return found

    def _is_offered(self, power: Entry) -> bool:
        return bool(self.tables["abilities"][power.what[0]].kind == "offer")

    def _noticed(self, sign: Entry) -> bool:
        return self.viewers is None or all(sign.what[-1] >> viewer & 1 for viewer in self.viewers)

    def _tell_of(self, going_on: Sequence[_GoingOn], roots: list[Event]) -> None:
        """Put what is going on into the tree, as far as it is not there yet."""
        untold = len(going_on)
        while untold and not going_on[untold - 1].told:
            untold -= 1
        siblings = going_on[untold - 1].event.children if untold else roots
        for each in going_on[untold:]:
            each.told = True
            if each.deed:
                self._find_echoes(each.event, siblings)
            siblings.append(each.event)
            siblings = each.event.children

    def _find_echoes(self, event: Event, before: Sequence[Event]) -> None:
        """Mark the choices just before a deed that are told again by it."""
        for choice in reversed(before):
            if id(choice) not in self.answered or choice.player != event.player or event.player is None:
                return
            surely, chosen = self.answered[id(choice)]
            choice.echoed = surely or chosen in event.text

    def _chosen(self, entry: Entry) -> tuple[bool, str]:
        """Whether an answer took a deed by its title, or something of which nothing can be told; and what it took."""
        site, value = self.tables["sites"][entry.what[0]], entry.what[1]
        hidden = site.base == "piece" and value >= 0 and not self._sees(value, entry)
        own = site.base == "ability" and value != PASS and self._is_games_own(value)
        return hidden or own or deed_number(site, value) is not None, self.option(entry)

    def _sees(self, piece: int, entry: Entry) -> bool:
        seen = entry.seen.get(piece, -1)
        return self.viewers is None or all(seen >> viewer & 1 for viewer in self.viewers)

    def _text(self, entry: Entry) -> str | None:
        what: tuple[Any, ...] = entry.what
        if entry.kind == "begin":
            return self._procedure(entry)
        if entry.kind == "power":
            return self._power(entry)
        if entry.kind in CHOICES:
            return self._choice(entry)
        if entry.kind == "opened":  # who answered was told so at once
            return None if self.viewers in (None, (entry.player,)) else self._choice(entry)
        if entry.kind == "move":
            piece, old, new = what
            return f"{self._piece(piece, entry)}: {self._zone(old, entry)} → {self._zone(new, entry)}"
        if entry.kind == "forbidden":
            return f"forbidden by {self._source(what[0], entry)}"
        if entry.kind == "missing":
            return f"there is no {self.tables['definitions'][what[0]].name} left"
        if entry.kind == "turn":
            return f"{self._piece(what[0], entry)} is turned face {'up' if what[1] else 'down'}"
        if entry.kind == "show":
            return self._shown(entry)
        if entry.kind == "shuffle":
            title = self.tables["zones"][what[0] - self.tables["zones_from"]].title
            return f"{self._zone(what[0], entry)} {'are' if is_plural(title) else 'is'} shuffled"
        if entry.kind in POWERS:
            return self._changed_powers(entry)
        if entry.kind == "roll":
            return f"the die shows {what[0] + 1}"
        return f"the coin shows {'heads' if what[0] else 'tails'}"

    def _changed_powers(self, entry: Entry) -> str | None:
        """What a piece can do from now on, told to those who see which it is."""
        piece, *what, _ = entry.what
        say = partial(self._role, entry=entry)
        if not self._sees(piece, entry):
            return None
        if entry.kind == "gained":
            how, powers, ability, held = what
            row = Borne(how, powers, self.tables["endings"].get(ability), held)
            told = changed_powers.gained(self.names, row, say, "gains")
        elif entry.kind == "regained":
            told = changed_powers.regained(self.names, *what)
        elif entry.kind == "resting":
            told = changed_powers.rests(self.names) if what[0] else changed_powers.regained(self.names, (), True)
        else:  # who saw the piece before was told so at once
            bears, before = what
            if self.viewers is None or all(before >> viewer & 1 for viewer in self.viewers):
                return None
            told = "; ".join(changed_powers.borne(self.names, bears, say))
        return f"{self.names.piece(piece)} {told}"

    def _spoken_of(self, entry: Entry, text: str) -> tuple[str, ...]:
        """What a phrase must have in it that tells the same as a line about powers."""
        own, gone = self.names.piece(entry.what[0]), entry.what[2] if entry.kind == "gained" else ()
        lasts = text.partition(" until ")[1:]
        others = [self.names.definitions[power].name for power in gone]
        return (own, *others, "power", "".join(lasts).strip())

    def _shown(self, entry: Entry) -> str:
        """Who was shown what, and where it lies."""
        pieces, players, places = entry.what
        by_place: dict[int, list[int]] = {}
        for piece, place in zip(pieces, places, strict=True):
            by_place.setdefault(place, []).append(piece)
        shown = [f"{self._pieces(lying, entry)} ({self._zone(place, entry)})" for place, lying in by_place.items()]
        everybody = len(players) == self.state.program.players
        whom = "everybody" if everybody else ", ".join(self.names.player(player) for player in players)
        return f"shown to {whom}: {', '.join(shown) or 'nothing'}"

    def _piece(self, piece: int, entry: Entry) -> str:
        if self._sees(piece, entry):
            return self.names.piece(piece)
        return self.names.any(piece)

    def _pieces(self, pieces: Iterable[int], entry: Entry) -> str:
        """Pieces in an order that tells nothing of those that cannot be seen: they come last."""
        order = sorted(pieces, key=lambda piece: not self._sees(piece, entry))
        return ", ".join(so_many(count, name) for name, count in Counter(self._piece(p, entry) for p in order).items())

    def _zone(self, slot: int, entry: Entry) -> str:
        """A zone; one on a piece is told by that piece, if it is known which it is."""
        carrier = self.names.carrier(slot)
        return self.names.zone(slot, None if carrier < 0 or self._sees(carrier, entry) else self.names.any(carrier))

    def _source(self, ability: int, entry: Entry) -> str:
        """The card or text that an ability stands on; a hidden card has no name."""
        piece = ability & (1 << self.tables["shift"]) - 1
        if piece < len(self.names.pieces) and not self._sees(piece, entry):
            return self.names.any(piece)
        return self.names.ability(ability)

    def _procedure(self, entry: Entry) -> str | None:
        number, roles = entry.what
        word, kind, phrase, params, _, defaults, *_ = self.tables["procedures"][number]
        values = self.roles(entry)
        given = {role: value for (role, *_), value in zip(params, roles, strict=False)}
        unsaid = {role for role, value in given.items() if role in defaults and defaults[role] == value}
        if kind == "step" and not phrase:
            return None
        text = told(word, phrase, values, inflected=kind != "step", unsaid=unsaid)
        if kind == "step":
            return text
        return f"{self.names.player(entry.player)} {text}"

    def roles(self, entry: Entry) -> dict[str, str]:
        """The values of the roles of a deed, in words."""
        params = self.tables["procedures"][entry.what[0]].params
        return {
            role: self._role(base, value, entry) for (role, base, _), value in zip(params, entry.what[1], strict=False)
        }

    def _role(self, base: str, value: Any, entry: Entry) -> str:
        if base == "piece" and value >= 0:
            return self._piece(value, entry)
        if base in ("list piece", "mask piece"):
            return self._pieces(value, entry) or "nothing"
        if base == "zone" and value >= 0:
            return self._zone(value, entry)
        return self.names.value(base, value)

    def _is_games_own(self, ability: int) -> bool:
        """Whether an ability stands on no piece."""
        return ability & (1 << self.tables["shift"]) - 1 >= len(self.names.pieces)

    def _power(self, entry: Entry) -> str | None:
        number, piece, _ = entry.what
        if self._is_offered(entry) and piece >= len(self.names.pieces):
            return None  # it is called like the deed that follows
        source = self._source(number << self.tables["shift"] | piece, entry)
        if entry.player < 0:
            return source
        holder = self.names.player(entry.player)
        return f"{holder} uses {source}" if self._is_offered(entry) else f"{source} ({holder})"

    def option(self, entry: Entry) -> str:
        """What somebody chose, in words."""
        site_number, value, said = entry.what
        site = self.tables["sites"][site_number]
        text, _ = describe_option(self.names, site, value, self._said(entry, site_number, said))
        base, thing = site.thing(value)
        if base in ("piece", "zone") and isinstance(thing, int) and thing >= 0:
            text = self._role(base, thing, entry)
        return text

    def _answered_before(self, entry: Entry) -> bool:
        """Whether what is asked again and again was answered before in the course of the same deed."""
        before = went_before(self.state.slots[TRACKER].log, entry)
        return any(each.kind == "answer" and each.what[0] == entry.what[0] for each in before)

    def _said(self, entry: Entry, site: int, said: Sequence[tuple[str, Any]]) -> list[str]:
        """The values that titles at a site name, those unknown that cannot be worked out by whom they are told."""
        words = [self._role(base, each, entry) for base, each in said]
        if self.viewers is None:
            return words
        own = self.viewers == (entry.player,)
        known = self.tables["known"].get(site, [])
        return [
            word if (by_asked if own else by_all) else UNKNOWN
            for word, (by_asked, by_all) in zip(words, known, strict=True)
        ]

    def _choice(self, entry: Entry) -> str | None:
        """Who chose what, if that is said aloud: others notice what comes of an answer, not that somebody was asked."""
        site, value = self.tables["sites"][entry.what[0]], entry.what[1]
        own = self.viewers in (None, (entry.player,))
        if own and entry.kind == "taken":
            return None
        if site.base == "may" and value != PASS:
            return None  # what they did follows
        if not own and (value == PASS or site.base == "ability" or site.kept):
            return None
        if site.base == "piece" and value >= 0 and not self._sees(value, entry) and (not own or site.decline == DONE):
            return None  # how many of several were asked for one by one can tell which they are
        text = DONE_WITH_IT if value == PASS and site.again and self._answered_before(entry) else self.option(entry)
        if site.base == "number" and site.of and value != PASS:
            text = f"{text} {site.of}" if is_plural(site.of) else f"{text} ({site.of})"
        return f"{self.names.player(entry.player)} chooses {text}"
