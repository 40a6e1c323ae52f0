"""Random games of Cargo Noir: stacks in ports obey the deduction of FACTS 5.4, and coins and pieces are conserved."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.game.state import State
from cardwright.query.view import View, ZoneView

ROOT = Path(__file__).resolve().parents[2]
COINS, TOKENS, SHIPS, CARDS = 60, 131, 25, 54

# When a player's turn begins, a stack of theirs is alone or lower than another one in its port.
WATCH = """\
library: |
  rule surprising(player):
    any(s.owner is player and count(p.berths) > 1 and s.stack >= highest_rival(player, p)
        for each p in open_ports for each s in p.berths)
  before players take_turn where surprising(player): surprises += 1
"""


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the game that counts the turns that begin with the highest stack in company."""
    folder = tmp_path_factory.mktemp("games") / "watched"
    shutil.copytree(ROOT / "games" / "cargo_noir", folder)
    shutil.copytree(ROOT / "cards" / "cargo_noir", folder / "cards")
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    text = text.replace("game: cargo_noir", "game: watched")
    text = text.replace("    turn_marker: ", "    surprises: {is: number}\n    turn_marker: ")
    (folder / "watch.yaml").write_text(WATCH, encoding="utf-8")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    for path in folder.glob("cards/*/*.yaml"):
        path.write_text(path.read_text(encoding="utf-8").replace("game: cargo_noir", "game: watched"), encoding="utf-8")
    return folder


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_stacks_and_conservation(watched: Path, players: int) -> None:
    game = load_game(watched)
    for seed in range(8):
        state = game.new(players, seed, tracked=False)
        chance = random.Random(seed)
        while not state.finished:
            state.apply(chance.randrange(state.option_count))
            if chance.random() < 0.05:
                _check(state)
        _check(state)
        assert state.turns == players * (11 if players <= 3 else 10)


def _check(state: State) -> None:
    view = state.view(0)
    counters = {(c.owner, c.name): c.value for c in view.counters}
    coins = int(counters["table", "coin_pile"])
    coins += sum(int(value) for (_, name), value in counters.items() if name == "safe")
    coins += sum(_stacks(zone) for zone in view.zones)
    assert coins == COINS
    assert {kind: _count(view, kind) for kind in ("token", "ship", "card")} == {
        "token": TOKENS,
        "ship": SHIPS,
        "card": CARDS,
    }
    assert counters["table", "surprises"] == "0"


def _stacks(zone: ZoneView) -> int:
    """The coins under the ships in a zone and in the zones of its pieces."""
    total = 0
    for piece in zone.pieces:
        if piece is not None:
            total += sum(int(c.value) for c in piece.counters if c.name == "stack")
            total += sum(_stacks(inner) for inner in piece.zones)
    return total


def _count(view: View, kind: str) -> int:
    """The pieces of a kind on the table; the hidden ones all lie in the bag."""
    return sum(_count_in(zone, kind) for zone in view.zones)


def _count_in(zone: ZoneView, kind: str) -> int:
    if zone.name == "bag":
        return zone.count if kind == "token" else 0
    seen = [piece for piece in zone.pieces if piece is not None]
    return sum(piece.kind == kind for piece in seen) + sum(_count_in(z, kind) for piece in seen for z in piece.zones)
