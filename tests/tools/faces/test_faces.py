"""Faces of pieces: chosen by what a kind has, changed by `look:`, and drawn as SVG that contains nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.properties.hostile import HOSTILE

from cardwright import check_paths, find_games, load_game
from cardwright.declarations.icon_files import find_shipped_icons
from cardwright_tools.commands.cards.omissions import describe_omissions, list_omitted
from cardwright_tools.faces.backs import CardBack
from cardwright_tools.faces.draw_face import draw_back, draw_face, draw_symbol
from cardwright_tools.faces.font_metrics import advances, split_runs, text_width
from cardwright_tools.faces.icon_from_name import SUBJECTS, Art, NamedCard, choose_art
from cardwright_tools.faces.model import Face, Mark, faces
from cardwright_tools.faces.playing_cards import pips
from cardwright_tools.faces.svg_pen import Sign, break_lines, line_width

ELEMENTS = {"svg", "defs", "symbol", "g", "rect", "circle", "path", "use", "image", "text"}
SVG = "{http://www.w3.org/2000/svg}"


def faces_of(name: str) -> dict[str, Face]:
    game = load_game(name)
    return {face.id: face for face in faces(game, game.card_texts())}


@pytest.mark.parametrize(
    ("game", "card", "layout", "corner", "pattern"),
    [
        ("hearts", "hearts_7", "playing_card", "7", "lattice"),
        ("ceylon", "tea", "emblem", "", "stripes"),
        ("import_export", "railguns", "poker_text", "6", "waves"),
        ("import_export", "red_ship", "marker", "", "waves"),
        ("bush_pilots", "mud_bar", "landscape", "1", "stripes"),
        ("cargo_noir", "gold", "token", "", "plain"),
        ("cargo_noir", "rio", "landscape", "3", "stripes"),
    ],
)
def test_the_layout_follows_from_what_a_kind_has(game: str, card: str, layout: str, corner: str, pattern: str) -> None:
    found = faces_of(game)[card]
    assert (found.layout, found.corner.value) == (layout, corner)
    if layout in ("poker_text", "emblem"):
        assert found.pattern == pattern


UNITS = """game: squad
players: 2
active: active
powers_work_in: [camp]
types: {arm: {values: [foot, horse]}}
kinds: {unit: {attributes: {ATTRIBUTES}, memory: {MEMORY}ZONES}}
zones: {table: {field: {of: units}}, player: {camp: {of: units}}}
memory: {table: {active: player}, player: {coins: number}}
LOOK
library: |
  step setup: nothing
  step play:
    for each p in players: p gain(1)
  verb gain(amount: number) "gain {amount:coin}": you.coins += amount
  rule final_score(player): player.coins
pieces: [{id: knight, copies: 2, kind: unitVALUES}]
"""
MIGHT = {"might": ("number", "3")}
TWO = {**MIGHT, "guard": ("number", "45")}
ARM = {"arm": ("arm", "horse")}
POWER = "after you gain once per gain: gain(2)"


@pytest.mark.one_of
@pytest.mark.parametrize("layout", ["", "token", "marker", "tile", "mini", "landscape", "emblem", "square"])
@pytest.mark.parametrize("power", ["", POWER])
@pytest.mark.parametrize("owner", ["owner: player", "wounds: number"])
@pytest.mark.parametrize(
    ("values", "zones"), [({}, ""), (MIGHT, ""), (TWO, ""), (ARM, ""), ({**TWO, **ARM}, ""), (TWO, "hold")]
)
def test_a_face_has_all_numbers_and_powers_or_it_is_told_what_is_missing(
    tmp_path: Path, values: dict[str, tuple[str, str]], zones: str, owner: str, power: str, layout: str
) -> None:
    text = UNITS.replace("ATTRIBUTES", ", ".join(f"{name}: {kind}" for name, (kind, _) in values.items()))
    text = text.replace("MEMORY", owner).replace("ZONES", f", zones: {{{zones}: {{of: units}}}}" if zones else "")
    given = "".join(f", {name}: {value}" for name, (_, value) in values.items())
    text = text.replace("VALUES", f'{given}, power: "{power}"' if power else given)
    text = text.replace("LOOK", f"look: {{faces: {{unit: {{as: {layout}}}}}}}" if layout else "")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    game = load_game(tmp_path)
    [face] = faces(game, game.card_texts())
    drawing = draw_face(face).pen.svg(2)
    omitted = list(list_omitted(face))
    for name, (kind, value) in values.items():
        coloured = kind == "arm" and face.layout in ("token", "marker")
        assert coloured or (f">{value}<" in drawing) == (name not in omitted), (face.layout, name)
    if power:
        assert ("gain" in drawing) == ("text" not in omitted)
    if not layout:
        assert omitted == []
    assert (describe_omissions([face]) != "") == bool(omitted)


@pytest.mark.parametrize("name", [each.name for each in find_games()])
def test_every_card_is_drawn_whole_and_with_nothing_but_shapes_and_texts(name: str) -> None:
    for face in faces_of(name).values():
        drawn = draw_face(face)
        assert drawn.cut == (), face.id
        root = ElementTree.fromstring(drawn.pen.svg(2))
        assert {each.tag.removeprefix(SVG) for each in root.iter()} <= ELEMENTS
        used = {each.attrib["href"] for each in root.iter(f"{SVG}use")}
        assert used == {f"#{each.attrib['id']}" for each in root.iter(f"{SVG}symbol")}
    alike: dict[object, set[str]] = {}
    for face in faces_of(name).values():
        shown = {word for _, value, _ in face.attributes for word in value.replace("_", " ").split()}
        own = {word for word in re.findall("[a-z]{3,}", face.name.casefold()) if word not in shown}
        if own and face.layout not in ("playing_card", "marker"):
            key = face.kind, face.colour, face.art and face.art.shapes, face.ornament
            alike.setdefault(key, set()).add(" ".join(sorted(own)))
    assert [names for names in alike.values() if len(names) > 1] == []


def named(*names: str, own: bool = True) -> list[NamedCard]:
    return [NamedCard(name, name, ("red", "4"), "wrench", own) for name in names]


def icons_of(art: Mapping[str, Art]) -> dict[str, str | None]:
    return {word: each.icon.name if each.icon else None for word, each in art.items()}


@pytest.mark.parametrize(
    ("name", "values", "icon"),
    [
        ("Marsh Frog", (), "frog"),
        ("Sled Wolves", (), "wolf-head"),
        ("House on the Hill", (), "house"),
        ("Treasure Map", (), "treasure-map"),
        # not what only tells more about it, or what another meaning of a word would be
        ("Elephant Hawk", (), None),
        ("Garden Tiger", (), None),
        ("Curse of Frogs", (), None),
        ("Supply Drop", (), None),
        ("Mud Bar", (), None),
        ("Neural Units", (), None),
        ("Paper Crane", (), None),
        # nor what the card is not
        ("Rat King", ("beast",), None),
        ("Rat King", ("4",), "chess-king"),
        ("Sea Lion", ("fish",), None),
        ("Owl", ("moth",), None),
        ("Owl", ("birds",), "owl"),
    ],
)
def test_an_icon_by_name_shows_what_the_name_names(name: str, values: tuple[str, ...], icon: str | None) -> None:
    art = choose_art([NamedCard(each, each, (*values, "red"), "wrench", True) for each in (name, "Weaver")])
    assert icons_of(art) == {name: icon and f"art-{icon}", "Weaver": None}
    assert art[name].ornament == (-1 if icon else art[name].ornament)


def test_several_cards_with_one_icon_have_ornaments_around_it() -> None:
    art = choose_art(named("Old Ghost", "Grey Ghost", "Kind Ghost"))
    assert {*icons_of(art).values()} == {"art-ghost"}
    assert len({each.ornament for each in art.values()}) == 3


def test_what_icons_show_is_said_of_icons_there_are_and_once() -> None:
    lines = [line for line in SUBJECTS.read_text().splitlines() if not line.startswith("#")]
    icons = {each for line in lines for each in line.partition(":")[2 if line[0] == "=" else 0].split()}
    assert icons <= {*find_shipped_icons()}
    nouns = [noun for line in lines if line[0] != "=" for noun in line.partition(":")[2].split()]
    assert sorted(nouns) == sorted(set(nouns))


def test_cards_that_differ_by_their_names_only_have_art_of_their_own() -> None:
    art = choose_art(named("Old Ghost", "Grey Spirit", "Weaver", "Dyer", "Red 4"))
    assert icons_of(art) == {"Old Ghost": "art-ghost", "Grey Spirit": None, "Weaver": None, "Dyer": None}
    assert -1 < art["Weaver"].ornament != art["Dyer"].ornament > -1
    # what the author chose stays, and one card alone needs nothing
    chosen = choose_art(named("Old Ghost", "Weaver", own=False))
    assert {each.icon for each in chosen.values()} == {None}
    assert chosen["Old Ghost"].ornament != chosen["Weaver"].ornament
    assert choose_art(named("Old Ghost", "Red 4")) == {}
    # as many as there are ornaments differ, whatever they are called
    many = choose_art(named(*(f"{a}{b}xq" for a in "abcdef" for b in "abcdef")))
    assert len({each.ornament for each in many.values()}) == 36


def test_what_the_look_hides_is_on_no_face() -> None:
    penny = faces_of(str(Path(__file__).parents[3] / "examples" / "guildhall"))["penny"]
    assert "standing" not in {name for name, _, _ in penny.attributes}
    assert "standing" not in penny.band


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_of_authors_are_texts(text: str) -> None:
    face = Face(text, text, text, text, 1, "#0072b2", ((text, text, False),), (text,), text, band=text, foot=text)
    usual = Face("x", "x", "x", "x", 1, "#0072b2", (("x", "x", False),), ("x",), "x", band="x", foot="x")
    for drawn in (draw_face(face).pen, draw_back(CardBack(text), "poker_text").pen):
        root = ElementTree.fromstring(drawn.svg())
        assert {each.tag.removeprefix(SVG) for each in root.iter()} <= ELEMENTS
        assert all(not key.startswith("on") for each in root.iter() for key in each.attrib)
    written = ElementTree.fromstring(draw_face(face).pen.svg())
    expected = ElementTree.fromstring(draw_face(usual).pen.svg())
    assert len(list(written.iter(f"{SVG}path"))) == len(list(expected.iter(f"{SVG}path")))


@pytest.mark.parametrize(("game", "card"), [("import_export", "rice"), ("ceylon", "tea"), ("cargo_noir", "gold")])
def test_on_a_screen_a_small_face_has_no_text_and_larger_letters(game: str, card: str) -> None:
    face = faces_of(game)[card]
    root = ElementTree.fromstring(draw_symbol(face, "card"))
    whole, brief = (root.find(f"g[@class='{form}']") for form in ("whole", "brief"))
    assert whole is not None
    assert brief is not None
    sizes = []
    for form in (whole, brief):
        scale = float((form.get("transform") or "")[6:-1])
        sizes.append({each.text: scale * float(each.get("font-size") or 0) for each in form.iter("text")})
    assert face.foot not in {*sizes[0], *sizes[1]}  # what only paper needs
    printed = [each for paragraph in face.text for each in paragraph if isinstance(each, str)]
    assert all(any(word in (said or "") for said in sizes[0]) for word in printed)
    assert not any(len(said or "") > len(face.name) for said in sizes[1])
    read = {face.name, face.corner.value} & sizes[0].keys() & sizes[1].keys()
    assert all(sizes[1][said] > sizes[0][said] for said in read)


def test_a_name_is_broken_between_words_only() -> None:
    long = Face("x", "Ammunition", "x", "x", 1, "#0072b2", (), ("Text.",), "x", text=(("Text.",),))
    for drawn in (draw_symbol(long, "x"), draw_symbol(replace(long, corner=Mark("12")), "x")):
        assert drawn.count(">Ammunition<") == 2


def test_a_unit_behind_a_number_becomes_its_symbol_and_a_coloured_word_gets_its_icon() -> None:
    found = faces_of("import_export")["rice"]
    words = [each if isinstance(each, str) else "#" for each in found.text[0]]
    assert "gain 2 # for each of your completed # agriculture shipments" in " ".join(words)
    numbers = [number for number, each in enumerate(found.text[0]) if isinstance(each, Sign)]
    for size in (2.0, 2.7, 3.3, 3.7):
        for line in break_lines(found.text[0], size, 30):
            assert line_width(line, size) <= 30.001
            assert not isinstance(line[-1], Sign) or line[-1] is found.text[0][numbers[0]]
            assert not isinstance(line[0], Sign) or line[0] is not found.text[0][numbers[0]]


def test_every_pip_of_a_number_card_has_a_place_of_its_own() -> None:
    for count in range(1, 11):
        places = pips(count)
        assert len(set(places)) == len(places) == count
        assert all(abs(x) <= 1 and abs(y) <= 1 for x, y in places)


def test_runs_join_to_the_text_and_widths_add_up() -> None:
    text = "Ab שלום עולם 漢字 ok ★ 👩\u200d🚀"
    runs = list(split_runs(text, bold=False))
    assert "".join(run for run, _ in runs) == text
    assert all(own == all(ord(sign) in advances(False) for sign in run) for run, own in runs)
    assert text_width(text, 2) == pytest.approx(sum(text_width(run, 2) for run, _ in runs))


LOOK = """\
game: shop
kinds:
  card: {{attributes: {{good: good, cost: number, tier: number}}}}
types:
  good: {{values: [tea, silk]}}
pieces:
  - {{id: mint, kind: card, good: tea, cost: 4, tier: 2}}
zones:
  table:
    deck: {{of: cards, see: everyone}}
look:
  icons: {{tea: leaf, cost: coins}}
  {field}
library: |
  rule final_score(player): 0
  step setup: nothing
  step play: nothing
"""


@pytest.mark.parametrize(
    ("field", "code"),
    [
        ("faces: {card: square}", ""),
        ("faces: {card: {as: tile, corner: tier, row: [cost], pattern: dots, foot: '{set}', text: plain}}", ""),
        ("faces: {cart: square}", "unknown-look"),
        ("faces: {card: {corner: price}}", "unknown-look"),
        ("faces: {card: {row: [cost, price]}}", "unknown-look"),
        ("faces: {card: {table: worth}}", "unknown-look"),
        ("faces: {card: circle}", "unknown-word"),
        ("inks: {tea: '#00aa33'}", ""),
        ("inks: {tea: green}", "not-drawable"),
        ("inks: {coffee: '#00aa33'}", "unknown-look"),
        ("symbols: {coins: coin}", ""),
        ("symbols: {coins: no_such_icon}", "unknown-icon"),
        ("backs: {card: '#112233'}", ""),
        ("backs: {card: {icons: [tea], title: Shop, pattern: rings}}", ""),
        ("backs: {card: {icons: [silk]}}", "unknown-look"),
        ("backs: {card: {colour: red}}", "not-drawable"),
    ],
)
def test_faces_are_checked(field: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "shop" / "game.yaml"
    path.parent.mkdir()
    path.write_text(LOOK.format(field=field), encoding="utf-8")
    found = [each.code for each in check_paths([path])[0]]
    assert found == ([code] if code else [])


@pytest.mark.parametrize(("game", "kind"), [("cargo_noir", "port"), ("bush_pilots", "airstrip")])
def test_places_that_differ_only_by_name_differ_in_colour(game: str, kind: str) -> None:
    found = load_game(game)
    drawn = [face for face in faces(found, found.card_texts()) if face.kind == kind]
    looks = {(face.colour, face.pattern) for face in drawn}
    assert len(looks) >= min(len(drawn), 8)


@pytest.mark.parametrize(
    ("name", "rank", "initial", "layout"),
    [
        ("10", "10", "10", "emblem"),
        ("Jack", "11", "J", "emblem"),
        ("Blue two", "two", "2", "emblem"),
        ("Blue twelve", "Twelve", "12", "emblem"),
        ("Blue knave", "knave", "knave", "emblem"),
        ("Blue draw two", "draw two", "draw 2", "emblem"),
        ("Blue counterclockwise", "counterclockwise", "B", "emblem"),
        ("Blue one", "", "B", "emblem"),
        ("Sugar Rope", "yes", "S", "emblem"),
        ("Rope", "sugar", "R", "poker_text"),
    ],
)
def test_a_card_without_icons_shows_its_number_or_what_ranks_it(
    name: str, rank: str, initial: str, layout: str
) -> None:
    found = load_game("hearts")
    face = replace(
        faces(found, found.card_texts()[:1])[0],
        name=name,
        attributes=(("colour", "blue", False), ("face", rank, False)),
        groups=("colour", 0),
        ranks=("face", 0),
        layout=layout,
        corner=Mark(),
    )
    assert face.initial == initial


# The second attribute of a card, the band of its face, and whether its default table is printed.
NAMED = {
    "trade: {is: trade}, need: {is: ware, default: none}": ("dock · need wood", False),
    "trade: {is: trade}, ware: {is: ware, default: none}": ("dock · wood", True),
    "trade: {is: ware}": ("wood", True),
}


@pytest.mark.parametrize("attributes", NAMED)
def test_a_word_that_is_not_what_the_card_is_stands_behind_its_name(tmp_path: Path, attributes: str) -> None:
    words = "trade: wood" if "trade: {is: ware}" in attributes else "trade: dock, "
    words += "need: wood" if "need" in attributes else "ware: wood" if "ware: {is" in attributes else ""
    (tmp_path / "game.yaml").write_text(
        f"game: shore\nplayers: 2\nactive: active\nturn: turn\nmemory: {{table: {{active: player}}}}\n"
        "types: {trade: {values: [dock, pans]}, ware: {values: [salt, wood]}}\n"
        f"kinds: {{card: {{plural: cards, attributes: {{{attributes}}}}}}}\n"
        "zones: {table: {deck: {of: cards}}, player: {hand: {of: cards, see: owner}}}\n"
        "tables: {yields: {roles: {ware: ware, number: number}, values: {salt: [2, 3], wood: [1, 2]}}}\n"
        f"pieces: [{{id: shed, kind: card, {words}}}]\n"
        "library: |\n  step setup: active = the(first(players))\n  step play: active turn\n"
        "  verb turn: finish\n  rule final_score(player): yields(wood, 1)\n",
        encoding="utf-8",
    )
    face = faces_of(str(tmp_path))["shed"]
    assert (face.band, bool(face.table[1])) == NAMED[attributes]


@pytest.mark.parametrize(
    ("one", "other", "slots"),
    [
        ("north: 1, south: 1", "north: 1, south: 1", 0),
        ("north: 1, south: 1", "north: 2", 2),
        ("north: 2", "south: 1", 2),
    ],
)
def test_parts_that_all_cards_have_are_on_no_face_and_several_are_no_number(
    tmp_path: Path, one: str, other: str, slots: int
) -> None:
    (tmp_path / "game.yaml").write_text(
        "game: fields\nplayers: 2\ntypes: {way: {values: [north, south]}}\n"
        "kinds: {tile: {parts: {edges: edge}}, edge: {part_of: tile, attributes: {way: way}}}\n"
        "zones: {table: {bag: {of: tiles}}}\n"
        f"pieces: [{{id: lane, kind: tile, edges: {{{one}}}}}, {{id: ford, kind: tile, edges: {{{other}}}}}]\n"
        "library: |\n  step setup: nothing\n  step play: nothing\n  rule final_score(player): 0\n",
        encoding="utf-8",
    )
    face = faces_of(str(tmp_path))["lane"]
    assert (len(face.slots), face.corner.value.isdecimal()) == (slots, one == "north: 2")
