"""What another player keeps in secret is not copied into a determinization, of whatever type it is."""

import pytest

from cardwright import Game, State, load_game
from cardwright.adapters.observation_tensor import Encoder
from cardwright.query.knowledge.remap_hidden_references import count_owners
from cardwright.query.view import make_open_view

GAME = """
game: vaults
players: 3
active: active
turn: act
types: {hue: {values: [red, blue, green]}}
kinds:
  card: {attributes: {rank: number}, memory: {tag: {is: hue, secret: yes}, tags: {is: hues, secret: yes}}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}}
  player: {hand: {of: cards, see: owner}}
memory:
  table: {active: player, sealed: {is: hue, secret: yes}}
  player:
    points: number
    word: {is: hue, secret: yes}
    words: {is: hues, secret: yes}
    per_word: {is: number, per: hue, secret: yes}
    person: {is: player, secret: yes}
    persons: {is: players, secret: yes}
    count: {is: number, secret: yes}
    counts: {is: numbers, secret: yes}
    flag: {is: yes_no, secret: yes}
    card: {is: card, secret: yes}
    cards: {is: cards, secret: yes}
    dark_word: {is: hue, see: nobody}
    dark_words: {is: hues, see: nobody}
    dark_per_word: {is: number, per: hue, see: nobody}
    dark_person: {is: player, see: nobody}
    dark_count: {is: number, see: nobody}
    dark_flag: {is: yes_no, see: nobody}
    dark_card: {is: card, see: nobody}
    dark_cards: {is: cards, see: nobody}
library: |
  rule final_score(player): player.points
  step setup:
    for each p in players:
      move(top(deck, 3), to: p.hand)
      p keep_all
    active = the(first(players))
  verb keep_all "keep everything":
    let mine = you.hand + []
    you.word = green
    you.words = [green, red]
    you.per_word[blue] = 3
    you.person = next(you)
    you.persons = opponents
    you.count = 4
    you.counts = [4, 5]
    you.flag = yes
    you.card = the(first(mine))
    you.cards = mine
    you.dark_word = green
    you.dark_words = [green, red]
    you.dark_per_word[blue] = 3
    you.dark_person = next(you)
    you.dark_count = 4
    you.dark_flag = yes
    you.dark_card = the(first(mine))
    you.dark_cards = mine
    sealed = blue
    for each c in mine:
      c.tag = green
      c.tags = [red]
  step play:
    repeat 9 times:
      active act
      active = next(active)
  verb act "act":
    choose one:
      option "Guess red": guess(red)
      option "Guess blue": guess(blue)
      option "Guess green": guess(green)
  verb guess(h: hue) "guess {h}":
    if next(you).word is h: you.points += 5
"""
CARDS = """
game: vaults
set: base
cards: [{id: "c{rank}", each: {rank: 1 to 12}}]
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("games") / "vaults"
    (folder / "cards" / "base").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "cards" / "base" / "cards.yaml").write_text(CARDS)
    return load_game(folder)


def secrets(state: State, player: int | None) -> dict[tuple[str, int], object]:
    """The memory that only one player sees, or nobody for None, by its name and number."""
    return {
        (memory.word, number): state.slots[memory.base + number]
        for memory in state.program.tables.memory
        for number in range(count_owners(state, memory.owner) * memory.width)
        if memory.secret and (number // memory.width if memory.see == "owner" else None) == player
    }


def test_no_secret_of_others_is_in_a_determinization(game: Game) -> None:
    state = game.new(3, 5)
    at_the_start = game.new(3, 5).program.tables.start
    drawn: dict[tuple[str, int], set[object]] = {}
    for seed in range(24):
        dealt = state.determinise(player=0, seed=seed)
        assert dict(secrets(dealt, 0)).keys() == secrets(state, 0).keys()
        for owner in (1, 2, None):
            for name, value in secrets(dealt, owner).items():
                drawn.setdefault(name, set()).add(value)
    start = {
        (memory.word, number): at_the_start[memory.base + number]
        for memory in state.program.tables.memory
        for number in range(count_owners(state, memory.owner) * memory.width)
    }
    for name, values in drawn.items():
        assert len(values) > 1 or values == {start[name]}, name


def test_own_secrets_stay(game: Game) -> None:
    state = game.new(3, 5)
    dealt = state.determinise(player=0, seed=2)
    own = secrets(state, 0)
    assert own[("word", 0)] == 2
    assert own == secrets(dealt, 0)


def test_a_world_is_the_same_whatever_others_keep_in_secret(game: Game) -> None:
    state, other = game.new(3, 5), game.new(3, 5)
    for memory in state.program.tables.memory:
        if memory.secret and memory.owner == "player":
            known = memory.width if memory.see == "owner" else 0
            for slot in range(memory.base + known, memory.base + 3 * memory.width):
                other.slots[slot] = state.program.tables.start[slot]
    for seed in range(12):
        assert state.determinise(player=0, seed=seed).digest() == other.determinise(player=0, seed=seed).digest()


def test_nothing_shows_what_nobody_sees(game: Game) -> None:
    state, other = game.new(3, 5), game.new(3, 5)
    for memory in state.program.tables.memory:
        if memory.see == "nobody" and memory.owner == "player":
            for slot in range(memory.base, memory.base + 3 * memory.width):
                other.slots[slot] = state.program.tables.start[slot]
    encoder = Encoder(state.program)
    for player in range(3):
        seen = state.view(player)
        assert seen == other.view(player)
        assert encoder.encode(state, player) == encoder.encode(other, player)
        assert not any("dark" in counter.name for counter in seen.counters)
    assert not any("dark" in field.name for field in encoder.fields)
    assert any("dark_flag" in counter.name for counter in make_open_view(state, 0).counters)
