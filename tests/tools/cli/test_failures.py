"""How the command line fails: no traceback, an exit code that says whose fault it was."""

import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.source.diagnostics import CODES, CardwrightError, Diagnostic
from cardwright.source.positions import Span
from cardwright_tools.cli.errors import FindingError, UsageError
from cardwright_tools.cli.main import main
from cardwright_tools.commands.playing import games

Fails = Callable[[BaseException], None]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Fails:
    """Make `cardwright games` end in a given exception."""

    def install(error: BaseException) -> None:
        def run(_: Namespace) -> int:
            raise error

        monkeypatch.setattr(games, "run", run)

    return install


def test_a_bug_is_ours_and_its_details_are_in_a_file(
    failing: Fails, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CARDWRIGHT_DEBUG", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    failing(ZeroDivisionError("by nought"))
    assert main(["games"]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "bug in Cardwright" in captured.err
    assert "Traceback" not in captured.err
    [details] = tmp_path.iterdir()
    assert str(details) in captured.err
    assert "ZeroDivisionError: by nought" in details.read_text(encoding="utf-8")


def test_debugging_shows_the_traceback(
    failing: Fails, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDWRIGHT_DEBUG", "1")
    failing(ZeroDivisionError("by nought"))
    assert main(["games"]) == 3
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "code"), [(UsageError("no such thing"), 2), (FindingError("not in order"), 1), (KeyboardInterrupt(), 130)]
)
def test_expected_failures_have_their_codes(
    failing: Fails, error: BaseException, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(error)
    assert main(["games"]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert str(error) in captured.err


def test_mistakes_in_files_are_shown_where_they_are(
    failing: Fails, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text("- id: soap\n- id: soup\n", encoding="utf-8")
    code = next(iter(CODES))
    failing(CardwrightError([Diagnostic(code, "this is not soap", Span(str(path), 2, 7, 2, 11), "here")]))
    assert main(["games"]) == 1
    shown = capsys.readouterr().err
    assert f"{path}:2:7: error[{code}]: this is not soap" in shown
    assert "- id: soup" in shown


def test_a_reader_that_has_gone_is_no_failure() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = subprocess.run(
            [sys.executable, "-m", "cardwright_tools.cli.main", "--help"],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (0, "")
