"""What waits on a stack is kept and shown, and hides what it must."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright import Game, SlipError, State, View
from cardwright.query.view import CounterView

DUEL = Path(__file__).parent / "duel"


@pytest.fixture(scope="module")
def game() -> Game:
    return cardwright.load_game(DUEL)


def kept(view: View) -> dict[str, dict[str, str]]:
    """What is shown of the things on the stack."""
    [stack] = [zone for zone in view.zones if zone.name == "stack"]
    return {piece.id: told(piece.counters) for piece in stack.pieces if piece is not None}


def told(counters: tuple[CounterView, ...]) -> dict[str, str]:
    return {each.title: each.value for each in counters}


def waiting(game: Game, what: str) -> State:
    """A state in which something waits that is called so, and more is asked."""
    for seed in range(200):
        state, pick = game.new(2, seed), Random(seed)
        while not state.finished:
            if any(what in each["stands for"] for each in kept(state.open_view(0)).values()):
                return state
            state.apply(pick.randrange(state.option_count))
    raise AssertionError(what)


def play_out(game: Game) -> None:
    """Many games, at random."""
    for seed in range(50):
        state, pick = game.new(2, seed), Random(seed)
        while not state.finished:
            state.apply(pick.randrange(state.option_count))


def test_a_saved_game_goes_on_with_what_waits(game: Game) -> None:
    state = waiting(game, "damage")
    again = game.from_json(state.to_json())
    assert again.digest() == state.digest()
    assert kept(again.view(0)) == kept(state.view(0))


def test_everybody_sees_what_waits_who_put_it_there_and_what_was_chosen(game: Game) -> None:
    state = waiting(game, "2 damage")
    for player in range(2):
        [shown] = [each for each in kept(state.view(player)).values() if "2 damage" in each["stands for"]]
        assert shown["stands for"] == "do 2 damage to that player"
        assert shown["of"].endswith("Bolt")
        assert shown["owner"] in ("P1", "P2")
        assert shown["player"] in ("P1", "P2")


def test_what_is_made_of_hidden_cards_is_shown_to_nobody(game: Game) -> None:
    state = waiting(game, "might")
    for player in range(2):
        [shown] = [each for each in kept(state.view(player)).values() if "might" in each["stands for"]]
        assert shown.keys() == {"stands for", "owner", "of"}
    [whole] = [each for each in kept(state.open_view(0)).values() if "might" in each["stands for"]]
    assert whole.keys() <= {"stands for", "owner", "of", "number"}


def test_things_are_offered_with_what_they_stand_for(game: Game) -> None:
    for seed in range(50):
        state, pick = game.new(2, seed), Random(seed)
        while not state.finished:
            decision = state.decision
            if decision is not None and decision.prompt == "Choose an echo on the stack":
                assert all(": " in option.text for option in decision.options)
                return
            state.apply(pick.randrange(state.option_count))
    raise AssertionError("nobody answered")


def test_who_is_asked_for_an_order_can_tell_the_abilities_of_one_card_apart(game: Game) -> None:
    for seed in range(100):
        state, pick = game.new(2, seed), Random(seed)
        while not state.finished:
            decision = state.decision
            if decision is not None and decision.prompt == "Which is put on the stack first?":
                texts = [option.text for option in decision.options]
                assert len(set(texts)) == len(texts)
                assert any(text.endswith("(ability 2)") for text in texts)
                return
            state.apply(pick.randrange(state.option_count))
    raise AssertionError("no two abilities reacted at once")


def changed(tmp_path: Path, before: str, after: str) -> Game:
    """The game with a text of its cards or rules changed."""
    for path in ("game.yaml", "cards/base/cards.yaml"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        text = (DUEL / path).read_text(encoding="utf-8").replace(before, after)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return cardwright.load_game(tmp_path)


def test_what_waits_can_be_carried_out_by_a_card_that_comes(tmp_path: Path) -> None:
    play_out(changed(tmp_path, "on summon:", "on summon:\n        settle"))


def test_it_is_an_error_that_tells_the_line_if_nothing_is_free(tmp_path: Path) -> None:
    small = changed(tmp_path, "1 to 30", "1 to 2")
    with pytest.raises(
        SlipError, match=r"no unused piece is left for the stack: .*cards\.yaml, line \d+: put on stack"
    ):
        play_out(small)
