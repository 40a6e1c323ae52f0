"""Whatever an author calls a card or an option, the story tells what happened: in the terminal and in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import unescape
from pathlib import Path

import pytest

from cardwright import Game, State, load_game
from cardwright.presentation.log.fit_to_lines import render_brief_log, render_tree
from cardwright.presentation.log.folding import drop_hidden_events
from cardwright.presentation.log.tree import build_log_tree, render_log_events
from cardwright_tools.web.drawing.viewer_page import make_drawing

GAME = """\
game: names
title: Names
players: 2
active: active
turn: round
kinds:
  card: {}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    heap: {of: cards, see: everyone}
  player:
    hand: {of: cards, see: everyone}
memory:
  table: {active: player}
  player: {wood: number}
library: |
  step setup:
    for each p in players: move(deck, to: p.hand)
  step play:
    repeat 9 times: round
  step round "a round":
    for each p in players: p act
  verb act "act":
    choose one:
      option "Done": you.wood += 0
      option "Pass": you.wood += 0
      option "P2 chooses Pass": you.wood += 0
      option "Bury" if any(you.hand): bury
      option "Keep" if any(you.hand): keep
      option "Load" if any(you.hand): choose_load
  verb bury "bury cards":
    choose any number of cards from you.hand: look(cards)
  verb look(cards: cards) "look at the hand": move(cards, to: heap)
  verb keep "keep something":
    choose card from you.hand: sleep
  verb sleep "sleep on Done, a → b, and Rice": you.wood += 1
  verb choose_load "get to work":
    choose card from you.hand: load_with(card)
  verb load_with(card) "load {card}":
    for each other in you.hand where other is not card: load(other)
  verb load(card) "load {card}": move(card, to: heap)
  rule final_score(player): player.wood
"""
NAMES = ("Done", "Pass", "a → b", "P2 chooses Done", "Rice", "Rice Wine", "x: y → z")


@pytest.fixture(name="game")
def _game(tmp_path: Path) -> Game:
    (tmp_path / "names" / "cards" / "base").mkdir(parents=True)
    (tmp_path / "names" / "game.yaml").write_text(GAME)
    cards = (f"  - {{id: card_{place}, name: '{name}'}}\n" for place, name in enumerate(NAMES))
    (tmp_path / "names" / "cards" / "base" / "cards.yaml").write_text("game: names\ncards:\n" + "".join(cards))
    return load_game(str(tmp_path / "names"))


def after(game: Game, *answers: str) -> State:
    """The game after some answers of P1, by their texts."""
    state = game.new(2, 1)
    for answer in answers:
        assert state.decision is not None
        state.apply(next(option.index for option in state.decision.options if option.text == answer))
    return state


def terminal(state: State) -> str:
    """All that happened, as P1 reads it in a terminal, where passes are not told."""
    return "\n".join(render_brief_log(drop_hidden_events(render_log_events(state.visible_log(0), 0)), 300))


def browser(state: State, game: Game) -> str:
    """All that happened, as P1 reads it in a browser."""
    page = make_drawing(game).log(build_log_tree(state, 0, 0))
    return unescape(re.sub(r"<[^>]*>", "", page.replace("<li>", "\n")))


SURFACES: Sequence[Callable[[State, Game], str]] = (lambda state, _: terminal(state), browser)


@pytest.mark.parametrize("option", ["Done", "Pass", "P2 chooses Pass"])
@pytest.mark.parametrize("told", SURFACES)
def test_an_option_of_the_author_is_told_whatever_it_is_called(
    game: Game, option: str, told: Callable[[State, Game], str]
) -> None:
    assert f"P1 acts › chooses {option}" in told(after(game, option), game)


@pytest.mark.parametrize("told", SURFACES)
def test_that_somebody_is_done_picking_is_told_by_what_they_picked(
    game: Game, told: Callable[[State, Game], str]
) -> None:
    said = told(after(game, "Bury", "Done", "a → b", "P2 chooses Done", "Done"), game)
    assert "P1 chooses Done, a → b, P2 chooses Done\n" in said
    assert "Done, a → b, P2 chooses Done: P1's hand → the heap" in said


@pytest.mark.parametrize("told", SURFACES)
@pytest.mark.parametrize("card", ["Rice", "Done", "a → b"])
def test_what_was_chosen_is_told_if_a_deed_says_the_same_by_chance(
    game: Game, card: str, told: Callable[[State, Game], str]
) -> None:
    said = told(after(game, "Keep", card), game)
    assert f"P1 chooses {card}\n" in said
    assert "P1 sleeps on Done, a → b, and Rice" in said


@pytest.mark.parametrize("told", SURFACES)
def test_a_deed_is_told_beside_one_whose_text_begins_like_it(game: Game, told: Callable[[State, Game], str]) -> None:
    said = told(after(game, "Load", "Rice Wine"), game)
    assert "loads Rice Wine" in said
    assert re.search(r"loads Rice\b(?! Wine)", said)
    assert "loads a → b" in said
    assert said.count("loads") == len(NAMES)


def test_in_a_tree_only_pieces_that_went_the_same_way_are_told_as_one(game: Game) -> None:
    state = after(game, "Bury", "a → b", "P2 chooses Done", "Done")
    told = render_tree(render_log_events(state.visible_log(0), 0))
    assert [line.strip("│├└─ ") for line in told if "the heap" in line] == [
        "a → b, P2 chooses Done: P1's hand → the heap"
    ]
    assert [line.strip("│├└─ ") for line in told if "─ P1 chooses " in line] == [
        "P1 chooses a → b",
        "P1 chooses P2 chooses Done",
        "P1 chooses Done",
    ]
