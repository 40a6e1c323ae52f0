"""Secret choices in the browser: all players are asked at once, and answer in any order."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from tests.tools.web.stalls import a_hall, at, links, served

from cardwright import Game, load_game
from cardwright.records.play_back import play_back
from cardwright.records.record_file import read_record
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.clock import read_time_limit
from cardwright_tools.web.tables.questions import translate_picks
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import Browser

ROOT = Path(__file__).parents[3]
RULES = """\
game: bazaar
title: Bazaar
players: 2 to 4
active: active
turn: round
kinds:
  card: {attributes: {worth: number}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    heap: {of: cards, see: everyone}
  player:
    hand: {of: cards, see: owner}
memory:
  table: {active: player}
  player: {coins: number, bid: number}
library: |
  rule final_score(player) "the coins of {player}": player.coins
  step setup:
    shuffle(deck)
    for each p in players: move(top(deck, 6), to: p.hand)
  step play:
    repeat 2 times:
      round
      active = next(active)
  step round:
    active call_out
    secretly for each p in players:
      p choose n from numbers(0, 3): p make_bid(n)
    secretly for each p in players:
      p choose 2 cs from p.hand: p give(cs)
  verb call_out "call out":
    choose n from numbers(1, 2): you.coins += n
  verb make_bid(number) "bid {number}": you.bid = number
  verb give(cards) "give {cards}":
    move(cards, to: heap)
    you.coins += sum(cards.worth)
"""


def bazaar_in(folder: Path, rules: str = RULES) -> Game:
    """The game, in a folder."""
    (folder / "cards" / "base").mkdir(parents=True)
    (folder / "game.yaml").write_text(rules)
    cards = "".join(f"  - {{id: card_{number}, worth: {number}}}\n" for number in range(24))
    (folder / "cards" / "base" / "cards.yaml").write_text(f"game: bazaar\nset: base\ncards:\n{cards}")
    return load_game(folder)


@pytest.fixture(scope="module")
def bazaar(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return bazaar_in(tmp_path_factory.mktemp("games") / "bazaar")


def opened(registry: TableRegistry, game: Game, players: int = 3, bots: dict[int, str] | None = None) -> Table:
    """A table at its first secret choice."""
    table = registry.new_table(game, players, 7, bots or {})
    answer(table, 0, 0)
    return table


def answer(table: Table, seat: int, *picks: int) -> None:
    """Answer what a seat is asked."""
    table.answer(table.seats[seat], table._name_question(table.seats[seat]), picks)


def asked(table: Table) -> list[int]:
    """The seats that have a question."""
    return [seat for seat in range(len(table.seats)) if table._name_question(table.seats[seat]) is not None]


def plain(html: str) -> str:
    """A part of a page without its markup."""
    return re.sub("<[^>]+>", "", html)


def kept(table: Table) -> list[tuple[int | None, int]]:
    """Who answered what, as the record has it."""
    assert table.session.path is not None
    return [(answer.seat, answer.option) for answer in read_record(table.session.path).answers]


def test_all_are_asked_at_once_and_wait_for_the_others(registry: TableRegistry, bazaar: Game) -> None:
    table = opened(registry, bazaar)
    first, second, third = links(table)
    with (
        served(registry) as client,
        at(client, first) as one,
        at(client, second) as two,
        at(client, third) as three,
        at(client, table.watchers.link) as watcher,
    ):
        pages = (one, two, three)
        questions = [page.question for page in pages]
        assert all("Choose a number" in page.parts["question"] for page in pages)
        shown = one.parts["question"], one.parts["table"], one.parts["story"]
        assert three.answer(3)["done"]
        assert "question is over" in three.say(do="answer", name=questions[2], picks=[1])["refused"]
        for page in (*pages, watcher):
            page.look()
        assert "Waiting for P1, P2." in plain(three.parts["question"])
        assert "Waiting for P1, P2." in plain(watcher.parts["question"])
        assert [page.question for page in pages] == [*questions[:2], None], "who still thinks is not disturbed"
        assert (one.parts["question"], one.parts["table"], one.parts["story"]) == shown
        assert kept(table) == [(0, 0)], "the record has it in its turn"
        one.answer(1)
        three.look()
        assert "Waiting for P2." in plain(three.parts["question"])
        assert kept(table) == [(0, 0), (0, 1)]
        two.answer(2)
        for page in (*pages, watcher):
            page.look()
            story = plain(page.parts["earlier"] + page.parts["story"])
            assert [f"bids {bid}" in story for bid in (1, 2, 3)] == [True] * 3
        assert kept(table) == [(0, 0), (0, 1), (1, 2), (2, 3)]
        assert all("Choose 2 cards" in page.parts["question"] for page in pages)


def test_what_others_chose_shows_nowhere_before_it_is_revealed(registry: TableRegistry, bazaar: Game) -> None:
    def heard(third: tuple[int, int], second: tuple[int, int]) -> list[dict[str, str]]:
        table = opened(registry, bazaar)
        for seat in (1, 0, 2):
            answer(table, seat, 1)
        with (
            served(registry) as client,
            at(client, links(table)[0]) as page,
            at(client, links(table)[1]) as other,
            at(client, table.watchers.link) as watcher,
        ):
            answer(table, 2, *third)
            answer(table, 1, *second)
            for each in (page, other, watcher):
                each.look()
            return [
                {name: part.replace(table.run, "") for name, part in each.parts.items()} for each in (page, watcher)
            ]

    assert heard((0, 1), (2, 3)) == heard((4, 5), (0, 5))


# The players of each game, and a seed with which its first answers include a secret choice.
GAMES = {
    "bazaar": (4, 5),
    "goofspiel": (3, 5),
    "hearts": (4, 1),
    "cribbage": (2, 5),
    "import_export": (4, 5),
    "examples/picnic": (4, 5),
    "examples/moth_night": (3, 5),
}


def choose(table: Table, seat: int, chooser: random.Random) -> list[int]:
    """Some answer to what a seat is asked, and the picks."""
    state = table.list_asked()[seat]
    several = state.several
    while True:
        picks = [chooser.randrange(state.option_count)]
        if several is not None:
            count = chooser.randint(several.least, several.most)
            picks = chooser.sample(range(len(several.items)), min(count, len(several.items)))
        try:
            translate_picks(state, picks)
        except RequestRefusedError:
            continue
        return picks


@pytest.mark.one_of
@pytest.mark.parametrize("game", GAMES)
def test_the_record_is_that_of_answers_in_turn(registry: TableRegistry, bazaar: Game, game: str) -> None:
    loaded = bazaar if game == "bazaar" else registry.game(str(ROOT / game) if "/" in game else game)
    chooser = random.Random(5)
    table, in_turn = (registry.new_table(loaded, *GAMES[game], {}) for _ in range(2))
    early = 0
    while (turn := asked(table)) and len(table.session.steps) < 60:
        order = chooser.sample(turn, len(turn))
        picks = {seat: choose(table, seat, chooser) for seat in order}
        for seat in order:
            early += seat != table.session.state.player
            answer(table, seat, *picks[seat])
        while picks:
            seat = in_turn.session.state.player
            answer(in_turn, seat, *picks.pop(seat))
        assert table.session.state.digest() == in_turn.session.state.digest()
    assert early
    assert kept(table) == kept(in_turn)
    assert table.session.path is not None
    reached, divergence = play_back(loaded, read_record(table.session.path))
    assert divergence is None
    assert reached.digest() == table.session.state.digest()


def test_an_early_answer_outlives_the_server(
    registry: TableRegistry, bazaar: Game, state_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(registry, bazaar)
    with served(registry) as client, at(client, links(table)[2]) as page:
        name = page.question
        page.answer(3)
        shutil.copytree(state_folder, state_folder.parent / "killed" / "cardwright")
        answer(table, 0, 0)
        answer(table, 1, 0)
        shutil.copytree(state_folder, state_folder.parent / "later" / "cardwright")
    monkeypatch.setenv("XDG_STATE_HOME", str(state_folder.parent / "killed"))
    with a_hall() as again, served(again) as client, at(client, links(table)[2]) as page:
        [found] = again.open_tables
        assert "Waiting for P1 (not here), P2 (not here)." in plain(page.parts["question"])
        # a page that heard nothing of its answer sends it again
        assert page.say(do="answer", name=name, picks=[3], again=True)["done"] == name
        answer(found, 1, 1)
        answer(found, 0, 0)
        assert kept(found) == [(0, 0), (0, 0), (1, 1), (2, 3)]
    # the file of a table may be older than its record: what the record has is not given again
    monkeypatch.setenv("XDG_STATE_HOME", str(state_folder.parent / "later"))
    stored = f"tables/{table.name}.json"
    shutil.copy(state_folder.parent / "killed/cardwright" / stored, state_folder.parent / "later/cardwright" / stored)
    with a_hall() as again, served(again) as client, at(client, links(table)[2]) as page:
        [found] = again.open_tables
        assert not found.session.early
        assert "Choose 2 cards" in page.parts["question"]


def test_an_early_answer_stays_while_others_pick_several(registry: TableRegistry, bazaar: Game) -> None:
    table = opened(registry, bazaar, 4)
    for seat in range(4):
        answer(table, seat, 0)
    answer(table, 3, 0, 1)
    for seat in (1, 0):
        answer(table, seat, 0, 1)
    assert asked(table) == [2], "the fourth is not asked again"
    answer(table, 2, 0, 1)
    assert [step.player for step in table.session.steps[-8:]] == [0, 0, 1, 1, 2, 2, 3, 3]


def test_only_ones_own_answer_is_taken_back(registry: TableRegistry, bazaar: Game) -> None:
    table = opened(registry, bazaar)
    table.undo = "nobody"
    answer(table, 2, 3)
    table.wish_back(table.seats[2])
    assert asked(table) == [0, 1, 2], "what waits for its turn is taken back, and nothing before it"
    answer(table, 2, 2)
    answer(table, 1, 1)
    answer(table, 0, 0)
    # now all know the bids, and the next choice is asked
    answer(table, 1, 0, 1)
    answer(table, 0, 2, 3)
    assert kept(table) == [(0, 0), (0, 0), (1, 1), (2, 2), (0, 2), (0, 0), (1, 0), (1, 0)]
    reached = table.session.state.digest()
    table.wish_back(table.seats[0])
    assert asked(table) == [0, 2], "the other's answer stays, though the record has it later"
    assert kept(table) == [(0, 0), (0, 0), (1, 1), (2, 2)]
    answer(table, 0, 2, 3)
    assert table.session.state.digest() == reached
    table.wish_back(table.seats[2])
    assert asked(table) == [2], "an answer before the choice takes all of the choice back"
    assert not table.session.early
    assert kept(table) == [(0, 0), (0, 0), (1, 1)]


def test_others_agree_before_an_early_answer_is_taken_back(registry: TableRegistry, bazaar: Game) -> None:
    table = opened(registry, bazaar)
    with served(registry) as client, at(client, links(table)[0]) as page, at(client, links(table)[2]) as other:
        other.answer(3)
        other.say(do="undo")
        page.look()
        assert "P3 wants to take back an answer, and all that came of it." in plain(page.parts["people"])
        assert other.question is None
        page.say(do="agree", yes=True)
        other.look()
        assert "Choose a number" in other.parts["question"]
        assert plain(page.parts["people"]).strip().startswith("P3 has taken back an answer.")


def test_people_need_not_wait_for_bots_and_bots_answer_in_their_turn(registry: TableRegistry, bazaar: Game) -> None:
    table = opened(registry, bazaar)
    table.let_bot_play(table.seats[0], "random", None)
    assert asked(table) == [1, 2]
    answer(table, 2, 3)
    assert asked(table) == [1]
    assert [each.seat for each in table.list_awaited()] == [1]
    turn = table.bots_turn()
    assert turn is not None
    table.seats[1].browsers.add(Browser())
    table.take_bots_answer(turn, 2)
    assert kept(table) == [(0, 0), (0, 2)]
    answer(table, 1, 0)
    assert kept(table) == [(0, 0), (0, 2), (1, 0), (2, 3)]


def test_whoever_leaves_has_answered_and_whoever_comes_is_asked(registry: TableRegistry, bazaar: Game) -> None:
    table = opened(registry, bazaar)
    answer(table, 2, 3)
    for seat in (1, 2):
        table.let_bot_play(table.seats[seat], "random", None)
    assert asked(table) == [0]
    table.let_bot_play(table.seats[1], None, None)
    assert asked(table) == [0, 1]
    answer(table, 0, 0)
    answer(table, 1, 0)
    assert kept(table)[-1] == (2, 3)


def test_a_kept_answer_is_given_early(registry: TableRegistry, bazaar: Game) -> None:
    table = opened(registry, bazaar, 3)
    name = table._name_question(table.seats[2])
    table.answer(table.seats[2], name, [3], hold=True)
    for seat in (0, 1):
        answer(table, seat, 0)
    for seat in (0, 1, 2):
        answer(table, seat, 0, 1)
    answer(table, 1, 0)
    assert asked(table) == [0, 1], "the third has ordered always to bid so"
    answer(table, 1, 0)
    answer(table, 0, 0)
    assert [step for step in table.session.steps if step.player == 2][-1].option == 3
    assert not [step for step in table.session.steps if step.player == 2][-1].chosen


def test_the_clock_runs_for_all_who_choose(registry: TableRegistry, bazaar: Game) -> None:
    now = [100.0]
    table = registry.new_table(bazaar, 3, 7, {}, limit=read_time_limit("60s"))
    table.clock.now = lambda: now[0]
    answer(table, 0, 0)
    with served(registry) as client, at(client, links(table)[2]) as page, at(client, links(table)[0]) as other:
        now[0] += 40
        page.answer(3)
        assert 'data-left="20"' in page.parts["clock"]
        now[0] += 21
        page.wait(lambda _: len(table.session.steps) == 4)
        page.look()
        assert kept(table)[-1] == (2, 3), "bots answered for the two others"
        other.wait(lambda page: "Your time is up" in page.parts["people"])
        assert "Your time is up" not in page.parts["people"]


def test_a_mistake_in_the_rules_asks_whoever_leads_to_it_again(registry: TableRegistry, tmp_path: Path) -> None:
    wrong = "\n    you.bid = number\n    if number is 3: the(players where coins is 99).bid = 0"
    table = opened(registry, bazaar_in(tmp_path / "bazaar", RULES.replace(" you.bid = number", wrong)))
    answer(table, 2, 3)
    answer(table, 0, 0)
    answer(table, 1, 1)
    assert asked(table) == [2]
    assert "the rules of the game have a mistake there" in table.seats[2].notices[0]
    answer(table, 2, 2)
    assert kept(table) == [(0, 0), (0, 0), (1, 1), (2, 2)]
