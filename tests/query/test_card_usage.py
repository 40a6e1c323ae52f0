"""Which cards players had, and games with the power of a card taken away."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright import Game, State, load_game
from cardwright.bots import make_bot
from cardwright.game.loaded_game import find_game
from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.laboratory.games.card_presence import CardUseRecorder


def course(game: Game, players: int, seed: int, tracked: bool = False) -> Iterator[State]:
    """The same state at every decision of a game between random bots, and at its end."""
    state = game.new(players, seed, tracked=tracked)
    bots = [make_bot("random", seed * 10 + seat) for seat in range(players)]
    yield state
    while not state.finished:
        state.apply(bots[state.player].choose(state))
        yield state


@pytest.mark.one_of
@pytest.mark.parametrize("name", ["cargo_hold", "cargo_noir", "bush_pilots", "import_export"])
@pytest.mark.parametrize("tracked", [False, True])
def test_what_is_drawn_and_played_is_what_the_owner_sees_there_at_some_decision(name: str, tracked: bool) -> None:
    game = load_game(name)
    sightings: CardUseRecorder | None = None
    drawn: set[tuple[int, str]] = set()
    played: set[tuple[int, str]] = set()
    for state in course(game, 2, 4, tracked):
        if sightings is None:
            sightings = CardUseRecorder(state)
        sightings.look(state)
        for player in range(2):
            for zone in state.view(player).zones:
                if zone.owner == f"P{player + 1}":
                    into = drawn if zone.name == "hand" else played
                    into |= {(player, piece.id) for piece in zone.pieces if piece is not None}
        if state.decisions == 120:
            break
    assert sightings is not None
    seen = sightings.seen(state)
    assert {(one.player, one.card) for one in seen if one.drawn} == drawn
    assert {(one.player, one.card) for one in seen if one.played} >= played
    assert all(one.parted <= one.drawn for one in seen)
    assert all(0 <= one.since <= state.decisions for one in seen)


def test_a_power_works_where_the_game_says_and_the_card_lies_face_up() -> None:
    game = load_game("cargo_hold")  # its powers work in deliveries, whose cards lie face down, and raiding parties
    for state in course(game, 2, 1):
        if state.decisions == 0:
            sightings = CardUseRecorder(state)
        sightings.look(state)
    seen = sightings.seen(state)
    assert any(one.played and not one.worked for one in seen)
    assert any(one.worked for one in seen)


def test_the_texts_that_ended_a_game_are_told_the_cause_first() -> None:
    for state in course(load_game("cargo_hold"), 2, 1):
        assert state.finished or state.ending == []
    assert state.ending[0] == "play"
    assert state.ending[-1] == "earn"
    again = find_game(state).from_json(state.to_json())
    assert again.ending == state.ending


def without_power(folder: Path, card: str) -> None:
    """Take the power of Cargo Hold's card out of the file, by hand as it were."""
    file = folder / "cards" / "cargo_hold" / "base" / "specials.yaml"
    before, start, rest = file.read_text().partition(f"- id: {card}\n")
    mine, power, after = rest.partition("    power:")
    assert start
    assert power
    body, following, others = after.partition("\n  - id:")
    del body
    file.write_text(before + start + mine.rstrip() + "\n" + following.removeprefix("\n") + others)


def test_a_blanked_card_plays_as_one_whose_file_gives_no_power(tmp_path: Path) -> None:
    for part in ("games", "cards"):
        shutil.copytree(find_data_folder(part) / "cargo_hold", tmp_path / part / "cargo_hold")
    without_power(tmp_path, "thief")
    game = load_game("cargo_hold")
    written, blanked = load_game(str(tmp_path / "games" / "cargo_hold")), game.blanked(["thief"])
    assert blanked.content_hash != game.content_hash
    unlike = 0
    for seed in range(12):
        with_power, by_hand, by_us = (list(course(one, 3, seed))[-1] for one in (game, written, blanked))
        assert by_us.answers == by_hand.answers
        assert by_us.scores == by_hand.scores
        unlike += with_power.answers != by_us.answers
    assert unlike > 0
    texts = [one.card_texts(["thief"])[0].text for one in (game, written, blanked)]
    assert texts[0] != texts[1] == texts[2] == ""


def test_only_cards_with_powers_can_be_blanked() -> None:
    game = load_game("cargo_hold")
    for card in ("cattle", "no_such_card"):
        with pytest.raises(KeyError, match=card):
            game.blanked([card])
