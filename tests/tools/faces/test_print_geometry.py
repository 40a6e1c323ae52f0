"""Distances on faces and sheets, in millimetres: from texts to the cut, and from marks to the paper's edge."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest

from cardwright import find_games, load_game
from cardwright_tools.cli.main import main
from cardwright_tools.faces.colours import contrast
from cardwright_tools.faces.draw_face import SMALL_TEXT, draw_face
from cardwright_tools.faces.font_metrics import text_width
from cardwright_tools.faces.model import Face, faces
from cardwright_tools.printing.page_grid import MIN_MARK, PAPERS, WORDS, PageGrid
from cardwright_tools.printing.pdf_pages import describe_sheet
from cardwright_tools.printing.shared_pages import share_pages

ROOT = Path(__file__).parents[3]
SVG = "{http://www.w3.org/2000/svg}"
MADE = ("bush_pilots", "cargo_hold", "cargo_noir", "ceylon", "import_export")
GAMES = [each.name for each in find_games()] + [
    str(path.parent) for folder in ("examples", "tests/corpus") for path in sorted((ROOT / folder).glob("*/game.yaml"))
]
# What is read keeps this distance from the cut, on cards in their usual size.
SAFE = 3.0


@lru_cache(maxsize=len(GAMES))
def faces_of(name: str) -> tuple[Face, ...]:
    game = load_game(name, load_game(name).all_sets)
    return tuple(faces(game, game.card_texts()))


def drawn(face: Face) -> ElementTree.Element:
    return ElementTree.fromstring(draw_face(face).pen.svg(2))


def lines_of(root: ElementTree.Element) -> Iterator[tuple[str, float, float, float, float]]:
    """The lines of text outside of turned groups: `(text, left, right, base line, size)`."""
    for each in root.findall(f"{SVG}text"):
        size, bold = float(each.attrib["font-size"]), each.get("font-weight") == "700"
        left, said = float(each.attrib["x"]), each.text or ""
        yield said, left, left + text_width(said, size, bold), float(each.attrib["y"]), size


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_is_read_lies_near_the_cut(name: str) -> None:
    for face in faces_of(name):
        if face.template is not None:
            continue
        drawing = draw_face(face)
        for said, left, right, base, size in lines_of(drawn(face)):
            near = min(left, drawing.pen.width - right, base - 0.7 * size, drawing.pen.height - base)
            assert near >= SAFE - 0.05, (face.id, said, near)


@pytest.mark.parametrize("name", GAMES)
def test_a_number_is_in_the_middle_of_its_corner(name: str) -> None:
    for face in faces_of(name):
        if face.layout not in ("poker_text", "emblem", "landscape") or not face.corner.value or face.template:
            continue
        found = [each for each in lines_of(drawn(face)) if each[0] == face.corner.value and each[2] < 14.2]
        assert any(
            (left + right) / 2 == pytest.approx((SAFE + 14.2) / 2, abs=0.05)
            and base - 0.345 * size == pytest.approx(8.4, abs=0.05)
            for _, left, right, base, size in found
        ), face.id


@pytest.mark.parametrize("name", GAMES)
def test_round_tokens_bleed_beyond_the_cut_and_have_no_line_at_it(name: str) -> None:
    for face in faces_of(name):
        if face.layout != "token" or face.template is not None:
            continue
        half, root = face.size[0] / 2, drawn(face)
        radii = [float(each.attrib["r"]) for each in root.iter(f"{SVG}circle")]
        assert max(radii) >= half + 1
        lines = [float(each.attrib["r"]) for each in root.iter(f"{SVG}circle") if "stroke" in each.attrib]
        assert all(abs(each - half) >= 1.5 for each in lines)
        for said, left, right, base, size in lines_of(root):  # inside the ring, at their upper and lower edge
            for x in (left, right):
                assert all(math.hypot(x - half, y - half) <= half - 2.1 for y in (base, base - 0.5 * size)), said


@pytest.mark.parametrize("name", GAMES)
def test_every_number_says_what_it_is(name: str) -> None:
    for face in faces_of(name):
        if face.layout in ("playing_card", "token", "marker") or face.template is not None:
            continue
        said = [each[0] for each in lines_of(drawn(face))]
        marks = [*face.row, *([face.corner] if face.corner.value and face.row and face.corner.icon else [])]
        assert all(mark.word in said for mark in marks), face.id


def test_bars_are_whole_and_pictures_large_unless_the_text_needs_the_room() -> None:
    small = []
    for face in (each for name in MADE for each in faces_of(name)):
        if face.layout != "poker_text" or not face.band:
            continue
        width = draw_face(face).pen.width
        bars = [
            float(each.attrib["y"])
            for each in drawn(face).iter(f"{SVG}rect")
            if (each.attrib["height"], each.attrib["x"]) == ("5.2", "3") and float(each.attrib["width"]) == width - 6
        ]
        assert len(bars) == 1, face.id
        if (high := bars[0] - 12.8) < 18:
            small.append((face.id, draw_face(face).text))
        assert high in (pytest.approx(34), pytest.approx(21)) or high < 18, face.id
    # these say so much that their letters would be small beside a larger picture; one has small letters without any
    assert [card for card, _ in small] == ["railguns", "robot_cats"]
    assert small[1][1] < SMALL_TEXT <= small[0][1]


def test_zones_on_a_face_hold_their_pieces() -> None:
    ports = [face for face in faces_of("cargo_noir") if face.kind == "port"]
    for face in ports:
        root = drawn(face)
        boxes = [each for each in root.iter(f"{SVG}rect") if each.get("rx") == "2" and "stroke" in each.attrib]
        assert len(boxes) == len(face.berths) == 2
        for box, berth in zip(boxes, face.berths, strict=True):
            assert float(box.attrib["width"]) >= berth.size[0] + 1
            assert float(box.attrib["height"]) >= berth.size[1] + 1
    assert {berth.size for berth in ports[0].berths} == {(25.0, 25.0), (22.0, 30.0)}


@pytest.mark.parametrize("name", MADE)
def test_cards_of_the_large_games_have_pictures_of_their_own(name: str) -> None:
    owners: dict[object, set[str]] = {}
    for face in faces_of(name):
        if face.layout not in ("marker", "token"):
            assert face.art is not None
            assert face.ornament == -1, face.id
            owners.setdefault(face.art.shapes, set()).add(face.name)
    assert [names for names in owners.values() if len(names) > 1] == []


@pytest.mark.parametrize("name", GAMES)
def test_titles_are_white_wherever_that_can_be_read(name: str) -> None:
    for face in faces_of(name):
        assert contrast(face.ink, face.colour) >= 3
        assert face.ink == "#ffffff" or contrast("#ffffff", face.colour) < 3


def boxes_of(laid: PageGrid, count: int) -> Iterator[tuple[float, float, float, float]]:
    for number in range(count):
        x, y = laid.place(number)
        yield x, y, x + laid.card[0], y + laid.card[1]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_cards_and_marks_keep_off_the_edge_and_each_other(name: str, paper: str) -> None:
    page = PAPERS[paper]
    for one_each in (True, False):
        counts: dict[tuple[float, float], int] = {}
        for face in faces_of(name):
            counts[face.size] = counts.get(face.size, 0) + (1 if one_each else face.copies)
        counts = {size: count for size, count in counts.items() if count}
        found = dict.fromkeys(counts, 0)
        for sheet in share_pages(page, counts) if counts else ():
            boxes: list[tuple[float, float, float, float]] = []
            for size, laid, count in sheet:
                assert laid.card in (size, size[::-1])
                assert laid.bleed >= 1
                found[size] += count
                boxes += boxes_of(laid, count)
            for n, (left, low, right, high) in enumerate(boxes):
                assert left >= 5
                assert low >= 5 + WORDS
                assert right <= page[0] - 5
                assert high <= page[1] - 5
                for a, b, c, d in boxes[:n]:
                    assert left >= c + 2 or right + 2 <= a or low >= d + 2 or high + 2 <= b
            for _, laid, _ in sheet:
                marks = list(laid.marks())
                assert len(marks) >= 8
                for x1, y1, x2, y2 in marks:
                    assert math.dist((x1, y1), (x2, y2)) >= MIN_MARK - 0.01
                    assert min(x1, x2, page[0] - x1, page[0] - x2, page[1] - y1, page[1] - y2) >= 5 - 1e-6
                    assert min(y1, y2) >= 5 + WORDS - 1e-6
                    # no mark lies on a card
                    assert not any(a < max(x1, x2) and min(x1, x2) < c and b < max(y1, y2) and min(y1, y2) < d
                                   for a, b, c, d in boxes)  # fmt: skip
        assert found == counts


def test_small_pieces_share_sheets_and_fill_what_cards_leave_free() -> None:
    a4, poker, token, marker = PAPERS["a4"], (63.5, 88.9), (25.0, 25.0), (22.0, 30.0)
    assert len(share_pages(a4, {token: 10, marker: 5})) == 1
    assert len(share_pages(a4, {poker: 7, token: 12})) == 1
    assert len(share_pages(a4, {poker: 9})) == 1
    assert len(share_pages(PAPERS["letter"], {poker: 8})) == 1
    # as many as before sizes shared a sheet, or fewer
    assert len(share_pages(a4, {poker: 54, (88.9, 63.5): 8, token: 131, marker: 25})) <= 10


def test_a_sheet_says_how_many_copies_a_game_needs(tmp_path: Path) -> None:
    out = tmp_path / "ceylon.pdf"
    assert main(["print", "ceylon", "--one-each", "--out", str(out)]) == 0
    document = pypdfium2.PdfDocument(io.BytesIO(out.read_bytes()))
    said = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)
    for face in faces_of("ceylon"):
        assert re.search(rf"{face.name}(, [^;.]*)? x {face.copies}\b", said), face.id
    many = [replace(face, copies=2) for face in faces_of("import_export")]
    words, size = describe_sheet("Shop", many, "Icons by Somebody.", 210)
    assert re.search(r"x 2; \d+ more cards\. Icons by Somebody\.$", words)
    assert text_width(words, size) <= 400
