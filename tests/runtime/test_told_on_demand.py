"""Sentences about a game are made for those who read them: bots that play thousands of games never wait for any."""

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.bots import make_bot
from cardwright.compiler import compile_game
from cardwright.compiler.english_for_displays import describe_powers
from cardwright.game.loading import find_checked_game
from cardwright.state_slots_and_table_rows import PurposeRow

GAMES = ["cargo_hold", "bush_pilots"]


@pytest.mark.parametrize("name", GAMES)
def test_bots_play_without_a_sentence(name: str) -> None:
    game = load_game(name)
    state, bot = game.new(game.min_players, 3, tracked=False), make_bot("greedy", 3)
    for _ in range(30):
        state.apply(bot.choose(state))
    tables = game.program(game.min_players).tables
    assert "sentences" not in vars(tables)
    assert "texts" not in vars(tables)
    assert tables.texts == describe_powers(find_checked_game(game))["texts"]
    assert "sentences" not in vars(tables)
    assert tables.sentences.purposes


def test_texts_of_cards_need_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    monkeypatch.setattr(compile_game, "lower_game", None)
    assert any(card.text for card in load_game("bush_pilots").card_texts())


def test_they_are_told_alike_with_and_without_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    first, again = (load_game("cargo_hold").program(3).tables for _ in range(2))
    assert first.sentences == again.sentences
    assert any(each.then for each in again.sentences.purposes.values())


def test_nothing_is_told_of_a_question_that_no_author_wrote() -> None:
    tables = load_game("bush_pilots").program(2).tables
    own = len(tables.sentences.purposes)
    assert own < len(tables.sites)
    assert tables.purpose(len(tables.sites) - 1) == PurposeRow()
