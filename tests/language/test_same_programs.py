"""The games that try a part of the language each go alike in every program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tests.language.same_programs import alike_in_c, alike_tracked
from tests.native.differential import no_compiler

from cardwright import Game, load_game

GAMES = (
    ("knockout", 4),  # who is out of the game is left out
    ("shipwreck", 3),  # who goes out in the middle of something does no more
    ("tokens", 3),  # tokens come and vanish
    ("own_decks", 4),  # what everybody begins with
    ("menagerie", 3),  # pieces are made in play and go out of the game
    ("leftovers", 2),  # what a choice left is put somewhere in any order
    ("upgrades", 2),  # attributes and tables name cards
    ("paths", 2),  # what is connected is searched
    ("paths", 3),
    ("marshals", 3),  # players choose decks
    ("larder", 3),  # how many there are depends on the number of players
    ("brows", 3),  # what all but its owner see
    ("slates", 2),  # what pieces forget when they are moved
    ("fray", 2),  # changes with an end begin and end
    ("fray", 3),
    ("masquerade", 2),  # powers with an end are given and taken
    ("duel", 2),  # what waits on a stack is carried out
    ("guilds", 2),  # what a piece offers is used by others
    ("guilds", 3),
    ("vigil", 3),  # players put reactions in order
    ("salvo", 2),  # what is played has targets
    ("salvo", 3),
    ("curfew", 2),  # events are ended while they go on
    ("curfew", 3),
    ("bookcase", 2),  # pieces are put between others, and change places
    ("skirmish", 3),  # a deed is done to things of two sorts
    ("../noninterference/games/gleaners", 2),  # lists are joined by rules that only plain code writes out
    ("../noninterference/games/gleaners", 3),
)


@cache
def loaded(word: str) -> Game:
    return load_game(Path(__file__).parent / word)


@pytest.mark.one_of
@pytest.mark.parametrize(("word", "players"), GAMES)
def test_with_and_without_knowledge_all_goes_alike(word: str, players: int) -> None:
    alike_tracked(loaded(word), players, range(20))


@pytest.mark.one_of
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())
@pytest.mark.parametrize(("word", "players"), GAMES)
def test_c_does_the_same(word: str, players: int) -> None:
    alike_in_c(loaded(word), players, range(20))
