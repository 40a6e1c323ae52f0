"""A payment in a power that may be too dear is left out in play, and the text of the card says so."""

from __future__ import annotations

import re

import pytest
from tests.english.speaking import GAME, Speaker

PURSES = GAME + (
    '  verb hand_in(number) "hand in {number:credit}":\n    require you.credits >= number\n'
    "    you.credits -= number\n"
    '  verb settle_up(number) "settle {number:credit}":\n    require you.credits >= number\n    sink(number)\n'
    '  verb sink(number) "sink {number:credit}": you.credits -= number\n'
    '  rule rich(player) "{player} is rich": player.credits > 9\n'
    '  rule moody(player) "{player} is moody": player.ready\n'
)
# What a power does, and whether its text says that the payment is made only if possible.
SAID = {
    "instead of opponents draw:\n  hand_in(1)\n  gain(1)": True,
    "on completion:\n  opponents hand_in(1)": True,
    "on completion:\n  draw(1)\n  settle_up(2)\n  draw(1)": True,
    "on completion:\n  for each p in players: p hand_in(1)": True,
    "on completion:\n  if moody(you): hand_in(1)": True,
    "on completion:\n  repeat 2 times: hand_in(1)": True,
    "on completion:\n  may draw(1): hand_in(1)": True,
    "on completion:\n  may hand_in(1):\n    draw(1)\n    hand_in(1)": True,
    "on completion:\n  choose one:\n    option:\n      draw(1)\n      hand_in(1)\n    option: draw(2)": True,
    "offer planning:\n  draw(1)\n  hand_in(1)": True,
    "in hand:\n  offer planning:\n    draw(1)\n    hand_in(1)": True,
    "offer planning:\n  require you.credits >= 2 or count(you.hand) is 0\n  hand_in(2)\n  draw(1)": True,
    "offer planning:\n  require count(you.hand) is 0\n  hand_in(1)": True,
    "on completion:\n  hand_in(next(you).credits)": True,
    "offer planning:\n  require you.credits > 5 or you.credits >= 2 and count(you.hand) is 0\n  hand_in(2)": False,
    "offer planning: hand_in(1)": False,
    "on completion:\n  may hand_in(1): draw(1)": False,
    "on completion:\n  may:\n    hand_in(1)\n    draw(1)": False,
    "on completion:\n  choose one:\n    option: hand_in(1)\n    option: draw(2)": False,
    "on completion:\n  may choose c from you.hand:\n    hand_in(1)\n    discard([c])": False,
    "on completion:\n  if you.credits > 0: hand_in(1)": False,
    "on completion:\n  if rich(you): hand_in(1)": False,
    "on completion:\n  hand_in(min(2, you.credits))": False,
    "on completion:\n  for each p in players where credits > 1: p hand_in(1)": False,
    "on completion:\n  choose n from numbers(0, you.credits):\n    draw(1)\n    hand_in(n)": False,
    "on completion:\n  sink(1)\n  draw(1)": False,
    "on completion:\n  lose(1)\n  draw(1)": False,
}


@pytest.fixture(scope="module")
def purses(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    return Speaker(tmp_path_factory.mktemp("purses"), PURSES)


@pytest.mark.parametrize("power", SAID)
def test_a_payment_that_can_be_left_out_is_told_so(purses: Speaker, power: str) -> None:
    text = purses.power(power)
    assert (re.search(r" \(if (?:you|they) can\)", text) is not None) == SAID[power], text


def test_what_follows_such_a_payment_stays_in_its_sentence(purses: Speaker) -> None:
    text = purses.power("instead of opponents draw:\n  hand_in(1)\n  gain(1)")
    assert text.endswith("hand in a credit (if you can) and gain a credit instead.")
