"""What is nobody's, beyond what scenarios say: explanations, sheets, logs, and that nobody is like an idle player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties.engine_games import TRIAL, examples, game, play_on

import cardwright
from cardwright import State
from cardwright.checker.game import GameChecker
from cardwright.compiler.analysis.nullability import Nullability
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.scenarios.suite import ScenarioSuite

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CHAIR = HERE / "empty_chair"

SHARED = """\
game: shared
players: 2
active: active
kinds: {card: {memory: {keeper: player}}}
zones: {table: {box: {of: cards}}, player: {hand: {of: cards}}}
memory:
  table: {active: player, friend_of_all: player, prize: card}
  player: {points: {is: number, starts: 3}, friend: player}
library: |
  rule final_score(player) "the score of {player}":
    player.points + player.friend.points + company(player.friend) + count(player.friend.hand)
  rule company(player) "the company of {player}": player.points * 10
  verb gain(amount: number) "gain {amount:point}": you.points += amount
  verb greet(guest: player, gift: card) "greet {guest} with {gift}": gain(2)
  step setup:
    choose p at random from players: p.friend = p
    for each p in first(players):
      p.friend = nobody
      p greet(friend_of_all, prize)
    for each p in last(players):
      p.friend = p
      move(box, to: p.hand)
  step play:
    for each p in players:
      p may gain(1)
"""


@pytest.fixture
def shared(tmp_path: Path) -> cardwright.Game:
    """A game in which P1 has no friend, and P2 is their own."""
    (tmp_path / "cards" / "base").mkdir(parents=True)
    (tmp_path / "game.yaml").write_text(SHARED)
    (tmp_path / "cards" / "base" / "cards.yaml").write_text("game: shared\nset: base\ncards: [{id: pen, name: Pen}]\n")
    return cardwright.load_game(tmp_path)


def test_a_rule_can_be_explained_for_nobody(shared: cardwright.Game) -> None:
    for tracked in (True, False):
        state = shared.new(2, 1, tracked)
        assert state.why("company(nobody)") == ["company(nobody) = 30", "  that is: player.points * 10"]
        assert state.why("final_score(nobody)") == ["final_score(nobody) = 36", "  +6 points", "  +30 company"]
        assert state.why("final_score(P1)")[0] == "final_score(P1) = 38"


def test_a_score_sheet_has_a_line_for_what_is_nobodys(shared: cardwright.Game) -> None:
    state = shared.new(2, 1)
    assert state.scores == [38, 37]
    for player, score in enumerate(state.scores):
        sheet = state.score_sheet(player)
        assert sheet.value == score == sum(part.value or 0 for part in sheet.parts)
    assert [part.value for part in state.score_sheet(0).parts if "company" in part.text] == [30]


def test_the_log_names_nobody_and_no_card(shared: cardwright.Game) -> None:
    told = [event.text for event in shared.new(2, 1).log]
    assert "P1 greets nobody with none" in told


def function_of(variant: str, word: str) -> str:
    """The function of a rule or plain procedure, or the first segment of another, of the game of the empty chair."""
    tables = game(str(CHAIR)).program(3).tables
    names = {row.word: f"r{number}" for number, row in enumerate(tables.rules)}
    names |= {row.word: f"p{number}" for number, row in enumerate(tables.procedures)}
    names |= {title: f"s{number}" for number, (title, *_) in reversed(tables.variant(variant).frames.items())}
    parts = f"\n{tables.variant(variant).source}".split("\ndef ")
    return next(part for part in parts if part.startswith(f"{names[word]}("))


def test_where_somebody_certainly_is_nothing_is_asked() -> None:
    assert ">= 0" not in function_of("plain", "final_score")
    assert ">= 0" not in function_of("plain", "hand_over") + function_of("plain", "gain")
    assert function_of("plain", "reach").count(">= 0") == 1, "of the friend alone"


# ---------------------------------------------------------------- nobody is like somebody who has done nothing yet

SOMEBODY = st.sampled_from(["chair", "P1.friend", "partner(P1)", "P2.friend.friend", "favourite.keeper"])
OTHERS = st.sampled_from(["P1", "P2", "P3"])
READ = (
    "{who}.points",
    "count({who}.hand)",
    "count({who}.pile)",
    "sum({who}.hand.worth)",
    "sum(c.worth for each c in {who}.pile)",
    "{who}.votes[oak]",
    "sum({who}.votes[s] for each s in suits)",
    "count({who}.suits)",
    "count(top({who}.pile, 2))",
    "final_score({who})",
    "limit({who})",
    "income({who})",
    "count({who}.hand + {other}.hand)",
    "count({other}.hand - {who}.hand)",
    "sum(p.points for each p in [{who}, {other}])",
    "sum(count(p.hand) for each p in [{other}, {who}])",
    "count({who}.friend.hand)",
    "count(reach({who}))",
    "count({who}.hand.under)",
    "{who}.best.worth",
    "{who}.dared + {other}.points",
    "count(players where count({who}.hand where worth > 2) < points)",
    "count({other}.hand where marks < {who}.points)",
    "sum({other}.votes[{who}.likes] for each p in players)",
)
WRITTEN = (
    "{who}.points += 3",
    "{who}.votes[elm] = 9",
    "{who}.votes[{who}.likes] = 9",
    "{who}.friends[elm] += {other}",
    "{who}.suits += ash",
    "{who}.proud = no",
    "{who} gain(2)",
    "{who} nod",
    "{who} pay(1)",
    "{who} treat({other}, 0)",
    "[{who}, {other}] gain(1)",
    "for each p in [{who}, {other}]: p.votes[ash] += 1",
    "for each c in {who}.hand: {other} take(c)",
    "{other} rob({who})",
    "move({who}.hand, to: {other}.hand)",
    "move(top({who}.pile), to: {other}.pile)",
    "if count({who}.hand) is 0: {other} gain(3)",
)


@st.composite
def sums(draw: st.DrawFn) -> str:
    """A number that depends on what somebody, perhaps nobody, has."""
    parts = [
        each.format(who=draw(SOMEBODY), other=draw(OTHERS))
        for each in draw(st.lists(st.sampled_from(READ), min_size=1, max_size=3))
    ]
    return parts[0] if len(parts) == 1 else f"max({', '.join(parts)})" if draw(st.booleans()) else " - ".join(parts)


@st.composite
def deeds(draw: st.DrawFn) -> str:
    """Something that is done with what somebody, perhaps nobody, has."""
    return draw(st.sampled_from(WRITTEN)).format(who=draw(SOMEBODY), other=draw(OTHERS))


def alike(lines: list[str]) -> list[tuple[State, State]]:
    """Where deeds lead with nobody, and with P4, who has done nothing yet; in both variants."""
    text = ["game: empty_chair", "players: 4", "scenarios:"]
    for who in ("nobody", "P4"):
        text += [f"  - name: {who}", "    given:", f"      chair: {who}", "      favourite: granary"]
        text += [f"      granary.keeper: {who}", f"      P1.friend: {who}", "      P2.friend: P1"]
        text += [
            "      P1.hand: [leaf, ember]",
            "      P2.hand: [leaf]",
            "      P3.pile: [ember]",
            "      bin: [spring]",
        ]
        text += ["    when:", "      - do: |", "          P1 nod", *(f"          {line}" for line in lines)]
    suite = ScenarioSuite()
    scenarios, mistakes = suite.add(HERE / "like_an_idle_player.yaml", "\n".join(text))
    assert not mistakes
    nobody, idle = scenarios
    return [(suite.state_after(nobody, tracked), suite.state_after(idle, tracked)) for tracked in (True, False)]


@examples(10)
@given(st.lists(sums(), min_size=3, max_size=12))
def test_nobody_has_what_an_idle_player_has(asked: list[str]) -> None:
    for nobody, idle in alike([f"said = [{', '.join(asked)}]"]):
        assert held(nobody, "table", "said") == held(idle, "table", "said")


@examples(10)
@given(st.lists(deeds(), min_size=1, max_size=8))
def test_what_an_idle_player_does_concerns_nobody_else(done: list[str]) -> None:
    for nobody, idle in alike(done):
        for word in ("points", "votes", "friends", "suits", "proud"):
            mine, theirs = held(nobody, "player", word), held(idle, "player", word)
            width = len(mine) // 4
            assert mine[:-width] == theirs[:-width], word
            assert mine[-width:] == [row.starts for row in nobody.program.tables.memory if row.word == word] * width
        assert lying(nobody) == lying(idle)


def held(state: State, owner: str, word: str) -> list[Any]:
    """Everything a memory of all its owners holds."""
    row = next(row for row in state.program.tables.memory if row[:2] == (word, owner))
    count = {"table": 1, "player": state.program.players}.get(owner) or state.program.tables.kinds[owner].size
    return state.slots[row.base : row.base + count * row.width]


def lying(state: State) -> list[Any]:
    """What lies in every zone."""
    first = state.program.tables.zones_from
    return state.slots[first : first + len(state.program.tables.zones)]


# ---------------------------------------------------------------- what is held to be certain is so


@pytest.mark.one_of(2)
@pytest.mark.parametrize("word", ["bush_pilots", "cargo_hold", "cargo_noir", "ceylon", "import_export", str(TRIAL)])
def test_memory_that_certainly_holds_somebody_always_does(word: str) -> None:
    played = game(word)
    place = (TRIAL, TRIAL / "cards") if word == str(TRIAL) else (ROOT / "games" / word, ROOT / "cards" / word)
    loaded = read_game(find_game_files(*place), played.sets)
    assert loaded.game is not None
    nullability = Nullability(GameChecker(loaded.game).run())
    state = played.new(played.max_players, 3, tracked=False)
    players = [row for row in state.program.tables.memory if row.type == "player"]
    rows = [row for row in players if (row.owner, row.word) not in nullability.nullable]
    assert ("table", "active") not in nullability.nullable, "a turn is always somebody's"
    for number in range(150):
        for row in rows:
            assert all(value >= 0 for value in held(state, row.owner, row.word)), row
        play_on(state, number, 3)
