"""What has no room on a screen gets shorter, and never vanishes without a word."""

from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import RenderableType
from rich.text import Text
from tests.tools.terminal.test_table import PAINTER, piece, seen, view, zone
from tests.tools.terminal.told_of import Drawn, screens, untold

from cardwright import Event, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.log.tree import render_log_events
from cardwright_tools.session.session import Session, let_bot_answer
from cardwright_tools.terminal.drawing.drawn_or_listed_zones import (
    ARRANGEMENTS,
    IN_WORDS,
    ZoneBlock,
    ZoneLayout,
    render_zones,
)
from cardwright_tools.terminal.drawing.fit_to_screen import PATIENCE, ReservedLines, ScreenParts, fit_blocks
from cardwright_tools.terminal.screen import Screen

CORPUS = Path(__file__).parents[2] / "corpus"
# A question of so many is drawn, up to so many.
DRAWN_OF, MOST_ASKED = 5, 40
# What lies before a player in Hold 'em.
CENTRAL = ("board", "hand")
# Places seldom become larger than ever before.
MOST_MOVES = 4


def block(name: str, lines: int) -> ZoneBlock:
    def brief(width: int) -> Text:
        return Text(f"{name} in brief")

    return ZoneBlock(name, tuple(Text(f"{name} {number}") for number in range(lines)), brief)


def told(room: int, width: int = 80) -> list[str]:
    lines = fit_blocks([block("ports", 3)], [block(name, 2) for name in ("market", "shop")], room, width, False)
    return [line.plain for line in lines]


def test_the_last_zones_get_shorter_first_and_pictures_last() -> None:
    ports = ["ports 0", "ports 1", "ports 2"]
    assert told(7) == [*ports, "market 0", "market 1", "shop 0", "shop 1"]
    assert told(6) == [*ports, "market 0", "market 1", "shop in brief"]
    assert told(5) == [*ports, "market in brief", "shop in brief"]
    assert told(4) == [*ports, "… market, shop: type `table`"]
    assert told(3) == ["ports in brief", "… market, shop: type `table`"] == told(2)
    assert told(1) == ["… ports, market, shop: type `table`"] == told(0)


def test_names_without_room_are_counted() -> None:
    assert told(1, 34) == ["… ports, 2 more: type `table`"]


def test_a_zone_in_one_line_loses_what_is_told_of_its_pieces_before_their_names() -> None:
    goods = [piece(name, zone(name, "hold", piece("Tea"))) for name in ("Dhow", "Raft", "Cutter")]
    [harbour] = render_zones(seen(view(zone("table", "harbour", *goods))), PAINTER, ZoneLayout(80, IN_WORDS, cut=True))
    assert harbour.brief(80).plain == "harbour 3  Dhow  hold: Tea; Raft  hold: Tea; Cutter  hold: Tea"
    assert harbour.brief(40).plain == "harbour 3  Dhow, Raft, Cutter"
    assert harbour.brief(27).plain == "harbour 3  Dhow, and 2 more"
    assert harbour.brief(12).plain == "harbour 3"


def parts(kept: dict[str, int], others: dict[str, int]) -> ScreenParts:
    placed = [replace(block(f"{name} {lines}", lines), own=name) for name, lines in kept.items()]
    top: list[RenderableType] = [Text("top")]
    return ScreenParts(top, 1, placed, [], [block(*each) for each in others.items()], ("ring", "hold", "hand"), 80)


def starts(places: ReservedLines, found: ScreenParts) -> dict[str, int]:
    """In which line each of some things begins."""
    lines = [str(line) for line in places.lines(found, places.size)]
    assert len(lines) == places.size
    names = [line.split()[0] if line else "" for line in lines]
    return {name: names.index(name) for name in names if name}


def test_what_has_a_place_keeps_it_and_takes_room_from_what_has_none() -> None:
    places = ReservedLines().grown(parts({"ring": 2, "hand": 1}, {"market": 2}), 12, 8)
    assert starts(places, parts({"ring": 2, "hand": 1}, {"market": 2})) == {"top": 0, "ring": 1, "hand": 3, "market": 4}
    emptier = parts({"hand": 1}, {"market": 1})
    places = places.grown(emptier, 12, 8)
    assert starts(places, emptier) == {"top": 0, "ring": 1, "hand": 3, "market": 4}
    assert [str(line) for line in places.lines(emptier, 6)][1:3] == ["ring 0", ""]
    larger = parts({"ring": 2, "hold": 1, "hand": 3}, {"market": 9})
    places = places.grown(larger, 12, 8)
    assert starts(places, larger) == {"top": 0, "ring": 1, "hold": 3, "hand": 4, "market": 7}
    assert places.size == 8


def test_a_place_grows_no_further_than_there_is_room() -> None:
    crowded = parts({"ring": 3, "hand": 9}, {"market": 4})
    places = ReservedLines().grown(crowded, 8, 6)
    assert places.heights == {"ring": 3, "hand": 3}
    lines = [str(line) for line in places.lines(crowded, places.size)]
    assert lines[4:] == ["hand 9 0", "hand 9 1", "hand 9 2 …", "market in brief"]
    assert [str(line) for line in places.lines(crowded, 6)][-1] == "hand 9 1 …"
    assert places.grown(parts({"ring": 1, "hold": 1, "hand": 9}, {}), 8, 6).heights == {"ring": 3, "hand": 3, "hold": 1}


def test_a_question_without_room_takes_it_first_from_what_has_no_place_and_then_from_empty_lines() -> None:
    places = ReservedLines().grown(parts({"ring": 3, "hand": 1}, {"market": 9}), 12, 8)
    emptier = parts({"hand": 1}, {"market": 9})
    given = list(places.giving_way(emptier))
    assert [size for _, size in given] == [8, 6, 4]
    assert [kept.heights for kept, _ in given] == [{"ring": 3, "hand": 1}] * 2 + [{"ring": 1, "hand": 1}]
    tight, size = given[-1]
    assert [str(line) for line in tight.lines(emptier, size)] == ["top", "ring 0", "hand 1 0", "market in brief"]
    assert [size for _, size in places.giving_way(parts({"ring": 3, "hand": 1}, {}))] == [8, 5, 5]


def test_where_there_is_no_room_pieces_are_told_by_their_names_before_any_is_left_out() -> None:
    found = parts({"ring": 2, "hand": 4}, {})
    [ring, hand] = found.kept
    found = replace(found, kept=[ring, replace(hand, short=(Text("hand: tea"), Text("rum")))])
    places = ReservedLines().grown(found, 12, 8)

    def lines(size: int) -> list[str]:
        return [str(line) for line in places.lines(found, size)]

    told = ["top", "ring 2 0", "ring 2 1"]
    assert lines(7) == [*told, *(f"hand 4 {number}" for number in range(4))]
    assert lines(6) == [*told, "hand: tea", "rum", ""]
    assert lines(5) == [*told, "hand: tea", "rum"]
    assert lines(4) == [*told, "hand: tea …"]
    assert [size for _, size in places.giving_way(found)][-1] == 5
    narrow = replace(places, heights={"ring": 2, "hand": 2})
    assert [str(line) for line in narrow.lines(found, 5)] == [*told, "hand: tea", "rum"]


def test_what_has_no_place_gets_the_lines_that_nothing_else_needs() -> None:
    played, terminal = Session(load_game("cargo_noir"), 3, 3, recorded=False), Drawn(80, 24)
    screen = Screen(terminal)
    screen.take_over(played)
    screen.notices.clear()
    found = build_table(played.state, 0)
    screen.draw_step(played, found, [], [f"option {number}" for number in range(12)])
    assert "type `table`" in terminal.take()
    screen.draw_step(played, found, [], ["option"])
    drawn = terminal.take()
    assert "type `table`" not in drawn
    assert "and 11 more" not in drawn
    assert len(drawn.splitlines()) == 23


def test_lines_that_stay_empty_for_long_are_given_back() -> None:
    places, emptier = ReservedLines().grown(parts({"ring": 3, "hand": 1}, {}), 12, 8), parts({"ring": 1, "hand": 1}, {})
    for _ in range(PATIENCE):
        places = places.grown(emptier, 12, 8)
    assert places.heights == {"ring": 3, "hand": 1}
    used = places.grown(parts({"ring": 3, "hand": 1}, {}), 12, 8)
    assert used.grown(emptier, 12, 8).heights == {"ring": 3, "hand": 1}
    assert places.grown(emptier, 12, 8).heights == {"ring": 1, "hand": 1}


@pytest.mark.one_of
@pytest.mark.parametrize("game", ["bush_pilots", "cargo_hold", "cargo_noir", "ceylon", "import_export"])
def test_on_a_small_screen_everything_stays_where_it_was(game: str) -> None:
    """In a random game what is in sight with a place of its own begins in the same line, but for what grows anew."""
    session, terminal = Session(load_game(game), 3, 3, recorded=False), Drawn(80, 24)
    screen, asked, moved = Screen(terminal), 0, 0
    before: dict[str, int] = {}
    screen.take_over(session)
    while not session.state.finished and asked < MOST_ASKED:
        state, decision = session.state, session.state.decision
        if state.player == 0 and state.option_count > 1 and decision is not None:
            asked += 1
            if asked % DRAWN_OF == 0:
                screen.draw(session, decision, 0)
                lines = terminal.take().splitlines()
                assert len(lines) < 24
                [(_, places)] = screen._arranged.values()
                titles = [places.named[own] for own in places.heights if places.named[own] not in ("", "players")]
                now = {title: row for title in titles for row, line in enumerate(lines) if line.startswith(title)}
                moved += any(now[title] != row for title, row in before.items() if title in now)
                before |= now
                screen.seen(0)
        let_bot_answer(session, "random")
    assert before
    assert moved <= MOST_MOVES


@pytest.mark.one_of
@pytest.mark.parametrize(("game", "players"), [("cargo_noir", 5), ("bush_pilots", 4), ("examples/moth_night", 5)])
def test_every_zone_is_told_of_on_a_small_screen(game: str, players: int) -> None:
    """A few screens of the games that need most room; `tests.tools.terminal.told_of` draws all."""
    found = [screen for screen, _ in zip(screens(game, players, 0, (80, 24), 31), range(3), strict=False)]
    for seen_now, screen in found:
        assert len(screen.splitlines()) < 24
        assert "more" in screen or not [*untold(seen_now, screen)]


@pytest.mark.parametrize("game", ["bush_pilots", "cargo_hold", "cargo_noir", "ceylon", "import_export"])
def test_a_line_for_several_tells_that_it_leaves_something_out(game: str) -> None:
    loaded = load_game(game)
    session, cut = Session(loaded, loaded.max_players, 3, recorded=False), 0
    for answers in range(81):
        if session.state.finished:
            break
        if answers % 40 == 0:
            for width in (40, 60):
                screen, found = Screen(Drawn(width, 20)), build_table(session.state, 0)
                screen.take_over(session)
                for arrangement in ARRANGEMENTS:
                    made = screen._make_parts(session, found, arrangement)
                    for each in (*made.kept, *made.others, *made.pictures):
                        brief = each.brief(width)
                        assert brief.cell_len <= width
                        assert each.name
                        whole = " ".join(line.plain for line in each.lines if line.plain.strip())
                        if each.own in ("counts", "players") and len(each.lines) > 1:
                            cut += 1
                            assert brief.plain.endswith("…"), whole
        let_bot_answer(session, "random")
    assert cut or game not in ("bush_pilots", "import_export")


def test_beside_a_long_row_of_amounts_the_own_cards_the_board_and_other_actions_stay_in_sight() -> None:
    corpus, long = Path(__file__).parents[2] / "corpus", 0
    for size in ((80, 24), (60, 18)):
        session, terminal = Session(load_game(corpus / "holdem"), 2, 4, recorded=False), Drawn(*size)
        screen = Screen(terminal)
        screen.take_over(session)
        while (decision := session.state.decision) is not None:
            titles = [option.text for option in decision.options if not option.text.isdecimal()]
            amounts = [int(option.text) for option in decision.options if option.text.isdecimal()]
            screen.draw(session, decision, 0)
            drawn = terminal.take()
            words, lines = " ".join(drawn.split()), drawn.splitlines()
            assert len(lines) < size[1]
            assert all(any(line.split()[1:2] == [title] for line in lines) for title in titles)
            found = build_table(session.state, decision.player)
            shown = [zone for zone in (*found.zones, *found.seats[decision.player].zones) if zone.word in CENTRAL]
            assert all(piece.label in words for zone in shown for piece in zone.pieces), drawn
            if len(amounts) > 5:
                long += 1
                assert f" {amounts[0]} to {amounts[-1]} " in f"{words} "
            # calls, or checks, so that all cards come
            session.answer(next(o.index for o in decision.options if o.text in ("Call", "Check")), True)
    assert long > 2


def turns_of_others(session: Session, since: int) -> list[Event]:
    """Return the last deed in each turn of other players since an entry of the log."""
    events = render_log_events(session.state.log_since(since, 0), 0)
    done = [[each for each in turn.children if each.deed] for turn in events if turn.is_turn and turn.player]
    return [deeds[-1] for deeds in done if deeds]


@pytest.mark.parametrize("seed", [4, pytest.param(5, marks=pytest.mark.one_of)])
def test_no_turn_of_an_opponent_is_left_out_on_a_small_screen(seed: int) -> None:
    session, terminal = Session(load_game(CORPUS / "dou_dizhu"), 3, seed, recorded=False), Drawn(80, 24)
    screen, since, most = Screen(terminal), 0, 0
    screen.take_over(session)
    while not session.state.finished:
        state, decision = session.state, session.state.decision
        if state.player == 0 and state.option_count > 1 and decision is not None:
            screen.draw(session, decision, 0)
            shown = terminal.take()
            news = " ".join(line[2:] for line in shown.splitlines() if line.startswith("│"))
            done = turns_of_others(session, since)
            for deed in {each.deed for each in done}:
                times = news.count(f"› {deed}") + sum(news.count(f"P{number} {deed}") for number in (2, 3))
                assert times >= sum(each.deed == deed for each in done)
            assert since == 0 or "since your last answer" in shown or "`more` shows all of the question" in shown
            screen.seen(0)
            since, most = state.log_size, max(most, len(done))
        let_bot_answer(session, "random")
    assert most >= 4
