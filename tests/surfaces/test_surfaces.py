"""Every game plays on every surface; and the harness that says so finds what is planted."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from rich.text import Text
from tests.corpus.following import GAMES as CORPUS
from tests.corpus.following import HERE as CORPUS_FOLDER
from tests.surfaces import terminals
from tests.surfaces.surfaces import SURFACES, share, try_game
from tests.surfaces.trial import QUICK, Effort, SurfaceError, check_text, columns

from cardwright.game.loading import list_game_places, place_of
from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.terminal.screen import Screen

EXAMPLES = sorted(path.parent for path in find_data_folder("examples").glob("*/game.yaml"))
OUTSIDE = [CORPUS_FOLDER / name for name in CORPUS]
OURS = [place.folder for name in list_game_places() if (place := place_of(name)) is not None]
# Each game by strangers is tried on one of so many shares of the surfaces; the long run tries all on all.
SHARES = 4
SMALL = find_data_folder("examples") / "picnic"


def _faults(folder: Path, seed: int, surfaces: list[str], effort: Effort) -> str:
    result = try_game(folder, seed, surfaces=surfaces, effort=effort)
    return "\n".join(f"{each.surface}: {each.sort}: {each.details}" for each in result.faults)


@pytest.mark.one_of(elsewhere=True)
@pytest.mark.parametrize("folder", OUTSIDE, ids=lambda folder: folder.name)
def test_a_game_by_strangers_plays_on_a_share_of_surfaces(folder: Path) -> None:
    assert not _faults(folder, 0, share(OUTSIDE.index(folder), SHARES), QUICK)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("folder", [*OUTSIDE, *EXAMPLES, *OURS], ids=lambda folder: folder.name)
def test_every_game_plays_on_every_surface(folder: Path, seed: int) -> None:
    assert not _faults(folder, seed, [*SURFACES], Effort(answers=600))


def test_shares_are_all_surfaces() -> None:
    assert {surface for number in range(SHARES) for surface in share(number, SHARES)} == {*SURFACES}
    assert len(OUTSIDE) >= SHARES


# ---------------------------------------------------------------- what is planted is found


@pytest.mark.long
def test_an_exception_is_found_where_a_question_is_told() -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    with patch("cardwright.presentation.question._OptionTexts.choices", broken):
        result = try_game(SMALL, surfaces=["plain terminal", "browser"], effort=QUICK)
    assert {fault.surface for fault in result.faults} == {"plain terminal", "browser"}


def test_a_line_wider_than_the_screen_and_an_empty_screen_are_found() -> None:
    for planted in ("茶" * 41, " "):

        def told(screen: Screen, *_: object, planted: str = planted) -> None:
            screen.terminal.clear()
            screen.terminal.console.file.write(f"{planted}\n")

        with patch("cardwright_tools.terminal.screen.Screen.draw", told):
            result = try_game(SMALL, surfaces=["small terminal"], effort=QUICK)
        assert [fault.sort for fault in result.faults] == ["wrong"]


def test_what_is_too_high_for_the_screen_is_found() -> None:
    def told(screen: Screen, *_: object) -> None:
        screen.terminal.clear()
        screen.terminal.show(Text("\n" * 30 + "."))

    with patch("cardwright_tools.terminal.screen.Screen.draw", told):
        [fault] = try_game(SMALL, surfaces=["small terminal"], effort=QUICK).faults
    assert "lines and a prompt" in fault.where


def test_another_game_in_c_or_tracked_is_found() -> None:
    with patch("cardwright.game.state.State.digest", lambda state, *_: f"{id(state)}"):
        faults = try_game(SMALL, surfaces=["python", "fmt"], effort=QUICK).faults
    assert {fault.surface for fault in faults} == {"python", "fmt"}


def test_columns_are_counted_as_terminals_do() -> None:
    assert [columns(text) for text in ("tea", "e\u0301", "茶", "שלום", "न\u0902", "🍵")] == [3, 1, 2, 4, 1, 2]
    with pytest.raises(SurfaceError, match="6 columns"):
        check_text("a line", "茶茶茶", 5)
    with pytest.raises(SurfaceError, match="control characters"):
        check_text("a line", "\x1b[2J")


def test_every_command_at_the_table_is_typed(tmp_path: Path) -> None:
    """Commands that come later are typed by themselves: the lines are made of the list of commands."""
    from tests.surfaces.trial import Trial

    from cardwright import load_game
    from cardwright_tools.session.session import Session
    from cardwright_tools.terminal.commands import COMMANDS

    game = load_game(SMALL)
    trial = Trial(SMALL, game, game.min_players, 0, tmp_path)
    session = Session(game, game.min_players, 0, recorded=False)
    typed = {line.split()[0] for line in terminals.command_lines(trial, session) if line and line[0] != "/"}
    assert typed >= {*COMMANDS} - {"quit"}
