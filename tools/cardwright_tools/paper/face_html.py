"""The printed side of a card as HTML, the same for a gallery and for a game in a browser; its texts are only texts."""

from html import escape

from cardwright_tools.paper.card_faces import Face

# Pieces that belong to no set but to the game itself.
OWN = "the game itself"


def face_html(card: Face, mark_inferred: bool = False) -> str:
    """What stands on a card: name, attributes, text, and where it comes from; its colours are left to the page."""
    times = f'<span class="times">&times; {card.copies}</span>' if card.copies != 1 else ""
    text = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in card.paragraphs)
    foot = " · ".join(escape(word) for word in (card.id, card.set or OWN, card.note) if word)
    return (
        f"<h2>{escape(card.name)}{times}</h2>"
        + attributes_html(card, mark_inferred)
        + f'<div class="text">{text}</div>'
        + f'<div class="foot">{foot}</div>'
    )


def attributes_html(card: Face, mark_inferred: bool = False) -> str:
    """The attributes of a card: a line of what it is, and its numbers as badges."""
    types = " · ".join(
        f'<span title="{escape(name)}">{escape(value)}{_mark(inferred, mark_inferred)}</span>'
        for name, value, inferred in card.types
    )
    badges = "".join(
        f"<li><b>{escape(value)}{_mark(inferred, mark_inferred)}</b> {escape(name)}</li>"
        for name, value, inferred in card.numbers
    )
    said = f'<p class="types">{types}</p>' if types else ""
    return said + (f'<ul class="badges">{badges}</ul>' if badges else "")


def _mark(inferred: bool, mark_inferred: bool) -> str:
    return "*" if inferred and mark_inferred else ""
