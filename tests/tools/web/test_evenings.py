"""An evening at a table in a browser: taking back, notes, edits of the files, looking back, and who runs it."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from time import sleep

import pytest
from tests.tools.web.stalls import CARDS, Page, at, links, served, stall

from cardwright import Game
from cardwright.records.record_file import read_record
from cardwright_tools.cli.main import main
from cardwright_tools.session.score_breakdown_table import format_score_sheet
from cardwright_tools.web.server import draw_qr_code
from cardwright_tools.web.tables.bot_and_render_scheduler import BotScheduler
from cardwright_tools.web.tables.file_watcher import GameFileWatcher
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table


@pytest.fixture
def table(game: Game, registry: TableRegistry) -> Table:
    return registry.new_table(game, 2, 7, {})


def test_an_answer_is_taken_back_when_all_agree(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client, at(client, links(table)[0]) as page, at(client, links(table)[1]) as other:
        page.answer(0)
        before = table.session.state.digest()
        page.answer_anything()
        page.say(do="undo")
        other.look()
        assert 'data-do="agree" data-yes' in other.parts["people"]
        assert 'data-do="agree" data-yes' not in page.parts["people"]
        # both are told what that would take back, the one who asks needs nobody to do not agree to the undo
        assert "You want to take back" in page.parts["people"]
        assert "P1 wants to take back" in plain(other.parts["people"])
        assert all("to market" in plain(each.parts["people"]) for each in (page, other))
        page.say(do="agree", yes=False)
        assert table.wants_back is None
        assert "notice" not in page.parts["people"]
        page.say(do="undo")
        other.say(do="agree", yes=False)
        page.look()
        assert "do not agree to the undo" in page.parts["people"]
        assert table.session.state.digest() != before
        page.say(do="undo")
        other.say(do="agree", yes=True)
        page.look()
        assert table.session.state.digest() == before
        assert "P1 has taken back an answer: P1 chooses" in plain(page.parts["people"])
        assert page.question is not None
        page.say(do="read")
        assert "taken back" not in page.parts["people"]


def test_of_what_is_taken_back_nobody_is_told_what_they_did_not_see(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client, at(client, links(table)[0]) as page, at(client, links(table)[1]) as other:
        page.answer(0)
        page.say(do="undo")
        other.look()
        names = re.compile("Apple|Bread|Cheese")
        assert names.search(page.parts["people"])
        assert "wants to take back" in plain(other.parts["people"])
        assert not names.search(other.parts["people"])
        other.say(do="agree", yes=True)
        assert "has taken back" in other.parts["people"]
        assert not names.search(other.parts["people"])


def test_whoever_is_away_or_a_bot_need_not_agree(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client, at(client, links(table)[0]) as page:
        page.answer(0)
        page.say(do="undo")
        assert not table.session.steps


def test_whoever_was_here_is_asked_also_while_away(registry: TableRegistry, table: Table) -> None:
    first, second = links(table)
    with served(registry) as client:
        with at(client, second) as other, at(client, first) as page:
            page.answer_anything()
            while other.question is None:
                page.look()
                other.look()
                if page.question is not None:
                    page.answer_anything()
            other.answer_anything()
        reached = len(table.session.steps)
        while table.seats[1].browsers:
            sleep(0.01)
        with at(client, first) as page:
            page.say(do="undo")
            assert "P2 (when they come back)" in plain(page.parts["people"])
            assert len(table.session.steps) == reached
            with at(client, second) as other:
                assert 'data-do="agree" data-yes' in other.parts["people"]
                other.say(do="agree", yes=True)
            assert len(table.session.steps) < reached


def test_a_host_may_allow_to_take_back_without_the_absent(registry: TableRegistry, table: Table) -> None:
    first, second = links(table)
    with served(registry) as client:
        with at(client, second):
            pass
        while table.seats[1].browsers or not table.line.idle:
            sleep(0.01)
        with at(client, first) as page:
            page.answer(0)
            page.say(do="undo")
            assert table.session.steps
            client.post(f"/t/{table.host}/settings", content="undo=here")
            page.look()
            assert not table.session.steps
    assert table.kept().undo == "here"


def test_what_a_person_answered_is_theirs_also_where_a_bot_plays_for_them(
    registry: TableRegistry, table: Table
) -> None:
    first, second = links(table)
    with served(registry) as client, at(client, second) as other, at(client, first) as page:
        page.answer_anything()
        page.answer_anything()
        other.look()
        other.answer_anything()
        other.say(do="bot", seat=1, kind="random")
        reached = len(table.session.steps)
        page.say(do="undo")
        assert len(table.session.steps) >= reached
        other.say(do="agree", yes=True)
        assert len(table.session.steps) < reached


def test_what_bots_do_one_after_the_other_is_drawn_once_in_a_while(
    registry: TableRegistry, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = registry.new_table(game, 3, 7, {1: "random", 2: "random"})
    shown: list[int] = []
    show = Table.show
    monkeypatch.setattr("cardwright_tools.web.tables.bot_and_render_scheduler.GLANCE", 1e9)

    def noted(self: Table) -> None:
        shown.append(len(self.session.steps))
        show(self)

    monkeypatch.setattr(Table, "show", noted)
    with served(registry) as client, at(client, links(table)[0]) as page:
        for _ in range(2):
            page.wait(lambda page: page.question is not None)
            before = page.question
            page.answer_anything()
        # without a word, for every message is answered with the table as it stands
        while page.question in (None, before):
            page.hear()
    bots = [number for number, step in enumerate(table.session.steps, start=1) if step.player]
    assert len(bots) > 3
    # at the table as the last of them left it somebody is asked
    assert not {*shown} & {*bots[:-1]}


def test_an_answer_stands_until_the_next_turn(registry: TableRegistry) -> None:
    table = registry.new_table(registry.game("ceylon"), 3, 5, {1: "random", 2: "random"})
    seat = table.seats[0]
    with served(registry) as client, at(client, links(table)[0]) as page:
        for _ in range(60):
            page.wait(lambda page: page.question is not None or page.over)
            if "data-hold" in page.parts["question"]:
                break
            declining = re.search(r'class="choice declines" data-choice="(\d+)"', page.parts["question"])
            if declining is None or "done" not in page.answer(int(declining[1])):
                page.answer_anything()
        state = table.session.state
        assert state.view(0).turn_of != 0
        [held] = re.findall(r'data-choice="(\d+)" data-hold', page.parts["question"])
        site = state.site
        page.say(do="answer", name=page.question, picks=[int(held)], hold=True)
        assert "is answered with" in page.parts["people"]
        page.wait(lambda page: page.question is not None)
        state = table.session.state
        assert state.site != site or state.view(0).turn_of == 0 or not seat.auto_answers.sentences
        page.say(do="let_go")
        assert "is answered with" not in page.parts["people"]


def plain(html: str) -> str:
    """A part of a page without its markup."""
    return re.sub("<[^>]+>", "", html)


def moved(page: Page) -> list[str]:
    """All that moved, piece by piece, in the order in which it stands beside the table."""
    found = []
    for deed in (page.parts["earlier"] + page.parts["story"]).split('<span class="deed')[1:]:
        pieces, _, way = plain(deed.partition(">")[2]).removesuffix(" › ").partition(": ")
        found += [pieces] if " to market" in pieces else []
        for piece in pieces.split(", ") if "→" in way else []:
            number, _, name = piece.partition(" ") if piece[0].isdecimal() else ("1", "", piece)
            found += [f"{name}: {way.strip()}"] * int(number)
    return found


def test_the_story_goes_on_where_it_was_whatever_is_answered_at_once_or_taken_back(
    registry: TableRegistry, table: Table
) -> None:
    with served(registry) as client, at(client, links(table)[0]) as page:
        told = [moved(page)]
        for _ in range(2):
            page.answer_anything()
            told.append(moved(page))
        # answers of the others, of which the page hears at once, with one of its own that needs nobody
        while table.session.state.player != 0:
            table.session.answer(0, chosen=True)
        table.session.answer(0, chosen=True)
        page.look()
        told.append(moved(page))
        assert 6 < len(told[0]) < len(told[1]) < len(told[2]) < len(told[3])
        assert told[1][: len(told[0])] == told[0]
        assert all(told[3][: len(each)] == each for each in told[1:])
        page.say(do="undo")
        page.say(do="undo")
        assert moved(page) == told[1]
        with at(client, links(table)[0]) as again:
            assert moved(again) == told[1]


def test_the_last_that_others_did_is_told_by_itself(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client, at(client, links(table)[0]) as page:
        assert "latest" in page.parts
        assert "data-open" not in page.parts["latest"]
        page.answer_anything()
        while table.session.state.player != 0 or not table.session.state.turns > 1:
            table.session.answer(0, chosen=True)
        page.look()
        told = plain(page.parts["latest"])
        assert told.startswith("P2 ")
        assert told.strip().partition(" › ")[0] in plain(page.parts["story"])
        # it stays in sight while they answer one question after the other
        page.answer_anything()
        assert plain(page.parts["latest"]).startswith("P2 ")


def test_designers_take_back_freely(game: Game, state_folder: Path) -> None:
    from tests.tools.web.stalls import a_hall

    with a_hall(designer=True) as registry:
        table = registry.new_table(game, 2, 7, {})
        with served(registry) as client, at(client, links(table)[0]) as page, at(client, links(table)[1]):
            page.answer(0)
            page.say(do="undo")
            assert not table.session.steps


def test_an_answer_to_a_question_from_before_counts_for_nothing(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client, at(client, links(table)[0]) as page:
        name = page.question
        page.answer(0)
        page.say(do="undo")
        assert page.question not in (None, name)
        assert "refused" in page.say(do="answer", name=name, picks=[0])


def test_notes_and_thinking_times_are_in_the_record(
    registry: TableRegistry, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table.session.path
    assert path is not None
    with served(registry) as client, at(client, links(table)[0]) as page, at(client, table.watchers.link) as watcher:
        page.answer(0)
        page.say(do="note", text="this felt unfair\n<b>")
        watcher.say(do="note", text="I would have sold")
        page.answer_anything()
        page.say(do="undo")
        page.say(do="undo")
    record = read_record(path)
    assert [(note.at, note.seat, note.gone) for note in record.notes] == [(1, 0, True), (1, None, True)]
    assert main(["notes", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["notes"][0]["text"] == "this felt unfair\n<b>"
    assert told["notes"][0]["turn"] is None


def test_notes_lead_to_their_moments(registry: TableRegistry, table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    path = table.session.path
    assert path is not None
    with served(registry) as client, at(client, links(table)[0]) as page:
        page.answer(0)
        page.say(do="note", text="this felt unfair")
    assert main(["notes", str(path)]) == 0
    said = capsys.readouterr().out
    assert "After 1 answer, turn 1, P1:\n  this felt unfair\n" in said
    assert f"cardwright replay {path} --at 1" in said
    assert re.search(r"P1  1 answer, half of them within [\d.]+; longest [\d.]+ at 0", said)
    assert main(["replay", str(path), "--check"]) == 0


@pytest.mark.long
def test_edited_files_are_played_on_with(tmp_path: Path, registry: TableRegistry) -> None:
    folder = tmp_path / "mine"
    table = registry.new_table(stall(folder), 2, 7, {})

    async def follow() -> None:
        following = GameFileWatcher(registry, BotScheduler())
        await following.look()
        cards = folder / "cards" / "base" / "cards.yaml"
        cards.write_text(CARDS.replace("worth: 3", "worth: 9").replace("cheese", "cheddar"))
        await following.look()
        cards.write_text("game: [")
        await following.look()

    with served(registry) as client, at(client, links(table)[0]) as page:
        page.answer(0)
        before = table.session.path
        asyncio.run(follow())
        page.look()
        assert "changed" in page.parts["people"]
        assert "Cheddar" in page.parts["people"]
        assert "have mistakes" in page.parts["people"]
        assert str(tmp_path) not in page.parts["people"]
        assert "Cheddar" in client.get(f"/t/{links(table)[0]}/faces").text
        assert table.session.path != before
        assert len(table.session.answers) >= 1
        page.answer_anything()
    assert table.session.path is not None
    assert read_record(table.session.path).header.origin == (before.name if before else None)


def test_what_is_told_twice_stands_there_once(registry: TableRegistry, table: Table) -> None:
    for text in ("The files have changed.", "They have mistakes.", "The files have changed."):
        table.notice(text)
    assert all(each.notices == ["They have mistakes.", "The files have changed."] for each in table.viewers)


def test_a_finished_game_is_stepped_through(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client, at(client, links(table)[0]) as first, at(client, links(table)[1]) as second:
        steps = f"/t/{links(table)[0]}/steps"
        assert client.get(steps).status_code == 409
        for page in (first, second, first, second):
            page.look()
            while page.question is not None:
                page.answer_anything()
        last = len(table.session.steps)
        pages = [client.get(f"{steps}?at={number}").text for number in (0, 1, last, 99999, "x")]
        assert "P1: Choose a card from your hand" in pages[0]
        assert f"of {last} answers" in pages[1]
        assert pages[2] == pages[3]
        assert pages[4] == pages[0]
        # while P2 was asked, nothing of it is told to P1, and what P2 held stays hidden
        held = [name for name in ("apple", "bread", "cheese") if f'data-at="P2.hand:0" data-id="{name}"' in pages[0]]
        assert not held
        assert client.get(f"/t/{table.watchers.link}/steps?at=2&open=yes").status_code == 200
        assert "whole" not in client.get(f"/t/{links(table)[0]}/log").text
        first.look()
        # the end says what the scores are added up from
        told = re.sub(r"<[^>]*>| ", "", first.parts["question"])
        assert format_score_sheet(table.session.state)[-1].replace(" ", "") in told
        # a game that is over is not begun anew by accident
        asked = first.say(do="undo")
        assert "The game is over." in asked["sure"]
        assert table.wants_back is None
        assert "done" in first.say(do="undo", yes=True)
        assert table.wants_back == 0


def test_a_number_is_explained(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client, at(client, links(table)[0]) as page:
        page.answer(0)
        page.answer_anything()
        coins = table.session.state.scores[0]
        assert page.say(do="why", rule="final_score(P1)")["why"] == [
            f"the coins of P1: {coins}",
            f"  +{coins} selling",
        ]
        assert "→" in page.say(do="why", counter="P1", word="coins")["why"][0]
        rule = page.say(do="why", counter="P1", word="final_score")["why"]
        assert rule[0] == f"the coins of P1: {coins}"
        assert page.say(do="why", counter="P2", word="coins")["why"] == ["Nothing that you saw has changed it."]


def test_the_host_has_all_links_and_seats_bots(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client:
        shown = client.get(f"/t/{table.host}").text
        assert all(link in shown for link in (*links(table), table.watchers.link))
        assert shown.count("<svg") == 3
        answer = client.post(f"/t/{table.host}/bot", content="seat=1&kind=random", follow_redirects=False)
        assert answer.status_code == 303
        assert [seat.bot for seat in table.seats] == [None, "random"]
        client.post(f"/t/{table.host}/bot", content="seat=1")
        assert [seat.bot for seat in table.seats] == [None, None]
        for wrong in ("seat=7&kind=random", "seat=x", "seat=1&kind=genius", ""):
            assert client.post(f"/t/{table.host}/bot", content=wrong).status_code == 400
        for link in (links(table)[0], table.watchers.link, registry.lobby, registry.operator):
            assert client.post(f"/t/{link}/bot", content="seat=1&kind=random").status_code == 404
            assert client.post(f"/t/{link}/settings", content="undo=nobody").status_code == 404
        for wrong in ("undo=", "undo=me", ""):
            assert client.post(f"/t/{table.host}/settings", content=wrong).status_code == 400


@pytest.mark.parametrize(
    "kind", ["mcts:1000000", "mcts:1001", "mcts:200:rollout=greedy:depth=10000", "mcts", "greedy:valuation=final_score"]
)
def test_no_bot_that_thinks_long_is_chosen_over_the_web(registry: TableRegistry, table: Table, kind: str) -> None:
    with served(registry) as client:
        refused = client.post(f"/t/{table.host}/bot", content=f"seat=1&kind={kind}")
        assert (refused.status_code, "up to 1000 simulations" in refused.text) == (400, True)
        refused = client.post(f"/t/{registry.lobby}/tables", content=f"game=ceylon&bots=1&kind={kind}")
        assert (refused.status_code, "up to 1000 simulations" in refused.text) == (400, True)
        assert registry.open_tables == [table]
        allowed = client.post(f"/t/{table.host}/bot", content="seat=1&kind=mcts:1000", follow_redirects=False)
        assert allowed.status_code == 303


def test_what_cannot_be_done_is_a_page_with_a_way_back(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client:
        too_early = client.get(f"/t/{links(table)[0]}/steps")
        assert (too_early.status_code, "The match is not over" in too_early.text) == (409, True)
        nowhere = client.get(f"/t/{'x' * 22}")
        assert (nowhere.status_code, "This link is not valid" in nowhere.text) == (404, True)
        for each, back in ((too_early, links(table)[0]), (nowhere, None)):
            assert 'name="viewport"' in each.text
            assert (f'href="/t/{back}"' in each.text) == (back is not None)
        assert "This link is not valid" in client.get("/").text


def test_the_rulebook_is_one_click_away(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client:
        for link in (links(table)[0], table.watchers.link):
            address = f"/t/{link}/rules"
            assert f'href="{address}"' in client.get(f"/t/{link}").text
            rules = client.get(address)
            assert "Stall" in rules.text
            assert "script" not in rules.text
            assert "script-src" not in rules.headers["content-security-policy"]
        assert client.get(f"/t/{registry.lobby}/rules").status_code == 404


def test_names_are_only_names(registry: TableRegistry, table: Table) -> None:
    hostile = "<img src=x>\"'&"
    with served(registry) as client, at(client, links(table)[0]) as page, at(client, links(table)[1]) as other:
        page.say(do="call", text=hostile)
        other.look()
        for text in (
            other.parts["seats"],
            client.get(f"/t/{table.host}").text,
            client.get(f"/t/{registry.operator}").text,
        ):
            assert "<img" not in text
            assert "&lt;img" in text


def test_a_code_for_a_terminal_is_a_square() -> None:
    rows = draw_qr_code("http://192.168.0.1:8767/t/xxxxxxxxxxxxxxxxxxxxxx").split("\n")
    assert len({len(row) for row in rows}) == 1
    assert len(rows[0]) - 2 in (2 * len(rows), 2 * len(rows) - 1)
