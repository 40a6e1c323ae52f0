"""A choice of a fixed number is made whole or not at all, and every wording says so where there may be fewer."""

from __future__ import annotations

import pytest
from tests.english.speaking import GAME, Speaker

LACKING = "(or none, if there are fewer)"
ENOUGH = "(if there are 2 cards to choose)"
FEWER = GAME + (
    '  verb discard_two "discard two cards":\n    choose 2 cs from you.hand: move(cs, to: discard_pile)\n'
    '  verb shed(number) "shed {number:card}":\n    choose number cs from you.hand: move(cs, to: discard_pile)\n'
    '  verb sift "draw a card, then discard 2 cards":\n    draw(1)\n    discard_two\n'
    '  verb skirmish "fight a skirmish":\n    choose 2 cs from you.hand: move(cs, to: discard_pile)\n'
    '  verb shed_most(number) "shed {number:card}":\n'
    "    choose min(number, count(you.hand)) cs from you.hand: move(cs, to: discard_pile)\n"
    '  verb afford "discard two cards":\n    require count(you.hand) > 1\n'
    "    choose 2 cs from you.hand: move(cs, to: discard_pile)\n"
)
# What is done on completion, and what is said of fewer: None is nothing.
SAID = {
    "choose 2 cs from you.hand: discard(cs)": LACKING,
    "choose 3 cs at random from you.hand: discard(cs)": LACKING,
    "choose 2 or more cs from you.hand: discard(cs)": LACKING,
    "choose you.credits cs from you.hand: discard(cs)": LACKING,
    "choose import_fee(you) cs from you.hand: discard(cs)": LACKING,
    "choose 2 cs from you.hand where good is luxury, d from you.goods: discard(cs + [d])": LACKING,
    "choose count(you.hand) + 1 cs from you.hand: discard(cs)": LACKING,
    "choose count(you.hand) cs from you.goods: discard(cs)": LACKING,
    "let n = count(you.goods)\n  choose n cs from you.hand: discard(cs)": LACKING,
    "opponents discard_two": LACKING,
    "opponents shed(2)": LACKING,
    "shed(you.credits)": LACKING,
    "for each p in opponents: p sift": LACKING,
    "choose one:\n    option: sift\n    option: draw(1)": LACKING,
    "opponents skirmish": ENOUGH,
    "choose 1 cs from you.hand: discard(cs)": None,
    "choose 1 or more cs from you.hand: discard(cs)": None,
    "may choose 2 cs from you.hand: discard(cs)": None,
    "choose 2 cs from you.hand: discard(cs)\n  else: draw(1)": None,
    "choose min(2, count(you.hand)) cs from you.hand: discard(cs)": None,
    "choose count(you.hand) - 2 cs from you.hand: discard(cs)": None,
    "let n = count(you.hand) / 2 rounded up\n  choose n cs from you.hand: discard(cs)": None,
    "shed(1)": None,
    "opponents shed_most(2)": None,
    "may discard_two": None,
    "may skirmish": None,
    "may:\n    discard_two\n    draw(1)": None,
    "choose one:\n    option: discard_two\n    option: draw(1)": None,
    "opponents afford": None,
}


@pytest.fixture(scope="module")
def fewer(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("fewer"), FEWER)


@pytest.mark.parametrize("done", SAID)
def test_what_is_not_taken_where_there_are_fewer_is_said(fewer: Speaker, done: str) -> None:
    text = fewer.power(f"on completion:\n  {done}")
    said = SAID[done]
    assert (said in text) if said is not None else (LACKING not in text and ENOUGH not in text), text


def test_the_number_of_a_let_is_said_where_it_is_taken(fewer: Speaker) -> None:
    text = fewer.power("on completion:\n  let n = count(you.goods)\n  choose n cs from you.hand: discard(cs)")
    assert "as many cards from your hand as the number of your goods" in text
