"""Recorded games lead to where they led when they were recorded; `record.py` records them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright_tools.table.playback import play_back
from cardwright_tools.table.records import read_record

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*.jsonl"))
ANEW = "if the rules were meant to change, run: python -m tests.playthroughs.record GAME"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_leads_where_it_led(path: Path) -> None:
    record = read_record(path)
    assert record.answers
    assert record.digest is not None
    game = load_game(record.header.game, record.header.sets)
    state, divergence = play_back(game, record)
    assert divergence is None, f"answer {divergence.number}: {divergence.problem}; {ANEW}"
    assert state.digest(record.header.digests) == record.digest
    assert state.finished


def test_every_number_of_players_is_recorded() -> None:
    recorded = {path.stem for path in RECORDS}
    for word in {stem.rpartition("-")[0] for stem in recorded} | {"ceylon"}:
        game = load_game(word)
        assert {f"{word}-{players}" for players in range(max(1, game.min_players), game.max_players + 1)} <= recorded
