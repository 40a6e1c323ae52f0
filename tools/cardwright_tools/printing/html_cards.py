"""Printed side of a card as HTML for galleries and browsers, with all texts escaped."""

from collections.abc import Iterable, Iterator
from html import escape

from cardwright_tools.printing.card_faces import Face
from cardwright_tools.printing.icon_svg import icon_html

# Pieces that belong to no set but to the game itself.
OWN = "the game itself"


def face_html(card: Face, mark_inferred: bool = False, picture: str = "") -> str:
    """Return the HTML of a card with its name, attributes and text; colours are left to the page.

    `picture` is the URL of its picture.
    """
    times = f'<span class="times">&times; {card.copies}</span>' if card.copies != 1 else ""
    text = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in card.paragraphs)
    foot = " · ".join(escape(word) for word in (card.id, card.set or OWN, card.note) if word)
    return (
        f"<h2><span>{icon_html(card.icon)}{escape(card.name)}</span>{times}</h2>"
        + attributes_html(card, mark_inferred)
        + (f'<img class="picture" src="{escape(picture)}" alt="" loading="lazy">' if picture else "")
        + f'<div class="text">{text}</div>'
        + f'<div class="foot">{foot}</div>'
    )


def attributes_html(card: Face, mark_inferred: bool = False) -> str:
    """Return the attributes of a card: a line of types, and the numbers as badges."""
    types = " · ".join(
        f'<span title="{escape(name)}">{icon_html(card.icon_of(name, value))}{escape(said)}</span>'
        for name, value, said in _said(card.types, mark_inferred)
    )
    badges = "".join(
        f"<li>{icon_html(card.icon_of(name, value))}<b>{escape(said)}</b> {escape(name)}</li>"
        for name, value, said in _said(card.numbers, mark_inferred)
    )
    said = f'<p class="types">{types}</p>' if types else ""
    return said + (f'<ul class="badges">{badges}</ul>' if badges else "")


def _said(attributes: Iterable[tuple[str, str, bool]], mark_inferred: bool) -> Iterator[tuple[str, str, str]]:
    for name, value, inferred in attributes:
        yield name, value, f"{value}*" if inferred and mark_inferred else value
