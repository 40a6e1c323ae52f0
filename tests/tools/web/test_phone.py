"""The browser shows a question together with the pieces that it is about, on a phone and on a desk."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium, which drives browsers, is not installed")

from selenium import webdriver
from tests.tools.web import browser as real
from tests.tools.web.browser import DESK, PHONE, browser, errors, wait_for
from tests.tools.web.test_browser import point
from tests.tools.web.test_drawn_lately import EXAMPLES

from cardwright import load_game
from cardwright.presentation.question import make_question
from cardwright_tools.web.server import Server
from cardwright_tools.web.tables.registry import TableRegistry

pytestmark = pytest.mark.skipif(not real.installed(), reason="no browser: apt-get install chromium chromium-driver")

READY = "run && document.querySelector('#faces symbol') && document.querySelector('#question form')"
# Which of some things are not wholly within an area.
OUTSIDE = """const area = document.querySelector(arguments[1]).getBoundingClientRect();
return [...document.querySelectorAll(arguments[0])].filter(each => {
  const box = each.getBoundingClientRect();
  return box.top < area.top - 1 || box.bottom > area.bottom + 1 || box.right > innerWidth || !box.height;
}).map(each => each.textContent.trim())"""
# The answers that are shown with the question.
SHOWN = """return [...document.querySelectorAll('#question .choice')].filter(each => each.offsetHeight)
  .map(each => each.querySelector('.said').textContent)"""


def stop_at(running: tuple[TableRegistry, Server], game: str, zone: str) -> str:
    """The page of a player who can answer with at least three pieces of a zone."""
    table, chance = running[0].new_table(load_game(EXAMPLES / game), 2, 7, {}), random.Random(3)
    for _ in range(300):
        state = table.session.state
        question = make_question(state, state.player)
        if question is not None and sum(each.at.startswith(f"{zone}:") for each in question.choices) >= 3:
            return f"{running[1].base}t/{table.seats[state.player].link}"
        table.session.answer(chance.randrange(state.option_count), chosen=True)
    raise AssertionError(f"nobody is asked for a piece of {zone}")


@pytest.fixture
def market(running: tuple[TableRegistry, Server], folder: Path) -> str:
    """A page whose question is answered with cards of the table."""
    return stop_at(running, "guildhall", "market")


@pytest.fixture(scope="module")
def phone() -> Iterator[webdriver.Chrome]:
    with browser(PHONE) as driver:
        yield driver


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_answers_that_are_cards_in_sight_are_given_on_the_cards(size: tuple[int, int], market: str) -> None:
    with browser(size) as driver:
        driver.get(market)
        wait_for(driver, READY)
        wait_for(driver, "document.querySelectorAll('#table .card.can').length >= 3")
        assert driver.execute_script("return document.querySelector('#table .card.can').offsetWidth") > 50
        assert driver.execute_script(OUTSIDE, "#table .card.can", "#table") == []
        assert driver.execute_script(OUTSIDE, "#question .declines", "#question") == []
        assert driver.execute_script(OUTSIDE, "#hand .card", "body") == []
        cards = "return [...document.querySelectorAll('#table .card.can > .name')].map(each => each.textContent)"
        there = set(driver.execute_script(cards))
        told = "return [...document.querySelectorAll('#question .on-table .said')].map(each => each.textContent)"
        plain = set(driver.execute_script(told))
        assert len(plain) >= 2  # of others something comes that the card does not tell
        assert plain <= there
        assert not plain & set(driver.execute_script(SHOWN))
        # where not all of them can be seen at once, they are answers below the question, too
        driver.execute_script(
            "document.querySelector('#table').style.cssText = 'flex: 0 0 60px; max-height: 60px'; arrange()"
        )
        assert plain <= set(driver.execute_script(SHOWN))
        # and a card gives its answer
        before = driver.execute_script("return questionName()")
        driver.execute_script("document.querySelector('#table').style.cssText = ''; arrange()")
        driver.execute_script("document.querySelector('#table .card.can').click()")
        wait_for(driver, f"questionName() !== '{before}'")
        assert not errors(driver)


ASKED = """<form class="texts" data-question="x"><h2 id="asked">Which?</h2><div class="choices">
<button class="choice" data-choice="0" data-label="1"><span class="said">One</span> <span class="lead note">{0}</span>
</button><button class="choice" data-choice="1" data-label="2"><span class="said">Two</span>
<span class="lead note">{0}</span></button></div><details class="explained"><summary>About this question</summary>
<p>more</p></details></form>"""


def test_texts_of_answers_are_a_press_away_on_a_phone(market: str, phone: webdriver.Chrome) -> None:
    phone.get(market)
    wait_for(phone, READY)
    phone.execute_script("show({question: arguments[0]}); show = () => undefined", ASKED.format("Long words. " * 30))
    high = "return document.querySelector('#question .note').getBoundingClientRect().height"
    assert phone.execute_script(high) <= 1
    # those who listen hear it at once: it is not taken out of the page
    assert phone.execute_script("return getComputedStyle(document.querySelector('.note')).display") != "none"
    phone.execute_script("document.querySelector('#question summary').click()")
    assert phone.execute_script(high) > 60
    # the answers that are told at length are slid, and take no room from the table
    assert phone.execute_script("return document.querySelector('#dock').offsetHeight") < PHONE[1] / 2
    assert phone.execute_script("return document.querySelector('#table').offsetHeight") >= 180
    phone.execute_script("document.querySelector('#question summary').click()")
    point(phone, "touch", "#question .choice", 0.8)
    assert "Long words." in str(wait_for(phone, "document.querySelector('#peek')?.textContent"))
    assert phone.execute_script("return questionName()") == "x"  # which is no answer


def test_what_several_answers_are_about_shines_and_lights_them(market: str, desk: webdriver.Chrome) -> None:
    desk.get(market)
    wait_for(desk, READY)
    told = """const where = document.querySelector('#table [data-at]:not([data-pick])').dataset.at;
        const asked = ['1', '2', '3'].map(n => `<button class="choice" data-choice="${n}" data-label="${n}"
            data-where="${n === '3' ? 'P2' : where}">${n}</button>`).join('');
        show({question: `<form data-question="y"><h2 id="asked">Which?</h2>${asked}</form>`});
        const [piece] = lying(where);
        const told = [piece.classList.contains('named-there'), getComputedStyle(piece).outlineStyle];
        piece.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        return [...told, all('#question .lit').map(each => each.textContent)]"""
    assert desk.execute_script(told) == [True, "dashed", ["1", "2"]]
    # every mark has a name
    assert desk.execute_script("return document.querySelectorAll('#side .legend dt').length") == 5
    assert not errors(desk)


# The zones in the middle of the table that lie above one of them, and whether that is wholly in sight.
FIRST = """const boxes = found => all(found).map(each => each.getBoundingClientRect());
const [[page], [box]] = ['#table', `#table [data-at="${arguments[0]}"]`].map(boxes);
return [boxes('.middle > .zone, .area').filter(each => each.bottom <= box.top).length,
  box.top >= page.top - 1 && box.top < page.bottom - 40]"""


def test_on_a_phone_what_is_asked_about_lies_first(market: str, phone: webdriver.Chrome) -> None:
    phone.get(market)
    wait_for(phone, READY)
    zones = "return [...document.querySelectorAll('.middle > .zone')].map(each => each.dataset.at)"
    places = phone.execute_script(zones)
    assert len(places) > 1
    asked = """show({question: `<form data-question="${arguments[0]}"><h2 id="asked">Which?</h2><div class="choices">
        ${[1, 2].map(n => `<button class="choice" data-choice="${n}" data-label="${n}" data-where="${arguments[0]}">${n}
        </button>`).join('')}</div></form>`})"""
    phone.execute_script("for (const each of all('.can')) { each.classList.remove('can'); delete each.dataset.pick; }")
    for place in (*places, "P2"):
        phone.execute_script(asked, place)
        assert phone.execute_script(FIRST, place) == [0, True]
    assert not errors(phone)


def test_on_a_phone_all_of_a_hand_that_can_be_answered_with_is_seen(market: str, phone: webdriver.Chrome) -> None:
    phone.get(market)
    wait_for(phone, READY)
    hand = """show = () => undefined;
        const fan = document.querySelector('#hand .fan');
        const slot = fan.lastElementChild;
        while (fan.children.length > 1) fan.firstElementChild.remove();
        while (fan.children.length < 12) fan.append(slot.cloneNode(true));
        [...fan.children].forEach((each, n) => each.firstElementChild.classList.toggle('can', n === 3 || n === 11));
        arrange();
        const boxes = [...fan.children].map(each => each.firstElementChild.getBoundingClientRect());
        const next = n => boxes[n + 1]?.left ?? innerWidth;
        return [3, 11].map(n => boxes[n].right <= next(n) + 1 && boxes[n].left >= 0)
          .concat(boxes.slice(0, -1).every((box, n) => next(n) - box.left >= 14), boxes[3].width > 50)"""
    assert phone.execute_script(hand) == [True] * 4
