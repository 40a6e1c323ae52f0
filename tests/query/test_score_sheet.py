"""Scores are told line by line, and the lines add up."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cardwright import ScoreLine, State, find_games, load_game
from cardwright.runtime.primitives.exact_numbers import Exact
from cardwright_tools.session.score_breakdown_table import ScoreRow, _list_rows, build_score_sheet, format_score_sheet

# What a rule goes by that speaks of the coins of the first player.
MINE = "  coins of P1: 26"
GAME = """game: stall
players: 2
active: active
turn: turn
powers_work_in: [works]
types:
  good: {values: [tea, silk]}
kinds:
  card: {plural: cards, attributes: {good: good}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
  player:
    works: {of: cards, see: everyone}
memory:
  table: {active: player}
  player:
    coins: {is: number, title: coins}
library: |
  verb gain(amount: number) "gain {amount:coin}": you.coins += amount
  verb sell(price: number) "sell goods for {price:coin}": gain(price)
  verb be_paid(amount: number) "be paid {amount:coin}": gain(amount)
  verb cheer "cheer": next(you) gain(3)
  verb work(card) "put {card} to work": move(card, to: you.works)
  rule worth(player, of: good) "the worth of a {of} card of {player}": 1
  rule bonus(player) "the bonus of {player}": 0
  rule fine(player) "the fine of {player}":
    2 if player.coins > 5
    0 otherwise
  rule levy(player):
    9 if player.coins > 100
    fine(player) otherwise
  rule works(player) "the works of {player}":
    sum(count(player.works where good is g) * worth(player, g) for each g in goods)
  rule final_score(player) "the score of {player}": player.coins + works(player) + bonus(player) - fine(player)
  step turn:
    active choose n from [1, 2]: applause
  step applause: next(active) gain(1)
  step market_day "a market day":
    for each p in players: p be_paid(2)
  step setup: active = active
  step play:
    market_day
    for each p in first(players):
      p sell(4)
      p cheer
      for each c in top(deck, 3): p work(c)
    turn
"""
CARDS = """game: stall
cards:
  - {id: plum, good: tea, power: "modify worth(you, of: silk): set 5"}
  - {id: vase, good: silk, power: "after you work: gain(10)"}
  - {id: bell, good: tea, power: "modify bonus(you): add 7"}
"""


@pytest.fixture(name="state")
def _state(tmp_path: Path) -> State:
    for path, text in (("games/stall/game.yaml", GAME), ("cards/stall/base/cards.yaml", CARDS)):
        file = tmp_path / path
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return load_game(str(tmp_path / "games" / "stall")).new(2, 1)


def lines(line: ScoreLine) -> dict[str, Exact | None]:
    return {part.text: part.value for part in line.parts}


def part(line: ScoreLine, text: str) -> ScoreLine:
    return next(each for each in line.parts if each.text == text)


def add_up(line: ScoreLine) -> None:
    if line.parts:
        assert sum(each.value or 0 for each in line.parts) == line.value, line
    for each in line.parts:
        add_up(each)


def test_a_score_is_told_by_the_rules_it_is_added_up_from(state: State) -> None:
    sheet = state.score_sheet(0)
    assert (sheet.text, sheet.value) == ("score", state.scores[0])
    assert list(lines(sheet)) == ["coins", "works", "bonus", "fine"]
    assert lines(sheet)["fine"] == -2
    add_up(sheet)


def test_a_counter_is_told_by_what_changed_it(state: State) -> None:
    mine = lines(part(state.score_sheet(0), "coins"))
    assert mine["being paid"] == 2
    assert mine["selling goods"] == 4
    assert mine["Vase"] in (10, 20, 30)
    assert lines(part(state.score_sheet(1), "coins")) == {"being paid": 2, "an opponent cheering": 3}


def test_a_card_that_changes_a_rule_has_a_line_of_its_own(state: State) -> None:
    bonus = part(state.score_sheet(0), "bonus")
    assert bonus.value == 7
    assert lines(bonus) == {"Bell": 7}
    assert part(state.score_sheet(1), "bonus").parts == ()


def test_a_card_that_changes_what_a_line_counts_is_named_on_it(state: State) -> None:
    works = part(state.score_sheet(0), "works")
    assert lines(works) == {"tea": 2, "silk": 5}
    assert part(works, "silk").because == ("Plum",)
    assert part(works, "tea").because == ()


def test_the_sheet_shows_players_side_by_side_and_leaves_out_what_nobody_has(state: State) -> None:
    shown = format_score_sheet(state)
    assert shown[0].split() == ["P1", "P2"]
    assert any(line.startswith("  being paid") and line.split()[-2:] == ["2", "2"] for line in shown)
    assert any("silk" in line and "5[1]" in line for line in shown)
    assert shown[-1] == "  [1] with Plum"
    assert next(line for line in shown if line.startswith("score")).split()[1:] == [str(n) for n in state.scores]


def test_why_adds_a_score_up_and_says_which_case_decided(state: State) -> None:
    told = state.why("final_score(P1)")
    assert told[0] == f"final_score(P1) = {state.scores[0]}"
    assert {line for line in told if not line.startswith("    ")} >= {"  +7 works", "  +7 bonus", "  -2 fine"}
    assert "    +5 silk with Plum" in told
    assert state.why("fine(P1)") == ["fine(P1) = 2", "  by the case: 2 if player.coins > 5", MINE]
    assert state.why("levy(P2)") == [
        "levy(P2) = 0",
        "  by the case: fine(player) otherwise",
        "  fine(P2) = 0",
        "    by the case: 0 otherwise",
        "    as the rules say, and no card changes it now",
    ]


def test_the_log_does_not_hang_what_a_silent_step_causes_under_what_came_before_it(state: State) -> None:
    state.apply(0)
    texts = [event.text for event in state.log]
    assert texts[-2:] == ["P1 chooses 1", "P2 gains 1 coin"]
    assert lines(part(state.score_sheet(1), "coins"))["gaining"] == 1


@pytest.mark.one_of
@pytest.mark.parametrize("listing", find_games(), ids=lambda listing: listing.name)
def test_the_sheet_of_every_game_adds_up(listing: object) -> None:
    name: str = listing.name  # type: ignore[attr-defined]
    game = load_game(name)
    players = max(game.min_players, min(3, game.max_players))
    state = game.new(players, 11, tracked=False)
    chance = random.Random(7)
    while not state.finished:
        state.apply(chance.randrange(state.option_count))
    for player, score in enumerate(state.scores):
        sheet = state.score_sheet(player)
        assert sheet.value == score
        add_up(sheet)
    assert not format_score_sheet(state) or format_score_sheet(state)[0].split() == ["P1", "P2", "P3", "P4"][:players]


ONE_CARD = """game: prize
players: 1
kinds:
  card: {plural: cards, attributes: {points: number}}
zones:
  table: {deck: {of: cards, see: everyone}}
  player: {won: {of: cards, see: everyone}}
library: |
  rule final_score(player): sum(player.won.points)
  step setup:
    for each p in players: move(deck, to: p.won)
  step play: nothing
pieces:
  - {id: villa, points: 16}
"""


@pytest.mark.parametrize(
    ("score", "points"),
    [
        ("sum(player.won.points)", 16),
        ("count(player.won)", 1),
        ("count(player.won where points > 2)", 1),
        ("3 * count(player.won)", 3),
        ("sum(player.won.points) * 2", 32),
    ],
)
def test_a_score_from_a_single_card_names_it(tmp_path: Path, score: str, points: int) -> None:
    folder = tmp_path / "prize"
    folder.mkdir()
    (folder / "game.yaml").write_text(ONE_CARD.replace("sum(player.won.points)", score), encoding="utf-8")
    line = load_game(folder).new(1, 1).score_sheet(0)
    assert (line.value, [(part.text, part.value) for part in line.parts]) == (points, [("Villa", points)])


@pytest.mark.parametrize(
    ("term", "line"),
    [
        ("cake_points(1)", ("cake points", 1)),
        ("2 * cake_points(1)", ("from cake points", 2)),
        ("player.coins / 2 rounded down", ("from gold coins", 3)),
        ("min(player.coins, 4) * max(1, cake_points(1))", ("from gold coins and cake points", 4)),
        ("min(2, count(player.won))", ("from trophies", 1)),
        ("debts(player) / 2 rounded up", ("from debts", 2)),
        ("5", ("to begin with", 5)),
    ],
)
def test_a_term_is_called_by_what_it_is_worked_out_from(tmp_path: Path, term: str, line: tuple[str, int]) -> None:
    folder = tmp_path / "prize"
    folder.mkdir()
    game = ONE_CARD.replace("sum(player.won.points)", f"{term} + debts(player)").replace(
        "library: |\n",
        "memory:\n  player: {coins: {is: number, title: gold coins, starts: 7}}\n"
        "tables:\n  cake_points: {roles: {n: number}, values: [1, 3]}\n"
        "library: |\n  rule debts(player): 3\n",
    )
    game = game.replace("won: {of: cards,", "won: {of: cards, title: trophies,")
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    sheet = load_game(folder).new(1, 1).score_sheet(0)
    assert [(part.text, part.value) for part in sheet.parts] == [line, ("debts", 3)]


def test_a_row_is_not_told_twice_and_a_zero_of_a_player_is_shown() -> None:
    notes: list[str] = []
    earlier = ScoreRow("before that", {0: 1, 1: 0})
    candles = ScoreRow("candles", {0: 1, 1: 0}, rows=[earlier])
    [row] = _list_rows(candles, range(3), 0, notes)
    assert (row.text, row.cells) == ("candles", ("1", "0", ""))
    candles.rows.append(ScoreRow("from the lamp", {0: 2}))
    assert [each.text for each in _list_rows(candles, range(3), 0, notes)] == [
        "candles",
        "before that",
        "from the lamp",
    ]


CASES = """game: shore
players: 2
active: active
powers_work_in: [won]
kinds:
  card: {plural: cards, attributes: {points: number}}
zones:
  table: {deck: {of: cards, see: everyone}}
  player: {won: {of: cards, see: everyone}}
memory:
  table: {active: player, lost: number, tide: {is: number, starts: 2}}
  player: {glory: number, spoiler: yes_no}
library: |
  verb gain(amount: number) "gain {amount} glory": you.glory += amount
  rule merit(player) "the merit of {player}": player.glory
  rule final_score(player):
    SPOILT if player.spoiler
    SCORE otherwise
  step setup:
    move(deck, to: active.won)
    active.spoiler = yes
  step play:
    lost += 2
    for each p in players: p gain(5)
pieces:
  - {id: vow, points: 3, power: "POWER"}
"""


VOW = ', power: "modify final_score(you): add 2"'
OATH = ', power: "modify merit(you): add 2"'


@pytest.mark.parametrize(
    ("spoilt", "score", "power", "rows"),
    [
        ("3 * lost", "player.glory", "", {"from lost": ("6", ""), "gaining glory": ("", "5")}),
        ("3 * lost", "player.glory", VOW, {"from lost": ("6", ""), "Vow": ("2", ""), "gaining glory": ("", "5")}),
        ("player.glory", "player.glory", VOW, {"gaining glory": ("5", "5"), "Vow": ("2", "")}),
        ("merit(player)", "merit(player)", OATH, {"gaining glory": ("5", "5"), "Vow": ("2", "")}),
        ("merit(player)", "merit(player)", VOW, {"gaining glory": ("5", "5"), "Vow": ("2", "")}),
        ("3 * lost - 6", "player.glory", VOW, {"from lost": ("6", ""), "to begin with": ("-6", ""), "Vow": ("2", "")}),
        ("6", "player.glory + tide", VOW, {"to begin with": ("6", ""), "glory": ("", "5"), "tide": ("", "2")}),
        ("0", "player.glory", "", {"gaining glory": ("", "5")}),
    ],
)
def test_the_rows_of_every_player_add_up_and_name_what_the_case_counts(
    tmp_path: Path, spoilt: str, score: str, power: str, rows: dict[str, tuple[str, str]]
) -> None:
    folder = tmp_path / "shore"
    folder.mkdir()
    text = CASES.replace(', power: "POWER"', power).replace("SPOILT", spoilt).replace("SCORE", score)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    state = load_game(folder).new(2, 1)
    assert state.finished
    for player in range(2):
        add_up(state.score_sheet(player))
    sheet = build_score_sheet(state)
    assert sheet is not None
    top = {row.text: row.cells for row in sheet.rows[:-1] if not row.depth}
    assert rows.items() <= top.items()
    for player, total in enumerate(sheet.rows[-1].cells):
        assert sum(int(cells[player] or 0) for cells in top.values()) == int(total), sheet
