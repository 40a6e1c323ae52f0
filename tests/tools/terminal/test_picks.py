"""Picks of several at the terminal: any order, several in a line, and the answers they come to."""

from pathlib import Path

import pytest

from cardwright import State, load_game
from cardwright.game.loaded_game import find_game
from cardwright.presentation.log.tree import flatten_events
from cardwright_tools.session.session import Session
from cardwright_tools.terminal.drawing.numbered_options import number_options
from cardwright_tools.terminal.multi_pick_input import MultiPick, PickError
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.questions import check_partial_pick, translate_picks

GAME = """\
game: pickers
title: Pickers
players: 2
kinds:
  card:
    interchangeable: yes
zones:
  table:
    deck: {of: cards, see: nobody}
    kept: {of: cards}
  player:
    hand: {of: cards, see: owner}
active: starter
memory:
  table:
    starter: {is: player}
library: |
  step setup:
    for each p in players where it is starter: move(deck, to: p.hand)
  step play:
    starter keep
    finish
  verb keep:
    choose 2 to 3 cards from you.hand: move(cards, to: kept)
  rule final_score(player): count(kept)
"""
CARDS = "game: pickers\ncards:\n" + "".join(
    f"  - {{id: {card}, copies: {count}}}\n" for card, count in (("ash", 1), ("beech", 3), ("red_oak", 1), ("yew", 2))
)


def begun(folder: Path, amount: str) -> State:
    """A game in which P1 picks some of ash, three beeches, a red oak and two yews."""
    game = folder / "pickers"
    (game / "cards" / "base").mkdir(parents=True)
    (game / "game.yaml").write_text(GAME.replace("2 to 3 cards", f"{amount} cards"))
    (game / "cards" / "base" / "cards.yaml").write_text(CARDS)
    return load_game(str(game)).new(2, 1)


def picking(state: State) -> MultiPick:
    assert state.decision is not None
    assert state.several is not None
    return MultiPick(state.decision, state.several, state)


def kept(state: State, picked: MultiPick) -> list[str]:
    """What lies in `kept` when the answers of a pick were given one by one."""
    for option in state.answers_for(picked.chosen):
        state.apply(option)
    assert state.finished
    zone = next(zone for zone in state.view(0).zones if zone.name == "kept")
    return [piece.id for piece in zone.pieces if piece is not None]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("4 1 2", ["ash", "beech", "yew"]),
        ("yew red oak ash", ["ash", "red_oak", "yew"]),
        ("2 2 2", ["beech", "beech", "beech"]),
        ("yew, red, yew", ["red_oak", "yew", "yew"]),
    ],
)
def test_any_order_in_one_line_by_numbers_names_or_beginnings(tmp_path: Path, line: str, wanted: list[str]) -> None:
    state = begun(tmp_path, "3")
    picked = picking(state)
    assert picked.pick(picked.places(line))
    assert kept(state, picked) == wanted


def test_what_is_left_keeps_its_number_and_what_is_picked_is_told(tmp_path: Path) -> None:
    picked = picking(begun(tmp_path, "3"))
    assert not picked.pick(picked.places("4 2"))
    shown = [(choice.label, choice.option.text) for choice in number_options(picked.decision)]
    assert shown == [("1", "Ash"), ("2", "Beech ×2"), ("3", "Red Oak"), ("4", "Yew")]
    assert picked.decision.context[-1] == ("2 of 3 picked", "Yew, Beech")
    picked.pick([])
    with pytest.raises(PickError, match="Ash can be picked only once"):
        picked.pick(picked.places("1 1"))
    with pytest.raises(PickError, match="These are 4"):
        picked.pick(picked.places("1 3"))
    assert picked.chosen == [3, 1]
    assert picked.places("1 fir") == []


def test_where_fewer_may_do_it_is_said_when_that_is_all(tmp_path: Path) -> None:
    state = begun(tmp_path, "up to 3")
    picked = picking(state)
    assert [choice.label for choice in number_options(picked.decision)] == ["1", "2", "3", "4", "0"]
    assert picked.pick(picked.places("4 1 0"))
    assert kept(state, picked) == ["ash", "yew"]


def test_no_fewer_than_the_least_and_nothing_left_over(tmp_path: Path) -> None:
    state = begun(tmp_path, "2 or more")
    picked = picking(state)
    with pytest.raises(PickError, match="These are 1; you must pick at least 2"):
        picked.pick([0, 4])
    assert not picked.pick(picked.places("4 4"))
    assert picked.pick([4])
    assert kept(state, picked) == ["yew", "yew"]


def test_others_do_not_see_how_many_of_a_hidden_pick_were_asked_for(tmp_path: Path) -> None:
    told = []
    for place in (0, 3):
        state = begun(tmp_path / str(place), "3")
        picked = picking(state)
        picked.pick([place, 1, 1])
        kept(state, picked)
        told.append([event.text for event in flatten_events(state.visible_log(1)) if "chooses" in event.text])
    assert told == [[], []]


def test_undo_takes_back_a_whole_pick(tmp_path: Path) -> None:
    game = find_game(begun(tmp_path, "3"))
    session = Session(game, 2, 1, recorded=False)
    answers = session.state.answers_for([3, 0, 1])
    for number, option in enumerate(answers):
        session.answer(option, number == 0)
    assert session.undo() == len(answers) == 3
    assert session.steps == []
    assert session.redo() == 3
    assert session.state.finished


def two_sorts(folder: Path) -> State:
    """A game in which P1 picks three cards of two names."""
    state = begun(folder, "any number of")
    game = folder / "pickers" / "game.yaml"
    asked = "such that count(cards) is 3 and count(distinct(cards.name)) is 2"
    game.write_text(game.read_text().replace("you.hand: move", f"you.hand {asked}: move"))
    state = load_game(str(game.parent)).new(2, 1)
    assert state.several is not None
    assert state.several.together
    return state


def test_what_goes_together_in_one_line_and_nothing_else(tmp_path: Path) -> None:
    state = two_sorts(tmp_path)
    picked = picking(state)
    with pytest.raises(PickError, match="do not go together"):
        picked.pick(picked.places("ash red"))
    with pytest.raises(PickError, match="do not go together"):
        picked.pick(picked.places("beech beech beech"))
    with pytest.raises(PickError, match="not complete yet"):
        picked.pick(picked.places("yew beech done"))
    assert picked.chosen == []
    assert picked.pick(picked.places("yew beech yew"))
    assert kept(state, picked) == ["beech", "yew", "yew"]


def test_what_does_not_go_with_what_is_picked_is_not_shown(tmp_path: Path) -> None:
    picked = picking(two_sorts(tmp_path))
    assert [choice.option.text for choice in number_options(picked.decision)] == [
        "Ash",
        "Beech ×3",
        "Red Oak",
        "Yew ×2",
    ]
    picked.pick(picked.places("ash"))
    assert [choice.option.text for choice in number_options(picked.decision)] == ["Beech ×3", "Yew ×2"]
    picked.pick(picked.places("beech"))
    assert [choice.option.text for choice in number_options(picked.decision)] == ["Beech ×2"]
    assert picked.pick(picked.places("beech"))


def test_a_browser_is_told_what_goes_together(tmp_path: Path) -> None:
    state = two_sorts(tmp_path)
    assert check_partial_pick(state, [0]) == {"picks": [0], "enough": False, "next": [1, 3]}
    assert check_partial_pick(state, [1, 3, 1]) == {"picks": [1, 3, 1], "enough": True, "next": []}
    with pytest.raises(RequestRefusedError, match="do not go together"):
        translate_picks(state, [0, 2, 1])
    with pytest.raises(RequestRefusedError, match="more often than it exists"):
        check_partial_pick(state, [0, 0])
    assert translate_picks(state, [3, 1, 1]) == state.answers_for([1, 1, 3])
