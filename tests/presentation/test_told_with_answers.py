"""Effects below an answer: those that a player chooses by, without bookkeeping and repetitions."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import State, load_game
from cardwright.presentation.answers.consequences import ENDS_TURN, Consequence, make_change
from cardwright.presentation.answers.option_echoes import drop_seen, is_restatement
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.piece_and_player_labels import Fact
from cardwright.presentation.question import make_question

GAME = """\
game: stalls
title: Stalls
players: 2
active: active
turn: act
kinds: {card: {attributes: {cost: number, sort: sort}}}
types: {sort: {values: [fruit, tool]}}
zones:
  table: {deck: {of: cards, ordered: yes, see: everyone, title: market}}
  player:
    pack: {of: cards, ordered: yes, see: nobody}
    hand: {of: cards, see: owner}
    shed: {of: cards}
    barrow: {of: cards}
memory:
  table: {active: {is: player}, round: number, bank: {is: number, starts: 50}, wanted: sort}
  player: {coins: {is: number, starts: 9}, points: number, given: number}
library: |
  rule final_score(player): player.points + count(player.barrow)
  rule winners: players where points > 0
  verb act "act":
    BODY
  verb gain(number) "gain {number} coins":
    you.coins += number
    bank -= number
  verb buy(card): you.coins -= card.cost
  step setup:
    active = the(first(players))
    for each p in players:
      move(top(deck, 2), to: p.shed)
      move(top(deck, 2), to: p.pack)
  step play:
    repeat 6 times:
      active act
      active = next(active)
pieces:
  - {id: fern, cost: 1, sort: tool, copies: 20}
"""


def asked(tmp_path: Path, body: str, before: str = "") -> dict[str, tuple[str, ...]]:
    """Return what is told with each answer of the first question."""
    text = GAME.replace("BODY", body.replace("\n", "\n    "))
    (tmp_path / "game.yaml").write_text(text)
    state: State = load_game(tmp_path).new(2, 1)
    question = make_question(state, state.player)
    assert question is not None
    return {choice.text: tuple(lead.text for lead in choice.leads) for choice in question.choices}


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        ("gain(2)", ("gain 2 coins", "coins +2")),  # and not: bank -2
        ("round += 1", ()),
        ("bank -= 3", ("bank -3",)),
        ("you.points += 2", ("score +2",)),
        ("move(top(deck, 2), to: you.shed)", ("shed +2",)),
        ("move(you.shed, to: you.hand)", ()),  # what a player has only goes elsewhere
        ("move(top(you.pack, 2), to: you.hand)", ("hand +2",)),  # and not: pack -2
        ("move(the(first(you.shed)), to: deck)", ()),
        ("move(you.shed, to: deck)", ("shed -2",)),
        ("move(top(deck, 1), to: you.barrow)", ("score +1",)),  # and not: barrow +1
        ("next(you).coins -= 2", ("P2: coins -2",)),
        ("wanted = tool", ("wanted tool",)),
    ],
)
def test_changes_that_players_choose_by_are_told(deed: str, told: tuple[str, ...], tmp_path: Path) -> None:
    found = asked(tmp_path, f'choose one:\n  option "One":\n    {deed}\n  option "Other": you.given += 7')
    assert [each for each in found["One"] if each in told or each.rpartition(" ")[2][:1] in "+-"] == [*told]


def test_passing_that_ends_a_turn_says_so_and_what_it_gains(tmp_path: Path) -> None:
    body = "may choose c from deck: buy(c)\nmove(you.shed, to: deck)\nyou.coins = 0\nyou.points += 1"
    assert list(asked(tmp_path, body).values())[-1] == ("score +1", ENDS_TURN)


@pytest.mark.parametrize(
    ("does", "title", "leads", "again"),
    [
        ("play a card from your hand", "Play a card", 0, True),
        ("play a card from your hand", "Play an action", 0, True),
        ("attack with a card from your shed", "Attack", 0, True),
        ("put a card from your hand under another", "Play a card", 0, False),
        ("play at the market", "Market", 0, False),
        ("play at the market", "Market", 1, True),
        ("gain 2", "Gain", 1, False),
        ("", "Gain", 0, True),
    ],
)
def test_an_effect_in_the_words_of_its_title_is_not_told(
    does: str, title: str, leads: int, again: bool, tmp_path: Path
) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("BODY", "nothing"))
    tables = load_game(tmp_path).new(2, 1).program.tables
    assert is_restatement(does, title, tables, [make_change("coins", 1, 1)] * leads) is again


@pytest.mark.parametrize(
    ("lead", "seen"),
    [
        (make_change("coins", -4, -4, pays=True), True),
        (make_change("coins", -3, -3, pays=True), False),  # something makes it cheaper
        (make_change("honour", -2, -2), False),  # equal to a number that the choice does not go by
        (make_change("score", -4, -4, scores=True), False),
        (make_change("P2: coins", -4, -4, others=True), False),
        (make_change("coins", 4, 4), False),
        (Consequence("colour to follow red", value="red"), True),
        (Consequence("suit led hearts", value="hearts"), True),
        (Consequence("suit led spades", value="spades"), False),
    ],
)
def test_what_a_card_shows_is_not_told_with_it(lead: Consequence, seen: bool) -> None:
    facts = (Fact("cost", "cost", "4"), Fact("honour", "honour", "2"), Fact("suit", "suit", "hearts"))
    assert drop_seen([lead], "Red seven", facts, {"cost"}) == (() if seen else (lead,))


@pytest.mark.parametrize(
    ("title", "change", "seen"),
    [
        ("Gain a coin", 1, True),
        ("Scrap it and gain 2 coins", 2, True),
        ("Gain coins", 2, False),
        ("Gain 2 coins", 3, False),
        ("Gain 2 cards", 2, False),
    ],
)
def test_a_change_that_the_title_says_is_not_told(title: str, change: int, seen: bool) -> None:
    assert drop_seen([make_change("coins", change, change)], title, (), ()) == (
        () if seen else (make_change("coins", change, change),)
    )


@pytest.mark.parametrize(
    ("score", "winners", "who"),
    [
        ("count(deck)", "", "another player"),
        ("count(deck)", "players where count(deck) > 3", "another player"),
        ("count(deck)", "players where count(shed) > 3", "an opponent"),
        ("count(deck)", "players where it is active", "an opponent"),
        ("count(deck)", "players with the highest points", "an opponent"),
        ("player.points", "", "an opponent"),
    ],
)
def test_those_who_win_together_are_no_opponents(score: str, winners: str, who: str, tmp_path: Path) -> None:
    body = "choose friend from opponents:\n  friend.coins += 2\n"
    text = GAME.replace("BODY", body.replace("\n", "\n    ").strip()).replace("players: 2\n", "players: 3\n")
    text = text.replace("player.points + count(player.barrow)", score)
    text = text.replace("  rule winners: players where points > 0\n", f"  rule winners: {winners}\n" if winners else "")
    (tmp_path / "game.yaml").write_text(text)
    state = load_game(tmp_path).new(3, 1)
    question = make_question(state, state.player)
    assert question is not None
    assert who in question.prompt


@pytest.mark.parametrize(
    ("score", "keeps"), [("1 if player.points > 3\n    0 otherwise", False), ("player.points", True)]
)
def test_a_score_that_only_tells_who_wins_is_not_shown_before_the_end(score: str, keeps: bool, tmp_path: Path) -> None:
    text = GAME.replace("BODY", 'choose one:\n      option "One": you.points += 5\n      option "Other": nothing')
    (tmp_path / "game.yaml").write_text(text.replace(" player.points + count(player.barrow)", f"\n    {score}"))
    state = load_game(tmp_path).new(2, 1)
    question = make_question(state, state.player)
    assert question is not None
    assert any(lead.text.startswith("score") for lead in question.choices[0].leads) is False
    assert build_table(state, 0).keeps_score is keeps
    while not state.finished:
        state.apply(0)
    assert build_table(state, 0).keeps_score
