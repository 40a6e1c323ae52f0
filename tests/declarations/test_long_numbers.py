"""Numbers of thousands of digits, which Python refuses to read, are findings wherever an author can write one."""

from pathlib import Path

import pytest

from cardwright import CannotExplain, load_game
from cardwright_tools.cli.errors import FINDINGS, OK
from cardwright_tools.cli.main import main

LONG = "9" * 5000
GAME = """
game: long
title: Long
players: 2
types: {hue: {values: [red, blue]}}
kinds:
  card: {attributes: {n: {is: number, default: 0}}, parts: {load: crate}}
  crate: {part_of: card, attributes: {hue: hue}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}}
  player: {hand: {of: cards, see: owner}}
memory:
  table: {k: {is: number, starts: 1}}
tables:
  fee: {roles: {number: number}, values: [1, 2]}
about: {size: 5 cards}
text_limit: 500
look: {draw: {deck: {as: grid, across: 3}}}
library: |
  rule size "size": 5
  rule twice(n: number) "twice {n}": 2 * n
  rule of(player) "what {player} has": player.seat
  step setup:
    for each p in players: p draw(size)
  step play: k += fee(1) + twice(of(the(first(players))))
  verb draw(number) "draw {number:card}": move(top(deck, number), to: you.hand)
  rule final_score(player): sum(player.hand.n)
"""
CARDS = """
game: long
set: base
cards:
  - {id: a, copies: 12, n: 4, load: {red: 6}}
  - {each: {n: 7 to 8}}
  - {id: b, each_player: {hand: 9}}
"""
SCENARIO = """
game: long
scenarios:
  - name: one
    players: 2
    seed: 3
    given: {P1.hand: ["2 a"], k: 4}
    when: [{do: "P1 draw(1)"}]
    then: ["count(P1.hand) is 3"]
"""
IN_GAME = (
    "players: 2", "starts: 1", "[1, 2]", "{size: 5 cards}", "text_limit: 500", "across: 3", "\"size\": 5", "2 * n",
)  # fmt: skip
IN_CARDS = "copies: 12", "n: 4", "red: 6", "7 to 8", "hand: 9"
IN_SCENARIO = "players: 2", "seed: 3", '"2 a"', "k: 4", "draw(1)", "is 3"
SHEET = "set,id,quantity,n,load\nbase,c,{quantity},{n},{load}\n"


def written(folder: Path, game: str = GAME, cards: str = CARDS) -> Path:
    (folder / "long" / "cards" / "base").mkdir(parents=True)
    (folder / "long" / "game.yaml").write_text(game)
    (folder / "long" / "cards" / "base" / "cards.yaml").write_text(cards)
    return folder / "long"


def longer(text: str, place: str) -> str:
    """A text with the last number of a place as long as can be."""
    digit = max(place.rfind(each) for each in "0123456789")
    assert place in text
    return text.replace(place, place[:digit].rstrip("0123456789") + LONG + place[digit + 1 :], 1)


@pytest.mark.parametrize("place", IN_GAME)
def test_in_a_game(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path, longer(GAME, place))
    # a text about a rule may say what it likes
    assert main(["validate", str(folder)]) in ((OK, FINDINGS) if place == IN_GAME[3] else (FINDINGS,))
    assert "error" in capsys.readouterr().out or place == IN_GAME[3]


@pytest.mark.parametrize("place", IN_CARDS)
def test_in_cards(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path, cards=longer(CARDS, place))
    assert main(["validate", str(folder)]) == FINDINGS
    assert "error" in capsys.readouterr().out


@pytest.mark.parametrize("place", IN_SCENARIO)
def test_in_a_scenario(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path) / "scenarios" / "one.yaml"
    path.parent.mkdir()
    path.write_text(longer(SCENARIO, place))
    assert main(["test", str(path)]) == FINDINGS
    assert "bug" not in capsys.readouterr().err


@pytest.mark.parametrize("column", ["quantity", "n", "load"])
def test_in_a_sheet(column: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, sheet = written(tmp_path), tmp_path / "cards.csv"
    cells = {"quantity": "1", "n": "1", "load": "2 red"}
    sheet.write_text(SHEET.format(**cells | {column: longer(cells[column], cells[column])}))
    assert main(["import", str(sheet), str(folder)]) == FINDINGS
    assert "no file was changed" in "".join(capsys.readouterr())


@pytest.mark.parametrize("question", [f"twice({LONG})", f"of(P{LONG})", f"twice(-{LONG})"])
def test_in_a_question(question: str, tmp_path: Path) -> None:
    state = load_game(written(tmp_path)).new(2, 1)
    with pytest.raises(CannotExplain):
        state.why(question, player=0)
