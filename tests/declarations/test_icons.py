"""Icons of a game: a file beside its rules or one of ours, on its cards, wherever these are shown, and nothing else."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cardwright import Game, check_paths, load_game
from cardwright.declarations.game_folders import find_icons
from cardwright.declarations.icon_files import SHIPPED_ICONS, credit_icons, find_shipped_icons, read_shipped_icon
from cardwright.presentation.look import Look
from cardwright.source.svg.paths import print_path
from cardwright.source.svg.reader import MAX_BYTES, read_drawing
from cardwright_tools.faces.draw_face import draw_face
from cardwright_tools.faces.model import faces
from cardwright_tools.printing.gallery import gallery
from cardwright_tools.session.reload import stamp
from cardwright_tools.web.drawing.viewer_page import make_drawing

GAME = """\
game: shop
kinds:
  card: {attributes: {sort: sort, cost: number}}
types:
  sort: {values: [tea, silk]}
pieces:
  - {id: mint, kind: card, sort: tea, cost: 2}
  - {id: silk, kind: card, sort: silk, cost: 3}
zones:
  table:
    deck: {of: cards, see: everyone}
look:
  icons: {tea: penny, cost: coins, deck: cards, silk: shirt}
library: |
  rule final_score(player): 0
  step setup: nothing
  step play: finish
"""
COIN = '<svg viewBox="0 0 24 24"><path d="M1 2L{} 4" fill="#aa5500"/></svg>'


@pytest.fixture(name="shop")
def _shop(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "icons").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "icons" / "penny.svg").write_text(COIN.format(3), encoding="utf-8")
    return folder


def game_look(game: Game) -> Look:
    return Look(game.program(game.min_players).tables.look)


def codes(folder: Path) -> list[str]:
    return [each.code for each in check_paths([folder / "game.yaml"])[0]]


def test_icons_stand_on_faces_in_pages_and_in_the_browser(shop: Path) -> None:
    game = load_game(shop)
    mint, silk = faces(game, game.card_texts())
    assert (mint.art, mint.corner.icon, silk.art) == (
        game_look(game).icon("tea"), game_look(game).icon("cost"), game_look(game).icon("silk")
    )  # fmt: skip
    assert 'd="M1 2L3 4" fill="#aa5500"' in gallery("Shop", [mint, silk])
    web = make_drawing(game)
    assert 'd="M1 2L3 4" fill="#aa5500"' in web.icons()
    assert '<use href="#icon0" x=' in web.faces("link")
    assert '<use href="#icon2"/>' in web._render_icon("deck")


def test_a_changed_icon_is_a_changed_game(shop: Path) -> None:
    before, content = stamp(str(shop)), load_game(shop).content_hash
    (shop / "icons" / "penny.svg").write_text(COIN.format(19), encoding="utf-8")
    assert stamp(str(shop)) != before
    game = load_game(shop)
    assert game.content_hash != content
    assert "M1 2L19 4" in make_drawing(game).icons()


def test_an_icon_of_the_game_comes_before_one_of_ours(shop: Path) -> None:
    (shop / "icons" / "coins.svg").write_text(COIN.format(7), encoding="utf-8")
    assert "M1 2L7 4" in make_drawing(load_game(shop)).icons()


def test_a_broken_icon_is_told_once_it_is_asked_for(shop: Path) -> None:
    file = shop / "icons" / "penny.svg"
    (shop / "icons" / "unused.svg").write_text("<script/>", encoding="utf-8")
    assert codes(shop) == []
    file.write_text(file.read_text(encoding="utf-8").replace("<path", "<path onclick='x()'"), encoding="utf-8")
    [found] = check_paths([shop / "game.yaml"])[0]
    assert (found.code, found.span.line, found.span.column) == ("bad-icon", 1, 26)
    assert [note.message for note in found.notes] == ["the icon `penny` is used here"]
    file.unlink()
    assert codes(shop) == ["unknown-icon"]


@pytest.mark.parametrize(
    "content", [b"\xff\xfe<\0s\0", b"<svg\x1b[31m/>", b"\x89PNG\r\n\0", b"<svg/>" + b" " * MAX_BYTES]
)
def test_what_is_no_text_is_told(content: bytes, shop: Path) -> None:
    (shop / "icons" / "penny.svg").write_bytes(content)
    [code] = codes(shop)
    assert code in ("not-utf8", "unprintable-character", "bad-icon")


def test_no_name_and_no_link_leads_out_of_the_folder(shop: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text(COIN.format(5), encoding="utf-8")
    icons = shop / "icons"
    for word in ("../../secret", "/etc/passwd", "..", "a b", "secret.svg"):
        (shop / "game.yaml").write_text(GAME.replace("tea: penny,", f"tea: '{word}',"), encoding="utf-8")
        assert codes(shop) == ["unknown-icon"]
    (shop / "game.yaml").write_text(GAME, encoding="utf-8")
    (icons / "penny.svg").unlink()
    (icons / "penny.svg").symlink_to(secret)
    assert codes(shop) == ["unknown-icon"]
    (icons / "penny.svg").unlink()
    os.mkfifo(icons / "penny.svg")
    assert codes(shop) == ["unknown-icon"]
    (icons / "penny.svg").unlink()
    (icons / "penny.svg").mkdir()
    assert codes(shop) == ["unknown-icon"]
    (icons / "penny.svg").rmdir()
    icons.rmdir()
    icons.symlink_to(tmp_path)
    (tmp_path / "penny.svg").write_text(COIN.format(5), encoding="utf-8")
    assert find_icons(shop) == {}
    assert codes(shop) == ["unknown-icon"]


def test_ours_come_with_their_licence() -> None:
    assert 400 <= len(find_shipped_icons()) <= 460
    lines, solid = ((folder / "LICENSE").read_text(encoding="utf-8") for folder in SHIPPED_ICONS)
    assert "MIT License" in lines
    named = set(re.split(r"[\s,]+", solid))
    assert {path.stem for path in SHIPPED_ICONS[1].glob("*.svg")} <= named  # each with who drew it
    for path in find_shipped_icons().values():
        assert all(print_path(shape.steps) for shape in read_drawing(path.read_text(encoding="utf-8")))


def test_artists_are_credited_where_their_icons_are_used() -> None:
    assert credit_icons({read_shipped_icon("acorn")}) == "Icons by Lorc from game-icons.net, CC BY 3.0"
    assert credit_icons({read_shipped_icon("castle"), read_shipped_icon("acorn")}).startswith(
        "Icons by Delapouite, Lorc from "
    )
    assert credit_icons({read_shipped_icon("coin")}) == ""  # drawn for Cardwright


def test_every_solid_icon_is_credited_or_our_own() -> None:
    solid = {path.stem for path in SHIPPED_ICONS[1].glob("*.svg")}
    assert {word for word in solid if not credit_icons({read_shipped_icon(word)})} == {"cinnamon", "coin"}


TEMPLATE = (
    '<svg viewBox="0 0 63.5 88.9"><path d="M4 4h55v80z" fill="currentColor"/>'
    '<rect id="place-name" x="6" y="6" width="40" height="8"/>'
    '<rect id="place-cost" x="48" y="6" width="10" height="8"/>'
    '<g transform="translate(0 10)"><rect id="place-art" x="8" y="8" width="40" height="30"/></g></svg>'
)


def _with_template(shop: Path, drawing: str) -> None:
    (shop / "icons" / "face.svg").write_text(drawing, encoding="utf-8")
    text = GAME.replace("look:\n", "look:\n  faces: {card: {template: face}}\n")
    (shop / "game.yaml").write_text(text, encoding="utf-8")


def test_an_authors_drawing_is_filled_with_what_each_card_has(shop: Path) -> None:
    _with_template(shop, TEMPLATE)
    game = load_game(shop)
    mint, silk = faces(game, game.card_texts())
    for face, name, cost in ((mint, "Mint", "2"), (silk, "Silk", "3")):
        drawn = draw_face(face)
        svg = drawn.pen.svg()
        assert not drawn.cut
        assert all(f">{each}<" in svg for each in (name, cost))
        assert '<use href="#template0" x="-12.7" y="0" width="88.9" height="88.9"' in svg
        # the places themselves are not drawn
        assert "#template0" in svg
        assert len(face.template.drawing.shapes) == 1 if face.template else False
    assert 'id="template0"' in make_drawing(game).icons()
    assert 'id="template0"' in gallery("Shop", [mint, silk])


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        (TEMPLATE.replace("place-cost", "place-price"), "a card has nothing for `place-price` of this template"),
        (TEMPLATE.replace("place-", ""), "this template has no place"),
        (TEMPLATE.replace('width="10"', 'width="500"'), "the place `cost` lies outside of the `viewBox`"),
        (TEMPLATE.replace("place-cost", "place-name"), "the place `name` is there twice"),
        (TEMPLATE.replace("translate(0 10)", "rotate(10)"), "the place `art` needs a width and a height"),
        (TEMPLATE.replace("<g ", '<g onclick="x()" '), "`onclick` is not allowed at `<g>`"),
        (TEMPLATE.replace("<g ", "<script/><g "), "`<script>` is not allowed"),
        (TEMPLATE.replace("<g ", '<image href="http://x"/><g '), "`<image>` is not allowed"),
        (TEMPLATE.replace('width="40" height="8"', 'width="1e300" height="8"'), "is above"),
    ],
)
def test_a_template_that_is_wrong_or_hostile_is_refused(shop: Path, drawing: str, message: str) -> None:
    _with_template(shop, drawing)
    found = check_paths([shop / "game.yaml"])[0]
    assert [each.message for each in found if each.severity == "error" and message in each.message], found
