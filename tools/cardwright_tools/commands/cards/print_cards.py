"""The command `cardwright print`, which makes cards as PDF, images or a Tabletop Simulator deck."""

import io
from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.phrases.inflection import count_noun
from cardwright.source.arguments import resolve_path
from cardwright.source.atomic_write import write_all
from cardwright_tools.cli.errors import OK, UsageError, convert_write_errors
from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.cli.terminal import print_note
from cardwright_tools.commands.cards.text import select_cards
from cardwright_tools.printing.card_faces import Face, copies, faces
from cardwright_tools.printing.fonts import NO_SIGN
from cardwright_tools.printing.images import pictures_of
from cardwright_tools.printing.page_grid import PAPERS, PageGrid, grid
from cardwright_tools.printing.typst import check_packages

if TYPE_CHECKING:
    from cardwright_tools.printing.fonts import Fonts

SUFFIXES = {".pdf": "pdf", ".png": "png", ".json": "tts"}
# Options that do nothing where this is written.
USELESS = {"pdf": ("--dpi", "--url"), "png": ("--url",), "tts": ("--paper", "--backs", "--one-each", "--dpi")}


def run(arguments: Namespace) -> int:
    """Write the sheets of the chosen cards."""
    check_packages()
    out: Path = arguments.out
    kind = SUFFIXES.get(out.suffix.lower())
    if kind is None:
        raise UsageError(f"{out} does not end in .pdf, .png (pages as pictures) or .json (Tabletop Simulator).")
    if useless := arguments.given.intersection(USELESS[kind]):
        raise UsageError(f"{', '.join(sorted(useless))}: not possible for a {out.suffix} file; remove it.")
    chosen = _cards(arguments)
    from cardwright_tools.printing.pdf_pages import card_fonts

    title = choose_game(arguments.game).title
    fonts = card_fonts(title, chosen, arguments.font)
    if missing := fonts.describe_missing():
        print_note(NO_SIGN.format(missing))
    with convert_write_errors(out):
        if kind == "tts":
            cut_off = _tabletop(out, title, chosen, fonts, arguments)
        else:
            cut_off = _paper(out, kind, title, chosen, fonts, arguments)
    if cut_off:
        print_note(f"too long for their cards, and cut: {', '.join(cut_off)}")
    return OK


def _cards(arguments: Namespace) -> list[Face]:
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
    for path in (path for card, path in pictures_of(game).items() if card not in known):
        print_note(f"{path}: no card has this picture; a picture has the id of its card as its name")
    found = [face for face in faces(game, texts) if face.copies or arguments.cards]
    if not found:
        unnamed = [text.id for text in game.card_texts() if not text.set]
        hint = f" Pieces of the game itself are printed only by name, such as `{unnamed[0]}`." if unnamed else ""
        raise UsageError(f"there are no cards to print.{hint}")
    return found


def _paper(out: Path, kind: str, title: str, cards: Sequence[Face], fonts: "Fonts", arguments: Namespace) -> list[str]:
    from cardwright_tools.printing.pdf_pages import pages, pictures

    fitting = grid(PAPERS[arguments.paper], arguments.size)
    if fitting is None:
        wide, high = arguments.size
        raise UsageError(f"a card of {wide:g} x {high:g} mm does not fit on {arguments.paper} paper.")
    printed = copies(cards, arguments.one_each)
    made = pages(title, printed, fitting, arguments.backs, True, arguments.inferred, fonts)
    if kind == "pdf":
        written = {out: made.pdf}
    else:
        written = {
            out.with_name(f"{out.stem}-{number}.png"): _png(picture)
            for number, picture in enumerate(pictures(made.pdf, arguments.dpi), 1)
        }
    write_all(written)
    _tell(written, f"{count_noun(len(printed), 'card')}, {fitting.columns} x {fitting.rows} a page")
    return list(made.cut)


def _tabletop(out: Path, title: str, cards: Sequence[Face], fonts: "Fonts", arguments: Namespace) -> list[str]:
    from cardwright_tools.printing.pdf_pages import back, pages, pictures
    from cardwright_tools.printing.tabletop_simulator import deck_object, dots_per_inch, sheet_grid, sheets

    url: str | None = arguments.url
    layout: PageGrid = sheet_grid(arguments.size)
    fineness = dots_per_inch(arguments.size)
    written: dict[Path, str | bytes] = {}
    cut_off: list[str] = []
    for number, sheet in enumerate(sheets(cards), 1):
        made = pages(title, sheet, layout, False, False, arguments.inferred, fonts)
        cut_off += made.cut
        written[out.with_name(f"{out.stem}-faces-{number}.png")] = _png(next(pictures(made.pdf, fineness)))
    back_path = out.with_name(f"{out.stem}-back.png")

    def address(path: Path) -> str:
        return f"{url.rstrip('/')}/{path.name}" if url else resolve_path(path).as_uri()

    deck = deck_object(title, cards, [address(path) for path in written], address(back_path))
    written |= {back_path: _png(next(pictures(back(title, layout, fonts), fineness))), out: deck}
    write_all(written)
    _tell([out, *written], f"{sum(face.copies for face in cards)} cards")
    return cut_off


def _png(picture: Any) -> bytes:
    drawn = io.BytesIO()
    picture.save(drawn, format="PNG")
    return drawn.getvalue()


def _tell(written: Iterable[Path], what: str) -> None:
    named = list(dict.fromkeys(map(str, written)))
    names = ", ".join(named[:4]) + (", ..." if len(named) > 4 else "")
    print_note(f"{names}: {what}")
