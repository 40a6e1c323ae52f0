"""What looks like a file of a game is read or told of: links that lead to themselves, other endings, other folders."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright import check_paths, load_game
from cardwright.source.diagnostics import CardwrightError
from cardwright_tools.cli.main import main

GAME = """\
game: fair
players: 2
kinds: {card: {}}
zones: {table: {deck: {of: cards}}}
library: |
  step setup: nothing
  step play: finish
  rule final_score(player): count(deck)
"""
CARDS = "game: fair\nset: base\ncards:\n  - {id: mint}\n"
SCENARIOS = "scenarios:\n  - {name: one, given: {deck: [mint]}, then: count(deck) is 1}\n"
SVG = '<svg viewBox="0 0 1 1"><path d="M0 0L1 1"/></svg>'


@pytest.fixture(name="fair")
def _fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    game = tmp_path / "fair"
    for folder in ("cards/base", "scenarios", "icons"):
        (game / folder).mkdir(parents=True)
    (game / "game.yaml").write_text(GAME)
    (game / "cards/base/cards.yaml").write_text(CARDS)
    (game / "scenarios/one.yaml").write_text(SCENARIOS)
    (game / "icons/frond.svg").write_text(SVG)
    return game


def told(game: Path) -> set[tuple[str, str]]:
    """Each code with the file or folder it is told of."""
    return {(each.code, Path(each.span.path).name) for each in check_paths([game])[0]}


LOOPS = {
    "game.yaml": "game.yaml",
    "more.yaml": "more.yaml",
    "cards": "cards",
    "cards/base": "base",
    "cards/base/cards.yaml": "cards.yaml",
    "cards/base/released.txt": "released.txt",
    "scenarios": "scenarios",
    "scenarios/one.yaml": "one.yaml",
    "icons": "icons",
    "icons/frond.svg": "frond.svg",
    "cards/shared.yaml": "shared.yaml",
}
COMMANDS = (["validate"], ["test"], ["text"], ["rulebook"], ["fmt", "--check"], ["export"], ["schema"],
            ["simulate", "--games", "1"], ["replay"], ["lsp", "--help"])  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("place", LOOPS)
def test_a_link_that_leads_to_itself_is_no_bug(place: str, command: list[str], fair: Path) -> None:
    link(fair / place)
    assert main([command[0], str(fair), *command[1:]]) != 3


@pytest.mark.parametrize("place", [place for place in LOOPS if place.partition("/")[0] != "icons"])
def test_a_link_that_leads_to_itself_is_told(place: str, fair: Path) -> None:
    link(fair / place)
    assert ("unreadable-file", LOOPS[place]) in told(fair)
    assert main(["validate", str(fair)]) == 1


@pytest.mark.parametrize("place", ["icons", "icons/frond.svg"])
def test_an_icon_behind_a_link_that_leads_to_itself_is_none(place: str, fair: Path) -> None:
    link(fair / place)
    with (fair / "game.yaml").open("a") as file:
        file.write("look: {icons: {deck: frond}}\n")
    assert "unknown-icon" in {code for code, _ in told(fair)}


def test_two_links_that_lead_to_each_other_are_told(fair: Path) -> None:
    (fair / "game.yaml").unlink()
    (fair / "game.yaml").symlink_to("other.yaml")
    (fair / "other.yaml").symlink_to("game.yaml")
    assert {("unreadable-file", "game.yaml"), ("unreadable-file", "other.yaml")} <= told(fair)


def test_a_folder_within_itself_is_no_trouble(fair: Path) -> None:
    (fair / "cards/base/again").symlink_to("..")
    (fair / "scenarios/up").symlink_to("..")
    assert told(fair) == set()


def link(path: Path) -> None:
    """Put a link to itself in place of a file or folder."""
    if path.is_dir():
        path.rename(path.with_name(".was"))
    path.unlink(missing_ok=True)
    path.symlink_to(path.name)


MISNAMED = {
    "c.yaml.txt": "error",
    "c.Yaml": "error",
    "c.YAML": "error",
    "c.yml": "error",
    "c.YML": "error",
    "c.yml.txt": "error",
    "c.yaml.yml": "error",
    "c.yaml.bak": "warning",
    "c.yaml~": "warning",
    "c.yaml.orig": "warning",
    "c.yaml.1": "warning",
    "#c.yaml#": "warning",
}


@pytest.mark.parametrize("folder", ["", "cards/base", "cards/other", "scenarios"])
@pytest.mark.parametrize("name", MISNAMED)
def test_a_file_that_is_not_read_for_its_name_is_told(name: str, folder: str, fair: Path) -> None:
    (fair / folder).mkdir(exist_ok=True)
    (fair / folder / name).write_text(CARDS.replace("mint", "plum"))
    [found] = check_paths([fair])[0]
    assert (found.code, found.severity, Path(found.span.path).name) == ("wrong-file", MISNAMED[name], name)
    assert re.search(r"`\w+\.yaml`", f"{found.message} {found.label}")


@pytest.mark.parametrize("name", ["c.yml", "c.YML", "game.yaml", "c.yaml", "cards.yaml"])
@pytest.mark.parametrize("folder", ["scenarios", "tests", "scenarios/deep"])
def test_scenarios_are_played_whatever_their_file_is_called(
    name: str, folder: str, fair: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (fair / folder).mkdir(parents=True, exist_ok=True)
    (fair / folder / name).write_text(SCENARIOS.replace("one", "two"))
    assert told(fair) == set()
    assert main(["test", str(fair)]) == 0
    assert capsys.readouterr().err == "2 of 2 scenarios succeed\n"
    (fair / folder / name).write_text(SCENARIOS.replace("is 1", "is 2"))
    assert main(["test", str(fair)]) == 1


@pytest.mark.parametrize("place", ["cards/cards.yaml", "cards/base/deep/c.yaml", "Cards/base/c.yaml", "card/c.yaml"])
def test_cards_in_a_folder_where_their_game_does_not_look_are_told(place: str, fair: Path) -> None:
    (fair / place).parent.mkdir(parents=True, exist_ok=True)
    (fair / place).write_text(CARDS.replace("mint", "plum"))
    assert ("wrong-place", Path(place).name) in told(fair)


@pytest.mark.parametrize("place", ["", "cards", "cards/base", "scenarios"])
def test_a_folder_that_nobody_may_read_is_told(place: str, fair: Path, denied: Callable[[Path], None]) -> None:
    denied(fair / place)
    assert ("unreadable-file", (fair / place).name) in told(fair)
    if place != "scenarios":
        with pytest.raises(CardwrightError):
            load_game(fair)


@pytest.fixture(name="denied")
def _denied(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Keep folders from being listed, as permissions do, which do not bind every user."""
    real = os.scandir

    def deny(folder: Path) -> None:
        def scandir(path: str | Path = ".") -> object:
            if Path(path) == folder:
                raise PermissionError(13, "Permission denied", str(path))
            return real(path)

        monkeypatch.setattr(os, "scandir", scandir)

    return deny


@pytest.mark.parametrize("package", ["interpreter", "tools"])
def test_no_path_is_followed_by_what_fails_on_links_to_themselves(package: str) -> None:
    root = Path(__file__).parents[2] / package
    used = [path for path in root.rglob("*.py") if re.search(r"(?<!__\))\.resolve\(", path.read_text("utf-8"))]
    assert used == []


@pytest.mark.parametrize(
    ("text", "place"),
    [("cards: {mint: 4}\n", "the folder `decks`"), ("cards:\n  - {id: thyme}\n", "a file `cards/SET/FILE.yaml`")],
)
def test_cards_in_a_file_of_the_game_itself_are_told_where_they_belong(fair: Path, text: str, place: str) -> None:
    (fair / "mine.yaml").write_text(text)
    (found,) = [each for each in check_paths([fair])[0] if each.code == "unknown-field"]
    assert Path(found.span.path).name == "mine.yaml"
    assert place in found.label
