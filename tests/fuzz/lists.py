"""Lists made up at random have the same items in the same order, plain, tracked and in C, as they have by definition.

    python -m tests.fuzz.lists --count 10000

Every expression is written in several ways: as it is, with parts of it as rules, which plain code writes out and
tracked code calls, as rules that a power could change, which no code writes out, as names, and as what verbs give. All
of them are compared with what `list_values` works out, item by item; on top stand loops, sums, comparisons and picks.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz import list_values as lv
from tests.fuzz.list_values import CARDS, NUMBERS, PLAYERS, SUITS, Maker, Node, Table
from tests.native.differential import QUICK, no_compiler, same_question, same_state

from cardwright import Game, State, load_game
from cardwright.native.compiled_game import BeyondC
from cardwright.native.engine import Engine

EXPRESSIONS = 40
KEPT = "top(deck, 2) + first(heap)"
DEPTH = 3
WAYS = ("as it is", "rules", "changeable rules", "names", "verbs")
KINDS = (CARDS, CARDS, CARDS, CARDS, NUMBERS, PLAYERS, SUITS)
TYPES = {CARDS: "cards", NUMBERS: "numbers", PLAYERS: "players", SUITS: "suits"}

GAME = """\
game: lists
players: {players}
types: {{suit: {{values: [red, green, blue]}}}}
kinds:
  card: {{attributes: {{rank: number, suit: suit}}{alike}}}
  charm: {{}}
powers_work_in: [altar]
zones:
  table:
    deck: {{of: cards, ordered: yes}}
    heap: {{of: cards}}
    pool: {{of: cards}}
    altar: {{of: charms}}
    shelf: {{of: charms}}
  player:
    hand: {{of: cards}}
    field: {{of: cards}}
    row: {{of: cards, ordered: yes}}
memory:
  table:
{kept}
    turned: number
{memory}
library: |
  step setup:
    move(charms, to: shelf)
    move(cards, to: deck)
    shuffle(deck)
    move(top(deck, 3), to: heap)
    move(top(deck, 2), to: pool)
    for each p in players:
      move(top(deck, 2), to: p.hand)
      move(top(deck, 2), to: p.field)
      move(top(deck, 2), to: p.row)
{keep}
  step play:
    for each p in first(players): p look
    for each p in first(players): p pick
    finish
  rule seat(number) gives player: the(last(first(players, number)))
  rule final_score(player): turned
  verb look "look":
    turned += 1
{looks}
  verb pick "pick":
    turned += 1
{picks}
{library}
pieces:
  - id: charm
    kind: charm
    power: |
      after you never_done: turned += 1
{power}
{pieces}
"""


class Writer:
    """Writes expressions in one way, and keeps what has to stand before them, in the library and in a power."""

    def __init__(self, way: str, chance: Random, prefix: str) -> None:
        self.way = way
        self.chance = chance
        self.prefix = prefix
        self.library: list[str] = []
        self.power: list[str] = []
        self.before: list[str] = []
        self.made = 0

    def say(self, node: Node) -> str:
        """How a part of an expression is written."""
        leaves = node.kind not in TYPES or self.way == "as it is" or any(word == "it" for word, _ in node.free)
        if leaves or self.chance.random() < 0.4 or (self.way in ("names", "verbs") and node.free):
            return node.written(self.say)
        # what a verb gives is worked out in its body, where the names of this one mean nothing
        text = as_it_is(node) if self.way == "verbs" else node.written(self.say)
        self.made += 1
        name = f"{self.prefix}{self.made}"
        if self.way in ("names", "verbs"):
            return self._named(name, node.kind, text)
        free = sorted(node.free)
        roles = ", ".join(f"{word}: {'number' if kind == 'number' else kind}" for word, kind in free)
        given = f"({', '.join(word for word, _ in free)})" if free else ""
        self.library.append(f"  rule {name}{f'({roles})' if roles else ''} gives {TYPES[node.kind]}: {text}")
        if self.way == "changeable rules":
            more = {CARDS: "heap", NUMBERS: "[1]", PLAYERS: "players", SUITS: "suits"}[node.kind]
            self.power.append(f"      modify {name}: add {more}")
        return f"{name}{given}"

    def _named(self, name: str, kind: str, text: str) -> str:
        if self.way == "names":
            self.before.append(f"let {name} = {text}")
            return name
        self.library.append(f"  verb give_{name} gives (found: {TYPES[kind]}): found = {text}")
        self.before.append(f"let {name} = you give_{name}")
        return name


def as_it_is(node: Node) -> str:
    """How an expression is written all by itself."""
    return node.written(as_it_is)


@dataclass
class Case:
    """One expression and where its value is kept, by the way it is written."""

    node: Node
    texts: dict[str, str] = field(default_factory=dict)
    memory: dict[str, str] = field(default_factory=dict)
    counted: bool = False  # a number is kept that tells its items and their order


@dataclass
class Made:
    """A game of made-up expressions."""

    players: int
    cases: list[Case]
    text: str
    picks: dict[str, tuple[Case, bool]]
    printed: dict[str, tuple[int, str]]


def made(seed: int, many: int = EXPRESSIONS) -> Made:
    """The game of a seed."""
    chance = Random(f"lists {seed}")
    players = chance.randint(2, 4)
    maker = Maker(chance, players)
    cases: list[Case] = []
    memory: list[str] = []
    looks: list[str] = []
    picks: list[str] = []
    library: list[str] = []
    power: list[str] = []
    picked: dict[str, tuple[Case, bool]] = {}
    printed: dict[str, tuple[int, str]] = {}
    # pieces that are alike are offered once, unless memory names them: so here it must not
    alike = chance.random() < 0.4
    for number in range(many):
        kind = chance.choice(KINDS)
        case = Case(maker.list(kind, DEPTH))
        cases.append(case)
        for place, way in enumerate(WAYS):
            writer = Writer(way, chance, f"r{number}{'abcde'[place]}")
            text = case.texts[way] = writer.say(case.node)
            word = case.memory[way] = f"out{number}{'abcde'[place]}"
            counted = kind == NUMBERS or (alike and kind == CARDS)
            case.counted = counted
            memory.append(f"    {word}: {'number' if counted else f'{{is: {TYPES[kind]}}}'}")
            looks += [f"    {line}" for line in writer.before]
            if counted:
                shown = "n" if kind == NUMBERS else "n.rank"
                looks.append(f"    for each n in first({text}, 16): {word} = {word} * 3 + {shown}")
            else:
                looks.append(f"    {word} = {text}")
            if kind == CARDS and number % 4 < 2 and not writer.before:
                chosen = f"pick{number}{'abcde'[place]}"
                memory.append(f"    {chosen}: {'number' if alike else '{is: cards}'}")
                at_random = number % 4 == 1
                amount = chance.choice(("", "", "2 ", "up to 3 ", "any number of "))
                what, cs = ("2 cs at random", "cs") if at_random else (f"{amount}cs", "cs" if amount else "[cs]")
                rank = "" if at_random else chance.choice(("", "", " where it.rank > 2"))
                picks.append(f"    choose {what} from {text}{rank}:")
                told = f"for each n in {cs}: {chosen} = {chosen} * 7 + n.rank"
                picks.append(f"      {told if alike else f'{chosen} = {cs}'}")
                if not alike:
                    picked[chosen] = case, at_random
            library += writer.library
            power += writer.power
    if alike:
        library.append(f"  rule kept gives cards: {KEPT}")
    library.append('  verb never_done "do what nobody does": nothing')
    pieces: list[str] = []
    for number in range(9 + 6 * players):
        suit, value = chance.choice(lv.WORDS), chance.randint(0, 5)
        printed[f"c{number}"] = value, suit
        copies = f", copies: {chance.randint(1, 3)}" if alike and chance.random() < 0.3 else ""
        pieces.append(f"  - {{id: c{number}, kind: card, rank: {value}, suit: {suit}{copies}}}")
    text = GAME.format(
        players=players,
        alike=", interchangeable: yes" if alike else "",
        kept="" if alike else "    kept: {is: cards}",
        keep="" if alike else f"    kept = {KEPT}",
        memory="\n".join(memory),
        looks="\n".join(looks),
        picks="\n".join(picks),
        library="\n".join(library),
        power="\n".join(power),
        pieces="\n".join(pieces),
    )
    return Made(players, cases, text, picked, printed)


# ---------------------------------------------------------------- what a state holds


def table_of(state: State, game: Made) -> Table:
    """What lies where in a state, by the reference: the pieces of a zone without an order as in the files."""
    tables = state.program.tables
    ranks: dict[int, int] = {}
    suits: dict[int, str] = {}
    zones: dict[tuple[str, int], tuple[int, ...]] = {}
    for piece, number in enumerate(tables.pieces):
        printed = game.printed.get(tables.definitions[number].id)
        if printed is not None:
            ranks[piece], suits[piece] = printed
    for place, zone in enumerate(tables.zones):
        held = state.slots[tables.zones_from + place]
        listed = tuple(held) if zone.ordered else tuple(n for n in range(held.bit_length()) if held >> n & 1)
        zones[zone.word, -1 if zone.owner == "table" else zone.number] = listed
    kept = lv.once((*zones["deck", -1][:-3:-1], *zones["heap", -1][:1]))
    return Table(zones, tuple(sorted(ranks)), ranks, suits, tables.players, kept)


def memory_of(state: State, word: str) -> Any:
    """What the table remembers under a word."""
    found = next(each for each in state.program.tables.memory if (each.owner, each.word) == ("table", word))
    return state.slots[found.base]


def expected(case: Case, table: Table) -> Any:
    """What an expression is by definition, as it is kept."""
    value = case.node.value(table, {})
    if not case.counted:
        return tuple(value)
    whole = 0
    for item in value[:16]:
        whole = whole * 3 + (table.ranks[item] if case.node.kind == CARDS else item)
    return whole


def kept_as(case: Case, state: State, word: str) -> Any:
    """What is kept of an expression: words as they are written."""
    value = memory_of(state, word)
    if case.node.kind == SUITS:
        return tuple(state.program.tables.words[number] for number in value)
    return value if case.counted else tuple(value)


def is_part_of(part: Sequence[Any], whole: Sequence[Any]) -> bool:
    """Whether all items of a list are in another, in its order."""
    left = iter(whole)
    return all(item in left for item in part)


def differences(game: Made, state: State) -> Iterator[str]:
    """What a finished game keeps of expressions and picks that is not what it is by definition."""
    table = table_of(state, game)
    for case in game.cases:
        value = expected(case, table)
        for way, word in case.memory.items():
            found = kept_as(case, state, word)
            if found != value:
                yield f"{way}: {case.texts[way]}\n    is {value} by definition, and {found} in the game ({word})"
    for word, (case, at_random) in game.picks.items():
        found, value = tuple(memory_of(state, word)), expected(case, table)
        fits = set(found) <= set(value) if at_random else is_part_of(found, value)
        if not fits:
            yield f"picked of {as_it_is(case.node)}: {found} of {value} ({word})"


def play(game: Game, players: int, seed: int) -> State:
    """A random game, the same plain and tracked, down to the order of what is offered; the state at its end."""
    plain, tracked = game.new(players, seed, tracked=False), game.new(players, seed)
    chance = Random(seed)
    while not plain.finished:
        assert plain.slots[1] == tracked.slots[1], f"{plain.slots[1]} plain, {tracked.slots[1]} tracked"
        answer = chance.randrange(plain.option_count)
        plain.apply(answer)
        tracked.apply(answer)
    for slot, (one, other) in enumerate(zip(plain.slots[2:], tracked.slots[2:], strict=True)):
        assert one == other, f"slot {slot + 2} is {one} plain and {other} tracked"
    assert plain.digest() == tracked.digest()
    return tracked


def play_in_c(engine: Engine, game: Game, players: int, seed: int) -> None:
    """The same game in C and in Python, compared after every answer."""
    state, native = game.new(players, seed, tracked=False), engine.begun(seed)
    chance = Random(seed)
    while True:
        same_question(native, state)
        same_state(engine, native, state)
        if state.finished:
            return
        answer = chance.randrange(state.option_count)
        state.apply(answer)
        native.answer(answer)


def tried(
    seed: int, folder: Path, beyond: list[int], many: int = EXPRESSIONS, seeds: int = 2, in_c: bool = True
) -> list[str]:
    """Return the differences in the game of a seed, [] if all is well; add seeds that C left to Python to `beyond`."""
    found = made(seed, many)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(found.text, encoding="utf-8")
    game = load_game(folder)
    wrong: list[str] = []
    for number in range(seeds):
        try:
            wrong += differences(found, play(game, found.players, number))
        except AssertionError as error:
            wrong.append(f"plain and tracked: {error}")
    if in_c and not wrong:
        engine = Engine(game, found.players, QUICK)
        for number in range(seeds):
            try:
                play_in_c(engine, game, found.players, number)
            except AssertionError as error:
                wrong.append(f"in C: {error}")
            except BeyondC:  # lists for which C has no room; commands play on in Python
                beyond.append(seed)
    return wrong


def main() -> int:
    """The long run."""
    parser = argparse.ArgumentParser(description="Compare lists made up at random with what they are by definition.")
    parser.add_argument("--count", type=int, default=1_000, help="expressions, each written in five ways")
    parser.add_argument("--seed", type=int, default=0, help="the first game")
    parser.add_argument("--python-only", action="store_true", help="leave C away")
    asked = parser.parse_args()
    in_c = not asked.python_only and not no_compiler()
    games = -(-asked.count // EXPRESSIONS)
    different, start, beyond = 0, time.perf_counter(), list[int]()
    with tempfile.TemporaryDirectory() as room:
        for seed in range(asked.seed, asked.seed + games):
            for each in tried(seed, Path(room) / f"lists{seed}", beyond, in_c=in_c):
                different += 1
                print(f"game {seed}: {each}", flush=True)
            if seed % 25 == 24:
                print(f"{seed + 1 - asked.seed} games, {time.perf_counter() - start:.0f} s", flush=True)
    compared = "plain, tracked and C" if in_c else "plain and tracked"
    print(
        f"{games * EXPRESSIONS:,} expressions in {len(WAYS)} ways each, {compared}: {different} different, "
        f"{len(beyond)} matches left to Python"
    )
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
