"""The log of a game in words, as a tree of what caused what, for everybody or for one player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cardwright.runtime.decision import describe_option
from cardwright.runtime.kernel import PASS
from cardwright.runtime.several import DONE
from cardwright.runtime.tracker import Entry

if TYPE_CHECKING:
    from cardwright.runtime.state import State


@dataclass(slots=True)
class Event:
    """One thing that happened, who did it (None: nobody), and what it caused.

    `quiet`: it says nothing by itself, such as a phase in which nobody did anything. `echoed`: somebody chose what the
    next line says they did. `aside`: the game's look calls it not worth telling.
    """

    text: str
    depth: int
    player: int | None
    children: list[Event] = field(default_factory=list)
    quiet: bool = False
    echoed: bool = False
    aside: bool = False


def history(state: State, player: int | None, since: int = 0) -> list[Event]:
    """The events of a tracked game from an entry on; for a player, without what that player could not see."""
    return _Teller(state, None if player is None else (player,)).tell(since)


def common_history(state: State, players: Sequence[int], since: int, end: int) -> list[Event]:
    """The events of a tracked game from an entry on, before another: what every one of some players could see."""
    return _Teller(state, tuple(players)).tell(since, end)


class _Teller:
    def __init__(self, state: State, viewers: tuple[int, ...] | None) -> None:
        self.state = state
        self.viewers = viewers
        # Of answers that made a line: whether the line after it is sure to tell as much, and what was chosen.
        self.answered: dict[int, tuple[bool, str]] = {}
        self.tables = state.program.tables
        self.names = state.game.names(state.program)

    def tell(self, since: int, end: int | None = None) -> list[Event]:
        roots: list[Event] = []
        open_events: list[Event] = []
        log = self.state.slots[0].log[since:end]
        for place, found in enumerate(log):
            if self.viewers is not None and found.only != -1 and self.viewers != (found.only,):
                continue
            entry = found if self.viewers is None else _with_what_it_showed(found, log, place + 1)
            text = self._text(entry)
            if text is None and entry.kind != "count":
                continue
            while open_events and open_events[-1].depth >= entry.depth:
                open_events.pop()
            if text is None:
                if open_events:
                    open_events[-1].quiet = False
                continue
            quiet = entry.kind == "begin" and bool(self.tables["procedures"][entry.what[0]][6])
            event = Event(
                text, entry.depth, entry.player if entry.player >= 0 else None, quiet=quiet, aside=entry.quiet
            )
            siblings = open_events[-1].children if open_events else roots
            if entry.kind == "begin":
                self._find_echoes(event, siblings)
            elif entry.kind == "answer":
                self.answered[id(event)] = self._chosen(entry)
            siblings.append(event)
            open_events.append(event)
        return roots

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
        hidden = site[1] == "piece" and value >= 0 and not self._sees(value, entry)
        return hidden or (site[1] == "option" and value != PASS), self._option(entry)

    def _sees(self, piece: int, entry: Entry) -> bool:
        seen = entry.seen.get(piece, -1)
        return self.viewers is None or all(seen >> viewer & 1 for viewer in self.viewers)

    def _text(self, entry: Entry) -> str | None:
        what: tuple[Any, ...] = entry.what
        if entry.kind == "begin":
            return self._procedure(entry)
        if entry.kind == "power":
            return self._power(entry)
        if entry.kind == "answer":
            return self._answer(entry)
        if entry.kind == "move":
            piece, old, new = what
            return f"{self._piece(piece, entry)}: {self.names.zone(old)} → {self.names.zone(new)}"
        if entry.kind == "forbidden":
            return f"forbidden by {self.names.ability(what[0])}"
        if entry.kind == "turn":
            return f"{self._piece(what[0], entry)} is turned face {'up' if what[1] else 'down'}"
        if entry.kind == "show":
            return self._shown(entry)
        if entry.kind == "shuffle":
            return f"{self.names.zone(what[0])} is shuffled"
        if entry.kind == "count":
            return None  # what did it has a line of its own
        if entry.kind == "roll":
            return f"the die shows {what[0] + 1}"
        return f"the coin shows {'heads' if what[0] else 'tails'}"

    def _shown(self, entry: Entry) -> str:
        """Who was shown what, and where it lies."""
        pieces, players, places = entry.what
        by_place: dict[int, list[str]] = {}
        for piece, place in zip(pieces, places, strict=True):
            by_place.setdefault(place, []).append(self._piece(piece, entry))
        shown = [f"{', '.join(lying)} ({self.names.zone(place)})" for place, lying in by_place.items()]
        everybody = len(players) == self.state.program.players
        whom = "everybody" if everybody else ", ".join(self.names.player(player) for player in players)
        return f"shown to {whom}: {', '.join(shown) or 'nothing'}"

    def _piece(self, piece: int, entry: Entry) -> str:
        if self._sees(piece, entry):
            return self.names.piece(piece)
        return f"a {self.tables['kinds'][self.names.kind(piece)][3]}"

    def _procedure(self, entry: Entry) -> str | None:
        number, roles = entry.what
        word, kind, phrase, params, _, defaults, _ = self.tables["procedures"][number]
        values = {}
        unsaid = set()
        for (role, base, _), value in zip(params, roles, strict=False):
            values[role] = self._role(base, value, entry)
            if role in defaults and defaults[role] == value:
                unsaid.add(role)
        if kind == "step" and not phrase:
            return None
        text = self.state.game.phrase(word, phrase, values, inflected=kind != "step", unsaid=unsaid)
        if kind == "step":
            return text
        return f"{self.names.player(entry.player)} {text}"

    def _role(self, base: str, value: Any, entry: Entry) -> str:
        if base == "piece" and value >= 0:
            return self._piece(value, entry)
        if base in ("list piece", "mask piece"):
            return ", ".join(self._piece(piece, entry) for piece in value) or "nothing"
        return self.names.value(base, value)

    def _power(self, entry: Entry) -> str:
        number, piece = entry.what
        shift = self.tables["shift"]
        holder = f" ({self.names.player(entry.player)})" if entry.player >= 0 else ""
        return f"{self.names.ability(number << shift | piece)}{holder}"

    def _option(self, entry: Entry) -> str:
        site_number, value, said = entry.what
        site = self.tables["sites"][site_number]
        text, _ = describe_option(self.names, site, value, [self._role(base, each, entry) for base, each in said])
        if site[1] == "piece" and isinstance(value, int) and value >= 0:
            text = self._piece(value, entry)
        return text

    def _answer(self, entry: Entry) -> str | None:
        site, value = self.tables["sites"][entry.what[0]], entry.what[1]
        if site[1] == "may" and value != PASS:
            return None  # what they did follows
        if value == PASS and self.viewers not in (None, (entry.player,)):
            return None  # that somebody could have done something can tell what they hold
        if site[1] == "piece" and site[4] == DONE and not self._sees(value, entry):
            return None  # how many of several were asked for one by one can tell which they are
        return f"{self.names.player(entry.player)} chooses {self._option(entry)}"


def _with_what_it_showed(entry: Entry, log: Sequence[Entry], after: int) -> Entry:
    """A deed with its pieces known to all who came to know them by what it did, as lines about that tell anyway."""
    if entry.kind != "begin" or not entry.seen:
        return entry
    seen = dict(entry.seen)
    for place in range(after, len(log)):
        if log[place].depth <= entry.depth:
            break
        if log[place].kind in ("move", "turn", "show"):
            for piece, players in log[place].seen.items():
                seen[piece] = seen.get(piece, 0) | players
    return replace(entry, seen={piece: seen[piece] for piece in entry.seen})
