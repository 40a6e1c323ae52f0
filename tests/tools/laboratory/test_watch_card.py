"""What every save of a card file does to a card, shown while the author goes on editing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardwright.declarations.find_game_files import RULES_PAGE
from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.main import main
from cardwright_tools.commands.laboratory.simulate_on_save import CardWatch

GAME = "cargo_hold"
WORDS = ("--card", "reinforcement", "--bots", "random", "--jobs", "1", "--engine", "python")


class Desk:
    """A copy of a game whose author edits the specials between two looks of the watch."""

    def __init__(self, folder: Path) -> None:
        for part in ("games", "cards"):
            shutil.copytree(find_data_folder(part) / GAME, folder / part / GAME)
        self.game = folder / "games" / GAME
        (self.game / RULES_PAGE).unlink()  # of which `unknown-name-in-rules` would be told when a card is gone
        self.file = folder / "cards" / GAME / "base" / "specials.yaml"
        self.text = self.file.read_text()

    def saves(self, told: str) -> None:
        assert self.text.count("on resolve: reinforce") == 1
        self.file.write_text(self.text.replace("on resolve: reinforce", told))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def acts(monkeypatch: pytest.MonkeyPatch) -> Callable[[Iterator[None]], None]:
    """Lets the author do the next thing before every step of games, and press Ctrl-C when there is nothing more."""

    def take(deeds: Iterator[None]) -> None:
        play_some = CardWatch.play_some

        def between(self: CardWatch) -> bool:
            if next(deeds, "no more") == "no more":
                raise KeyboardInterrupt
            return play_some(self)

        monkeypatch.setattr(CardWatch, "play_some", between)

    return take


@pytest.mark.long
def test_a_save_is_set_against_the_card_as_it_was(
    desk: Desk, acts: Callable[[Iterator[None]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[str] = []

    def edits() -> Iterator[None]:
        for text in (None, "on resolve: earn(3000)", "on resolve: earnn(3000)", "on resolve: reinforce"):
            if text is not None:
                desk.saves(text)
            for _ in range(9):
                yield
            told.append(capsys.readouterr().out)

    acts(edits())
    assert main(["simulate", str(desk.game), "--watch", *WORDS, "--games", "24"]) == 0
    before, stronger, wrong, again = told
    assert "Reinforcement in" in before
    assert "24 games with the card as it was" in again
    assert "24 pairs of games on equal seeds" in stronger
    [wins] = [line for line in stronger.splitlines() if "wins of who had it first" in line][-1:]
    low, high = wins.split("(")[-1].split(")")[0].split(" to ")
    assert 0 < float(low) < float(high)
    assert "specials.yaml" in wrong
    assert "earnn" in wrong


@pytest.mark.long
def test_pairs_are_those_of_compare(
    desk: Desk, acts: Callable[[Iterator[None]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    def edits() -> Iterator[None]:
        yield
        desk.saves("on resolve: earn(3000)")
        for _ in range(12):
            yield

    acts(edits())
    assert main(["simulate", str(desk.game), "--watch", *WORDS, "--games", "20"]) == 0
    watched = capsys.readouterr().out
    assert "20 pairs" in watched
    words = ["--games", "20", "--bots", "random", "--jobs", "1", "--card", "reinforcement"]
    assert main(["compare", GAME, str(desk.game), *words]) == 0
    compared = capsys.readouterr().out
    [wins] = [line for line in watched.splitlines() if "wins of who had it first" in line][-1:]
    change = wins.split("│")[-2].strip()
    assert change in compared


@pytest.mark.long
def test_a_card_that_is_gone_is_told_and_the_last_version_stays(
    desk: Desk, acts: Callable[[Iterator[None]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    def edits() -> Iterator[None]:
        yield
        desk.file.write_text(desk.text.replace("id: reinforcement", "id: reinforcements"))
        yield
        yield

    acts(edits())
    assert main(["simulate", str(desk.game), "--watch", *WORDS, "--games", "4"]) == 0
    assert "there is no card `reinforcement`. Did you mean `reinforcements`?" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--watch"], "--watch needs a GAME and --card ID"),
        (["--watch", "--card", "thieff"], "there is no card `thieff`"),
        (["--watch", "--card", "thief", "--out", "x.sqlite"], "leave --out away"),
        (["--watch", "--card", "thief", "--json"], "leave --json away"),
        (["--card", "thief", "--games", "2"], "--card belongs to --watch"),
    ],
)
def test_what_does_not_go_together_is_refused(
    words: list[str], said: str, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", str(desk.game), *words]) == 2
    assert said in capsys.readouterr().err
