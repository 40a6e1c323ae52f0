"""What a look asks for is shown, or told: nothing of it does nothing in silence."""

from pathlib import Path

import pytest

from cardwright import check_paths

GAME = """
game: shown
players: 2
types: {hue: {values: [red, blue]}, metal: {values: [tin]}, five: {values: [ash, elm, oak, yew, fir]}}
kinds:
  card:
    attributes: {size: number, cost: number, hue: hue, hues: hues, plain: yes_no, rank: five}
    memory: {tapped: yes_no, by: player}
  coin: {attributes: {worth: number}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}, bank: {of: coins}}
  player: {hand: {of: cards, see: owner}}
memory: {player: {gold: number, at: card, hoard: coin}}
tables:
  fee: {roles: {metal: metal, number: number}, values: {tin: [1, 2]}}
  toll: {roles: {hue: hue, number: number}, values: {red: [1], blue: [2]}}
look: LOOK
library: |
  step setup: nothing
  step play: nothing
  rule final_score(player): player.gold + fee(tin, 1) + toll(red, 1)
"""
FITTING = (
    "{faces: {card: {row: [size]}}}",
    "{faces: {card: {table: toll}}}",
    "{faces: {card: {foot: '{set} {number} of {of}'}}}",
    "{turned: {card: size, coin: worth}}",
    "{turned: {card: hue}}",
    "{turned: {card: tapped}}",
    "{draw: {hand: {as: chart, by: hue}}}",
    "{draw: {hand: {as: chart, by: size}}}",
    "{draw: {deck: {as: ring, mark: at}}}",
    "{draw: {deck: {as: grid, at: [size, cost], upwards: yes}, hand: {as: hexes, across: 4}}}",
)
UNFIT = {
    "{faces: {card: {row: [hue]}}}": "not-drawable",
    "{faces: {card: {row: [size, hues]}}}": "not-drawable",
    "{faces: {card: {row: [plain]}}}": "not-drawable",
    "{faces: {card: {table: fee}}}": "not-drawable",
    "{faces: {coin: {table: toll}}}": "not-drawable",
    "{faces: {card: {foot: '{size} {set}'}}}": "unknown-look",
    "{faces: {card: {foot: '{}'}}}": "unknown-look",
    "{turned: {card: hues}}": "not-drawable",
    "{turned: {card: by}}": "not-drawable",
    "{turned: {card: rank}}": "not-drawable",
    "{turned: {card: worth}}": "unknown-look",
    "{turned: {cart: size}}": "unknown-look",
    "{draw: {hand: {as: chart, by: hues}}}": "not-drawable",
    "{draw: {deck: {as: ring, mark: gold}}}": "not-drawable",
    "{draw: {deck: {as: ring, mark: hoard}}}": "not-drawable",
    "{draw: {deck: hexes}}": "not-drawable",
    "{draw: {hand: {as: chart, by: hue, across: 3}}}": "not-drawable",
    "{draw: {deck: {as: hexes, at: [size, cost], across: 3}}}": "not-drawable",
    "{draw: {deck: {as: hexes, across: 3, upwards: yes}}}": "not-drawable",
    "{draw: {deck: {as: ring, at: [size, cost]}}}": "not-drawable",
    "{draw: {deck: {as: grid, at: [size]}}}": "not-drawable",
    "{draw: {deck: {as: grid, at: [size, hue]}}}": "not-drawable",
    "{draw: {deck: {as: grid, at: [size, worth]}}}": "unknown-look",
    "{draw: {gold: {as: grid, at: [size, cost]}}}": "not-drawable",
}


def told(folder: Path, look: str) -> list[str]:
    (folder / "shown").mkdir()
    (folder / "shown" / "game.yaml").write_text(GAME.replace("LOOK", look))
    return [each.code for each in check_paths([folder / "shown"])[0] if each.severity == "error"]


@pytest.mark.parametrize("look", FITTING)
def test_what_fits_is_accepted(look: str, tmp_path: Path) -> None:
    assert told(tmp_path, look) == []


@pytest.mark.parametrize("look", UNFIT)
def test_what_would_show_nothing_is_told(look: str, tmp_path: Path) -> None:
    assert told(tmp_path, look) == [UNFIT[look]]
