"""Mats of a game, and a whole game as one file to print and play, for the command `cardwright print`."""

import io
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from cardwright import Game
from cardwright.phrases.inflection import count_noun
from cardwright.scenarios.rulebook_example import write_rulebook_with_examples
from cardwright.source.atomic_write import write_all
from cardwright_tools.cli.errors import OK, convert_write_errors
from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.commands.cards.faces_to_print import encode_png, lay_out_cards, select_faces
from cardwright_tools.faces.model import faces
from cardwright_tools.printing.boards import boards_pdf
from cardwright_tools.printing.fonts import NO_SIGN, Fonts
from cardwright_tools.printing.mats import list_mats, mats_fonts, mats_pdf
from cardwright_tools.printing.pdf_pages import card_fonts, pages, pictures
from cardwright_tools.printing.rulebook_pdf import rulebook_fonts, rulebook_pdf


def print_mats(arguments: Namespace) -> int:
    """Write the mats of a game as PDF or as pictures."""
    game, out = choose_game(arguments.game, arguments.sets), arguments.out
    made, summary = _make_mats(game, arguments)
    if out.suffix.lower() == ".png":
        drawn = enumerate(pictures(made, arguments.dpi), 1)
        written: dict[Path, str | bytes] = {out.with_name(f"{out.stem}-{n}.png"): encode_png(each) for n, each in drawn}
    else:
        written = {out: made}
    with convert_write_errors(out):
        write_all(written)
    print_note(f"{', '.join(map(str, written))}: {summary}")
    return OK


def print_kit(arguments: Namespace) -> int:
    """Write cards with backs, mats and rules of a game as one PDF."""
    game, out = choose_game(arguments.game, arguments.sets), arguments.out
    arguments.kind, arguments.cards, arguments.one_each, arguments.size = None, [], False, None
    chosen = select_faces(arguments)
    fonts = card_fonts(chosen, arguments.font)
    _report_missing(fonts)
    cards = pages(game.title, lay_out_cards(chosen, arguments), True, fonts)
    mats, summary = _make_mats(game, arguments)
    by_id = {face.id: face for face in faces(game, game.card_texts())}
    book = write_rulebook_with_examples(game)
    fonts = rulebook_fonts(book, by_id, arguments.font)
    _report_missing(fonts)
    rules = rulebook_pdf(book, by_id, fonts)
    with convert_write_errors(out):
        write_all({out: join_pdfs([cards.pdf, mats, rules.pdf])})
    sheets = -(-_count_pages(cards.pdf) // 2)
    print_note(
        f"{out}: {count_noun(sum(face.copies for face in chosen), 'card')} on {count_noun(sheets, 'sheet')} printed on "
        f"both sides; {summary}; {count_noun(_count_pages(rules.pdf), 'page')} of rules"
    )
    if cut := (*cards.cut, *rules.cut):
        print_note(f"too long for their cards, and cut off: {', '.join(dict.fromkeys(cut))}")
    if cards.small:
        print_note(f"printed in letters below 6.5 pt, because they say so much: {', '.join(cards.small)}")
    return OK


def join_pdfs(parts: Sequence[bytes]) -> bytes:
    """Join several PDFs into one, and return it."""
    import pypdfium2

    joined = pypdfium2.PdfDocument.new()
    for part in parts:
        joined.import_pages(pypdfium2.PdfDocument(part))
    written = io.BytesIO()
    joined.save(written)
    return written.getvalue()


def _make_mats(game: Game, arguments: Namespace) -> tuple[bytes, str]:
    """Return the mats of a game and the sheets of its boards as PDF, and what they are."""
    fonts, printed = mats_fonts(game, arguments.font), faces(game, game.card_texts())
    _report_missing(fonts)
    boards = boards_pdf(game, printed, arguments.paper, arguments.font)
    words = {board.word for board in boards.boards}
    mats, owned = mats_pdf(game, printed, arguments.paper, fonts, words).pdf, len(list_mats(game, words)) - 1
    summary = f"{f'{owned} mats and ' if owned else ''}a board on {count_noun(_count_pages(mats), 'sheet')}"
    return (join_pdfs([mats, boards.pdf]), f"{summary}; {boards.summary}") if boards.boards else (mats, summary)


def _count_pages(pdf: bytes) -> int:
    import pypdfium2

    return len(pypdfium2.PdfDocument(pdf))


def _report_missing(fonts: Fonts) -> None:
    if missing := fonts.describe_missing():
        print_note(NO_SIGN.format(missing))
