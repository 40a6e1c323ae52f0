"""Cards go out to a spreadsheet and come back: nothing is lost, and nothing else is touched."""

import csv
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils import get_column_letter

from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.game_arguments import read_game_source
from cardwright_tools.cli.main import main
from cardwright_tools.sheets.columns import SheetColumns
from cardwright_tools.sheets.edit_card_files import CardFile, format_scalar

GAMES = ["bush_pilots", "cargo_hold", "cargo_noir", "ceylon", "import_export"]
Rows = list[dict[str, str]]


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[str], Path]:
    """Copies a shipped game into an empty folder and gives the copy's place."""

    def copy(game: str) -> Path:
        for kind in ("games", "cards"):
            shutil.copytree(find_data_folder(kind) / game, tmp_path / kind / game)
        return tmp_path / "games" / game

    return copy


def all_rows(game: Path | str) -> Rows:
    source = read_game_source(str(game))
    return [SheetColumns(source.game).row(card) for card in source.game.pieces if card.set]


def card_texts(game: Path) -> dict[Path, str]:
    cards = game.parent.parent / "cards" / game.name
    return {path: path.read_text() for path in sorted(cards.rglob("*.yaml"))}


def sheet_of(game: Path) -> Rows:
    out = game.parent / "out.csv"
    assert main(["export", str(game), "--out", str(out)]) == 0
    return list(csv.DictReader(io.StringIO(out.read_text("utf-8-sig"))))


def taken(game: Path, rows: Rows, *options: str, columns: list[str] | None = None) -> int:
    path = game.parent / "in.csv"
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, columns or list(rows[0]), restval="")
        table.writeheader()
        table.writerows(rows)
    return main(["import", str(path), str(game), *options])


@pytest.mark.one_of
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_sheet_taken_back_changes_no_file(game: str, kind: str, copied: Callable[[str], Path]) -> None:
    place = copied(game)
    before = card_texts(place)
    out = place.parent / f"sheet.{kind}"
    assert main(["export", str(place), "--out", str(out), "--texts"]) == 0
    assert main(["import", str(out), str(place)]) == 0
    assert card_texts(place) == before


@pytest.mark.one_of
@pytest.mark.parametrize("game", GAMES)
def test_card_files_made_from_a_sheet_declare_the_same_cards(game: str, copied: Callable[[str], Path]) -> None:
    place = copied(game)
    rows = sheet_of(place)
    for path in card_texts(place):
        path.unlink()
    if game == "import_export":  # names its usual set, which must be there
        begun = place.parent.parent / "cards/import_export/base/agriculture.yaml"
        begun.write_text("game: import_export\nset: base\ncards: []  # to come\n")
    assert taken(place, rows) == 0
    assert all_rows(place) == all_rows(game)
    assert main(["validate", str(place)]) == 0


@pytest.mark.long
def test_only_what_differs_is_changed(copied: Callable[[str], Path]) -> None:
    place = copied("import_export")
    before = card_texts(place)
    rows = sheet_of(place)
    changed = next(row for row in rows if row["id"] == "almonds")
    changed["tier"] = "2"
    changed["power"] = changed["power"].replace("gain(8)", "gain(9)")
    assert taken(place, rows) == 0
    differing = []
    for path, text in card_texts(place).items():
        pairs = zip(before[path].splitlines(), text.splitlines(), strict=True)
        differing += [(old.strip(), new.strip()) for old, new in pairs if old != new]
    assert differing == [
        ("tier: 1", "tier: 2"),
        ("if you.credits <= 18: gain(8)", "if you.credits <= 18: gain(9)"),
    ]


@pytest.mark.long
def test_new_rows_become_cards_and_missing_ones_go_only_when_asked(
    copied: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    place = copied("import_export")
    rows = [row for row in sheet_of(place) if row["id"] != "apples"]
    new = {"set": "base", "file": "luxury", "name": "Blue Teapots", "good": "luxury", "action": "load", "tier": "1"}
    rows.append({**new, "load": "2 luxury, 1 illegal", "power": "on completion:\n  gain(3)", "id": ""})
    columns = list(rows[0])
    assert taken(place, rows, columns=columns) == 0
    assert f"0 changed, 1 new, {len(rows) - 1} unchanged" in capsys.readouterr().err
    ids = {row["id"] for row in all_rows(place)}
    assert {"blue_teapots", "apples"} <= ids
    assert taken(place, rows, "--delete", columns=columns) == 0
    assert "apples" not in {row["id"] for row in all_rows(place)}
    made = next(row for row in all_rows(place) if row["id"] == "blue_teapots")
    assert (made["file"], made["load"], made["quantity"]) == ("luxury", "2 luxury, 1 illegal", "1")
    assert main(["validate", str(place)]) == 0


def test_a_dry_run_shows_the_difference_and_writes_nothing(
    copied: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    place = copied("cargo_noir")
    before = card_texts(place)
    rows = sheet_of(place)
    next(row for row in rows if row["id"] == "bank")["quantity"] = "2"
    capsys.readouterr()
    assert taken(place, rows, "--dry-run") == 0
    shown = capsys.readouterr()
    assert "+  - {id: bank, name: Bank, copies: 2, sort: unique" in shown.out
    assert "1 would be changed" in shown.err
    assert card_texts(place) == before


@pytest.mark.parametrize(
    ("card", "column", "cell", "message"),
    [
        ("almonds", "good", "agricultur", "row 2, good: there is no colour `agricultur`; did you mean `agriculture`?"),
        ("almonds", "tier", "x", "row 2, tier: `x` is not a whole number"),
        ("almonds", "tier", "", "row 2, tier: every card needs its `tier`"),
        ("almonds", "load", "two", "row 2, load: `two` is not a number and a word, such as `2 technology`"),
        ("almonds", "load", "2 techology", "did you mean `technology`?"),
        ("almonds", "quantity", "-1", "row 2, quantity: `-1` is not a number from 0 to 200"),
        ("almonds", "inferred", "teir", "row 2, inferred: there is no field `teir`; did you mean `tier`?"),
        ("almonds", "set", "jutaku", "`almonds` is in the set `base`; a sheet cannot move it to `jutaku`"),
        ("apples", "id", "almonds", "row 3, id: the card `almonds` is in row 2 already"),
        ("almonds", "id", "al monds", "row 2, id: `al monds` is not an id"),
        (
            "almonds",
            "power",
            "on completion:\n  gane(4)",
            "row 2, `almonds`, power, line 2: error[unknown-verb]: there is no verb or step `gane`",
        ),
    ],
)
def test_a_wrong_cell_is_told_at_its_place_and_nothing_is_written(
    card: str,
    column: str,
    cell: str,
    message: str,
    copied: Callable[[str], Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    place = copied("import_export")
    before = card_texts(place)
    rows = sheet_of(place)
    next(row for row in rows if row["id"] == "bamboo")["tier"] = "3"  # a change that would be right
    next(row for row in rows if row["id"] == card)[column] = cell
    capsys.readouterr()
    assert taken(place, rows) == 1
    assert message in capsys.readouterr().out
    assert card_texts(place) == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("id,name,teir\nx,X,1\n", "there is no such column; did you mean `tier`? (to pass over it: --ignore 'teir')"),
        ("name,Name\nx,X\n", "the column `name` is there twice"),
        ("good,tier\nluxury,1\n", "there is neither a column `id` nor a column `name`"),
        ("id,name\nx,X,over\n", "row 2: `over` is in column 3, which has no heading"),
        ('id,name\n"x,X\n', "is not a table"),
        ("id,name\n\xe9,X\n", "is not in UTF-8"),
        ("name\nNew one\n", "which set is the new card `new_one` in?"),
    ],
)
def test_a_sheet_that_is_none_is_refused(
    text: str, message: str, copied: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    place = copied("import_export")
    path = place.parent / "in.csv"
    path.write_bytes(text.encode("latin-1"))
    assert main(["import", str(path), str(place)]) == 1
    shown = capsys.readouterr()
    assert message in shown.out + shown.err


def test_files_that_are_no_sheets_are_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "x.xlsx"
    broken.write_bytes(b"no workbook")
    assert main(["import", str(broken), "ceylon"]) == 1
    assert main(["import", str(tmp_path / "none.csv"), "ceylon"]) == 2
    assert main(["import", str(tmp_path / "x.ods"), "ceylon"]) == 2
    assert main(["export", "ceylon", "--format", "xlsx"]) == 2
    assert main(["export", "ceylon", "--sets", "bass"]) == 2
    assert main(["export", "ceylon", "--out", str(tmp_path / "no" / "x.csv")]) == 2
    shown = capsys.readouterr().err
    assert "is no workbook" in shown
    assert "Did you mean `base`?" in shown


def test_headings_may_be_written_freely_and_columns_passed_over(copied: Callable[[str], Path]) -> None:
    place = copied("cargo_noir")
    path = place.parent / "in.csv"
    path.write_text("Name;Qty;Play-test notes\nBank;3;too dear?\n")
    assert main(["import", str(path), str(place), "--ignore", "Play-test notes"]) == 0
    assert next(row for row in all_rows(place) if row["id"] == "bank")["quantity"] == "3"


def test_a_workbook_offers_the_words_of_a_column(tmp_path: Path) -> None:
    out = tmp_path / "cards.xlsx"
    assert main(["export", "import_export", "--sets", "base", "--out", str(out)]) == 0
    sheet = openpyxl.load_workbook(out).active
    assert sheet is not None
    rules = {str(rule.sqref).partition("2")[0]: rule.formula1 for rule in sheet.data_validations.dataValidation}
    headings = {cell.value: get_column_letter(cell.column or 0) for cell in sheet[1]}
    assert rules[headings["action"]] == '"contract,load,import,pirate,supply"'
    assert all(isinstance(cell.value, int) for cell in sheet[headings["tier"]][1:])


def test_json_tells_numbers_and_parts_as_what_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "import_export", "--format", "json", "--sets", "base"]) == 0
    cards = json.loads(capsys.readouterr().out)["cards"]
    assert len(cards) == 100
    assert cards[0]["load"] == {"agriculture": 3}
    assert cards[0]["quantity"] == 1
    assert "note" not in cards[0]


FAIR = """\
game: fair
players: 2
powers_work_in: [stall]
types:
  trade: {plural: trades, values: [baker, smith]}
kinds:
  card:
    attributes:
      trade: trade
      value: {is: number, default: 0}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
  player:
    stall: {of: cards}
library: |
  step setup: shuffle(deck)
  step play: nothing
  rule final_score(player): sum(player.stall.value)
"""


@pytest.fixture
def fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game without cards in a folder of another name, two folders below the one that one stands in."""
    folder = tmp_path / "my" / "copies" / "fair_2"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(FAIR)
    monkeypatch.chdir(tmp_path)
    return folder


def test_the_first_cards_are_written_into_the_folder_of_the_game(
    fair: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = fair.parent / "in.csv"
    sheet.write_text("Name,Trade\nOld Oven,baker\n")
    assert main(["import", str(sheet), "my/copies/fair_2"]) == 0
    assert capsys.readouterr().out == "my/copies/fair_2/cards/base/cards.yaml: written\n"
    assert [path.relative_to(fair).as_posix() for path in fair.parent.parent.rglob("cards.yaml")] == [
        "cards/base/cards.yaml"
    ]
    assert main(["validate", str(fair)]) == 0


def test_the_sheet_of_a_game_without_cards_has_all_columns_a_card_may_need(
    fair: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(fair)]) == 0
    assert capsys.readouterr().out == "set,id,name,quantity,trade,value,power\n"


def test_several_words_stand_in_one_cell(fair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = (fair / "game.yaml").read_text()
    (fair / "game.yaml").write_text(game.replace("trade: trade\n", "trades: trades\n"))
    cards = fair / "cards" / "base" / "cards.yaml"
    cards.parent.mkdir(parents=True)
    cards.write_text(
        "game: fair\ncards:\n  - id: oven\n    trades: [baker]\n  - {id: anvil, trades: smith}\n  - id: inn\n"
    )
    assert [row["trades"] for row in sheet_of(fair)] == ["baker", "smith", ""]
    sheet = fair.parent / "in.csv"
    sheet.write_text('id,trades\noven,"smith, baker"\nanvil,\ninn,smith\n')
    assert main(["import", str(sheet), str(fair)]) == 0
    written = cards.read_text()
    assert "  - id: oven\n    trades: [smith, baker]\n  - {id: anvil}\n  - id: inn\n    trades: [smith]\n" in written
    assert main(["validate", str(fair)]) == 0
    capsys.readouterr()
    assert main(["export", str(fair), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)["cards"]
    assert [card.get("trades") for card in told] == [["smith", "baker"], None, ["smith"]]
    sheet.write_text('id,trades\noven,"smith, bakr"\nanvil,\ninn,smith\n')
    assert main(["import", str(sheet), str(fair)]) == 1
    assert "there is no trade `bakr`; did you mean `baker`?" in capsys.readouterr().out


def test_copies_by_players_go_out_and_come_back(fair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fair / "game.yaml").write_text(FAIR.replace("players: 2", "players: 2 to 4"))
    cards = fair / "cards" / "base" / "cards.yaml"
    cards.parent.mkdir(parents=True)
    text = "game: fair\nset: base\ncards:\n  - {id: oven, copies: {2: 8, 3 to 4: 12}, trade: baker}\n  - id: inn\n"
    cards.write_text(text + "    copies: 2\n    trade: smith\n")
    rows = sheet_of(fair)
    assert [row["quantity"] for row in rows] == ["2: 8, 3 to 4: 12", "2"]
    assert main(["export", str(fair), "--format", "json"]) == 0
    assert main(["export", str(fair), "--format", "xlsx", "--out", str(fair.parent / "out.xlsx")]) == 0
    rows[1]["quantity"] = "2 to 3: 1, 4: 5"
    assert taken(fair, rows) == 0
    assert cards.read_text() == text + "    copies: {2 to 3: 1, 4: 5}\n    trade: smith\n"
    assert main(["validate", str(fair)]) == 0
    rows[1]["quantity"] = "2: 201"
    assert taken(fair, rows) == 1
    assert "`2: 201` gives no numbers from 0 to 200 by players" in capsys.readouterr().out


def test_an_empty_cell_is_the_default_and_no_change_to_a_card_that_has_it(
    fair: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = fair / "cards" / "base" / "cards.yaml"
    cards.parent.mkdir(parents=True)
    text = "game: fair\nset: base\ncards:\n  - {id: oven, trade: baker}\n  - {id: forge, trade: smith, value: 0}\n"
    cards.write_text(text + "  - {id: bellows, trade: smith, value: 2}\n")
    sheet = fair.parent / "in.csv"
    sheet.write_text("Id,Value\noven,\nforge,\nbellows,\n")
    assert main(["import", str(sheet), str(fair)]) == 0
    assert "1 changed, 0 new, 2 unchanged" in capsys.readouterr().err
    assert cards.read_text() == text + "  - {id: bellows, trade: smith}\n"


def test_a_mistake_of_the_game_itself_is_told_at_its_own_file(fair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = fair / "game.yaml"
    game.write_text(FAIR.replace("play: nothing", "play: nothink"))
    sheet = fair.parent / "in.csv"
    sheet.write_text("Name,Trade\nOld Oven,baker\n")
    assert main(["import", str(sheet), str(fair)]) == 1
    assert capsys.readouterr().out.startswith("my/copies/fair_2/game.yaml:18:14: error[unknown-verb]: ")


def test_a_column_that_is_none_is_told_with_those_there_are(fair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = fair.parent / "in.csv"
    sheet.write_text("Name,How often\nOld Oven,2\n")
    assert main(["import", str(sheet), str(fair)]) == 1
    assert (
        "`How often`: there is no such column; there are: set, file, id, name, kind, quantity, trade, value, inferred, "
        "power, reminder, note (to pass over it: --ignore 'How often')"
    ) in capsys.readouterr().out


FILE = """\
cards:
  # above
  - id: one
    tier: 1 # why one
    power: | # R1
      draw(1)

      draw(2)
    # between
  - {id: two, tier: 2}
  - id: three
    load:
      red: 1
      blue: 2
    power: "draw(3)" # because
"""
ORDER = ["id", "name", "copies", "tier", "load", "power", "note"]


@pytest.mark.parametrize(
    ("card", "changes", "old", "new"),
    [
        ("one", {"tier": "3"}, "tier: 1 # why one", "tier: 3 # why one"),
        ("one", {"name": "One"}, "- id: one\n", "- id: one\n    name: One\n"),
        ("one", {"tier": None}, "    tier: 1 # why one\n", ""),
        ("one", {"power": "draw(7)"}, "| # R1\n      draw(1)\n\n      draw(2)\n", "draw(7) # R1\n"),
        ("one", {"power": "|\n  a\n  b"}, "draw(1)\n\n      draw(2)\n", "a\n      b\n"),
        ("one", {"note": "x"}, "draw(2)\n", "draw(2)\n    note: x\n"),
        ("two", {"tier": "5", "copies": "2"}, "{id: two, tier: 2}", "{id: two, copies: 2, tier: 5}"),
        ("two", {"tier": None}, "{id: two, tier: 2}", "{id: two}"),
        ("three", {"load": "{red: 2}"}, "load:\n      red: 1\n      blue: 2\n", "load: {red: 2}\n"),
        ("three", {"power": "|\n  a\n  b"}, 'power: "draw(3)" # because\n', "power: | # because\n      a\n      b\n"),
        ("three", {"power": None}, '    power: "draw(3)" # because\n', ""),
    ],
)
def test_an_edit_touches_its_field_only(
    card: str, changes: dict[str, str | None], old: str, new: str, tmp_path: Path
) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(FILE)
    file = CardFile.read(path)
    file.change(card, changes, ORDER)
    expected = FILE.replace(old, new, 1)
    assert expected != FILE
    assert file.text.rstrip("\n") == expected.rstrip("\n")


def test_cards_are_added_at_the_end_and_taken_out_whole(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(FILE)
    file = CardFile.read(path)
    file.append([("id", "four"), ("power", "|\n  a\n  b")])
    file.remove("two")
    file.append([("id", "five")])
    expected = (
        FILE.replace("  - {id: two, tier: 2}\n", "") + "  - id: four\n    power: |\n      a\n      b\n  - id: five\n"
    )
    assert file.text == expected


@pytest.mark.parametrize("empty", ["", "cards:\n", "cards: []\n", "cards:  # none yet\n"])
def test_the_first_card_finds_its_list(empty: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(f"game: x\n{empty}")
    file = CardFile.read(path)
    file.append([("id", "one")])
    file.append([("id", "two")])
    path.write_text(file.text)
    assert list(CardFile.read(path).cards) == ["one", "two"]
    assert ("none yet" in empty) == ("# none yet" in file.text)


@pytest.mark.parametrize(
    ("text", "flow", "written"),
    [
        ("draw(1)", False, "draw(1)"),
        ("on x: draw(1)", False, '"on x: draw(1)"'),
        ("no", False, "no"),
        ("12", False, '"12"'),
        ("a, b", False, "a, b"),
        ("a, b", True, '"a, b"'),
        ("a # b", False, '"a # b"'),
        ('say "x" \\', False, 'say "x" \\'),
        ("a\nb", True, '"a\\nb"'),
        ("a\n\nb", False, "|\n  a\n\n  b"),
        ("- x", False, '"- x"'),
    ],
)
def test_texts_are_written_as_plainly_as_yaml_allows(text: str, flow: bool, written: str) -> None:
    assert format_scalar(text, flow) == written


def test_a_sheet_begins_no_set_or_file_that_other_systems_could_not_have(
    copied: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    game = copied("ceylon")
    before = card_texts(game)
    new = {"id": "gin", "name": "Gin", "sort": "tea", "quantity": "1"}
    for set_, file, told in (
        ("con", "cards", "name of a device"),
        ("Base", "cards", "differs from `base` only in capital letters"),
        ("base", "Cards", "differs from `cards.yaml` only in capital letters"),
        ("base", "lpt1", "name of a device"),
    ):
        assert taken(game, [{"set": set_, "file": file, **new}]) == 1
        assert told in capsys.readouterr().out
    twice = [{"set": "New", "file": "a", **new}, {"set": "new", "file": "b", **new, "id": "rum", "name": "Rum"}]
    assert taken(game, twice) == 1
    assert "differs from `New` only in capital letters" in capsys.readouterr().out
    assert card_texts(game) == before
