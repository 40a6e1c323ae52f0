"""Pictures that authors put beside their cards: found by the card's id, and never shown as they came."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image
from tests.declarations.test_icons import GAME

from cardwright import load_game
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.main import main
from cardwright_tools.faces.image_codec import MAX_SIDE_LENGTH, jpeg, pictures_of
from cardwright_tools.faces.model import faces
from cardwright_tools.web.drawing.viewer_page import make_drawing

EVIL = b"zzevil<script>"


@pytest.fixture(name="shop")
def _shop(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "cards" / "base" / "pictures").mkdir(parents=True)
    pieces = "".join(f"{line}\n" for line in GAME.splitlines() if line.startswith("  - "))
    rules = GAME.replace(f"pieces:\n{pieces}", "").replace("tea: penny,", "tea: leaf,")
    (folder / "game.yaml").write_text(rules, encoding="utf-8")
    cards = f"game: shop\nset: base\ncards:\n{pieces}"
    (folder / "cards" / "base" / "cards.yaml").write_text(cards, encoding="utf-8")
    Image.new("RGB", (300, 200), (200, 30, 40)).save(folder / "cards" / "base" / "pictures" / "mint.png")
    return folder


def test_a_picture_is_on_the_card_in_pages_on_paper_and_in_the_browser(shop: Path, tmp_path: Path) -> None:
    game = load_game(shop)
    mint, silk = faces(game, game.card_texts())
    assert mint.picture is not None
    assert silk.picture is None
    html, png = tmp_path / "cards.html", tmp_path / "cards.png"
    assert main(["text", str(shop), "--html", str(html)]) == 0
    assert html.read_text(encoding="utf-8").count('href="data:image/jpeg;base64,') == 1
    assert main(["print", str(shop), "--out", str(png), "--dpi", "60"]) == 0
    with Image.open(tmp_path / "cards-1.png") as drawn:
        reds = drawn.convert("RGB").point(lambda level: 255 * (level > 150)).getcolors()
    assert sum(count for count, colour in reds or [] if colour == (255, 0, 0)) > 3000
    web = make_drawing(game)
    assert web.faces("abc").count('href="/t/abc/pictures/mint"') == 2  # large, and where it is small
    shown = web.picture("mint")
    assert shown is not None
    assert shown.startswith(b"\xff\xd8")
    assert web.picture("silk") is None
    assert web.picture("../mint") is None


def test_a_picture_of_a_kind_is_its_back_on_paper_and_in_the_browser(
    shop: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "pictures").mkdir()
    Image.new("RGB", (300, 200), (30, 200, 40)).save(shop / "pictures" / "back-card.png")
    Image.new("RGB", (9, 9)).save(shop / "pictures" / "back-cart.png")
    png = tmp_path / "cards.png"
    assert main(["print", str(shop), "--out", str(png), "--dpi", "40", "--backs"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "back-cart.png: a picture of no card" in told
    assert "back-card.png" not in told
    with Image.open(tmp_path / "cards-2.png") as drawn:
        colours = drawn.convert("RGB").point(lambda level: 255 * (level > 150)).getcolors()
    greens = sum(count for count, colour in colours or [] if colour == (0, 255, 0))
    # both cards with their bleed, and nothing but the picture
    assert greens > 2 * (63.5 + 4) * (88.9 + 4) * (40 / 25.4) ** 2 * 0.95
    web = make_drawing(load_game(shop))
    assert web.faces("abc").count('href="/t/abc/pictures/back-card"') == 1
    shown = web.picture("back-card")
    assert shown is not None
    assert shown.startswith(b"\xff\xd8")
    assert web.picture("back-cart") is None


def test_nothing_of_a_file_is_passed_on(tmp_path: Path) -> None:
    path = tmp_path / "big.jpg"
    exif = Image.Exif()
    exif[0x010E], exif[0x0112] = EVIL.decode(), 6  # described, and turned by a quarter
    Image.new("RGB", (3000, 1500), (9, 9, 200)).save(path, exif=exif, comment=EVIL)
    path.write_bytes(path.read_bytes() + EVIL)
    shown = jpeg(path)
    assert EVIL not in shown
    with Image.open(io.BytesIO(shown)) as found:
        assert found.size == (MAX_SIDE_LENGTH // 2, MAX_SIDE_LENGTH)
        assert not found.getexif()


def _png(wide: int, high: int) -> bytes:
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 4000)), (b"IEND", b""))
    packed = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def test_a_drawing_is_a_picture_too(tmp_path: Path) -> None:
    path = tmp_path / "mint.svg"
    path.write_text(
        '<svg viewBox="0 0 10 10"><rect y="3" width="10" height="5" fill="#c81e28"/></svg>', encoding="utf-8"
    )
    with Image.open(io.BytesIO(jpeg(path))) as found:
        assert found.width == pytest.approx(2 * found.height, abs=3)
        assert found.getpixel((9, 9)) == pytest.approx((200, 30, 40), abs=4)
    path.write_text('<svg viewBox="0 0 10 10"><image href="file:///etc/passwd"/></svg>', encoding="utf-8")
    with pytest.raises(UsageError, match="is not allowed"):
        jpeg(path)


NO_PICTURES = [b"", b"no picture", _png(60_000, 60_000), _png(7_000, 7_000), _png(500, 500), b"GIF89a" + b"\0" * 99]
NO_PICTURES += [b"<svg/>", b"%!PS-Adobe-3.0 EPSF-3.0\n"]


@pytest.mark.parametrize("content", NO_PICTURES)
def test_what_is_no_picture_is_told_by_its_name(
    content: bytes, shop: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shop / "cards" / "base" / "pictures" / "mint.png"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"mint\.png") as refused:
        jpeg(path)
    assert "object at 0x" not in str(refused.value)
    assert main(["print", str(shop), "--out", str(tmp_path / "cards.pdf")]) == 2
    assert "mint.png cannot be used as a picture" in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "cards.pdf").exists()
    assert make_drawing(load_game(shop)).picture("mint") is None


def test_links_and_special_files_are_no_pictures_and_strays_are_told(
    shop: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shop / "cards" / "base" / "pictures"
    (folder / "mint.png").rename(tmp_path / "secret.png")
    (folder / "mint.png").symlink_to(tmp_path / "secret.png")
    os.mkfifo(folder / "silk.png")
    assert pictures_of(load_game(shop)) == {}
    (folder / "mnit.png").write_bytes((tmp_path / "secret.png").read_bytes())
    assert main(["print", str(shop), "--out", str(tmp_path / "cards.pdf")]) == 0
    assert "mnit.png: a picture of no card" in " ".join(capsys.readouterr().err.split())
