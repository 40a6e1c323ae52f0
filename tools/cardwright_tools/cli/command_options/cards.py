"""Commands for cards outside of a match, such as their texts, printed cards and spreadsheets."""

import argparse

from cardwright_tools.cli import option_types as cli_values
from cardwright_tools.cli.options import Command, Excludes, Requires, sets_option


def _text(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=cli_values.place, metavar="GAME")
    parser.add_argument("cards", nargs="*", metavar="CARD", help="id or name of a card (default: all cards)")
    parser.add_argument("--inferred", action="store_true", help="mark attributes that are inferred, not published")
    parser.add_argument(
        "--html", type=cli_values.page, metavar="FILE", help="write a gallery as a self-contained HTML page"
    )


def _print(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=cli_values.place, metavar="GAME")
    parser.add_argument("cards", nargs="*", metavar="CARD", help="id or name of a card (default: all cards)")
    parser.add_argument(
        "--out",
        type=cli_values.page,
        required=True,
        metavar="FILE",
        help="cards.pdf; cards.png for a picture a page; cards.json for a deck for Tabletop Simulator",
    )
    sets_option(parser)
    parser.add_argument("--kind", metavar="KIND", help="only cards of this kind of piece")
    parser.add_argument("--paper", choices=["a4", "a3", "letter", "legal"], default="a4", help="default: a4")
    parser.add_argument(
        "--size",
        type=cli_values.card_size,
        default="poker",
        metavar="SIZE",
        help="poker (default: 63.5 x 88.9 mm), bridge, mini, tarot, square, or WIDTHxHEIGHT in mm",
    )
    parser.add_argument(
        "--backs", action="store_true", help="add a page of card backs after each page, for two-sided printing"
    )
    parser.add_argument("--one-each", action="store_true", help="print one copy of each card")
    parser.add_argument("--inferred", action="store_true", help="mark attributes that are inferred, not published")
    parser.add_argument("--dpi", type=cli_values.dots, default=300.0, metavar="N", help="of pictures (default: 300)")
    parser.add_argument("--font", type=cli_values.path, metavar="FILE.ttf", help="a font to use before all others")
    parser.add_argument("--url", metavar="URL", help="URL of the deck's pictures (default: this machine)")


def _rulebook(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=cli_values.place, metavar="GAME")
    parser.add_argument("topic", nargs="?", default="", metavar="TOPIC", help="print only this section")
    sets_option(parser)
    parser.add_argument("--html", type=cli_values.page, metavar="FILE", help="write a self-contained HTML page")
    parser.add_argument("--pdf", type=cli_values.page, metavar="FILE", help="write a PDF")
    parser.add_argument("--markdown", type=cli_values.page, metavar="FILE", help="write Markdown")
    parser.add_argument(
        "--font",
        type=cli_values.path,
        metavar="FILE.ttf",
        help="a font for the PDF to use before all others",
    )


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=cli_values.place, metavar="GAME")
    sets_option(parser)
    parser.add_argument(
        "--out", type=cli_values.page, metavar="FILE", help="a .csv, .xlsx or .json file (default: CSV to stdout)"
    )
    parser.add_argument("--format", choices=["csv", "xlsx", "json"], help="if the file's name does not say it")
    parser.add_argument("--texts", action="store_true", help="add a column with the generated English")


def _import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        type=cli_values.path,
        metavar="FILE",
        help="a .csv file, or an .xlsx file with its sheet `cards` or its first; the first row names the columns",
    )
    parser.add_argument(
        "game", type=cli_values.place, metavar="GAME", help="the game whose cards they are, by name or folder"
    )
    parser.add_argument("--set", metavar="SET", help="set for new cards without one in their row")
    parser.add_argument("--ignore", action="append", metavar="COLUMN", help="column to ignore; can be repeated")
    parser.add_argument(
        "--delete", action="store_true", help="delete cards of the sheet's sets that are not in the sheet"
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would change and change nothing")


CARDS = {
    "text": Command(
        "cards.text",
        "print the rules text of cards, generated from their powers",
        "Example: cardwright text ceylon --inferred",
        _text,
    ),
    "print": Command(
        "cards.print_cards",
        "print cards on pages to cut out, or make a deck for Tabletop Simulator",
        "Example: cardwright print ceylon --out ceylon.pdf --paper letter --backs",
        _print,
    ),
    "rulebook": Command(
        "cards.rulebook",
        "write the rules of a game in prose, generated from the rules that are played",
        "Example: cardwright rulebook ceylon --html ceylon.html\n\n"
        "`about:` in the files of a game adds what no program can know.",
        _rulebook,
        (
            Excludes(
                ("TOPIC",), ("--html", "--markdown", "--pdf"), "is for the terminal, and pages have the whole rulebook"
            ),
            Requires(("--font",), ("--pdf",)),
        ),
    ),
    "export": Command(
        "cards.export",
        "write the cards of a game as a sheet for spreadsheets, or as JSON",
        "Example: cardwright export ceylon --out ceylon.xlsx\n\n"
        "One row a card: set, id, name, quantity, attributes, parts, power. `cardwright import` takes it back.",
        _export,
    ),
    "import": Command(
        "cards.import_sheet",
        "merge the cards of a spreadsheet into a game's card files",
        "Example: cardwright import ceylon.xlsx ceylon --dry-run\n\n"
        "Rows whose id the game knows change that card, and only the fields that differ; the others are new cards.\n"
        "Nothing is written unless everything in the sheet is right.",
        _import,
    ),
}
