"""Whole screens: what fits, what is said, and that nothing hidden is on them."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from cardwright import Decision, State, load_game
from cardwright_tools.picture import picture
from cardwright_tools.play_commands import explained, find_command
from cardwright_tools.play_screen import Screen, context_facts
from cardwright_tools.play_session import Session
from cardwright_tools.play_sitting import Sitting, let_bot_answer
from cardwright_tools.play_terminal import LeaveError, Terminal


class Scripted(Terminal):
    """A terminal at which the lines of a script are typed; remembers what was shown."""

    def __init__(self, *lines: str, width: int = 80):
        super().__init__(Console(file=StringIO(), width=width, color_system=None, highlight=False))
        self.lines = list(lines)

    def read(self, prompt: str) -> str | None:
        return self.lines.pop(0) if self.lines else None

    @property
    def shown(self) -> str:
        return self.console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def session(seed: int = 5, players: int = 3) -> Session:
    return Session(load_game("ceylon"), players, seed, recorded=False)


def sat(*lines: str, humans: tuple[int, ...] = (0,), seed: int = 5) -> tuple[Sitting, str]:
    """A sitting at which some lines were typed, and what was shown."""
    terminal = Scripted(*lines)
    sitting = Sitting(session(seed), frozenset(humans), {1: "random", 2: "random"}, terminal, None)
    with pytest.raises(LeaveError):
        sitting.play()
    return sitting, terminal.shown


def drawn(game: Session, state: State, player: int) -> str:
    terminal = Scripted()
    screen = Screen(terminal)
    game.state = state
    decision = state.decision
    assert decision is not None
    screen.draw(game, decision, 0)
    return terminal.shown.replace(f"P{decision.player + 1}", "P?") if decision.player != player else terminal.shown


def test_no_screen_tells_what_its_reader_cannot_know() -> None:
    game = session(seed=9)
    compared = 0
    while compared < 40 and not game.state.finished:
        state, player = game.state, game.state.player
        if state.option_count > 1 and len(game.steps) % 5 == 0:
            shown = drawn(game, state, player)
            for deal in range(3):
                assert drawn(game, state.determinise(player, deal), player) == shown
            game.state = state
            compared += 1
        let_bot_answer(game, "random")
    assert compared == 40


def test_why_answers_only_what_the_player_could_work_out() -> None:
    state = session().state
    assert explained(state, 0, "hand_limit(P2)")[0] == "hand_limit(P2) = 7"
    assert explained(state, 0, "has(P1, wind)")[0].startswith("has(P1, wind) = ")
    assert explained(state, 0, "has(P2, wind)") == ["That depends on cards P1 cannot see."]
    with pytest.raises(ValueError, match="rule"):
        explained(state, 0, "nonsense")


def test_the_first_screen_tells_the_game_the_hand_and_the_question() -> None:
    _, shown = sat()
    for part in ("Ceylon", "seed 5", "Your hand 7", "P1 draws 7 cards", "deck 68", "0 Pass  Enter"):
        assert part in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_answers_commands_and_nonsense() -> None:
    sitting, shown = sat(
        "redo", "undo", "nonsense", "99", "card tea", "log x", "hold nothing", "help", "redraw", "table"
    )
    for part in ("nothing to redo", "nothing to undo", "`nonsense`", "`99`", "sort tea", "`log 50`", "no passing here"):
        assert part in shown
    assert shown.count("Your hand") == 3
    assert not any(step.chosen for step in sitting.session.steps)


def test_undo_several_and_redo() -> None:
    sitting, shown = sat("", "", "", "undo 2", "redo")
    assert "Undone: " in shown
    assert "Redone." in shown
    assert sum(step.chosen for step in sitting.session.steps) == 2


def test_several_answers_in_a_row_and_what_no_longer_fits() -> None:
    sitting, _ = sat("1", "1 1 0")
    assert sum(step.chosen for step in sitting.session.steps) >= 2


def test_holding_passes_the_same_question_until_the_own_turn() -> None:
    asked = sat(*[""] * 25)[1].count("You may offer cards to the other player")
    held = sat(*["hold"] * 25)[1]
    assert "answered for you" in held
    assert asked > 0


def test_filtering_options() -> None:
    _, shown = sat("/pas", "options zzz")
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


def test_context_says_only_what_is_new() -> None:
    context = (("p", "P2"), ("given", "nothing"), ("card", "Soap"), ("wanted", "2 tea"), ("most", "3"))
    decision = Decision(0, "What to do with Soap?", (), None, False, context)
    assert context_facts(decision) == ["wanted: 2 tea", "most: 3"]


def test_the_picture_stands_alone(tmp_path: Path) -> None:
    drawn_picture = picture()
    assert drawn_picture == picture()
    assert "http" not in drawn_picture.replace("http://www.w3.org/2000/svg", "").replace(
        "https://www.textualize.io", ""
    )
    assert "Your" in drawn_picture
