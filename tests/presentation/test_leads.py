"""What choices are said to lead to comes true: it is compared with what comes of them, whatever lies hidden."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.presentation.test_table import GAMES

from cardwright import Game, SlipError, State, load_game
from cardwright.presentation.answers.consequences import (
    ENDS_TURN,
    compute_certain_changes,
    find_consequences,
    find_shared_changes,
)
from cardwright.presentation.answers.option_list import OptionLine
from cardwright.presentation.answers.state_differences import COUNTED, WHOLE_SCORE, NumberChange
from cardwright.presentation.question import Question, make_question
from cardwright.query.knowledge.partial_execution import start_partial_run
from cardwright.state_slots_and_table_rows import PENDING, TRACKER, TURNS

EXAMPLES = sorted(path.parent for path in (Path(__file__).parents[2] / "examples").glob("*/game.yaml"))
OWN = Path(__file__).parent / "games"


def asked_of(game: Game, seeds: range, count: int, often: float) -> Iterator[State]:
    """Moments of random games at which somebody can choose among some things."""
    for seed in seeds:
        chance = random.Random(seed)
        state = game.new(game.min_players, seed)
        for _ in range(count):
            if state.finished:
                break
            if 1 < state.option_count <= 12 and chance.random() < often:
                yield state
            state.apply(chance.randrange(state.option_count))


class Watched(list[Any]):
    """The slots of a state, which remember how they were when the next turn began, or the deed that asks was over."""

    ended: list[Any] | None = None

    def __setitem__(self, place: Any, value: Any) -> None:
        if place == TURNS:
            self.over()
        super().__setitem__(place, value)

    def over(self) -> None:
        if self.ended is None:
            self.ended = list(self)


class Listening:
    """A tracker that notes when the deed that asks is over, or something is decided that does not belong to it."""

    def __init__(self, tracker: Any, inside: list[int]) -> None:
        self.tracker = tracker
        self.inside = inside
        self.depth = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tracker, name)

    def begin(self, slots: Watched, *told: Any) -> None:
        if self.depth < 0:
            slots.over()
        self.depth += 1
        self.tracker.begin(slots, *told)

    def begin_power(self, slots: Watched, *told: Any) -> None:
        self.depth += 1
        self.tracker.begin_power(slots, *told)

    def end(self, slots: Watched) -> None:
        self.depth -= 1
        self.tracker.end(slots)

    def not_asked(self, slots: Watched, player: int, option: Any, site: int, said: Any) -> None:
        if self.depth <= 0 and site not in self.inside:
            slots.over()
        self.tracker.not_asked(slots, player, option, site, said)


def ends(state: State, player: int, option: int) -> Iterator[State]:
    """What an option comes to in truth until its deed or its turn ends, and the picks of the same choice behind it."""
    ahead = state.clone()
    watched = ahead.slots = Watched(ahead.slots)
    watched[TRACKER] = Listening(watched[TRACKER], state.program.tables.sites[state.site].inside)
    try:
        ahead.apply(option)
    except SlipError:
        return
    ahead.slots = list(watched)
    ahead.slots[TRACKER] = watched[TRACKER].tracker
    if watched.ended is not None:
        ahead.slots = watched.ended
        yield ahead
        return
    tables = state.program.tables
    goes_on = not ahead.finished and ahead.player == player and ahead.site == state.site + 1
    later = goes_on and tables.sites[ahead.site].later and tables.purpose(state.site).then != ""
    if later and not state.declines(option):
        for each in range(ahead.option_count):
            if not ahead.declines(each):
                yield from ends(ahead, player, each)
    else:
        yield ahead


def broken(state: State) -> Iterator[str]:
    """The promises of a moment's options that do not come true, and a blank for each that does."""
    player, tables, decision = state.player, state.program.tables, state.decision
    course = start_partial_run(state, player)
    if course is None or decision is None:
        return
    for option in range(state.option_count):
        promised = compute_certain_changes(state, course, player, option)
        if not promised:
            continue
        truth = list(ends(state, player, option))
        for (owner, named), how in promised.items():
            word, _, title = named.removeprefix(COUNTED).partition("|")
            if isinstance(how, str):
                rows = [row for row in tables.memory if row.word == word]
                assert rows, named
                continue
            found = [amount(end, owner, named) - amount(state, owner, named) for end in truth]
            told = f"{decision.options[option].text}: {owner} {word} {title} {how}, and it was {found}"
            yield "" if (min(found), max(found)) == how[:2] else told


def amount(state: State, owner: int, named: str) -> int:
    """A counter, or how much lies in a zone."""
    tables = state.program.tables
    word, _, title = named.removeprefix(COUNTED).partition("|")
    if word == WHOLE_SCORE:
        return int(state.variant.final_score(state.slots, owner))
    if named.startswith(COUNTED):
        slot = next(n for n, zone in enumerate(tables.zones) if (zone.word, zone.number) == (word, owner))
        content = state.slots[tables.zones_from + slot]
        return content.bit_count() if isinstance(content, int) else len(content)
    for row in tables.memory:
        if row.word == word and row.owner in ("table", "player"):
            for place in range(row.width):
                index = f" {row.per[place].replace('_', ' ')}" if row.per else ""
                if row.title + index == title and (row.owner == "player") == (owner >= 0):
                    return int(state.slots[row.base + max(owner, 0) * row.width + place])
    raise AssertionError(named)


@pytest.mark.one_of(6)
@pytest.mark.parametrize("word", [*GAMES, *EXAMPLES], ids=lambda word: Path(word).name)
def test_what_choices_lead_to_comes_true(word: str | Path) -> None:
    seen = [found for state in asked_of(load_game(word), range(3), 80, 0.2) for found in broken(state)]
    assert [each for each in seen if each] == []


def test_what_ends_a_turn_tells_what_it_leads_to_until_then() -> None:
    found = {
        (asked.prompt, choice.text): tuple(lead.text for lead in choice.leads)
        for state in asked_of(load_game("cargo_hold"), range(2), 200, 1)
        if (asked := make_question(state, state.player)) is not None
        for choice in asked.choices
    }
    assert found["You may draw 4 cards", "Draw 4 cards"] == ("hand +4",)
    assert found["You may draw 4 cards", "No"] == (ENDS_TURN,)


def test_what_hangs_on_hidden_things_or_chance_is_not_promised() -> None:
    told: dict[str, set[tuple[str, ...]]] = {}
    for state in asked_of(load_game(OWN / "dare"), range(4), 60, 1):
        assert [each for each in broken(state) if each] == []
        decision = state.decision
        assert decision is not None
        hands = [zone for zone in state.view(state.player).zones if zone.name == "hand"]
        if decision.options[0].text == "Work" and all(hand.count for hand in hands):
            found = find_consequences(state, state.player, range(state.option_count))
            for option, lead in zip(decision.options, found, strict=True):
                told.setdefault(option.text, set()).add(tuple(each.text for each in lead))
    assert told.pop("Work") == {("points +2",)}
    assert told.pop("Draw") == {("points +1", "hand +1")}
    assert told.keys() == {"Dare", "Guess", "Fear", "Toss", "Challenge", "Shuffle", "Lay"}
    del told["Lay"]  # that no card could be so low can be known
    assert set().union(*told.values()) == {()}


def test_what_deeds_do_to_powers_in_sight_is_told_whatever_lies_hidden() -> None:
    """The engine looks at no hidden piece where a deed moves, silences or turns one that everybody sees."""
    told: dict[str, set[tuple[str, ...]]] = {}
    for state in asked_of(load_game(OWN / "workshop"), range(1), 16, 1):
        assert [each for each in broken(state) if each] == []
        found = find_consequences(state, state.player, range(state.option_count))
        for option, lead in zip(state.described(state.slots[PENDING][1]), found, strict=True):
            told.setdefault(option.text, set()).add(tuple(each.text for each in lead))
    assert {title for title, found in told.items() if () in found} <= {"Open", "Close"}  # of what lies face down
    points = {title: {lead[0] for lead in found if lead} for title, found in told.items()}
    assert points.pop("Work") >= {"points +2", "points +3"}
    deeds = ("Silence", "Restore", "Copy", "Become", "Open", "Close", "Hire", "Swap", "Settle")
    meant = {title: f"points +{number}" for number, title in enumerate(deeds, start=3)}
    assert points == {
        title: {meant.get(title, "points +12")} for title in {*deeds, "Saw", "Lathe", "Plane"} & {*points}
    }
    assert points.keys() >= {*deeds, "Plane"}


def asked_in(word: str, count: int) -> Iterator[tuple[Question, OptionLine, set[str]]]:
    """Questions in random games, each with one of the choices and all that it is said to lead to."""
    for state in asked_of(load_game(word), range(3), count, 1):
        asked = make_question(state, state.player)
        assert asked is not None
        for choice in asked.choices:
            yield asked, choice, {lead.text for lead in choice.leads}


def test_a_difference_that_could_be_read_as_a_value_is_told_as_one() -> None:
    """In Hold 'em a score can be negative, a stake cannot."""
    state = load_game(Path(__file__).parents[1] / "corpus" / "holdem").new(3, 4)
    asked = make_question(state, state.player)
    assert asked is not None
    [call] = [each for each in asked.choices if each.key == "call"]
    assert [lead.text for lead in call.leads] == ["score by -120", "stake +2"]


@pytest.mark.long
def test_what_follows_by_itself_is_not_counted_among_what_an_option_brings() -> None:
    """When all ships but one came home, what the last one does is plain, and is nothing that the one before did."""
    told = [
        lead
        for asked, choice, lead in asked_in("cargo_noir", 250)
        if (asked.prompt, choice.text) == ("How do you resolve the ships' actions?", "Casino")
    ]
    assert set().union(*told) == {"play in the Casino", "coins +2", "at home +1"}


def test_that_what_is_picked_goes_is_not_told_where_of_another_pick_nothing_is_known() -> None:
    goes, comes, wins = (
        ((0, named), NumberChange(by, by))
        for named, by in (("#hand|hand", -1), ("#line|flown", 1), ("points|points", 2))
    )
    flown = [dict([goes, comes]), dict([goes, comes, wins])]
    assert find_shared_changes([*flown, None], True) == find_shared_changes(flown, True) == {goes, comes}
    # also where it is known of one alone what comes of it; of deeds it tells something
    assert find_shared_changes([flown[1], None], True) == {goes, comes}
    assert find_shared_changes([flown[1], None], False) == set()
    assert find_shared_changes([flown[1]], True) == set()


@pytest.mark.long
def test_the_score_comes_first_also_where_no_single_memory_is_the_score() -> None:
    leads = [
        [lead.text for lead in choice.leads]
        for state in asked_of(load_game("cargo_noir"), range(2), 150, 1)
        if (asked := make_question(state, state.player)) is not None
        for choice in asked.choices
    ]
    scored = [each for each in leads if any(text.startswith("score ") for text in each)]
    assert scored
    assert all(each[0].startswith("score ") for each in scored)


EVENS = """\
game: evens
title: Evens
players: 2 to 3
active: active
turn: act
kinds: {card: {}}
zones: {table: {deck: {of: cards}}}
memory:
  table:
    active: {is: player}
  player:
    gold: number
library: |
  rule final_score(player): 0
  verb act "act":
    choose one:
      option "All": players take(2)
      option "Others": opponents take(2)
      option "Mine": take(2)
      option "Next": next(you) take(2)
  verb take(number) "take {number} gold": you.gold += number
  step setup: active = the(first(players))
  step play:
    repeat 6 times:
      active act
      active = next(active)
"""


@pytest.mark.parametrize(
    ("players", "leads"),
    [
        (2, ["everybody: gold +2", "P2: gold +2", "gold +2", "P2: gold +2"]),
        (3, ["everybody: gold +2", "all others: gold +2", "gold +2", "P2: gold +2"]),
    ],
)
def test_equal_changes_of_all_players_are_told_once(players: int, leads: list[str], tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(EVENS)
    state = load_game(tmp_path).new(players, 1)
    asked = make_question(state, state.player)
    assert asked is not None
    assert [choice.leads[-1].text for choice in asked.choices] == leads


def test_who_is_out_does_not_count_among_everybody(tmp_path: Path) -> None:
    text = (
        EVENS.replace("turn: act\n", "turn: act\nout: gone\n")
        .replace("step setup: active", "step setup:\n    active")
        .replace("player:\n", "player:\n    gone: {is: yes_no}\n")
    )
    third_is_out = "the(first(players))\n    next(next(active)).gone = yes"
    (tmp_path / "game.yaml").write_text(text.replace("the(first(players))", third_is_out))
    state = load_game(tmp_path).new(3, 1)
    asked = make_question(state, state.player)
    assert asked is not None
    said = [choice.leads[-1].text for choice in asked.choices]
    assert said == ["everybody: gold +2", "P2: gold +2", "gold +2", "P2: gold +2"]


SHEETS = """\
game: sheets
title: Sheets
players: 1 to 3
active: active
turn: act
kinds: {box: {plural: boxes, memory: {entry: number}}}
zones:
  table: {row: {of: boxes}, bin: {of: boxes}}
  player: {sheet: {of: boxes}}
memory:
  table: {active: {is: player}}
pieces:
  - {id: two, kind: box, each_player: {sheet: 1}}
  - {id: nine, kind: box}
library: |
  rule final_score(player):
    sum(player.sheet.entry) + 3 * count(bin) - 4 * count(row where entry > 0)
  verb act "act":
    choose one:
      option "Write": write(the(you.sheet))
      option "Sell": move(row, to: bin)
      option "Spoil": the(row).entry = 1
      option "Rest": nothing
  verb write(box): box.entry += 5
  step setup: active = the(first(players))
  step play:
    repeat 6 times:
      active act
      active = next(active)
"""


@pytest.mark.parametrize("players", [1, 2])
def test_the_score_is_told_whatever_memory_or_zone_it_depends_on(players: int, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(SHEETS)
    state = load_game(tmp_path).new(players, 1)
    asked = make_question(state, state.player)
    assert asked is not None
    told = {choice.text: choice.leads[-1].text for choice in asked.choices}
    all_ = "everybody: " if players > 1 else ""
    assert told == {
        "Write": "score +5",
        "Sell": f"{all_}score +3",
        "Spoil": f"{all_}score by -4",
        "Rest": "does nothing",
    }
    assert [each for each in broken(state) if each] == []
