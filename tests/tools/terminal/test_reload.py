"""Editing a game while it is played: the same answers under the new text, up to where they no longer fit."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tools.terminal.scripted import Scripted

from cardwright import load_game
from cardwright.records.play_back import play_back
from cardwright.records.record_file import read_record
from cardwright_tools.session.reload import reload_session
from cardwright_tools.session.session import Session
from cardwright_tools.terminal.controller import TerminalSession
from cardwright_tools.terminal.terminal_io import LeaveError

GAME = """\
game: stall
title: Stall
players: 2
active: active
turn: turn
kinds:
  card: {attributes: {worth: number}, interchangeable: yes}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    heap: {of: cards, see: everyone}
  player:
    hand: {of: cards, see: owner}
memory:
  table: {active: player}
  player: {coins: number}
library: |
  rule final_score(player) "the coins of {player}": player.coins
  rule pay(card) "the pay for {card}": card.worth
  step setup:
    for each p in players: move(top(deck, 6), to: p.hand)
  step play:
    repeat 4 times:
      turn
      active = next(active)
  step turn: active sell
  verb sell "sell":
    choose card from you.hand: take(card)
  verb take(card) "take {card} to market":
    you.coins += pay(card)
    move(card, to: heap)
"""
CARDS = """\
game: stall
set: base
cards:
  - {id: apple, copies: 4, worth: 1}
  - {id: bread, copies: 4, worth: 2}
  - {id: cheese, copies: 4, worth: 3}
"""


@pytest.fixture(name="place")
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for path, text in ((tmp_path / "games/stall/game.yaml", GAME), (tmp_path / "cards/stall/base/cards.yaml", CARDS)):
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "games" / "stall"


def edit(place: Path, old: str, new: str) -> None:
    for path in (place / "game.yaml", place.parent.parent / "cards/stall/base/cards.yaml"):
        text = path.read_text(encoding="utf-8")
        if old in text:
            path.write_text(text.replace(old, new), encoding="utf-8")
            return
    raise AssertionError(old)


class Editor(Scripted):
    """A terminal at which somebody now and then edits a file between two lines."""

    def __init__(self, *lines: str | Callable[[], None]):
        super().__init__(width=100)
        self.todo = list(lines)

    def read(self, prompt: str) -> str | None:
        while self.todo and callable(self.todo[0]):
            self.todo.pop(0)()  # type: ignore[operator]
        line = self.todo.pop(0) if self.todo else None
        return line if line is None or isinstance(line, str) else None


def sat(place: Path, *lines: str | Callable[[], None], humans: tuple[int, ...] = (0, 1)) -> tuple[TerminalSession, str]:
    return sat_with(Session(load_game(place), 2, 1), place, *lines, humans=humans)


def sat_with(
    session: Session, place: Path, *lines: str | Callable[[], None], humans: tuple[int, ...] = (0, 1)
) -> tuple[TerminalSession, str]:
    terminal = Editor(*lines)
    sitting = TerminalSession(session, frozenset(humans), {1: "random"}, terminal, str(place))
    try:
        sitting.play()
    except LeaveError:
        pass
    finally:
        sitting.session.close()
    return sitting, re.sub(r"\s+", " ", terminal.shown)


def test_a_changed_card_counts_at_once_and_the_answers_stay(place: Path) -> None:
    sitting, shown = sat(place, "cheese", lambda: edit(place, "worth: 3", "worth: 9"), "reload")
    assert "Reloaded, changed: Cheese." in shown
    assert "Parted" not in shown
    assert len(sitting.session.steps) == 1
    assert sitting.session.state.scores == [9, 0]


def test_an_edit_is_noticed_at_the_next_prompt(place: Path) -> None:
    _, shown = sat(place, "1", lambda: edit(place, "copies: 4, worth: 2", "copies: 5, worth: 2"), "log", "quit")
    assert "Reloaded, changed: Bread." in shown


def test_what_is_typed_before_an_edit_was_noticed_is_done_under_the_new_text(place: Path) -> None:
    sitting, shown = sat(
        place, lambda: edit(place, "id: apple, copies: 4, worth: 1", "id: apple, worth: 17"), "card apple"
    )
    assert shown.index("Reloaded, changed: Apple") < shown.index("worth 17")
    assert sitting.session.steps == []


def test_an_answer_typed_before_an_edit_was_noticed_counts_for_the_same_question_only(place: Path) -> None:
    same, _ = sat(place, lambda: edit(place, "worth: 1", "worth: 5"), "1")
    assert len(same.session.steps) == 1
    other, shown = sat(place, lambda: edit(place, "id: bread", "id: brown_bread"), "1")
    assert other.session.steps == []
    assert "Your last input was not carried out, because the question has changed." in shown


def test_what_is_new_and_gone_is_told(place: Path) -> None:
    def replace_card() -> None:
        edit(place, "id: cheese", "id: honey")

    _, shown = sat(place, replace_card, "reload")
    assert "Reloaded, new: Honey; gone: Cheese." in shown


def test_rules_count_too(place: Path) -> None:
    sitting, shown = sat(place, "1", lambda: edit(place, ": card.worth", ": card.worth + 100"), "reload")
    assert "changed: the rules" in shown
    assert max(sitting.session.state.scores) > 100


def test_an_answer_no_longer_offered_parts_the_game_and_says_where(place: Path) -> None:
    def rename() -> None:
        edit(place, "id: apple", "id: pear")

    sitting, shown = sat(place, "cheese", "apple", "cheese", rename, "reload")
    assert [answer.key for answer in sitting.session.answers] == ["cheese"]
    assert "The match diverges in turn 2 at the answer `Apple` of P2 to “Choose a card from your hand”" in shown
    assert "this option does not exist any more. 2 answers were left out. Now: P2, " in shown
    assert "Bread, Pear." in shown or "Pear, Bread." in shown


def test_nothing_of_another_players_hand_is_told(place: Path) -> None:
    session = Session(load_game(place), 2, 1, recorded=False)
    for key in ("cheese", "apple"):
        decision = session.state.decision
        assert decision is not None
        session.answer([option.key for option in decision.options].index(key), True)
    edit(place, "id: apple", "id: pear")
    for people, told in (({0}, False), ({0, 1}, True)):
        found = reload_session(session, str(place), people)
        assert found is not None
        assert found.parting is not None
        assert found.parting.step == 1
        assert ("Apple" in found.parting.text, "Pear" in found.parting.text) == (told, told)


def test_a_parting_because_somebody_else_is_asked_or_the_game_is_over(place: Path) -> None:
    _, shown = sat(place, "1", "1", "1", lambda: edit(place, "      turn\n", "      turn\n      turn\n"), "reload")
    assert "P1 is asked instead. 2 answers were left out." in shown
    _, shown = sat(place, "1", "1", "1", lambda: edit(place, "repeat 4 times", "repeat 1 times"), "reload")
    assert "the game is over here" in shown


def test_mistakes_are_shown_and_the_old_text_goes_on(place: Path) -> None:
    sitting, shown = sat(place, "1", lambda: edit(place, "pay(card)\n", "pya(card)\n"), "reload", "1", "1")
    assert "error[unknown-rule]" in shown
    assert "did you mean `pay`?" in shown
    assert "continues with the old files" in shown
    assert len(sitting.session.steps) == 3


def test_a_game_whose_files_are_gone_goes_on(place: Path) -> None:
    sitting, shown = sat(place, "1", lambda: shutil.rmtree(place), "reload", "1", "1")
    assert "continues with the old files" in shown
    assert len(sitting.session.steps) == 3


def test_undo_and_redo_work_after_a_reload(place: Path) -> None:
    sitting, shown = sat(place, "1", "1", lambda: edit(place, "worth: 1", "worth: 7"), "reload", "undo", "undo", "redo")
    assert shown.count("Undone") == 2
    assert "Redone" in shown
    assert len(sitting.session.steps) == 1


def test_nothing_to_reload(place: Path) -> None:
    _, shown = sat(place, "reload")
    assert "have not changed" in shown


def test_a_reload_begins_a_record_that_says_where_it_came_from_and_both_replay(place: Path) -> None:
    sitting, _ = sat(place, "1", "1", lambda: edit(place, "worth: 1", "worth: 8"), "reload", "1")
    session = sitting.session
    assert session.path is not None
    header = json.loads(session.path.read_text(encoding="utf-8").splitlines()[0])
    earlier = session.path.with_name(header["from"])
    before, after = read_record(earlier), read_record(session.path)
    assert (len(before.answers), len(after.answers)) == (2, 3)
    assert before.digest is not None
    assert before.header.content != after.header.content == session.game.content_hash
    state, divergence = play_back(load_game(place), after)
    assert divergence is None
    assert state.digest() == after.digest
    loaded = Session.load(session.path, [0, 1], str(place))
    assert loaded.state.digest() == state.digest()
    loaded.answer(0, True)
    loaded.close()
    assert read_record(session.path).header.origin == earlier.name


def played_then_edited(place: Path, *edits: tuple[str, str]) -> Session:
    """A game of three answers, loaded again after its files were changed."""
    sitting, _ = sat(place, "1", "2", "1", "quit")
    path = sitting.session.path
    assert path is not None
    for old, new in edits:
        edit(place, old, new)
    return Session.load(path, [0, 1], str(place))


def test_a_game_loaded_under_other_files_goes_on_in_a_record_of_its_own(place: Path) -> None:
    loaded = played_then_edited(place, ("worth: 1", "worth: 8"))
    assert len(loaded.steps) == 3
    assert loaded.parted is not None
    assert "All its answers still fit" in loaded.parted
    loaded.answer(0, True)
    loaded.close()
    assert loaded.path is not None
    record = read_record(loaded.path)
    assert len(record.answers) == 4
    assert record.header.origin is not None
    assert (loaded.path.parent / record.header.origin).exists()
    assert play_back(load_game(place), record)[1] is None


def test_a_game_loaded_under_other_files_goes_on_where_the_first_answer_does_not_fit(place: Path) -> None:
    sitting, _ = sat(place, "1", "1", "1", "quit")
    assert sitting.session.path is not None
    chosen = [answer.key for answer in sitting.session.answers]
    gone = next(key for key in chosen if key is not None)
    edit(place, f"id: {gone}", "id: zucchini")
    loaded = Session.load(sitting.session.path, [0, 1], str(place))
    assert loaded.steps == []
    assert loaded.parted is not None
    assert "The match diverges in turn 1 at answer 1 of 3, of P1: this option does not exist any more." in loaded.parted
    assert "3 answers were left out." in loaded.parted
    _, shown = sat_with(loaded, place, "1")
    assert shown.count("was played with other rules or cards") == 1
