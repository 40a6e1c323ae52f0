"""PrintedPages texts: shaping of every script, signs that no font has, and long names."""

from __future__ import annotations

import io
import unicodedata
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from PIL import Image, ImageChops
from tests.tools.printing.test_printing import face, printed_faces

from cardwright.presentation.look import Icon
from cardwright_tools.cli.main import main
from cardwright_tools.faces.model import Face
from cardwright_tools.printing import fonts as fonts_of
from cardwright_tools.printing.fonts import clusters, fonts_for
from cardwright_tools.printing.page_grid import PageGrid

ONE = PageGrid((63.5, 88.9), (63.5, 88.9), 1, 1)
WORDS = {
    "Hebrew": "שלום עולם",
    "Arabic": "مرحبا بالعالم",
    "Greek": "Καλημέρα",
    "Cyrillic": "Привет",
    "Thai": "สวัสดี",
    "Devanagari": "नमस्ते",
    "Tamil": "வணக்கம்",
    "Georgian": "გამარჯობა",
    "composed": "é ç ñ ő",
    "decomposed": "e\u0301 c\u0327 n\u0303 o\u030b",
    "symbols": "★ ▣ ♠ ➜ ⚔ ⚀ ♔ ∞ ⇒ ⬢ ☑ ① 𝄞",
    "emoji": "🐉 🎲 👩\u200d🚀 ⏰ ❤\ufe0f",
    "markup": "#let x = *b* $a$ @y <z> \\ `c` [d] {e}",
}
NO_FONT_HERE = "\u0378\U0001fbff"  # not assigned


def drawn(one: Face) -> Image.Image:
    page: Image.Image = pypdfium2.PdfDocument(printed_faces([one], ONE).pdf)[0].render(scale=3).to_pil().convert("L")
    return page


def written(pdf: bytes) -> str:
    return " ".join(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range().split())


@pytest.fixture(name="no_fonts_of_the_machine")
def _no_fonts_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts_of, "OF_MACHINE", {})
    monkeypatch.setattr(fonts_of, "OF_OTHERS", ())


@pytest.mark.usefixtures("no_fonts_of_the_machine")
@pytest.mark.parametrize("script", sorted(WORDS))
def test_every_script_can_be_written_and_found(script: str) -> None:
    text = unicodedata.normalize("NFC", WORDS[script])
    fonts = fonts_for([("x", text)], None)
    assert fonts.missing == {}
    found = written(printed_faces([face(name="X", attributes=(), paragraphs=(WORDS[script],), set="")], ONE).pdf)
    letters = [sign for sign in text if unicodedata.category(sign)[0] in "LNS" and ord(sign) < 0x1F000]
    assert sorted(letters) == sorted(sign for sign in found if sign in letters and sign != "X")
    if script in ("Hebrew", "Arabic", "Greek", "Cyrillic", "Georgian", "decomposed", "composed"):
        assert text in found  # in the order it is read


@pytest.mark.usefixtures("no_fonts_of_the_machine")
def test_no_sign_is_drawn_as_the_box_of_one_that_is_missing() -> None:
    def sign(text: str) -> Image.Image:
        return drawn(face(name="", attributes=(), paragraphs=(text,), set=""))

    box = sign("\U0001fbff")
    assert ImageChops.difference(box, sign("\u0378")).getbbox() is None  # so is every sign that is missing
    for text in "★▣♠➜⚔∞⇒⬢①🐉⏰םمแजத":
        assert ImageChops.difference(box, sign(text)).getbbox(), text


def test_letters_of_a_decomposed_text_are_those_of_the_composed_one() -> None:
    one, other = (drawn(face(name=unicodedata.normalize(form, "Çédille Ñandú"))) for form in ("NFC", "NFD"))
    assert ImageChops.difference(one, other).getbbox() is None


def test_right_to_left_stands_at_the_right_in_its_order_and_joined() -> None:
    def name(text: str) -> Image.Image:
        return drawn(face(name=text, attributes=(), paragraphs=(), set="", colour="#ffffff")).crop((36, 20, 516, 80))

    def ink(picture: Image.Image) -> tuple[int, int, int, int]:
        box = ImageChops.invert(picture).point(lambda level: 255 * (level > 90)).getbbox()
        assert box is not None
        return box

    first, whole = ink(name("ל")), ink(name("לא"))
    assert first[2] == whole[2]  # the first letter stands at the right
    assert whole[0] < first[0]
    apart, joined = ink(name("ب\u200cب\u200cب")), ink(name("ببب"))
    assert joined[2] - joined[0] < apart[2] - apart[0]


@pytest.mark.usefixtures("no_fonts_of_the_machine")
def test_what_no_font_can_draw_is_told_with_its_cards() -> None:
    texts = [("dog", "犬 and e\u0301"), ("cat", "a 犬"), ("rest", f"x{NO_FONT_HERE}")]
    fonts = fonts_for(texts, None)
    assert fonts.missing == {"犬": ("dog", "cat"), NO_FONT_HERE[0]: ("rest",), NO_FONT_HERE[1]: ("rest",)}
    assert fonts.describe_missing().startswith("犬 (dog, cat), ")


def test_marks_belong_to_their_letters_and_pictures_are_joined() -> None:
    assert list(clusters("e\u0301 a👩\u200d🚀b")) == ["e\u0301", "a", "👩\u200d🚀", "b"]


def _font(signs: str) -> bytes:
    """A font with a square for each of some signs."""
    pen = TTGlyphPen(None)
    for number, at in enumerate(((0, 0), (0, 700), (700, 700), (700, 0))):
        (pen.lineTo if number else pen.moveTo)(at)
    pen.closePath()
    names = [".notdef", *(f"g{number}" for number in range(len(signs)))]
    glyphs: dict[str, Any] = dict.fromkeys(names, pen.glyph())
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(sign): name for sign, name in zip(signs, names[1:], strict=True)})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (800, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    content = io.BytesIO()
    builder.save(content)
    return content.getvalue()


@pytest.mark.usefixtures("no_fonts_of_the_machine")
def test_a_font_that_is_given_draws_what_ours_cannot(tmp_path: Path) -> None:
    path = tmp_path / "squares.ttf"
    path.write_bytes(_font("犬"))
    fonts = fonts_for([("dog", "犬 Dog")], path)
    assert fonts.missing == {}
    assert len(fonts.chosen) == 2


@pytest.mark.parametrize("size", [0, 3, 40, 400])
def test_what_is_no_font_is_told_by_its_name(size: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "squares.ttf"
    path.write_bytes(_font("犬")[:size])
    for words in (["print", "ceylon", "--out"], ["rulebook", "ceylon", "--pdf"]):
        assert main([*words, str(tmp_path / "x.pdf"), "--font", str(path)]) == 2
        assert "squares.ttf is no font that can be used" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("Twenty letters longx", False),
        (("Our Market Research Shows That Players Like Really Long Names " * 3)[:140].strip(), False),
        ("Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamten", False),
        ("W" * 60, False),
        ("Our Market Research Shows " * 40, True),
        ("W" * 999, True),
        ("שלום עולם " * 90, True),
        ("", False),
    ],
)
def test_long_names_take_more_lines_and_are_cut_only_with_a_word(name: str, cut: bool) -> None:
    drawing = Icon("icon0", ())  # the art would be the first letter
    made = printed_faces([face(id="n", name=name, attributes=(), paragraphs=(), set="", art=drawing)], ONE)
    assert made.cut == (("n (name)",) if cut else ())
    page = pypdfium2.PdfDocument(made.pdf)[0]
    found = "".join(page.get_textpage().get_text_range().split()).replace("\u200b", "")
    assert cut or "…" not in found
    if not cut:
        assert found == "".join(name.split())
    # No letter is smaller than can be read, and none lies beside the card.
    texts = page.get_textpage()
    boxes = [texts.get_charbox(number) for number in range(texts.count_chars())]
    for left, bottom, right, top in boxes:
        assert left >= 0
        assert right <= page.get_width()
        assert bottom >= page.get_height() - 13 * 72 / 25.4 or top == bottom


def test_all_that_is_long_is_shown_or_told() -> None:
    long = "word " * 80
    one = face(
        id="n",
        attributes=(("sort", long, False), ("x" * 200, "4", False)),
        set=long,
        paragraphs=("W" * 300,),
    )
    cut = printed_faces([one], ONE, title=long * 9, backs=True).cut
    assert len(cut) == 2
    assert cut[0].startswith("n (types, xxx")
    assert cut[0].endswith(", foot)")
    assert cut[1] == "the back (back)"
