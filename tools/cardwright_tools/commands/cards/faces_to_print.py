"""Helpers of `cardwright print`: choice of faces, sheets for each size, and pictures of pages."""

import io
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.commands.cards.text import select_cards
from cardwright_tools.faces.image_codec import BACK, pictures_of
from cardwright_tools.faces.model import Face, copies, faces
from cardwright_tools.printing.page_grid import PAPERS, grid

if TYPE_CHECKING:
    from cardwright_tools.printing.pdf_pages import FaceBatch


def select_faces(arguments: Namespace) -> list[Face]:
    """Return the faces of the chosen cards. Raises UsageError if there are none."""
    game = choose_game(arguments.game, arguments.sets)
    if arguments.sets is None and set(game.sets) != set(game.all_sets):
        game = choose_game(arguments.game, game.all_sets)
    texts = [text for text in select_cards(game.card_texts(), arguments.cards) if text.set or arguments.cards]
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
        unnamed = [text.id for text in game.card_texts() if not text.set]
        hint = f" Pieces of the game itself are printed only by name, such as `{unnamed[0]}`." if unnamed else ""
        raise UsageError(f"there are no cards to print.{hint}")
    return found


def batch_by_size(cards: Sequence[Face], arguments: Namespace) -> list["FaceBatch"]:
    """Return the cards by size, with the grid of each size. Raises UsageError if one does not fit on the paper."""
    from cardwright_tools.printing.pdf_pages import FaceBatch

    found: dict[tuple[float, float], list[Face]] = {}
    for face in copies(cards, arguments.one_each):
        found.setdefault(arguments.size or face.size, []).append(face)
    batches = []
    for size, faces_ in found.items():
        fitting = grid(PAPERS[arguments.paper], size)
        if fitting is None:
            wide, high = size
            raise UsageError(f"a card of {wide:g} x {high:g} mm does not fit on {arguments.paper} paper.")
        batches.append(FaceBatch(fitting, tuple(faces_)))
    return batches


def encode_png(picture: Any) -> bytes:
    """Return a picture as a PNG file."""
    drawn = io.BytesIO()
    picture.save(drawn, format="PNG")
    return drawn.getvalue()
