"""The log in words, as a tree of causes and effects, for all viewers or for one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from cardwright.phrases.inflection import count_named, is_any_number, is_plural, make_singular, spell_name
from cardwright.phrases.log_phrases import Stretch, find_log_slots, render_log_phrase, split_line
from cardwright.phrases.templates import TemplateSlot, list_parameters
from cardwright.query import describe_power_changes
from cardwright.query.log_events import MAX_LEVELS, Answer, Event, MovedPiece
from cardwright.query.log_queries import (
    ANSWERS,
    CHOICES,
    OPENED,
    POWERS,
    SIGNS,
    EventsWithoutCause,
    GoingOn,
    add_seen,
    attach_change,
    find_controller,
    find_earlier,
    is_aloud,
    list_affected_players,
    order_simultaneous,
    says_again,
)
from cardwright.query.picks_as_one_decision import DONE
from cardwright.runtime.decision import DONE_WITH_IT, describe_option, find_title
from cardwright.runtime.log_and_snapshot_records import LogEntry
from cardwright.runtime.names_of_state_values import UNKNOWN
from cardwright.state_slots_and_table_rows import PASS, PIECE_MASK, SHIFT

if TYPE_CHECKING:
    from cardwright.runtime.state import Position


CHOOSES = "chooses "
# The zone that a new piece comes from.
NEW = "new"


class LogRenderer:
    """Renderer of the log entries that every one of `viewers` can know; if `viewers` is None, of all entries."""

    def __init__(self, state: Position, viewers: tuple[int, ...] | None) -> None:
        self.state = state
        self.viewers = viewers
        self.mask = 0 if viewers is None else sum(1 << viewer for viewer in viewers)
        # By the answers that made an event, its entries; and by entry, the values of its roles. None is removed.
        self.answered: dict[int, tuple[Event, LogEntry]] = {}
        self.values: dict[int, tuple[LogEntry, dict[str, str]]] = {}
        # By slot, the controllers of pieces with zones. What was rendered holds until one of them changes.
        self.controllers: dict[int, int | None] = {}
        self.tables = state.program.tables
        self.names = state.program.naming

    def tell(self, since: int, end: int | None = None) -> list[Event]:
        roots: list[Event] = []
        going_on: list[GoingOn] = []
        apart = EventsWithoutCause(roots)
        log = self.state.tracker.log[since:end]
        for place, found in enumerate(log if self.viewers is None else order_simultaneous(self._sees, log)):
            while going_on and going_on[-1].event.depth >= found.depth:
                going_on.pop()
            apart.reach(found, going_on)
            if self.viewers is not None and self.is_hidden(found):
                apart.skip(found)
                continue
            lone = not self._is_aloud(found) and apart.hides_cause(found, going_on, self._is_power_known)
            if found.kind in SIGNS:
                if self._is_noticed(found):
                    self._add_sign(found, [] if lone else going_on, apart.begin(going_on) if lone else roots)
                continue
            entry = found if self.viewers is None else add_seen(found, log, place + 1, self.is_hidden)
            carried = self._describe_move(entry) if entry.kind == "move" else None
            text = self._render_text(entry) if carried is None else carried.text
            if text is None:
                continue
            event = Event(text, entry.depth, entry.player if entry.player >= 0 else None, aside=entry.quiet)
            if entry.kind == "begin":
                row = self.tables.procedures[entry.what[0]]
                event.quiet, event.result = bool(row.only_asks), bool(row.only_tells)
                event.is_turn = (event.quiet or row.word == self.tables.turn) and not row.params
            event.carried = carried
            event.touches = frozenset(list_affected_players(self.tables, entry, carried, self.viewers))
            event.deed = self._find_action_text(entry, text)
            if entry.kind in ANSWERS:
                event.answer = self._answer(entry, event.deed)
                if entry.kind != OPENED:
                    self.answered[id(event)] = event, entry
            if lone:
                apart.begin(going_on).append(event)
            going_on.append(GoingOn(event, entry, lone))
            # The effects of a power, or of a procedure that only asks, are visible; that another player was asked is
            # not. The use of an offer is public, because all players are asked again afterwards.
            if entry.kind == "power":  # one that goes on was told of already, if all is told
                at_once = (self.viewers is None or self._is_offered(entry)) and not entry.what[2]
            else:
                at_once = self.viewers is None or not event.quiet
            if at_once and not lone:
                self._add_open_events(going_on, roots)
        # The deciding player knows the events in progress, except powers without an effect so far, which may be hidden.
        is_known = all(each.rendered or each.is_procedure for each in going_on)
        if end is None and self.viewers == (self.state.player,) and is_known:
            self._add_open_events(going_on, roots)
        if end is not None:
            self._mark_trailing_echoes(going_on, roots, end)
        apart.end(going_on)
        return roots

    def _add_sign(self, sign: LogEntry, going_on: Sequence[GoingOn], roots: list[Event]) -> None:
        """Add the events that an entry without a text shows to be in progress, and the change that it tells of."""
        self._add_open_events(going_on, roots)
        if sign.kind == "count" and sign.depth:
            attach_change(self.state, going_on, roots, sign, self._render_piece, self.viewers is None)

    def _mark_trailing_echoes(self, going_on: Sequence[GoingOn], roots: list[Event], end: int) -> None:
        """Mark the last choices if the text of the event in progress will repeat them.

        An example is the first of several picks. The next part of the log may be rendered later; it then begins with
        the last of these choices.
        """
        events = [each for each in going_on if each.entry.kind not in ANSWERS]
        rendered, untold = [each for each in events if each.rendered], [each for each in events if not each.rendered]
        before = rendered[-1].event.children if rendered else roots
        if not before or before[-1].answer is None:
            return
        if untold:
            if untold[0].is_procedure:
                self._find_echoes(untold[0], before)
            return
        depth = before[-1].depth
        for entry in self.state.tracker.log[end:]:
            if entry.depth == depth and entry.kind == "begin":
                self._find_echoes(GoingOn(Event(self._render_text(entry) or "", depth, entry.player), entry), before)
            if entry.depth < depth or (entry.depth == depth and entry.kind not in (*ANSWERS, *SIGNS)):
                return

    def _describe_move(self, entry: LogEntry) -> MovedPiece:
        piece, old, new, number = entry.what
        giver, taker = (self._find_holder(slot, entry) for slot in (old, new))
        zone = self.tables.zones[old - self.tables.zones_from]
        known, own = self._sees(piece, entry), zone.owner == "player"
        places = NEW if zone.is_reserve else self._render_zone(old, entry), self._render_zone(new, entry)
        return MovedPiece(self._render_piece(piece, entry), *places, giver, taker, known, own, number)

    def _find_holder(self, slot: int, entry: LogEntry) -> int | None:
        """Return the owner of a zone or, for a zone on a piece, the controller of that piece; None if there is none."""
        zone = self.tables.zones[slot - self.tables.zones_from]
        if zone.owner == "player":
            return int(zone.number)
        carrier = self.names.carrier(slot)
        if carrier < 0 or not self._sees(carrier, entry):
            return None
        return self.controllers.setdefault(slot, find_controller(self.state, slot))

    def told_of(self, place: int) -> str | None:
        """Return the text of one log entry, or None if it has none."""
        log = self.state.tracker.log
        return self._render_text(add_seen(log[place], log, place + 1, self.is_hidden))

    def is_hidden(self, entry: LogEntry) -> bool:
        """Return True if some viewer cannot know of an entry, such as a secret choice or a silent event."""
        return (entry.only != -1 and self.viewers != (entry.only,)) or entry.heard & self.mask != self.mask

    def _is_aloud(self, entry: LogEntry) -> bool:
        """Return True if an entry may tell what it is a part of: everybody hears of it, or all is told."""
        return self.viewers is None or is_aloud(entry, self.state.program.players)

    def _is_power_known(self, power: LogEntry) -> bool:
        return self._sees(power.what[1], power)

    def _is_offered(self, power: LogEntry) -> bool:
        return bool(self.tables.abilities[power.what[0]].kind == "offer")

    def _is_noticed(self, sign: LogEntry) -> bool:
        return bool(sign.what[-1] & self.mask == self.mask)

    def _add_open_events(self, going_on: Sequence[GoingOn], roots: list[Event]) -> None:
        """Add the events in progress to the tree, except those that it contains already."""
        untold = len(going_on)
        while untold and not going_on[untold - 1].rendered:
            untold -= 1
        cause = going_on[untold - 1] if untold else None
        siblings = roots if cause is None else going_on[min(untold, MAX_LEVELS) - 1].event.children
        for level, each in enumerate(going_on[untold:], untold + 1):
            each.rendered = True
            each.event.again = cause is not None and cause.is_procedure and self._is_repeated(each, cause)
            if each.is_procedure:
                if cause is not None and cause.is_procedure and cause.event.player == each.event.player:
                    cause.event.restated = self.says_again(cause.entry, each.entry)
                self._find_echoes(each, siblings)
            siblings.append(each.event)
            cause, siblings = each, going_on[min(level, MAX_LEVELS) - 1].event.children

    def _find_echoes(self, event: GoingOn, before: Sequence[Event]) -> None:
        """Mark the choices directly before an event that the text of the event repeats."""
        for choice in reversed(before):
            if id(choice) not in self.answered or choice.player != event.event.player or choice.player is None:
                return
            choice.echoed = self._is_named_by(choice, event)

    def _is_repeated(self, each: GoingOn, cause: GoingOn) -> bool:
        """Return True if the text of an event's cause already contains all that the event's text says."""
        moved = each.event.carried
        if each.entry.kind in POWERS:
            return self._names_power(cause, each)
        if moved is None:
            return each.is_procedure and self.says_again(each.entry, cause.entry)
        left, piece = self._count_remaining_names(cause), moved.piece.casefold()
        if left.get(piece, 0) <= 0:
            return False
        left[piece] -= 1
        return True

    def _names_power(self, cause: GoingOn, each: GoingOn) -> bool:
        """Return True if the text of a procedure already names a piece, its new power and the duration of the power."""
        own, gained = each.entry.what[0], each.entry.what[2] if each.entry.kind == "gained" else ()
        pieces = (self.names.piece(own), *(self.names.definitions[power].name for power in gained))
        lasts, text = each.event.text.partition(" until ")[2], cause.event.text
        until = lasts in text or f"for {lasts.removeprefix('the end of ')}" in text
        phrase = self.tables.procedures[cause.entry.what[0]].phrase
        named = all(name.casefold() in self._count_remaining_names(cause) for name in pieces)
        return named and "power" in phrase and until

    def says_again(self, entry: LogEntry, cause: LogEntry) -> bool:
        """Return True if the text of one procedure already contains all that the text of the other says."""
        return says_again(entry, cause, self.tables.procedures, self._split_text)

    def _count_remaining_names(self, event: GoingOn) -> dict[str, int]:
        """Return the names in the arguments of an event (lower case), each with how often it is still unmentioned."""
        if event.names is None:
            event.names = self._count_names(event.entry)
        return event.names

    def _is_named_by(self, choice: Event, event: GoingOn) -> bool:
        """Return True if the text of an event repeats a choice: as its title, actor or argument."""
        _, answer = self.answered[id(choice)]
        site, value = self.tables.sites[answer.what[0]], answer.what[1]
        if value == PASS or choice.answer is None:
            return False
        hidden = not self.knows(answer)
        own = site.base == "ability" and value != PASS and self._is_games_own(value)
        is_titled = find_title(site, value) is not None
        if hidden or own or is_titled or site.thing(value) == ("player", choice.player):
            return True
        chosen = str(value) if site.base == "number" else choice.answer.chosen.casefold()
        return chosen in self._count_remaining_names(event)

    def _sees(self, piece: int, entry: LogEntry) -> bool:
        return entry.seen.get(piece, -1) & self.mask == self.mask

    def _render_text(self, entry: LogEntry) -> str | None:
        what: tuple[Any, ...] = entry.what
        if entry.kind == "begin":
            return self._render_procedure(entry)
        if entry.kind == "power":
            return self._render_power(entry)
        if entry.kind in CHOICES:
            return self._render_choice(entry)
        if entry.kind == OPENED:  # this player learned it with the answer
            return None if self.viewers in (None, (entry.player,)) else self._render_choice(entry)
        if entry.kind == "move":
            return self._describe_move(entry).text
        if entry.kind == "forbidden":
            return f"forbidden by {self._render_source(what[0], entry)}"
        if entry.kind == "stopped":
            text = self._render_procedure(what[0])
            return f"stopped: {text or spell_name(self.tables.procedures[what[0].what[0]].word)}"
        if entry.kind == "missing":
            return f"there is no {self.tables.definitions[what[0]].name} left"
        if entry.kind == "turn":
            return f"{self._render_piece(what[0], entry)} is turned face {'up' if what[1] else 'down'}"
        if entry.kind == "show":
            return self._render_shown(entry)
        if entry.kind == "shuffle":
            title = self.tables.zones[what[0] - self.tables.zones_from].title
            return f"{self._render_zone(what[0], entry)} {'are' if is_plural(title) else 'is'} shuffled"
        if entry.kind in POWERS:
            return self._render_power_change(entry)
        if entry.kind == "roll":
            return f"the die shows {what[0] + 1}" if what[1] > 1 else "the die has at most one side"
        return f"the coin shows {'heads' if what[0] else 'tails'}"

    def _render_power_change(self, entry: LogEntry) -> str | None:
        """Render how the powers of a piece have changed; None if viewers do not see the piece."""
        piece, *what, _ = entry.what
        if not self._sees(piece, entry):
            return None
        if entry.kind == "bears" and (self.viewers is None or all(what[1] >> viewer & 1 for viewer in self.viewers)):
            return None  # this player saw the piece before, and learned it at once
        text = describe_power_changes.render_change(
            self.names, entry.kind, what, self.tables.endings, partial(self._render_role, entry=entry)
        )
        return f"{self.names.piece(piece)} {text}"

    def _render_shown(self, entry: LogEntry) -> str:
        """Render which pieces were shown to which players, with their zones."""
        pieces, players, places = entry.what
        by_place: dict[int, list[int]] = {}
        for piece, place in zip(pieces, places, strict=True):
            by_place.setdefault(place, []).append(piece)
        shown = [
            f"{self._render_pieces(lying, entry)} ({self._render_zone(place, entry)})"
            for place, lying in by_place.items()
        ]
        if entry.heard != -1 and self.viewers is not None:  # of others who are shown the same, nobody hears
            players = self.viewers
        everybody = len(players) == self.state.program.players
        viewers = "everybody" if everybody else ", ".join(self.names.player(player) for player in players)
        return f"shown to {viewers}: {', '.join(shown) or 'nothing'}"

    def _render_piece(self, piece: int, entry: LogEntry) -> str:
        if self._sees(piece, entry):
            return self.names.piece(piece)
        return self.names.any(piece)

    def _render_pieces(self, pieces: Iterable[int], entry: LogEntry) -> str:
        """Render pieces in an order that reveals nothing: hidden ones come last."""
        order = sorted(pieces, key=lambda piece: not self._sees(piece, entry))
        counts = Counter((self._render_piece(piece, entry), self._sees(piece, entry)) for piece in order)
        behind = is_any_number(name for name, _ in counts)
        return ", ".join(
            count_named(count, name, own=seen, behind=behind and seen) for (name, seen), count in counts.items()
        )

    def _render_zone(self, slot: int, entry: LogEntry) -> str:
        """Render a zone. For a zone on a piece, this piece is named if the viewers know it."""
        carrier = self.names.carrier(slot)
        return self.names.zone(slot, None if carrier < 0 or self._sees(carrier, entry) else self.names.any(carrier))

    def _render_source(self, ability: int, entry: LogEntry) -> str:
        """Return the name of the card or text that an ability belongs to. A hidden card is not named."""
        piece = ability & PIECE_MASK
        if piece < len(self.names.pieces) and not self._sees(piece, entry):
            return self.names.any(piece)
        return self.names.ability(ability)

    def _render_procedure(self, entry: LogEntry) -> str | None:
        word, kind, phrase, *_ = self.tables.procedures[entry.what[0]]
        if kind == "step" and not phrase:
            return None
        text = render_log_phrase(
            word, phrase, self.roles(entry), inflected=kind != "step", unsaid=self._find_defaults(entry)
        )
        return text if kind == "step" else f"{self.names.player(entry.player)} {text}"

    def _find_action_text(self, entry: LogEntry, text: str) -> str:
        """Return the text of an action without the name of the actor at its beginning; "" if no player acts."""
        if entry.kind == "begin":
            does = self.tables.procedures[entry.what[0]].kind != "step"
        else:
            does = entry.kind in ANSWERS or (entry.kind == "power" and self._is_offered(entry))
        doer = self.names.player(entry.player)
        return text[len(doer) + 1 :] if does and entry.player >= 0 else ""

    def _find_defaults(self, entry: LogEntry) -> frozenset[str]:
        """Return the parameters whose values are their defaults, so that the text need not mention them."""
        row = self.tables.procedures[entry.what[0]]
        if not row.defaults:
            return frozenset()
        given = zip(row.params, entry.what[1], strict=False)
        return frozenset(role for (role, *_), value in given if role in row.defaults and row.defaults[role] == value)

    def _split_text(self, entry: LogEntry) -> tuple[Stretch, ...]:
        row = self.tables.procedures[entry.what[0]]
        return split_line(row.word, row.phrase, tuple(self.roles(entry).items()), self._find_defaults(entry))

    def _count_names(self, entry: LogEntry) -> dict[str, int]:
        row, said = self.tables.procedures[entry.what[0]], self.roles(entry)
        given = {role: (base, value) for (role, base, _), value in zip(row.params, entry.what[1], strict=False)}
        slots = (
            [*find_log_slots(row.phrase, said, self._find_defaults(entry))]
            if row.phrase
            else [TemplateSlot(role, None) for role in said]
        )
        found: dict[str, int] = {}
        for slot in slots:
            base, value = given.get(slot.role, ("", None))
            names = [(each, 1) for each in self._list_argument_names(base, value, entry)]
            if slot.noun:  # distinguishes `2 cards` from `2 red cards`
                noun = slot.noun[-1].strip() if isinstance(slot.noun[-1], str) else ""
                of = [said[role] for role in list_parameters(slot.noun) if role in said]
                names += [(each, value) for each in (*of, *([f"a {noun}"] if noun else []))]
            for name, count in names:
                found[name.casefold()] = found.get(name.casefold(), 0) + count
        return found

    def _list_argument_names(self, base: str, value: Any, entry: LogEntry) -> Iterable[str]:
        """Return the names in an argument; a list has several."""
        if base in ("list piece", "mask piece"):
            return [self._render_piece(piece, entry) for piece in value]
        if base.startswith("list "):
            return [self._render_role(base.removeprefix("list "), each, entry) for each in value]
        return [self._render_role(base, value, entry)] if base else []

    def roles(self, entry: LogEntry) -> dict[str, str]:
        """Return the arguments of an event as texts, by parameter."""
        if id(entry) not in self.values:
            given = zip(self.tables.procedures[entry.what[0]].params, entry.what[1], strict=False)
            self.values[id(entry)] = (
                entry,
                {role: self._render_role(base, value, entry) for (role, base, _), value in given},
            )
        return self.values[id(entry)][1]

    def _render_role(self, base: str, value: Any, entry: LogEntry) -> str:
        if base == "piece" and value >= 0:
            return self._render_piece(value, entry)
        if base in ("list piece", "mask piece"):
            return self._render_pieces(value, entry) or "nothing"
        if base == "zone" and value >= 0:
            return self._render_zone(value, entry)
        return self.names.value(base, value, brief=True)

    def _is_games_own(self, ability: int) -> bool:
        """Return True if an ability belongs to the game itself and not to a piece."""
        return ability & PIECE_MASK >= len(self.names.pieces)

    def _render_power(self, entry: LogEntry) -> str | None:
        number, piece, _ = entry.what
        if self._is_offered(entry) and piece >= len(self.names.pieces):
            return None  # the choice has the name of the procedure that follows
        source = self._render_source(number << SHIFT | piece, entry)
        if entry.player < 0:
            return source
        holder = self.names.player(entry.player)
        return f"{holder} uses {source}" if self._is_offered(entry) else f"{source} ({holder})"

    def option(self, entry: LogEntry) -> str:
        """Render a chosen option."""
        site_number, value, said = entry.what
        site = self.tables.sites[site_number]
        text, _ = describe_option(self.names, site, value, self._render_title_values(entry, site_number, said))
        base, thing = site.thing(value)
        if base in ("piece", "zone") and isinstance(thing, int) and thing >= 0:
            text = self._render_role(base, thing, entry)
        return text

    def knows(self, answer: LogEntry) -> bool:
        """Return False if an answer chose a piece that the viewers do not see."""
        base, thing = self.tables.sites[answer.what[0]].thing(answer.what[1])
        return base != "piece" or thing < 0 or self._sees(thing, answer)

    def _is_answered_before(self, entry: LogEntry) -> bool:
        """Return True if the same decision point was answered before in the same event."""
        before = find_earlier(self.state.tracker.log, entry)
        return any(each.kind == "answer" and each.what[0] == entry.what[0] for each in before)

    def _render_title_values(self, entry: LogEntry, site: int, said: Sequence[tuple[str, Any]]) -> list[str]:
        """Render the values in the titles of a decision.

        Values that a viewer cannot compute are rendered as unknown.
        """
        words = [self._render_role(base, each, entry) for base, each in said]
        if self.viewers is None:
            return words
        own = self.viewers == (entry.player,)
        known = self.tables.known.get(site, [])
        return [
            word if (by_asked if own else by_all) else UNKNOWN
            for word, (by_asked, by_all) in zip(words, known, strict=True)
        ]

    def _render_choice(self, entry: LogEntry) -> str | None:
        """Return the text of a choice, or None if it is not public.

        Other players see the consequences of an answer, but not the prompt.
        """
        site, value = self.tables.sites[entry.what[0]], entry.what[1]
        own = self.viewers in (None, (entry.player,))
        if own and entry.kind == "taken":
            return None
        if site.base == "may" and value != PASS:
            return None  # the effects follow in the log
        if not own and (value == PASS or site.base == "ability" or site.kept):
            return None
        if site.base == "piece" and value >= 0 and not self._sees(value, entry) and (not own or site.decline == DONE):
            return None  # the number of separate questions could reveal the picks
        return f"{self.names.player(entry.player)} {CHOOSES}{self._render_answered(entry)}"

    def _render_answered(self, entry: LogEntry) -> str:
        site, value = self.tables.sites[entry.what[0]], entry.what[1]
        text = DONE_WITH_IT if value == PASS and site.again and self._is_answered_before(entry) else self.option(entry)
        if site.base == "number" and site.of and value != PASS:
            counted = make_singular(site.of) if value == 1 else site.of
            text = f"{text} {counted}" if is_plural(site.of) else f"{text} ({site.of})"
        return text

    def _answer(self, entry: LogEntry, action: str) -> Answer:
        site, value = self.tables.sites[entry.what[0]], entry.what[1]
        chosen = action.removeprefix(CHOOSES)
        done = value == PASS and (site.decline == DONE or chosen == DONE_WITH_IT)
        return Answer(chosen, value == PASS, done, site.base == "number" and value != PASS, self.knows(entry))
