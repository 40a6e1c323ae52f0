"""The command `cardwright text`, which prints the texts of cards."""

import shutil
import sys
import textwrap
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import count_noun
from cardwright.source.atomic_write import write_whole
from cardwright.source.visible_control_characters import escape_controls
from cardwright_tools.cli.errors import OK, UsageError, convert_write_errors, suggest_nearest
from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.cli.standard_output import print_lines, print_note, shows_colour
from cardwright_tools.faces.model import body_lines

if TYPE_CHECKING:
    from cardwright import CardText, Game

INDENT = "  "
WIDEST = 100


def run(arguments: Namespace) -> int:
    """Print the generated rules text of the chosen cards, or of all."""
    game = choose_game(arguments.game)
    if set(game.sets) != set(game.all_sets):
        game = choose_game(arguments.game, game.all_sets)
    texts = select_cards(game.card_texts(), arguments.cards)
    if arguments.html is not None:
        return write_gallery(arguments.html, game, texts, arguments.inferred)
    bold, plain = ("\x1b[1m", "\x1b[0m") if shows_colour(sys.stdout) else ("", "")
    # In a pipe a paragraph stays one line, so that it can be searched.
    width = min(shutil.get_terminal_size().columns, WIDEST) if sys.stdout.isatty() else sys.maxsize
    for number, card in enumerate(texts):
        if number:
            print_lines()
        place = ", ".join(filter(None, (card.id, card.set)))  # pieces of the game itself are of no set
        print_lines(f"{bold}{escape_controls(card.name)}{plain} ({place})", styled=True)
        for line in body_lines(game, card, arguments.inferred):
            print_lines(textwrap.fill(line, width, initial_indent=INDENT, subsequent_indent=INDENT))
    if arguments.inferred and any(card.inferred for card in texts):
        print_lines()
        print_lines("* inferred: not in the published rules or card lists")
    return OK


def write_gallery(path: Path, game: "Game", texts: Sequence["CardText"], mark_inferred: bool) -> int:
    """Write the cards as a page for a browser."""
    from cardwright_tools.commands.cards.omissions import describe_omissions
    from cardwright_tools.faces.model import faces
    from cardwright_tools.printing.gallery import gallery

    drawn = faces(game, texts, mark_inferred)
    with convert_write_errors(path):
        write_whole(path, gallery(game.title, drawn))
    print_note(f"{path}: {count_noun(len(texts), 'card')}")
    if omitted := describe_omissions(drawn):
        print_note(omitted)
    return OK


def select_cards(texts: Sequence["CardText"], wanted: Sequence[str]) -> list["CardText"]:
    """Return the cards with the wanted ids or names, in the order of `wanted`; without any, all cards.

    Raises UsageError with the nearest spelling for an unknown card, and if the game has no cards.
    """
    if not texts:
        raise UsageError("this game has no cards.")
    if not wanted:
        return list(texts)
    chosen = []
    for word in wanted:
        found = [card for card in texts if word.casefold() in (card.id.casefold(), card.name.casefold())]
        if not found:
            known = [card.id for card in texts] + [card.name for card in texts]
            raise UsageError(f"there is no card `{word}`.{suggest_nearest(word, known)}")
        chosen += found
    return chosen
