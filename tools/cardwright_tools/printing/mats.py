"""Player mats and a board with a score track, from the zones and counters of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from cardwright import SlipError
from cardwright.phrases.inflection import spell_name
from cardwright.presentation.look import SCORE, Icon, Look
from cardwright.state_slots_and_table_rows import NO_NUMBER
from cardwright_tools.faces.colours import PALETTE, ink
from cardwright_tools.faces.image_codec import alone
from cardwright_tools.faces.layouts import POKER, SIZES
from cardwright_tools.faces.model import Face, credit_faces
from cardwright_tools.faces.svg_pen import clean_text
from cardwright_tools.printing.fonts import Fonts, fonts_for
from cardwright_tools.printing.page_grid import PAPERS
from cardwright_tools.printing.pdf_pages import PrintedPages
from cardwright_tools.printing.typst import open_press

if TYPE_CHECKING:
    from cardwright import Game, State
    from cardwright.state_slots_and_table_rows import MemoryRow, ZoneRow

# Millimetres of a page that its margins and the inset of a zone take.
MARGINS = 24.0
# Pieces in a zone overlap: of each below the first, this share of its width is visible.
FANNED = 0.35
BOARD_COLOUR = "#6f6a60"
LAST_OF_COUNTER, LAST_OF_SCORE, COLUMNS = 20, 99, 25
# Values of one square of a track, and the matches that show how high counters go, with their limit of answers.
STEPS = (1, 5, 10, 50, 100, 500, 1000, 10_000)
TRIED_GAMES, TRIED_ANSWERS = 2, 1000
FRAME = "0123456789 : of at most"


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat: its title, its colour, and its zones and counters; the board is a mat without an owner."""

    title: str
    colour: str
    zones: tuple[ZoneRow, ...]
    counters: tuple[MemoryRow, ...]
    scores: bool = False


def list_mats(game: Game, boards: Collection[str] = ()) -> list[Mat]:
    """Return a mat for each player of the largest match who has something, and a board for what belongs to no player.

    No declaration says which zones and counters are used only within a step. Therefore, if the look lists some of an
    owner under `first`, the owner has only these and those that the look draws. The zones in `boards` have sheets of
    their own.
    """
    tables = game.program(game.max_players).tables
    look = Look(tables.look)

    def choose(rows: Iterable[Any]) -> tuple[Any, ...]:
        shown = [row for row in rows if row.word not in look.hidden]
        if any(row.word in look.first for row in shown):
            shown = [row for row in shown if row.word in look.first or row.word in look.pictures]
        return _drop_repeated_words(sorted(shown, key=lambda row: look.place(row.word)))

    numbers = [row for row in tables.memory if row.type == "number" and not (row.until or row.per or row.secret)]
    counters = {owner: choose(row for row in numbers if row.owner == owner) for owner in ("player", "table")}
    public = (row for row in tables.zones if row.owner == "player" and row.see not in ("owner", "others", "nobody"))
    own = choose(row for row in public if row.word not in boards)
    common = _drop_repeated_words(
        row for row in tables.zones if row.owner == "table" and row.word not in look.hidden and row.word not in boards
    )
    mats = [
        Mat(f"Player {number + 1}", PALETTE[number % len(PALETTE)], own, counters["player"])
        for number in range(game.max_players)
    ]
    board = Mat("The board", BOARD_COLOUR, common, counters["table"], scores=True)
    return [*(mat for mat in mats if mat.zones or mat.counters), board]


def mats_fonts(game: Game, given: Path | None) -> Fonts:
    """Return the fonts for the mats of a game. Raises UsageError if the `given` file is no font."""
    return fonts_for(_list_texts(game), given)


def mats_pdf(game: Game, faces: Sequence[Face], paper: str, fonts: Fonts, boards: Collection[str] = ()) -> PrintedPages:
    """Return the mats of a game, each on one page or more. `faces` are those of the game's pieces, for their sizes."""
    look = Look(game.program(game.max_players).tables.look)
    sizes = {face.kind: (face.size, face.layout) for face in faces}
    high, wide = PAPERS[paper]
    drawings: dict[str, str] = {}

    def icon(found: Icon | None) -> str | None:
        if found is None:
            return None
        drawings[f"{found.name}.svg"] = alone(found, "#33302b")
        return f"{found.name}.svg"

    def place(row: ZoneRow) -> dict[str, Any]:
        size, layout = sizes.get(row.holds, (POKER, ""))
        size = size if layout in SIZES else POKER
        room = min(size[0] * (1 if row.ordered else 1 + FANNED), wide - MARGINS)
        limit = f"at most: {spell_name(look.most[row.word])}" if row.word in look.most else ""
        shown = {"title": clean_text(row.title), "icon": icon(look.icon(row.word)), "limit": clean_text(limit)}
        return {**shown, "size": size, "room": room, "round": size[0] / 2 if layout == "token" else 2.5}

    highest = find_highest_values(game)

    def track(word: str, title: str, last: int) -> dict[str, Any]:
        shown = {"title": clean_text(title), "icon": icon(look.icon(word))}
        step = choose_step(highest.get(word, 0), last)
        return {**shown, "last": last, "step": step, "columns": COLUMNS, "square": 9}

    def drawn(mat: Mat) -> dict[str, Any]:
        score = [track(SCORE, look.score, LAST_OF_SCORE)] if mat.scores else []
        tracks = [track(row.word, row.title, LAST_OF_COUNTER) for row in mat.counters]
        about = {"title": mat.title, "colour": mat.colour, "ink": ink(mat.colour)}
        return {**about, "places": [place(row) for row in mat.zones], "tracks": [*score, *tracks]}

    mats = [drawn(mat) for mat in list_mats(game, boards)]
    data = {"title": clean_text(game.title), "page": [wide, high], "mats": mats, "credit": credit_faces(faces)}
    with open_press(fonts) as press:
        return PrintedPages(press.typeset("mats.typ", data, drawings), ())


def find_highest_values(game: Game) -> dict[str, int]:
    """Return the highest value of each counter, and of the score, in a few games played at random."""
    highest: dict[str, int] = {}
    for state in play_trials(game):
        if state.finished:
            highest[SCORE] = max(highest.get(SCORE, 0), *map(ceil, state.scores))
        for row in (row for row in state.program.tables.memory if row.type == "number" and not row.per):
            count = {"table": 1, "player": game.max_players}.get(row.owner, 0)
            values = [value for value in state.slots[row.base : row.base + count] if value != NO_NUMBER]
            highest[row.word] = max(highest.get(row.word, 0), *values, 0)
    return highest


def play_trials(game: Game) -> Iterator[State]:
    """Yield the state of a few games played at random by all players, at the beginning and after each answer."""
    for seed in range(TRIED_GAMES):
        state, chance = game.new(game.max_players, seed), Random(seed)
        yield state
        for _ in range(TRIED_ANSWERS):
            if state.finished:
                break
            try:
                state.apply(chance.randrange(state.option_count))
            except SlipError:  # an error in the rules of the game is no reason not to print
                break
            yield state


def choose_step(highest: int, last: int) -> int:
    """Return the value of one square on a track with squares 0 to `last`, chosen so that `highest` fits on it."""
    return next(step for step in STEPS if step * last >= highest or step == STEPS[-1])


def _list_texts(game: Game) -> Iterator[tuple[str, str]]:
    """Yield `(place, text)` for all texts of the mats of a game."""
    look = Look(game.program(game.max_players).tables.look)
    yield "mats", f"{FRAME} {look.score} {clean_text(game.title)} {' '.join(map(spell_name, look.most.values()))}"
    for mat in list_mats(game):
        yield "mats", mat.title
        for title in (*(row.title for row in mat.zones), *(row.title for row in mat.counters)):
            yield "mats", clean_text(title)


def _drop_repeated_words(rows: Any) -> tuple[Any, ...]:
    """Return the first row of each word; the other rows belong to other owners."""
    return tuple({row.word: row for row in reversed(list(rows))}.values())[::-1]
