"""What stands is answered until the player's next turn, or until something else is offered, and says so."""

import pytest
from tests.presentation.test_table import moments

from cardwright import State
from cardwright.presentation.question import make_question
from cardwright.presentation.repeat_answers import PlayerAutoAnswers, describe_auto_answer


def passes(turn_of_others: bool) -> list[State]:
    """Moments of a random game at which a player may pass, in the turn of others or in their own."""
    return [
        state
        for seed in range(3, 7)
        for state in moments("ceylon", 300, seed)
        if state.several is None
        and state.decision is not None
        and state.decision.options[-1].declines
        and (state.view(state.player).turn_of != state.player) == turn_of_others
    ]


@pytest.mark.long
def test_what_was_answered_last_is_offered_only_in_the_turn_of_others() -> None:
    for own, states in ((False, passes(True)), (True, passes(False))):
        assert states
        for state in states[:20]:
            standing = PlayerAutoAnswers()
            assert (standing.offered(state), standing.times(state)) == ("", 0)
            last = state.option_count - 1
            standing.note(state, last)
            standing.note(state, last)
            key = state.decision.options[last].key if state.decision is not None else ""
            assert (standing.offered(state), standing.times(state)) == (("", 0) if own else (key, 2))
            assert standing.answer(state) is None


def test_in_ones_own_turn_passing_may_stand_where_powers_are_offered() -> None:
    state = next(
        state
        for state in moments("import_export", 400, 3)
        if state.program.tables.sites[state.site].base == "ability"
        and state.view(state.player).turn_of == state.player
        and state.declines(state.option_count - 1)
        and (asked := make_question(state, state.player)) is not None
        and not asked.prompt.startswith("You may use")
    )
    standing = PlayerAutoAnswers()
    standing.note(state, state.option_count - 1)
    assert standing.offered(state) == "pass"
    asked = make_question(state, state.player)
    assert asked is not None
    assert describe_auto_answer(state, state.option_count - 1).startswith(f"“{asked.prompt}” is answered with")
    # passing always passes whatever may be used there later
    assert describe_auto_answer(state, state.option_count - 1, always=True).startswith("“You may use” is answered with")


def test_what_stands_is_given_until_it_is_dropped_or_others_are_offered() -> None:
    state = passes(True)[0]
    standing = PlayerAutoAnswers()
    standing.note(state, state.option_count - 1, hold=True)
    assert standing.answer(state) == state.option_count - 1
    assert "is answered with" in standing.sentences[0]
    assert standing.drop() == 1
    assert (standing.answer(state), standing.sentences, standing.drop()) == (None, (), 0)


def test_in_ones_own_next_turn_one_is_asked_again_unless_it_is_for_good() -> None:
    states = passes(False)
    first, later = next(
        (one, other) for one in states for other in states if one.site == other.site and other.turns > one.turns
    )
    for always in (False, True):
        standing = PlayerAutoAnswers()
        standing.note(first, first.option_count - 1, hold=True, always=always)
        assert standing.answer(first) is not None
        found = standing.answer(later)
        assert (found is not None) == always


def test_what_is_only_asked_in_the_turn_of_others_is_asked_again_after_ones_own() -> None:
    first = passes(True)[0]
    seat = first.player
    for always in (False, True):
        standing = PlayerAutoAnswers()
        standing.note(first, first.option_count - 1, hold=True, always=always)
        for state in moments("ceylon", 300, 3):
            if state.turns > first.turns:
                standing.lapse(state, seat)
        assert bool(standing.sentences) == always
        assert (standing.answer(first) is not None) == always
