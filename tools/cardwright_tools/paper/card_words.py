"""What a card says, in lines: its attributes and its rules text."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright import CardText


def body_lines(card: "CardText", mark_inferred: bool) -> list[str]:
    """The attributes and the rules text of a card, a line or paragraph each."""
    attributes = [
        f"{name.replace('_', ' ')} {value}{'*' if mark_inferred and name in card.inferred else ''}"
        for name, value in card.attributes.items()
    ]
    lines = [" · ".join(attributes)] if attributes else []
    return lines + paragraphs(card)


def paragraphs(card: "CardText") -> list[str]:
    """The generated rules text of a card, and in brackets what its author reminds of."""
    said = [line.strip() for line in card.text.splitlines() if line.strip()]
    return [*said, f"({card.reminder})"] if card.reminder else said
