"""Every card of Import / Export can be copied, stolen and handed over, and the game goes on whole."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from tests.declared import declared

from cardwright import Game, State, load_game
from cardwright.runtime.primitives.random_numbers import seeded
from cardwright.runtime.primitives.zones import put
from cardwright.state_slots_and_table_rows import FINISHED, RNG

SETS = ("base", "jutaku", "kickstarter", "captain")
DECISIONS = 100
MINE, THEIRS = 0, 1


@cache
def _game() -> Game:
    return load_game("import_export", SETS)


_DECLARED = declared("import_export", SETS)[1]
ATTRIBUTES: dict[str, dict[str, Any]] = {c.id: {**c.values} for c in _DECLARED.pieces if c.kind == "card"}
GOODS = {card: _DECLARED.enums["colour"].values[values["good"]] for card, values in ATTRIBUTES.items()}
CARDS = list(ATTRIBUTES)


class Table:
    """A game of three that was set up, in which cards are put where a test wants them before the first turn."""

    def __init__(self, seed: int) -> None:
        game = _game()
        self.state = State(game, game.program(3), seed, tracked=False)
        self.tables = self.state.program.tables
        self.state.slots[RNG] = seeded(seed)
        self.state.frames = [(self.state.variant.entry["setup"],)]
        self.state.go_on()
        self.state.slots[FINISHED] = 0
        definitions = self.tables.definitions
        self.pieces = {definitions[d][0]: piece for piece, d in enumerate(self.tables.pieces) if d >= 0}

    def zone(self, word: str, player: int) -> int:
        zones = self.tables.zones
        return int(self.tables.zones_from) + next(n for n, z in enumerate(zones) if (z[0], z[2]) == (word, player))

    def memory(self, word: str, player: int) -> int:
        row = next(row for row in self.tables.memory if row.word == word and row.owner == "player")
        return int(row.base) + player

    def put(self, cards: list[str], word: str, player: int) -> None:
        pieces = [self.pieces[card] for card in cards]
        put(self.state.variant.context, self.state.slots, pieces, self.zone(word, player), 0)

    def complete(self, card: str) -> None:
        """Let P1 complete a card, then begin the first turn."""
        entry = self.state.variant.entry
        self.state.frames = [(entry["play"],), (entry["completion"], MINE, self.pieces[card])]
        self.state.go_on()

    def lies_in(self, card: str, word: str, player: int) -> bool:
        content = self.state.slots[self.zone(word, player)]
        piece = self.pieces[card]
        return piece in content if isinstance(content, tuple) else bool(content >> piece & 1)

    def powers(self, card: str) -> set[int]:
        """The powers a card has that are not its own: gained, as `power << 16 | piece`."""
        return {entry >> 16 for entry in self.state.slots[9] if entry & 0xFFFF == self.pieces[card]}

    def definition(self, card: str) -> int:
        return int(self.tables.pieces[self.pieces[card]])

    def play_on(self, seed: int) -> None:
        """Random play; then every piece must lie in exactly one zone."""
        chance = random.Random(seed)
        state = self.state
        for _ in range(DECISIONS):
            if state.finished:
                break
            state.apply(chance.randrange(state.option_count))
        first = self.tables.zones_from
        lying: list[int] = []
        for content in state.slots[first : first + len(self.tables.zones)]:
            lying += (
                content if isinstance(content, tuple) else [n for n in range(content.bit_length()) if content >> n & 1]
            )
        whole = [piece for piece, definition in enumerate(self.tables.pieces) if definition >= 0]
        assert sorted(lying) == whole
        assert all(state.slots[self.memory("credits", player)] >= 0 for player in range(3))


def choose(state: State, key: str) -> None:
    """Take an option if it is asked for; a single one is taken unasked."""
    decision = state.decision
    option = next((option for option in decision.options if option.key == key), None) if decision is not None else None
    if option is not None:
        state.apply(option)


@pytest.mark.long
@pytest.mark.parametrize("card", CARDS)
def test_wind_turbines_copy_it_if_its_tier_is_low(card: str) -> None:
    table = Table(3)
    if card == "wind_turbines":
        table.put([card], "completed", MINE)
    else:
        table.put(["wind_turbines"], "completed", MINE)
        table.put([card], "completed", THEIRS)
    copied = ATTRIBUTES[card]["tier"] <= 1 and card != "wind_turbines"
    table.complete("wind_turbines")
    assert table.powers("wind_turbines") == ({table.definition(card)} if copied else set())
    table.play_on(len(card))


@pytest.mark.parametrize("card", [card for card in CARDS if card != "railguns"])
def test_railguns_take_it_without_firing_it(card: str) -> None:
    table = Table(5)
    table.put(["railguns"], "completed", MINE)
    table.put([card], "completed", THEIRS)
    for player in range(3):
        table.state.slots[table.memory("credits", player)] = 0 if player == THEIRS else 10
    held = table.state.slots[table.zone("hand", MINE)]
    table.complete("railguns")
    choose(table.state, "hand_over_a_shipment")
    assert table.lies_in(card, "completed", MINE)
    assert table.state.slots[table.zone("hand", MINE)] == held
    table.play_on(len(card))


@pytest.mark.parametrize("card", [card for card in CARDS if GOODS[card] == "technology"])
def test_stolen_research_changes_places_with_it(card: str) -> None:
    table = Table(7)
    table.put(["stolen_research"], "completed", MINE)
    table.put([card], "completed", THEIRS)
    table.complete("stolen_research")
    assert table.lies_in("stolen_research", "completed", THEIRS)
    assert table.lies_in(card, "completed", MINE)
    table.play_on(len(card))


@pytest.mark.parametrize("card", [card for card in CARDS if GOODS[card] == "agriculture" and card != "apples"])
def test_apples_complete_it_from_hand(card: str) -> None:
    table = Table(9)
    table.put(["apples"], "completed", MINE)
    table.put([c for c in CARDS if GOODS[c] == "agriculture" and c not in (card, "apples")], "completed", 2)
    table.put([card], "hand", MINE)
    table.complete("apples")
    choose(table.state, card)
    assert not table.lies_in(card, "hand", MINE)
    table.play_on(len(card))
