"""Icons of strangers: what is drawn is drawn anew from lines and colours, and whatever else stands there is refused."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops
from tests.properties.hostile import HOSTILE

from cardwright.declarations.icon_files import find_shipped_icons
from cardwright.presentation.look import Icon
from cardwright.source.svg.reader import MAX_BYTES, MAX_ELEMENTS, SvgError, read_drawing
from cardwright_tools.faces.image_codec import drawn, sprite, symbols

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{}</svg>'


def lines(d: str) -> list[tuple[str, tuple[float, ...]]]:
    [shape] = read_drawing(SVG.format(f'<path d="{d}"/>'))
    return list(shape.steps)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("M1 2 3 4", "M1 2L3 4"),
        ("m1 2 3 4", "M1 2L4 6"),
        ("M1,2H9V8h-3v-2Z", "M1 2L9 2L9 8L6 8L6 6Z"),
        ("M0 0Z m1 1 l1 0", "M0 0Z M1 1L2 1"),
        ("M0 0c1 2 3 4 5 6s1 2 3 4", "M0 0C1 2 3 4 5 6C7 8 6 8 8 10"),
        ("M0 0q3 3 6 0t6 0", "M0 0C2 2 4 2 6 0C8 -2 10 -2 12 0"),
        ("M0 0a5 5 0 015 5", "M0 0A5 5 0 0 1 5 5"),
        ("M.5.5-1-1e0", "M0.5 0.5L-1 -1"),
        ("M0 0A0 5 0 0 1 5 5", "M0 0L5 5"),
    ],
)
def test_paths_mean_the_same_however_they_are_written(one: str, other: str) -> None:
    assert lines(one) == lines(other)


def test_shapes_lie_where_they_are_moved_and_the_picture_fills_the_square() -> None:
    [moved] = read_drawing(
        '<svg viewBox="0 0 48 24"><g transform="translate(10) scale(2)" stroke="#abc" fill="none" stroke-width="3">'
        '<rect transform="rotate(90)" x="1" y="2" width="3" height="4"/></g></svg>'
    )
    assert moved.steps[0] == ("M", (3.0, 7.0))  # rotated to (-2, 1), then to (6, 2), then half as large and 6 down
    assert (moved.fill, moved.stroke, moved.width) == ("", "#aabbcc", 3.0)


@pytest.mark.parametrize("name", sorted(find_shipped_icons())[::6])
def test_our_own_icons_look_as_they_were_drawn(name: str) -> None:
    """The same on paper as what a library makes of the file."""
    cairosvg = pytest.importorskip("cairosvg")
    text = find_shipped_icons()[name].read_text(encoding="utf-8")
    theirs = Image.open(io.BytesIO(cairosvg.svg2png(text.encode(), output_width=48, output_height=48))).split()[3]
    ours = ImageChops.invert(drawn(read_drawing(text), 48).convert("L"))
    apart = ImageChops.difference(theirs, ours).histogram()
    assert sum(level * count for level, count in enumerate(apart)) / 48**2 < 6


BAD = [
    "<script>alert(1)</script>",
    "<style>path { fill: url(http://evil.example/) }</style>",
    "<foreignObject><p>x</p></foreignObject>",
    '<image href="http://evil.example/x.png" width="9" height="9"/>',
    '<use href="#a"/>',
    '<a href="javascript:alert(1)"><path d="M0 0L9 9"/></a>',
    "<text>Hello</text>",
    "<svg/>",
    '<animate attributeName="d"/>',
    '<g xmlns:x="http://evil.example/"><x:path d="M0 0L9 9"/></g>',
    '<path xmlns="http://www.w3.org/1999/xhtml" d="M0 0L9 9"/>',
    '<path d="M0 0L9 9" onclick="alert(1)"/>',
    '<path d="M0 0L9 9" style="fill: red"/>',
    '<path d="M0 0L9 9" fill="url(#a)"/>',
    '<path d="M0 0L9 9" filter="url(http://evil.example/)"/>',
    '<path d="M0 0L9 9" xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="http://evil.example/"/>',
    '<path d="M0 0L9 9" xml:base="http://evil.example/"/>',
    '<path d="M0 0L9 9" transform="skewX(20)"/>',
    '<path d="M0 0L9 9" transform="matrix(1 0 0 1 1e5 nan)"/>',
    '<path d="L0 0"/>',
    '<path d="M0 0L1"/>',
    '<path d="M0 0 5 alert(1)"/>',
    '<path d="M0 0L1e300 0"/>',
    '<path d="M0 0L1e999 0"/>',
    '<path transform="scale(1000000)" d="M0 0L100 0"/>',
    f'<path d="M0 0{"L1 1" * 2500}"/>',
    f'<path d="M0 0"/>{"<g/>" * MAX_ELEMENTS}',
    "<g>" * 21 + "</g>" * 21,
    '<?xml-stylesheet href="http://evil.example/"?><path d="M0 0L9 9"/>',
    '<rect width="1%" height="2"/>',
    '<polygon points="1 2 3"/>',
    "",
    "<!-- nothing -->",
    *(f"<path d={text!r}/>" for text in HOSTILE[:4]),
]  # fmt: skip
WHOLE = [
    "",
    "no svg",
    "<svg",
    "\0",
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg viewBox="0 0 1 1"><path d="M0 0L1 1"/>&b;</svg>',
    '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg viewBox="0 0 1 1"><path d="M0 0L1 1"/></svg>',
    '<svg><path d="M0 0L1 1"/></svg>',
    '<svg viewBox="0 0 0 0"><path d="M0 0L1 1"/></svg>',
    '<svg viewBox="0 0 1e-300 1e-300"><path d="M0 0L1 1"/></svg>',
    '<svg viewBox="0 0 1 1" onload="alert(1)"><path d="M0 0L1 1"/></svg>',
    '<svg width="100%" height="100%"><path d="M0 0L1 1"/></svg>',
    '<html><svg viewBox="0 0 1 1"><path d="M0 0L1 1"/></svg></html>',
    SVG.format('<path d="M0 0L1 1"/>' + " " * MAX_BYTES),
]


@pytest.mark.parametrize("text", [*map(SVG.format, BAD), *WHOLE])
def test_whatever_else_stands_there_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(SvgError) as refused:
        read_drawing(text)
    assert refused.value.line >= 1
    assert refused.value.column >= 1
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_file_is_passed_on(text: str) -> None:
    """Where any text may stand, nothing of it is left in what is drawn."""
    escaped = re.sub(r"[<>&\"\n]", " ", text)
    file = (
        f'<svg viewBox="0 0 24 24" id="{escaped}" class="{escaped}"><!-- {escaped.replace("--", "")} -->'
        f'<title>{escaped}</title><path d="M0 0L9 9" role="{escaped}" fill="#123456"/>{escaped}</svg>'
    )
    drawn = sprite(symbols([Icon("icon0", read_drawing(file))]))
    root = ElementTree.fromstring(drawn)
    assert [each.tag for each in root.iter()] == ["svg", "symbol", "path"]
    assert {key for each in root.iter() for key in each.attrib} <= {
        "width", "height", "aria-hidden", "focusable", "id", "viewBox", "d", "fill",
    }  # fmt: skip
    assert '<path d="M0 0L9 9" fill="#123456"/>' in drawn
