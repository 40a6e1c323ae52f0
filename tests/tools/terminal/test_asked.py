"""Questions above their options: what is said of them where there is little room, and that something is not said."""

from dataclasses import replace

import pytest
from tests.tools.terminal.scripted import Scripted, session
from tests.tools.terminal.test_table import PAINTER

from cardwright.presentation.question import Question
from cardwright.presentation.unavailable_actions import UnavailableAction
from cardwright_tools.session.session import let_bot_answer
from cardwright_tools.terminal.drawing.prompt_cause_and_purpose import (
    merge_equal_options,
    render_prompt,
    render_prompt_briefly,
    render_unavailable,
)
from cardwright_tools.terminal.multi_pick_input import MultiPick
from cardwright_tools.terminal.screen import Screen

ASKED = Question(
    0, "Choose 2 cards from your hand:", ("P1 ends the turn",), "discard those cards", "", (("limit", "7"),), ()
)


def in_brief(width: int, most: int, *more: tuple[str, str]) -> list[str]:
    return [line.plain for line in render_prompt_briefly(ASKED, more, PAINTER, width, most)]


def test_how_far_a_pick_has_come_is_told_before_all_else_and_no_fact_in_part() -> None:
    picked = ("1 of 2 picked", "Tea")
    whole = "Choose 2 cards from your hand:  1 of 2 picked: Tea · P1 ends the turn · to discard those cards"
    assert in_brief(120, 1, picked) == [f"{whole} · limit: 7"]
    assert in_brief(100, 1, picked) == [f"{whole} …"]
    assert in_brief(95, 1, picked) == [f"{whole.removesuffix(' · to discard those cards')} …"]
    assert in_brief(60, 1, picked) == ["Choose 2 cards from your hand:  1 of 2 picked: Tea …"]
    assert in_brief(40, 1, picked) == ["Choose 2 cards from your hand:"]
    assert in_brief(25, 2, picked) == ["Choose 2 cards from your", "    hand:"]
    assert [line.plain for line in render_prompt(ASKED, (), PAINTER, 25)][:2] == in_brief(25, 2, picked)


def test_of_deeds_that_are_not_asked_as_many_are_named_as_fit_and_the_others_counted() -> None:
    told = replace(
        ASKED, not_now=tuple(UnavailableAction(name, "needs a card") for name in ("Ship", "Build", "Trade", "Typhoon"))
    )

    def lines(width: int) -> list[str]:
        return [line.plain for line in render_unavailable(told, PAINTER, width, True)]

    assert lines(80) == ["Not now:  Ship (a card), Build (a card), Trade (a card), Typhoon (a card)"]
    assert lines(60) == ["Not now (`turn` shows why): Ship, Build, Trade, Typhoon"]
    assert lines(50) == ["Not now (`turn`): Ship, Build, Trade, Typhoon"]
    assert lines(40) == ["Not now (`turn`): Ship, Build and 2 more"]
    assert lines(35) == ["Not now (`turn`): Ship and 3 more"]


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), [("import_export", 3), ("bush_pilots", 4)])
def test_where_anything_of_a_question_is_not_told_the_screen_says_how_to_see_it(game: str, players: int) -> None:
    played = session(3, players, game)
    terminal = Scripted(height=24)
    screen, cut, whole = Screen(terminal), 0, 0
    screen.take_over(played)
    while not played.state.finished and cut + whole < 30:
        if played.state.player == 0 and played.state.option_count > 1:
            before = len(terminal.shown)
            decision, several = played.state.decision, played.state.several
            assert decision is not None
            asked = (
                merge_equal_options(played.state)
                if several is None
                else MultiPick(decision, several, played.state).decision
            )
            screen.draw(played, asked, 0)
            shown = terminal.shown[before:]
            terminal.redraws = False
            screen.show_question(played, asked)
            terminal.redraws = True
            every, told = terminal.shown[before + len(shown) :].split(), shown.split()
            untold = [word for word in every if word not in told]
            if "`more` shows all of the question" in shown:
                cut += bool(untold)
            else:
                assert not untold
                whole += 1
            screen.seen(0)
        let_bot_answer(played, "random")
    assert cut
    assert whole
