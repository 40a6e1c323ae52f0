"""Recorded games lead to where they led when they were recorded; `record.py` records them anew."""

from __future__ import annotations

import pytest
from tests.playthroughs.recorded import GAMES, Playthrough, followed, game_of, read
from tests.playthroughs.stories import file_of, story

ANEW = "if the rules were meant to change, run: python -m tests.playthroughs.record GAME"


@pytest.mark.one_of(8)
@pytest.mark.parametrize("recorded", read(), ids=lambda each: f"{each.game.rpartition('/')[2]}-{each.players}")
def test_a_recorded_game_leads_where_it_led(recorded: Playthrough) -> None:
    game = game_of(recorded.game, recorded.sets)
    answers = [int(answer) for answer in recorded.answers.split()]
    now = followed(recorded.game, game, recorded.players, recorded.seed, answers)
    parted = [n for n, (a, b) in enumerate(zip(recorded.digests.split(), now.digests.split(), strict=True)) if a != b]
    assert not parted, f"after answer {parted[0] * 50} or later another game is played; {ANEW}"
    assert now == recorded, ANEW


@pytest.mark.parametrize("word", GAMES)
def test_the_first_turns_read_as_they_did(word: str) -> None:
    assert story(word) == file_of(word).read_text(encoding="utf-8"), ANEW


def test_every_game_is_recorded() -> None:
    assert {each.game for each in read()} == {*GAMES}
    assert sum(each.finished for each in read()) >= len(GAMES)
