"""The command `cardwright export`, which writes a game's cards as a spreadsheet or as JSON."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from cardwright.declarations.model import PieceDef
from cardwright.phrases.inflection import how_many
from cardwright.source.atomic_write import write_whole
from cardwright.source.characters import json_text
from cardwright_tools.cli.errors import OK, UsageError, nearest, writing
from cardwright_tools.cli.game_arguments import GameSource, choose_game, game_source
from cardwright_tools.cli.terminal import remark, say_whole
from cardwright_tools.sheets.columns import TEXT_COLUMN, SheetColumns, counted, listed
from cardwright_tools.sheets.sheet_files import csv_text, xlsx_book


def run(arguments: Namespace) -> int:
    """Write the cards of the chosen sets to a file, or as CSV or JSON to standard output."""
    source = game_source(arguments.game)
    cards = chosen_sets(source, arguments.sets)
    columns = SheetColumns(source.game)
    names = columns.used(cards)
    rows = [columns.row(card) for card in cards]
    if arguments.texts:
        names.append(TEXT_COLUMN)
        game = choose_game(arguments.game, list(source.sets))
        texts = {text.id: text.text for text in game.card_texts()}
        rows = [{**row, TEXT_COLUMN: texts.get(row["id"], "")} for row in rows]
    out: Path | None = arguments.out
    kind = arguments.format or (out.suffix.lstrip(".").lower() if out else "csv")
    if kind not in ("csv", "xlsx", "json"):
        raise UsageError(f"`{kind}` is not a kind of sheet; name the file .csv, .xlsx or .json, or give --format.")
    if kind == "xlsx":
        if out is None:
            raise UsageError("a workbook needs a file: --out cards.xlsx")
        choices = {name: words for name in names if (words := columns.choices(name))}
        with writing(out):
            write_whole(out, xlsx_book(rows, names, choices, [n for n in names if columns.is_number(n)]))
    else:
        text = csv_text(rows, names) if kind == "csv" else as_json(source, columns, rows)
        if out is None:
            say_whole(text)
            if not rows:
                remark("this game has no cards: only the names of the columns are written")
            return OK
        # Spreadsheets take a CSV file for UTF-8 only if it begins with a byte order mark.
        with writing(out):
            write_whole(out, text.encode("utf-8-sig" if kind == "csv" else "utf-8"))
    remark(f"{out}: {how_many(len(rows), 'card')}")
    return OK


def chosen_sets(source: GameSource, wanted: Sequence[str] | None) -> list[PieceDef]:
    """Return the cards of the wanted sets (none: of all sets). Raises UsageError for an unknown set."""
    for name in wanted or ():
        if name not in source.sets:
            raise UsageError(
                f"{source.game.name} has no set `{name}`.{nearest(name, list(source.sets))} "
                f"Sets: {', '.join(source.sets)}."
            )
    return [card for card in source.game.pieces if card.set and (not wanted or card.set in wanted)]


def as_json(source: GameSource, columns: SheetColumns, rows: Sequence[dict[str, str]]) -> str:
    """Return the cards as JSON: numbers, parts as objects, several words as lists, no empty cells."""
    parts = {kind.parts.word for kind in source.game.kinds.values() if kind.parts}
    cards = []
    for row in rows:
        card: dict[str, object] = {}
        for name, cell in row.items():
            if name in parts:
                if cell:
                    card[name] = counted(cell)
            elif columns.is_list(name):
                if cell:
                    card[name] = listed(cell)
            elif cell:
                card[name] = int(cell) if columns.is_number(name) else cell
        cards.append(card)
    return json_text({"game": source.game.name, "cards": cards}) + "\n"
