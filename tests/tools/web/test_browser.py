"""Tables in a real browser: what is clicked and typed is answered, and whoever comes back is where they were."""

from __future__ import annotations

import re
from pathlib import Path
from time import sleep

import pytest

pytest.importorskip("selenium", reason="selenium, which drives browsers, is not installed")

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys
from tests.tools.web import browser as real
from tests.tools.web.browser import PHONE, answer, browser, errors, server, wait_for
from tests.tools.web.looks import COVERED
from tests.tools.web.stalls import CARDS, stall

from cardwright import load_game
from cardwright.records.record_file import Record, read_record
from cardwright_tools.web.server import Server
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table

pytestmark = pytest.mark.skipif(not real.installed(), reason="no browser: apt-get install chromium chromium-driver")

QUESTION = "document.querySelector('#question form')?.dataset.question"


def recorded(table: Table) -> Record:
    assert table.session.path is not None
    return read_record(table.session.path)


@pytest.mark.long
def test_clicking_the_card_is_the_answer(seat: str, served_table: Table, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    first = wait_for(desk, QUESTION)
    wait_for(desk, "document.querySelector('#line.on')")
    desk.execute_script("document.querySelector('#hand .card.can').click()")
    wait_for(desk, f"{QUESTION} && {QUESTION} !== '{first}'")
    assert len(recorded(served_table).answers) == 1
    # of several, cards are picked and put back, and then all are sent at once
    wait_for(desk, "document.querySelectorAll('#hand .card.can').length > 2")
    picked = "document.querySelectorAll('#hand .card.picked').length"
    desk.execute_script("document.querySelectorAll('#hand .card.can')[0].click()")
    assert desk.execute_script(f"return {picked}") == 1
    assert desk.execute_script("return document.querySelector('[data-go]').disabled")
    desk.execute_script("[...document.querySelectorAll('#hand .card.can')].at(-1).click()")
    wait_for(desk, "!document.querySelector('[data-go]').disabled")
    desk.find_element("tag name", "body").send_keys(Keys.ENTER)
    wait_for(desk, f"!{QUESTION}")
    assert len(recorded(served_table).answers) >= 3
    assert not errors(desk)


@pytest.mark.long
def test_only_what_goes_together_can_be_picked(
    running: tuple[TableRegistry, Server], folder: Path, desk: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    stall(folder / "pairs")
    game = folder / "pairs" / "game.yaml"
    asked = "choose 2 sold from you.hand such that sum(sold.worth) is 4"
    game.write_text(game.read_text().replace("choose 2 sold from you.hand", asked))
    table = running[0].new_table(load_game(folder / "pairs"), 2, 7, {})
    desk.get(f"{running[1].base}t/{table.seats[0].link}")
    first = wait_for(desk, QUESTION)
    wait_for(desk, "document.querySelector('#line.on')")
    desk.execute_script("document.querySelector('#hand .card.can').click()")
    wait_for(desk, f"{QUESTION} && {QUESTION} !== '{first}'")
    names = "return [...document.querySelectorAll('#hand .card.can .name')].map(each => each.textContent)"
    wait_for(desk, "document.querySelector('[data-together]')")
    desk.execute_script("document.querySelector('#hand .card.can').click()")
    picked = "document.querySelectorAll('#hand .card.picked').length"
    worth = {"Apple": 1, "Bread": 2, "Cheese": 3}
    wait_for(desk, f"{picked} && document.querySelectorAll('#hand .card.can:not(.picked)').length < 4")
    one = desk.execute_script("return document.querySelector('#hand .card.picked .name').textContent").split()[-1]
    assert {worth[name.split()[-1]] for name in desk.execute_script(names)} <= {worth[one], 4 - worth[one]}
    assert desk.execute_script("return document.querySelector('[data-go]').disabled")
    desk.execute_script("document.querySelector('#hand .card.can:not(.picked)').click()")
    wait_for(desk, "!document.querySelector('[data-go]').disabled")
    desk.execute_script("document.querySelector('[data-go]').click()")
    wait_for(desk, f"!{QUESTION}")
    assert len(recorded(table).answers) == 2  # what was left to go with it was taken unasked
    assert not errors(desk)
    desk.get("about:blank")


def test_of_cards_that_are_alike_those_that_were_clicked_are_picked(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, "document.querySelector('#line.on')")
    wait_for(desk, "document.querySelector('#hand .card.can')")
    # two cards that are one choice, as two copies of a card are; nothing of the game itself is shown any more
    desk.execute_script("""
      show = () => undefined;
      document.querySelector('#question form').outerHTML =
        '<form data-question="q" data-several data-least="1" data-most="3">'
        + '<button type="button" class="choice" data-choice="0" data-count="2" data-label="1">Rifle</button>'
        + '<button type="button" class="choice" data-choice="1" data-count="1" data-label="2">Lasso</button>'
        + '<button type="button" data-go>Done</button><span data-progress></span></form>';
      [...document.querySelectorAll('#hand .card')].slice(0, 3).forEach((card, number) => {
        card.dataset.pick = number < 2 ? 0 : 1;
        card.querySelector('.times')?.remove();
      });
    """)
    picked = "return [...document.querySelectorAll('#hand .card')].slice(0, 3).map(c => c.classList.contains('picked'))"
    for place, wanted in (
        (1, [False, True, False]),
        (0, [True, True, False]),
        (1, [True, False, False]),
        (2, [True, False, True]),
        (0, [False, False, True]),
    ):
        desk.execute_script("document.querySelectorAll('#hand .card')[arguments[0]].click()", place)
        assert desk.execute_script(picked) == wanted
    told = "return ['[data-progress]', '[data-go]'].map(each => document.querySelector(each).textContent)"
    assert desk.execute_script(told) == ["1 picked (1 to 3)", "Done: 1"]
    # what was picked unasked counts
    before = "document.querySelector('#question form').dataset.picked = arguments[0]; paint()"
    desk.execute_script(before, 2)
    assert desk.execute_script(told) == ["3 picked (3 to 5)", "Done: 3"]
    desk.execute_script(before, 0)
    # the choice itself counts up, and then begins anew
    for wanted in ([True, False, True], [True, True, True], [False, False, True]):
        desk.execute_script("document.querySelector('[data-choice=\"0\"]').click()")
        assert desk.execute_script(picked) == wanted


def test_to_pick_none_is_to_decline_and_nobody_does_it_by_enter(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, "document.querySelector('#line.on')")
    desk.execute_script("""
      show = () => undefined;
      document.told = [];
      answer = picks => document.told.push([...picks]);
      document.querySelector('#question form').outerHTML =
        '<form data-question="q" data-several data-passing data-least="1" data-most="2">'
        + '<button type="button" class="choice" data-choice="0" data-count="2" data-label="1">Rifle</button>'
        + '<button type="button" class="go" data-go>Done</button><span data-progress></span></form>';
      paint();
    """)
    body = desk.find_element("tag name", "body")
    go = "const go = document.querySelector('[data-go]'); return [go.textContent, go.classList.contains('declines')]"
    told = "return document.querySelector('[data-progress]').textContent"
    assert (desk.execute_script(go), desk.execute_script(told)) == (["0 None", True], "0 picked (1 to 2, or none)")
    key = "return document.querySelector('[data-go]').getAttribute('aria-keyshortcuts')"
    assert desk.execute_script(key) == "0"
    body.send_keys(Keys.ENTER)
    assert desk.execute_script("return document.told") == []
    body.send_keys("0")
    assert desk.execute_script("return document.told") == [[]]
    body.send_keys("1")
    assert (desk.execute_script(go), desk.execute_script(told)) == (["Done: 1", False], "1 picked (1 to 2)")
    body.send_keys(Keys.ENTER)
    assert desk.execute_script("return document.told") == [[], [0]]


@pytest.mark.long
@pytest.mark.parametrize("kind", [interaction.POINTER_MOUSE, interaction.POINTER_TOUCH])
def test_a_name_in_an_option_is_a_part_of_the_option(
    seat: str, served_table: Table, desk: webdriver.Chrome, kind: str
) -> None:
    desk.get(seat)
    first = wait_for(desk, QUESTION)
    wait_for(desk, "document.querySelector('#line.on')")
    assert desk.execute_script("return document.querySelector('#hand .card[data-pick] kbd').textContent") == "1"
    assert not desk.execute_script("return document.querySelector('#question .on-card').offsetHeight")  # told once
    point(desk, kind, "#hand .card[data-pick] .name")
    wait_for(desk, f"{QUESTION} && {QUESTION} !== '{first}'")
    assert len(recorded(served_table).answers) == 1
    assert not desk.execute_script("return document.querySelector('#sheet').open")
    # a long press still shows the card, and answers nothing
    if kind == interaction.POINTER_TOUCH:
        point(desk, kind, "#hand .card[data-pick] .name", 0.6)
        wait_for(desk, "document.querySelector('#peek')")
        assert not desk.execute_script("return document.querySelector('.picked')")
        beside = """const [look, asked] = ['#peek', '#dock'].map(each => find(each).getBoundingClientRect());
            return [look.right <= asked.left, look.height > 200, find('#sheet').open]"""
        assert desk.execute_script(beside) == [True, True, False]
        point(desk, kind, "#bar")
        wait_for(desk, "!document.querySelector('#peek')")


def test_what_is_asked_about_is_brought_into_sight_and_nothing_pops_up_unasked(
    seat: str, desk: webdriver.Chrome
) -> None:
    desk.get(seat)
    wait_for(desk, "document.querySelector('#line.on')")
    far = """const table = document.querySelector('#table');
        const [high, piece] = [document.createElement('div'), document.createElement('div')];
        high.style.height = '3000px';
        piece.textContent = 'here'; piece.dataset.pick = '0';
        table.append(high, piece);
        bringIntoView();
        const seen = () => {
            const [box, hand] = [piece, document.querySelector('#hand')].map(each => each.getBoundingClientRect());
            return 0 < box.top && box.bottom < hand.top };
        const told = [seen()];
        table.scrollTo(0, 6000);
        high.after(document.createElement('p')); high.style.height = '1500px'; table.append(high);
        bringIntoView(); told.push(seen());  // also what lies above
        piece.remove(); bringIntoView(); told.push(table.scrollTop);  // and back where nothing is asked of the table
        return told"""
    assert desk.execute_script(far) == [True, True, 0]
    # the mouse rests while the page is drawn anew beneath it, and then moves
    rests = """let begun = 0;
        const usual = setTimeout;
        setTimeout = () => { begun += 1; };
        const card = document.querySelector('#hand [data-id]');
        const at = (kind, clientX) => card.dispatchEvent(
            new PointerEvent(kind, { bubbles: true, pointerType: 'mouse', clientX, clientY: 5 }));
        const told = [];
        at('pointermove', 5); show({}); at('pointerover', 5); told.push(begun);
        at('pointermove', 6); at('pointerover', 6); told.push(begun);
        setTimeout = usual;
        return told"""
    assert desk.execute_script(rests) == [0, 1]
    # that an answer which was sent twice had come is told to nobody; that another cannot be given is
    refused = """const opened = [];
        send({ do: 'read' });
        for (const id of ['before', underWay.at(-1).message.id]) {
          receive({ refused: 'That was asked before.', id });
          opened.push(find('#sheet').open);
        }
        find('#sheet').close();
        return opened"""
    assert desk.execute_script(refused) == [False, True]
    # another question, and the end of a game, are seen from their beginnings
    begins = """const dock = find('#question');
        dock.style.cssText = 'max-height: 60px; overflow: auto';
        const [high, told] = [document.createElement('div'), []];
        high.style.height = '3000px';
        find('#table').append(high);
        const asked = '<form data-question="x"><h2 id="asked">Which?</h2></form>' + '<p>more</p>'.repeat(40);
        show({ question: '<p>before</p>'.repeat(40) });
        for (const question of [asked, '<ul class="result"></ul>']) {
          dock.scrollTop = 40; find('#table').scrollTo(0, 500);
          told.push(dock.scrollTop);
          show({ question });
          told.push(dock.scrollTop);
        }
        told.push(find('#table').scrollTop);
        return told"""
    assert desk.execute_script(begins) == [40, 0, 40, 0, 0]


def point(driver: webdriver.Chrome, kind: str, selector: str, seconds: float = 0.02) -> None:
    """Press where the middle of something is with a mouse or a finger, and let go after so long."""
    # by its place: the page may draw it anew at any time
    x, y = driver.execute_script(
        "const it = document.querySelector(arguments[0]);"
        "it.scrollIntoView({block: 'nearest', behavior: 'instant'});"
        "const box = it.getBoundingClientRect();"
        "return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]",
        selector,
    )
    pressed = ActionBuilder(driver, mouse=PointerInput(kind, kind))  # type: ignore[no-untyped-call]
    pressed.pointer_action.move_to_location(x, y)  # type: ignore[no-untyped-call]
    pressed.pointer_action.pointer_down().pause(seconds).pointer_up()  # type: ignore[no-untyped-call]
    pressed.perform()


def test_a_game_is_played_by_keys_alone(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    first = wait_for(desk, QUESTION)
    wait_for(desk, "document.querySelector('#line.on')")
    asks_for_name = "return !document.querySelector('#who').hidden"
    assert desk.execute_script(asks_for_name)
    desk.find_element("tag name", "body").send_keys("1")
    wait_for(desk, f"{QUESTION} && {QUESTION} !== '{first}'")
    assert not desk.execute_script(asks_for_name)  # whoever answers without a name has been asked
    for _ in range(40):
        desk.switch_to.active_element.send_keys(Keys.TAB)
        if "card" in (desk.switch_to.active_element.get_attribute("class") or ""):
            break
    desk.switch_to.active_element.send_keys(Keys.ENTER)
    wait_for(desk, "document.querySelectorAll('#question .choice.picked').length === 1")
    assert desk.execute_script("return document.activeElement.closest('#hand') !== null")
    # what is no longer there leaves the keyboard at what is asked
    desk.execute_script("show({hand: ''})")
    assert desk.execute_script("return document.activeElement.id") == "question"


@pytest.mark.long
def test_a_killed_server_goes_on_where_it_was(desk: webdriver.Chrome, tmp_path: Path) -> None:
    game, state = tmp_path / "stall", tmp_path / "state"
    stall(game)
    with server(str(game), "--players", "2", "--seed", "7", "--port", "0", state=state) as served:
        desk.get(served.links["P1"])
        wait_for(desk, "document.querySelector('#line.on')")
        answer(desk, 0)
        shown = "return [...document.querySelectorAll('#question, #table, #hand')].map(each => each.innerText)"
        before = desk.execute_script(shown)
        served.kill()
        wait_for(desk, "document.querySelector('#line.off')")
    port = served.links["P1"].split(":")[2].partition("/")[0]
    with server(str(game), "--port", port, state=state) as again:
        assert again.links == served.links
        assert "Continuing" in again.said[0]
        wait_for(desk, "document.querySelector('#line.on')")
        assert desk.execute_script(shown) == before
        answer(desk, 0)
        # what was printed and logged holds each link once, where it was handed out
        said = "".join(again.said) + again.end()
    assert all(said.count(link.rpartition("/")[2]) == 1 for link in served.links.values())
    assert len(list((state / "cardwright" / "games").glob("*.jsonl"))) == 1
    desk.get("about:blank")


def test_edits_reach_open_pages(seat: str, desk: webdriver.Chrome, folder: Path) -> None:
    desk.get(seat)
    wait_for(desk, "document.querySelector('#line.on')")
    sleep(1.2)
    cards = folder / "stall" / "cards" / "base" / "cards.yaml"
    try:
        cards.write_text(CARDS.replace("worth: 2", "worth: 5"))
        wait_for(desk, "document.querySelector('#people').innerText.includes('Bread')")
        wait_for(desk, "document.querySelector('#hand').innerText.includes('5')")
    finally:
        cards.write_text(CARDS)


def test_what_lies_above_the_page(seat: str, served_table: Table, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, "document.querySelector('#line.on')")
    sheet = "document.querySelector('#sheet-body').innerText"
    desk.execute_script("document.querySelector('#seats .score').click()")
    wait_for(desk, f"{sheet}.includes('the coins of P1: 0')")
    desk.execute_script("document.querySelector('#sheet').close()")
    desk.execute_script("document.querySelector('[data-open=menu]').click()")
    desk.execute_script("document.querySelector('#sheet [data-open=note]').click()")
    wait_for(desk, "document.querySelector('#sheet textarea')")
    desk.switch_to.active_element.send_keys("this felt unfair")  # it is there that one writes at once
    desk.find_element("css selector", "#sheet form[data-send] button").click()
    wait_for(desk, "!document.querySelector('#sheet').open")
    # a name that was given is there to be changed
    served_table.call(served_table.seats[0], 'Mia "<b>')
    served_table.show()
    wait_for(desk, "document.querySelector('.seat.you').innerText.includes('Mia')")
    desk.execute_script("document.querySelector('[data-open=menu]').click()")
    desk.execute_script("document.querySelector('#sheet [data-open=me]').click()")
    assert desk.execute_script("return document.querySelector('#sheet input').value") == 'Mia "<b>'
    desk.execute_script("document.querySelector('[data-open=log]').click()")
    wait_for(desk, f"{sheet}.length > 20 && !document.querySelector('#sheet input')")
    assert [note.text for note in recorded(served_table).notes if note.kind == "note"] == ["this felt unfair"]
    assert not errors(desk)


def test_whose_bot_is_sent_away_is_asked_first(seat: str, served_table: Table, desk: webdriver.Chrome) -> None:
    served_table.seats[1].bot = "greedy"
    served_table.call(served_table.seats[0], "Mia")
    desk.get(seat)
    wait_for(desk, "document.querySelector('#line.on')")
    wait_for(desk, "document.querySelector('.seat.you h2').innerText.includes('Mia')")
    desk.execute_script("document.querySelector('[data-open=menu]').click()")
    desk.execute_script("document.querySelector('#sheet [data-open=sitters]').click()")
    wait_for(desk, "document.querySelector('#sheet-body').innerText.includes('Mia')")
    desk.execute_script("document.querySelector('#sheet [data-do=bot]').click()")
    wait_for(desk, "document.querySelector('#sheet-body').innerText.includes('plays P2')")
    assert served_table.seats[1].bot == "greedy"
    desk.execute_script("document.querySelector('#sheet-body button').click()")
    wait_for(desk, "!document.querySelector('#sitters [data-sure]') && !document.querySelector('#sheet').open")
    assert served_table.seats[1].bot is None


@pytest.mark.long
def test_a_phone_shows_all_there_is_without_scrolling_sideways(seat: str) -> None:
    with browser(PHONE, dark=True) as phone:
        phone.get(seat)
        wait_for(phone, "document.querySelector('#line.on')")
        assert phone.execute_script("return document.documentElement.scrollWidth") <= PHONE[0]
        box = phone.execute_script(
            "return document.querySelector('#hand .card[data-pick]').getBoundingClientRect().top"
        )
        assert box <= PHONE[1]
        assert phone.execute_script("return getComputedStyle(document.body).backgroundColor") == "rgb(23, 22, 20)"
        low = """return [...document.querySelectorAll(':is(nav, #question, #table) :is(button, .button):not(.fact)')]
            .filter(each => each.offsetHeight && each.getBoundingClientRect().height < 40)
            .map(each => each.outerHTML)"""
        assert phone.execute_script(low) == []
        # the last that others did stands above the question, and opens the whole story
        latest = "<button type='button' data-open='log'><span>P2 rests</span></button>"
        phone.execute_script("show({touched: '', latest: arguments[0]})", latest)
        shown = "return getComputedStyle(document.querySelector('#latest')).display"
        assert phone.execute_script(shown) != "none"
        above = """return document.querySelector('#latest').getBoundingClientRect().bottom
            <= document.querySelector('#asked').getBoundingClientRect().top"""
        assert phone.execute_script(above)
        phone.execute_script("document.querySelector('#latest button').click()")
        wait_for(phone, "document.querySelector('#sheet[open] li')")
        phone.execute_script(
            "document.querySelector('#sheet').close(); document.querySelector('#sheet-body').textContent = ''"
        )
        # what touched them stands there instead, the last of it in sight, and so does the end of the whole story
        touched = "<p>first</p><p>second</p>" * 4 + "<p>P2 robs P1</p>"
        phone.execute_script("show({touched: arguments[0]})", touched)
        assert phone.execute_script(shown) == "none"
        inside = """(([line, box]) => line.height > 8 && line.bottom <= box.bottom)(
            ['#touched > :last-child', '#touched'].map(each => document.querySelector(each).getBoundingClientRect()))"""
        wait_for(phone, inside)  # the page goes there when it is drawn
        phone.execute_script("document.querySelector('#sheet').style.maxHeight = '150px'")
        phone.execute_script("document.querySelector('[data-open=log]').click()")
        wait_for(phone, "document.querySelector('#sheet-body li')")
        end = "return document.querySelector('#sheet-body li:last-child').getBoundingClientRect().bottom"
        sheet = "return document.querySelector('#sheet').getBoundingClientRect().bottom"
        assert phone.execute_script(end) <= phone.execute_script(sheet)
        phone.execute_script("document.querySelector('#sheet').close()")
        long = "document.querySelectorAll('#hand .name').forEach(n => n.textContent = 'Consolidated Warehouse')"
        phone.execute_script(long)
        assert phone.execute_script(COVERED) == []
        # a full hand is slid to its end while the page stays, and what is asked can be put aside to see the table
        many = """const [fan, held] = [document.querySelector('#hand .fan'), document.querySelector('#hand .held')];
            for (let n = 0; n < 9; n++) fan.append(fan.firstElementChild.cloneNode(true));
            held.scrollLeft = 9999;
            return Math.max(...[...fan.children].map(each => each.getBoundingClientRect().right))"""
        assert phone.execute_script(many) <= PHONE[0]
        assert phone.execute_script("return document.documentElement.scrollWidth") <= PHONE[0]
        phone.execute_script("document.querySelector('#fold').click()")
        low = "return document.querySelector('#dock').getBoundingClientRect().height"
        assert phone.execute_script(low) < 80
        assert phone.execute_script("return document.querySelector('#asked').getBoundingClientRect().height") > 10
        answer(phone, 0)
        assert not phone.execute_script("return document.body.classList.contains('folded')")


@pytest.mark.long
def test_the_first_page_is_small_and_comes_from_here_alone(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, "document.querySelector('#line.on')")
    loaded = desk.execute_script(
        "return [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
        ".map(each => [each.name, each.transferSize])"
    )
    own = seat.partition("/t/")[0]
    assert all(name.startswith(own) for name, _ in loaded)
    # the fonts are loaded once for all games, and may come later than the line
    assert 5_000 < sum(size for name, size in loaded if "/fonts/" not in name) < 200_000
    assert re.match(r"http://127\.0\.0\.1:\d+$", own)


GUESSES = """
game: guesses
players: 2
kinds: {card: {attributes: {cost: number}}}
zones: {table: {shelf: {of: cards}}}
memory: {player: {named: {is: name of card}}}
pieces:
  - {each: {cost: 1 to 40}, id: "knight_{cost}", copies: 0}
  - {id: ogre, name: Old Ogre, cost: 50}
library: |
  step setup: nothing
  step play:
    repeat 2 times:
      for each p in players: p guess
  verb guess "guess":
    choose what from names of cards: you.named = what
  rule final_score(player): player.named.cost
"""


@pytest.mark.long
def test_a_card_among_many_is_named_by_a_part_of_its_name(
    running: tuple[TableRegistry, Server], desk: webdriver.Chrome, folder: Path
) -> None:
    (folder / "guesses").mkdir(exist_ok=True)
    (folder / "guesses" / "game.yaml").write_text(GUESSES)
    table = running[0].new_table(load_game(folder / "guesses"), 2, 7, {})
    desk.get(f"{running[1].base}t/{table.seats[0].link}")
    wait_for(desk, "document.querySelector('#line.on') && document.querySelector('#question [data-search]')")

    def type_in(keys: str) -> None:  # where the focus is: the question is drawn again once consequences are found
        desk.execute_script("document.querySelector('#question [data-search]').focus()")
        ActionChains(desk).send_keys(keys).perform()

    shown = "[...document.querySelectorAll('#question .choices.many .choice')].filter(each => !each.hidden).length"
    assert desk.execute_script(f"return {shown}") == 41
    type_in("knight 3")
    assert desk.execute_script(f"return {shown}") == 11
    # what was typed is still there when the question is drawn again
    desk.execute_script("show({question: document.querySelector('#question').innerHTML})")
    assert desk.execute_script(f"return {shown}") == 11
    type_in(Keys.ENTER)
    assert table.session.state.player == 0
    type_in(Keys.BACKSPACE * 8)
    type_in("ogr")
    assert desk.execute_script(f"return {shown}") == 1
    type_in(Keys.ENTER)
    wait_for(desk, "!document.querySelector('#question form')")
    assert table.session.state.player == 1
    desk.get("about:blank")
