"""Table view: the pieces and zones that one player sees, arranged by the game's look."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import spell_name, with_article
from cardwright.presentation.game_facts_for_table import EMPTY_CONTEXT, TableContext, make_context
from cardwright.presentation.log.tree import NOBODY, find_last_answer
from cardwright.presentation.look import SCORE, UNDRAWN, Look, count_columns, place_on_board
from cardwright.presentation.piece_and_player_labels import (
    Fact,
    find_lone_words,
    find_template_words,
    find_unmentioned_attributes,
    hide_value,
    insert_arguments,
    is_pile,
    list_attributes,
    order_pieces,
    render_label,
    render_limited_count,
    render_piece_lines,
    render_player_lines,
    render_score,
)
from cardwright.presentation.table_view import TablePiece, TableSeat, TableView, TableZone, mark_last_as_fresh
from cardwright.query.memo import ResultMemo, memoize
from cardwright.query.view import NOTHING, CounterView, PieceView, Shown, View, ZoneView, build_view, make_view

if TYPE_CHECKING:
    from cardwright.game.state import State

# Number of the last log entries in which the piece that was put away last is sought.
MAX_ENTRIES = 2000
NO_DISCARDS: Mapping[str, str] = MappingProxyType({})


def build_table(state: State, viewer: int, since: int | None = None, memo: ResultMemo | None = None) -> TableView:
    """Return the table as a player sees it.

    Pieces that moved since entry `since` of the log are marked as fresh; by default, since the player's last
    answer. Zones that have not changed are taken from `memo`.
    """
    if since is not None:
        return lay_out_view(state, build_view(state, viewer), since)
    return memoize(state, viewer, "table", lambda: lay_out_view(state, build_view(state, viewer), memo=memo))


def build_spectator_table(state: State) -> TableView:
    """Return the table with the information that all players have."""
    return build_common_table(state, range(state.program.players))


def build_common_table(state: State, players: Sequence[int]) -> TableView:
    """Return the table as one player sees it; for several players, only with public information.

    A hidden piece that several players know is not shown, because none of them knows that the others know it.
    """
    view = make_view(state, players[0] if len(players) == 1 else NOBODY)
    return lay_out_view(state, Shown(view, {}, {}, {}), state.log_size)


def lay_out_view(state: State, found: Shown, since: int | None = None, memo: ResultMemo | None = None) -> TableView:
    """Return a view of the state, arranged as a table."""
    viewer = found.view.player
    start = find_last_answer(state, viewer) if since is None else since
    fresh = _find_moved_pieces(state, found, viewer, start)
    look, last = Look(state.program.tables.look), dict(_list_last_discards(state, found))
    return _TableLayout(found.view, look, make_context(state, found.view), fresh, state.program, memo, last).table()


def build_open_table(state: State, viewer: int) -> TableView:
    """Return the table as a player would see it if nothing were hidden."""
    return lay_out_view(state, Shown(state.open_view(viewer), {}, {}, {}), state.log_size)


def arrange_view(
    view: View, look: Look, setting: TableContext = EMPTY_CONTEXT, fresh: frozenset[str] = frozenset()
) -> TableView:
    """Return a view arranged by a look. `fresh` are the positions of the pieces that moved; they are highlighted."""
    return _TableLayout(view, look, setting, fresh).table()


def _find_moved_pieces(state: State, found: Shown, viewer: int, since: int) -> frozenset[str]:
    """Return the positions of the pieces that a player saw move; empty before the player's first answer."""
    if not since:
        return frozenset()
    log = state.retracked().tracker.log
    moves = [entry for entry in log[since:] if entry.kind == "move"]
    last = {entry.what[0]: entry for entry in moves}
    seen = (piece for piece, entry in last.items() if entry.seen.get(piece, 0) >> viewer & 1)
    return frozenset(found.pieces[piece] for piece in seen if piece in found.pieces)


def _list_last_discards(state: State, found: Shown) -> Iterator[tuple[str, str]]:
    """Yield for each zone of discards its position and that of the piece which was put there last."""
    tables = state.program.tables
    slots = {slot for slot, zone in enumerate(tables.zones, tables.zones_from) if zone.discards}
    for entry in reversed(state.retracked().tracker.log[-MAX_ENTRIES:]) if slots else ():
        if entry.kind == "move" and entry.what[2] in slots:
            slot, place = entry.what[2], found.pieces.get(entry.what[0], "")
            if slot in found.zones and place.startswith(f"{found.zones[slot]}:"):
                slots.discard(slot)
                yield found.zones[slot], place
    yield from ((found.zones[slot], "") for slot in slots if slot in found.zones)


class _TableLayout:
    """Layout of one view. Zones that have not changed are taken from the memo."""

    def __init__(
        self,
        view: View,
        look: Look,
        setting: TableContext,
        fresh: frozenset[str],
        program: object = None,
        memo: ResultMemo | None = None,
        last: Mapping[str, str] = NO_DISCARDS,
    ) -> None:
        self.view = view
        self.look = look
        self.setting = setting
        self.fresh = fresh
        self.memo = memo
        self.last = last
        marks = {picture.mark for picture in look.pictures.values()}
        marked = [(c.owner, c.name, c.value) for c in view.counters if c.name in marks]
        # everything but its pieces that the layout of a zone depends on
        self.given = program, setting.limits, marked, view.finished
        # the look draws a box for each player if it asks for a grid of a zone or memory of players, and for no board
        grids = {word: each for word, each in look.pictures.items() if each.shape == "grid" and not each.is_board}
        self.boxes = [each for word, each in grids.items() if self._is_of_players(word)]

    def table(self) -> TableView:
        view, setting = self.view, self.setting
        said = view.turn_word if view.turn_of >= 0 and not setting.everybody else ""
        turn_of = -1 if setting.everybody or view.finished else view.turn_of
        return TableView(
            setting.game,
            setting.summary,
            view.player,
            setting.turn,
            turn_of,
            setting.everybody,
            view.finished,
            setting.winners,
            self.look.score,
            self._align_rows(
                self._add_colours(
                    [self._seat(number, name, number == turn_of) for number, name in enumerate(view.players)]
                )
            ),
            self._find_facts(c for c in view.counters if c.owner == "table" and c.name != said),
            self._lay_out_zones("table"),
            frozenset(word for picture in self.boxes for word in find_template_words(picture.lines)),
            setting.scored,
            setting.keeps_score,
        )

    def _seat(self, number: int, name: str, turn: bool) -> TableSeat:
        view = self.view
        facts = self._find_facts(c for c in view.counters if c.owner == name)
        zones = self._lay_out_zones(name)
        lines = [line for p in self.boxes for line in render_player_lines(view, name, p.lines, self.look)]
        return TableSeat(
            number,
            name,
            number == view.player,
            turn,
            render_score(view, number),
            facts,
            zones,
            tuple(lines),
            led=self._tell_decider(number),
        )

    def _tell_decider(self, seat: int) -> str:
        """Return which other player decides for a seat: `P1 decides for you`; "" if none does."""
        view, other = self.view, self.setting.deciders.get(seat, seat)
        if other == seat or view.finished:
            return ""
        for_whom = "you" if seat == view.player else view.players[seat]
        return f"{'you decide' if other == view.player else f'{view.players[other]} decides'} for {for_whom}"

    def _add_colours(self, seats: Sequence[TableSeat]) -> tuple[TableSeat, ...]:
        """Return the seats with their players' colours, if no two players have the same one."""
        words = {c.owner: c.value for c in self.view.counters if c.name in self.setting.own}
        colors = [self.look.color({"own": words.get(seat.name, "")}) for seat in seats]
        apart = all(colors) and len(set(colors)) == len(colors)
        return tuple(replace(seat, color=color if apart else "") for seat, color in zip(seats, colors, strict=True))

    def _align_rows(self, seats: Sequence[TableSeat]) -> tuple[TableSeat, ...]:
        """Return the seats with the same rows of counters for all, so that no row moves if a counter becomes 0."""
        shown_facts = {
            fact.word: fact for seat in seats for fact in seat.facts if fact.says or fact.stays or not fact.late
        }
        for word, title in self.setting.remembered.items():
            if word not in shown_facts and word in self.look.first:
                # indexed memory is shown only for players who have some
                charted = self._make_zeros(word)
                shown_facts[word] = Fact(word, self.look.short.get(word, title), "0", each=charted, chart=bool(charted))
        none = {
            word: replace(fact, value="0", says=False, each=tuple((each, "0") for each, _ in fact.each))
            for word, fact in shown_facts.items()
        }
        order = sorted(none, key=lambda word: (none[word].late, self.look.place(word)))
        kept = []
        for seat in seats:
            own = {fact.word: fact for fact in seat.facts}
            own |= {word: hide_value(none[word]) for word in self._find_unseen_words(seat, seats) & shown_facts.keys()}
            facts = [replace((none | own)[word], stays=True) for word in order]
            facts += [replace(fact, stays=False) for fact in seat.facts if fact.word not in none]
            kept.append(replace(seat, facts=tuple(facts)))
        return tuple(kept)

    def _find_unseen_words(self, seat: TableSeat, seats: Sequence[TableSeat]) -> frozenset[str]:
        """Return the words of the counters of a player that the viewer cannot see."""
        others = [each for each in seats if each.number != self.view.player]
        seen = {fact.word for each in others for fact in each.facts}
        return self.setting.secret - seen if seat in others else frozenset()

    def _is_of_players(self, word: str) -> bool:
        zones, counters = self.view.zones, self.view.counters
        return any(z.name == word and z.owner in self.view.players for z in zones) or any(
            c.name.partition("[")[0] == word and c.owner in self.view.players for c in counters
        )

    # ------------------------------------------------------------ counters and attributes

    def _find_facts(self, counters: Iterator[CounterView]) -> tuple[Fact, ...]:
        """Return counters as facts in the order of the look.

        Memory with several values, one for each word, is one fact.
        """
        by_word: dict[str, list[CounterView]] = {}
        for counter in counters:
            by_word.setdefault(counter.name.partition("[")[0], []).append(counter)
        kept = [word for word in by_word if word not in self.look.hidden]
        return tuple(self._find_fact(word, by_word[word]) for word in sorted(kept, key=self.look.place))

    def _find_fact(self, word: str, counters: Sequence[CounterView]) -> Fact:
        first = counters[0]
        _, _, index = first.name.partition("[")
        if not index:
            most = self.setting.limits.get((first.owner, word), "")
            value = render_limited_count(first.value, most)
            title, says = self.look.short.get(word, first.title), first.value not in NOTHING
            late = not self._has_permanent_row(word)
            return Fact(word, title, value, says, stays=word in self.look.first, late=late, named=True)
        each = {spell_name(c.name.partition("[")[2].rstrip("]")): c.value for c in counters}
        title = self.look.short.get(word, first.title.removesuffix(f" {next(iter(each))}"))
        some = [(name, number) for name, number in each.items() if number not in NOTHING]
        value = ", ".join(name if number == "yes" else f"{number} {name}" for name, number in some)
        charted = self._make_zeros(word)
        drawn = dict(charted) | each
        stays, late = word in self.look.first, not self._has_permanent_row(word)
        return Fact(word, title, value or "0", bool(value), tuple(drawn.items()), bool(charted), stays, late)

    def _make_zeros(self, word: str) -> tuple[tuple[str, str], ...]:
        """Return `(index word, "0")` for each index word of the memory `word`, if it is drawn as a chart; else ()."""
        picture = self.look.pictures.get(word, UNDRAWN)
        words = picture.words if picture.shape == "chart" else ()
        return tuple((spell_name(each), "0") for each in words)

    def _has_permanent_row(self, word: str) -> bool:
        """Return True if every player has a row for a word: the look asks for it, or the memory is permanent."""
        first, setting = self.look.first, self.setting
        asked_for = word in first or word in self.look.most or word in setting.own or word.endswith("()")
        return asked_for or not (set(first) - {SCORE} or word in setting.fleeting)

    # ------------------------------------------------------------ zones and pieces

    def _lay_out_zones(self, owner: str) -> tuple[TableZone, ...]:
        zones = [(zone, f"{owner}.{zone.name}") for zone in self.view.zones if zone.owner == owner]
        if owner == "table":
            zones = [(zone, zone.name) for zone, _ in zones]
        laid = [self._find_outer_position(zone, at) for zone, at in zones]
        # drawn zones, and zones with pieces on pieces, come first: most of the play is there
        return tuple(
            sorted(laid, key=lambda z: (self.look.place(z.word), owner == "table" and not (z.shape or z.carries)))
        )

    def _find_outer_position(self, zone: ZoneView, at: str) -> TableZone:
        """Return the layout of a zone that lies in no other zone; `at` is its position on the table."""
        if self.memo is None:
            return self._lay_out_zone(zone, at)
        fresh = {place for place in self.fresh if place.startswith(at)}
        return self.memo.get(at, (zone, fresh, self.last.get(at), self.given), lambda: self._lay_out_zone(zone, at))

    def _lay_out_zone(self, zone: ZoneView, at: str) -> TableZone:
        picture = self.look.pictures.get(zone.name, UNDRAWN)
        pieces = [
            self._lay_out_hidden(zone, place, f"{at}:{place}")
            if piece is None
            else self._lay_out_piece(piece, zone, f"{at}:{place}")
            for place, piece in enumerate(zone.pieces)
        ]
        if not zone.ordered and any(piece.fresh for piece in pieces):
            pieces = mark_last_as_fresh(pieces)
        is_plain = zone.owner == "table" and not picture.shape
        pieces = pieces[::-1] if is_pile(zone) else pieces
        cells = place_on_board(picture, order_pieces(zone))
        # a board is read row by row
        in_order = sorted(zip(cells, pieces, strict=True), key=lambda each: each[0][::-1]) if cells else ()
        cells, pieces = [cell for cell, _ in in_order], [piece for _, piece in in_order] or pieces
        by, *words = (self.setting.collects.get(zone.name) if is_plain else None) or (picture.by, *picture.words)
        return TableZone(
            at,
            zone.owner,
            zone.name,
            self.look.short.get(zone.name, zone.title),
            tuple(pieces),
            zone.count,
            zone.ordered,
            zone.covered,
            zone.hidden,
            zone.name in self.look.hidden,
            picture.shape,
            zone.title,
            self._count_by_word(zone, by, words) if by and picture.shape in ("chart", "") else (),
            most := self.setting.limits.get((zone.owner, zone.name), ""),
            bool(most) or self._has_permanent_row(zone.name),
            count_columns(picture, cells),
            zone.row,
            zone.numbered,
            (self.last[at] or f"{at}:{zone.count - 1}") if pieces and at in self.last and not picture.shape else "",
            by if is_plain else "",
            tuple(cells),
        )

    def _count_by_word(self, zone: ZoneView, by: str, known: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return the number of pieces for each value of an attribute, as `(word, number)` in the order of the type."""
        values = [spell_name(piece.attributes[by]) for piece in zone.pieces if piece is not None]
        words = list(map(spell_name, known)) or sorted(set(values))
        return tuple((word, str(values.count(word))) for word in words) if not zone.hidden else ()

    def _lay_out_hidden(self, zone: ZoneView, place: int, at: str) -> TablePiece:
        held, title = self.setting.held.get((zone.name, zone.owner == "table"), ("", "piece"))
        marks = iter(zone.marks[place] if zone.marks else ())
        return TablePiece(at, "", with_article(title), title, held, hidden=True, facts=self._find_facts(marks))

    def _lay_out_piece(self, piece: PieceView, zone: ZoneView | None, at: str) -> TablePiece:
        look, lies = self.look, "" if zone is None else zone.name
        picture = look.pictures.get(lies, UNDRAWN)
        own = piece.zones[: len(piece.zones) - sum(len(part.zones) for part in piece.parts)]
        # the owner of a zone in front of a player is clear
        counters = (c for c in piece.counters if zone is None or (c.name, c.value) != ("owner", zone.owner))
        return TablePiece(
            at,
            piece.id,
            piece.name,
            render_label(piece, look, lies),
            piece.kind,
            False,
            piece.face_up,
            look.color(piece.attributes),
            self.setting.texts.get(piece.id, ""),
            tuple(list_attributes(piece, look)),
            frozenset(find_unmentioned_attributes(piece)).difference(picture.at),
            (
                *insert_arguments(self._find_facts(counters), self.setting.waiting),
                *self._find_side(piece, zone),
                *(Fact("powers", "now", power) for power in piece.powers),
            ),
            tuple(self._lay_out_zone(inner, f"{at}/{inner.name}") for inner in own),
            tuple(self._lay_out_piece(part, None, f"{at}+{number}") for number, part in enumerate(piece.parts)),
            tuple(render_piece_lines(piece, picture.lines, look)),
            tuple(c.owner for c in self.view.counters if c.name == picture.mark and c.value == piece.name),
            at in self.fresh,
            piece.kind in look.labels or (zone is not None and zone.name in look.labels),
            find_lone_words(picture.lines),
            tuple(self._list_asked(piece, find_template_words([look.find_label(piece.kind, lies) or ""]))),
            look.count_quarter_turns(piece.kind, piece.attributes | {c.name: c.value for c in piece.counters})
            if look.turned
            else 0,
        )

    def _list_asked(self, piece: PieceView, labelled: Collection[str]) -> Iterator[Fact]:
        """Yield the values of the rules that templates ask about a piece, each with its title."""
        for each in piece.asked:
            title = self.look.short.get(each.name, each.title)
            yield Fact(each.name, title, each.value, each.value not in ("no", "none"), stays=each.name in labelled)

    def _find_side(self, piece: PieceView, zone: ZoneView | None) -> tuple[Fact, ...]:
        """Return the fact that a piece lies face down, in a zone where the side of pieces matters; else ()."""
        faced = zone is not None and (zone.name, zone.owner == "table") in self.setting.faced
        return (Fact("face", "lies", "face down"),) if faced and not self.view.finished and not piece.face_up else ()
