"""The people at a table: their names, what they say, and another match with the same ones."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from tests.tools.web.stalls import at, links, served

from cardwright import Game, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.table_view import TableView
from cardwright.records.notes_chat_and_names import RecordNote, find_names, keep_notes
from cardwright.records.record_file import read_record
from cardwright_tools.web.drawing.names_of_people import (
    BOT_NAMES,
    name_bots,
    name_players,
    name_players_in_text,
    tidy_name,
)
from cardwright_tools.web.drawing.pieces_in_zone import find_tricks
from cardwright_tools.web.drawing.viewer_page import make_drawing
from cardwright_tools.web.drawing.viewer_state import Person
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.names_notes_and_chat import MAX_SAID
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.undo_requests import TAKEN_BACK
from cardwright_tools.web.tables.viewers import MAX_TEXTS

PEOPLE = tuple(Person(seat, f"P{seat + 1}", name, True, None, True) for seat, name in enumerate(("Ada", "", "Bo")))


@pytest.fixture
def table(registry: TableRegistry) -> Table:
    return registry.new_table(registry.game("goofspiel"), 2, 7, {})


@pytest.mark.parametrize(
    "name",
    [
        "P2",
        "p 3",
        "Player 1",
        "ada",
        "ＡＤＡ",
        "A\N{ZERO WIDTH JOINER}da",
        "\N{ZERO WIDTH SPACE}",
        "\u2028 \u200b",
        "7",
    ],
)
def test_no_name_is_like_that_of_another(name: str) -> None:
    with pytest.raises(RequestRefusedError):
        tidy_name(name, 1, PEOPLE)


def test_names_are_short_and_stand_in_one_line() -> None:
    assert tidy_name("  Mia \n Lou ", 1, PEOPLE) == "Mia Lou"
    assert len(tidy_name("x" * 500, 1, PEOPLE)) == 24
    assert tidy_name("Ada", 0, PEOPLE) == "Ada"
    assert tidy_name(" ", 0, PEOPLE) == ""


def test_only_players_are_named_and_no_text_of_an_author() -> None:
    marked = '<b class="player seat0">P1</b>\'s P1 <b class="player seat8">P9</b>'
    hostile = (Person(0, "P1", "<b>P2\\1", True, None, True), *PEOPLE[1:])
    assert name_players(marked, hostile) == marked.replace(">P1</b>'s", ">&lt;b&gt;P2\\1</b>'s")
    assert name_players_in_text("P1 pays P2 and P3; XP1, P10", PEOPLE) == "Ada pays P2 and Bo; XP1, P10"


def test_a_pawn_is_labelled_with_the_name() -> None:
    pawn = '<span class="pawn seat0" role="img" aria-label="P1" title="P1"><svg></svg></span> "P1"'
    assert name_players(pawn, PEOPLE) == pawn.replace('"P1" title="P1"', '"Ada" title="Ada"')
    unnamed = pawn.replace("P1", "P2")
    assert name_players(unnamed, PEOPLE) == unnamed


def test_bots_have_names_by_seat_that_no_person_at_the_table_has() -> None:
    first, second, third = BOT_NAMES[:3]
    assert name_bots(["Ada", "", ""], [False, True, True]) == ["Ada", second, third]
    assert name_bots([second.upper(), "", ""], [False, True, False]) == [second.upper(), third, ""]
    many = name_bots([""] * 20, [True] * 20)
    assert many[: len(BOT_NAMES)] == BOT_NAMES
    assert set(many[len(BOT_NAMES) :]) == {""}
    with pytest.raises(RequestRefusedError):
        tidy_name(first.lower(), 1, (Person(0, "P1", first, True, "greedy", False),))


def test_a_name_is_used_wherever_the_player_is_told(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client, at(client, links(table)[0]) as page, at(client, links(table)[1]) as other:
        page.say(do="call", text="Ada & Co")
        other.say(do="call", text="ada  & co")
        page.answer_anything()
        other.look()
        plain = {part: re.sub("<[^>]*>", "", html) for part, html in other.parts.items()}
        for part in ("seats", "table", "sitters"):
            assert "Ada &amp; Co" in plain[part]
            assert "P1" not in plain[part]
        assert "P2" in plain["seats"]
        while not page.over:
            for each in (page, other):
                each.look()
                if each.question is not None:
                    each.answer_anything()
        for told in (client.get(f"/t/{links(table)[1]}/log").text, client.get(f"/t/{links(table)[1]}/steps?at=2").text):
            assert "Ada &amp; Co" in told
            assert not re.search(r">P1<|\bP1 ", told)
    path = table.session.path
    assert path is not None
    assert find_names(read_record(path).notes) == {0: "Ada & Co"}


def test_what_is_said_is_bounded_kept_and_switched_off(registry: TableRegistry, table: Table) -> None:
    seat, other = table.seats
    table.say(seat, "<i>hello</i>\n P2")
    for wrong in ("", " ", "x" * (MAX_SAID + 1)):
        with pytest.raises(RequestRefusedError):
            table.say(seat, wrong)
    assert "&lt;i&gt;hello&lt;/i&gt; P2" in table.parts(other)["said"]
    assert "hello" in table.parts(table.watchers)["said"]
    table.answer(seat, table.sight(seat).asked.name, [0])  # type: ignore[union-attr]
    table.session.undo()
    assert table.said() == ((0, "<i>hello</i> P2"),)
    for _ in range(MAX_TEXTS["said"] - 1):
        table.say(seat, "x")
    registry.close()
    again = asyncio.run(TableRegistry(registry._draw).table(table.name))
    assert again.said()[-1] == (0, "x")
    with pytest.raises(RequestRefusedError, match="limit of chat"):
        again.say(again.seats[0], "x")
    again.say(again.seats[1], "others may still")
    again.let_chat(False)
    assert again.said() == ()
    with pytest.raises(RequestRefusedError, match="switched chat off"):
        again.say(again.seats[1], "x")
    again.session.close()


def test_another_match_begins_when_all_who_are_here_want_it(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client, at(client, links(table)[0]) as page, at(client, links(table)[1]) as other:
        page.say(do="call", text="Ada")
        assert "refused" in page.say(do="again")
        while not page.over:
            for each in (page, other):
                each.look()
                if each.question is not None:
                    each.answer_anything()
        first = table.session.path
        page.say(do="again")
        assert table.session.path == first
        other.look()
        assert "wants to play again" in other.parts["question"]
        other.say(do="again")
        other.look()
        page.look()
        assert not other.over
        assert page.question is not None or other.question is not None
        assert table.session.path != first
        assert "Ada" in page.parts["seats"]
    assert first is not None
    assert table.session.path is not None
    assert read_record(first).finished
    assert find_names(read_record(table.session.path).notes) == {0: "Ada"}
    assert table.kept().record == table.session.path.name
    assert not table.kept().finished


def test_whoever_steps_through_the_match_is_waited_for(registry: TableRegistry, table: Table) -> None:
    with served(registry) as client, at(client, links(table)[0]) as page:
        with at(client, links(table)[1]) as other:
            while not page.over:
                for each in (page, other):
                    each.look()
                    if each.question is not None:
                        each.answer_anything()
        assert client.get(f"/t/{links(table)[1]}/steps").status_code == 200
        first = table.session.path
        page.say(do="again")
        page.look()
        assert table.session.path == first
        assert "stepping through the game" in page.parts["question"]
        with at(client, links(table)[1]) as other:  # back at the table, they are waited for as anybody
            page.look()
            assert "stepping through the game" not in page.parts["question"]
            assert table.find_reluctant() == [1]
        client.get(f"/t/{links(table)[1]}/steps")
        page.say(do="again", yes=True)
        assert table.session.path != first


def test_a_later_notice_of_an_undo_replaces_the_one_before(table: Table) -> None:
    for text in ("P1 has taken back an answer: 3.", "P2 has taken back an answer.", "P1 has taken back an answer: 4."):
        table.notice(text, table.seats[0], instead=f"{text[:2]} {TAKEN_BACK}")
    assert table.seats[0].notices == ["P2 has taken back an answer.", "P1 has taken back an answer: 4."]


def test_who_is_waited_for_is_told(registry: TableRegistry, game: Game) -> None:
    table = registry.new_table(game, 2, 7, {})
    with served(registry) as client, at(client, links(table)[0]) as page:
        page.answer(0)
        page.answer(0, 1)
        page.look()
        assert "Nobody is here for" in page.parts["question"]
        with at(client, links(table)[1]):
            page.look()
            assert "The others are thinking." in page.parts["question"]
        table.seats[1].bot = "random"
        page.wait(lambda page: "The bots are thinking." in page.parts["question"] or page.question is not None)


def test_notes_of_moments_taken_back_are_gone_and_names_stay() -> None:
    notes = [RecordNote(1, 0, "a"), RecordNote(5, 0, "b"), RecordNote(5, 0, "c", kind="name")]
    assert keep_notes(notes, 2) == [notes[0], RecordNote(2, 0, "c", kind="name")]


def laid(name: str, words: frozenset[str], answers: int) -> tuple[TableView, set[str]]:
    """A table after some answers, and the tricks on it."""
    state = load_game(name).new(load_game(name).min_players, 3)
    for _ in range(answers):
        state.apply(0)
    table = build_table(state, 0)
    return table, set(find_tricks(table, words))


def test_a_trick_is_one_card_of_each_for_all_to_see() -> None:
    words = make_drawing(load_game("hearts"))._tricks
    assert "played" in words
    # the passing of three cards by each, then a trick
    counts = []
    for answers in range(10, 20):
        table, found = laid("hearts", words, answers)
        assert found == {"played"}
        trick = find_tricks(table, words)["played"]
        assert [seat.number for seat, _ in trick.laid] == [0, 1, 2, 3]
        counts.append(sum(zone.count for _, zone in trick.laid))
    assert {0, 1, 2, 3} <= set(counts)
    # a zone of several cards is none, nor is one of cards with a text of their own
    assert not laid("bush_pilots", make_drawing(load_game("bush_pilots"))._tricks, 4)[1]


def test_a_table_of_before_chat_is_read(registry: TableRegistry, table: Table) -> None:
    [written] = list((Path(str(table.session.path)).parents[1] / "tables").glob("*.json"))
    written.write_text(written.read_text().replace(', "chat": true, "title": ""', ""))
    assert '"chat"' not in written.read_text()
    [again] = [each for each in TableRegistry(registry._draw).known() if each.name == table.name]
    assert (again.chat, again.title) == (True, "")
