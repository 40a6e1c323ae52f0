"""Of pieces that are alike one is offered, and of pieces that differ in anything each."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import State, load_game
from cardwright.runtime.primitives.bitsets import MAX_LISTED, ids, one_each

GAME = """game: coins
players: 2
active: active
turn: pick
powers_work_in: [board]
types:
  metal: {values: [gold, silver]}
kinds:
  coin:
    attributes: {metal: metal}
    memory: {MEMORY}
    zones: {ON}
    interchangeable: yes
  stone: {}
zones:
  table:
    pile: {of: coins, see: everyone}
    quarry: {of: stones, see: everyone}
    row: {of: coins, see: everyone, ordered: yes}
    chest: {of: coins, see: face, down: nobody}
  player:
    board: {of: coins, see: everyone}
    purse: {of: coins, see: owner}
memory:
  table: {active: player, NAMED}
  player: {points: number}
library: |
  rule final_score(player): player.points
  rule golden gives coins: pile where metal is gold
  rule all_of(player) gives coins: player.board + player.purse
  step setup: nothing
  step play:
BEFORE
    active pick
  verb rest: nothing
  verb gain: you.points += 1
  verb pick:
    choose AMOUNTc from FROM: you.points += 1
pieces:
  - {id: penny, kind: coin, metal: gold, copies: 4, power: "POWER"}
  - {id: groat, kind: coin, metal: silver, copies: 3, power: "after players rest: gain"}
  - {id: flint, kind: stone, copies: 3}
"""
NOTHING = {"MEMORY": "", "ON": "", "NAMED": "", "POWER": "after you rest: gain"}
MARKS = {"MEMORY": "marks: number"}
OWNED = {"MEMORY": "keeper: player"}
UNDER = {"ON": "under: {of: stones, see: everyone}"}
NAMED = {"NAMED": "favourite: coin"}
NAMING = {"NAMED": "favourites: coins"}
LIMITED = {"POWER": "after players rest once per pick: gain"}

Case = tuple[list[str], str, int, dict[str, str]]
# What is done first, where the coins come from, how many sorts there are then, and what the game has besides.
CASES: dict[str, Case] = {
    "all alike": ([], "golden", 1, {}),
    "two sorts": ([], "pile", 2, {}),
    "two owners": (["for each p in players: move(first(golden), to: p.board)"], "players.board", 2, {}),
    "two owners, of one sort": (
        ["for each p in players: move(first(golden), to: p.board)"],
        "players.board where metal is gold",
        2,
        {},
    ),
    "two places of one owner": (
        ["move(first(golden, 2), to: active.board)", "move(first(golden), to: active.purse)"],
        "active.board + active.purse",
        2,
        {},
    ),
    "two places, by a rule": (
        ["move(first(golden, 2), to: active.board)", "move(first(golden), to: active.purse)"],
        "all_of(active) where metal is gold",
        2,
        {},
    ),
    "a counter": (["for each c in first(golden): c.marks = 2"], "golden", 2, MARKS),
    "a mark": (["for each c in first(golden): c.keeper = active"], "pile", 3, OWNED),
    "the same counter": (["for each c in pile: c.marks = 2"], "pile", 2, MARKS),
    "a thing on one": (["for each c in first(golden): move(quarry, to: c.under)"], "pile", 3, UNDER),
    "the same thing on all": (
        ["for each c in first(golden, 3): move(first(quarry), to: c.under)"],
        "golden where count(under) > 0",
        1,
        UNDER,
    ),
    "places of an order": (["move(pile, to: row)"], "row where metal is gold", 1, {}),
    "a side": (["turn_up(first(golden))"], "pile", 3, {}),
    "a side of others": (["turn_up(first(golden))"], "pile where metal is silver", 1, {}),
    "no power": (["for each c in first(golden): lose_powers(c)"], "pile", 3, {}),
    "a gained power": (
        ["for each c in first(golden):", "  for each d in last(pile): copy_power(d, onto: c)"],
        "pile",
        3,
        {},
    ),
    "the same gained power": (
        ["for each c in golden:", "  for each d in last(pile): copy_power(d, onto: c)"],
        "pile",
        2,
        {},
    ),
    "another power": (
        ["for each c in first(golden):", "  for each d in last(pile): become_power(d, onto: c)"],
        "golden",
        2,
        {},
    ),
    "what memory names": (["for each c in first(golden): favourite = c"], "pile", 3, NAMED),
    "what memory lists": (["favourites = first(golden, 2)"], "pile", 4, NAMING),
    "a power that was used": (
        ["move(first(golden), to: active.board)", "active rest", "move(active.board, to: pile)"],
        "golden",
        2,
        LIMITED,
    ),
}


def asked(folder: Path, case: Case, amount: str = "") -> list[State]:
    """The question in both variants."""
    before, source, _, parts = case
    text = GAME.replace("BEFORE\n", "".join(f"    {line}\n" for line in before))
    for word, what in {**NOTHING, **parts, "AMOUNT": amount, "FROM": source}.items():
        text = text.replace(word, what)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    game = load_game(str(folder))
    return [game.new(2, 1, tracked) for tracked in (False, True)]


@pytest.mark.parametrize("name", CASES)
def test_each_sort_is_offered_once(name: str, tmp_path: Path) -> None:
    sorts = CASES[name][2]
    for state in asked(tmp_path, CASES[name]):
        assert state.option_count == (sorts if sorts > 1 else 0)
        assert max(state.scores) == (name == "a power that was used") + (sorts == 1)


@pytest.mark.parametrize("name", CASES)
def test_each_sort_is_offered_once_among_several(name: str, tmp_path: Path) -> None:
    for state in asked(tmp_path, CASES[name], "up to 2 "):
        assert state.option_count == CASES[name][2] + 1  # and `done`
        assert state.several is not None


def test_several_of_one_sort_are_not_asked_for_where_nothing_differs(tmp_path: Path) -> None:
    assert all(state.finished for state in asked(tmp_path, CASES["all alike"], "2 "))
    assert not any(state.finished for state in asked(tmp_path, CASES["a counter"], "2 "))


def test_nobody_remembers_a_side_where_sides_do_not_count(tmp_path: Path) -> None:
    turned = ["turn_up(first(golden))", "move(golden, to: active.purse)", "move(active.purse, to: chest)"]
    assert all(state.finished for state in asked(tmp_path, (turned, "chest where face_up(it)", 0, {}), "up to 1 "))
    turned = ["turn_up(first(golden))", "move(golden, to: chest)"]
    for state in asked(tmp_path, (turned, "chest where face_up(it)", 1, {}), "up to 1 "):
        assert state.option_count == 2


@pytest.mark.parametrize("groups", [(0b1, 0b110, 0b111000), (0b1, 0b100110, 0b011000), (0b11, 0b110, 0b110000)])
def test_one_of_each_group_is_the_lowest_whether_the_groups_are_runs_or_not(groups: tuple[int, ...]) -> None:
    for mask in range(1 << 7):
        lowest = [(mask & group & -(mask & group)).bit_length() - 1 for group in groups if mask & group]
        assert one_each(mask, groups) == lowest
        assert one_each(mask, groups) == lowest


def test_the_pieces_of_a_mask_are_the_same_however_many_masks_were_asked_for() -> None:
    for mask in [*range(3 * MAX_LISTED), *range(MAX_LISTED)]:
        assert sum(1 << piece for piece in ids(mask)) == mask
