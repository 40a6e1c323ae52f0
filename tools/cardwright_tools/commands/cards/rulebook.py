"""The command `cardwright rulebook`, which writes the rules of a game in prose, from its rule texts."""

import shutil
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import count_noun
from cardwright.source.atomic_write import write_whole
from cardwright_tools.cli.errors import OK, UsageError, convert_write_errors
from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.cli.standard_output import print_lines, print_note
from cardwright_tools.printing.fonts import NO_SIGN
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines, render_markdown

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.presentation.rulebook.document import Rulebook, Section
    from cardwright_tools.faces.model import Face

WIDEST = 96


def run(arguments: Namespace) -> int:
    """Print the rulebook or write it as pages; with a topic, print only the sections about it."""
    from cardwright.presentation.rulebook.assemble_rulebook import write_draft
    from cardwright.scenarios.rulebook_example import write_rulebook_with_examples

    game = choose_game(arguments.game, arguments.sets)
    if arguments.draft:
        for line in write_draft(game).splitlines():
            print_lines(line)
        return OK
    book = write_rulebook_with_examples(game)
    if not any((arguments.html, arguments.pdf, arguments.markdown)):
        _print(book, arguments.topic)
        return OK
    if arguments.html is not None:
        from cardwright_tools.printing.rulebook_html import rulebook_page

        with convert_write_errors(arguments.html):
            write_whole(arguments.html, rulebook_page(book, _make_faces(game)))
        print_note(f"{arguments.html}: {count_noun(len(book.pages), 'section')}")
    if arguments.markdown is not None:
        with convert_write_errors(arguments.markdown):
            write_whole(arguments.markdown, render_markdown(book))
        print_note(f"{arguments.markdown}: {count_noun(len(book.pages), 'section')}")
    if arguments.pdf is not None:
        _write_pdf(arguments, book, game)
    return OK


def _print(book: "Rulebook", topic: str) -> None:
    width = min(shutil.get_terminal_size().columns, WIDEST) if sys.stdout.isatty() else WIDEST
    if topic:
        found: list[Section] = []
        for part in (part for section in book.about(topic)[:3] for part in book.within(section)):
            if part not in found:
                found.append(part)
        if not found:
            raise UsageError(f"the rulebook does not mention `{topic}`.")
        for line in render_lines(found, width):
            print_lines(line)
        return
    for line in (book.title, *([book.summary] if book.summary else []), f"For {book.players}.", ""):
        print_lines(line)
    for line in render_lines(book.pages, width):
        print_lines(line)


def _write_pdf(arguments: Namespace, book: "Rulebook", game: "Game") -> None:
    from cardwright_tools.printing.rulebook_pdf import rulebook_fonts, rulebook_pdf
    from cardwright_tools.printing.typst import check_packages

    check_packages()
    faces = _make_faces(game)
    fonts = rulebook_fonts(book, faces, arguments.font)
    if missing := fonts.describe_missing():
        print_note(NO_SIGN.format(missing))
    with convert_write_errors(arguments.pdf):
        made = rulebook_pdf(book, faces, fonts)
        write_whole(arguments.pdf, made.pdf)
    if made.cut:
        print_note(f"too long for their cards, and cut: {', '.join(made.cut)}")
    print_note(f"{arguments.pdf}: {count_noun(len(book.pages), 'section')}")


def _make_faces(game: "Game") -> "dict[str, Face]":
    from cardwright_tools.faces.model import faces

    return {face.id: face for face in faces(game, game.card_texts())}
