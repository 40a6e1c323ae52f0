"""Flags of the commands for cards outside of a match: their texts, printed cards and spreadsheets."""

from cardwright_tools.cli.option_types import card_size, dots, page, path, place
from cardwright_tools.cli.options import SETS, Command, Excludes, Requires, choice, option, switch

CARDS = {
    "text": Command(
        "cards.text",
        "print the rules text of cards, generated from their powers",
        ("Example: cardwright text ceylon --inferred"),
        (
            option("game", place, "GAME"),
            option("cards", str, "CARD", "id or name of a card (default: all cards)", nargs="*"),
            switch("--inferred", "mark attributes that are inferred, not published"),
            option("--html", page, "FILE", "write a gallery as a self-contained HTML page"),
        ),
    ),
    "print": Command(
        "cards.print_cards",
        "print cards on pages to cut out, or make a deck for Tabletop Simulator",
        ("Example: cardwright print ceylon --out ceylon.pdf --paper letter --backs"),
        (
            option("game", place, "GAME"),
            option("cards", str, "CARD", "id or name of a card (default: all cards)", nargs="*"),
            option(
                "--out",
                page,
                "FILE",
                "cards.pdf; cards.png for one picture per page; cards.json for a deck for Tabletop Simulator",
                required=True,
            ),
            SETS,
            option("--kind", str, "KIND", "only cards of this kind of piece"),
            choice("--paper", ("a4", "a3", "letter", "legal"), "default: a4", "a4"),
            option(
                "--size",
                card_size,
                "SIZE",
                "one size for all: poker, bridge, mini, tarot, square, or WIDTHxHEIGHT in mm (default: by kind)",
            ),
            switch("--backs", "add a page of card backs after each page, for two-sided printing"),
            switch("--one-each", "print one copy of each card; without it, as many as a game needs"),
            switch("--mats", "print a mat for each player, a score track and boards instead of cards"),
            switch("--pnp", "print all that is needed to play: cards with their backs, mats and rules, in one PDF"),
            switch("--inferred", "mark attributes that are inferred, not published"),
            option("--dpi", dots, "N", "of pictures (default: 300)", default=300.0),
            option("--font", path, "FILE.ttf", "a font for letters that the cards' own lacks"),
            option("--url", str, "URL", "URL of the deck's pictures (default: this machine)"),
        ),
        (
            Excludes("--mats", "CARD --kind --size --backs --one-each --inferred --url", "prints no cards"),
            Excludes("--pnp", "CARD --kind --size --one-each --dpi --url --mats", "prints all there is, in one PDF"),
        ),
    ),
    "rulebook": Command(
        "cards.rulebook",
        "write the rules of a game in prose, generated from the rules that are played",
        (
            "Example: cardwright rulebook ceylon --html ceylon.html\n\nPart one is the author's `rules.md` beside "
            "`game.yaml`; `--draft` writes a beginning of it. Texts of `about:` stand in both parts."
        ),
        (
            option("game", place, "GAME"),
            option("topic", str, "TOPIC", "print only this section", nargs="?", default=""),
            SETS,
            option("--html", page, "FILE", "write a self-contained HTML page"),
            option("--pdf", page, "FILE", "write a PDF"),
            option("--markdown", page, "FILE", "write Markdown"),
            switch("--draft", "print a beginning of `rules.md`, with live parts"),
            option("--font", path, "FILE.ttf", "a font for the PDF to use before all others"),
        ),
        (
            Excludes("TOPIC", "--html --markdown --pdf", "is for the terminal, and pages have the whole rulebook"),
            Excludes("--draft", "TOPIC --html --markdown --pdf", "is Markdown for an author to go on with"),
            Requires("--font", "--pdf"),
        ),
    ),
    "export": Command(
        "cards.export_sheet",
        "write the cards of a game as a sheet for spreadsheets, or as JSON",
        (
            "Example: cardwright export ceylon --out ceylon.xlsx\n\nOne row for each card: set, id, name, quantity, "
            "attributes, parts, power. `cardwright import` reads it back."
        ),
        (
            option("game", place, "GAME"),
            SETS,
            option("--out", page, "FILE", "a .csv, .xlsx or .json file (default: CSV to stdout)"),
            choice("--format", ("csv", "xlsx", "json"), "if it does not follow from the name of the file"),
            switch("--texts", "add a column with the generated English"),
        ),
    ),
    "import": Command(
        "cards.import_sheet",
        "merge the cards of a spreadsheet into a game's card files",
        (
            "Example: cardwright import ceylon.xlsx ceylon --dry-run\n\nA row with a known id changes that card, "
            "and only the fields that differ; other rows are new cards.\nNothing is written if the sheet has a "
            "mistake."
        ),
        (
            option(
                "file",
                path,
                "FILE",
                "a .csv file, or an .xlsx file (its sheet `cards`, or else the first); the first row names the columns",
            ),
            option("game", place, "GAME", "the game of the cards, by name or folder"),
            option("--set", str, "SET", "set for new cards without one in their row"),
            option("--ignore", str, "COLUMN", "column to ignore; can be repeated", action="append"),
            switch("--delete", "delete cards of the sheet's sets that are not in the sheet"),
            switch("--dry-run", "show what would change and change nothing"),
        ),
    ),
}
