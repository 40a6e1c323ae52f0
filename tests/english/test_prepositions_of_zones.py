"""The preposition in `at` also stands before the zone of an owner."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.english.speaking import Speaker
from tests.english.test_several_clauses import GAME

BOARD = "board: {of: cards"
SAID = {
    "on play_card:\n  choose c from opponents.stage where value is 2: claim(c)": (
        "claim a token with value 2 on an opponent's stage"
    ),
    "on play_card:\n  for each c in you.stage: claim(c)": "claim each token on your stage",
    "on play_card: gain(count(harbour))": "for each token at sea",
    "on play_card:\n  choose c from quay: claim(c)": "a token on the quay",
    "in board:\n  on play_card: gain(1)": "while this card is on your board",
    "on play_card where this in you.board: gain(1)": "on your board",
    "on play_card where any(players.board): gain(1)": "on any player's board",
    "on play_card where count(you.board) > 2: gain(1)": "3 or more cards on your board",
    "on play_card:\n  choose c from you.board: discard([c])": "a card from your board",
    "on play_card:\n  choose c from you.hand: move(c, to: you.board)": "to your board",
}


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Speaker:
    text = GAME.replace(BOARD, f"stage: {{of: tokens, at: on the stage}}, {BOARD}, at: on the board")
    text = text.replace(
        "zones:\n  table: {",
        "zones:\n  table: {harbour: {of: tokens, at: at sea}, quay: {of: tokens, at: on the quay}, ",
    )
    text = text.replace('verb claim(card) "claim {card}"', 'verb claim(token) "claim {token}"').replace(
        "card.owner = you", "token.owner = you"
    )
    token = "  token: {attributes: {value: number}, memory: {owner: player}}\n"
    return Speaker(tmp_path_factory.mktemp("fair"), text.replace("zones:\n  table", f"{token}zones:\n  table"))


@pytest.mark.parametrize(("text", "said"), SAID.items())
def test_where_a_piece_is(fair: Speaker, text: str, said: str) -> None:
    told = fair.power(text)
    assert not fair.mistakes
    assert said in told.lower()


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("quay: {of: tokens}", "a token on the quay"),
        ("quay: {of: tokens, title: western wharf}", "a token on the western wharf"),
        ("quay: {of: tokens, title: market}", "a token in the market"),
        ("quay: {of: tokens, title: clipboard}", "a token in the clipboard"),
        ("quay: {of: tokens, title: heap off the board}", "a token in the heap off the board"),
        ("quay: {of: tokens, title: board, at: before the board}", "a token before the board"),
    ],
)
def test_where_pieces_are_unless_the_author_says_so(zone: str, said: str, tmp_path: Path) -> None:
    token = "  token: {attributes: {value: number}, memory: {owner: player}}\n"
    text = GAME.replace("zones:\n  table: {", f"zones:\n  table: {{{zone}, ").replace(
        "zones:\n  table", f"{token}zones:\n  table"
    )
    text = text.replace('verb claim(card) "claim {card}"', 'verb claim(token) "claim {token}"')
    fair = Speaker(tmp_path, text.replace("card.owner = you", "token.owner = you"))
    assert f"claim {said}" in fair.power("on play_card:\n  choose c from quay: claim(c)")
