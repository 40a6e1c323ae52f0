"""What came from files steers no terminal: one door to stdout and stderr, one console, and nothing beside them."""

from __future__ import annotations

import ast
import io
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ANSI_COLOR_NAMES
from rich.table import Table
from rich.text import Text
from tests.properties.engine_games import examples
from tests.runs import rewritten
from tests.source_trees import room_and_module, source_trees
from tests.tools.terminal.test_reload import CARDS, GAME

from cardwright.game import loading
from cardwright.presentation.look import Look
from cardwright.source.diagnostics import CODES, Diagnostic, DiagnosticNote
from cardwright.source.diagnostics_for_people import render_text
from cardwright.source.positions import SourceFile, Span
from cardwright.source.visible_control_characters import (
    SHOWN,
    STEERING,
    escape_all_but_styles,
    escape_controls,
    escape_line,
    format_json,
)
from cardwright_tools.cli.errors import FindingError, UsageError, report_bug
from cardwright_tools.cli.main import main
from cardwright_tools.cli.rich_console import OneConsole
from cardwright_tools.cli.standard_output import print_json, print_lines, print_note, print_unchanged
from cardwright_tools.rich_styles_of_look import check_colours, choose_styles
from cardwright_tools.terminal import terminal_io as play_terminal
from cardwright_tools.terminal.terminal_io import Terminal

STEERS = re.compile(f"[{STEERING}]")
MARKUP = "[red]r[/red][link=http://e.vil]l[/link]:smile:"
CONTROLS = "\x1b]52;c;QQ==\x07\x1bPq\x1b\\\x1b]8;;http://e.vil\x07\x9b31m\x90\x9d\r\x08\x7f\x00\u202e\u2066\u2028"
HOSTILE = f"A{CONTROLS}B{MARKUP}"
# What stands in files in its place: a file with such characters is to be refused, and this is about what gets past.
MARK = "Qzx"


# ---------------------------------------------------------------- the characters


@examples(100)
@given(st.text(st.characters(categories=None)))
def test_what_is_visible_steers_nothing_and_json_reads_back(text: str) -> None:
    assert not STEERS.search(escape_controls(text))
    assert len(escape_controls(text)) == len(text)
    assert escape_controls(escape_controls(text)) == escape_controls(text)
    assert not STEERS.search(re.sub(r"\x1b\[[0-9;]*m", "", escape_all_but_styles(text)))
    assert not set("\n\t") & set(escape_line(text))
    assert not STEERS.search(format_json({text: [text]}))
    assert json.loads(format_json({text: [text]})) == {text: [text]}


def test_what_scripts_need_stays() -> None:
    kept = "naïve\ttab\nline \u05e9\u05dc\u200e \u200f\u0646\u200c\u200d \ufdfd \u2009thin \xad soft"
    assert escape_controls(kept) == kept


@pytest.mark.parametrize(
    "sign", ["\x00", "\x07", "\x1b", "\r", "\x7f", "\x85", "\x9b", "\x9d", "\u202e", "\u2067", "\ud800"]
)
def test_every_kind_of_control_has_a_sign(sign: str) -> None:
    assert escape_controls(f"a{sign}b") == f"a{SHOWN}b"


# ---------------------------------------------------------------- the doors


def test_what_is_said_and_remarked_is_visible(capsys: pytest.CaptureFixture[str]) -> None:
    print_lines(HOSTILE)
    print_lines(f"\x1b[1m{escape_controls(HOSTILE)}\x1b[0m", styled=True)
    print_json({"name": HOSTILE})
    print_note(HOSTILE)
    shown = capsys.readouterr()
    assert not STEERS.search(shown.out.replace("\x1b[1m", "").replace("\x1b[0m", "") + shown.err)
    assert MARKUP in shown.err
    assert "\x1b[1mA" in shown.out
    with pytest.raises(FindingError, match="line 2"):
        print_unchanged(f"fine\n{HOSTILE}\n")
    assert capsys.readouterr().out == ""


def test_a_console_draws_text_as_text() -> None:
    table = Table(title=HOSTILE)
    table.add_column(HOSTILE)
    table.add_row(HOSTILE)
    table.add_row(Text(HOSTILE, "red"))
    out = io.StringIO()
    console = OneConsole(file=out, width=200, force_terminal=True, color_system="truecolor")
    console.print(table)
    console.print(HOSTILE)
    console.print(Text(HOSTILE), soft_wrap=True)
    console.rule(HOSTILE)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())
    assert not STEERS.search(shown)
    assert shown.count(MARKUP) == 7


def test_a_terminal_reads_and_writes_through_it(monkeypatch: pytest.MonkeyPatch) -> None:
    prompts: list[str] = []
    completed: list[str] = []

    def asked(prompt: str) -> str:
        prompts.append(prompt)
        return ""

    monkeypatch.setattr("builtins.input", asked)
    monkeypatch.setattr(play_terminal, "_complete", completed.extend)
    out = io.StringIO()
    terminal = Terminal(OneConsole(file=out, width=500))
    terminal.interactive = True
    terminal.read(f"{HOSTILE}> ")
    terminal.expect([HOSTILE])
    terminal.write(HOSTILE)
    terminal.show(Text(HOSTILE), HOSTILE)
    shown = out.getvalue() + prompts[0] + completed[0]
    assert not STEERS.search(shown)
    assert shown.count(MARKUP) == 5


def test_diagnostics_are_coloured_by_us_alone(tmp_path: Path) -> None:
    text = f"{HOSTILE}\x1b[8m"
    place = Span(text, 1, 1, 1, 3)
    found = Diagnostic(next(iter(CODES)), text, place, text, notes=(DiagnosticNote(text, place), DiagnosticNote(text)))
    for color in (False, True):
        shown = render_text([found], {text: SourceFile(text, text)}, color)
        ours = re.sub(r"\x1b\[(0|1|34|36|1;31|1;33)m", "", shown)
        assert not STEERS.search(ours)


def test_the_file_about_a_bug_can_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDWRIGHT_DEBUG", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    report_bug(ValueError(HOSTILE))
    [file] = tmp_path.iterdir()
    written = file.read_bytes().decode("utf-8")
    assert MARKUP in written
    assert not STEERS.search(written)


def test_a_look_gives_colours_and_nothing_else() -> None:
    told = {
        "tea": "bold #ffaa00",
        "silk": "green",
        "wool": "dim",
        "a": "link http://e.vil",
        "b": "red conceal",
        "c": "",
    }
    look = Look({"colors": told})
    assert list(choose_styles(look)) == ["tea", "silk", "wool"]
    assert len(check_colours(look)) == 3
    assert all(style.link is None and not style.conceal for style in choose_styles(look).values())


# ---------------------------------------------------------------- whole commands


def hostile(value: Any) -> Any:
    """The value with the mark in every text replaced by a hostile one, but for generated code."""
    if isinstance(value, str):
        return value.replace(MARK, HOSTILE)
    if isinstance(value, dict):
        return {hostile(key): each if key in ("plain", "tracked") else hostile(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(hostile(each) for each in value)
    return value


@pytest.fixture
def stall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game whose every title and name has got past all that reads files."""
    folder = tmp_path / "stall"
    (folder / "cards" / "base").mkdir(parents=True)
    game = GAME.replace("title: Stall", f"title: {MARK}")
    game = game.replace("heap: {of: cards, see: everyone}", f"heap: {{of: cards, see: everyone, title: {MARK}}}")
    game = game.replace("{coins: number}", f"{{coins: {{is: number, title: {MARK}}}}}").replace('"sell"', f'"{MARK}"')
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    cards = "".join(
        f"  - {{id: {id_}, name: {MARK} {id_}, copies: 4, worth: {worth}, note: {MARK}, reminder: {MARK}}}\n"
        for worth, id_ in enumerate(("apple", "bread", "cheese"))
    )
    (folder / "cards" / "base" / "cards.yaml").write_text(CARDS.partition("  -")[0] + cards, encoding="utf-8")
    program, check = loading._load_program, loading._check_game
    monkeypatch.setattr(loading, "_load_program", lambda *words: hostile(program(*words)))
    monkeypatch.setattr(loading, "_check_game", lambda *words: hostile(check(*words)))
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return folder


LINES = [
    "table",
    "news",
    "log",
    "card Qzx",
    "card apple",
    "why final_score(P1)",
    "help",
    "1",
    "1",
    "save x.jsonl",
    "quit",
]


@pytest.mark.parametrize(
    "words",
    [
        ["text", "stall"],
        ["text", "stall", "no such card"],
        ["play", "stall", "--human", "all", "--new"],
        ["play", "stall", "--human", "1", "--bot", "2=random", "--new"],
        ["play", "stall", "--human", "all", "--new", "--plain"],
        ["simulate", "stall", "--bots", "random", "--games", "2", "--jobs", "1"],
        ["simulate", "stall", "--bots", "random", "--games", "2", "--jobs", "1", "--json"],
        ["export", "stall", "--texts"],
        ["validate", HOSTILE.replace("\x00", "").replace("/", "")],
        ["no such command " + HOSTILE],
        ["text", "stall", "--" + HOSTILE],
    ],
    ids=lambda words: " ".join(words[:1] + words[2:])[:30],
)
def test_no_command_lets_a_text_of_a_game_through(
    words: list[str], stall: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(LINES * 3)))
    assert main(words) != 3
    shown = capsys.readouterr()
    assert not STEERS.search(shown.out + shown.err), repr(shown.out + shown.err)
    if (
        words[0] in ("text", "play")
        and len(words) > 2
        and words[2] != "no such card"
        and not words[2].startswith("--A")
    ):
        assert "[red]r[/red]" in shown.out


def test_a_tampered_record_steers_nothing(
    stall: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nsave x.jsonl\nquit\n"))
    main(["play", "stall", "--human", "all", "--new"])
    header, *answers = (json.loads(line) for line in (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines())
    capsys.readouterr()
    for number, changed in enumerate(
        [
            [{**header, "content": HOSTILE}, *answers],
            [{**header, "game": HOSTILE, "folder": HOSTILE}, *answers],
            [{**header, "sets": [HOSTILE]}, *answers],
            [{**header, "cardwright": HOSTILE}, *answers],
            [header, {**answers[0], "key": f"{HOSTILE}\nwell"}],
            [header, {**answers[0], "a": 99, "key": f"{HOSTILE}\nwell"}],
        ]
    ):
        path = tmp_path / f"{number}.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in changed), encoding="utf-8")
        for words in (["replay", str(path)], ["play", "--load", str(path)]):
            monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
            main(words)
            shown = capsys.readouterr()
            assert not STEERS.search(shown.out + shown.err), repr(shown.out + shown.err)
            assert "\nwell" not in shown.out + shown.err


def test_a_tampered_run_steers_nothing(stall: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run.sqlite"
    assert main(["simulate", "stall", "--bots", "random", "--games", "30", "--jobs", "1", "--out", str(run)]) == 0
    hostile = f"CAST(x'{HOSTILE.encode().hex()}' AS TEXT)"
    rewritten(
        run,
        f"UPDATE definition SET name = {hostile} || id",
        f"UPDATE game SET ended = {hostile} || ended",
        f"INSERT INTO game VALUES (30, 1, 1, 1, 0.1, {hostile}, {hostile}{', NULL' * 6})",
        f"UPDATE run SET value = json_quote({hostile}) WHERE key = 'title'",
    )
    capsys.readouterr()
    for more in (["--cards"], ["--json"]):
        assert main(["report", str(run), *more]) == 0
        shown = capsys.readouterr()
        assert not STEERS.search(shown.out + shown.err), repr(shown.out + shown.err)
        assert "[red]r[/red]" in shown.out


def test_errors_that_quote_steer_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from cardwright_tools.commands.playing import games

    for error in (UsageError(HOSTILE), FindingError(HOSTILE), ValueError(HOSTILE)):
        for debug in ("0", "1"):
            monkeypatch.setenv("CARDWRIGHT_DEBUG", debug)
            monkeypatch.setattr(games, "run", lambda _, error=error: (_ for _ in ()).throw(error))
            main(["games"])
            assert not STEERS.search(capsys.readouterr().err)


# ---------------------------------------------------------------- nothing beside the doors

# What may not be used, and the modules that are the doors.
DOORS = {
    "print": {"cli/standard_output"},
    "input": {"terminal/terminal_io"},
    "Console": {"cli/rich_console"},
    "OneConsole": {"cli/standard_output", "maintenance/readme_picture", "terminal/terminal_io"},
    "from_markup": set(),
    "from_ansi": set(),
    "write": {"cli/standard_output", "terminal/terminal_io"},  # of stdout and stderr, and of a console's file
    "writelines": set(),
}


def test_nothing_is_printed_beside_the_doors() -> None:
    """No module of the tools prints, draws or asks but through the doors; the library prints not at all."""
    found = []
    for path, nodes in source_trees().items():
        for node in nodes:
            if isinstance(node, ast.Call) and (name := _forbidden(node)) and room_and_module(path) not in DOORS[name]:
                found.append(f"{path.name}:{node.lineno}: {name}")
    assert found == []


def _forbidden(call: ast.Call) -> str | None:
    match call.func:
        case ast.Name(name) if name in DOORS and name not in ("write", "writelines"):
            return name
        case ast.Attribute(_, "from_markup" | "from_ansi" as name):
            return name
        case ast.Attribute(
            ast.Attribute(_, "stdout" | "stderr" | "__stdout__" | "__stderr__" | "file"), "write" as name
        ):
            return name
        case ast.Attribute(ast.Attribute(_, "stdout" | "stderr"), "writelines" as name):
            return name
        case ast.Attribute(ast.Attribute(ast.Name("sys"), "stdout" | "stderr"), "buffer"):
            return "write"
    return None


# Words and numbers of ours, and what was quoted before.
TYPED = {
    "code",
    "what",
    "GAME",
    "sets",
    "shown",
    "facts.plan.games",
    "table.players",
    "table.seed",
    "place.name",
    "note.at",
    "word",  # of letters and digits only
}


def test_commands_that_are_shown_to_be_typed_quote_what_they_name() -> None:
    """A folder can be called anything, `; rm -rf ~` among it."""
    found = []
    for path, nodes in source_trees().items():
        for node in nodes:
            if isinstance(node, ast.JoinedStr):
                parts = [ast.unparse(p.value) if isinstance(p, ast.FormattedValue) else None for p in node.values]
                said = "".join("{}" if part else str(v.value) for part, v in zip(parts, node.values, strict=True))  # type: ignore[attr-defined]
                named = [part for part in parts if part]
                for match in re.finditer(r"cardwright [a-z]+ [^`\n]*", said):
                    first = said[: match.start()].count("{}")
                    for part in named[first : first + match[0].count("{}")]:
                        if part not in TYPED and not part.startswith(("as_typed(", "shlex.quote(")):
                            found.append(f"{path.name}: {part}")
    assert found == []


def test_the_names_of_colours_are_those_of_the_terminal() -> None:
    names = files("cardwright") / "declarations" / "schema" / "color_names.txt"
    assert set(names.read_text(encoding="utf-8").split()) == set(ANSI_COLOR_NAMES)
