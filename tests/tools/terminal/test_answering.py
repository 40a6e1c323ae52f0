"""What is typed at the table: answers, several of them, commands, and what is taken back or held."""

import re
from pathlib import Path

import pytest
from tests.tools.terminal.scripted import ANY, Scripted, sat, session

from cardwright import load_game
from cardwright_tools.session.session import Session, let_bot_answer
from cardwright_tools.terminal.commands import find_command
from cardwright_tools.terminal.controller import TerminalSession
from cardwright_tools.terminal.drawing.prompt_cause_and_purpose import merge_equal_options
from cardwright_tools.terminal.terminal_io import LeaveError


def test_why_answers_only_what_the_player_could_work_out() -> None:
    state = session().state
    assert state.why("hand_limit(P2)", 0)[0] == "hand_limit(P2) = 7"
    assert "the hand limit of P1: 7" in sat("why hand_limit")[1]
    assert state.why("has(P1, wind)", 0)[0] == state.why("has(P1, wind)")[0]
    assert state.why("has(P2, wind)", 0) == ["has(P2, wind) = ?: it depends on what P1 cannot see"]
    assert "the wind cards of P2: ?" in sat("why has(P2, wind)")[1]
    with pytest.raises(ValueError, match="rule"):
        state.why("nonsense", 0)


def test_answers_commands_and_nonsense() -> None:
    sitting, shown = sat(
        "redo", "undo", "nonsense", "99", "card tea", "log x", "hold nothing", "help", "redraw", "table"
    )
    for part in (
        "nothing to redo",
        "nothing to undo",
        "`nonsense`",
        "`99`",
        "sort tea",
        "`log [N] [depth D]`",
        "There is no answer `nothing` here",
    ):
        assert part in shown
    assert shown.count("Your hand") == 3
    assert not any(step.chosen for step in sitting.session.steps)


def test_undo_several_and_redo() -> None:
    sitting, shown = sat(ANY, ANY, ANY, "undo 2", "redo")
    assert "Undone: your last 2 answers, and what came after." in shown  # not how often others answered
    assert "Redone." in shown
    assert sum(step.chosen for step in sitting.session.steps) == 2


def test_several_answers_in_a_row() -> None:
    game = session()
    while True:
        decision = game.state.decision
        assert decision is not None
        if decision.player == 0 and decision.options[-1].key == "done" and len(decision.options) > 3:
            break
        game.answer(len(game.steps) % game.state.option_count, False)
    keys = [decision.options[place].key for place in (0, 2)]
    before = len(game.steps)
    sitting = TerminalSession(game, frozenset([0]), {}, Scripted("3 1 0"), None)
    with pytest.raises(LeaveError):
        sitting.play()
    assert [answer.key for answer in game.answers[before : before + 3]] == [*keys, "done"]
    assert [step.chosen for step in game.steps[before : before + 3]] == [True, False, False]


def test_nothing_is_said_to_be_held_of_several_that_must_be_picked() -> None:
    game = session()
    while game.state.player != 0 or game.state.several is None or game.state.several.passing:
        game.answer(len(game.steps) % game.state.option_count, False)
    sitting = TerminalSession(game, frozenset([0]), {}, terminal := Scripted("h"), None)
    with pytest.raises(LeaveError):
        sitting.play()
    shown = " ".join(terminal.shown.split())
    assert "takes several picks, which change each time: only passing can be held." in shown
    assert "name it" not in shown


def test_a_question_can_be_held_for_good_and_let_go() -> None:
    always, _ = sat(*["hold always"] * 12)
    held, _ = sat(*["hold"] * 12)
    assert len(always.session.steps) > len(held.session.steps)
    _, shown = sat(ANY, "hold always", "hold off", "hold off")
    assert "You will be asked again: 1 question." in shown
    assert "There are no auto-answers." in shown


@pytest.mark.parametrize("line", ["why hand_limit(P1)", "why zzz", "card tea", "zzz", "rules zzz"])
def test_enter_behind_what_was_asked_beside_answers_nothing(line: str) -> None:
    for enters, answered in ((1, False), (2, True)):
        terminal = Scripted(line, *[""] * enters, height=24)
        terminal.session = session(5)
        begun = len(terminal.session.steps)
        with pytest.raises(LeaveError):
            TerminalSession(terminal.session, frozenset((0, 1, 2)), {}, terminal, None).play()
        assert any(step.chosen for step in terminal.session.steps[begun:]) == answered


def test_an_answer_that_was_taken_back_is_not_held() -> None:
    question = "You may discard contracts from one of your ships"
    terminal = Scripted("1", "undo", "hold", height=40)
    terminal.session = session(5, 2, "import_export")
    played = terminal.session
    while not (played.state.decision and played.state.program.tables.sites[played.state.site].base == "ability"):
        let_bot_answer(played, "random")
    with pytest.raises(LeaveError):
        TerminalSession(played, frozenset((0, 1)), {}, terminal, None).play()
    assert "is answered with “Pass”" in " ".join(terminal.shown.split()), question


def test_of_several_that_nothing_tells_apart_one_is_taken_unasked() -> None:
    played = session(5, 2, "import_export")
    for seed in range(5, 60):
        played = session(seed, 2, "import_export")
        while not played.state.finished and not (
            played.state.several is None
            and played.state.option_count > 1
            and len(merge_equal_options(played.state).options) == 1
        ):
            let_bot_answer(played, "random")
        if not played.state.finished:
            break
    assert not played.state.finished
    here = len(played.steps)
    terminal = Scripted(width=80, height=24)
    with pytest.raises(LeaveError):
        TerminalSession(played, frozenset((0, 1)), {}, terminal, None).play()
    assert len(played.steps) > here
    assert not played.steps[here].chosen


@pytest.mark.long
def test_holding_is_hinted_at_when_the_same_is_passed_again() -> None:
    _, shown = sat(*[ANY] * 30, seed=11)
    said = " ".join(shown.split())
    hinted = re.findall(
        r"Always the same\? `h` here: “(.+?)” is answered with “.+?” for you .+? or new options\. (.+)", said
    )
    assert hinted
    # it stands above the question that it speaks of
    assert all(asked in below[:300] for asked, below in hinted)
    _, shown = sat(ANY, seed=11)
    assert "Always the same?" not in shown


@pytest.mark.long
def test_holding_answers_the_same_question() -> None:
    _, shown = sat(*["hold Pass", ANY] * 15, seed=11)
    assert "answered for you" in shown


def test_typing_a_part_of_a_name_narrows_the_question_and_a_unique_one_picks() -> None:
    decision_made = session(5, 2, "cargo_noir")
    while decision_made.state.option_count < 8:
        decision_made.answer(0, False)
    decision = decision_made.state.decision
    assert decision is not None
    terminal = Scripted("a", "", "a", decision.options[0].text, height=24)
    sitting = TerminalSession(decision_made, frozenset(range(2)), {}, terminal, None)
    sitting._terminal.interactive = False
    with pytest.raises(LeaveError):
        sitting.play()
    fits = sum("a" in option.text.casefold() for option in decision.options)
    assert fits > 1
    assert "those with `a`; Enter shows all again" in terminal.shown
    assert decision_made.steps[-1].chosen


def test_filtering_options() -> None:
    _, shown = sat("/a", "options zzz")
    assert "No option has `zzz`" in shown


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("undo", "undo"),
        ("UNDO 3", "undo"),
        ("u", "undo"),
        ("?", "help"),
        ("/tea", "options"),
        ("q", "quit"),
        ("tea", None),
    ],
)
def test_commands_are_found_by_name(line: str, name: str | None) -> None:
    found = find_command(line)
    assert (None if found is None else found.name) == name


def test_answers_typed_in_a_row_are_not_carried_out_where_something_else_is_asked() -> None:
    played, terminal = session(5, 2, "import_export"), Scripted("2 1")
    terminal.session = played
    while not (played.state.player == 0 and played.state.several is None and played.state.option_count > 2):
        let_bot_answer(played, "random")
    site = played.state.site
    with pytest.raises(LeaveError):
        TerminalSession(played, frozenset((0,)), {1: "random"}, terminal, None).play()
    assert played.state.site != site
    assert "`1` was not carried out: you have a new decision." in terminal.shown


class Reading(Scripted):
    """A terminal that remembers what was shown before each line that is typed."""

    def __init__(self, *lines: str):
        super().__init__(*lines, height=40)
        self.screens = [""]
        self._before = 0

    def read(self, prompt: str) -> str | None:
        self.screens.append(self.shown[self._before :])
        self._before = len(self.shown)
        return super().read(prompt)


@pytest.mark.parametrize(
    "typed", [[], ["more"], ["help"], ["news"], ["zzz"], ["/di"], ["undo"], ["zzz", ""], ["/di", ""]]
)
def test_enter_does_what_the_screen_says_once(typed: list[str]) -> None:
    played = session()
    while played.state.player != 0 or "pass" not in [
        option.key for option in merge_equal_options(played.state).options
    ]:
        let_bot_answer(played, "random")
    terminal, begun = Reading(*typed, ""), len(played.steps)
    with pytest.raises(LeaveError):
        TerminalSession(played, frozenset([0]), {}, terminal, None).play()
    screen = terminal.screens[len(typed) + 1]
    answered = any(step.chosen for step in played.steps[begun:])
    assert ("Pass  Enter" in screen) is answered
    assert screen.count("Enter") <= 1


def test_a_sign_before_a_command_means_it_where_a_card_is_called_so_too(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        """\
game: doors
players: 1
active: active
kinds: {card: {attributes: {}}}
zones:
  table: {deck: {of: cards}}
  player: {pile: {of: cards}}
memory:
  table: {active: {is: player}}
library: |
  step setup: nothing
  step play:
    for each p in players: p act
  verb act:
    repeatedly may choose card from deck: move(card, to: you.pile)
  rule final_score(player): count(player.pile)
pieces:
  - {id: door, name: ":undo"}
  - {id: gate, name: undo}
  - {id: wall, name: Wall}
"""
    )
    terminal = Scripted("Wall", ":undo", "undo", ":undo", "door")
    terminal.session = Session(load_game(tmp_path), 1, 1, recorded=False)
    with pytest.raises(LeaveError):
        TerminalSession(terminal.session, frozenset({0}), {}, terminal, None).play()
    [pile] = [zone for zone in terminal.session.state.view(0).zones if zone.name == "pile"]
    assert [piece and piece.name for piece in pile.pieces] == [":undo"]


def test_after_other_picks_what_is_asked_then_is_shown(tmp_path: Path) -> None:
    """The picks that were taken back led to as many steps as those made instead."""
    (tmp_path / "game.yaml").write_text(
        """\
game: market
players: 1
active: active
kinds: {card: {}}
zones:
  table: {deck: {of: cards}, stall: {of: cards}}
memory:
  table: {active: {is: player}}
library: |
  step setup: nothing
  step play:
    for each p in players: p act
  verb act:
    choose 2 cs from deck: move(cs, to: stall)
    choose card from stall: move(card, to: deck)
  rule final_score(player): 0
pieces:
  - {id: plum, name: Plum}
  - {id: leek, name: Leek}
  - {id: mint, name: Mint}
  - {id: kale, name: Kale}
"""
    )
    terminal = Reading("plum leek", "more", "undo", "more", "mint kale", "more")
    terminal.session = Session(load_game(tmp_path), 1, 1, recorded=False)
    with pytest.raises(LeaveError):
        TerminalSession(terminal.session, frozenset({0}), {}, terminal, None).play()
    assert " 1 Plum" in terminal.screens[2]
    for screen in terminal.screens[6:8]:
        assert " 1 Mint" in screen
        assert " 1 Plum" not in screen


HELD = """\
game: held
players: 1
active: active
turn: take_turn
kinds: {card: {}}
pieces: [{id: tea, copies: 6}, {id: silk, copies: 6}]
zones: {table: {pile: {of: cards}, gone: {of: cards}}}
memory: {table: {active: player, silk_left: {is: number, starts: 1}}}
library: |
  rule final_score(player): count(gone)
  verb take_turn:
    CHOICE
  step setup: silk_left = 1
  step play:
    repeat until count(gone) >= 8: active take_turn
"""
SINGLE = """repeatedly may choose one:
      option "Tea": move(first(pile where name is tea), to: gone)
      option "Silk" if silk_left is 1: silk_left = 0"""
SEVERAL = "choose up to 2 cs from pile: move(cs, to: gone)"
CANNOT = "Your last answer here cannot be repeated. To repeat an answer, name it: `hold {}`."


@pytest.mark.parametrize(
    ("choice", "lines", "told"),
    [
        (SINGLE, ["silk", "h"], CANNOT.format("Pass")),
        (SINGLE, ["tea", "h"], CANNOT.format("Pass")),
        (SINGLE, ["tea", "h tea"], "is answered with “Tea” for you"),
        (SINGLE, ["silk", "h pass"], "is answered with “Pass” for you"),
        (SINGLE, ["h"], "is answered with “Pass” for you"),
        (SEVERAL, ["1 2", "h"], CANNOT.format("None")),
        (SEVERAL, ["1 2", "h none"], "is answered with “None” for you"),
        (SEVERAL, ["1 2", "h tea"], "takes several picks, which change each time: only passing can be held."),
    ],
)
def test_what_cannot_be_repeated_is_not_passed_instead(
    tmp_path: Path, choice: str, lines: list[str], told: str
) -> None:
    (tmp_path / "game.yaml").write_text(HELD.replace("CHOICE", choice).replace("game: held", f"game: {tmp_path.name}"))
    played = Session(load_game(tmp_path), 1, 5, recorded=False)
    with pytest.raises(LeaveError):
        TerminalSession(played, frozenset([0]), {}, terminal := Scripted(*lines, width=200), None).play()
    assert told in " ".join(terminal.shown.split())
    assert any(step.key == "pass" for step in played.answers) == ("Pass" in told and told != CANNOT.format("Pass"))
