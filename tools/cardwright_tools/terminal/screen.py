"""Screen of the terminal client: the table, the latest log events, the prompt and the options."""

import sys
from collections.abc import Callable, Sequence
from copy import copy
from functools import partial

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from cardwright import Decision, Moment
from cardwright.phrases.inflection import count_noun, spell_name
from cardwright.presentation.arrange_table import build_common_table, build_open_table, build_table
from cardwright.presentation.error_isolation import run_optional
from cardwright.presentation.log.earlier_log import EarlierLog
from cardwright.presentation.log.fit_to_lines import BESIDE as PARTED
from cardwright.presentation.log.fit_to_lines import INDENT, render_brief_log, render_log_within
from cardwright.presentation.log.folding import drop_hidden_events
from cardwright.presentation.log.tree import NOBODY, build_news, list_last_texts, render_log_events
from cardwright.presentation.look import Look
from cardwright.presentation.table_view import TableView
from cardwright.query.log_events import Event
from cardwright.runtime.primitives.random_numbers import seed_told
from cardwright_tools.rich_styles_of_look import Painter, check_colours
from cardwright_tools.session.session import Session
from cardwright_tools.terminal.drawing.drawn_or_listed_zones import (
    ARRANGEMENTS,
    FIRST_CUT,
    IN_A_ROW,
    IN_WORDS,
    ZoneBlock,
    ZoneLayout,
    render_counters,
    render_own_zones,
    render_pictures,
    render_zones,
    select_zones,
)
from cardwright_tools.terminal.drawing.fit_to_screen import ReservedLines, ScreenParts
from cardwright_tools.terminal.drawing.heading_and_player_table import PlayerColumns, draw_heading, draw_players_table
from cardwright_tools.terminal.drawing.numbered_options import lay_out_options, narrow_options
from cardwright_tools.terminal.drawing.prompt_with_options import IN_BRIEF, IN_FULL, MIN_QUESTION, NO_NOTES, Asking
from cardwright_tools.terminal.drawing.titled_boxes import cut_to_first_line, cut_to_last_lines
from cardwright_tools.terminal.end_screen import render_ending, render_scores
from cardwright_tools.terminal.terminal_io import Terminal

MIN_LOG_LINES = 3
# Height below which no line is left free, and the log has fewer lines.
TIGHT = 30
MIN_WHERE_TIGHT = 2
# Lines of a usual question, or its part of the height: left free by the table, so longer questions are shortened.
USUAL_QUESTION = 6
QUESTION_PART = 4
# Events since the last answer get at most this part of the height (a third), if the whole table has room.
NEWS_PART = 3
# Places on the screen: for counters of the table, and for the pictures of players.
COUNTS, PLAYERS = "counts", "players"
# Limit for free lines used for what has no place on the table, and for lines of the table used for remarks.
MAX_MORE = 3
# Number of recent log lines shown after an undo or a load.
REMINDER = 6
REMINDED_ENTRIES = 40
# Number of free lines from which on earlier events are shown, with their own heading.
WORTH_FILLING = 4
NO_NEWS = "Nothing has happened since your last answer."

# Maximum part of the height for the table; the rest is for the log and the question.
TABLE_PART = 0.67


class Screen:
    """The screen, for one person at a time; redrawn if `stale`. The next drawing displays `notices`."""

    def __init__(self, terminal: Terminal):
        self.terminal = terminal
        self.painter = Painter(Look({}))
        self.notices: list[str] = []
        self.stale = True
        self._seen: dict[int, int] = {}
        self._drawn = 0
        self._jumped = False
        self._in_brief = False
        # whether the question must be shortened, a part of it is left out, and remarks have no room beside the table
        self._asked_in_brief = self._asked_cut = self._crowded = False
        # by viewer and size of the screen, the last arrangement of the table
        self._arranged: dict[tuple[int, int, int], tuple[int, ReservedLines]] = {}
        self._columns: dict[tuple[int, int, bool], PlayerColumns] = {}

    def take_over(self, session: Session) -> None:
        """Switch to another match."""
        self.painter = Painter(look := Look(session.state.program.tables.look))
        self.notices += check_colours(look)
        self._arranged.clear()
        self._columns.clear()
        self.forget()
        self._jumped = bool(session.steps)

    def forget(self) -> None:
        """Forget which log entries people have read, because the match is now at another point."""
        self._seen.clear()
        self._jumped = True
        self.stale = True

    def seen(self, player: int) -> None:
        """Record that a person has read the log up to what was last drawn."""
        self._seen[player] = self._drawn

    def seen_up_to_now(self, session: Session, player: int) -> None:
        """Record that a person knows the whole log, although it was not drawn."""
        self._seen[player] = session.state.log_size

    def show(self, *parts: RenderableType) -> None:
        """Print something below the screen."""
        self.terminal.show(*parts)

    def tell(self, text: str, style: str = "") -> None:
        """Print a text with coloured terms."""
        self.terminal.show(self.painter.paint(text, style))

    def part(self, text: str, style: str) -> None:
        """Print a separating line."""
        self.terminal.show(Text(""), Rule(self.painter.paint(text), style=style))

    def say(self, text: str) -> None:
        """Print a remark about the program."""
        self.terminal.show(Text(text, "yellow"))

    def show_options(self, decision: Decision, wanted: str) -> None:
        """Print the options with a matching name, with their usual numbers."""
        shown, own = narrow_options(decision, wanted), f"P{decision.player + 1}"
        if not shown:
            self.say(f"No option has `{wanted}` in its name.")
        self.show(*lay_out_options(shown, self.painter, self.terminal.width, sys.maxsize, own))

    def hand_over(self, player: int) -> None:
        """Clear the screen, and ask the next player to come."""
        self.terminal.wipe()
        asked = Text("    ").append_text(self.painter.paint(f"P{player + 1}, it is your turn to answer.", "bold"))
        self.show(Text("\n" * (self.terminal.height // 3)), asked)
        self.show(Text("    The others, please look away. Then press Enter (or type `undo` or `quit`).\n", "dim"))

    def draw(self, session: Session, decision: Decision, held: int, wanted: str = "", enter: bool = True) -> bool:
        """Draw everything for the player of the decision; `held` is the number of automatic answers before it.

        Only options that match `wanted` are shown. `enter` is True if Enter declines the decision. Returns False if
        the remarks have no room beside the table, and are drawn instead of it.
        """
        player, said = decision.player, self._list_remarks(session, held)
        wish = len(self._render_news(session, player, self.terminal.height // NEWS_PART))
        # a question tells the event it is about again if the news turns out to have less room
        for above in (() if self._in_brief else list_last_texts(self._list_news(session, player)), ()):
            asking = self._make_asking(session, decision, wanted, enter, above)
            parts = self._fill(
                session,
                build_table(session.state, player),
                partial(self._fit_question, asking, said, wish),
                lambda room: self._render_news(session, player, room),
                wish,
                len(self._render_news(session, player, 1, whole=True)),
                lambda room: run_optional(partial(self._render_earlier, session, player, room), [], (OSError,)),
                since=player in self._seen,
            )
            if not (above and self._in_brief):
                break
        if self._crowded:
            with self.terminal.paged():
                self.show(*said)
            if not self.terminal.typed_on:
                self.ask_again(session, decision, wanted)
        else:
            self.show(*parts)
        self.notices.clear()
        self.stale = False
        return not self._crowded

    def draw_bare(self, decision: Decision) -> None:
        """Draw only the prompt and the options, without the table."""
        for remark in self.notices:
            self.say(remark)
        self.say(f"P{decision.player + 1}: {decision.prompt}")
        for number, option in enumerate(decision.options, start=1):
            self.say(f"{number:>2} {option.text}")
        self.notices.clear()
        self.stale = False

    def ask_again(self, session: Session, decision: Decision, wanted: str = "") -> None:
        """Print the prompt again below a text, so that both stay visible; if that is impossible, wait in between."""
        asking, free = self._make_asking(session, decision, wanted), self.terminal.free_below
        lines = asking.lines(NO_NOTES)
        if free is not None and self.terminal.lines_of(lines) >= free:
            lines = asking.lines(IN_BRIEF, max(MIN_QUESTION, free - 1))
            if self.terminal.lines_of(lines) >= free:
                if not self.terminal.turn_page() and self.terminal.typed_on:
                    return
                lines = asking.lines(NO_NOTES)
        self.show(Rule("Enter shows the table again", style="dim"), *lines)

    def draw_step(self, session: Session, found: TableView, events: Sequence[str], asked: Sequence[str]) -> None:
        """Draw a moment of a replay: the table, the log of the last answer, and the prompt."""
        width = self.terminal.width

        def cut(room: int) -> list[RenderableType]:
            more = len(events) - room + 1
            kept = events if more < 2 else [*events[: room - 1], f"… {more} more: type `step`"]
            lines = [self.painter.paint(line) for line in kept]
            for line in lines:
                line.truncate(width, overflow="ellipsis")
            return [*lines]

        bottom = [*self._list_remarks(session, 0), *(self.painter.paint(line) for line in asked)]
        wish = min(len(events), self.terminal.height // NEWS_PART)
        self.show(*self._fill(session, found, lambda room, least: bottom, cut, wish))
        self.notices.clear()

    def _fill(
        self,
        session: Session,
        found: TableView,
        bottom: Callable[[int, int], list[RenderableType]],
        middle: Callable[[int], list[RenderableType]],
        wish: int,
        must: int = 0,
        earlier: Callable[[int], list[RenderableType]] = lambda room: [],
        since: bool = False,
    ) -> list[RenderableType]:
        """Clear the screen, and return its parts: the table, as much of the log as there is room for, and the prompt.

        The table keeps its number of lines, unless the prompt needs some of them. The log gets at least `must` lines
        and can use `wish`; lines that are still free show `earlier` log events. `since` is True if the log begins with
        the last answer.
        """
        self.painter.learn(found)
        # one line stays free for input, and two separate the table, the log and the question
        gap = 1 if self._tight else 2
        number, settled = self._arrange(session, found)
        parts = self._make_parts(session, found, ARRANGEMENTS[number])
        must = min(must, self.terminal.height // NEWS_PART)
        least = max(must, min(wish, MIN_WHERE_TIGHT if self._tight else MIN_LOG_LINES))
        below = self.terminal.height - 1 - gap
        shortest = max(must, min(least, 1))
        forms = list(settled.giving_way(parts))
        for form, story in (*((form, least) for form in forms), (forms[-1], shortest)):
            self._asked_in_brief = self._asked_cut = False
            places, size = form
            asked = bottom(below - size, story)
            if not self._asked_in_brief:
                break
        if found.viewer >= 0:  # the viewer's next screen uses the same arrangement
            self._arranged[found.viewer, self.terminal.width, self.terminal.height] = number, places
        least = shortest
        free = below - self.terminal.lines_of(asked)
        least_of_table = min(places.size, places.least(parts), free - 1)
        size = max(least_of_table, min(places.size, free - least))
        top = places.lines(parts, size) if self.terminal.redraws else [*parts.top, *parts.below]
        room = below - self.terminal.lines_of([*top, *asked])
        left = max(1, room)
        between = middle(left if self.terminal.redraws else max(least, left))
        if self.terminal.redraws and places.whole(parts) > size:
            # what has no place gets lines that the log leaves
            spare = min(MAX_MORE, room - self.terminal.lines_of(between))
            # a table of `size` lines may need fewer, and fit completely with one line more
            size = max(size, min(places.whole(parts), self.terminal.lines_of(top) + spare))
            top = places.lines(parts, size)
            room = below - self.terminal.lines_of([*top, *asked])
        # the question stands at the bottom, wherever the log ends
        free = max(0, room - self.terminal.lines_of(between)) if self.terminal.redraws else 0
        before = earlier(free - 2) if free >= WORTH_FILLING and between else []
        if before:
            before = [Text("  before your last answer", "dim"), *before, self._head_news(True)]
            free -= self.terminal.lines_of(before) - 1
        self.terminal.clear()
        above = before or [self._head_news(since and bool(between))]
        shown = [*top, *above, *between, *([Text("")] * (free + (bool(between) and gap > 1))), *asked]
        self._crowded |= bool(self.notices) and self.terminal.redraws and self.terminal.lines_of(shown) > below + gap
        return shown

    def _head_news(self, since: bool) -> Text:
        """Return what shows the rest of the news and the question and, if there is room, a heading for the news."""
        hints = ["`news` shows all"] * self._in_brief + ["`more` shows all of the question"] * self._asked_cut
        full = f"in brief: {', '.join(hints)}" if hints else ""
        brief = full.replace(" shows all", "").replace(" of the question", "")
        heads = ["since your last answer", ""] if since else [""]
        texts = (" · ".join(filter(None, (head, text))) for text in (full, brief) for head in heads)
        return Text(
            INDENT + next((text for text in texts if len(text) + len(INDENT) <= self.terminal.width), brief), "dim"
        )

    @property
    def _tight(self) -> bool:
        return self.terminal.redraws and self.terminal.height < TIGHT

    def show_table(self, session: Session, player: int, openly: bool = False) -> None:
        """Print all of the table, at any length; `openly` with hidden information."""
        found = (build_open_table if openly else build_table)(session.state, player)
        self.painter.learn(found)
        parts = self._make_parts(session, found, ARRANGEMENTS[0], whole=True)
        self.show(*parts.top, *parts.below)

    def _arrange(self, session: Session, found: TableView) -> tuple[int, ReservedLines]:
        """Return the number of the arrangement for a person's screen, and its reserved lines.

        A denser arrangement is kept once it was needed. The table must leave room for a usual prompt; otherwise zones
        without reserved lines are cut. If even the others do not fit, words replace the drawings.
        """
        height, last = self.terminal.height, len(ARRANGEMENTS) - 1
        asked = max(USUAL_QUESTION, height // QUESTION_PART)
        usual = height - asked - (MIN_WHERE_TIGHT + 2 if self._tight else MIN_LOG_LINES + 3)
        most = int(height * TABLE_PART)
        here = found.viewer, self.terminal.width, height
        number, places = self._arranged.get(here, (0, ReservedLines()))
        while True:
            parts = self._make_parts(session, found, ARRANGEMENTS[number])
            grown = places.grown(parts, most, usual)
            seen = bool(places.heights) or all(block.own in grown.heights for block in parts.kept)
            fits = parts.lines <= usual if number < FIRST_CUT else seen
            if fits or number == last:
                break
            number, places = number + 1, ReservedLines()
        return number, grown

    def _make_parts(
        self, session: Session, found: TableView, arrangement: tuple[int, bool, bool, int], whole: bool = False
    ) -> ScreenParts:
        depth, cut, fully, own = arrangement
        width = self.terminal.width
        layout = ZoneLayout(width, depth, cut, whole, own if self.terminal.redraws else IN_A_ROW)
        shown_elsewhere = found.shown_words if depth < IN_WORDS else frozenset()
        kept = self._columns.setdefault((found.viewer, width, bool(shown_elsewhere)), PlayerColumns())
        counts = render_counters(found, self.painter, layout)
        heading = self._draw_heading(session, found, counts if self._tight else ())
        kept.apart |= heading.cell_len > width or not self._tight
        if kept.apart or whole:
            heading = self._draw_heading(session, found)
        lying = {zone.at for seat in found.seats for zone in select_zones(seat, found, layout)}
        players, below, late = draw_players_table(
            found, self.painter, width, shown_elsewhere, kept, counts if kept.apart or whole else (), lying
        )
        pictures = render_pictures(found, self.painter, layout)
        own_zones = render_own_zones(found, self.painter, layout, fully)
        lines = [ZoneBlock(line.plain, (line,), partial(cut_to_first_line, (line,))) for line in late]
        counting = [ZoneBlock(COUNTS, tuple(below), partial(cut_to_first_line, below), COUNTS)] if below else []
        top: list[RenderableType] = [heading, players]
        placed = [*(() if depth == IN_WORDS else pictures), *own_zones, *counting]
        mine = [zone.at for seat in found.seats if seat.you for zone in seat.zones]
        return ScreenParts(
            top,
            self.terminal.lines_of(top),
            [block for block in placed if block.own],
            pictures if depth == IN_WORDS else [],
            [*lines, *(block for block in placed if not block.own), *render_zones(found, self.painter, layout)],
            (COUNTS, PLAYERS, *(zone.at for zone in found.zones), *mine),
            width,
        )

    def _draw_heading(self, session: Session, found: TableView, counts: Sequence[Text] = ()) -> Text:
        return draw_heading(found, seed_told(session.header.seed), self.painter, self.terminal.width, counts)

    def _render_news(self, session: Session, player: int, room: int, whole: bool = False) -> list[RenderableType]:
        """Render the log since this person's last answer, or only its end if there is no room for the whole.

        `whole` renders all lines that must not be left out.
        """
        reminds = self._jumped and player not in self._seen
        room = min(room, REMINDER) if reminds else room

        ended = session.state.finished
        lines: list[RenderableType] = run_optional(
            lambda: self._render_events(self._list_news(session, player), room, ended, whole), [], (OSError,)
        )
        self._in_brief = self._in_brief and not reminds
        return lines

    def _list_news(self, session: Session, player: int) -> Sequence[Event]:
        """Return the events since this person's last answer; after a jump, those with their causes."""
        jumped = self._jumped and player not in self._seen
        return drop_hidden_events(build_news(session.state, player, self._find_news_start(session, player), jumped))

    def _render_earlier(self, session: Session, player: int, room: int) -> list[RenderableType]:
        """Render the end of the earlier log in `room` lines, without coloured terms."""
        since = self._find_news_start(session, player)
        if not since or self._jumped:
            return []
        earlier = drop_hidden_events(EarlierLog(player, NOBODY).list_events(session.state, since))
        lines = render_log_within(earlier, self.terminal.width - 2, room)
        texts = [Text(f"┆ {line}", "dim") for line in cut_to_last_lines(lines, room)]
        for line in texts:
            line.truncate(self.terminal.width, overflow="ellipsis")
        return [*texts]

    def _render_events(
        self, events: Sequence[Event], room: int, ended: bool = False, whole: bool = False
    ) -> list[RenderableType]:
        """Render log events in `room` lines, or their end if there is no room for all of them.

        With `whole`, all lines that must not be left out are rendered. `ended` is True if the match is over.
        """
        width = self.terminal.width - 2
        lines = render_brief_log(events, width)
        if (size := len(lines)) > room:
            lines = render_log_within(events, width, room, ended, all_turns=whole)
        # parts that share a line are not left out
        self._in_brief = sum(line.count(PARTED) + 1 for line in lines[-max(room, 1) :]) < size
        most = max(room, 1) if self.terminal.redraws else max(room, self.terminal.height // 2)
        return self._quote_log(lines if whole else cut_to_last_lines(lines, most))

    def draw_moment(self, session: Session, moment: Moment, players: Sequence[int]) -> None:
        """Draw the table and the log of a snapshot."""
        then = copy(session)
        then.state, found = moment.state, build_common_table(moment.state, players)
        since = min(self._seen.get(player, self._drawn) for player in players)
        news = drop_hidden_events(render_log_events(session.state.common_log(players, since, moment.log_size)))
        over = self.painter.paint(f"Just over: {spell_name(moment.word)}", "bold")
        go_on = "Press Enter to continue, or type `hold` to continue without pauses until somebody here has a decision."
        wish = len(self._render_events(news, self.terminal.height // NEWS_PART))
        asked: list[RenderableType] = [over, *([Text(go_on, "dim")] if self.terminal.interactive else [])]
        self.show(*self._fill(then, found, lambda room, least: asked, partial(self._render_events, news), wish))

    def looked_at(self, moment: Moment, players: Sequence[int]) -> None:
        """Record that some people have read the log up to a snapshot that was drawn."""
        for player in players:
            self._seen[player] = moment.log_size
        self._drawn = moment.log_size
        self.stale = True

    def show_news(self, session: Session, player: int) -> None:
        """Print the log since this person's last answer."""
        events = session.state.log_since(self._find_news_start(session, player), player)
        self.show(*self._quote_log(render_brief_log(render_log_events(events), self.terminal.width - 2)))
        if not events:
            self.say(NO_NEWS)

    def _quote_log(self, lines: Sequence[str]) -> list[RenderableType]:
        parts: list[RenderableType] = []
        for line in lines:
            part = self.painter.paint(f"│ {line}")
            part.stylize("dim", 0, 1)
            part.truncate(self.terminal.width, overflow="ellipsis")
            parts.append(part)
        return parts

    def _find_news_start(self, session: Session, player: int) -> int:
        """Return the length of the log that a person has read.

        After a jump, only the latest entries count as unread.
        """
        self._drawn = session.state.log_size
        jumped = max(0, self._drawn - REMINDED_ENTRIES) if self._jumped else 0
        return self._seen.get(player, jumped)

    def _list_remarks(self, session: Session, held: int) -> list[RenderableType]:
        said = [*self.notices, *([] if session.remark is None else [session.remark])]
        if held:
            said.append(f"Auto-answers: {count_noun(held, 'question')} answered for you.")
        return [Text(remark, "yellow") for remark in said]

    def _fit_question(
        self, asking: Asking, said: Sequence[RenderableType], story: int, room: int, least: int
    ) -> list[RenderableType]:
        """Render the prompt below `said` in `room` lines, of which the log gets `least` or more.

        `story` is the number of lines of the whole log. Remarks can take a few lines of the table. If they need more,
        they are not shown beside it, unless all of them would come back with the next screen.
        """
        whole, lines_of = self.terminal.redraws, self.terminal.lines_of
        within = asking.within(room - lines_of(said), story, least, whole)
        over = lines_of([*said, *within.lines]) + least - room
        self._crowded = whole and bool(self.notices) and over > MAX_MORE
        self._asked_in_brief, self._asked_cut = within.in_brief, within.cut
        return [*said, *within.lines]

    def show_question(self, session: Session, decision: Decision) -> None:
        """Print the prompt with all its facts and options."""
        self.show(*self._make_asking(session, decision, "").lines(IN_FULL, sys.maxsize, True))

    def _make_asking(
        self, session: Session, decision: Decision, wanted: str, enter: bool = False, above: tuple[str, ...] = ()
    ) -> Asking:
        width, height = self.terminal.width, self.terminal.height
        return Asking(session.state, decision, wanted, self.painter, width, height, self._tight, enter, above)

    def result(self, session: Session, viewer: int, who: Sequence[str], with_news: bool) -> None:
        """Draw the end of the match: if `with_news` the last log events, then the final table."""
        found = build_table(session.state, viewer)
        self.painter.learn(found)
        head, remarks = [self._draw_heading(session, found)], self._list_remarks(session, 0)

        def news(room: int) -> list[RenderableType]:
            return self._render_news(session, viewer, room) if with_news else []

        shown = render_ending(session, found, who, self.painter, self.terminal, head, news, remarks)
        self.terminal.clear()
        self.show(*shown)
        self.notices.clear()

    def show_scores(self, session: Session) -> None:
        """Print the breakdown of the scores."""
        self.show(*render_scores(session, build_table(session.state, 0), self.painter, self.terminal, sys.maxsize))
