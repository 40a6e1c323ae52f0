"""The command `cardwright export`, which writes a game's cards as a spreadsheet or as JSON."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from cardwright.declarations.model import PieceDef
from cardwright.phrases.inflection import count_noun
from cardwright.source.atomic_write import write_whole
from cardwright.source.visible_control_characters import format_json
from cardwright_tools.cli.errors import OK, UsageError, convert_write_errors, suggest_nearest
from cardwright_tools.cli.game_arguments import GameSource, choose_game, read_game_source
from cardwright_tools.cli.standard_output import print_note, print_unchanged
from cardwright_tools.sheets.columns import TEXT_COLUMN, SheetColumns, number_or_text, split_counts, split_items
from cardwright_tools.sheets.sheet_files import write_csv, write_xlsx


def run(arguments: Namespace) -> int:
    """Write the cards of the chosen sets to a file, or as CSV or JSON to standard output."""
    source = read_game_source(arguments.game)
    cards = select_cards_of_sets(source, arguments.sets)
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
        raise UsageError(f"`{kind}` is not a kind of sheet; choose a file .csv, .xlsx or .json, or add --format.")
    if kind == "xlsx":
        if out is None:
            raise UsageError("a workbook needs a file: --out cards.xlsx")
        choices = {name: words for name in names if (words := columns.choices(name))}
        with convert_write_errors(out):
            write_whole(out, write_xlsx(rows, names, choices, [n for n in names if columns.is_number(n)]))
    else:
        text = write_csv(rows, names) if kind == "csv" else as_json(source, columns, rows)
        if out is None:
            print_unchanged(text)
            if not rows:
                print_note("this game has no cards: only the names of the columns are written")
            return OK
        # Spreadsheets read a CSV file as UTF-8 only if it begins with a byte order mark.
        with convert_write_errors(out):
            write_whole(out, text.encode("utf-8-sig" if kind == "csv" else "utf-8"))
    print_note(f"{out}: {count_noun(len(rows), 'card')}")
    return OK


def select_cards_of_sets(source: GameSource, wanted: Sequence[str] | None) -> list[PieceDef]:
    """Return the cards of the wanted sets (None: of all sets). Raises UsageError for an unknown set."""
    for name in wanted or ():
        if name not in source.sets:
            raise UsageError(
                f"{source.game.name} has no set `{name}`.{suggest_nearest(name, list(source.sets))} "
                f"Sets: {', '.join(source.sets)}."
            )
    return [card for card in source.game.pieces if card.set and (not wanted or card.set in wanted)]


def as_json(source: GameSource, columns: SheetColumns, rows: Sequence[dict[str, str]]) -> str:
    """Return the cards as JSON, without empty cells.

    Numbers become numbers, the parts of a card an object with counts, and cells with several words lists.
    """
    parts = {kind.parts.word for kind in source.game.kinds.values() if kind.parts}
    cards = []
    for row in rows:
        card: dict[str, object] = {}
        for name, cell in row.items():
            if name in parts:
                if cell:
                    card[name] = split_counts(cell)
            elif columns.is_list(name):
                if cell:
                    card[name] = split_items(cell)
            elif cell:
                card[name] = number_or_text(cell) if columns.is_number(name) else cell
        cards.append(card)
    return format_json({"game": source.game.name, "cards": cards}) + "\n"
