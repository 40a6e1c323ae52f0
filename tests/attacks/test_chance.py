"""What is seen of a match among people does not tell the rest of it: not by guessing its seed, nor from its numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.attacks.guessed_seeds import BEGUN, begun, guessed
from tests.attacks.recovered_state import recovered

from cardwright import load_game, secret_seed
from cardwright.native.c_compiler import NotNative
from cardwright.native.engine import Engine
from cardwright.records.record_file import Header, read_record, write_record
from cardwright.runtime.primitives.random_numbers import BITS_128, SECRET, generator, is_secret, rand
from cardwright.state_slots_and_table_rows import RNG

WORD = 1 << 64
# The first numbers from the least secret seed.
PINNED = [10037310493362340394, 10895035635202573189, 12308675866258441466]


@pytest.mark.long
def test_the_attack_finds_the_seed_of_a_match_that_was_begun_with_a_small_one() -> None:
    game = load_game("hearts")
    assert [*guessed(game, game.new(4, 777), range(1024))] == [777]


@pytest.mark.one_of
@pytest.mark.parametrize("how", BEGUN)
def test_a_match_among_people_has_a_seed_that_nobody_can_guess(how: str, tmp_path: Path) -> None:
    seed = begun(how, "kuhn_poker", 2, tmp_path)
    assert is_secret(seed)
    # of 128 random bits one of the upper 64 is set, but for one match in 2^64
    assert (seed - SECRET) >> 64


def drawn(state: int, count: int) -> list[int]:
    slots = [None] * RNG + [state]
    return [rand(slots, WORD) for _ in range(count)]


def test_numbers_of_the_fast_generator_tell_those_to_come() -> None:
    numbers = drawn(generator(20261128), 20)
    state = recovered(numbers[:3])
    assert state is not None
    assert drawn(state, 17) == numbers[3:]


def test_numbers_of_a_match_among_people_do_not() -> None:
    numbers = drawn(generator(secret_seed()), 20)
    state = recovered(numbers[:3])
    assert state is None or drawn(state, 17) != numbers[3:]


def test_no_two_secret_seeds_and_no_two_draws_are_alike() -> None:
    seeds = (secret_seed(), secret_seed(), SECRET, SECRET + 1)
    seen = [number for seed in seeds for number in drawn(generator(seed), 9)]
    assert len(set(seen)) == len(seen)


def test_the_numbers_of_a_secret_seed_stay_as_they_are() -> None:
    assert drawn(generator(SECRET), 3) == PINNED


@pytest.mark.long
def test_python_and_c_draw_alike_from_a_secret_seed() -> None:
    for name in ("hearts", "cargo_hold"):
        game = load_game(name)
        players = game.min_players
        try:
            engine = Engine(game, players)
        except NotNative as error:
            pytest.skip(str(error))
        for seed in (SECRET, SECRET + 12345, secret_seed()):
            state, watched, native = game.new(players, seed, tracked=False), game.new(players, seed), engine.begun(seed)
            for number in range(200):
                if state.finished:
                    break
                if number == 7:
                    native = engine.taken(state)  # the generator is told, too
                option = number * 7 % state.option_count
                state.apply(option)
                watched.apply(option)
                native.answer(option)
            other = game.new(players, 0, tracked=False)
            engine.put_into(other, native)
            assert state.digest() == watched.digest() == other.digest()


def test_worlds_in_which_bots_think_have_chance_of_their_own() -> None:
    game = load_game("hearts")
    state = game.new(4, secret_seed())
    assert state.slots[RNG] > BITS_128
    key = state.slots[RNG] & BITS_128
    for seed in (1, 2, state.slots[RNG], secret_seed()):
        world = state.determinise(state.player, seed)
        assert world.slots[RNG] <= BITS_128
        assert world.slots[RNG] != key


def test_a_state_does_not_say_its_secret_seed_in_passing() -> None:
    seed = secret_seed()
    assert str(seed) not in repr(load_game("kuhn_poker").new(2, seed))


def test_a_large_seed_of_an_older_record_or_saved_state_means_what_it_meant(tmp_path: Path) -> None:
    game = load_game("kuhn_poker")
    small, large = game.new(2, 5), game.new(2, SECRET + 5)
    assert small.digest() != large.digest()
    path = tmp_path / "old.jsonl"
    write_record(path, Header.of(game, 2, SECRET + 5), [])
    assert read_record(path).header.seed == SECRET + 5
    path.write_text(path.read_text().replace('"cardwright": 3', '"cardwright": 2'))
    assert read_record(path).header.seed == 5
    document = large.to_json()
    assert game.from_json(document).digest() == large.digest()
    assert game.from_json({**document, "cardwright": 2, "digest": small.digest()}).digest() == small.digest()
