"""Whole screens: what fits, what is said, and that nothing hidden is on them."""

import re
from copy import copy
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from maintenance.readme_picture import picture
from tests.tools.terminal.scripted import Scripted, sat, session

from cardwright import State
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.error_isolation import disable_fault_fence, enable_fault_fence, run_optional
from cardwright.presentation.log.fit_to_lines import render_log_within
from cardwright.presentation.log.folding import drop_hidden_events
from cardwright.presentation.log.tree import build_log_tree, flatten_events, list_last_texts, render_log_events
from cardwright.presentation.question import make_question
from cardwright.query.determinization import resample
from cardwright_tools.session.score_breakdown_table import format_score_sheet
from cardwright_tools.session.session import Session, let_bot_answer
from cardwright_tools.terminal.controller import TerminalSession
from cardwright_tools.terminal.drawing.prompt_cause_and_purpose import merge_equal_options
from cardwright_tools.terminal.multi_pick_input import MultiPick
from cardwright_tools.terminal.plain_screen import PlainScreen
from cardwright_tools.terminal.screen import NEWS_PART, REMINDED_ENTRIES, Screen
from cardwright_tools.terminal.terminal_io import LeaveError

# So many screens of each game are compared with those of other deals.
COMPARED = 3


def drawn(game: Session, state: State, width: int = 80, height: int = 24, seen: State | None = None) -> str:
    """What the person who is asked in a state can have shown: screens, also with one of several picked, and news.

    They have `seen` what had happened in a state before.
    """
    terminal = Scripted(width=width, height=height)
    game.state = state
    decision, several, screen = state.decision, state.several, Screen(terminal)
    assert decision is not None
    if seen is not None:
        before = copy(game)
        before.state = seen
        screen.seen_up_to_now(before, decision.player)
    screen.draw(game, decision, 0)
    if several is not None:
        screen.draw(game, MultiPick(decision, several, state, [0]).decision, 0)
    screen.show_news(game, decision.player)
    screen.show_table(game, decision.player)
    return terminal.shown


@pytest.mark.one_of
@pytest.mark.parametrize(
    ("game", "players", "width", "height"),
    [
        ("ceylon", 3, 80, 24),
        ("ceylon", 3, 120, 40),
        ("cargo_hold", 4, 120, 40),
        ("cargo_noir", 3, 80, 24),
        ("bush_pilots", 3, 120, 40),
        ("import_export", 3, 80, 24),
    ],
)
def test_no_screen_tells_what_its_reader_cannot_know(game: str, players: int, width: int, height: int) -> None:
    """Every screen stays the same, to the letter, when all that its reader cannot know is dealt anew."""
    played = session(9, players, game)
    compared = 0
    seen: dict[int, State] = {}
    while compared < COMPARED and not played.state.finished:
        state, player = played.state, played.state.player
        if state.option_count > 1 and len(played.steps) % 7 == 0:
            shown = drawn(played, state, width, height, seen.get(player))
            assert max(map(len, shown.splitlines())) <= width
            for deal in range(2):
                assert drawn(played, resample(state, player, deal), width, height, seen.get(player)) == shown
            played.state = state
            seen[player] = state.clone()
            compared += 1
        let_bot_answer(played, "random")
    assert compared == COMPARED


@pytest.mark.one_of
@pytest.mark.parametrize("game", ["bush_pilots", "cargo_hold", "cargo_noir", "import_export"])
def test_a_small_screen_stands_still_and_nothing_runs_off_it(game: str) -> None:
    played, terminal = session(4, 3, game), Scripted(width=80, height=24)
    screen, headers = Screen(terminal), set[str]()
    screen.take_over(played)
    file = terminal.console.file
    assert isinstance(file, StringIO)
    asked = 0
    while asked < 12 and not played.state.finished:
        decision = played.state.decision
        if played.state.option_count > 1 and played.state.player == 0 and decision is not None:
            file.truncate(0)
            screen.draw(played, decision, 0)
            lines = terminal.shown.lstrip("\0").splitlines()
            asked += 1
            assert len(lines) < 24
            assert lines[0].startswith(f" {played.game.title} ")
            assert lines[2 if "score" in lines[2] else 1].split()[0] != ""
            # what was over a column stays there, as long as the players' things are drawn as they were
            headers.add(" ".join(line for line in lines[1:3] if line[2:4] not in ("P1", "P2")))
            screen.seen(0)
        let_bot_answer(played, "random")
    assert asked == 12
    assert len(headers) <= 2


@pytest.mark.long
def test_what_lies_open_is_not_counted_once_more_beside_it() -> None:
    """Tokens that somebody puts together, which have no column: also while there is but one of them."""
    played, terminal = session(4, 3, "cargo_noir"), Scripted(width=120, height=40)
    screen, asked = Screen(terminal), 0
    file = terminal.console.file
    assert isinstance(file, StringIO)
    while asked < 3:
        decision = played.state.decision
        if played.state.option_count > 1 and played.state.player == 0 and decision is not None:
            file.truncate(0)
            screen.draw(played, decision, 0)
            assert terminal.shown.count("Your combination 1") <= 1
            asked += "Your combination 1" in terminal.shown
        let_bot_answer(played, "random")


def test_what_was_before_fills_lines_that_would_stay_empty() -> None:
    played, terminal = session(4, 3, "bush_pilots"), Scripted(width=120, height=40)
    screen = Screen(terminal)
    screen.take_over(played)
    file = terminal.console.file
    assert isinstance(file, StringIO)
    filled = asked = 0
    while asked < 12 and not played.state.finished:
        decision = played.state.decision
        if played.state.option_count > 1 and played.state.player == 0 and decision is not None:
            file.truncate(0)
            screen.draw(played, decision, 0)
            lines = terminal.shown.lstrip("\0").splitlines()
            asked += 1
            assert len(lines) < 40
            told = [line for line in lines if line.startswith("┆")]
            filled += bool(told)
            assert bool(told) == ("  before your last answer" in lines)
            if told:
                news = next(number for number, line in enumerate(lines) if line.startswith("  since your last answer"))
                assert lines[news - 1] == told[-1]
                assert lines[news + 1].startswith("│")
            screen.seen(0)
        let_bot_answer(played, "random")
    assert filled >= 4


def test_a_plain_screen_tells_no_more_than_a_drawn_one() -> None:
    played = session(9, 3, "cargo_hold")
    compared = 0
    while compared < COMPARED and not played.state.finished:
        state = played.state
        if state.option_count > 1 and len(played.steps) % 7 == 0:
            told = []
            for dealt in (state, resample(state, state.player, 1), resample(state, state.player, 2)):
                terminal = Scripted()
                played.state = dealt
                decision = dealt.decision
                assert decision is not None
                PlainScreen(terminal).draw(played, decision, 0)
                told.append(terminal.shown)
            assert told[0] == told[1] == told[2]
            played.state = state
            compared += 1
        let_bot_answer(played, "random")
    assert compared == COMPARED


CORPUS = Path(__file__).parents[2] / "corpus"


def test_the_first_screen_tells_the_game_the_hand_and_the_question() -> None:
    _, shown = sat()
    for part in ("Ceylon", "seed 5", "Your hand 7", "P1 you", "deck 6"):
        assert part in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_what_is_longer_than_the_screen_is_read_a_screen_at_a_time() -> None:
    faults: list[Exception] = []
    for answer, wanted in (("q", False), ("", True)):
        terminal = Scripted(answer, height=12)
        with terminal.paged():
            terminal.show(*(f"line {number}" for number in range(15)))
        assert not terminal.lines
        assert ("line 14" in terminal.shown) == wanted
        assert "line 8" in terminal.shown
    terminal = Scripted("q", height=12)
    enable_fault_fence(faults.append)  # that somebody has read enough is no fault
    try:
        with terminal.paged():
            run_optional(lambda: terminal.show(*map(str, range(15))), None)
    finally:
        disable_fault_fence()
    assert not faults
    terminal = Scripted(height=50)
    with terminal.paged():
        terminal.show(*(f"line {number}" for number in range(90)))
    assert "line 89" in terminal.shown


@pytest.mark.long
def test_what_was_done_to_somebody_is_told_on_a_small_screen_too() -> None:
    told = 0
    for seed in range(6):
        played, terminal = session(seed, 3, "bush_pilots"), Scripted(width=80, height=24)
        screen = Screen(terminal)
        screen.take_over(played)
        file = terminal.console.file
        assert isinstance(file, StringIO)
        while not played.state.finished and told < 2:
            state, decision = played.state, played.state.decision
            if state.option_count > 1 and state.player == 0 and decision is not None:
                events = state.log_since(screen._find_news_start(played, 0), 0)
                lines = drop_hidden_events(render_log_events(events, 0))
                file.truncate(0)
                screen.draw(played, decision, 0)
                shown = " ".join(terminal.shown.replace("│", " ").lstrip("\0").split())
                if len(render_log_within(lines, 78, 1)) <= 24 // 3:
                    moved = [event for event in flatten_events(events) if event.carried and not event.aside]
                    lost = [event.text for event in moved if event.carried and event.carried.giver == 0]
                    stolen = [text for text in lost if " → P" in text and "→ P1" not in text]
                    told += len(stolen)
                    assert all(text.partition(":")[0] in shown for text in stolen)
                screen.seen(0)
            let_bot_answer(played, "random")
    assert told


@pytest.fixture(scope="module")
def over() -> Session:
    """A game that bots played to its end, the first as if it were a person."""
    game = session(6, 2)
    while not game.state.finished:
        chosen = game.state.player == 0 and game.state.option_count > 1
        let_bot_answer(game, "random")
        game.steps[-1] = replace(game.steps[-1], chosen=chosen)
    return game


@pytest.mark.long
def test_the_end_shows_the_result_and_can_be_taken_back(over: Session) -> None:
    terminal = Scripted("nonsense", "log 3", "save", "undo", "quit")
    terminal.interactive = True
    sitting = TerminalSession(over, frozenset([0]), {1: "random"}, terminal, None)
    with pytest.raises(LeaveError):
        sitting.play()
    for part in ("The game is over after", "★ wins", " wins with ", "The game is over: type undo", "Undone: "):
        assert part in terminal.shown
    assert not over.state.finished
    over.redo()
    assert over.state.finished


def test_a_pick_of_several_that_has_not_begun_picks_none_then_is_done() -> None:
    state = session(5, 3, "cargo_hold").state
    decision = state.decision
    while decision is not None and decision.options[-1].key != "done":
        state.apply(0)
        decision = state.decision
    assert decision is not None
    assert decision.options[-1].text == "None"
    state.apply(0)
    assert state.decision is not None
    assert [option.text for option in state.decision.options if option.key == "done"] == ["Done"]


def test_peek_shows_what_is_hidden_only_when_playing_openly() -> None:
    terminal = Scripted("peek")
    for openly in (False, True):
        terminal.lines = ["peek"]
        sitting = TerminalSession(session(5), frozenset([0]), {}, terminal, None, openly)
        with pytest.raises(LeaveError):
            sitting.play()
        assert ("P2's hand 7" in terminal.shown, "cards are not shown" in terminal.shown) == (openly, True)


def test_the_picture_stands_alone(tmp_path: Path) -> None:
    drawn_picture = picture()
    assert drawn_picture == picture()
    assert "http" not in drawn_picture.replace("http://www.w3.org/2000/svg", "").replace(
        "https://www.textualize.io", ""
    )
    assert "Your" in drawn_picture


def test_where_scores_are_no_sums_the_end_shows_what_lies_before_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright_tools.terminal.end_screen.score_sheet_within", lambda state, room: [])
    played, terminal = session(4, 2, "bush_pilots"), Scripted(height=40)
    while not played.state.finished:
        let_bot_answer(played, "random")
    Screen(terminal).result(played, 0, ["you", "bot"], True)
    assert re.search(r"(Your|P2's) hold \d", terminal.shown)


def test_scores_that_are_no_sums_are_said_to_be_none() -> None:
    played = session(4, 2, str(CORPUS / "liars_dice"))
    while not played.state.finished:
        let_bot_answer(played, "random")
    terminal = Scripted("scores", "")
    TerminalSession(played, frozenset((0,)), {}, terminal, None)._continues_after_end()
    assert "These scores are not sums: type `why final_score(P1)`" in " ".join(terminal.shown.split())


def test_what_is_typed_in_place_of_reading_on_counts_after_the_end_too() -> None:
    played = session(4, 3, str(CORPUS / "uno"))
    while not played.state.finished:
        let_bot_answer(played, "random")
        played.steps[-1] = replace(played.steps[-1], chosen=True)
    terminal = Scripted("log all", "undo", height=12)
    assert TerminalSession(played, frozenset((0, 1, 2)), {}, terminal, None)._continues_after_end()
    assert played.state.decision is not None
    assert not terminal.lines


def test_after_a_jump_in_time_nothing_is_told_without_what_led_to_it() -> None:
    played, terminal = session(4, 6, str(CORPUS / "uno")), Scripted(width=100, height=60)
    screen, begun = Screen(terminal), 0
    screen.take_over(played)
    while not played.state.finished and begun < 12:
        let_bot_answer(played, "random")
        decision = played.state.decision
        if decision is not None and played.state.log_size > REMINDED_ENTRIES:
            screen.forget()
            before = len(terminal.shown)
            screen.draw(played, decision, 0)
            told = [line for line in terminal.shown[before:].splitlines() if line.startswith("│ ")]
            assert re.match(r"│ (P\d (plays|takes (a turn|7 cards))|the first card)", told[0]), told
            begun += 1
    assert begun == 12


def test_a_question_that_leaves_no_line_free_does_not_push_the_first_off_the_screen() -> None:
    played, terminal = session(4, 3, "cargo_noir"), Scripted(width=80, height=24)
    screen = Screen(terminal)
    screen.take_over(played)
    screen.notices.clear()
    taken = set[int]()
    for lines in range(1, 12):
        before = len(terminal.shown)
        screen.draw_step(played, build_table(played.state, 0), [], [f"option {number}" for number in range(lines)])
        taken.add(len(terminal.shown[before:].lstrip("\0").splitlines()))
    assert taken == {23}


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), [("import_export", 3), ("bush_pilots", 4)])
def test_at_the_end_who_won_and_with_what_is_in_sight_however_small_the_screen_is(game: str, players: int) -> None:
    played = session(3, players, game)
    while not played.state.finished:
        let_bot_answer(played, "random")
    whole = format_score_sheet(played.state)
    for width, height in ((120, 40), (80, 24), (60, 15)):
        terminal = Scripted(width=width, height=height)
        Screen(terminal).result(played, 0, ["you", *["bot"] * (players - 1)], True)
        lines = terminal.shown.lstrip("\0").splitlines()
        assert len(lines) < height
        assert lines[0].startswith(f" {played.game.title}")
        assert "\n│ " in terminal.shown  # what led to it
        assert all(str(score) in lines[-1 - place] for place, score in enumerate(sorted(played.state.scores)))
        told = [line for line in whole if line in lines]
        assert (told == whole) == (height == 40)
        assert ("Type `scores` to see" in terminal.shown) == (height == 24)
    terminal = Scripted("scores", "")
    TerminalSession(played, frozenset((0,)), {}, terminal, None)._continues_after_end()
    assert all(line in terminal.shown for line in whole)


def test_where_the_fewest_points_win_they_stand_first() -> None:
    played = session(3, 4, "hearts")
    while not played.state.finished:
        let_bot_answer(played, "random")
    terminal = Scripted(width=120, height=40)
    Screen(terminal).result(played, 0, ["you", "bot", "bot", "bot"], True)
    lines = terminal.shown.lstrip("\0").splitlines()[-4:]
    assert [int(line.split()[-1]) for line in lines] == sorted(played.state.scores)
    assert "★" in lines[0]


def test_what_the_author_says_of_the_words_of_a_pick_is_told_and_more_tells_it_where_there_is_no_room() -> None:
    played, terminal = session(5, 2, "import_export"), Scripted("more", height=24)
    terminal.session = played
    while not (
        played.state.player == 0
        and played.state.option_count > 1
        and (told := make_question(played.state, 0))
        and told.words
    ):
        let_bot_answer(played, "random")
    said = " ".join(told.words[0][1].split())
    screen = Screen(Scripted(width=160, height=49))
    screen.draw(played, merge_equal_options(played.state), 0)
    assert said[:40] in " ".join(screen.terminal.shown.split())  # type: ignore[attr-defined]
    with pytest.raises(LeaveError):
        TerminalSession(played, frozenset((0, 1)), {}, terminal, None).play()
    assert all(" ".join(text.split()) in " ".join(terminal.shown.split()) for _, text in told.words)


@pytest.mark.parametrize("game", ["import_export", "cargo_hold"])
def test_what_stands_in_the_news_is_not_repeated_under_the_question(game: str) -> None:
    played, terminal = session(4, 3, game), Scripted(width=100, height=60)
    screen, left_out = Screen(terminal), 0
    screen.take_over(played)
    for _ in range(30):
        decision = played.state.decision
        assert decision is not None
        asked = make_question(played.state, decision.player)
        news = list_last_texts(drop_hidden_events(build_log_tree(played.state, decision.player)))
        before = len(terminal.shown)
        screen.draw(played, decision, 0)
        screen.seen(decision.player)
        shown = terminal.shown[before:]
        # what the wish for lines of the log is, the news certainly has
        whole = "in brief" not in shown and shown.count("│ ") <= terminal.height // NEWS_PART
        if asked is not None and asked.causes and asked.causes[-1] in news and whole:
            left_out += 1
            assert asked.causes[-1] not in " ".join(shown.rpartition("│ ")[2].split()).partition(asked.prompt)[2]
        let_bot_answer(played, "random")
    assert left_out
