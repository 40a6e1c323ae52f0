"""The command `cardwright print`, which makes cards as PDF, images or a Tabletop Simulator deck."""

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import count_noun
from cardwright.source.atomic_write import write_all
from cardwright.source.path_and_number_checks import resolve_path
from cardwright_tools.cli.errors import OK, UsageError, convert_write_errors
from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.commands.cards.faces_to_print import encode_png, lay_out_cards, select_faces
from cardwright_tools.faces.model import Face, copies
from cardwright_tools.printing.fonts import NO_SIGN
from cardwright_tools.printing.typst import check_packages

if TYPE_CHECKING:
    from cardwright_tools.printing.fonts import Fonts
    from cardwright_tools.printing.pdf_pages import PrintedPages

SUFFIXES = {".pdf": "pdf", ".png": "png", ".json": "tts"}
# Flags without effect, by format.
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
    if arguments.pnp and kind != "pdf":
        raise UsageError(f"--pnp writes a PDF; {out} does not end in .pdf.")
    if arguments.mats or arguments.pnp:
        if kind == "tts":
            raise UsageError(f"mats are printed as .pdf or .png, not as {out.suffix}.")
        from cardwright_tools.commands.cards.print_mats_and_whole_game import print_kit, print_mats

        return (print_kit if arguments.pnp else print_mats)(arguments)
    chosen = select_faces(arguments)
    from cardwright_tools.printing.pdf_pages import card_fonts

    title = choose_game(arguments.game).title
    fonts = card_fonts(chosen, arguments.font)
    if missing := fonts.describe_missing():
        print_note(NO_SIGN.format(missing))
    with convert_write_errors(out):
        if kind == "tts":
            made = _write_decks(out, title, chosen, fonts, arguments)
        else:
            made = _make_paper(out, kind, title, chosen, fonts, arguments)
    if made.cut:
        print_note(f"too long for their cards, and cut off: {', '.join(made.cut)}")
    if made.small:
        print_note(f"printed in letters below 6.5 pt, because they say so much: {', '.join(made.small)}")
    return OK


def _make_paper(
    out: Path, kind: str, title: str, cards: Sequence[Face], fonts: "Fonts", arguments: Namespace
) -> "PrintedPages":
    from cardwright_tools.printing.pdf_pages import pages, pictures

    sheets = lay_out_cards(cards, arguments)
    made = pages(title, sheets, arguments.backs, fonts)
    if kind == "pdf":
        written = {out: made.pdf}
    else:
        written = {
            out.with_name(f"{out.stem}-{number}.png"): encode_png(picture)
            for number, picture in enumerate(pictures(made.pdf, arguments.dpi), 1)
        }
    write_all(written)
    many = Counter(arguments.size or face.size for face in copies(cards, arguments.one_each))
    summary = ", ".join(
        f"{count_noun(count, 'card')} of {wide:g} x {high:g} mm" for (wide, high), count in many.items()
    )
    _tell(written, f"{summary}; {count_noun(len(sheets), 'sheet')} of paper")
    return made


def _write_decks(out: Path, title: str, cards: Sequence[Face], fonts: "Fonts", arguments: Namespace) -> "PrintedPages":
    """Write a deck for each kind of piece to `out`, with its pictures."""
    from cardwright_tools.printing.pdf_pages import FaceBatch, PrintedPages, back_page, pages, pictures
    from cardwright_tools.printing.tabletop_simulator import Deck, decks_object, dots_per_inch, sheet_grid, sheets

    url: str | None = arguments.url

    def address(path: Path) -> str:
        return f"{url.rstrip('/')}/{path.name}" if url else resolve_path(path).as_uri()

    written: dict[Path, str | bytes] = {}
    decks: list[Deck] = []
    cut: list[str] = []
    small: list[str] = []
    kinds = list(dict.fromkeys(face.kind for face in cards))
    for kind in kinds:
        of_kind = [face for face in cards if face.kind == kind]
        size = arguments.size or of_kind[0].size
        layout, fineness = sheet_grid(size), dots_per_inch(size)
        stem = out.stem if len(kinds) == 1 else f"{out.stem}-{kind}"
        paths = []
        for number, sheet in enumerate(sheets(of_kind), 1):
            made = pages(title, [[FaceBatch(layout, tuple(sheet))]], False, fonts, marks=False)
            cut += made.cut
            small += made.small
            paths.append(out.with_name(f"{stem}-faces-{number}.png"))
            written[paths[-1]] = encode_png(next(pictures(made.pdf, fineness)))
        back_path = out.with_name(f"{stem}-back.png")
        written[back_path] = encode_png(next(pictures(back_page(of_kind[0], size, fonts), fineness)))
        name = title if len(kinds) == 1 else f"{title}: {kind.replace('_', ' ')}"
        decks.append(Deck(name, of_kind, [address(path) for path in paths], address(back_path)))
    write_all(written | {out: decks_object(decks)})
    _tell([out, *written], f"{sum(face.copies for face in cards)} cards")
    return PrintedPages(b"", tuple(cut), tuple(small))


def _tell(written: Iterable[Path], what: str) -> None:
    named = list(dict.fromkeys(map(str, written)))
    names = ", ".join(named[:4]) + (", ..." if len(named) > 4 else "")
    print_note(f"{names}: {what}")
