"""A notation for calls of primitives on the states of one small game.

put [penny#1 penny#2] P1.purse 0       a list of pieces, a zone, a number
order [0@penny#1 1@groat#1]            entries of active abilities: their number, and their piece
controller penny#1 = P2                the value, in the same notation
    + P1.purse: penny#1,penny#2        the lines of the state that the call adds, and (-) takes away
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardwright import State, load_game
from cardwright.runtime.digest import list_digest_lines
from cardwright.state_slots_and_table_rows import NO_NUMBER, SHIFT

GAME = """game: coins
players: 3
active: active
turn: take
powers_work_in: [board, chest]
play: [board, stall]
decider: guide
types:
  metal: {values: [gold, silver]}
kinds:
  coin:
    attributes: {metal: metal}
    memory: {marks: number}
    interchangeable: yes
  box: {plural: boxes, memory: {owner: player}, zones: {inside: {of: coins, see: owner}}}
zones:
  table:
    pile: {of: coins, see: everyone}
    row: {of: coins, see: everyone, ordered: yes}
    deck: {of: coins, see: nobody, ordered: yes}
    heap: {of: coins, see: top, ordered: yes}
    chest: {of: coins, see: face, down: nobody}
    shelf: {of: boxes, see: everyone}
  player:
    board: {of: coins, see: everyone}
    purse: {of: coins, see: owner}
    stall: {of: boxes, see: owner}
memory:
  table: {active: player, favourite: coin}
  player: {points: number, guide: {is: player}}
library: |
  rule final_score(player): player.points
  step setup: active = next(active)
  step play:
    repeat until count(pile) is 0:
      active take
      active = next(active)
  verb take:
    choose c from pile:
      move(c, to: you.board)
  verb rest: shuffle(deck)
  verb gain: you.points += 1
  verb change(coin):
    copy_power(coin, onto: favourite)
    become_power(coin, onto: favourite) until you take
pieces:
  - {id: penny, kind: coin, metal: gold, copies: 3, power: "after players rest: gain"}
  - {id: groat, kind: coin, metal: silver, copies: 2, power: "instead of you take: gain"}
  - {id: blank, kind: coin, metal: silver, copies: 2}
  - {id: crate, kind: box, copies: 2}
"""
TOKEN = re.compile(r"[][{}]|[^][{}\s]+")


@dataclass(frozen=True)
class Call:
    """One call: the text, the primitive, its arguments, its value (None if it is not looked at), error, and changes."""

    text: str
    word: str
    args: tuple[Any, ...]
    value: Any
    error: str
    changes: tuple[str, ...]


class Coins:
    """The game of the tables, and its notation."""

    def __init__(self, folder: Path) -> None:
        (folder / "game.yaml").write_text(GAME, encoding="utf-8")
        self.folder = folder
        self.game = load_game(str(folder))
        state = self.game.new(3, 1, tracked=False)
        writer, tables = state.program.digest_writer, state.program.tables
        self.known = {f"P{player + 1}": player for player in range(3)} | {
            "nobody": -1,
            "none": -1,
            "no_number": NO_NUMBER,
        }
        self.known |= {key: piece for piece, key in enumerate(writer.pieces)}
        self.known |= {key: slot for slot, key in enumerate(writer.zones, start=tables.zones_from)}

    def start(self, tracked: bool) -> State:
        """Return the state in which every case begins."""
        return self.game.new(3, 1, tracked)

    def values(self, text: str) -> list[Any]:
        """Return the values of the items of a text, which can be lists and bitsets."""
        stack: list[list[Any]] = [[]]
        for token in TOKEN.findall(text):
            if token in "[{":
                stack.append([])
            elif token in "]}":
                items = stack.pop()
                stack[-1].append(tuple(items) if token == "]" else sum(1 << item for item in items))
            else:
                number, at, piece = token.partition("@")
                entry = int(number) << SHIFT | self.known[piece] if at else None
                stack[-1].append(entry if at else self.known[token] if token in self.known else int(token))
        return stack[0]

    def read(self, table: Path) -> Iterator[tuple[str, list[Call]]]:
        """Yield the title of every case, and its calls."""
        for case in re.split(r"(?m)^=== ", table.read_text(encoding="utf-8"))[1:]:
            title, *lines = case.strip("\n").splitlines()
            calls: list[Call] = []
            for line in lines:
                if line.startswith(" "):
                    calls[-1] = Call(**{**vars(calls[-1]), "changes": (*calls[-1].changes, line.strip())})
                elif line:
                    said, _, error = line.partition(" ! ")
                    said, equals, value = said.partition(" = ")
                    word, _, args = said.partition(" ")
                    found = self.values(value)[0] if equals else None
                    calls.append(Call(line, word, tuple(self.values(args)), found, error, ()))
            yield title, calls


def list_changes(before: list[str], state: State) -> tuple[str, ...]:
    """Return the lines of a state that were not there before, and those that are gone."""
    now = list_digest_lines(state)
    gone, new = [f"- {line}" for line in before if line not in now], [f"+ {line}" for line in now if line not in before]
    return (*gone, *new)
