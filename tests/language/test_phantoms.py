"""No name, memory, effect or frame holds a piece that went out of the game, whatever was done before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.native.differential import QUICK, no_compiler, play_both

from cardwright import State, load_game
from cardwright.native.engine import Engine
from cardwright.runtime.primitives.zones import forget
from cardwright.state_slots_and_table_rows import GAINED, LOST, PIECE_MASK, SUPPRESSED

PHANTOMS = load_game(Path(__file__).parent / "phantoms")


def list_pieces(value: Any) -> list[int]:
    """The numbers in a value of a frame or slot, also in lists."""
    return [value] if isinstance(value, int) else [piece for each in value for piece in list_pieces(each)]


def list_held(state: State) -> Iterator[tuple[object, list[int]]]:
    """Everything in a state that holds pieces, apart from zones."""
    tables, slots = state.program.tables, state.slots
    for frame in state.frames:
        described = state.variant.frames[frame[0]].variables
        for (word, kind, _), value in zip(described, frame[1:], strict=True):
            if kind in ("piece", "list piece"):
                yield (frame[0], word), list_pieces(value)
    for memory in tables.memory:
        owners = {"table": 1, "player": tables.players} | {word: kind.size for word, kind in tables.kinds.items()}
        for slot in range(memory.base, memory.base + owners[memory.owner] * memory.width):
            if memory.type in ("piece", "list piece"):
                yield memory.word, list_pieces(slots[slot])
    for name, slot in tables.slots.items():
        if name.startswith("held ") and name.endswith("piece"):
            yield name, list_pieces(slots[slot])
    yield "gained", [entry & PIECE_MASK for entry in slots[GAINED]]


@pytest.mark.parametrize("tracked", [False, True], ids=["plain", "tracked"])
@pytest.mark.parametrize("seed", range(6))
def test_nothing_holds_what_is_out_of_the_game(seed: int, tracked: bool) -> None:
    state, pick = PHANTOMS.new(2 + seed % 2, seed, tracked=tracked), Random(seed)
    went = 0
    while not state.finished:
        out = sum(state.slots[slot] for slot in state.program.reserves)
        went += out != state.program.reserved
        for where, pieces in list_held(state):
            assert not [piece for piece in pieces if piece >= 0 and out >> piece & 1], where
        assert not out & (state.slots[SUPPRESSED] | state.slots[LOST])
        state.apply(pick.randrange(state.option_count))
    assert went


@pytest.mark.parametrize("players", [2, 3])
def test_both_variants_play_the_same_game(players: int) -> None:
    for seed in range(4):
        plain, tracked = (PHANTOMS.new(players, seed, tracked=each) for each in (False, True))
        pick = Random(seed)
        while not plain.finished:
            answer = pick.randrange(plain.option_count)
            plain.apply(answer)
            tracked.apply(answer)
            assert plain.digest() == tracked.digest()


# Its last option leaves code that is never reached, in front of all events.
PLAY = """  step play:
    repeat 20 times:
      for each p in players:
        p choose one:
          option "Take a turn": p take_turn
          option "Feud": p feud
          option "More":
            p may: nobody wail
"""


def test_events_in_progress_are_found_behind_code_that_is_never_reached(tmp_path: Path) -> None:
    text = (Path(__file__).parent / "phantoms/game.yaml").read_text(encoding="utf-8")
    play = text.split("  step play:\n")[1].split("  verb take_turn")[0]
    text = text.replace(f"  step play:\n{play}", PLAY).replace('"wail": nothing', '"wail":\n    seen += you.dread')
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    game = load_game(tmp_path)
    for seed in range(8):
        plain, tracked = (game.new(3, seed, tracked=each) for each in (False, True))
        pick = Random(seed)
        while not plain.finished:
            answer = pick.randrange(plain.option_count)
            plain.apply(answer)
            tracked.apply(answer)
            assert plain.digest() == tracked.digest()


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_c_plays_the_same_game() -> None:
    engine = Engine(PHANTOMS, 3, QUICK)
    for seed in range(6):
        play_both(engine, PHANTOMS, seed, every=1)


def test_frames_lose_pieces_by_how_they_hold_them() -> None:
    frame = (0, 3, (3, 4, 3), (3, 4), 0b11000, (7 << 16 | 3, 8 << 16 | 4), ((3, 1), ((3, 4), 2)), 3)
    frames = [frame, (1, 3)]
    forget(frames, {0: "plkmas-", 1: "-"}, (3,))
    assert frames == [(0, -1, (4,), (-1, 4), 0b10000, (8 << 16 | 4,), ((-1, 1), ((4,), 2)), 3), (1, 3)]


PARTS = """\
game: crates
players: 2
active: active
turn: take_turn
powers_work_in: [board]
types:
  colour: {values: [red, green]}
kinds:
  card:
    attributes: {worth: number}
    parts: {load: crate}
  crate:
    part_of: card
    attributes: {colour: colour}
    interchangeable: yes
zones:
  table: {board: {of: cards}}
memory:
  table: {active: {is: player}}
  player: {points: {is: number}}
pieces:
  - {id: barge, name: Barge, worth: 1, load: {red: 2}, power: "after you take_turn: gain(1)"}
  - {id: skiff, name: Skiff, worth: 2, load: {red: 1}}
library: |
  step setup: nothing
  step play:
    repeat 2 times: active take_turn
  verb gain(number): you.points += number
  verb take_turn: vanish(board where worth is 1)
  rule final_score(player): player.points
"""


@pytest.mark.parametrize("tracked", [False, True])
def test_parts_go_with_their_piece(tracked: bool, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(PARTS)
    state = load_game(tmp_path).new(2, 1, tracked)
    assert [piece and piece.name for zone in state.view(0).zones for piece in zone.pieces] == ["Skiff"]
