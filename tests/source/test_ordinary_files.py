"""What is read is an ordinary file of a size that fits: no pipe, no device, no sheet that unpacks to gigabytes."""

from __future__ import annotations

import ast
import io
import os
import resource
import signal
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties.engine_games import examples
from tests.source_trees import room_and_module, source_trees

from cardwright.source.atomic_write import write_whole
from cardwright.source.read_with_size_limit import MAX_BYTES, check_ordinary, open_ordinary, read_ordinary, read_text
from cardwright_tools.cli.errors import FindingError, UsageError
from cardwright_tools.cli.main import main
from cardwright_tools.editor.workspace import Workspace
from cardwright_tools.sheets.sheet_files import read_sheet, write_csv

PATIENCE = 300
# What a pipe, or a device without an end, may cost at most.
MOST_MEBIBYTES = 300

SPECIAL = ["a pipe", "a link to a device", "a folder", "a link that leads nowhere", "a socket", "a huge file"]


def special(what: str, path: Path) -> None:
    """Put something into the place of a file."""
    path.unlink(missing_ok=True)
    match what:
        case "a pipe":
            os.mkfifo(path)
        case "a link to a device":
            path.symlink_to("/dev/zero")
        case "a folder":
            path.mkdir()
        case "a link that leads nowhere":
            path.symlink_to("nowhere")
        case "a socket":
            os.mknod(path, 0o140600)
        case _:
            with path.open("wb") as file:
                file.truncate(10 * 1024 * MAX_BYTES)


@pytest.fixture
def watched() -> Iterator[None]:
    """Stop what hangs, also without computing, and what takes all memory."""

    def give_up(*_: object) -> None:
        raise TimeoutError

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    handler = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, handler)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_MEBIBYTES * 1024


# ---------------------------------------------------------------- one file


@pytest.mark.parametrize("what", SPECIAL)
def test_only_ordinary_files_are_read(what: str, tmp_path: Path, watched: None) -> None:
    path = tmp_path / "file"
    special(what, path)
    with pytest.raises(OSError, match=r"ordinary|directory|larger|No such"):
        read_ordinary(path)
    if what != "a huge file":
        with pytest.raises(OSError, match=r"ordinary|directory|No such"):
            check_ordinary(path)


def test_a_pipe_that_takes_the_place_of_a_file_meanwhile_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watched: None
) -> None:
    path = tmp_path / "file"
    os.mkfifo(path)
    monkeypatch.setattr("cardwright.source.read_with_size_limit.check_ordinary", lambda _: None)
    with pytest.raises(OSError, match="ordinary"):
        open_ordinary(path)


def test_files_and_links_to_files_are_read_up_to_a_length(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes("grün\r\nrot\r".encode())
    link.symlink_to(path)
    assert read_ordinary(link) == path.read_bytes()
    assert read_text(link) == "grün\nrot\n"
    assert read_ordinary(path, 11) == path.read_bytes()
    with pytest.raises(OSError, match="larger"):
        read_ordinary(path, 10)


# ---------------------------------------------------------------- every command that reads


@pytest.fixture
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of one's own in a folder of its own, from which everything is started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert main(["new", "game", "garden"]) == 0
    return Path("garden")


CARDS = "garden/cards/base/more.yaml"
READS = {
    "validate": (["validate", "garden"], CARDS),
    "validate a file": (["validate", CARDS], CARDS),
    "validate --fix": (["validate", "--fix", "garden"], CARDS),
    "simulate": (["simulate", "garden", "--bots", "random", "--games", "1", "--jobs", "1"], CARDS),
    "play": (["play", "garden", "--human", "none"], CARDS),
    "text": (["text", "garden"], CARDS),
    "fmt": (["fmt", CARDS], CARDS),
    "export": (["export", "garden"], CARDS),
    "test": (["test", "garden/scenarios/more.yaml"], "garden/scenarios/more.yaml"),
    "schema": (["schema", "garden"], "garden/schema/game.schema.json"),
    "compare": (["compare", "ceylon", "drafts", "--games", "1"], "drafts/more.yaml"),
    "replay": (["replay", "in.jsonl"], "in.jsonl"),
    "load": (["play", "--load", "in.jsonl"], "in.jsonl"),
    "import csv": (["import", "in.csv", "garden"], "in.csv"),
    "import xlsx": (["import", "in.xlsx", "garden"], "in.xlsx"),
    "report": (["report", "run.sqlite"], "run.sqlite"),
    "resume": (["simulate", "--resume", "run.sqlite"], "run.sqlite"),
    "run": (["simulate", "garden", "--bots", "random", "--games", "1", "--out", "run.sqlite"], "run.sqlite"),
    "stress": (["stress", "--again", "in.json"], "in.json"),
    "font": (["print", "garden", "--out", "x.pdf", "--font", "x.ttf"], "x.ttf"),
    "game": (["text", "garden/game.yaml"], "garden/game.yaml"),
}


@pytest.mark.parametrize("what", ["a pipe", "a link to a device"])
@pytest.mark.parametrize("command", READS)
def test_no_command_waits_for_what_is_no_file_or_reads_it_to_its_end(
    command: str, what: str, garden: Path, watched: None, capsys: pytest.CaptureFixture[str]
) -> None:
    words, place = READS[command]
    path = Path(place)
    path.parent.mkdir(exist_ok=True)
    if command == "compare":
        path.with_name("cards.yaml").write_text("game: ceylon\nset: base\ncards: [{id: x}]\n", encoding="utf-8")
    special(what, path)
    capsys.readouterr()
    assert main(words) in (1, 2)
    told = capsys.readouterr()
    assert "bug" not in told.err
    assert path.name in told.out + told.err or command == "game"


def test_a_game_with_a_pipe_among_its_cards_says_so_at_its_place(
    garden: Path, watched: None, capsys: pytest.CaptureFixture[str]
) -> None:
    special("a pipe", Path(CARDS))
    assert main(["simulate", "garden", "--bots", "random", "--games", "1", "--jobs", "1"]) == 1
    assert "more.yaml:1:1: error[unreadable-file]: this is not an ordinary file" in capsys.readouterr().err
    special("a huge file", Path(CARDS))
    assert main(["simulate", "garden", "--bots", "random", "--games", "1", "--jobs", "1"]) == 1
    assert "error[file-too-large]" in capsys.readouterr().err


@pytest.mark.parametrize("what", [*SPECIAL, "no UTF-8", "a link to a file"])
def test_a_rules_page_that_cannot_be_read_is_told_at_its_place(
    what: str, garden: Path, watched: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = garden / "rules.md"
    if what == "a link to a file":
        Path("elsewhere.md").write_text("# Elsewhere\n\n{no_such_part}\n", encoding="utf-8")
        page.symlink_to("../elsewhere.md")
        code = "unknown-name-in-rules"
    elif what == "no UTF-8":
        page.write_bytes(b"# Garden\n\n\xff\n")
        code = "not-utf8"
    else:
        special(what, page)
        code = "file-too-large" if what == "a huge file" else "unreadable-file"
    for _ in range(2):  # the second time from the cache, if it was kept
        capsys.readouterr()
        assert main(["validate", "garden"]) == 1
        place = {"unknown-name-in-rules": "3:2", "not-utf8": "3:1"}.get(code, "1:1")
        assert f"garden/rules.md:{place}: error[{code}]" in capsys.readouterr().out
    if code == "unknown-name-in-rules":
        return
    assert main(["rulebook", "garden"]) == 1
    told = capsys.readouterr()
    assert "rules.md" in told.err
    assert "bug" not in told.err
    monkeypatch.setattr("sys.stdin", io.StringIO("rules\nrules price\ncard apple\nquit\n"))
    assert main(["play", "garden"]) == 0
    told = capsys.readouterr()
    assert "rules.md:" in told.out
    assert "bug" not in told.out + told.err


def test_an_editor_is_served_all_the_same(garden: Path, watched: None) -> None:
    for what in ("a pipe", "a link to a device"):
        special(what, Path(CARDS))
        assert Workspace().text(Path(CARDS)) == ""


# ---------------------------------------------------------------- sheets

NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEADINGS = '<row r="1"><c t="inlineStr"><is><t>id</t></is></c><c t="inlineStr"><is><t>name</t></is></c></row>'


def workbook(path: Path, rows: str, before: str = "", head: str = "", **parts: str | bytes) -> None:
    """Write a workbook by hand: rows of XML, something before them or at the head, and more parts by their names."""
    sheet = f'{head}<worksheet xmlns="{NAMESPACE}">{before}<sheetData>{HEADINGS}{rows}</sheetData></worksheet>'
    types = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{KIND}.{kind}+xml"/>'
        for name, kind in (("workbook", "sheet.main"), ("sheet", "worksheet"), *((each, each) for each in parts))
    )
    rels = f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="sheet.xml"/>'
    rels += "".join(f'<Relationship Id="{name}" Type="{OFFICE}/{name}" Target="{name}.xml"/>' for name in parts)
    book = f'<sheets><sheet name="a" sheetId="1" r:id="r1" xmlns:r="{OFFICE}"/></sheets>'
    office = f'<Relationship Id="a" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("[Content_Types].xml", f'<Types xmlns="{PACKAGE}/content-types">{types}</Types>')
        file.writestr("_rels/.rels", f'<Relationships xmlns="{PACKAGE}/relationships">{office}</Relationships>')
        file.writestr("xl/workbook.xml", f'<workbook xmlns="{NAMESPACE}">{book}</workbook>')
        file.writestr(
            "xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{PACKAGE}/relationships">{rels}</Relationships>'
        )
        file.writestr("xl/sheet.xml", sheet)
        for name, content in parts.items():
            file.writestr(f"xl/{name}.xml", content)


def strings(*texts: str) -> str:
    return f'<sst xmlns="{NAMESPACE}">' + "".join(f"<si><t>{text}</t></si>" for text in texts) + "</sst>"


def styles(count: int) -> str:
    return f'<styleSheet xmlns="{NAMESPACE}"><cellXfs>{"<xf/>" * count}</cellXfs></styleSheet>'


LONG = " ".join(f"a{i}='1'" for i in range(400_000))
LAUGHS = "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9))
SHARED = '<row><c t="s"><v>0</v></c></row>'
BOOKS: dict[str, tuple[Callable[[Path], None], str]] = {
    "wide rows": (lambda p: workbook(p, '<row><c r="XFD2"><v>1</v></c></row>' * 6000), "500 columns"),
    "a far row": (lambda p: workbook(p, '<row r="99999999999"><c><v>1</v></c></row>'), "empty rows"),
    "many rows": (lambda p: workbook(p, "<row><c><v>1</v></c></row>" * 21_000), "20,000 rows"),
    "many empty rows": (lambda p: workbook(p, "<row/>" * 110_000), "empty rows"),
    "many cells in a row": (lambda p: workbook(p, f"<row>{'<c/>' * 1_000_000}</row>"), "16,384 cells"),
    "many cells": (lambda p: workbook(p, f"<row>{'<c/>' * 16_000}</row>" * 70), "elements"),
    "a text many times": (lambda p: workbook(p, SHARED * 9000, sharedStrings=strings("x" * 1_000_000)), "characters"),
    "many styles": (lambda p: workbook(p, "", styles=styles(1_000_000)), "elements"),
    "laughs": (lambda p: workbook(p, "<row><c>&j;</c></row>", head=f"<!DOCTYPE a [{LAUGHS}]>"), "type of document"),
    "much to unpack": (lambda p: workbook(p, "", media=b"\0" * 70 * 2**20), "unpacked"),
    "a long tag": (
        lambda p: workbook(p, "<row " + " ".join(f"a{i}='1'" for i in range(400_000)) + "/>"),
        "in one place",
    ),
    "no zip": (lambda p: write_whole(p, b"PK\3\4 no zip"), "no workbook"),
    "no XML": (lambda p: workbook(p, "<row><c></row>"), "no workbook"),
    "a text that is not there": (lambda p: workbook(p, SHARED), "no workbook"),
}


@pytest.mark.one_of
@pytest.mark.parametrize("what", BOOKS)
def test_workbooks_that_grow_without_end_or_are_broken_are_refused(what: str, tmp_path: Path, watched: None) -> None:
    path = tmp_path / "in.xlsx"
    make, told = BOOKS[what]
    make(path)
    assert path.stat().st_size < MAX_BYTES
    with pytest.raises(FindingError, match=told):
        read_sheet(path)


def test_a_size_that_a_workbook_claims_is_not_believed(tmp_path: Path, watched: None) -> None:
    path = tmp_path / "in.xlsx"
    row = '<row r="2"><c t="inlineStr"><is><t>a</t></is></c><c t="s"><v>1</v></c><c r="XFD2" s="0"/></row>'
    workbook(path, row, '<dimension ref="A1:XFD1048576"/>', sharedStrings=strings("x", "b"))
    assert read_sheet(path).rows == ((2, ("a", "b")),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("id,name\n" + "," * 3_000_000, "cells"),
        ("id,name\n" + "a," * 600, "500 columns"),
        ("id,name\n" + "a,b\n" * 21_000, "20,000 rows"),
        ("id,name\n" + "\n" * 110_000, "empty rows"),
        ('id,name\na,"' + "z" * 200_000 + '"', "no"),
    ],
    ids=lambda each: each[:10],
)
def test_tables_that_grow_without_end_are_refused(text: str, told: str, tmp_path: Path, watched: None) -> None:
    path = tmp_path / "in.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FindingError, match=told):
        read_sheet(path)


def test_a_sheet_that_takes_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "in.csv"
    path.write_text("id,name\n" + "a,b\n" * 19_000, encoding="utf-8")
    monkeypatch.setattr("cardwright_tools.sheets.sheet_files.SECONDS", 0.001)
    with pytest.raises(FindingError, match="takes longer"):
        read_sheet(path)


@pytest.mark.parametrize("what", SPECIAL)
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_sheet_is_an_ordinary_file(what: str, kind: str, tmp_path: Path, watched: None) -> None:
    path = tmp_path / f"in.{kind}"
    special(what, path)
    with pytest.raises(UsageError, match="cannot be read"):
        read_sheet(path)


# ---------------------------------------------------------------- formulas

CELLS = st.text(st.sampled_from("=+-@'\t1.a ＝,\"\n;"), max_size=6) | st.text(max_size=5)


@pytest.mark.long
@examples(200)
@given(st.lists(CELLS, min_size=2, max_size=2))
def test_no_cell_of_a_table_is_a_formula_and_all_come_back(cells: list[str]) -> None:
    from cardwright_tools.sheets.sheet_files import _escape_formula, _unescape_formula

    for cell in cells:
        shown = _escape_formula(cell)
        assert _unescape_formula(shown) == cell
        if shown[:1] in tuple("=+-@\t\r\n＝＋－＠"):
            float(shown)


def test_a_table_is_guarded_where_a_spreadsheet_would_compute(tmp_path: Path) -> None:
    names = ["=HYPERLINK(1)", "+1+1", "-2+3", "@SUM(1)", "'=1", "-5", "plain", "＝1"]
    text = write_csv([{"id": f"c{n}", "name": name} for n, name in enumerate(names)], ["id", "name"])
    written = [line.partition(",")[2] for line in text.splitlines()[1:]]
    assert written == ["'=HYPERLINK(1)", "'+1+1", "'-2+3", "'@SUM(1)", "''=1", "-5", "plain", "'＝1"]
    path = tmp_path / "in.csv"
    path.write_text(text, encoding="utf-8-sig")
    assert [row[1] for _, row in read_sheet(path).rows] == names


def test_cards_with_names_like_formulas_go_out_and_come_back(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = garden / "cards" / "base" / "cards.yaml"
    text = place.read_text(encoding="utf-8").replace("id: apple\n", 'id: apple\n    name: "=1+1"\n')
    place.write_text(text.replace("id: melon\n", 'id: melon\n    name: "\'-a"\n'), encoding="utf-8")
    for out in ("out.csv", "out.xlsx"):
        assert main(["export", "garden", "--out", out]) == 0
        assert main(["import", out, "garden"]) == 0
        assert "0 changed, 0 new" in capsys.readouterr().err
    assert "'=1+1" in Path("out.csv").read_text(encoding="utf-8")


# ---------------------------------------------------------------- nothing is read elsewhere

# Modules that read files of Cardwright's own.
OWN = (
    "syntax/keywords",
    "authoring/explain",
    "authoring/new",
    "maintenance/generate",
    "maintenance/diagnostics_page",
    "maintenance/language_reference",
    "maintenance/doc_quotes",
    "maintenance/module_map",
    "native/c_compiler",
    "native/compiled_game",
    "source/diagnostic_codes",
    "runs/untrusted_run_file",
    "reference/load_constructs",
    "reports/html",
    # fonts and templates of packages, which come with the installation
    "printing/fonts",
    "printing/typst",
    "printing/gallery",
    "faces/font_metrics",
)
# `outlets` opens what it was given as a number: the standard streams.
READERS = (
    "source/read_with_size_limit",
    "source/atomic_write",
    # opens os.devnull, to write
    "web/server",
    # begins new files that it is no reader of
    "source/atomic_write",
    "source/trusted_disk_cache",
    "records/record_file",
    "sheets/workbook_limits",
    "cli/non_raising_streams",
    # begins the output of a program that it measures
    "maintenance/large_collection_benchmark",
    # looks at how a file begins that something would be written over
    "cli/output_paths",
)


@pytest.mark.long
def test_nothing_is_read_but_by_the_module_that_looks_first() -> None:
    found = []
    for path, nodes in source_trees().items():
        for node in nodes:
            if isinstance(node, ast.Call) and room_and_module(path) not in (*OWN, *READERS) and (name := _reads(node)):
                found.append(f"{path.name}:{node.lineno}: {name}")
    assert found == []


def _reads(call: ast.Call) -> str | None:
    match call.func:
        case ast.Name("open"):
            return "open"
        case ast.Attribute(ast.Name("os"), "open") if "devnull" in ast.unparse(call):
            return None
        case ast.Attribute(ast.Name("webbrowser"), "open"):
            return None
        case ast.Attribute(ast.Name("Image"), "open") if "io.BytesIO" in ast.unparse(call):
            return None
        case ast.Attribute(_, "read_bytes" | "read_text" | "open" | "fdopen" | "extractall" as name):
            return name if "unsaved" not in ast.unparse(call) else None
    return None
