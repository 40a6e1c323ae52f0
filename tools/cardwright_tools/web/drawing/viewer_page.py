"""Renderer of the parts of a viewer's page; all text by authors is escaped."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from cardwright.presentation.error_isolation import run_optional
from cardwright.presentation.explain_values_and_end import name_winners
from cardwright.presentation.log.folding import FoldedEvent, find_events_about_viewer, find_last_action, fold_briefly
from cardwright.presentation.rulebook.rule_text_sections import write_goal
from cardwright.presentation.table_view import TableView as Seen
from cardwright.presentation.terms_in_text import Terms, find_terms
from cardwright.query.log_events import Event
from cardwright.query.memo import ResultMemo
from cardwright.query.score_sheet import rank_players
from cardwright.scenarios.rulebook_example import write_rulebook_with_examples
from cardwright.source.visible_control_characters import escape_controls
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.faces.draw_face import draw_back, draw_symbol, find_place_art
from cardwright_tools.faces.font_metrics import FAMILY
from cardwright_tools.faces.image_codec import BACK, icon_html, jpeg, sprite, symbols
from cardwright_tools.faces.model import credit_faces, list_icons
from cardwright_tools.faces.short_marks import NUMBER
from cardwright_tools.printing.board_cells import lay_out_ring
from cardwright_tools.printing.rulebook_html import rulebook_page
from cardwright_tools.session.bot_engine import describe_bot
from cardwright_tools.session.strongest_bot import OFFERED, USUAL_BOT
from cardwright_tools.web.drawing.game_style_sheet import SEATS, Colours
from cardwright_tools.web.drawing.names_of_people import mark_player, mark_players
from cardwright_tools.web.drawing.pieces_in_zone import (
    OF_SQUARES,
    PieceStack,
    choose_heading,
    count_columns,
    count_discs,
    filter_consequences,
    find_answers_on_board,
    find_answers_on_table,
    find_clickable_options,
    find_hand_orders,
    find_idle_words,
    find_labels_on_cards,
    find_numbering,
    find_numbers_on_cards,
    find_offered_pieces,
    find_options_already_named,
    find_owner,
    find_shared_beginning,
    find_texts_to_tell,
    find_tricks,
    find_zones_within_ring,
    group_equal_parts,
    is_label_of_content,
    is_of_word,
    lay_out_places,
    list_central_zones,
    list_faces_at,
    read_number,
    select_zones,
    stack_hand,
    stack_pieces,
)
from cardwright_tools.web.drawing.viewer_state import DrawnPage, Person, ViewerState
from cardwright_tools.web.security import make_link

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.presentation.question import Question
    from cardwright_tools.web.replay_pages import ReplayMoment

HERE, MAX_TEXT_LENGTH = Path(__file__).parents[1], 20_000
# The font of faces, which the style sheet of tables also uses.
FONTS = "".join(
    f'@font-face {{ font-family: "{FAMILY}"; font-weight: {weight}; src: url("/fonts/CardwrightFace-{style}.ttf"); }}\n'
    for weight, style in ((400, "Regular"), (700, "Bold"))
)
NOTHING: Mapping[Any, Any] = MappingProxyType({})
# What the marks of pieces mean.
MARKS = {"fresh": "moved or changed since your last answer", "key": "the key of this answer"}
PARTS = (
    *("bar", "people", "seats", "table", "own", "hand", "question", "earlier", "story", "touched", "latest"),
    *("edition", "sitters", "said", "clock"),
)
LYING = ("bar", "seats", "table", "own", "hand")


@cache
def make_environment() -> Environment:
    """Return the template environment, in which values are escaped and undefined values are errors."""
    found = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals |= {"usual": USUAL_BOT, "offered": OFFERED}
    found.filters["bot_in_words"] = describe_bot
    return found


def page(template: str, /, **shown: Any) -> str:
    """Render the page of a template with the values `shown`."""
    return escape_controls(make_environment().get_template(template).render(shown))


class Drawing:
    """Renderer of the pages of all tables of a game."""

    def __init__(self, game: "Game") -> None:
        program = game.program(game.min_players)
        self.colours = Colours(game)
        self.title = game.title
        self.goal = " ".join((*game.program(game.min_players).tables.summary.split(), write_goal(game)))
        self.credit = credit_faces(self.colours.faces.values())
        # Zones of a player's hand: only the owner sees them, or only the others.
        self._private = frozenset(zone.word for zone in program.tables.zones if zone.see in ("owner", "others"))
        blind = frozenset(zone.word for zone in program.tables.zones if zone.see == "others")
        # Zones in which a player can lay a card of their hand openly.
        held = {zone.holds for zone in program.tables.zones if zone.see in ("owner", "others")}
        open_zones = [zone for zone in program.tables.zones if zone.see == "everyone" and zone.holds in held]
        self._tricks = frozenset(zone.word for zone in open_zones if zone.owner == "player")
        self._terms: Terms = find_terms(program.tables)
        self._templates = {part: make_environment().get_template(f"parts/{part}.html") for part in PARTS}
        self._macros: Any = make_environment().get_template("macros.html").module
        self._ui = {
            "colour": self._colour,
            # who cannot see the faces of their hand knows its cards by their places
            "heaps": lambda zone, picked, apart: stack_pieces(zone, picked, apart or zone.word in blind),
            "leads": filter_consequences,
            "ring": lay_out_ring,
            "places": lay_out_places,
            "face_named": self._render_named_face,
            "heading": choose_heading,
            "shared": find_shared_beginning,
            "numbering": find_numbering,
            **OF_SQUARES,
            "is_of": is_of_word,
            "owned": _mark_owner,
            "turning": {word for word, _ in self.colours.look.turned.values()},
            **MARKS,
            "seats": len(SEATS),
            "say": self.say,
            "players": mark_players,
            "alike": group_equal_parts,
            "says_content": is_label_of_content,
            "of_word": self.colours.of_word,
            "coloured": lambda value: all(map(self.colours.of_word, value.split(", "))),
            "icon": self._render_icon,
            "face": self._render_face,
            "back": self._render_back,
            "art": self._render_art,
            "layout": self._find_layout,
            "tied": tie_icons,
            "tale": self._render_list,
            "private": self._private,
        }
        # logs of all tables begin alike, and each answer renders the earlier lines again. Events that go on equal
        # those that are over, but have no outcome yet.
        self._line = lru_cache(MAX_TEXT_LENGTH)(
            lambda line, depth, doer, going_on: self._macros.line(line, self._ui, depth, doer)
        )
        self._said: dict[str, Markup] = {}
        self._sizes = {face.kind: face.size for face in self.colours.faces.values()}
        self._game = game
        # A placeholder for a link in cached texts.
        self._no_link = make_link()
        self._rules: str | None = None
        self._one_at_a_time = Lock()

    def __call__(
        self, sight: ViewerState, before: DrawnPage | None = None, memo: ResultMemo | None = None
    ) -> dict[str, str]:
        """Render the parts of a viewer's page, reusing those unchanged since `before` and what `memo` has cached."""
        same = {} if before is None else _find_unchanged(before, sight)
        question, table = _get_question(sight), sight.game.table
        on_cards = find_labels_on_cards(question, select_zones(table, self._private)[0])
        offered = find_offered_pieces(question, table)
        labels = {**find_numbers_on_cards(question, offered), **on_cards}
        shown = self._collect_variables(table, sight.people, find_clickable_options(question), labels, memo)
        answers = {"on_board": find_answers_on_board(question, table), "on_cards": on_cards, "offered": offered}
        answers |= {"tells": find_texts_to_tell(question), "on_table": find_answers_on_table(question, offered)}
        shown |= {
            "ui": shown["ui"] | answers | {"already": find_options_already_named(question)},
            "columns": count_columns(question, offered),
            "sight": sight,
            "is_asked": sight.asked is not None,
            "at_once": table.everybody or bool(sight.choosing),
            "question": question,
            "stakes": self._list_stakes(question, table),
            "lines": sight.game.story,
        }
        return {part: same.get(part) or self._render_part(part, shown) for part in self._templates}

    def _list_stakes(self, question: "Question | None", table: Seen) -> Sequence[PieceStack]:
        """Return the cards and tokens that a question is about, except those before the player."""
        own = f"P{table.viewer + 1}."
        about = () if question is None else (at for at in question.about_at if not at.startswith(own))
        heaps = list_faces_at(tuple(about), table)
        return [heap for heap in heaps if self._find_layout(heap.piece) not in ("", "marker", "landscape")]

    def _render_part(self, part: str, shown: Mapping[str, Any]) -> str:
        """Render one part of a page.

        If rendering fails, return an empty part; for the prompt, a minimal one that can still be answered.
        """
        drawn = run_optional(lambda: escape_controls(self._templates[part].render(shown)), "")
        bare = not drawn and part == "question" and shown["question"] is not None
        return page("parts/bare_question.html", **shown) if bare else drawn

    def past(self, moment: "ReplayMoment", people: Sequence[Person]) -> dict[str, str]:
        """Render one moment of a finished match: its table and log."""
        shown = self._collect_variables(moment.table, people) | {"is_asked": False, "at_once": moment.table.everybody}
        parts = {part: escape_controls(self._templates[part].render(shown)) for part in LYING}
        return parts | {"story": self.log(moment.story)}

    def log(self, story: Sequence[Event]) -> str:
        """Render the log."""
        return escape_controls(self._templates["story"].render(lines=story, told=fold_briefly, tale=self._render_list))

    def _collect_variables(
        self,
        table: Seen,
        people: Sequence[Person],
        picked: Mapping[str, int] = NOTHING,
        labels: Mapping[int, str] = NOTHING,
        memo: ResultMemo | None = None,
    ) -> dict[str, Any]:
        """Return the variables that the templates of a table use."""
        tricks = find_tricks(table, self._tricks)
        hand, own = select_zones(table, self._private)
        bare = not tricks and not any(zone.count and not zone.aside for zone in table.zones)
        discs = count_discs(table)
        ui = self._ui | {"picks": picked, "labels": labels, "discs": discs}
        idle, scored = find_idle_words(table), table.score if table.keeps_score else ""

        def kept(macro: str, at: str, drawn: Any, *more: Any, **by: Any) -> Markup:
            """Return the output of a macro, from the cache if its input is the same.

            `by` are functions that the macro calls; they are not compared.
            """
            draw: Callable[[], Markup] = partial(getattr(self._macros, macro), drawn, ui | by, *more)
            if memo is None:
                return draw()
            here = [(place, pick, labels.get(pick)) for place, pick in picked.items() if place.startswith(at)]
            return memo.get((macro, at), (self, drawn, here, more), draw)

        def seat_box(seat: Any) -> Markup:
            person, winner = people[seat.number], seat.number in table.winners
            parts = person, winner, table.viewer >= 0, scored, table.doubled | idle, frozenset(tricks)
            return kept("seat_box", seat.name, seat, *parts, discs)

        def zone_box(zone: Any) -> Markup:
            return kept("zone_box", zone.at, zone, within if zone.shape == "ring" else ())

        within = tuple(find_zones_within_ring(table.zones, picked))

        return {
            "ui": ui,
            "m": self._macros,
            "tricks": tricks,
            "orders": find_hand_orders(hand, self.colours.faces),
            "keys": self.colours.faces,
            "tale": self._render_list,
            "table": table,
            "within": within,
            "lying": list_central_zones(table.zones, picked, within),
            "counted": [fact for fact in table.facts if bare and fact.says and NUMBER.fullmatch(fact.value)],
            "people": people,
            "ranked": [
                table.seats[player]
                for player in rank_players([read_number(seat.score) for seat in table.seats], table.winners)
            ],
            "picks": picked,
            "hand": hand,
            "own": [zone for zone in own if zone.word not in tricks],
            "private": self._private,
            "say": self.say,
            "players": mark_players,
            "own_colour": lambda seat: self.colours.named(seat.color),
            "seat_box": seat_box,
            "zone_box": zone_box,
            "areas": lambda: [
                (seat, zones)
                for seat in table.seats
                if (zones := [zone for zone in seat.zones if self._lies_there(seat, zone) and zone.word not in tricks])
            ],
            "card": lambda heap: kept("card", heap.piece.at, heap),
            "held": lambda zone: stack_hand(zone, picked),
            "icon": self._render_icon,
            "told": _make_folder(),
            "latest": find_last_action,
            "tied": tie_icons,
            "touching": find_events_about_viewer,
            "who_won": name_winners,
            "seats": len(SEATS),
        }

    def sheet(self) -> str:
        """Return the style sheet with the game's colours."""
        return self._sheet

    def faces(self, link: str) -> str:
        """Return the faces and backs of all cards as SVG symbols and as texts; `link` is the page that shows them."""
        with self._one_at_a_time:  # all open pages ask at once
            return self._faces.replace(self._no_link, link)

    @cached_property
    def _sheet(self) -> str:
        return self.colours.sheet()

    @cached_property
    def _faces(self) -> str:
        found = self.colours.faces.values()
        fronts = (draw_symbol(face, f"face-{face.id}", _make_address(self._no_link, face.id)) for face in found)
        kinds = {face.kind: face for face in found}
        backs = (
            draw_back(face.back, face.layout, picture=_make_address(self._no_link, f"{BACK}{kind}")).pen.symbol(
                f"back-{kind}"
            )
            for kind, face in kinds.items()
        )
        words = (page("face_words.html", face=face) for face in found)
        return escape_controls(sprite("".join((*fronts, *backs)))) + "".join(words)

    def icons(self) -> Markup:
        """Return an SVG with all icons of the game, to which the parts of pages refer by name."""
        return self._icons

    @cached_property
    def _icons(self) -> Markup:
        return Markup(sprite(symbols(list_icons(self.colours.faces.values()) or self.colours.look.drawings)))

    def _render_face(self, piece: Any) -> Markup:
        """Return the face of a piece, or its back if it is hidden."""
        if piece.hidden:
            return self._render_back(piece.kind)
        face = self.colours.faces[piece.id]
        return _refer_to_symbol(f"face-{face.id}", face.size)

    def _render_named_face(self, text: str) -> Markup:
        """Return the face of the first card that a text names, or nothing."""
        named = (span.ref for span in self._terms.spans(text) if span.names == "piece")
        face = next((self.colours.faces[card] for card in named if card in self.colours.faces), None)
        return Markup("") if face is None else _refer_to_symbol(f"face-{face.id}", face.size)

    def _render_art(self, piece: Any) -> Markup:
        """Return the picture of a place as on its face, or nothing if it has none."""
        face = self.colours.faces.get(piece.id)
        if face is None or face.layout != "landscape" or (face.art is None and face.picture is None) or face.template:
            return Markup("")
        box = Markup('<svg class="art" viewBox="{}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">{}</svg>')
        shown = Markup('<use href="#face-{}" width="{:g}" height="{:g}"/>').format(face.id, *face.size)
        return box.format(" ".join(f"{each:g}" for each in find_place_art(face)), shown)

    def _render_back(self, kind: str) -> Markup:
        """Return the back of a kind of piece; for a zone with several kinds, the back of the first."""
        shown = kind if kind in self._sizes else next(iter(self._sizes))
        return _refer_to_symbol(f"back-{shown}", self._sizes[shown])

    def _find_layout(self, piece: Any) -> str:
        """Return the layout of a piece's face, "" if it has none.

        Spaces of a board that are printed as tiles by default are shown where they lie, and otherwise by their names.
        """
        face = self.colours.faces.get(piece.id)
        if face is not None and face.layout == "tile" and "as" not in self.colours.look.faces.get(face.kind, {}):
            return "marker"
        return "" if face is None else face.layout

    def _render_icon(self, word: str, value: str = "") -> Markup:
        return Markup(icon_html(self.colours.look.icon(word, value)))

    def _lies_there(self, seat: Any, zone: Any) -> bool:
        """Return True if a zone of another player lies on the table: the backs of a hand are counted elsewhere."""
        in_hand = zone.hidden and zone.word in self._private
        return bool(zone.count) and not (in_hand or zone.aside or seat.you)

    def picture(self, card: str) -> bytes | None:
        """Return the picture of a card or a back as JPEG, or None.

        None means that there is no picture, or that it cannot be read; the latter is reported to the host.
        """
        shown = {face.id: face.picture for face in self.colours.faces.values()}
        shown |= {f"{BACK}{face.kind}": face.back.picture for face in self.colours.faces.values()}
        path = shown.get(card)
        try:
            return None if path is None else jpeg(path)
        except (OSError, UsageError) as error:
            print_note(str(error))
            return None

    def rules(self) -> str:
        """Return the rulebook as a whole page. The first call takes a while."""
        if self._rules is None:
            self._rules = rulebook_page(write_rulebook_with_examples(self._game), self.colours.faces, FONTS)
        return self._rules

    def say(self, text: str) -> Markup:
        """Mark the terms in a text, so that they can be coloured and looked up."""
        if text not in self._said:
            if len(self._said) > MAX_TEXT_LENGTH:
                self._said.clear()
            self._said[text] = Markup("").join(map(self._mark_span, self._terms.spans(text)))
        return self._said[text]

    def _render_list(self, lines: Iterable[FoldedEvent], depth: int = 0, doer: int | None = None) -> Markup:
        """Render log events as a list at a depth of the log; `doer` is the player who is named above."""
        drawn = (self._line(line, depth, doer, line.going_on) for line in lines)
        return Markup('<ul class="tale">{}</ul>').format(Markup("").join(drawn))

    def _mark_span(self, span: Any) -> Markup:
        if span.names == "player" and span.ref[1:].isdecimal():
            return mark_player(span.text)
        if span.names == "piece":
            return Markup('<span class="named {}" data-id="{}">{}</span>').format(
                self.colours.of_card(span.ref), span.ref, span.text
            )
        colour = self.colours.named(span.color)
        return Markup('<span class="named {}">{}</span>').format(colour, span.text) if colour else escape(span.text)

    def _colour(self, piece: Any) -> str:
        return self.colours.named(piece.color) or self.colours.of_card(piece.id)


def _mark_owner(piece: Any) -> str:
    """Return the CSS classes for the colour of the player to whom a piece belongs, or ""."""
    owner = find_owner(piece)
    return f" owned seat{(int(owner[1:]) - 1) % len(SEATS)}" if owner else ""


def _make_folder() -> Callable[[Sequence[Event]], tuple[FoldedEvent, ...]]:
    """Return a function that folds log events and caches its results, because several parts show the same log."""
    found: dict[int, tuple[FoldedEvent, ...]] = {}

    def fold(lines: Sequence[Event]) -> tuple[FoldedEvent, ...]:
        if id(lines) not in found:
            found[id(lines)] = fold_briefly(lines)
        return found[id(lines)]

    return fold


def tie_icons(icons: Markup, text: str) -> Markup:
    """Put icons before a text, tied to its first word so that no line break comes between them."""
    first, blank, rest = text.partition(" ")
    return Markup('<span class="tied">{}{}</span>{}').format(icons, first, blank + rest) if icons else escape(text)


def _refer_to_symbol(name: str, size: tuple[float, float]) -> Markup:
    """Return an SVG that shows a symbol of the page; words beside it must describe the symbol."""
    wide, high = size
    # what there is no room for is cut off below
    fit = Markup('viewBox="0 0 {} {}" preserveAspectRatio="xMidYMin slice"').format(f"{wide:g}", f"{high:g}")
    return Markup('<svg class="drawn" {} aria-hidden="true"><use href="#{}"/></svg>').format(fit, name)


def _make_address(link: str, picture: str) -> str:
    return f"/t/{link}/pictures/{picture}"


def _get_question(sight: ViewerState) -> "Question | None":
    return None if sight.asked is None else sight.asked.question


def _find_unchanged(before: DrawnPage, sight: ViewerState) -> dict[str, str]:
    """Return the parts of the page that have not changed since `before`."""
    old = before.sight
    table, asked, people = old.game.table == sight.game.table, old.asked == sight.asked, old.people == sight.people
    clicked = find_clickable_options(_get_question(old)) == find_clickable_options(_get_question(sight))
    earlier, story = old.game.earlier == sight.game.earlier, old.game.story == sight.game.story
    kept = {
        "bar": table and (old.asked is None) == (sight.asked is None) and bool(old.choosing) == bool(sight.choosing),
        **dict.fromkeys(("seats", "table"), table and clicked and people),
        "own": table and clicked,
        "hand": table and asked,
        "question": table and asked and people and (old.again, old.choosing) == (sight.again, sight.choosing),
        "sitters": people,
        "edition": old.edition == sight.edition,
        "clock": old.clock == sight.clock and people and table,
        "said": (old.said, old.chat) == (sight.said, sight.chat) and people,
        "earlier": earlier,
        **dict.fromkeys(("story", "touched"), story),
        "latest": earlier and story,
    }
    return {part: before.parts[part] for part, same in kept.items() if same}


def make_drawing(game: "Game") -> Drawing:
    """Return the renderer of the pages of a game."""
    return Drawing(game)
