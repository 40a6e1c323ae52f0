"""The log says how counters changed, those on pieces too, and its values are read in the order in which they came."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardwright import Game, State, load_game
from cardwright.presentation.log.fit_to_lines import render_tree
from cardwright.presentation.log.tree import render_log_events
from cardwright.query.score_sheet import ScoreLine

GAME = """\
game: wax
players: 2
active: active
turn: take_turn
powers_work_in: [row]
kinds:
  card:
    attributes: {might: {is: number, default: 0}}
    memory: {wax: {is: number, resets: yes}, hush: {is: number, secret: yes}, rust: {is: number}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}}
  player: {hand: {of: cards, see: owner}, row: {of: cards, row: yes}}
memory:
  table: {active: {is: player, title: active player}}
  player: {glow: {is: number, starts: 3}}
look: {hide: [rust]}
library: |
  step setup:
    for each p in players: p draw(2)
    for each p in first(players): active = p
  step play:
    repeat 3 times:
      for each p in players:
        active = p
        p take_turn
  verb take_turn "take a turn":
    draw(1)
    earn(2)
    choose card from you.hand: wax_hidden(card)
    choose card from you.hand: line_up(card)
    for each c in you.row: wax_up(c)
    spark(1)
    you.glow += 4
    if count(you.row) > 3: move(first(you.row, 1), to: deck)
  verb line_up(card) "line up {card}": move(card, to: you.row, at: 1)
  verb wax_up(card) "wax {card}":
    card.wax += 2
    card.hush += 1
    card.rust += 1
  verb wax_hidden(card) "wax a card in hand": card.wax += 5
  verb draw(number) "draw {number:card}": move(top(deck, number), to: you.hand)
  verb earn(number) "gain {number:glow}": you.glow += number
  verb spark(number) "light {number:spark}":
    repeat number times: create(spark, to: you.row)
  rule might_of(card) "the might of {card}": card.might + card.wax
  rule final_score(player) "the score of {player}": player.glow + sum(might_of(c) for each c in player.row)
pieces:
  - {id: ember, copies: 4, might: 1}
  - {id: twins, copies: 4, might: 1, power: "modify might_of(card: this): add 3"}
  - {id: spark, copies: 0, might: 1}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("games") / "wax"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    return load_game(folder)


def played(game: Game, answers: int) -> State:
    state = game.new(2, 3)
    for _ in range(answers):
        state.apply(0)
    return state


def told(state: State, viewer: int, since: int = 0) -> list[str]:
    lines = render_tree(render_log_events(state.log_since(since, viewer), viewer))
    return [line.lstrip("│├└─ ") for line in lines]


def test_counters_on_pieces_are_told_to_those_who_see_the_pieces(game: Game) -> None:
    own, other = (told(played(game, 2), viewer) for viewer in (0, 1))
    [hidden] = [line for line in own if "in hand" in line]
    assert hidden.endswith("'s wax 0 → 5)")
    assert [line for line in other if "in hand" in line] == ["P1 waxes a card in hand"]
    for lines in (own, other):
        [open_to_all] = [line for line in lines if line.startswith("P1 waxes") and "in hand" not in line]
        assert open_to_all in ("P1 waxes Ember (Ember's wax 0 → 2)", "P1 waxes Twins (Twins' wax 0 → 2)")
    assert not [line for line in own if "hush" in line or "rust" in line]


def test_values_are_read_in_the_order_in_which_they_came(game: Game) -> None:
    state = played(game, 4)
    for viewer in (0, 1):
        glows = [line.partition("P1's glow ")[2] or line.partition("(glow ")[2] for line in told(state, viewer)]
        mine = [text.rstrip(")") for text in glows if text][:2]
        assert mine == ["3 → 5", "5 → 9"]
    assert "P1's glow 5 → 9" in told(state, 1)


def test_a_change_of_an_event_that_began_before_is_told(game: Game) -> None:
    state = played(game, 1)
    since = state.log_size
    state.apply(0)
    assert "P1's glow 5 → 9" in told(state, 0, since)


def test_a_created_piece_is_new(game: Game) -> None:
    assert "Spark: new → place 2 of P1's row" in told(played(game, 2), 1)


def lines_of(sheet: ScoreLine) -> Iterator[ScoreLine]:
    yield sheet
    for part in sheet.parts:
        yield from lines_of(part)


def test_every_line_of_a_score_says_what_it_is(game: Game) -> None:
    changed = 0
    state = game.new(2, 3)
    while not state.finished:
        state.apply(state.option_count - 1)
        for player in range(2):
            lines = list(lines_of(state.score_sheet(player)))
            assert all(line.text for line in lines)
            changed += any(line.text == "Twins" for line in lines)
    assert changed
