"""Decks at a table: chosen before the match begins, kept for the next and over a restart, and told to nobody else."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient
from tests.language.test_brought_decks import GAME, WATER
from tests.tools.web.stalls import at, served, stall, watch

from cardwright import load_game
from cardwright.records.record_file import read_record
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.web.deck_list_checks import describe_usual
from cardwright_tools.web.drawing.viewer_page import make_drawing
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table

if TYPE_CHECKING:
    from selenium import webdriver

    from cardwright_tools.web.server import Server

BLAZE = "name: Blaze\ncards: {spark: 2, flame: 2, stone: 2}\n"
LONGER = "cards: {stone: 2, flame: 2, spark: 2}\n"
WITHOUT_DECKS = GAME.replace("by: player, size: 4 to 6, most: 2, class: sort, also: [none], ", "").replace(
    "starter(p)", "starter"
)
# The list of WATER is too short for it.
CHANGED = (
    GAME.replace("Bringers", "Carriers")
    .replace("size: 4 to 6", "size: 6")
    .replace("{spark: 2, flame: 2}", "{spark: 2, flame: 2, stone: 2}")
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return the folder of the game `bringers` with a legal deck that lies ready, and one that is none."""
    folder = tmp_path / "bringers"
    (folder / "decks").mkdir(parents=True)
    for name, text in {"game": GAME, "decks/blaze": BLAZE, "decks/wrong": "cards: {spark: 9}\n"}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def _open(registry: TableRegistry, place: Path, bots: dict[int, str] | None = None) -> Table:
    return registry.new_table(load_game(place), 2, 7, bots or {})


def _choose(client: TestClient, table: Table, seat: int, **fields: str) -> tuple[int, str]:
    answer = client.post(
        f"/t/{table.seats[seat].link}/deck", content=urlencode(fields).encode(), follow_redirects=False
    )
    return answer.status_code, answer.text


def test_the_match_begins_when_all_have_chosen(registry: TableRegistry, place: Path) -> None:
    table = _open(registry, place)
    unplayed = table.session.path
    with served(registry) as client:
        pages = [client.get(f"/t/{viewer.link}").text for viewer in table.viewers]
        assert ["Take this list" in page for page in pages] == [True, True, False]
        assert "Blaze" in pages[0]
        assert "Wrong" not in pages[0]
        assert _choose(client, table, 0, list=WATER.replace("\n", "\r\n")) == (303, "")
        assert table.find_undecided() == [1]
        assert "Still to choose: <b>P2</b>" in client.get(f"/t/{table.seats[0].link}").text
        told = [client.get(f"/t/{viewer.link}").text for viewer in (table.seats[1], table.watchers)]
        assert not any("wave" in page.lower() for page in told)
        assert _choose(client, table, 1, ready="blaze") == (303, "")
        assert not table.choosing
        assert 'id="question"' in client.get(f"/t/{table.seats[0].link}").text
    assert table.session.header.decks == (("P1", WATER), ("P2", BLAZE))
    assert table.session.path is not None
    assert read_record(table.session.path).header.decks == table.session.header.decks
    assert unplayed is not None
    assert not unplayed.exists() or unplayed == table.session.path


def test_cards_are_searched_by_the_words_of_their_names(registry: TableRegistry, place: Path) -> None:
    table = _open(registry, place)
    seat = f"/t/{table.seats[0].link}"
    with served(registry) as client:
        assert "wave" not in client.get(seat).text.lower()
        assert client.get(f"{seat}/cards?q=SP").json() == [["spark", "Spark"]]
        assert [name for _, name in client.get(f"{seat}/cards?q=a").json()] == ["Flame", "Spark", "Wave"]
        assert client.get(f"{seat}/cards").json() == client.get(f"{seat}/cards?q=%3Cb%3E").json() == []
        assert client.get(f"/t/{table.watchers.link}/cards?q=a").status_code == 404


@pytest.mark.long
@pytest.mark.skipif(shutil.which("chromedriver") is None, reason="no browser: apt-get install chromium chromium-driver")
def test_a_card_is_added_by_its_whole_name(
    running: tuple[TableRegistry, Server], place: Path, desk: webdriver.Chrome
) -> None:
    from tests.tools.web.browser import wait_for

    registry, server = running
    desk.get(f"http://127.0.0.1:{server.port}/t/{_open(registry, place).seats[0].link}/deck")
    box = desk.find_element("css selector", "[data-find]")
    box.send_keys("Spark\n")
    wait_for(desk, "document.querySelector('textarea').value === 'cards:\\n  spark: 1\\n'")
    box.send_keys("a")
    wait_for(
        desk, "[...document.getElementById('cards').options].map(each => each.value).join() === 'Flame,Spark,Wave'"
    )
    box.send_keys("\n")
    wait_for(desk, "document.getElementById('told').textContent === 'No card is called a.'")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cards: {drop: 3, wvae: 1}", ["line 1, column 15: at most 2 `drop` are allowed", "did you mean `wave`?"]),
        ("cards: {drop: 2}", ["a deck needs 4 to 6 cards, but this one has 2"]),
        ("cards: {'<b>': 2}", ["there is no card `&lt;b&gt;`"]),
        ("cards: &a {drop: *a}", ["line 1, column 8"]),
        ("[" * 5_000, ["line 1"]),
        ("x" * 17_000, ["16384 are the most"]),
        ("", ["line 1"]),
    ],
)
def test_a_list_that_is_no_legal_deck_is_refused_as_a_file_is(
    registry: TableRegistry, place: Path, text: str, told: list[str]
) -> None:
    table = _open(registry, place)
    with served(registry) as client:
        status, page = _choose(client, table, 0, list=text)
    plain = page.replace("&#39;", "'")
    assert (status, [each for each in told if each not in plain]) == (400, [])
    assert table.seats[0].deck is None
    assert str(place) not in page


def test_only_players_choose_and_only_where_there_are_decks(registry: TableRegistry, place: Path) -> None:
    table = _open(registry, place)
    with served(registry) as client:
        assert client.get(f"/t/{table.watchers.link}/deck").status_code == 404
        assert _choose(client, table, 0, ready="wrong")[0] == 400
        assert _choose(client, table, 0, ready="../game")[0] == 400
        assert client.post(f"/t/{table.seats[0].link}/deck", content=b"list=" + b"a" * 60_000).status_code == 413
        assert client.post(f"/t/{table.seats[0].link}/deck", content=b"list=%00").status_code == 400
        other = registry.new_table(stall(place.parent / "stall"), 2, 7, {})
        assert not other.choosing
        assert client.get(f"/t/{other.seats[0].link}/deck").status_code == 409


def test_decks_of_a_game_that_is_gone_or_has_none_any_more_are_refused(registry: TableRegistry, place: Path) -> None:
    table = _open(registry, place)
    (place / "game.yaml").write_text(WITHOUT_DECKS)
    with pytest.raises(UsageError, match="any more"):
        describe_usual(table.session.game)
    shutil.rmtree(place)
    with served(registry) as client:
        pages = [client.get(f"/t/{table.seats[0].link}{page}").status_code for page in ("", "/deck")]
        assert [*pages, _choose(client, table, 0, list=WATER)[0]] == [409] * 3


@pytest.mark.long
@pytest.mark.parametrize(("wanted", "fits"), [(LONGER, True), (WATER, False)])
def test_the_next_match_goes_by_changed_files_too(
    registry: TableRegistry, place: Path, wanted: str, fits: bool
) -> None:
    table = _open(registry, place)
    with served(registry) as client:
        _choose(client, table, 0, ready="blaze")
        _choose(client, table, 1, ready="blaze")
        _choose(client, table, 0, list=wanted)
        (place / "game.yaml").write_text(CHANGED)
        with at(client, table.seats[0].link):
            watch(registry, client)()
            assert any("for the next match do not fit" in each for each in table.seats[0].notices) != fits
            while not table.session.state.finished:
                table.session.answer(0, True)
            table.wish_again(table.seats[0])
    assert table.session.game.title == "Carriers"
    assert table.session.header.decks == (("P1", wanted if fits else BLAZE), ("P2", BLAZE))


def test_bots_draw_a_deck_and_nobody_waits_for_them(registry: TableRegistry, place: Path) -> None:
    table = _open(registry, place, {1: "random"})
    with served(registry) as client:
        assert _choose(client, table, 0, ready=".") == (303, "")
    assert not table.choosing
    assert table.session.header.decks in ((), (("P2", BLAZE),))


def test_a_seat_given_to_a_bot_lets_the_match_begin(registry: TableRegistry, place: Path) -> None:
    table = _open(registry, place)
    with served(registry) as client:
        assert _choose(client, table, 0, list=WATER) == (303, "")
        client.post(f"/t/{table.host}/bot", content=b"seat=1&kind=random")
    assert not table.choosing
    assert table.session.header.decks[0] == ("P1", WATER)


def test_a_restarted_server_keeps_decks_and_the_next_match_has_the_new_ones(
    registry: TableRegistry, place: Path
) -> None:
    table = _open(registry, place)
    with served(registry) as client:
        _choose(client, table, 0, list=WATER)
    again = TableRegistry(make_drawing)
    with served(again) as client:
        assert "You have chosen a list of your own" in client.get(f"/t/{table.seats[0].link}").text
        _choose(client, table, 1, ready="blaze")
        [begun] = again.open_tables
        assert begun.session.header.decks == (("P1", WATER), ("P2", BLAZE))
        # during a match, the choice is for the next one
        assert "for the next" in client.get(f"/t/{table.seats[0].link}/deck").text
        _choose(client, table, 0, ready=".")
        assert begun.session.header.decks == (("P1", WATER), ("P2", BLAZE))
    last = TableRegistry(make_drawing)
    with served(last) as client:
        assert 'id="question"' in client.get(f"/t/{table.seats[0].link}").text
        [resumed] = last.open_tables
        assert resumed.session.header.decks == (("P1", WATER), ("P2", BLAZE))
        while not resumed.session.state.finished:
            resumed.session.answer(0, True)
        resumed.wish_again(resumed.seats[0])
        assert dict(resumed.session.header.decks) == {"P2": BLAZE}


@pytest.mark.long
def test_changed_files_of_the_game_leave_the_decks(registry: TableRegistry, place: Path) -> None:
    from cardwright_tools.web.tables.game_check_process import try_here

    decks = [("P1", WATER)]
    assert try_here(str(place), 2, (), decks) != try_here(str(place), 2, ())
    (place / "game.yaml").write_text(GAME.replace("size: 4 to 6", "size: 4"))
    assert "deck-of-P1.yaml:1:8" in try_here(str(place), 2, (), decks)["problem"]
