"""Figures in columns: whole, and no wider than the terminal."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cardwright_tools.benchmarks.edit_latency import EditSpeed
from cardwright_tools.benchmarks.edit_latency import format_latencies as edits_in_words
from cardwright_tools.benchmarks.engine_throughput import EngineSpeed
from cardwright_tools.benchmarks.engine_throughput import format_speeds as engines_in_words
from cardwright_tools.cli.standard_output import lay_out_columns, measure_width
from cardwright_tools.commands.laboratory.ladder import Ladder, Rung
from cardwright_tools.commands.laboratory.ladder import format_ladder as ladder_in_words

HEADS = ("WHO", "GAMES", "SHARE", "WHAT IT IS")
ROWS = [("first", "12,345", "50.0%", "one"), ("the second of them", "1", "7.1%", "another")]
RUNG = Rung("mcts:100", "greedy", 100, 62.5, 0.625, 0.527, 0.713, 0.5, True, 21.4, 18.9, 5000, 31.0)
LADDER = Ladder("import_export", ("base",), 2, 50, 0, "0", 61.7, [RUNG, RUNG], [], "python", "")
SECONDS = {"python": 0.31, "auto": 0.52, "native": 2.75}
RATIOS = {"auto": (1.0, 0.9, 1.1), "native": (8.12, 7.01, 9.95)}
EDITS = EditSpeed("import_export", 3, "greedy", 0.21, 0.14, SECONDS, RATIOS)
ENGINES = EngineSpeed(
    "import_export", ("base",), 3, "mcts:200", "simulations", 1234, 98765.0, 80.0, 70.1, 92.5, 9.3, {2: 1.82}, 1.94
)


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(
        "cardwright_tools.cli.standard_output.sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True))
    )


@pytest.mark.parametrize("width", range(24, 60))
def test_every_figure_is_told_whole_within_the_width(width: int) -> None:
    lines = lay_out_columns(HEADS, ROWS, ("WHO", "WHAT IT IS"), width)
    assert max(map(len, lines)) <= width
    shown = "\n".join(lines)
    for row in ROWS:
        for cell in row:
            assert cell in shown


def test_with_room_each_row_is_a_line() -> None:
    assert lay_out_columns(HEADS, ROWS, ("WHO", "WHAT IT IS"), 80) == [
        "WHO                  GAMES  SHARE  WHAT IT IS",
        "first               12,345  50.0%  one",
        "the second of them       1   7.1%  another",
    ]
    assert lay_out_columns(HEADS, ROWS[:1], ("WHO", "WHAT IT IS"), 22) == [
        "WHO     GAMES  SHARE",
        "first  12,345  50.0%",
        "    what it is one",
    ]


def test_tables_fit_into_80_columns(narrow: None) -> None:
    assert measure_width() == 80
    ladder = ladder_in_words(LADDER).split("\n")
    assert "mcts:100 over greedy" in ladder[3]
    tables = [ladder, edits_in_words([EDITS]), engines_in_words([ENGINES])]
    for lines in tables:
        assert max(map(len, lines)) <= 80
        assert len(lines) > 2
