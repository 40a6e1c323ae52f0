"""Gallery of cards as one self-contained HTML file, to browse, search and share."""

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template

from cardwright.source.visible_control_characters import escape_controls
from cardwright_tools.faces.draw_face import draw_face
from cardwright_tools.faces.font_metrics import FAMILY, read_font
from cardwright_tools.faces.image_codec import embed_picture, sprite, symbols
from cardwright_tools.faces.model import Face, credit_faces, list_icons

# The title for pieces that belong to the game and to no set.
OWN = "the game itself"


def gallery(title: str, cards: Sequence[Face]) -> str:
    """Return the page with the faces of all cards, with their texts for search and for screen readers."""
    sets = list(dict.fromkeys(card.set for card in cards))
    boxes = [
        f'<label><input type="checkbox" value="{escape(name)}" checked> {escape(name or OWN)}</label>' for name in sets
    ]
    # The page allows only its own script, by its hash, in case a text should ever pass the escaping.
    script = read_template("gallery.js")
    own = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    page = Template(read_template("gallery.html")).substitute(
        script=script,
        hash=f"sha256-{own}",
        title=escape(title),
        fonts=embed_fonts(),
        icons=sprite(symbols(list_icons(cards))),
        credit=escape(credit_faces(cards)),
        sets="\n".join(boxes) if len(sets) > 1 else "",
        cards="\n".join(map(_render_card, cards)),
    )
    return escape_controls(page)


def read_template(name: str) -> str:
    """Return the text of a page template, or of its script, from this folder."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def embed_fonts() -> str:
    """Return a style sheet with the font of faces, regular and bold."""
    fonts = ((weight, base64.b64encode(read_font(weight == 700)).decode()) for weight in (400, 700))
    return "".join(
        f'@font-face {{ font-family: "{FAMILY}"; font-weight: {weight}; src: url(data:font/ttf;base64,{source}); }}\n'
        for weight, source in fonts
    )


def draw_with_words(card: Face) -> str:
    """Return the face of a card as HTML, with its words for search and for screen readers."""
    said = "".join(f"<p>{escape(line)}</p>" for line in card.paragraphs)
    attributes = " · ".join(f"{name} {value}" for name, value, _ in card.attributes)
    return (
        f"{draw_face(card, picture=embed_picture(card.picture)).pen.inline()}"
        f'<div class="unseen"><h2>{escape(card.name)}</h2><p>{escape(attributes)}</p>{said}</div>'
    )


def _render_card(card: Face) -> str:
    times = f'<span class="times">&times; {card.copies}</span>' if card.copies != 1 else ""
    foot = " · ".join(escape(word) for word in (card.id, card.set or OWN, card.note) if word)
    return (
        f'<article data-set="{escape(card.set)}" class="{card.layout}">{draw_with_words(card)}'
        f'<p class="foot">{foot} {times}</p></article>'
    )
