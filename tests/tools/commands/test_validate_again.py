"""`cardwright validate --fix` and `--watch`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardwright import check_paths
from cardwright_tools.authoring import watch_files as validate_watch
from cardwright_tools.authoring.watch_files import Watch, watch
from cardwright_tools.cli.main import main
from cardwright_tools.cli.standard_output import WIPE

GAME = """\
game: tiny
players: 2
active: active
turn: take_turn
powers_work_in: [hand]
types:
  colour: {values: [red, blue]}
kinds:
  card:
    plural: cards
    attributes: {colour: colour}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
  player:
    hand: {of: cards, see: owner}
memory:
  table:
    active: {is: player}
library: |
  rule final_score(player) "the score of {player}": count(player.hand)
  step setup: shuffle(deck)
  step play:
    repeat 3 times: active take_turn
  verb take_turn "take a turn": draw(1)
  verb draw(number) "draw {number:card}":
    require number > 0
    move(top(deck, number), to: you.hand)
"""
CARDS = """\
game: tiny
set: base
cards:
  - {id: a, colour: red}
  - id: b
    colour: blue
    power: |
      after you take_turn: draw(1)
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A game of two cards, without mistakes."""
    folder = tmp_path / "tiny"
    (folder / "cards" / "base").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "cards" / "base" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    assert main(["validate", str(folder)]) == 0
    return folder


def cards_of(tiny: Path) -> Path:
    return tiny / "cards" / "base" / "cards.yaml"


def misspell(file: Path, *words: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for right, wrong in words:
        assert right in text
        text = text.replace(right, wrong)
    file.write_text(text, encoding="utf-8")


# corrections


def test_fix_makes_every_correction_even_those_that_only_show_after_others(
    tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    misspell(cards_of(tiny), ("colour: red", "colour: rde"), ("power:", "powre:"), ("draw(1)", "drwa(1)"))
    assert main(["validate", str(tiny), "--fix"]) == 0
    captured = capsys.readouterr()
    assert captured.out.endswith("cards.yaml corrected\n")
    assert captured.err.endswith("no mistakes found\n")
    assert cards_of(tiny).read_text(encoding="utf-8") == CARDS


def test_fix_leaves_and_shows_what_has_no_one_right_answer(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    misspell(cards_of(tiny), ("colour: red", "colour: rde"), ("draw(1)", "fly(1)"))
    assert main(["validate", str(tiny), "--fix"]) == 1
    assert "there is no verb or step `fly`" in capsys.readouterr().out
    assert "colour: red" in cards_of(tiny).read_text(encoding="utf-8")


def test_a_dry_run_shows_the_corrections_and_makes_none(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    misspell(cards_of(tiny), ("colour: red", "colour: rde"), ("power:", "powre:"), ("draw(1)", "drwa(1)"))
    wrong = cards_of(tiny).read_text(encoding="utf-8")
    assert main(["validate", str(tiny), "--fix", "--dry-run"]) == 1
    shown = capsys.readouterr().out
    assert "+      after you take_turn: draw(1)" in shown
    assert "-  - {id: a, colour: rde}" in shown
    assert cards_of(tiny).read_text(encoding="utf-8") == wrong


def test_only_files_that_were_named_are_corrected(tiny: Path) -> None:
    misspell(tiny / "game.yaml", ("see: nobody", "see: nobdoy"))
    assert main(["validate", str(cards_of(tiny)), "--fix"]) == 1
    assert "see: nobdoy" in (tiny / "game.yaml").read_text(encoding="utf-8")
    assert main(["validate", str(tiny / "game.yaml"), "--fix"]) == 0
    assert (tiny / "game.yaml").read_text(encoding="utf-8") == GAME


@pytest.mark.parametrize("words", [["--dry-run"], ["--watch", "--fix"], ["--watch", "--format", "json"]])
def test_options_that_do_not_go_together_are_wrong_usage(
    words: list[str], tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", str(tiny), *words]) == 2
    assert capsys.readouterr().out == ""


# watching


def acting(*acts: Callable[[], object]) -> Callable[[float], None]:
    """A pause in which one thing after the other happens, and at last Ctrl-C."""
    left: Iterator[Callable[[], object]] = iter(acts)

    def pause(_: float) -> None:
        act = next(left, None)
        if act is None:
            raise KeyboardInterrupt
        act()

    return pause


def test_every_save_is_checked_and_a_half_written_file_is_no_end(
    tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = cards_of(tiny)
    code = watch(
        [tiny],
        acting(
            lambda: None,
            lambda: misspell(file, ("draw(1)", "drwa(1)")),
            lambda: file.write_text(CARDS[: CARDS.index("after") + 3], encoding="utf-8"),
            file.unlink,
            lambda: file.write_bytes(b"\xff\x00"),
            lambda: file.write_text(CARDS, encoding="utf-8"),
            lambda: (file.parent / "more.yaml").write_text(CARDS, encoding="utf-8"),
            lambda: None,
        ),
    )
    assert code == 1
    shown = capsys.readouterr().out
    summaries = [line[9:].partition(" (")[0] for line in shown.split("\n") if "Ctrl-C ends" in line]
    assert summaries[:2] == ["no mistakes found", "1 error in 1 file"]
    assert summaries[-2] == "no mistakes found"
    assert summaries[-1].startswith("2 errors")
    assert len(summaries) == 7
    assert "did you mean `draw`?" in shown
    assert "error[not-utf8]" in shown


def test_only_what_changed_is_checked_again(tmp_path: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other"
    (other / "cards" / "base").mkdir(parents=True)
    (other / "game.yaml").write_text(GAME.replace("game: tiny", "game: other"), encoding="utf-8")
    (other / "cards" / "base" / "cards.yaml").write_text(CARDS.replace("tiny", "other"), encoding="utf-8")
    checked: list[Path] = []

    def check(paths: list[Path]) -> object:
        checked.extend(paths)
        return check_paths(paths)

    monkeypatch.setattr(validate_watch, "check_paths", check)
    watched = Watch([tiny, other])
    assert watched.changed()
    assert watched.check(watched.settled())[0] == []
    assert checked == [tiny, other]
    assert not watched.changed()
    misspell(cards_of(tiny), ("draw(1)", "drwa(1)"))
    assert watched.changed()
    assert len(watched.check(watched.settled())[0]) == 1
    assert checked == [tiny, other, tiny]


def test_a_change_of_the_game_is_noticed_when_only_its_cards_are_watched(tiny: Path) -> None:
    watched = Watch([cards_of(tiny)])
    assert watched.check(watched.settled())[0] == []
    misspell(tiny / "game.yaml", ("verb draw", "verb pull"), ("draw(1)", "pull(1)"))
    assert watched.changed()
    assert [each.code for each in watched.check(watched.settled())[0]] == ["unknown-verb"]


def test_a_long_list_is_cut_to_the_screen(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cards_of(tiny).write_text(CARDS + "".join(f"  - {{id: c{n}}}\n" for n in range(40)), encoding="utf-8")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("LINES", "24")
    assert watch([tiny], acting()) == 1
    shown = capsys.readouterr().out
    assert shown.startswith(WIPE)
    assert len(shown.split("\n")) <= 24
    assert "lines more" in shown
