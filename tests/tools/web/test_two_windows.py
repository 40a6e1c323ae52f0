"""Two people at one table, each in a window of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium, which drives browsers, is not installed")

from selenium import webdriver
from tests.tools.web import browser as real
from tests.tools.web.browser import answer, browser, errors, wait_for
from tests.tools.web.stalls import stall

from cardwright import load_game
from cardwright.records.record_file import read_record
from cardwright_tools.web.server import Server
from cardwright_tools.web.tables.registry import TableRegistry

pytestmark = pytest.mark.skipif(not real.installed(), reason="no browser: apt-get install chromium chromium-driver")

QUESTION = "document.querySelector('#question form')?.dataset.question"


@pytest.mark.long
def test_two_windows_choose_at_once(
    running: tuple[TableRegistry, Server], folder: Path, desk: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    stall(folder / "fair")
    game = folder / "fair" / "game.yaml"
    chosen = "    secretly for each p in players:\n      p choose 2 sold from p.hand: move(sold, to: p.kept)\n"
    game.write_text(game.read_text().replace("    active hide\n    active sell\n", chosen))
    table = running[0].new_table(load_game(folder / "fair"), 2, 7, {})
    with browser() as other:
        for driver, seat in ((desk, table.seats[0]), (other, table.seats[1])):
            driver.get(f"{running[1].base}t/{seat.link}")
            wait_for(driver, "document.querySelector('#line.on')")
        first = wait_for(desk, QUESTION)
        desk.execute_script("document.querySelector('#hand .card.can').click()")
        assert answer(other, 0)
        assert wait_for(other, "document.querySelector('#question .waiting')?.innerText") == "Waiting for P1."
        assert desk.execute_script(f"return {QUESTION}") == first
        picked = desk.execute_script("return document.querySelectorAll('#hand .card.picked').length")
        assert picked == 1, "what was picked here is still picked"
        assert table.session.path is not None
        assert not read_record(table.session.path).answers
        desk.execute_script("[...document.querySelectorAll('#hand .card.can:not(.picked)')].at(-1).click()")
        desk.execute_script("document.querySelector('[data-go]').click()")
        for driver in (desk, other):
            wait_for(driver, f"{QUESTION} && {QUESTION} !== '{first}'")
            assert not errors(driver)
    assert [each.seat for each in read_record(table.session.path).answers] == [0, 0, 1, 1]
    desk.get("about:blank")
