"""What one link may do at most: notes, names, lookups, pages; and what is written is read again, however it grew."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest
from tests.tools.web.stalls import at, links, served

from cardwright import Game, load_game
from cardwright.presentation.log.tree import build_log_tree
from cardwright.records.record_file import RecordError, RecordWriter, read_record
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.session.session import Session
from cardwright_tools.web.drawing.viewer_page import Drawing
from cardwright_tools.web.player_and_spectator_pages import REFUSAL_DELAY
from cardwright_tools.web.rate_limits import Allowance
from cardwright_tools.web.replay_pages import IncrementalLog
from cardwright_tools.web.tables import viewers
from cardwright_tools.web.tables.persistence import list_stored_tables
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import MAX_LETTERS, MAX_TEXTS, RARE
from cardwright_tools.web.tables.work_threads import Serial, Share


@pytest.fixture
def table(game: Game, registry: TableRegistry) -> Table:
    return registry.new_table(game, 2, 7, {})


# ---------------------------------------------------------------- what is written down


@pytest.mark.parametrize("deed", RARE)
def test_what_is_written_down_has_a_pace_for_each_link_and_not_each_connection(
    registry: TableRegistry, table: Table, deed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With as many pages of one link as there may be, each sending as much as it may."""
    monkeypatch.setattr(viewers, "A_SECOND", 0.0)
    for viewer in table.viewers:
        viewer.rare = {name: Allowance(most, 0.0) for name, (most, _) in RARE.items()}
    message = {"do": deed, "text": "so", "seat": 0, "kind": None, "yes": True}
    done = 0
    with served(registry) as client:
        for _ in range(3):
            with at(client, links(table)[0]) as page:
                for _ in range(12):
                    done += "often" not in page.say(**message).get("refused", "")
    assert done == RARE[deed][0]


def test_notes_of_a_link_have_a_number_and_a_length_also_after_a_restart(registry: TableRegistry, table: Table) -> None:
    long = "x" * 2000
    for _ in range(MAX_LETTERS // len(long)):
        table.note(table.watchers, long)
    for _ in range(MAX_TEXTS["note"]):
        table.note(table.seats[0], "x")
    for viewer in (table.watchers, table.seats[0]):
        with pytest.raises(Exception, match="limit of notes"):
            table.note(viewer, "x")
    table.note(table.seats[1], "others may still")
    written = table.session.path
    assert written is not None
    assert written.stat().st_size < 500_000
    registry.close()
    again = asyncio.run(TableRegistry(registry._draw).table(table.name))
    for viewer in (again.watchers, again.seats[0]):
        with pytest.raises(Exception, match="limit of notes"):
            again.note(viewer, "x")
    again.session.close()


def test_a_record_is_read_however_much_was_taken_back_in_it(
    game: Game, state_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what counts of a record is bounded; bounds as small as a test needs."""
    monkeypatch.setattr("cardwright.records.record_file.MAX_BYTES", 2_000)
    monkeypatch.setattr("cardwright.records.record_file.MAX_NOTES", 10)
    session = Session(game, 2, 1)
    for number in range(100):
        session.answer(0, True)
        session.note(f"{number} {'x' * 500}", None)
        session.undo()
    session.answer(0, True)
    path = session.path
    session.close()
    assert path is not None
    assert path.stat().st_size > 50_000
    record = read_record(path)
    assert len(record.answers) == 1
    assert len(record.notes) == 10
    again = Session.load(path, range(2))
    assert again.path == path
    assert again.state.digest() == session.state.digest()
    again.close()


def test_answers_that_count_are_bounded(game: Game, state_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(game, 2, 1)
    session.answer(0, True)
    path = session.path
    session.close()
    assert path is not None
    monkeypatch.setattr("cardwright.records.record_file.MAX_BYTES", 20)
    with pytest.raises(OSError, match="answers are larger"):
        read_record(path)
    monkeypatch.undo()
    monkeypatch.setattr("cardwright.records.record_file.MAX_LINE", 20)
    with pytest.raises(RecordError, match="longer than"):
        read_record(path)


def test_a_torn_line_is_dropped_wherever_a_record_is_torn(game: Game, tmp_path: Path, state_folder: Path) -> None:
    session = Session(game, 2, 1)
    for _ in range(4):
        session.answer(0, True)
    session.note("of this moment", None)
    path = session.path
    session.close()
    assert path is not None
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for end in range(first, len(whole) + 1):
        torn = tmp_path / "torn.jsonl"
        torn.write_bytes(whole[:end])
        before = read_record(torn)
        writer = RecordWriter.resume(torn)
        writer.close()
        after = read_record(torn)
        assert not after.torn
        assert (after.answers, after.notes) == (before.answers, before.notes)
        assert torn.read_bytes().endswith(b"\n")


def test_a_record_of_which_most_was_taken_back_is_begun_anew(
    game: Game, registry: TableRegistry, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright_tools.session.session.MAX_GROWN", 2_000)
    table.session._renewed_at = 2_000
    old = table.session.path
    assert old is not None
    table.session.answer(0, True, 1.0)
    table.session.note("kept", 0)
    for _ in range(60):
        table.session.answer(0, True, 1.0)
        table.session.undo()
    new = table.session.path
    assert new is not None
    assert new != old
    assert new.stat().st_size < 2_500
    # nothing is lost: the old one is whole, the new one says where it came from, and the table is in it
    assert read_record(old).digest is not None
    assert read_record(new).header.origin is not None
    assert table.kept().record == new.name == next(iter(list_stored_tables())).record
    digest = table.session.state.digest()
    registry.close()
    again = asyncio.run(TableRegistry(registry._draw).table(table.name))
    assert again.session.state.digest() == digest
    assert [note.text for note in again.session.notes] == ["kept"]
    again.session.close()


# ---------------------------------------------------------------- what is worked out


def test_lookups_beyond_a_share_are_refused_and_others_go_on(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client, at(client, links(table)[0]) as page, at(client, links(table)[1]) as other:
        assert "done" in page.say(do="why", rule="pay(apple)")
        table.seats[0].share.allowance.take(1000.0)
        assert "done" in page.say(do="why", rule="pay(apple)")  # what was worked out is told again
        assert "a few seconds" in page.say(do="why", rule="pay(bread)")["refused"]
        refused = client.get(f"/t/{links(table)[0]}/log")
        assert (refused.status_code, "a few seconds" in refused.text) == (429, True)
        assert "done" in other.say(do="why", rule="pay(bread)")
        assert client.get(f"/t/{links(table)[1]}/log").status_code == 200
        assert page.answer(0)["done"]


def test_watchers_use_up_nothing_of_those_who_play(registry: TableRegistry, table: Table) -> None:
    table.watchers.share.allowance.take(1000.0)
    assert not any(share.is_spent for seat in table.seats for share in table.shares(seat))
    assert any(share.is_spent for share in table.shares(table.watchers))


def test_pages_of_a_link_have_a_pace(registry: TableRegistry, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright_tools.web.tables.registry.PACE", (5.0, 0.0))
    with served(registry) as client:
        assert [client.get(f"/t/{links(table)[0]}").status_code for _ in range(5)] == [200] * 5
        begun = monotonic()
        assert [client.get(f"/t/{links(table)[0]}").status_code for _ in range(2)] == [429] * 2
        assert monotonic() - begun >= 2 * REFUSAL_DELAY  # whoever asks on at once waits
        assert client.get(f"/t/{links(table)[1]}").status_code == 200


@pytest.mark.parametrize("page", ["", "/look.css", "/faces", "/icons", "/log", "/rules", "/steps", "/pictures/1"])
def test_no_page_is_drawn_where_all_tables_wait_for_it(
    registry: TableRegistry, table: Table, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The faces of a large game take seconds."""
    drawn: list[str] = []
    waiting: list[str] = []

    def watched(name: str) -> Callable[..., object]:
        draws = getattr(Drawing, name)

        def draw(*given: object) -> object:
            drawn.append(name)
            with suppress(RuntimeError):
                asyncio.get_running_loop()
                waiting.append(name)
            return draws(*given)

        return draw

    for name in ("__call__", "faces", "icons", "sheet", "rules", "log", "past", "picture"):
        monkeypatch.setattr(Drawing, name, watched(name))
    with served(registry) as client:
        client.get(f"/t/{links(table)[0]}{page}")
    assert drawn or page == "/steps"
    assert not waiting


def test_a_table_that_is_stuck_leaves_others_alone(
    registry: TableRegistry, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    from threading import Event

    stuck, ended = registry.new_table(game, 2, 7, {}), Event()
    other = registry.new_table(registry.game("goofspiel"), 2, 7, {})
    answer = Session.answer

    def answered(self: Session, *words: object, **more: object) -> None:
        if self is stuck.session:
            ended.wait(60.0)
        answer(self, *words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "answer", answered)
    with served(registry) as client, at(client, links(stuck)[0]) as page, at(client, links(other)[0]) as free:
        page.socket.send_json({"do": "answer", "name": page.question, "picks": [0]})
        assert free.answer(0)["done"]
        assert client.get(f"/t/{links(other)[1]}").status_code == 200
        assert not stuck.session.steps
        ended.set()
        page.look()
        assert stuck.session.steps


def test_jobs_of_a_table_run_one_after_the_other() -> None:
    from concurrent.futures import ThreadPoolExecutor

    line, running, most = Serial(), [0], [0]

    def job() -> None:
        running[0] += 1
        most[0] = max(most[0], running[0])
        sleep(0.001)
        running[0] -= 1

    with ThreadPoolExecutor(8) as pool:
        futures = [line.submit(pool, job) for _ in range(50)]
        for future in futures:
            future.result(30.0)
    assert most == [1]
    assert Share((1.0, 0.0), 2).is_spent is False


@pytest.mark.long
@pytest.mark.parametrize("name", ["ceylon", "hearts", "cribbage"])
def test_a_log_that_grows_tells_what_is_told_all_at_once(name: str) -> None:
    game = load_game(name)
    state, chance, growing = game.new(game.min_players, 5), random.Random(5), IncrementalLog()
    while not state.finished and state.log_size < 700:
        state.apply(chance.randrange(state.option_count))
        if chance.random() < 0.2:
            for seat in range(2):
                assert growing.story(state, seat, "one course") == build_log_tree(state, seat, 0)
    other = game.new(game.min_players, 6)
    assert growing.story(other, 0, "another") == build_log_tree(other, 0, 0)


# ---------------------------------------------------------------- tables that are over make room


def test_tables_that_are_over_or_unused_make_room(
    game: Game, registry: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright_tools.web.tables.registry.MAX_TABLES", 3)
    tables = [registry.new_table(game, 2, seed, {}) for seed in range(3)]
    for table in tables:
        table.sit(table.seats[0])
    with pytest.raises(UsageError, match="matches in progress"):
        registry.new_table(game, 2, 4, {})
    over = tables[1]
    while not over.session.state.finished:
        over.session.answer(0, True)
    over._give_automatic_answers()
    record = over.session.path
    fresh = registry.new_table(game, 2, 5, {})
    assert registry.way(over.host) is None
    assert {table.name for table in list_stored_tables()} == {tables[0].name, tables[2].name, fresh.name}
    assert record is not None
    assert read_record(record).finished  # what was played is still there
    records = len(list(record.parent.glob("*.jsonl")))
    registry.new_table(game, 2, 6, {})  # in the place of the one at which nobody sat
    assert registry.way(fresh.host) is None
    assert len(list(record.parent.glob("*.jsonl"))) == records  # that of the unused one is gone


def test_tables_are_opened_at_a_pace(registry: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a record and a table on the disk, and the oldest unused one ends for it."""
    opened: list[str] = []

    def opening(_: TableRegistry, place: str) -> Game:
        opened.append(place)
        return load_game("kuhn_poker")

    monkeypatch.setattr(TableRegistry, "game", opening)
    with served(registry) as client:
        codes = [client.post(f"/t/{registry.lobby}/tables", data={"game": "kuhn_poker"}).status_code for _ in range(30)]
    assert 429 in codes
    assert 0 < len(opened) < 25
