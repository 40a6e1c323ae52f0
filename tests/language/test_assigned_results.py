"""What is said of results that are assigned, and of as many picks as there are."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker, english

from cardwright_tools.authoring.mutations import list_mutants

__all__ = ["english"]

MANY = "choose as many as possible up to"


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("this.charges = roll(6)", "roll a die and set the charges on this card to the result."),
        ("this.charges += roll", "roll a die and add the result to the charges on this card."),
        ("you.credits -= roll(6)", "roll a die and subtract the result from your credits."),
        ("you.ready = flip_coin", "flip a coin. You are now ready or not, accordingly."),
        (f"{MANY} 2 cs from you.hand: discard(cs)", "discard 2 cards from your hand (or all, if there are fewer)."),
        (
            f"{MANY} this.charges cs from you.hand: discard(cs)",
            "discard as many cards from your hand as the number of charges on this card (or all, if there are fewer).",
        ),
    ],
)
def test_both_are_worded(english: Speaker, statement: str, text: str) -> None:
    assert english.power(f"on completion:\n  {statement}") == f"When this card is completed, {text}"
    assert not english.mistakes


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("you.credits = flip_coin", "a number is needed here, but this is a yes or no"),
        ("you.credits = discard([this])", "`discard` has no result, so there is nothing to assign"),
        (
            f"{MANY} 2 cs from you.hand such that sum(cs.tier) > 1: discard(cs)",
            "`as many as possible` counts the items alone, so it cannot have `such that`",
        ),
        (f"{MANY} this cs from you.hand: discard(cs)", "a number is needed here for how many, but this is a card"),
    ],
)
def test_what_is_wrong_is_reported(english: Speaker, statement: str, message: str) -> None:
    english.power(f"on completion:\n  {statement}")
    assert [each.message.partition(":")[0] for each in english.mistakes] == [message]


def test_a_name_comes_before_a_verb_of_the_name(english: Speaker) -> None:
    text = english.power("on completion:\n  let roll = 2\n  this.charges = roll")
    assert "result" not in text
    assert not english.mistakes


def test_the_amount_is_changed_by_mutation() -> None:
    text = f"on play:\n  {MANY} 2 cs from you.hand: discard(cs)"
    made = {each.applied(text) for each in list_mutants(text)}
    assert "on play:\n  choose up to 2 cs from you.hand: discard(cs)" in made
