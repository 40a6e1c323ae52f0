"""What is said of `stop(VERB)`: in English, in the log, in editors, and where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.english.speaking import Speaker, english

import cardwright
from cardwright import check_paths
from cardwright.query.log_events import Event
from cardwright_tools.authoring.mutations import list_mutants

__all__ = ["english"]

CURFEW = Path(__file__).parent / "curfew"


@pytest.mark.parametrize(
    ("power", "text"),
    [
        ("on completion: stop(take_turn)", "When this card is completed, end the turn at once."),
        ("on completion: may stop(take_turn)", "When this card is completed, you may end the turn at once."),
        (
            "before opponents draw: may stop(draw)",
            (
                "Before an opponent draws one or more cards, you may stop that player from drawing that many cards "
                "this time."
            ),
        ),
        (
            "after you gain: stop(draw, reactions: no)",
            "After you gain one or more credits, break off drawing cards, and nothing comes after it.",
        ),
    ],
)
def test_what_is_ended_is_named(english: Speaker, power: str, text: str) -> None:
    assert english.power(power) == text


def copied(tmp_path: Path, old: str, new: str) -> Path:
    text = (CURFEW / "game.yaml").read_text(encoding="utf-8")
    assert old in text
    folder = tmp_path / "curfew"
    folder.mkdir()
    (folder / "game.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("statement", "code", "message"),
    [
        ("stop(take_trun)", "unknown-verb", "there is no verb or step `take_trun`"),
        ("stop(gain)", "unknown-verb", "there is no verb or step `gain`"),
        ("stop(2)", "wrong-arguments", "`stop` takes the name of a verb or step"),
        ("stop(take_turn, 2)", "wrong-arguments", "besides the name, `stop` takes only `reactions: no`"),
        ("stop(take_turn, reactions: maybe)", "wrong-arguments", "besides the name, `stop` takes only `reactions: no`"),
        ("stop(take_turn, cast)", "wrong-arguments", "besides the name, `stop` takes only `reactions: no`"),
        ("stop(card: cast)", "wrong-arguments", "`stop` takes the name of a verb or step"),
        ("you stop(take_turn)", "unexpected-doer", "`stop` is not performed by a player"),
        ("stop", "misplaced", "`stop` ends a loop, but there is no loop here"),
    ],
)
def test_what_is_wrong_is_reported_at_its_place(tmp_path: Path, statement: str, code: str, message: str) -> None:
    folder = copied(tmp_path, "after you cast: stop(take_turn)", f"after you cast: {statement}")
    errors = [each for each in check_paths([folder])[0] if each.severity == "error"]
    assert [(each.code, each.message) for each in errors] == [(code, message)]
    assert errors[0].span.line == 1 + (folder / "game.yaml").read_text(encoding="utf-8").split("\n").index(
        f"      after you cast: {statement}"
    )


def test_a_player_may_be_called_stop(tmp_path: Path) -> None:
    folder = copied(tmp_path, "    players peek\n", "    for each stop in players: stop peek\n")
    state = cardwright.load_game(folder).new(2, seed=1)
    assert not [each for each in check_paths([folder])[0] if each.severity == "error"]
    assert state.decision is not None


def lines(events: list[Event]) -> list[str]:
    return [text for event in events for text in (event.text, *lines(event.children))]


def test_the_log_tells_everybody_what_was_ended() -> None:
    state = cardwright.load_game(CURFEW).new(2, seed=3)
    while not state.finished:
        state.apply(state.option_count - 1)
    told = [{line for line in lines(state.visible_log(player)) if "stopped" in line} for player in range(2)]
    assert "stopped: P1 takes a turn" in told[0] or "stopped: P2 takes a turn" in told[0]
    assert told[0] == told[1]


def test_its_answer_is_changed_by_mutation() -> None:
    made = {
        mutant.applied("after you cast: stop(take_turn, reactions: no)")
        for mutant in list_mutants("after you cast: stop(take_turn, reactions: no)")
    }
    assert "after you cast: stop(take_turn, reactions: yes)" in made
