"""The printed side of a card as HTML, the same for a gallery and for a game in a browser; its texts are only texts."""

from html import escape

from cardwright_tools.paper.card_faces import Face

# Pieces that belong to no set but to the game itself.
OWN = "the game itself"


def face_html(card: Face, mark_inferred: bool = False) -> str:
    """What stands on a card: name, attributes, text, and where it comes from; its colours are left to the page."""
    times = f'<span class="times">&times; {card.copies}</span>' if card.copies != 1 else ""
    attributes = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}{'*' if mark_inferred and inferred else ''}</dd>"
        for name, value, inferred in card.attributes
    )
    text = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in card.paragraphs)
    foot = " · ".join(escape(word) for word in (card.id, card.set or OWN, card.note) if word)
    return (
        f"<h2>{escape(card.name)}{times}</h2>"
        + (f"<dl>{attributes}</dl>" if attributes else "")
        + f'<div class="text">{text}</div>'
        + f'<div class="foot">{foot}</div>'
    )
