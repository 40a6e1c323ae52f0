"""Cards on paper, in a browser and on a virtual table."""

import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from rich.color import Color

from cardwright import find_games, load_game
from cardwright.presentation.look import Look
from cardwright_tools.cli.main import main
from cardwright_tools.cli.option_types import CARD_SIZES
from cardwright_tools.faces.backs import CardBack
from cardwright_tools.faces.colours import GREY, MIN_CONTRAST, PALETTE, contrast, declared, ink, printed
from cardwright_tools.faces.model import Face, Mark, copies, faces
from cardwright_tools.printing.gallery import gallery
from cardwright_tools.printing.mats import choose_step, find_highest_values, list_mats
from cardwright_tools.printing.page_grid import MIN_MARGIN, PAPERS, PageGrid, list_grids
from cardwright_tools.printing.pdf_pages import FaceBatch, PrintedPages, card_fonts, pages
from cardwright_tools.printing.tabletop_simulator import FACES_A_SHEET, Deck, decks_object, sheets
from cardwright_tools.web.drawing.game_style_sheet import SEATS


def face(**changed: object) -> Face:
    usual: dict[str, object] = {
        "id": "x",
        "name": "X",
        "set": "base",
        "kind": "card",
        "copies": 1,
        "colour": "#0072b2",
        "attributes": (("tier", "2", True),),
        "paragraphs": ("Draw a card.",),
        "note": "",
    }
    given = usual | changed
    attributes: tuple[tuple[str, str, bool], ...] = given["attributes"]  # type: ignore[assignment]
    words = [value for _, value, _ in attributes if not value.isdecimal()]
    regions: dict[str, object] = {
        "row": tuple(Mark(value, None, name) for name, value, _ in attributes if value.isdecimal()),
        "band": " · ".join(words),
        "text": tuple(tuple(paragraph.split()) for paragraph in given["paragraphs"]),  # type: ignore[attr-defined]
        "foot": given["set"],
        "back": CardBack(""),
    }
    return Face(**{**regions, **given})  # type: ignore[arg-type]


def printed_faces(cards: list[Face], laid: PageGrid, title: str = "", backs: bool = False) -> PrintedPages:
    titled = [replace(card, back=CardBack(title)) for card in cards]
    return pages(title, [[FaceBatch(laid, tuple(titled))]], backs, card_fonts(titled, None), marks=False)


def text_of(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    return [page.get_textpage().get_text_range().replace("\r\n", " ") for page in document]


def letters_of(text: str) -> str:
    """A text without what may be otherwise at the end of a line."""
    return re.sub(r"[\s\u200b\ufffe\x02-]", "", text)


def size_of(picture: Path) -> tuple[int, int]:
    with Image.open(picture) as opened:
        return opened.size


@given(paper=st.sampled_from(sorted(PAPERS)), card=st.sampled_from(sorted(CARD_SIZES)))
def test_cards_lie_inside_the_margins_and_do_not_overlap(paper: str, card: str) -> None:
    for laid in list_grids(PAPERS[paper], CARD_SIZES[card]):
        places = [laid.place(number) for number in range(laid.count)]
        assert len({(round(x, 6), round(y, 6)) for x, y in places}) == laid.count
        for x, y in places:
            assert MIN_MARGIN <= x <= laid.page[0] - MIN_MARGIN - laid.card[0] + 1e-9
            assert MIN_MARGIN <= y <= laid.page[1] - MIN_MARGIN - laid.card[1] + 1e-9
        # A back lies behind its face when the paper is turned over its long side.
        for number, (x, y) in enumerate(places):
            behind_x, behind_y = laid.place(number, mirrored=True)
            assert behind_y == y
            assert behind_x == pytest.approx(laid.page[0] - x - laid.card[0])


def test_a_card_larger_than_the_paper_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "ceylon", "--out", str(tmp_path / "x.pdf"), "--size", "300x100"]) == 2
    assert "300 x 100 mm does not fit on a4 paper" in capsys.readouterr().err


def test_every_copy_is_printed_with_its_whole_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cards.pdf"
    assert main(["print", "import_export", "--sets", "base", "--out", str(out)]) == 0
    assert "12 cards of 22 x 30 mm, 100 cards of 63.5 x 88.9 mm; 12 sheets of paper" in capsys.readouterr().err
    shown = letters_of("".join(text_of(out.read_bytes())))
    game = load_game("import_export", ["base"])
    for one in faces(game, [card for card in game.card_texts() if card.set]):
        for paragraph in one.text:  # an icon may stand between two words
            for word in paragraph:
                assert not isinstance(word, str) or letters_of(word) in shown, one.id


def test_backs_follow_their_faces_and_say_nothing_of_them(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    assert main(["print", "cargo_hold", "thief", "--out", str(out), "--backs"]) == 0
    front, back = text_of(out.read_bytes())
    assert front.count("Thief") == 3 + 1  # the margin says how many
    assert "Thief" not in back
    assert letters_of(back).count("CargoHold") == 3


def test_a_text_that_is_too_long_is_told() -> None:
    laid = list_grids(PAPERS["a4"], CARD_SIZES["mini"])[0]
    long = face(id="long", paragraphs=("Draw a card. " * 600,))
    assert printed_faces([face(), long], laid).cut == ("long (text)",)


def test_the_same_cards_make_the_same_file() -> None:
    laid = list_grids(PAPERS["a4"], CARD_SIZES["poker"])[0]
    assert printed_faces([face()], laid, backs=True).pdf == printed_faces([face()], laid, backs=True).pdf


def test_pictures_have_the_fineness_asked_for(tmp_path: Path) -> None:
    assert main(["print", "ceylon", "--out", str(tmp_path / "c.png"), "--one-each", "--dpi", "50"]) == 0
    assert size_of(tmp_path / "c-1.png") == (round(210 / 25.4 * 50 + 0.5), round(297 / 25.4 * 50 + 0.5))
    assert len(list(tmp_path.glob("*.png"))) == 2


def test_a_deck_for_the_virtual_table_holds_every_card(tmp_path: Path) -> None:
    out = tmp_path / "deck.json"
    assert main(["print", "ceylon", "--out", str(out), "--url", "https://example.org/decks/"]) == 0
    (deck,) = json.loads(out.read_text())["ObjectStates"]
    game = load_game("ceylon")
    assert len(deck["DeckIDs"]) == sum(card.copies for card in game.card_texts())
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    custom = deck["CustomDeck"]["1"]
    assert custom["FaceURL"] == "https://example.org/decks/deck-faces-1.png"
    assert custom["BackURL"] == "https://example.org/decks/deck-back.png"
    width, height = size_of(tmp_path / "deck-faces-1.png")
    assert max(width, height) <= 4097
    assert width / height == pytest.approx(10 * 63.5 / (7 * 88.9), rel=0.01)


def test_more_cards_than_a_sheet_holds_go_on_the_next() -> None:
    cards = [face(id=f"c{number}", name=f"C{number}") for number in range(FACES_A_SHEET + 3)]
    assert [len(sheet) for sheet in sheets(cards)] == [FACES_A_SHEET, 3]
    (deck,) = json.loads(decks_object([Deck("T", cards, ["a", "b"], "back")]))["ObjectStates"]
    assert deck["DeckIDs"][FACES_A_SHEET - 1 :] == [100 + FACES_A_SHEET - 1, 200, 201, 202]
    assert set(deck["CustomDeck"]) == {"1", "2"}


def test_one_card_is_a_card_and_not_a_deck() -> None:
    (only,) = json.loads(decks_object([Deck("T", [face()], ["a"], "b")]))["ObjectStates"]
    assert (only["Name"], only["CardID"], only["Description"]) == ("Card", 100, "tier: 2\nDraw a card.")


class Page(HTMLParser):
    """Counts the cards of a gallery and collects what it asks for from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.cards = 0
        self.elsewhere: list[str] = []
        self.text = io.StringIO()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.cards += tag == "article"
        links = [str(value) for name, value in attrs if name in ("src", "href")]
        self.elsewhere += [link for link in links if not link.startswith("#")]  # an icon of the page itself

    def handle_data(self, data: str) -> None:
        self.text.write(data)


def test_a_gallery_shows_all_cards_and_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    out = tmp_path / "cards.html"
    assert main(["text", "import_export", "--html", str(out), "--inferred"]) == 0
    page = Page()
    page.feed(out.read_text())
    assert page.elsewhere == []
    boxes = re.findall(r'<input type="checkbox" value="([^"]*)" checked> ([^<]+)</label>', out.read_text())
    assert [(value or "the game itself") for value, _ in boxes] == [label for _, label in boxes] != []
    assert "green_ship · the game itself" in page.text.getvalue()
    game = load_game("import_export", load_game("import_export").all_sets)
    texts = game.card_texts()
    assert page.cards == len(texts)
    for card in texts:
        assert all(line.strip() in page.text.getvalue() for line in card.text.splitlines())


def test_a_gallery_takes_every_text_for_text() -> None:
    shown = gallery("A <b>& B", [face(name="<script>", paragraphs=("a < b & $title",), note='"n"')])
    assert "<script>X" not in shown
    assert "&lt;script&gt;" in shown
    assert "a &lt; b &amp; $title" in shown


@pytest.mark.parametrize(("colour", "ink"), [("#ffffff", "#000000"), ("#000000", "#ffffff"), ("#0072b2", "#ffffff")])
def test_names_are_written_in_what_reads_better(colour: str, ink: str) -> None:
    assert face(colour=colour).ink == ink


def test_colours_of_a_kind_are_told_apart_by_their_patterns() -> None:
    game = load_game("cargo_noir")
    tokens = [one for one in faces(game, game.card_texts()) if one.kind == "token"]
    assert len({one.pattern for one in tokens}) == min(len(tokens), 8)


def test_the_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#0072b2", "#0072b2") == 1


@pytest.mark.parametrize("name", [listing.name for listing in find_games()])
def test_every_title_bar_of_every_game_can_be_read(name: str) -> None:
    game = load_game(name)
    colours = {one.colour for one in faces(game, game.card_texts())}
    colours |= set(declared(Look(game.program(game.min_players).tables.look)).values()) | {*PALETTE, GREY, *SEATS}
    for colour in colours:
        assert contrast(ink(colour), colour) >= MIN_CONTRAST, colour


def test_faces_have_the_colours_their_game_asks_for() -> None:
    game = load_game("ceylon")
    found = {one.id: one for one in faces(game, game.card_texts())}
    assert found["tea"].colour == Look(game.program(game.min_players).tables.look).inks["tea"]
    assert printed(Color.parse("green")) in declared(Look({"colors": {"x": "green"}})).values()
    assert len(copies(found.values(), one_each=False)) == sum(one.copies for one in found.values())
    assert len(copies(found.values(), one_each=True)) == len(found)


@pytest.mark.parametrize(
    "words",
    [
        ["ceylon", "--out", "x.doc"],
        ["ceylon", "--out", "x.pdf", "--size", "huge"],
        ["ceylon", "--out", "x.pdf", "--size", "5x5"],
        ["ceylon", "--out", "x.pdf", "--kind", "tokn"],
        ["ceylon", "te", "--out", "x.pdf"],
        ["ceylon", "--out", "no/such/folder/x.pdf"],
        ["ceylon", "--out", "x.pdf", "--font", "no.ttf"],
        ["ceylon", "--out", "x.pdf", "--dpi", "3"],
    ],
)
def test_wrong_wishes_are_wrong_usage(words: list[str]) -> None:
    assert main(["print", *words]) == 2


@pytest.mark.parametrize("game", ["import_export", "hearts", "cargo_noir"])
def test_mats_have_the_places_of_a_player_and_a_track_for_scores(game: str, tmp_path: Path) -> None:
    found = load_game(game)
    *mats, board = list_mats(found)
    assert len(mats) == found.max_players
    hidden = Look(found.program(found.max_players).tables.look).hidden
    for mat in (*mats, board):
        words = [*(row.word for row in mat.zones), *(row.word for row in mat.counters)]
        assert len(words) == len(set(words))
        assert not hidden & set(words)
    assert "hand" not in [row.word for row in mats[0].zones]
    assert board.scores
    out = tmp_path / "mats.pdf"
    assert main(["print", game, "--mats", "--out", str(out)]) == 0
    text = " ".join(text_of(out.read_bytes()))
    assert "Player 1" in text
    assert all(row.title in text for row in mats[0].zones)
    assert "99" in text


MATS = """game: yard
players: 2
active: active
kinds: {plank: {}}
zones:
  table: {deck: {of: planks}}
  player: {desk: {of: planks}, shed: {of: planks}, debts: {of: planks}, hand: {of: planks, see: owner}}
memory:
  table: {active: player, tide: number, day: number, told: {is: number, secret: yes}}
  player: {coins: number, grain: number, bid: {is: number, secret: yes}}
LOOK
library: |
  step setup: move(deck, to: active.desk)
  step play:
    tide += 1
  rule final_score(player): player.coins
pieces: [{id: oak, copies: 3}]
"""
ALL = ["desk", "shed", "debts"], ["coins", "grain"], ["tide", "day"]


@pytest.mark.parametrize(
    ("look", "zones", "counters", "tracks"),
    [
        ("", *ALL),
        ("look: {draw: {shed: {as: rows}}}", *ALL),
        ("look: {draw: {deck: {as: rows}}, first: [score]}", *ALL),
        ("look: {first: [shed]}", ["shed"], ALL[1], ALL[2]),
        ("look: {first: [debts, shed], draw: {desk: {as: rows}}}", ["debts", "shed", "desk"], ALL[1], ALL[2]),
        ("look: {first: [grain]}", ALL[0], ["grain"], ALL[2]),
        ("look: {first: [day]}", ALL[0], ALL[1], ["day"]),
        ("look: {hide: [day, desk, coins]}", ["shed", "debts"], ["grain"], ["tide"]),
    ],
)
def test_mats_leave_out_only_what_first_or_hide_says(
    tmp_path: Path, look: str, zones: list[str], counters: list[str], tracks: list[str]
) -> None:
    (tmp_path / "game.yaml").write_text(MATS.replace("LOOK", look), encoding="utf-8")
    mat, _, board = list_mats(load_game(tmp_path))
    assert [row.word for row in mat.zones] == zones
    assert [row.word for row in mat.counters] == counters
    assert [row.word for row in board.counters] == tracks


@pytest.mark.parametrize(
    ("highest", "last", "step"), [(0, 20, 1), (20, 20, 1), (21, 20, 5), (640, 20, 50), (99, 99, 1)]
)
def test_a_square_of_a_track_counts_as_much_as_needed(highest: int, last: int, step: int) -> None:
    assert choose_step(highest, last) == step


def test_a_counter_that_goes_beyond_its_track_is_known_from_games() -> None:
    highest = find_highest_values(load_game("cargo_hold"))
    assert highest["money"] > 20
    assert choose_step(highest["money"], 20) > 1


def test_a_kit_holds_cards_mats_and_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "kit.pdf"
    assert main(["print", "kuhn_poker", "--pnp", "--out", str(out)]) == 0
    text = " ".join(text_of(out.read_bytes()))
    assert "Player 2" in text
    assert "Index" in text
    assert "sheet printed on both sides" in capsys.readouterr().err
    assert main(["print", "kuhn_poker", "--pnp", "--out", str(tmp_path / "kit.png")]) == 2
    assert main(["print", "kuhn_poker", "--mats", "--backs", "--out", str(out)]) == 2
