"""A table in a real browser: cards as large as there is room for, boards that look like boards, and a calm story."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium, which drives browsers, is not installed")

from selenium import webdriver
from tests.tools.web import browser as real
from tests.tools.web.browser import DESK, PHONE, browser, errors, wait_for

from cardwright import load_game
from cardwright_tools.web.server import Server
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table

pytestmark = pytest.mark.skipif(not real.installed(), reason="no browser: apt-get install chromium chromium-driver")

SPACES = "\n".join(
    f"  - {{id: space{n}, name: Space {n}, kind: space, hour: {n}, toll: {n % 3}}}" for n in range(1, 13)
)
# All but the first sort are held.
COPIES = {
    "apple": 5,
    "bread": 4,
    "cheese": 3,
    "dates": 1,
    "eggs": 1,
    "figs": 1,
    "grapes": 1,
    "honey": 1,
    "ices": 1,
    "jam": 1,
}
CARDS = "\n".join(
    f"  - {{id: {name}, name: {name.title()}, kind: card, worth: {n}, copies: {copies}}}"
    for n, (name, copies) in enumerate(COPIES.items(), start=1)
)
GAME = f"""\
game: round
title: Round
players: 2
active: active
turn: turn
kinds:
  space: {{attributes: {{hour: number, toll: number}}}}
  card: {{attributes: {{worth: number}}, interchangeable: yes}}
  ship: {{zones: {{hold: {{of: cards, see: everyone}}}}, memory: {{owner: player}}}}
zones:
  table:
    track: {{of: spaces, see: everyone}}
    fleet: {{of: ships, see: everyone}}
    deck: {{of: cards, see: nobody, ordered: yes}}
    shop: {{of: cards, see: everyone}}
  player:
    hand: {{of: cards, see: owner}}
    store: {{of: cards, see: everyone}}
    safe: {{of: cards, see: nobody}}
memory:
  table: {{active: player}}
  player: {{coins: number, at: {{is: space}}}}
look:
  draw: {{track: {{as: ring, mark: at}}, fleet: {{as: rows}}}}
  labels: {{ship: "{{name}} {{owner}}"}}
pieces:
{SPACES}
  - {{id: tub, name: Tub, kind: ship}}
  - {{id: galleon, name: The Long Galleon, kind: ship}}
{CARDS}
library: |
  rule final_score(player) "the coins of {{player}}": player.coins
  step setup:
    for each p in players:
      p.at = the(track where hour is 1)
    for each ship in fleet: ship.owner = active
    move(deck where worth > 1, to: active.hand)
    move(top(deck), to: next(active).hand)
    move(top(deck, 2), to: active.store)
    move(top(deck), to: active.safe)
  step play:
    repeat 4 times:
      turn
      active = next(active)
  step turn:
    active trade
  verb trade "trade":
    choose 2 sold from you.hand:
      for each card in sold: sell(card)
  verb sell(card) "sell {{card}}":
    you.coins += card.worth
    move(card, to: shop)
"""


@pytest.fixture(scope="module")
def address(running: tuple[TableRegistry, Server], folder: Path) -> str:
    """The address of the first seat of a table of the game above."""
    (folder / "round").mkdir()
    (folder / "round" / "game.yaml").write_text(GAME)
    table = running[0].new_table(load_game(folder / "round"), 2, 7, {})
    return f"{running[1].base}t/{table.seats[0].link}"


OTHELLO = Path(__file__).parents[2] / "corpus" / "othello"
READY = "run && document.querySelector('#faces symbol') && document.querySelector('#hand .card .drawn')"
# How many cards of a hand lie under another one.
OVERLAPPING = """
const boxes = [...document.querySelectorAll('#hand .card')].map(each => each.getBoundingClientRect());
return boxes.filter(one => boxes.some(other => other.left > one.left && other.left < one.right - 2
  && other.top < one.bottom - 20 && other.bottom > one.top + 20)).length;
"""
SEEN = """
const page = document.querySelector(arguments[1]).getBoundingClientRect();
return [...document.querySelectorAll(arguments[0])].map(each => each.getBoundingClientRect())
  .filter(box => box.width)
  .filter(box => box.top < page.top - 1 || box.bottom > page.bottom + 1 || box.right > innerWidth + 1).length;
"""


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_no_card_of_a_hand_covers_another_where_there_is_room(size: tuple[int, int], address: str) -> None:
    with browser(size) as driver:
        driver.get(address)
        wait_for(driver, READY)
        # equal cards are one stack, and as many of them are marked as are picked
        stacks = driver.execute_script(
            "return [...document.querySelectorAll('#hand .times')].map(each => each.textContent)"
        )
        assert sorted(stacks) == ["×3", "×4"]
        # ten stacks lie in one row or in two, none over another, and all in sight; on a phone more are slid
        driver.execute_script("document.querySelector('#table').replaceChildren(); arrange()")
        assert driver.execute_script(OVERLAPPING) == 0
        slid = """const held = document.querySelector('#hand .held');
            const told = [held.matches('.more'), held.matches('.less')];
            held.scrollLeft = 9999; edge(held);
            return [...told, held.matches('.more'), held.matches('.less')]"""
        assert driver.execute_script(slid) == [False] * 4
        assert driver.execute_script(SEEN, "#hand .drawn", "body") == 0
        more = """const fan = document.querySelector('#hand .fan');
            fan.append(...[...fan.children].slice(0, 6).map(each => each.cloneNode(true))); arrange()"""
        driver.execute_script(more)
        beyond = driver.execute_script(slid)
        assert beyond == ([True, False, False, True] if size == PHONE else [False] * 4)
        few = """[...document.querySelectorAll('#hand .slot')].slice(arguments[0]).forEach(each => each.remove());
            arrange()"""
        driver.execute_script(few, 9 if size == DESK else 6)
        assert driver.execute_script(OVERLAPPING) == 0
        assert driver.execute_script(SEEN, "#hand .drawn", "body") == 0
        driver.execute_script("document.querySelector('#hand .card:has(.times)').click()")
        driver.execute_script("document.querySelector('#hand .card:has(.times)').click()")
        assert driver.execute_script("return document.querySelector('#hand .taken').textContent") == "✓ 2"
        assert not errors(driver)


def test_what_an_answer_is_about_shines_and_is_clicked(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, READY)
    told = """const [form, card] = ['#question form', '#hand .card[data-at]'].map(each => document.querySelector(each));
        const [at, choice] = [card.dataset.at, document.createElement('button')];
        for (const each of document.querySelectorAll('[data-pick]')) delete each.dataset.pick;
        Object.assign(choice.dataset, { choice: 0, where: `${at} P2` });
        form.replaceChildren(choice);
        form.dataset.about = at;
        showAbout();
        const shines = kind => [...document.querySelectorAll(`.${kind}`)].map(each => each.dataset.at ?? 'answer');
        const told = [shines('topic'), shines('lit')];
        const over = each => each.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        over(choice); told.push(shines('lit'));
        card.dataset.pick = '0';
        over(card); told.push(shines('lit'));
        pick = index => told.push(index);
        act(card);
        return [at, ...told, through]"""
    at, topic, before, lit, back, picked, through = desk.execute_script(told)
    assert (topic, before, lit, back, picked) == ([at], [], [at, "P2"], ["answer"], 0)
    # what is asked next for that card is answered with it
    assert through["at"] == at
    again = (
        "document.querySelector('#question form').replaceChildren(); pick = (...all) => { again = all }; goThrough()"
    )
    assert desk.execute_script(f"let again = null; {again}; return [again, through]") == [[0, at], None]
    assert not errors(desk)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_what_lies_before_the_player_is_whole_in_sight(size: tuple[int, int], address: str) -> None:
    with browser(size) as driver:
        driver.get(address)
        wait_for(driver, READY)
        zones = "return [...document.querySelectorAll('#own h3')].map(each => each.textContent.trim())"
        assert driver.execute_script(zones) == ["store 2", "safe 1"]  # open or face down, and not the hand
        assert driver.execute_script("return document.querySelectorAll('#own .card[data-id] > .drawn').length") == 1
        assert driver.execute_script("return document.querySelectorAll('#own .pile > .drawn').length") == 1
        # it is not told above, or on the table, again
        assert "safe" not in driver.execute_script("return document.querySelector('.seat.you').innerText")
        assert not driver.execute_script("return document.querySelector('.area.seat0')")
        # however much lies there and on the table, all of it is seen, and so is the hand
        more = """const [zone, table] = [document.querySelector('#own .laid'), document.querySelector('#table')];
            zone.innerHTML = zone.innerHTML.repeat(arguments[0]);
            table.innerHTML = table.innerHTML.repeat(3);
            arrange();
            const hand = document.querySelector('#hand .fan').getBoundingClientRect();
            return [hand.bottom <= innerHeight, table.clientHeight]"""
        for count in (1, 6, 2):
            seen, room = driver.execute_script(more, count)
            assert seen
            assert room >= 120
            assert driver.execute_script(SEEN, "#own .drawn", "#own") == 0
            assert driver.execute_script("return document.querySelector('#own').scrollWidth <= innerWidth")
        assert not errors(driver)


def test_cards_on_the_table_are_as_large_as_there_is_room_for(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, READY)
    desk.execute_script("show = () => undefined")
    row = """const card = document.querySelector('#hand .card').outerHTML.replace(' can"', '"');
        document.querySelector('#table').innerHTML = '<div class="middle">' + ('<div class="zone"><div class="laid">'
          + card.repeat(arguments[0]) + '</div></div>').repeat(arguments[1]) + '</div>';
        arrange();
        const [table, cards] = [document.querySelector('#table'), [...document.querySelectorAll('#table .card')]];
        const boxes = cards.map(each => each.getBoundingClientRect());
        const apart = boxes[1].left >= boxes[0].right - 1 || boxes[1].top > boxes[0].top;
        return [boxes[0].width, apart, table.scrollHeight <= table.clientHeight]"""
    few, apart, whole = desk.execute_script(row, 3, 1)
    assert (few > 130, apart, whole) == (True, True, True)
    more, apart, whole = desk.execute_script(row, 12, 1)
    assert (88 < more < few, apart, whole) == (True, True, True)
    _, apart, _ = desk.execute_script(row, 40, 2)  # no room is left: they lie over each other
    assert not apart
    picked = "document.querySelectorAll('#table .card').forEach(each => each.classList.add('can')); return"
    wide = f"{picked} document.querySelector('#table .card').offsetWidth"
    assert desk.execute_script(wide) >= 110


DRAWN = '<svg class="drawn" viewBox="0 0 {0} {1}"></svg><span class="times">×2</span>'
TOKEN = f'<div class="card token">{DRAWN.format(40, 40).replace("<span", "<div class=state><span")}</div></div>'
CHIP = f'<div class="chip faced token">{DRAWN.format(40, 40)}</div>'


def test_what_room_is_left_is_filled_and_numbers_of_copies_cover_no_piece(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, READY)
    desk.execute_script("show = () => undefined")
    filled = """const card = document.querySelector('#hand .card').outerHTML.replace(' can"', '"');
        const zone = (inside, count) => `<div class="zone"><div class="laid">${inside.repeat(count)}</div></div>`;
        document.querySelector('#table').innerHTML = `<div class="middle">${zone(card, 8)}${zone(arguments[0], 2)}
          <div class="zone grid"><div class="laid"><div class="place">${arguments[1]}</div></div></div></div>`;
        arrange();
        const table = document.querySelector('#table');
        const base = each => parseFloat(getComputedStyle(each).getPropertyValue('--base'));
        const covered = [...table.querySelectorAll('.token')].filter(each => {
          const [piece, times] = ['.drawn', '.times'].map(part => each.querySelector(part).getBoundingClientRect());
          return times.top < piece.bottom - 1 && times.left < piece.right - 1;
        });
        return [base(table.querySelector('.zone:has(.token)')) > base(table), covered.length,
          table.scrollHeight <= table.clientHeight]"""
    assert desk.execute_script(filled, TOKEN, CHIP) == [True, 0, True]


def test_what_lies_before_others_is_cut_before_it_is_out_of_sight(seat: str, desk: webdriver.Chrome) -> None:
    desk.get(seat)
    wait_for(desk, READY)
    desk.execute_script("show = () => undefined")
    lower = """const card = document.querySelector('#hand .card').outerHTML.replace(' can"', '"');
        const zone = count => `<div class="zone"><div class="laid">${card.repeat(count)}</div></div>`;
        const table = document.querySelector('#table');
        table.innerHTML = `<div class="middle">${zone(9)}</div>
          <div class="areas"><section class="area">${zone(4)}</section></div>`;
        const found = [];
        for (let high = 420; high > 150; high -= 6) {
          table.style.cssText = `flex: 0 0 ${high}px`;
          arrange();
          found.push([table.matches('.tight'), table.scrollHeight <= table.clientHeight]);
        }
        return found"""
    found = desk.execute_script(lower)
    assert found[0] == [False, True]
    assert [True, True] in found
    # nothing is cut where that does not bring all in sight
    assert [True, False] not in found
    assert found[-1] == [False, False]


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_ring_is_joined_numbered_and_has_pawns_on_it(size: tuple[int, int], address: str) -> None:
    with browser(size) as driver:
        driver.get(address)
        wait_for(driver, f"{READY} && !document.getAnimations().length")
        joined = """return [...document.querySelectorAll('.around > .place')].map(each => {
          const line = getComputedStyle(each, '::after');
          return line.content !== 'none' && Math.min(parseFloat(line.width), parseFloat(line.height)) >= 5;
        })"""
        assert driver.execute_script(joined) == [True] * 12
        numerals = "return [...document.querySelectorAll('.around .numeral')].map(each => each.textContent)"
        assert driver.execute_script(numerals) == [str(number) for number in range(1, 13)]
        font = "return parseFloat(getComputedStyle(document.querySelector('.numeral')).fontSize)"
        assert driver.execute_script(font) >= 24
        pawn = """const pawn = document.querySelector('.around .pawn');
            const [drawn, avatar] = ['.around .pawn svg', '.avatar']
              .map(each => getComputedStyle(document.querySelector(each)));
            return [pawn.getAttribute('aria-label'), pawn.getAttribute('role'), pawn.offsetWidth,
              drawn.fill === avatar.backgroundColor]"""
        assert driver.execute_script(pawn) == ["P1", "img", 28, True]
        # no pawn covers what is written on its place
        covered = """const pawn = document.querySelector('.around .pawns').getBoundingClientRect();
            const place = document.querySelector('.around .place:has(.pawns)');
            const about = place.querySelector('.about-place');
            about.insertAdjacentHTML('beforeend', '<div class="text">draw 2 cards.</div>');
            const range = document.createRange();
            return [...place.querySelectorAll('.name, .badge, .text')].flatMap(each => {
              range.selectNodeContents(each);
              return [...range.getClientRects()];
            }).filter(box => box.width && box.left < pawn.right - 1 && box.right > pawn.left + 1
              && box.top < pawn.bottom - 1 && box.bottom > pawn.top + 1).length"""
        assert driver.execute_script(covered) == 0
        # the deck lies within the ring, and covers none of its places
        inside = """const hub = document.querySelector('.hub .zone').getBoundingClientRect();
            const boxes = [...document.querySelectorAll('.around > .place')].map(each => each.getBoundingClientRect());
            return boxes.some(box => box.left < hub.right && hub.left < box.right
              && box.top < hub.bottom && hub.top < box.bottom)"""
        assert not driver.execute_script(inside)
        # however long a text is, it is not cut short
        long = """const text = document.createElement('div');
            text.className = 'text';
            text.textContent = 'steal 1 packed cargo from an opponent into your hold (it stays packed) '.repeat(3);
            document.querySelector('.around .about-place').append(text);
            return [text.scrollHeight <= text.clientHeight + 1, getComputedStyle(text).webkitLineClamp]"""
        assert driver.execute_script(long) == [True, "none"]
        assert not errors(driver)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_board_of_squares_is_one_board_and_wholly_in_sight(
    size: tuple[int, int], running: tuple[TableRegistry, Server]
) -> None:
    table = running[0].new_table(load_game(OTHELLO), 2, 7, {})
    with browser(size) as driver:
        driver.get(f"{running[1].base}t/{table.seats[0].link}")
        wait_for(driver, "run && document.querySelector('.squares .can')")
        boxes = """return [...document.querySelectorAll('.squares .place')].map(each => each.getBoundingClientRect())
          .map(box => [box.left, box.top, box.width, box.height])"""
        found = driver.execute_script(boxes)
        assert len(found) == 64
        side = found[0][2]
        assert side > 38
        for number, (left, top, wide, high) in enumerate(found):
            assert abs(wide - side) + abs(high - side) < 0.5
            assert abs(left - found[0][0] - number % 8 * side) + abs(top - found[0][1] - number // 8 * side) < 0.5
        assert driver.execute_script(SEEN, ".squares .place", "#table") == 0
        # discs are of their players' colours, and counted
        disc = """const [disc, cell] = ['.fact .player', '.place'].map(at => document.querySelector(`.squares ${at}`));
          return [disc.offsetWidth / cell.offsetWidth, document.querySelectorAll('.squares .owned').length,
            [...document.querySelectorAll('.seat .fact:has(.disc) b')].map(each => each.textContent)]"""
        wide, owned, counts = driver.execute_script(disc)
        assert 0.6 < wide < 0.9
        assert (owned, counts) == (4, ["2", "2"])
        assert not errors(driver)


def test_alike_rows_are_aligned_and_name_their_owner_once(address: str, desk: webdriver.Chrome) -> None:
    desk.get(address)
    wait_for(desk, READY)
    lefts = """document.querySelectorAll('.rows .place').forEach(each => each.insertAdjacentHTML('beforeend',
          '<div class="within"><span class="what">holds</span> <b>x</b></div>'));
        return [...document.querySelectorAll('.rows .within')].map(each => each.getBoundingClientRect().left)"""
    assert len({*desk.execute_script(lefts)}) == 1
    told = desk.execute_script("return document.querySelector('.rows .place').textContent.match(/P1/g).length")
    assert told == 1
    chip = "return getComputedStyle(document.querySelector('.rows .fact .player')).backgroundColor"
    assert desk.execute_script(chip) == desk.execute_script(
        "return getComputedStyle(document.querySelector('.avatar')).backgroundColor"
    )


def test_on_a_phone_short_answers_stand_in_columns_and_bots_are_drawn(seat: str) -> None:
    buttons = "".join(
        f"<button class='choice' data-choice='{n}' data-label='{n}'><kbd>{n}</kbd> <span class='said'>{word}</span>"
        "</button>"
        for n, word in enumerate(("tea", "cinnamon", "rubber", "sugar", "plantation", "coffee", "indigo", "clipper"))
    )
    asked = f"<form data-question='x'><h2 id='asked'>Which?</h2><div class='choices by4'>{buttons}</div></form>"
    with browser(PHONE) as phone:
        phone.get(seat)
        wait_for(phone, READY)
        assert phone.execute_script("return document.querySelector('#who').offsetHeight") == 0  # a button has its place
        phone.execute_script("document.querySelector('.own-name').click()")
        wait_for(phone, "document.querySelector('#sheet[open] [data-send=call] input')")
        phone.execute_script("document.querySelector('#sheet').close()")
        phone.execute_script("show({question: arguments[0]}); show = () => undefined", asked)
        boxes = """return [...document.querySelectorAll('.choice')].map(each => {
          const [box, word] = [each, each.querySelector('.said')].map(some => some.getBoundingClientRect());
          return [box.left, box.top, box.height >= 40 && word.left >= box.left && word.right <= box.right];
        })"""
        found = phone.execute_script(boxes)
        assert (len({left for left, _, _ in found}), len({top for _, top, _ in found})) == (4, 2)
        assert all(fits for _, _, fits in found)
        bot = "<span class='presence'><span class='robot' role='img' aria-label='bot'><svg></svg></span></span>"
        phone.execute_script(
            "document.querySelector('.seat h2 .called').insertAdjacentHTML('afterend', arguments[0])", bot
        )
        whole = """const [seat, score, drawn] = ['.seat', '.seat .score', '.robot svg']
              .map(each => document.querySelector(each).getBoundingClientRect());
            return score.right <= seat.right && drawn.right <= score.left"""
        assert phone.execute_script(whole)


def test_what_came_of_what_came_is_folded_in_the_story(seat: str, served_table: Table, desk: webdriver.Chrome) -> None:
    for _ in range(6):
        served_table.session.answer(0, chosen=True)
    desk.get(seat)
    wait_for(desk, READY)
    deepest = """const depth = each => each ? 1 + depth(each.parentElement.closest('.tale')) : 0;
        return Math.max(...[...document.querySelectorAll('.tale li')].filter(each => each.checkVisibility())
          .map(each => depth(each.closest('.tale'))))"""
    assert desk.execute_script(deepest) <= 2
    weight = """return [...document.querySelectorAll('#told-so-far .deed')].map(each => getComputedStyle(each))
        .filter(each => Number(each.fontWeight) > 500 || each.textDecorationLine !== 'none').length"""
    assert desk.execute_script(weight) == 0
    fold = "<ul class='tale'><li><details><summary>sells</summary>a coin</details></li></ul>"
    desk.execute_script("show({story: arguments[0]}); document.querySelector('#story details').open = true", fold)
    desk.execute_script("show({story: arguments[0]})", fold)
    assert desk.execute_script("return document.querySelector('#story details').open")  # what was unfolded stays so
    assert not errors(desk)
