"""How pages look in a real browser: what is there can be read, and is where it is looked for."""

from __future__ import annotations

import pytest

pytest.importorskip("selenium", reason="selenium, which drives browsers, is not installed")

from markupsafe import Markup
from selenium import webdriver
from tests.tools.web import browser as real
from tests.tools.web.browser import DESK, PHONE, browser, errors, wait_for
from tests.tools.web.looks import CONTRAST, COVERED, PARTED

from cardwright.presentation.look import Icon
from cardwright_tools.faces.image_codec import icon_html
from cardwright_tools.web.drawing.viewer_page import tie_icons
from cardwright_tools.web.tables.table import Table

pytestmark = pytest.mark.skipif(not real.installed(), reason="no browser: apt-get install chromium chromium-driver")

NARROWEST = "return Math.min(...[...document.querySelectorAll('#hand .slot')].map(each => each.offsetWidth))"
HIDDEN_CHIP = "<div class='chip back'><span class='name'>card</span> <span class='times'>×11</span></div>"


@pytest.mark.long
def test_how_many_there_are_of_what_is_hidden_can_be_read(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, "document.querySelector('#hand .card')")
    desk.execute_script("document.querySelector('#table').insertAdjacentHTML('beforeend', arguments[0])", HIDDEN_CHIP)
    assert min(desk.execute_script(CONTRAST, "#table :is(.name, .times, .count, .what)")) >= 4.5


@pytest.mark.long
def test_a_finished_game_is_stepped_through_with_all_that_lay_there(
    seat: str, served_table: Table, desk: webdriver.Chrome
) -> None:
    while not served_table.session.state.finished:
        served_table.session.answer(0, chosen=True)
    desk.get(f"{seat}/steps?at=0")
    # what lies before a player, as it is drawn on the table
    lying = "<div class='zone small'><h3>kept</h3></div><button class='small'>Let a bot play here</button>"
    desk.execute_script("document.querySelector('.seat').insertAdjacentHTML('beforeend', arguments[0])", lying)
    high = "return [...document.querySelectorAll(arguments[0])].map(each => each.offsetHeight > 10)"
    assert desk.execute_script(high, ".seat > .zone") == [True]
    assert desk.execute_script("return document.querySelector('main').offsetWidth") > 1100
    assert set(desk.execute_script(high, ".seat > button.small, section:empty")) == {False}


SIZES = (DESK, PHONE, (1600, 900))
# Where the lowest card of a hand ends, lifted or not.
LOWEST = (
    "return Math.max(...[...document.querySelectorAll('#hand .card')].map(each => each.getBoundingClientRect().bottom))"
)
# What cannot be brought into view by scrolling the page or what it lies in.
OUT_OF_REACH = """
const page = document.documentElement;
return [...document.querySelectorAll('header :is(button, a), #question button, #hand .slot, #clock b')].filter(each => {
  const box = each.getBoundingClientRect();
  if (!box.width) return false;
  for (let place = each.parentElement; place; place = place.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(place);
    if (/auto|scroll/.test(overflowX + overflowY)) return false;
    const around = place.getBoundingClientRect();
    if (/hidden|clip/.test(overflowY) && box.bottom > around.bottom + 1) return true;
  }
  return box.right > page.scrollWidth + 1 || box.bottom + scrollY > page.scrollHeight + 1;
}).map(each => each.textContent.trim());
"""


@pytest.mark.long
def test_at_twice_the_size_nothing_is_cut_off(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, "run && document.querySelector('#question button')")
    try:
        for wide, high in SIZES:
            metrics = {"width": wide // 2, "height": high // 2, "deviceScaleFactor": 2, "mobile": False}
            desk.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            assert (wide, high, desk.execute_script(OUT_OF_REACH)) == (wide, high, [])
            room = desk.execute_script("return document.querySelector('#question').clientHeight")
            assert room >= desk.execute_script("return document.querySelector('#question form').offsetHeight")
    finally:
        metrics = {"width": DESK[0], "height": DESK[1], "deviceScaleFactor": 1, "mobile": False}
        desk.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def test_the_rules_are_as_wide_as_they_can_be_read(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(f"{seat}/rules")
    nav, main = (desk.find_element("css selector", each).rect for each in ("nav", "main"))
    assert main["width"] > 600
    assert (main["y"] < 60, nav["x"] + nav["width"] < main["x"]) == (True, True)


def test_icons_are_drawn_wherever_they_are_used(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, "run && document.querySelector('#hand .icon')")
    drawn = """return [...document.querySelectorAll('svg.icon')].map(each =>
        [each.getBoundingClientRect().width, each.firstChild.getBBox().width, getComputedStyle(each).display])"""
    assert all(wide > 8 and inside > 5 and shown != "none" for wide, inside, shown in desk.execute_script(drawn))
    named = f"<div id='parted'>{tie_icons(Markup(icon_html(Icon('icon0', ()))), 'A long name of a card')}</div>"
    desk.execute_script("document.querySelector('#table').insertAdjacentHTML('beforeend', arguments[0])", named)
    assert desk.execute_script(PARTED) == []
    desk.execute_script("document.querySelector('#icons').replaceChildren(); show({edition: 'another'})")
    wait_for(desk, "document.querySelector('#icons symbol path')")
    assert desk.execute_script(COVERED) == []
    # a hand of twelve lies closer together, and none of it off the page
    many = """const fan = document.querySelector('#hand .fan');
        while (fan.children.length < 12) fan.append(fan.firstElementChild.cloneNode(true));
        return fan.scrollWidth - fan.clientWidth"""
    assert desk.execute_script(many) <= 1
    assert desk.execute_script(COVERED) == []
    assert desk.execute_script(NARROWEST) < 120
    assert not errors(desk)


STATE = """document.querySelector('#hand .card .state').innerHTML = '<span class="fact">' +
    '<span class="what">now</span> <b>has the power of another card in play instead of its own, until somebody ' +
    'takes off this card or the other, or either of them leaves the table</b></span>'"""
# What is known of cards that reaches further than they do, or is higher than some lines.
WIDER = """return [...document.querySelectorAll('.card > .state > .fact')].filter(each => {
  const [fact, card] = [each, each.closest('.card')].map(some => some.getBoundingClientRect());
  return fact.right > card.right + 1 || fact.height > 64;
}).map(each => each.textContent);
"""


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_question_covers_neither_the_board_nor_the_hand(size: tuple[int, int], seat: str) -> None:
    with browser(size) as driver:
        driver.get(seat)
        wait_for(driver, "run && document.querySelector('#faces symbol') && document.querySelector('#hand .card')")
        many = """const fan = document.querySelector('#hand .fan');
            while (fan.children.length < 14) fan.append(fan.firstElementChild.cloneNode(true));"""
        wordy = """const lines = Array.from({length: 40}, () => document.createElement('p'));
            document.querySelector('#asked').after(...lines);
            document.querySelectorAll('#question p').forEach(p => p.textContent = 'long ')"""
        high = """const board = document.createElement('div');
            board.style.height = '3000px'; document.querySelector('#table').append(board)"""
        for script in ("", high, many, wordy):
            driver.execute_script(script)
            places = ("#table", "#question", "#hand", "#seats")
            table, question, hand, players = (driver.find_element("css selector", each).rect for each in places)
            # a question takes no room from a board that is as wide as a table, and of a phone what the board leaves
            beside = question["x"] >= table["x"] + table["width"]
            assert beside == (size == DESK)
            assert beside or table["y"] + table["height"] <= question["y"]
            assert table["height"] >= (400 if beside else 180)
            assert table["y"] >= players["y"] + players["height"] - 1
            assert question["height"] >= 50
            # above it all of a hand to answer with, else a strip of it
            assert beside or hand["y"] + hand["height"] <= question["y"] + 1
            assert table["y"] + table["height"] <= hand["y"] + 1
            assert hand["y"] + hand["height"] <= size[1] + 1
            assert driver.execute_script(LOWEST) <= size[1] + 1
            assert driver.execute_script("return document.documentElement.scrollHeight") <= size[1] + 1
            assert driver.execute_script(COVERED) == []
        strip = "document.querySelectorAll('#hand .can').forEach(each => each.classList.remove('can'))"
        driver.execute_script(strip)
        driver.execute_script("arrange()")
        # of a phone a strip of the upper parts of cards that cannot be answered with
        least, most = (70, 120) if size == PHONE else (110, 400)
        assert least <= driver.find_element("css selector", "#hand").rect["height"] < most
        # three players are seen at once, and what is known of a piece is no wider than the piece
        driver.execute_script(STATE)
        seats = """const seats = document.querySelector('.seats');
            while (seats.children.length < 3) seats.append(seats.lastElementChild.cloneNode(true));
            return seats.scrollWidth <= seats.clientWidth"""
        assert driver.execute_script(seats)
        assert driver.execute_script(WIDER) == []
        # every card shows its face
        faces = "return [...document.querySelectorAll('#hand .card .drawn use')].map(each => each.getBBox().width > 20)"
        shown = driver.execute_script(faces)
        assert shown
        assert all(shown)
        assert not errors(driver)


def test_what_puts_a_question_aside_covers_none_of_it(seat: str) -> None:
    wide = "<button class='choice' data-choice='0' data-label='1'>an answer that is as wide as a phone</button>"
    asked = f"<form data-question='x'><h2 id='asked'>Play?</h2><div class='choices'>{wide}</div></form>"
    with browser(PHONE) as phone:
        phone.get(seat)
        wait_for(phone, "run")
        phone.execute_script("show({touched: '', latest: '', question: arguments[0]})", asked)
        fold, choice = (phone.find_element("css selector", each).rect for each in ("#fold", ".choice"))
        assert fold["height"] > 20
        assert fold["y"] + fold["height"] <= choice["y"]


def test_of_a_game_that_is_over_the_sheet_stands_beside_who_won(
    seat: str, served_table: Table, desk: webdriver.Chrome
) -> None:
    while not served_table.session.state.finished:
        served_table.session.answer(0, chosen=True)
    desk.get(seat)
    wait_for(desk, "document.querySelector('#question .sheet')")
    places = "return ['.result', '.sheet'].map(each => document.querySelector(each).getBoundingClientRect().top)"
    won, sheet = desk.execute_script(places)
    assert sheet < won


def test_of_a_line_that_is_cut_short_nothing_is_drawn_behind_its_end(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, "run && document.querySelector('#question .named')")
    # the lines below names end with their letters, as borders do not
    drawn = """return [...document.querySelectorAll(
        '#question :is(.named, .player)')].map(each => getComputedStyle(each))
        .map(each => [each.borderBottomWidth, each.textDecorationLine])"""
    assert {tuple(each) for each in desk.execute_script(drawn)} == {("0px", "underline")}


def test_the_story_begins_where_the_question_ends(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, "run")
    ends = """[document.querySelector('#dock').getBoundingClientRect().bottom,
        document.querySelector('#side').getBoundingClientRect().top]"""
    many = """show({people: '<p class="notice">The files of the game have changed.</p>'.repeat(4)});
        document.querySelector('#bar').insertAdjacentHTML('beforeend', '<p>a fact of the table</p>'.repeat(14))"""
    for script in ("", many):
        desk.execute_script(script)
        wait_for(desk, f"(([dock, story]) => Math.abs(dock - story) < 1)({ends})")
    head, story = "document.querySelector('header')", "document.querySelector('#side')"
    assert desk.execute_script(f"return {head}.offsetHeight") > 60
    assert desk.execute_script(f"return {head}.offsetHeight <= {story}.getBoundingClientRect().top")


def test_four_players_sit_side_by_side(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, "run")
    four = """const seats = document.querySelector('.seats');
        while (seats.children.length < 4) seats.append(seats.firstElementChild.cloneNode(true));
        return [...seats.children].map(each => each.getBoundingClientRect().top)"""
    assert len({*desk.execute_script(four)}) == 1


def test_a_number_keeps_with_what_it_is_called(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, "run")
    desk.execute_script("show = () => undefined")
    option = "<button class='choice'>Tea <span class='badge'><span class='what'>tier</span> 1</span></button>"
    lines = """document.querySelector('#question').innerHTML = arguments[0];
        const [choice, badge] = ['.choice', '.choice .badge'].map(each => document.querySelector(each));
        return Array.from({length: 60}, (_, n) => {
          choice.style.width = `${20 + 2 * n}px`;
          return badge.getClientRects().length;
        })"""
    assert {*desk.execute_script(lines, option)} == {1}


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True])
def test_what_happened_earlier_can_be_read(seat: str, dark: bool) -> None:
    told = (
        "<ul class='tale'><li><span class='deed'><b class='player seat0'>P1</b> sells</span>"
        " <span class='counted more'>coins 1 → 3</span> <span class='counted less'>coins 3 → 2</span></li></ul>"
    )
    with browser(dark=dark) as driver:
        driver.get(seat)
        wait_for(driver, "run")
        driver.execute_script("show({earlier: arguments[0], story: arguments[0], touched: arguments[0]})", told)
        assert (
            min(driver.execute_script(CONTRAST, ":is(#told-so-far, #touched) :is(.goal, .deed, .player, .counted)"))
            >= 4.5
        )


@pytest.mark.long
def test_on_a_tablet_all_of_a_hand_is_in_sight(seat: str) -> None:
    with browser((820, 1180)) as tablet:
        tablet.get(seat)
        wait_for(tablet, "run && document.querySelector('#hand .card')")
        tablet.execute_script("show = () => undefined")
        tablet.execute_script(
            "const fan = document.querySelector('#hand .fan'); fan.append(fan.lastElementChild.cloneNode(true))"
        )
        assert tablet.execute_script(NARROWEST) > 100
        assert tablet.execute_script(COVERED) == []
        assert tablet.execute_script("return document.documentElement.scrollWidth") <= 820
