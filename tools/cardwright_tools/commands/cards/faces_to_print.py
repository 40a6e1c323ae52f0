"""Helpers of `cardwright print`: choice of faces, sheets for each size, and pictures of pages."""

import io
from argparse import Namespace
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.commands.cards.omissions import describe_omissions
from cardwright_tools.commands.cards.text import select_cards
from cardwright_tools.faces.image_codec import BACK, pictures_of
from cardwright_tools.faces.model import Face, copies, faces
from cardwright_tools.printing.page_grid import PAPERS, Size, list_grids
from cardwright_tools.printing.shared_pages import share_pages

if TYPE_CHECKING:
    from cardwright_tools.printing.pdf_pages import FaceBatch


def select_faces(arguments: Namespace) -> list[Face]:
    """Return the faces of the chosen cards. Raises UsageError if there are none."""
    game = choose_game(arguments.game, arguments.sets)
    if arguments.sets is None and set(game.sets) != set(game.all_sets):
        game = choose_game(arguments.game, game.all_sets)
    texts = list(select_cards(game.card_texts(), arguments.cards))
    if arguments.kind is not None:
        kinds = list(dict.fromkeys(text.kind for text in texts))
        if arguments.kind not in kinds:
            raise UsageError(f"none of these cards is a `{arguments.kind}`; there are: {', '.join(kinds)}.")
        texts = [text for text in texts if text.kind == arguments.kind]
    known = {(text.set, text.id) for text in game.card_texts()}
    known |= {("", f"{BACK}{text.kind}") for text in game.card_texts()}
    for path in (path for card, path in pictures_of(game).items() if card not in known):
        print_note(f"{path}: a picture of no card; it is called as the card's id, or {BACK} and a kind")
    more = [f"{text.needed} {text.name}" for text in texts if text.needed > text.copies]
    if more and not arguments.one_each:
        listed = ", ".join(more[:6]) + (", ..." if len(more) > 6 else "")
        print_note(f"printed for decks, or because the rules create them: {listed}")
    found = [face for face in faces(game, texts, arguments.inferred) if face.copies or arguments.cards]
    if not found:
        raise UsageError("there are no cards to print.")
    if omitted := describe_omissions(found):
        print_note(omitted)
    return found


def lay_out_cards(cards: Sequence[Face], arguments: Namespace) -> list[list["FaceBatch"]]:
    """Return the cards on as few sheets as they need. Raises UsageError if one does not fit on the paper."""
    from cardwright_tools.printing.pdf_pages import FaceBatch

    found: dict[Size, list[Face]] = {}
    for face in copies(cards, arguments.one_each):
        found.setdefault(arguments.size or face.size, []).append(face)
    paper = PAPERS[arguments.paper]
    if large := [size for size in found if not list_grids(paper, size)]:
        wide, high = large[0]
        raise UsageError(f"a card of {wide:g} x {high:g} mm does not fit on {arguments.paper} paper.")
    rest = {size: iter(faces_) for size, faces_ in found.items()}
    return [
        [FaceBatch(laid, tuple(islice(rest[size], count))) for size, laid, count in page]
        for page in share_pages(paper, {size: len(faces_) for size, faces_ in found.items()})
    ]


def encode_png(picture: Any) -> bytes:
    """Return a picture as a PNG file."""
    drawn = io.BytesIO()
    picture.save(drawn, format="PNG")
    return drawn.getvalue()
