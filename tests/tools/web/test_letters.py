"""Texts from browsers: what no text can hold is refused; and what is kept of a table is never behind its pages."""

from __future__ import annotations

import asyncio
import json
from math import inf
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.tools.web.stalls import CARDS, at, links, served, stall

from cardwright import Game
from cardwright.records.record_file import RecordWriter, read_record
from cardwright_tools.session.session import Session
from cardwright_tools.web.rate_limits import Allowance
from cardwright_tools.web.security import make_link, report_server_bug
from cardwright_tools.web.tables import persistence
from cardwright_tools.web.tables.bot_and_render_scheduler import BotScheduler
from cardwright_tools.web.tables.file_watcher import GameFileWatcher
from cardwright_tools.web.tables.message_handlers import HANDLERS, handle_message
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import Viewer

LETTERS = ("\ud800", "\udfff", "\0", "\x1b[2J", "\x85", "\u2028", "\u202e", "\ufeff", "\uffff")
FIELDS = ("name", "text", "rule", "kind", "seat", "picks", "hold", "yes", "counter", "word", "more")
BUG = "bug in Cardwright"


@pytest.fixture
def table(game: Game, registry: TableRegistry) -> Table:
    return registry.new_table(game, 2, 7, {})


def kept_record(name: str) -> str:
    return persistence.read_table(persistence.find_tables_folder() / f"{name}.json").record


def hostile_messages() -> list[str]:
    """A message of every kind with every such letter in some field of it, as a value, within one, and as a name."""
    found = []
    for number, deed in enumerate((*HANDLERS, "nothing")):
        for place, field in enumerate(FIELDS):
            text = f"a{LETTERS[(number + place) % len(LETTERS)]}b"
            for value in (text, [text], {"x": [{text: 1}]}):
                found.append(json.dumps({"do": deed, "text": "t", "rule": "pay(apple)", field: value}))
        found += [json.dumps({"do": deed, letter: 1}) for letter in LETTERS]
    return found


@pytest.mark.parametrize("depth", range(400, 2000, 100))
def test_no_depth_of_a_message_is_too_much(table: Table, depth: int) -> None:
    inner = "[" * depth + "]" * depth
    assert "Invalid message" in handle_message(table, table.seats[0], f'{{"do": "note", "text": {inner}}}')["refused"]


def test_no_message_holds_what_no_text_can(
    registry: TableRegistry, table: Table, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(registry) as client:
        with at(client, links(table)[0]) as page:
            for letter in LETTERS:
                page.say(do="call", text=f"Ada{letter}")
            for message in hostile_messages():
                assert "character" in handle_message(table, table.seats[0], message)["refused"], message
            assert page.answer(0)["done"]
        with at(client, links(table)[1]) as other:
            other.look()
            assert "table" in other.parts
    assert table.seats[0].name == ""
    assert not table.session.notes
    said = capfd.readouterr()
    assert BUG not in said.err + said.out


def test_no_form_address_or_header_holds_what_no_text_can(
    registry: TableRegistry, table: Table, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Allowance, "left", inf)
    written = ("%ED%A0%80", "%FF", "%00", "%1B", "%C2%85", "%E2%80%AE", "%EF%BB%BF")
    places = [f"/t/{links(table)[0]}", f"/t/{table.host}", "/static/page.css", "/"]
    with served(registry) as client:
        for each in written:
            for place in places:
                assert client.get(f"{place}{each}").status_code == 400
                assert client.get(f"{place}?at={each}").status_code == 400
                assert client.get(f"{place}?{each}=1").status_code == 400
            for place, field in ((f"/t/{table.host}/bot", "seat"), (f"/t/{registry.lobby}/tables", "game")):
                for body in (f"{field}={each}", f"{each}=1", f"{field}=0&kind={each}"):
                    assert client.post(place, content=body.encode()).status_code == 400
        for raw in (b"seat=\xff", b"\xed\xa0\x80=1", b"seat=0&kind=\0"):
            assert client.post(f"/t/{table.host}/bot", content=raw).status_code == 400
        for named in ("a b", 'x"y', "h\xe9", "a/b", "<b>", "x" * 300):
            found = client.get(f"/t/{table.host}", headers={b"host": named.encode("latin-1")})
            assert found.status_code == 400
        assert client.get(f"/t/{table.host}").status_code == 200
        with pytest.raises(WebSocketDisconnect), at(client, f"%00{links(table)[0]}"):
            pass
    said = capfd.readouterr()
    assert BUG not in said.err + said.out
    assert table.seats[0].bot is None


def test_a_record_can_hold_whatever_a_note_or_folder_says(game: Game, tmp_path: Path) -> None:
    """A record that somebody else wrote, or a folder on this disk, need not have come through the gate."""
    session = Session(game, 2, 1)
    for letter in LETTERS:
        session.note(f"a{letter}b", 0)
    session.save(tmp_path / "saved.jsonl")
    session.close()
    assert session.path is not None
    for path in (session.path, tmp_path / "saved.jsonl"):
        assert [note.text for note in read_record(path).notes] == [f"a{letter}b" for letter in LETTERS]


def test_a_table_file_with_such_a_name_is_passed_over(table: Table) -> None:
    path = persistence.find_tables_folder() / f"{table.name}.json"
    sound = json.loads(path.read_text())
    for letter in LETTERS:
        seats = [sound["seats"][0] | {"name": letter}, sound["seats"][1]]
        path.write_text(json.dumps(sound | {"seats": seats}))
        assert not list(persistence.list_stored_tables())
        persistence.store_table(persistence.StoredTable("x", "x.jsonl", letter, (), "w" * 22, "h" * 22))


@pytest.mark.long
def test_a_record_is_named_before_anything_of_it_is_shown(
    tmp_path: Path, registry: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever begins another record: a changed text, and one that could not be begun at first."""
    folder = tmp_path / "mine"
    table = registry.new_table(stall(folder), 2, 7, {})
    shown: list[tuple[str, str]] = []
    drawn = Table.parts

    def parts(self: Table, viewer: Viewer) -> dict[str, str]:
        if self.session.path is not None:
            shown.append((kept_record(self.name), self.session.path.name))
        return drawn(self, viewer)

    monkeypatch.setattr(Table, "parts", parts)
    create = RecordWriter.create
    broken: list[bool] = []

    def created(*words: object) -> object:
        if broken:
            raise OSError(28, "No space left on device")
        return create(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(RecordWriter, "create", created)

    async def edit(worth: int) -> None:
        following = GameFileWatcher(registry, BotScheduler())
        await following.look()
        (folder / "cards" / "base" / "cards.yaml").write_text(CARDS.replace("worth: 3", f"worth: {worth}"))
        await following.look()

    with served(registry) as client, at(client, links(table)[0]) as page, at(client, links(table)[1]) as other:
        page.answer(0)
        asyncio.run(edit(9))
        page.look()
        page.answer_anything()
        broken.append(True)
        asyncio.run(edit(11))
        page.look()
        assert "not being saved" in page.parts["people"]
        broken.clear()
        for each in (other, page):
            each.look()
            if each.question is not None:
                each.answer_anything()
    assert table.session.path is not None
    assert kept_record(table.name) == table.session.path.name
    assert len({record for record, _ in shown}) == 3
    assert all(kept == played for kept, played in shown)


def test_a_table_that_cannot_be_kept_says_so_and_goes_on(
    registry: TableRegistry, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = persistence.store_table

    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cardwright_tools.web.tables.table.store_table", full)
    with served(registry) as client, at(client, links(table)[0]) as page:
        assert "No space left" in page.parts["people"]
        assert page.answer(0)["done"]
        monkeypatch.setattr("cardwright_tools.web.tables.table.store_table", write)
        page.answer_anything()
        page.look()
        assert "No space left" not in page.parts["people"]


def test_a_bug_is_told_without_links_and_where_it_was_written_down(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    link = make_link()
    report_server_bug(ValueError(f"nothing at /t/{link}/live"))
    said = capsys.readouterr().err
    assert link not in said
    [file] = tmp_path.iterdir()
    assert said.rstrip().endswith(f"The details are in {file}")


def test_a_refused_message_is_known_by_its_id_and_not_sent_again(table: Table) -> None:
    """A page sends again what it has no answer to, so that the refusal would come back for ever."""
    for letter in LETTERS:
        message = json.dumps({"do": "say", "text": f"abc{letter}def", "id": "page.7"})
        assert handle_message(table, table.seats[0], message)["id"] == "page.7"
    odd = ("[" * 9000, '{"do": "say", "id": "\\u202e"}', json.dumps({"do": "say", "text": "\0", "id": "x" * 300}))
    for message in odd:
        assert "id" not in handle_message(table, table.seats[0], message)
