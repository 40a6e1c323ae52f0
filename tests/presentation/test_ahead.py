"""A turn says what it does not ask now, and what is missing for it."""

import pytest
from tests.presentation.test_question import DUEL
from tests.presentation.test_table import GAMES, moments

from cardwright import State
from cardwright.presentation.question import make_question
from cardwright.presentation.unavailable_actions import list_actions_not_offered, list_unavailable_actions
from cardwright.query.why import FOLLOWS, explain_missing_options


def needs(state: State) -> dict[str, str]:
    return {each.action: each.needs for each in list_unavailable_actions(state, state.player)}


def held(state: State) -> list[str]:
    view = state.view(state.player)
    hand = next(zone for zone in view.zones if zone.owner == f"P{state.player + 1}" and zone.name == "hand")
    return [piece.name for piece in hand.pieces if piece is not None]


def test_a_deed_that_cannot_be_done_says_which_part_of_what_it_requires_is_missing() -> None:
    found = set()
    for state in (*moments("ceylon", 150), *moments("ceylon", 150, 4)):
        asked = make_question(state, state.player, with_consequences=False)
        assert asked is not None
        if asked.causes and asked.causes[-1].endswith(("trades", "draws cards")):
            missing = [f"a {sort} card" for sort in ("Clipper", "Port") if sort not in held(state)]
            told = f"needs {' and '.join(missing)}" if missing else None
            assert needs(state).get("Ship") == told
            found.add(told)
    assert len(found) == 4


def test_an_option_that_is_not_offered_says_what_its_author_asks_for() -> None:
    state = next(state for state in moments("ceylon", 60) if len(needs(state)) > 5)
    assert needs(state)["Pirate fleet"] == "needs 3 or more Pirate cards"
    said = [needs(state) for state in moments("cargo_hold", 200, 4)]
    assert any(each.get("Set up a delivery") == "only if your delivery is empty" for each in said)


def test_one_of_a_list_is_a_thing_that_is_needed() -> None:
    state = next(state for state in moments(DUEL.replace("forge_and_fen", "small_hours"), 20) if needs(state))
    assert needs(state)["Attack"] == "needs one of your things that can attack"


def test_what_is_not_asked_is_called_without_anything_settled_or_asked_for() -> None:
    found = {deed for number in range(3, 6) for state in moments(DUEL, 150, number) for deed in needs(state)}
    assert {"Play a card from your hand", "Cast a card from your hand"} <= found


def test_what_is_over_in_a_turn_is_not_told_any_more() -> None:
    for state in moments("ceylon", 300):
        asked = make_question(state, state.player, with_consequences=False)
        assert asked is not None
        if asked.causes and asked.causes[-1].endswith("ends the turn"):
            assert not asked.not_now
        if asked.causes and asked.causes[-1].endswith("sends out pirates"):
            assert not any(each.action.startswith("Offer cards") for each in asked.not_now)


@pytest.mark.one_of(3)
@pytest.mark.parametrize("game", GAMES)
def test_only_who_takes_the_turn_is_told_and_only_what_is_not_offered(game: str) -> None:
    for state in moments(game, 60):
        assert all(
            not list_unavailable_actions(state, viewer)
            for viewer in range(state.program.players)
            if viewer != state.player
        )
        asked = make_question(state, state.player, with_consequences=False)
        assert asked is not None
        if state.program.tables.sites[state.site].base == "option":
            assert not {each.action for each in asked.not_now} & {choice.text for choice in asked.choices}


@pytest.mark.parametrize("game", ["bush_pilots", "cargo_noir", "import_export"])
def test_of_an_option_that_only_leads_nowhere_no_reason_is_made_up(game: str) -> None:
    states = [state for state in moments(game, 150) if list_actions_not_offered(state)]
    told = {each.action: each.needs for state in states for each in list_actions_not_offered(state)}
    why = {deed: reasons for state in states for deed, reasons in explain_missing_options(state)}
    assert told.keys() == why.keys()
    assert any(reasons == [FOLLOWS] for reasons in why.values())
    for deed, reasons in why.items():
        assert bool(told[deed]) == (reasons[:1] not in ([], [FOLLOWS]))
