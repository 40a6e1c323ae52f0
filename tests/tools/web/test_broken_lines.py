"""Whatever somebody does is done once or not at all when the connection breaks, and they are told which."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import pytest

pytest.importorskip("selenium", reason="selenium, which drives browsers, is not installed")

from selenium import webdriver
from tests.tools.web import browser as real
from tests.tools.web.browser import Served, answer, server, wait_for
from tests.tools.web.stalls import stall

from cardwright.records.record_file import read_record

pytestmark = pytest.mark.skipif(not real.installed(), reason="no browser: apt-get install chromium chromium-driver")

QUESTION = "document.querySelector('#question form')?.dataset.question"
ON, OFF = "document.querySelector('#line.on')", "document.querySelector('#line.off')"
LINE = "document.querySelector('#line').textContent"
SHEET = "document.querySelector('#sheet[open] #sheet-body')?.innerText"
SENT = "document.body.classList.contains('sent')"
# What somebody can do on a page, each once.
ACTS = (
    "find('#question [data-choice]').click()",
    "find('#hand .card.can').click()",
    "typed('1')",
    "find('[data-do=undo]').click()",
    "find('#seats .score').click()",
    "act({ dataset: { open: 'log' } })",
    "act({ dataset: { open: 'me' } }), find('#sheet [data-do=bot]').click()",
    "act({ dataset: { open: 'me' } }), find('#sheet [data-send] button').click()",
    "const gone = document.createElement('i'); gone.dataset.id = 'nothing-that-lies-here'; act(gone)",
    "act({ dataset: { goTo: 'steps' } })",
)


@contextmanager
def stalled(folder: Path, *words: str) -> Iterator[Served]:
    """A server with a table of two."""
    stall(folder / "stall")
    words = ("--port", "0", *words) if "--port" not in words else words
    with server(str(folder / "stall"), *words, state=folder / "state") as served:
        yield served


@contextmanager
def begun_again(folder: Path, before: Served) -> Iterator[Served]:
    """The next server at the same place."""
    port = before.links["P1"].split(":")[2].partition("/")[0]
    with stalled(folder, "--port", port) as served:
        yield served


def answers(folder: Path) -> int:
    [path] = (folder / "state" / "cardwright" / "games").glob("*.jsonl")
    return len(read_record(path).answers)


def wait_until_there_is_one(folder: Path) -> None:
    for _ in range(6000):
        if answers(folder):
            return
        sleep(0.05)
    raise AssertionError("no answer has come")


@pytest.fixture
def opened(desk: webdriver.Chrome, tmp_path: Path) -> Iterator[Served]:
    with stalled(tmp_path, "--players", "2", "--seed", "7") as served:
        desk.get(served.links["P1"])
        wait_for(desk, f"{ON} && {QUESTION}")
        yield served
    desk.get("about:blank")


@pytest.mark.long
def test_without_a_connection_every_act_says_so_and_is_not_kept(
    opened: Served, desk: webdriver.Chrome, tmp_path: Path
) -> None:
    opened.kill()
    wait_for(desk, OFF)
    assert "No connection" in desk.execute_script(f"return {LINE}")
    for act in ACTS:
        desk.execute_script("find('#sheet').close(); find('#sheet-body').textContent = ''")
        desk.execute_script(act)
        assert "There is no connection" in str(wait_for(desk, SHEET)), act
        assert not desk.execute_script(f"return {SENT}"), act
    # what somebody has written stays
    desk.execute_script("find('#sheet').close(); act({ dataset: { open: 'note' } }); find('textarea').value = 'odd'")
    desk.execute_script("find('#sheet [data-send] button').click()")
    assert "There is no connection" in str(wait_for(desk, SHEET))
    assert desk.execute_script("return find('textarea').value") == "odd"
    with begun_again(tmp_path, opened):
        wait_for(desk, ON)
        assert desk.execute_script(f"return {LINE}") == ""
        desk.execute_script("find('#sheet').close()")
        answer(desk, 0)
    assert answers(tmp_path) == 1


@pytest.mark.long
def test_what_is_done_while_the_page_opens_is_done_without_a_word(
    opened: Served, desk: webdriver.Chrome, tmp_path: Path
) -> None:
    # a line that is not open yet, as on a page that has just come
    desk.execute_script("socket.close(); run = null; connect(); find('#question [data-choice]').click()")
    wait_until_there_is_one(tmp_path)
    wait_for(desk, f"{ON} && !{SENT}")
    assert desk.execute_script(f"return [{LINE}, {SHEET} ?? null]") == ["", None]
    assert answers(tmp_path) == 1


LOSE = "socket.send = () => undefined"  # what is sent is lost
DEAF = "receive = () => undefined"  # it arrives, but what is said to it is lost


@pytest.mark.long
@pytest.mark.parametrize("broken", [LOSE, DEAF])
def test_an_answer_that_was_on_its_way_is_given_once_when_the_line_is_back(
    opened: Served, desk: webdriver.Chrome, tmp_path: Path, broken: str
) -> None:
    first = desk.execute_script(f"return {QUESTION}")
    desk.execute_script(f"document.heard = receive; {broken}; find('#question [data-choice]').click()")
    assert desk.execute_script(f"return {SENT}")
    if broken == DEAF:
        wait_until_there_is_one(tmp_path)
    desk.execute_script("socket.close(); receive = document.heard")
    wait_for(desk, f"{ON} && {QUESTION} !== '{first}' && !{SENT}")
    assert "arrived" in str(wait_for(desk, LINE))
    assert answers(tmp_path) == 1


@pytest.mark.long
@pytest.mark.parametrize("broken", [LOSE, DEAF])
def test_an_answer_that_was_on_its_way_to_a_killed_server_is_told_to_be_lost_or_not(
    opened: Served, desk: webdriver.Chrome, tmp_path: Path, broken: str
) -> None:
    desk.execute_script(f"document.heard = receive; {broken}; find('#question [data-choice]').click()")
    if broken == DEAF:
        wait_until_there_is_one(tmp_path)
    opened.kill()
    wait_for(desk, OFF)
    desk.execute_script("receive = document.heard")
    with begun_again(tmp_path, opened):
        wait_for(desk, ON)
        if broken == DEAF:
            assert "arrived" in str(wait_for(desk, LINE))
        else:
            assert "Your answer was lost" in str(wait_for(desk, SHEET))
        wait_for(desk, f"{QUESTION} && !{SENT}")
        assert answers(tmp_path) == (broken == DEAF)


@pytest.mark.long
def test_what_else_was_on_its_way_to_a_killed_server_is_not_done_twice(
    opened: Served, desk: webdriver.Chrome, tmp_path: Path
) -> None:
    answer(desk, 0)
    desk.execute_script(f"{LOSE}; find('[data-do=undo]').click()")
    opened.kill()
    wait_for(desk, OFF)
    with begun_again(tmp_path, opened):
        assert "do it again" in str(wait_for(desk, SHEET))
        assert answers(tmp_path) == 1


@pytest.mark.long
def test_what_was_picked_so_far_is_still_picked_when_the_page_or_the_server_is_back(
    opened: Served, desk: webdriver.Chrome, tmp_path: Path
) -> None:
    answer(desk, 0)
    wait_for(desk, "document.querySelector('#question [data-several]')")
    desk.execute_script("find('#question [data-choice]').click()")
    picked = "return document.querySelectorAll('#question .choice.picked').length"
    assert desk.execute_script(picked) == 1
    desk.refresh()
    wait_for(desk, ON)
    assert desk.execute_script(picked) == 1
    opened.kill()
    wait_for(desk, OFF)
    with begun_again(tmp_path, opened):
        wait_for(desk, ON)
        assert desk.execute_script(picked) == 1
