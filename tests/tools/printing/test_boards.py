"""Boards on sheets of paper, and what tells printed pieces apart: colours, numbers and backs."""

from pathlib import Path

import pypdfium2
import pytest
from tests.tools.printing.board_game import write_board_game

from cardwright import load_game
from cardwright_tools.cli.main import main
from cardwright_tools.faces.colours import UNCOLOURED
from cardwright_tools.faces.draw_face import draw_back, draw_face
from cardwright_tools.faces.model import Face, faces
from cardwright_tools.faces.short_marks import find_ambiguous_figures
from cardwright_tools.printing.board_cells import lay_out_rows
from cardwright_tools.printing.boards import BOTTOM, GAP, SIDE, TOP, choose_tiles, list_boards, make_markers
from cardwright_tools.printing.mats import list_mats
from cardwright_tools.printing.page_grid import PAPERS


def faces_of(name: str) -> dict[str, Face]:
    game = load_game(name)
    return {face.id: face for face in faces(game, game.card_texts())}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_board_game(tmp_path)


def test_a_board_has_its_spaces_where_the_browser_shows_them(folder: Path) -> None:
    game = load_game(folder)
    (board,) = list_boards(game, faces(game, game.card_texts()), "a4")
    assert board.cells == ((1, 1), (2, 1), (1, 2))
    assert [piece and piece.id for piece in board.pieces] == ["one", "two", "three"]
    assert "map" not in [row.word for row in list_mats(game, {board.word})[-1].zones]
    (ring,) = list_boards(load_game("bush_pilots"), list(faces_of("bush_pilots").values()), "a4")
    assert (len(ring.cells), max(ring.cells)) == (12, (4, 4))


def test_each_player_has_a_sheet_of_what_is_drawn_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changes = (
        ("    wire: {of: cards, see: owner}\n", "    wire: {of: cards, see: owner}\n    sheet: {of: spots}\n"),
        ("  - {id: far,", "  - {id: spot, kind: spot, each_player: {sheet: 6}}\n  - {id: far,"),
        ("look:\n", "look:\n  first: [sheet]\n"),
        ("  draw:\n", "  draw:\n    sheet: {as: grid, across: 3}\n"),
        ("kinds:\n", "kinds:\n  spot: {memory: {mark: {is: yes_no}}}\n"),
        ("zones:\n  table:\n", "zones:\n  table:\n    box: {of: spots}\n"),
    )
    folder = write_board_game(tmp_path, 2, *changes)
    game = load_game(folder)
    boards = {board.word: board for board in list_boards(game, faces(game, game.card_texts()), "a4")}
    assert {word: (board.copies, board.cells[-1]) for word, board in boards.items()} == {
        "map": (1, (1, 2)),
        "sheet": (2, (3, 2)),
    }
    assert not any(row.word == "sheet" for mat in list_mats(game, boards) for row in mat.zones)
    assert main(["print", str(folder), "--mats", "--out", str(folder / "mats.pdf")]) == 0
    assert "2 times sheet on 2 sheets" in capsys.readouterr().err


def test_spaces_whose_pieces_change_are_empty(tmp_path: Path) -> None:
    mixed = ("step setup:\n", "step setup:\n    shuffle(map)\n")
    game = load_game(write_board_game(tmp_path, 2, ("map: {of: routes}", "map: {of: routes, ordered: yes}"), mixed))
    (board,) = list_boards(game, faces(game, game.card_texts()), "a4")
    assert board.pieces == (None, None, None)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("count", "across", "size"), [(25, 5, (88.9, 63.5)), (16, 4, (45.0, 45.0)), (1, 1, (22.0, 30.0))]
)
def test_every_space_lies_on_one_sheet_within_the_margins(
    paper: str, count: int, across: int, size: tuple[float, float]
) -> None:
    cells = lay_out_rows(count, across)
    page, tiles = choose_tiles(cells, size, PAPERS[paper])
    covered = [
        (column, row)
        for tile in tiles
        for column in range(tile.first[0], tile.first[0] + tile.columns)
        for row in range(tile.first[1], tile.first[1] + tile.rows)
    ]
    assert sorted(covered) == sorted(set(covered))
    assert set(cells) <= set(covered)
    for tile in tiles:
        assert tile.columns * (size[0] + GAP) - GAP <= page[0] - 2 * SIDE
        assert tile.rows * (size[1] + GAP) - GAP <= page[1] - TOP - BOTTOM


def test_each_player_has_markers_for_the_pieces_that_can_be_owned(folder: Path) -> None:
    game = load_game(folder)
    markers = make_markers(game, list_boards(game, faces(game, game.card_texts()), "a4"))
    assert [marker.name for marker in markers] == ["1", "1", "1", "2", "2", "2"]
    assert len({marker.colour for marker in markers}) == 2


def test_mats_and_boards_are_printed_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder / "mats.pdf"
    assert main(["print", str(folder), "--mats", "--out", str(out)]) == 0
    assert "map on 1 sheet; 6 markers of players on 1 sheet" in capsys.readouterr().err
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(out.read_bytes())]
    (board,) = [text for text in pages if "Lines, map, sheet 1 of 1" in text]
    assert all(name in board for name in ("One", "Two", "Three"))


def test_a_space_shows_its_number_and_no_colour_that_it_lacks(folder: Path) -> None:
    found = faces_of(str(folder))
    assert {found[each].layout for each in ("one", "two", "three")} == {"tile"}
    assert [found[each].corner.value for each in ("one", "two", "three")] == ["6", "9", "2"]
    assert found["two"].colour == UNCOLOURED
    assert UNCOLOURED not in (found["one"].colour, found["three"].colour)


def test_figures_that_can_be_read_upside_down_are_underlined(folder: Path) -> None:
    found = faces_of(str(folder))
    assert found["one"].ambiguous == {"6", "9"}
    assert not found["far"].ambiguous  # no ticket is worth 9
    plain = draw_face(found["three"]).pen.svg()
    lines = draw_face(found["one"]).pen.svg().count("<rect") - plain.count("<rect")
    assert lines == 3  # both corners, and the one at the bottom
    assert find_ambiguous_figures(["16", "91", "8", "69", "1"]) == {"16", "91"}


def test_each_kind_has_a_back_of_its_own(folder: Path) -> None:
    backs = {face.kind: face.back for face in faces_of(str(folder)).values()}
    assert len({back.colour for back in backs.values()}) == len({back.pattern for back in backs.values()}) == 3
    assert {back.title for back in backs.values()} == {"Lines"}
    assert "ticket" in draw_back(backs["ticket"], "emblem").pen.svg()
    assert {face.back.kind for face in faces_of("hearts").values()} == {""}
