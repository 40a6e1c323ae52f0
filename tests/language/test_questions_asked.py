"""Questions that authors write: what is asked, with which values, and how they are written and refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.english.speaking import Speaker, english
from tests.native.differential import QUICK, no_compiler, play_both

from cardwright import Game, load_game
from cardwright.formatting.formatter import format_text
from cardwright.native.engine import Engine
from cardwright.presentation.question import make_question

__all__ = ["english"]

# The answers of a turn, each with the question before it.
TURN = [
    ("Do you want 2 coins back?", "yes"),
    ("Pay 2 coins for a look?", "yes"),
    ("Who gets a hint?", "P3"),
    ("Which hue does P3 hear of?", "red"),
    ("Which of 3 do you lay down?", "done"),
    ("Lay one more?", "envoy"),
    ("Who receives Envoy?", "P2"),
    ("Lay one more?", "pass"),
]


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(str(Path(__file__).parent / "counsel"))


@pytest.mark.parametrize("tracked", [False, True])
def test_what_authors_ask_is_asked(game: Game, tracked: bool) -> None:
    seed = next(seed for seed in range(50) if "envoy" in str(game.new(3, seed).view(0)))
    state = game.new(3, seed, tracked=tracked)
    for question, answer in (*[("How much do you stake?", "0")] * 3, *TURN):
        assert state.decision is not None
        assert state.decision.prompt == question
        shown = make_question(state, state.player, with_consequences=False) if tracked else None
        assert shown is None or shown.prompt == question
        state.apply(next(each.index for each in state.decision.options if answer in (each.key, each.text)))


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason="there is no compiler")
def test_native_games_go_alike(game: Game) -> None:
    native = Engine(game, 3, QUICK)
    assert sum(play_both(native, game, seed, 1).decisions for seed in range(15)) > 150


@pytest.mark.parametrize(
    "power",
    [
        'on play choose "Who?" p from opponents, "With what?" up to 2 cs from you.hand: discard(cs)\n',
        'on play:\n  repeatedly next(you) may choose "Who?" 2 or more ps from opponents: nothing\n',
        'on play:\n  you may "Pay {sum:coin} for it?" pay(sum)\n  may "Draw?": draw(2)\n  else: draw(1)\n',
        'on play:\n  may "Draw?" pay(1):\n    draw(1)\n    draw(1)\n',
    ],
)
def test_the_formatter_keeps_questions(power: str) -> None:
    assert format_text(power, "power") == power


@pytest.mark.parametrize(
    ("power", "question"),
    [
        ("on completion choose Qc from you.hand: discard([c])", '"Which one?" '),
        ("after you draw: may Qgain(1)", '"More?" '),
        ("after you draw:\n  choose Qup to 2 cs from you.hand: discard(cs)", '"Which ones go?" '),
    ],
)
def test_cards_tell_a_choice_with_a_question_as_they_tell_it_without(
    english: Speaker, power: str, question: str
) -> None:
    assert english.power(power.replace("Q", question)) == english.power(power.replace("Q", ""))
    assert not english.mistakes
