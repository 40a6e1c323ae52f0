"""Sheets of boards: the spaces of zones drawn as a grid or a ring, in the size of their pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.phrases.inflection import count_noun
from cardwright.presentation.arrange_table import build_open_table
from cardwright.presentation.look import BOARDS, HEXES, Look
from cardwright_tools.faces.colours import INK, PALETTE, ink
from cardwright_tools.faces.font_metrics import FAMILY
from cardwright_tools.faces.layouts import POKER
from cardwright_tools.faces.model import Face, credit_faces
from cardwright_tools.faces.svg_pen import Pen, clean_text
from cardwright_tools.printing.board_cells import Place, lay_out_ring, lay_out_rows
from cardwright_tools.printing.fonts import fonts_for
from cardwright_tools.printing.mats import play_trials
from cardwright_tools.printing.page_grid import PAPERS, Size
from cardwright_tools.printing.pdf_pages import FaceBatch, FaceFiles, lay_out
from cardwright_tools.printing.shared_pages import share_pages
from cardwright_tools.printing.typst import open_press

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.presentation.table_view import TablePiece, TableZone

# Millimetres between spaces, and from the edges of the paper to them; above them is the title, below them are words.
GAP, SIDE, TOP, BOTTOM = 3.0, 10.0, 15.0, 12.0
TITLE_SIZE, WORDS_SIZE = 5.0, 2.4
EMPTY, EMPTY_LINE = "#efece4", "#8f8878"
# The height of a row of hexagons, and by how much the last row is higher, in widths of a hexagon.
ROW_OF_HEXES, TIP_OF_HEX = 0.866, 0.289
# Answers after which the pieces on the boards of a game played at random are looked at again.
LOOKED_AT = 25
# Side of a marker with which players mark their pieces, and the limit of markers for each player.
MARKER, MAX_MARKERS = (14.0, 14.0), 64


@dataclass(frozen=True, slots=True)
class Board:
    """A board: the cells of its spaces, their size, and the piece that always lies in each (None: pieces change).

    Of a board of hexagons, `filled` are the colour and the text that is printed in each below its name. `copies` is the
    number of players if each of them has such a sheet, else 1.
    """

    word: str
    title: str
    cells: tuple[Place, ...]
    size: Size
    round: bool
    pieces: tuple[Face | None, ...]
    hexes: bool = False
    filled: tuple[tuple[str, str], ...] = ()
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Tile:
    """The part of a board on one sheet: its first column and row, and its numbers of columns and rows."""

    first: Place
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class BoardSheets:
    """The boards of a game, and sheets of paper of them as PDF (b"" if there are none), and what is on the sheets."""

    boards: tuple[Board, ...]
    pdf: bytes
    summary: str


def list_boards(game: Game, faces: Sequence[Face], paper: str) -> tuple[Board, ...]:
    """Return the boards of the largest match of a game, and sheets of players that are drawn as boards.

    They have all spaces that are needed in a few games. Of the sheets it is that of the first player.
    """
    found: dict[str, list[TableZone]] = {}
    drawn = Look(game.program(game.max_players).tables.look).pictures.values()
    for number, state in enumerate(play_trials(game) if any(each.shape in BOARDS for each in drawn) else ()):
        if not state.answers or state.finished or number % LOOKED_AT == 0:
            table = build_open_table(state, 0)
            sheets = (zone for zone in table.seats[0].zones if zone.across)
            for zone in (*table.zones, *sheets):
                if zone.shape in BOARDS and not zone.aside and zone.pieces:
                    found.setdefault(zone.at, []).append(zone)
    by_id = {face.id: face for face in faces}
    boards = (_make_board(zones, by_id, PAPERS[paper]) for zones in found.values())
    return tuple(
        board if zones[0].owner == "table" else replace(board, copies=game.max_players)
        for board, zones in zip(boards, found.values(), strict=True)
    )


def _make_board(zones: Sequence[TableZone], faces: dict[str, Face], paper: Size) -> Board:
    """Return the board on which a zone has its pieces, from the zone in several states."""
    zone = max(zones, key=lambda each: len(each.pieces))
    seen = [[piece.id for piece in each.pieces] for each in zones]
    lying = [faces.get(piece.id) for piece in zone.pieces]
    size, layout = next(((face.size, face.layout) for face in lying if face is not None), (POKER, ""))
    count = len(zone.pieces)
    always = all(each == seen[0] for each in seen)
    if zone.shape == "ring":
        cells = [cell.wide for cell in lay_out_ring(count)]
    else:
        cells = list(zone.cells) or lay_out_rows(count, _choose_columns(count, size, paper))
    pieces = tuple(lying if always else [None] * count)
    filled = tuple(_fill_hex(piece, face) for piece, face in zip(zone.pieces, lying, strict=True))
    return Board(zone.word, zone.title, tuple(cells), size, layout == "token", pieces, zone.shape == HEXES, filled)


def _fill_hex(piece: TablePiece, face: Face | None) -> tuple[str, str]:
    """Return the colour of a hexagon, if the look declares one for the piece there, and the text below its name."""
    said = " · ".join(each.value for each in piece.printed if each.word in piece.unsaid and each.says)
    return face.colour if face is not None and piece.color else EMPTY, said


def _choose_columns(count: int, size: Size, paper: Size) -> int:
    """Return in how many columns spaces need the fewest sheets, and are most nearly in a square."""
    return min(
        range(1, count + 1),
        key=lambda columns: (
            len(choose_tiles(lay_out_rows(count, columns), size, paper)[1]),
            abs(columns * size[0] + -(-count // columns) * -size[1]),
        ),
    )


def choose_tiles(cells: Sequence[Place], size: Size, paper: Size) -> tuple[Size, list[Tile]]:
    """Return the page, upright or on its side, on which a board needs the fewest sheets, and their tiles."""
    ways = [(page, _list_tiles(cells, size, page)) for page in (paper, paper[::-1])]
    return min(ways, key=lambda way: len(way[1]))


def _list_tiles(cells: Sequence[Place], size: Size, page: Size) -> list[Tile]:
    """Return the tiles of a board on pages, equally large; tiles without a space are left out."""
    room = page[0] - 2 * SIDE, page[1] - TOP - BOTTOM
    most = [max(cell[axis] for cell in cells) for axis in (0, 1)]
    fit = [max(1, int((side + GAP) // (own + GAP))) for side, own in zip(room, size, strict=True)]
    each = [-(-whole // -(-whole // part)) for whole, part in zip(most, fit, strict=True)]
    tiles = []
    for row, column in product(range(1, most[1] + 1, each[1]), range(1, most[0] + 1, each[0])):
        columns, rows = min(each[0], most[0] + 1 - column), min(each[1], most[1] + 1 - row)
        if any(0 <= x - column < columns and 0 <= y - row < rows for x, y in cells):
            tiles.append(Tile((column, row), columns, rows))
    return tiles


def boards_pdf(game: Game, faces: Sequence[Face], paper: str, font: Path | None) -> BoardSheets:
    """Return the boards of a game on sheets of paper, with markers for the owners of pieces.

    Raises UsageError if the `font` is none.
    """
    boards = list_boards(game, faces, paper)
    if not boards:
        return BoardSheets((), b"", "")
    markers = make_markers(game, boards)
    title = clean_text(game.title)
    with open_press(fonts_for((("boards", clean_text(board.title)) for board in boards), font)) as press:
        files = FaceFiles(press)
        sheets, parts = [], []
        for board in boards:
            drawn = list((_draw_hexes if board.hexes else _draw_board)(board, title, PAPERS[paper], files))
            sheets += drawn * board.copies
            each = f"{board.copies} times " if board.copies > 1 else ""
            parts.append(f"{each}{clean_text(board.title)} on {count_noun(len(drawn) * board.copies, 'sheet')}")
        if markers:
            drawn = _draw_markers(markers, title, paper, files)
            sheets += drawn
            parts.append(f"{count_noun(len(markers), 'marker')} of players on {count_noun(len(drawn), 'sheet')}")
        data = {"title": f"{title}: boards", "sheets": sheets, "family": FAMILY}
        return BoardSheets(boards, press.typeset("sheets.typ", data, files.drawings), "; ".join(parts))


def _draw_board(board: Board, game: str, paper: Size, files: FaceFiles) -> Iterator[dict[str, Any]]:
    """Yield the sheets of a board as data of the template: spaces, lines to cut where sheets meet, and words."""
    page, tiles = choose_tiles(board.cells, board.size, paper)
    wide, tall = (side + GAP for side in board.size)
    last = max(x for x, _ in board.cells), max(y for _, y in board.cells)
    credit = credit_faces([piece for piece in board.pieces if piece is not None])
    files.drawings[empty := f"empty-{board.word}.svg"] = _draw_empty(board).svg()
    files.drawings[heading := f"title-{board.word}.svg"] = _draw_title(board.title, page[0] - 2 * SIDE, files).svg()
    for number, tile in enumerate(tiles, 1):
        (column, row), columns, rows = tile.first, tile.columns, tile.rows
        placed: list[list[Any]] = [[SIDE, TOP - 2 * TITLE_SIZE, page[0] - 2 * SIDE, heading, 0]] if number == 1 else []
        for (x, y), piece in zip(board.cells, board.pieces, strict=True):
            if 0 <= x - column < columns and 0 <= y - row < rows:
                name = empty if piece is None else files.face(piece, board.size, 0)
                placed.append([SIDE + (x - column) * wide, TOP + (y - row) * tall, board.size[0], name, 0])
        left, top = SIDE - GAP / 2, TOP - GAP / 2
        right, low = left + columns * wide, top + rows * tall
        cuts = [[x, top, x, low] for x, cut in ((left, column > 1), (right, column + columns <= last[0])) if cut]
        cuts += [[left, y, right, y] for y, cut in ((top, row > 1), (low, row + rows <= last[1])) if cut]
        said = f"{game}, {clean_text(board.title)}, sheet {number} of {len(tiles)}: columns {column} to "
        said += f"{column + columns - 1}, rows {row} to {row + rows - 1}."
        said += " Cut along the lines and join the sheets." if len(tiles) > 1 else ""
        said += " The pieces printed here stay; they need not be cut out." if any(board.pieces) else ""
        said += f" {credit}" if credit and number == len(tiles) else ""
        yield {"page": page, "faces": placed, "marks": cuts, "words": (said, WORDS_SIZE)}


def _draw_hexes(board: Board, game: str, paper: Size, files: FaceFiles) -> Iterator[dict[str, Any]]:
    """Yield the one sheet of a board of hexagons, which are as large as it has room for."""
    across, down = max(x for x, _ in board.cells) + 1, max(y for _, y in board.cells)

    def fit(page: Size) -> float:
        high = (page[1] - TOP - BOTTOM) / (down * ROW_OF_HEXES + TIP_OF_HEX)
        return min(board.size[0], 2 * (page[0] - 2 * SIDE) / across, high)

    page = max(paper, paper[::-1], key=fit)
    wide = fit(page)
    placed: list[list[Any]] = []
    for number, ((x, y), piece, filled) in enumerate(zip(board.cells, board.pieces, board.filled, strict=True)):
        files.drawings[name := f"hex-{board.word}-{number}.svg"] = _draw_hex(piece, filled, wide, files).svg()
        placed.append([SIDE + (x - 1) * wide / 2, TOP + (y - 1) * wide * ROW_OF_HEXES, wide, name, 0])
    files.drawings[heading := f"title-{board.word}.svg"] = _draw_title(board.title, page[0] - 2 * SIDE, files).svg()
    placed.append([SIDE, TOP - 2 * TITLE_SIZE, page[0] - 2 * SIDE, heading, 0])
    said = f"{game}, {clean_text(board.title)}: {count_noun(len(board.cells), 'space')} of {wide:.0f} mm."
    yield {"page": page, "faces": placed, "marks": [], "words": (said, WORDS_SIZE)}


def _draw_hex(piece: Face | None, filled: tuple[str, str], wide: float, files: FaceFiles) -> Pen:
    """Draw a hexagon with the name and the values of the piece that always lies there."""
    high = wide * (ROW_OF_HEXES + TIP_OF_HEX)
    pen = Pen(wide, high, 0, family_of=files.family_of)
    left, right, top, low, middle = 0.2, wide - 0.2, 0.2, high - 0.2, wide / 2
    edge = f"L{right:.4g} {high / 4:.4g}V{high * 3 / 4:.4g}L{middle:.4g} {low:.4g}L{left:.4g} {high * 3 / 4:.4g}"
    fill, said = filled if piece is not None else (EMPTY, "")
    pen.path(f"M{middle:.4g} {top:.4g}{edge}V{high / 4:.4g}Z", fill, EMPTY_LINE, 0.3)
    if piece is not None:
        size, room = wide / 8, wide * 0.86
        pen.text(clean_text(piece.name), middle, high / 4 + size, size, ink(fill), True, at="middle", room=room)
        pen.text(clean_text(said), middle, high * 0.68, size, ink(fill), False, at="middle", room=room)
    return pen


def _draw_empty(board: Board) -> Pen:
    """Draw an empty space."""
    wide, tall = board.size
    pen = Pen(wide, tall, 0)
    pen.rect((0.2, 0.2, wide - 0.4, tall - 0.4), EMPTY, wide / 2 if board.round else 2, EMPTY_LINE, 0.3)
    return pen


def _draw_title(title: str, wide: float, files: FaceFiles) -> Pen:
    """Draw the title of a board in a line."""
    pen = Pen(wide, TITLE_SIZE * 1.6, 0, family_of=files.family_of)
    pen.text(title, 0, TITLE_SIZE, TITLE_SIZE, INK, True, room=wide)
    return pen


def make_markers(game: Game, boards: Sequence[Board]) -> list[Face]:
    """Return the markers with which each player marks pieces on the boards: those that they own, and where they are."""
    tables = game.program(game.max_players).tables
    look = Look(tables.look)
    owned = {row.owner for row in tables.memory if row.type == "player"}
    kinds = {row.word: row.holds for row in tables.zones if row.owner in ("table", "player")}
    count = min(MAX_MARKERS, sum(len(board.cells) for board in boards if kinds[board.word] in owned))
    count += sum(bool(look.pictures[board.word].mark) for board in boards)
    return [
        Face(
            id=f"player_{number + 1}",
            name=str(number + 1),
            set="",
            kind="",
            copies=count,
            colour=PALETTE[number % len(PALETTE)],
            attributes=(),
            paragraphs=(),
            note="",
            layout="token",
        )
        for number in range(game.max_players)
        for _ in range(count)
    ]


def _draw_markers(markers: Sequence[Face], game: str, paper: str, files: FaceFiles) -> list[dict[str, Any]]:
    """Return the sheets of markers as data of the template."""
    rest = iter(markers)
    sheets = [
        [FaceBatch(laid, tuple(next(rest) for _ in range(count))) for _, laid, count in page]
        for page in share_pages(PAPERS[paper], Counter({MARKER: len(markers)}))
    ]
    drawn = lay_out(sheets, False, True, files)
    for number, sheet in enumerate(drawn, 1):
        said = f"{game}, markers of players, sheet {number} of {len(drawn)}: {markers[0].copies} for each player."
        sheet["words"] = (said, WORDS_SIZE)
    return drawn
