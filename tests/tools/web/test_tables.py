"""Tables over the wire: who may do what, what is in the record, and what is there again after a kill."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import stat
from pathlib import Path
from time import monotonic, sleep

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.tools.web.stalls import GAME, ORIGIN, a_hall, at, links, served, stall, watch

from cardwright import Game, load_game
from cardwright.records.record_file import read_record
from cardwright.source.diagnostic_codes import UNREADABLE_FILE
from cardwright.source.diagnostics import CardwrightError, Diagnostic
from cardwright.source.positions import Span
from cardwright_tools.web.tables.persistence import list_stored_tables
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table


def opened(game: Game, registry: TableRegistry, bots: dict[int, str] | None = None) -> Table:
    return registry.new_table(game, 2, 7, bots or {})


def test_links_can_only_be_read_by_their_owner(game: Game, registry: TableRegistry, state_folder: Path) -> None:
    table = opened(game, registry)
    found = [*links(table), table.watchers.link, table.host]
    assert len(set(found)) == 4
    assert all(len(link) == 22 for link in found)
    [kept] = (state_folder / "tables").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert table.session.path is not None
    assert not any(link in table.session.path.read_text() for link in found)


def test_a_game_is_played_over_the_wire(game: Game, registry: TableRegistry) -> None:
    table = opened(game, registry)
    with served(registry) as client, at(client, links(table)[0]) as first, at(client, links(table)[1]) as second:
        for page in (first, second, first, second):
            page.look()
            while page.question is not None:
                page.answer_anything()
        first.look()
        assert first.over
        second.look()
        assert second.over
    assert table.session.path is not None
    record = read_record(table.session.path)
    assert record.finished
    assert len(record.answers) >= 8
    assert all(answer.seconds is not None for answer in record.answers[::3])


def test_an_answer_is_in_the_record_before_it_is_confirmed(game: Game, registry: TableRegistry) -> None:
    table = opened(game, registry)
    path = table.session.path
    assert path is not None
    with served(registry) as client, at(client, links(table)[0]) as page:
        for count in range(1, 3):
            before = len(read_record(path).answers)
            assert page.answer(*range(count))["done"]
            assert len(read_record(path).answers) > before


def test_a_question_is_answered_once(game: Game, registry: TableRegistry) -> None:
    table = opened(game, registry)
    with served(registry) as client, at(client, links(table)[0]) as page, at(client, links(table)[0]) as other:
        name = page.question
        assert page.answer(0)["done"] == name
        assert "question is over" in page.say(do="answer", name=name, picks=[0])["refused"]
        assert "question is over" in other.say(do="answer", name=name, picks=[0])["refused"]
        assert len(table.session.answers) == 1


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ('{"do": "answer", "name": "x", "picks": [0]}', "question is over"),
        ('{"do": "answer", "picks": [0]}', "question is over"),
        ('{"do": "answer", "name": "x", "picks": ["0"]}', "Invalid message"),
        ('{"do": "answer", "name": "x", "picks": [true]}', "Invalid message"),
        ('{"do": "answer", "name": "x"}', "Invalid message"),
        ('{"do": ["answer"]}', "Invalid message"),
        ('{"do": "steal"}', "cannot do that"),
        ("[]", "Invalid message"),
        ("[" * 5000, "Invalid message"),
        ("x" * 9000, "too long"),
        ("", "Invalid message"),
        ('{"do": "bot", "seat": 9, "kind": "greedy"}', "no such seat"),
        ('{"do": "bot", "seat": 1, "kind": "genius"}', "no such bot"),
        ('{"do": "bot", "seat": 1, "kind": 5}', "no such bot"),
        ('{"do": "undo"}', "no answer to undo"),
        ('{"do": "agree", "yes": true}', "no undo request"),
        ('{"do": "note", "text": "  "}', "A note has"),
        ('{"do": "why", "rule": 5}', "Invalid message"),
        ('{"do": "why", "rule": "nothing(P1)"}', "the rules are"),
    ],
)
def test_what_cannot_be_done_changes_nothing(game: Game, registry: TableRegistry, message: str, told: str) -> None:
    table = opened(game, registry)
    with served(registry) as client, at(client, links(table)[0]) as page:
        assert told in page.send(message)["refused"]
        assert not table.session.answers
        assert page.answer(0)["done"]


def test_only_what_is_offered_can_be_answered(game: Game, registry: TableRegistry) -> None:
    table = opened(game, registry)
    with served(registry) as client, at(client, links(table)[0]) as page:
        for picks in ([99], [-1], [0, 0], []):
            assert page.answer(*picks)["refused"]
        assert page.answer(0)["done"]
        for picks in ([0], [0] * 9, [0, 99], []):
            assert page.answer(*picks)["refused"]
        assert not table.session.answers[1:]


def test_watchers_do_not_play(game: Game, registry: TableRegistry) -> None:
    table = opened(game, registry)
    with served(registry) as client, at(client, table.watchers.link) as page:
        assert page.question is None
        for deed in ({"do": "answer", "name": "x", "picks": [0]}, {"do": "undo"}, {"do": "call", "text": "me"}):
            assert "Only players" in page.say(**deed)["refused"]


def test_who_sees_nothing_new_is_sent_nothing(game: Game, registry: TableRegistry) -> None:
    table = opened(game, registry)
    first, second = table.seats
    with served(registry) as client, at(client, first.link) as page, at(client, second.link) as other:
        other.look()
        before = len(other.raw)
        page.say(do="why", rule="pay(apple)")
        page.say(do="note", text="nothing of this is for others")
        page.say(do="answer", name="x", picks=[0])
        other.look()
        assert other.raw[before:] == ['{"refused":"You cannot do that here."}']
        page.answer(0)
        other.look()
        # that a card was hidden shows on the table and in the story; who is asked shows nowhere
        assert "question" not in other.raw[-1]


def test_after_a_kill_all_seats_are_where_they_were(
    game: Game, registry: TableRegistry, state_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(game, registry)
    with served(registry) as client, at(client, links(table)[0]) as page:
        page.answer(1)
        page.answer(0, 1)
        page.say(do="call", text="Ada <b>")
        reached = table.session.state.digest()
        shown = [table.sight(viewer).game for viewer in table.viewers]
        shutil.copytree(state_folder, state_folder.parent / "killed" / "cardwright")
    monkeypatch.setenv("XDG_STATE_HOME", str(state_folder.parent / "killed"))
    with a_hall() as again, served(again) as client, at(client, links(table)[1]):
        [other] = again.open_tables
        assert other.session.state.digest() == reached
        assert other.session.path != table.session.path
        assert other.seats[0].name == "Ada <b>"
        assert other.seats[0].owned
        assert [other.sight(viewer).game for viewer in other.viewers] == shown


def test_a_table_that_everybody_left_is_put_away(game: Game, registry: TableRegistry) -> None:
    table = opened(game, registry)
    with served(registry) as client:
        with at(client, links(table)[0]) as page:
            page.answer(0)
            asyncio.run(registry.close_idle(table.last_here + 1e6))
            assert registry.open_tables == [table]
        deadline = monotonic() + 60
        while registry.open_tables and monotonic() < deadline:  # not while somebody is there or something is worked out
            sleep(0.01)
            asyncio.run(registry.close_idle(table.last_here + 1e6))
        assert registry.open_tables == []
        with at(client, links(table)[0]) as page:
            [again] = registry.open_tables
            assert again is not table
            assert again.session.state.digest() == table.session.state.digest()
            assert again.session.path == table.session.path
            page.answer_anything()


def test_bots_play_and_give_seats_back(game: Game, registry: TableRegistry) -> None:
    table = opened(game, registry, {1: "random"})
    with served(registry) as client, at(client, links(table)[0]) as page:
        page.answer(0)
        page.answer(0, 1)
        page.wait(lambda page: page.question is not None)
        assert {step.player for step in table.session.steps} == {0, 1}
        assert page.say(do="bot", seat=0, kind="greedy")["done"] is None
        page.wait(lambda page: page.over)
    assert table.session.state.finished


def test_nobody_lets_a_bot_play_for_somebody_else(game: Game, registry: TableRegistry) -> None:
    table = registry.new_table(game, 3, 7, {})
    with served(registry) as client, at(client, links(table)[0]) as page:
        with at(client, links(table)[1]):
            assert "belongs to another person" in page.say(do="bot", seat=1, kind="greedy")["refused"]
        assert "belongs to another person" in page.say(do="bot", seat=1, kind="greedy")["refused"]
        assert "done" in page.say(do="bot", seat=2, kind="greedy")
        assert "done" in page.say(do="bot", seat=2, kind=None)
    assert [seat.bot for seat in table.seats] == [None, None, None]


@pytest.mark.parametrize("origin", [None, "http://e.vil", "http://testserver.e.vil", "null", "testserver"])
def test_only_our_own_pages_may_ask(game: Game, registry: TableRegistry, origin: str | None) -> None:
    table = opened(game, registry)
    with served(registry) as client:
        del client.headers["origin"]
        headers = {} if origin is None else {"origin": origin}
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"/t/{links(table)[0]}/live", headers=headers) as socket,
        ):
            socket.receive_text()
        assert client.post(f"/t/{table.host}", headers=headers).status_code == 403
        assert client.get(f"/t/{table.host}", headers=headers).status_code == 200


def test_pages_run_no_script_but_ours(game: Game, registry: TableRegistry) -> None:
    table = opened(game, registry)
    with served(registry) as client:
        for link in (*links(table), table.watchers.link, table.host, registry.lobby):
            answer = client.get(f"/t/{link}")
            assert answer.status_code == 200
            policy = answer.headers["content-security-policy"]
            assert "unsafe" not in policy
            assert "default-src 'none'" in policy
            assert answer.headers["referrer-policy"] == "same-origin"
            assert answer.headers["cache-control"] == "no-store"
            assert " style=" not in answer.text
            assert "<script>" not in answer.text
            assert "http://" not in answer.text.replace(ORIGIN, "")
        assert client.get("/t/" + "x" * 22).status_code == 404
        assert client.get("/t/..%2f..%2fetc").status_code == 404
        assert client.get("/static/..%2fapp.py").status_code == 404
        assert client.post(f"/t/{registry.lobby}", content=b"x" * 20_000).status_code == 413


def test_whoever_sends_too_much_is_shut_out(game: Game, registry: TableRegistry) -> None:
    table = opened(game, registry)
    with served(registry) as client, at(client, links(table)[0]) as page:
        refused = [page.say(do="why", rule="x")["refused"] for _ in range(60)]
        assert any("Too many messages" in each for each in refused)


def test_a_table_file_of_somebody_else_is_passed_over(game: Game, registry: TableRegistry, state_folder: Path) -> None:
    table = opened(game, registry)
    [path] = (state_folder / "tables").iterdir()
    sound = json.loads(path.read_text())
    changes: list[dict[str, object]] = [
        {"cardwright_table": 2},
        {"record": "../../etc/passwd"},
        {"watchers": "short"},
        {"watchers": sound["host"]},
        {"seats": [{}]},
        {"name": "other"},
    ]
    for change in changes:
        path.write_text(json.dumps(sound | change))
        assert not list(list_stored_tables())
    path.write_text("[" * 100_000)
    assert not list(list_stored_tables())
    path.write_text(json.dumps(sound))
    assert list(list_stored_tables()) == [table.kept()]


@pytest.mark.skipif(os.name == "nt", reason="permissions are no modes here")
@pytest.mark.parametrize("of", ["file", "folder"])
def test_a_table_that_somebody_else_may_have_written_is_not_believed(
    game: Game, registry: TableRegistry, state_folder: Path, of: str
) -> None:
    """They know its links, and could take any seat of it."""
    table = opened(game, registry)
    [kept] = (state_folder / "tables").iterdir()
    path = kept if of == "file" else kept.parent
    for mode in (0o766, 0o720):
        path.chmod(mode)
        assert not list(list_stored_tables())
    path.chmod(0o700)
    if os.getuid() == 0:  # only root may give files to somebody else
        os.chown(path, 12345, -1)
        assert not list(list_stored_tables())
        os.chown(path, 0, -1)
    assert list(list_stored_tables()) == [table.kept()]


def test_a_rulebook_that_cannot_be_read_is_no_bug(
    game: Game, registry: TableRegistry, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        at = Span.start_of("rules.md")
        raise CardwrightError([Diagnostic(UNREADABLE_FILE, "this is not an ordinary file", at, "name a file of text")])

    monkeypatch.setattr("cardwright_tools.web.drawing.viewer_page.write_rulebook_with_examples", refuse)
    table = opened(game, registry)
    with served(registry) as client:
        refused = client.get(f"/t/{links(table)[0]}/rules")
    assert (refused.status_code, "the rules of the game have a mistake" in refused.text) == (409, True)
    assert "rules.md:1:1: this is not an ordinary file" in capsys.readouterr().err


@pytest.mark.long
def test_a_table_that_nobody_viewed_follows_changed_files_later(registry: TableRegistry, tmp_path: Path) -> None:
    stall(tmp_path / "stall")
    first, second = (opened(load_game(tmp_path / "stall"), registry) for _ in range(2))
    with served(registry) as client:
        look = watch(registry, client)
        with at(client, links(first)[0]):
            (tmp_path / "stall" / "game.yaml").write_text(GAME.replace("title: Stall", "title: Booth"))
            look()
        with at(client, links(second)[0]):
            look()
    assert [table.session.game.title for table in (first, second)] == ["Booth", "Booth"]
