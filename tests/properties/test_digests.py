"""Digests tell all of a state, the same in both variants and whatever code was written, and nothing by our numbers."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.properties.engine_games import WORDS, game

from cardwright import Game, State, load_game
from cardwright.compiler.compile_game import compile_program
from cardwright.compiler.english_for_displays import describe_powers, describe_program
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.game import _Lowered
from cardwright.compiler.passes.split_at_suspension import Segments
from cardwright.compiler.state_layout import StateLayout
from cardwright.game.loading import _check, place_of
from cardwright.runtime.digest import list_digest_lines
from cardwright.state_slots_and_table_rows import Growth, Stored

EXAMPLES = sorted(str(each.parent) for each in (Path(__file__).parents[2] / "examples").glob("*/game.yaml"))

RULES = """\
game: bazaar
players: 2
active: active
types: {ware: {values: [silk, tea]}}
kinds:
  good: {attributes: {ware: ware}, memory: {price: number}}
zones:
  table: {deck: {of: goods, see: nobody, ordered: yes}}
  player: {hand: {of: goods, see: owner}, stall: {of: goods, see: everyone}}
powers_work_in: [stall]
memory:
  table: {active: player, best: good}
  player: {coins: {is: number, per: ware}, open: yes_no}
library: |
  rule final_score(player): player.coins[silk] + player.coins[tea]
  verb sell(good, price: number) gives (paid: number) "sell {good}":
    paid = price
    choose one:
      option "High": paid += 2
      option "Low": paid += 1
    good.price = paid
    move(good, to: you.stall)
  verb open_up "open the stall":
    you.open = yes
  verb market(rounds: number) "go to market":
    repeat rounds times:
      for each w in [silk, tea]:
        if count(you.hand where ware is w) > 0:
          choose g from you.hand where ware is w:
            let earned = you sell(g, price: count(you.stall))
            you.coins[w] += earned
    choose up to 2 gs from you.hand: move(gs, to: you.stall)
  step setup:
    for each p in players: move(top(deck, 4), to: p.hand)
  step play:
    secretly for each p in players:
      p choose g from p.hand: best = g
    repeat 2 times:
      active market(2)
      active = next(active)
"""
CARDS = """\
game: bazaar
set: base
cards:
  - {id: scarf, ware: silk, copies: 3}
  - id: green
    ware: tea
    copies: 6
    power: |
      after you sell(good):
        you may open_up
"""


@pytest.fixture
def bazaar(tmp_path: Path) -> Game:
    """A game whose texts wait in every way there is, and whose files never change."""
    place = tmp_path / "bazaar"
    (place / "cards" / "base").mkdir(parents=True)
    (place / "game.yaml").write_text(RULES, encoding="utf-8")
    (place / "cards" / "base" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    return load_game(place)


def named(word: str) -> str:
    return Path(word).name


def seats(played: Game) -> list[int]:
    """The fewest players of a game and the most."""
    return sorted({max(1, played.min_players), played.max_players})


def course(states: tuple[State, ...], seed: int, most: int) -> Iterator[None]:
    """Give several states of a game the same random answers, stopping at every decision, and once at the end."""
    chooser = random.Random(seed)
    for _ in range(most):
        yield
        if states[0].finished:
            return
        answer = chooser.randrange(states[0].option_count)
        for state in states:
            state.apply(answer)


# ---------------------------------------------------------------- the same whatever code was written


@pytest.mark.parametrize("word", [*WORDS, *EXAMPLES], ids=named)
def test_both_variants_tell_the_same_at_every_decision(word: str) -> None:
    for players in seats(game(word)):
        both = game(word).new(players, players, tracked=False), game(word).new(players, players)
        for _ in course(both, players, 80):
            assert list_digest_lines(both[0]) == list_digest_lines(both[1])


def test_texts_that_wait_are_told_by_name_in_both_variants(bazaar: Game) -> None:
    waiting = set()
    for seed in range(12):
        both = bazaar.new(2, seed, tracked=False), bazaar.new(2, seed)
        for _ in course(both, seed, 1000):
            assert list_digest_lines(both[0]) == list_digest_lines(both[1])
            assert both[0].digest() == both[1].digest()
            waiting |= {" ".join(line.split()[:3]) for line in list_digest_lines(both[0]) if line.startswith(">")}
    assert waiting > {"> play 1?", "> play 2.2", "> market 1.1.1.if1.1?", "> market 2?", "> sell 2?", "> sell after"}
    assert waiting > {"> sell result", "> green 1"}


def compiled_otherwise(word: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game by another compiler: other numbers for segments and slots, nothing written out where it is used."""
    new, slot = Segments.new, StateLayout.slot

    def another_new(self: Segments, *args: Any, **options: Any) -> ir.Segment:
        new(self, 0, fixed=True).body = (ir.Return(),)
        return new(self, *args, **options)

    def another_slot(self: StateLayout, name: str) -> int:
        self.size += name not in self.named
        return slot(self, name)

    place = place_of(word)
    assert place is not None
    usual = game(word)
    with monkeypatch.context() as patch:
        patch.setattr(Segments, "new", another_new)
        patch.setattr(_Lowered, "_find_inlined", lambda self, recursive: None)
        patch.setattr(StateLayout, "slot", another_slot)
        checked = _check(place, usual.sets).program
        programs = {players: compile_program(checked, players) for players in seats(usual)}

    def stored(players: int, growth: Growth) -> Stored:
        told = {"told": describe_program, "texts": describe_powers}
        return lambda which, slots=None: told[which](checked) if which in told else programs[players]

    return Game(
        usual.name,
        usual.title,
        (usual.min_players, usual.max_players),
        usual.sets,
        usual.all_sets,
        usual.content_hash,
        stored,
    )


@pytest.mark.one_of(2)
@pytest.mark.parametrize(
    ("word", "first"),
    [(word, first) for place, word in enumerate(WORDS) for first in ("plain", "tracked")[place % 2 :][:1]],
    ids=named,
)
def test_a_variant_that_is_made_later_keeps_things_where_the_first_did(word: str, first: str) -> None:
    """Each is made alone, and neither need find the slots for what it keeps in the order in which the other does."""
    usual, place = game(word), place_of(word)
    assert place is not None
    checked, players = _check(place, usual.sets).program, usual.min_players
    asked = []

    def stored(which: str, slots: Mapping[str, int] | None = None) -> dict[str, Any]:
        asked.append((which, slots is None))
        if slots is None and which != first:
            own = compile_program(checked, players, variants=(which,))["slots"]
            slots = dict(zip(own, reversed(own.values()), strict=True))
        return compile_program(checked, players, variants=(which,), slots=slots)

    other = Game(usual.name, usual.title, (players, players), (), (), usual.content_hash, lambda *_: stored)
    other.program(players, first)
    both = [other.new(players, 3, tracked=tracked) for tracked in (False, True)]
    kept = other.program(players).tables.slots.values()
    for _ in course((both[0], both[1]), 3, 60):
        assert list_digest_lines(both[0]) == list_digest_lines(both[1])
        assert [both[0].slots[slot] for slot in kept] == [both[1].slots[slot] for slot in kept]
    second = "tracked" if first == "plain" else "plain"
    assert asked[:2] == [(first, True), (second, True)]
    assert asked[2:] == ([(second, False)] if len(kept) > 1 else [])


@pytest.mark.one_of(2)
@pytest.mark.parametrize("word", ["bush_pilots", "ceylon", "cargo_hold", *EXAMPLES], ids=named)
def test_another_compiler_changes_no_digest(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, other = game(word), compiled_otherwise(word, monkeypatch)
    players = usual.max_players
    renumbered = 0
    for seed in range(2):
        both = usual.new(players, seed, tracked=False), other.new(players, seed, tracked=False)
        for _ in course(both, seed, 120):
            assert list_digest_lines(both[0]) == list_digest_lines(both[1])
            renumbered += both[0].frames != both[1].frames
    assert renumbered > 50


def test_what_is_told_is_pinned(bazaar: Game) -> None:
    """Records and states that were written are read for ever: what version 2 tells cannot change."""
    state = bazaar.new(2, 1, tracked=False)
    for answer in (0, 1, 2, 0):
        state.apply(answer)
    assert list_digest_lines(state) == PINNED.strip().split("\n")
    assert state.digest() == "c95a3183b30116247bfbc0cc42fea4b7"


PINNED = """
chance 314922556913128883873594496173052432212 finished 0 turns 0
green#5.price = 2
active = P1
best = scarf#3
deck: scarf#1
P1.hand: green#3,green#4,green#6
P2.hand: scarf#2,scarf#3,green#1,green#2
P1.stall: green#5
after sell [green 1 of green#5]
? P1 [0,!]
> play 2.2 .left 2*=1
> market 1.1.1.if1.1.1= .items 1.1*=[] .left 1*=1 w=tea you=P1
> sell result .result=2
> green 1 1? you=P1
"""

# ---------------------------------------------------------------- all of a state


def around(start: State, chooser: random.Random, most: int) -> list[State]:
    """Many states near to one, by different answers."""
    found: list[State] = []
    layer = [start]
    while layer and len(found) < most:
        found += layer
        branches = [
            (state, answer)
            for state in layer
            for answer in chooser.sample(range(state.option_count), min(5, state.option_count))
        ]
        layer = []
        for state, answer in chooser.sample(branches, min(100, len(branches))):
            layer.append(state.clone())
            layer[-1].apply(answer)
    return found


def play_alike(one: State, other: State, depth: int) -> bool:
    """Whether two states ask the same and lay the same on the table, and so do those that equal answers lead to."""
    if (one.decision, one.scores, one.open_view(0)) != (other.decision, other.scores, other.open_view(0)):
        return False
    if one.finished or not depth:
        return True
    for answer in range(min(one.option_count, 4)):
        first, second = one.clone(), other.clone()
        first.apply(answer)
        second.apply(answer)
        if not play_alike(first, second, depth - 1):
            return False
    return True


def numbers(state: State) -> str:
    """All of a state but what go to the next answer writes over."""
    return repr((state.slots[1:4], state.slots[6:], state.frames))


@pytest.mark.one_of(3)
@pytest.mark.parametrize("word", [*WORDS, *EXAMPLES], ids=named)
def test_states_with_one_digest_play_alike(word: str) -> None:
    """Of some thousand states the first version gave one digest to many pairs that went on differently."""
    chooser = random.Random(word)
    found: dict[str, dict[str, State]] = defaultdict(dict)
    for seed in range(3):
        start = game(word).new(game(word).max_players, seed, tracked=False)
        for _ in course((start,), seed, chooser.randrange(100)):
            pass
        for state in around(start, chooser, 150):
            found[state.digest()].setdefault(numbers(state), state)
    for alike in found.values():
        first, *others = alike.values()
        assert all(play_alike(first, other, 2) for other in others)


def test_the_first_version_gave_one_digest_to_states_that_go_on_differently() -> None:
    """What the test above would find if texts that wait were left out."""
    chooser = random.Random(1)
    start = game("ceylon").new(3, 1, tracked=False)
    found: dict[str, dict[str, State]] = defaultdict(dict)
    for state in around(start, chooser, 400):
        found[state.digest(1)].setdefault(state.digest(), state)
    apart = [list(alike.values()) for alike in found.values() if len(alike) > 1]
    assert len(apart) > 10
    assert sum(not play_alike(first, other, 3) for first, other, *_ in apart) > 10


# Something left to do in a text, of which one variant makes no code at all.
NOTHING_LEFT = ["reveal(heap)", "reveal(nobody.hand)", "show(heap, to: p)", "reveal([])", "nothing", "let x = 1"]
FURTHER = """
  step play:
    repeat 2 times:
      for each p in players:
        if count(heap) > 9: p lay
        LEFT
        p choose one:
          option "Draw":
            p draw
            LEFT
          option "Lay and draw":
            p lay
            p draw
          option "Lay": p lay
        else: LEFT
  verb lay:
    choose g from you.hand: move(g, to: heap)
  verb draw:
    let n = 1 + count(you.hand) / 4 rounded down
    choose one:
      option "One": move(top(deck, n), to: you.hand)
      option "Two": move(top(deck, 2 * n), to: you.hand)
  rule final_score(player): count(player.hand)
"""


@pytest.mark.parametrize("left", NOTHING_LEFT)
def test_what_is_left_to_do_is_told_though_one_variant_has_no_code_for_it(left: str, tmp_path: Path) -> None:
    """Where a text goes on to a place that others come to from elsewhere, it once could not be compiled."""
    rules = RULES[: RULES.index("  step play")].replace("deck: {", "heap: {of: goods, see: everyone}, deck: {", 1)
    rules = rules.replace("  rule final_score(player): player.coins[silk] + player.coins[tea]\n", "")
    rules += FURTHER.lstrip("\n").replace("LEFT", left)
    (tmp_path / "cards" / "base").mkdir(parents=True)
    (tmp_path / "game.yaml").write_text(rules, encoding="utf-8")
    (tmp_path / "cards" / "base" / "cards.yaml").write_text(CARDS[: CARDS.index("    power")], encoding="utf-8")
    played = load_game(tmp_path)
    for seed in range(4):
        both = played.new(2, seed, tracked=False), played.new(2, seed)
        for _ in course(both, seed, 30):
            assert list_digest_lines(both[0]) == list_digest_lines(both[1])
