"""What no scenario can say of the trial game: views, knowledge, secrets, runaways, copies, and every pair of powers."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

import cardwright
from cardwright import RunawayError, State
from cardwright.query.determinization import resample
from cardwright.query.view import PieceView, ZoneView
from cardwright.scenarios.files import Scenario
from cardwright.scenarios.suite import ScenarioSuite

HERE = Path(__file__).parent
TRIAL = HERE / "trial"

STAGES = """
game: trial
players: 2
scenarios:
  - name: chest, down
    given: {P1.hand: [strongbox, cog], P2.hand: [plank]}
    when:
      - do: P1 present
      - P1: strongbox
  - name: chest, up
    given: {P1.hand: [strongbox, cog], P2.hand: [plank]}
    when:
      - do: P1 present
      - P1: strongbox
      - do: P1 visit(P2)
  - name: chest, up and down again
    given: {P1.hand: [strongbox, cog, trapdoor], P2.hand: [plank]}
    when:
      - do: P1 present
      - P1: [strongbox, cog]
      - do: P1 visit(P2)
      - do: P1 present
  - name: megaphone
    given: {P1.hand: [megaphone], P2.hand: [plank, gown]}
    when:
      - do: P1 present
  - name: megaphone, then a draw
    given: {P1.hand: [megaphone], P2.hand: [plank, gown], pile: [cog]}
    when:
      - do: |
          P1 present
          P2 draw(1)
  - name: megaphone, then a random loss at once
    given: {P1.hand: [megaphone], P2.hand: [plank, gown, cog]}
    when:
      - do: |
          P1 present
          choose g at random from P2.hand: move(g, to: attic)
  - name: megaphone, then a random loss
    given: {P1.hand: [megaphone], P2.hand: [plank, gown, cog]}
    when:
      - do: P1 present
      - do: "P1 choose n from numbers(1, 2): P1 gain(n)"
      - P1: 1
      - do: "choose g at random from P2.hand: move(g, to: attic)"
  - name: spyglass
    players: 3
    given: {P1.hand: [spyglass], P2.hand: [plank], P3.hand: [gown]}
    when:
      - do: P1 present
      - P1: P2
  - name: top of the pile
    players: 3
    given: {P1.hand: [nosy_parrot], pile: [plank, gown, cog]}
    when:
      - do: P1 present
  - name: ballot
    players: 3
    given: {P1.hand: [ballot]}
    when:
      - do: P1 present
      - P1: trading
  - name: ballot, otherwise
    players: 3
    given: {P1.hand: [ballot]}
    when:
      - do: P1 present
      - P1: sneaking
"""


@pytest.fixture(scope="module")
def states() -> dict[str, State]:
    """The states that the stages lead to, whether or not somebody is asked there."""
    suite = ScenarioSuite()
    scenarios, mistakes = suite.add(HERE / "stages.yaml", STAGES)
    assert not mistakes
    return {scenario.name: suite.state_after(scenario) for scenario in scenarios}


def zone(state: State, player: int, owner: str, name: str) -> ZoneView:
    """A zone as a player sees it."""
    return next(z for z in state.view(player).zones if (z.owner, z.name) == (owner, name))


def ids(found: ZoneView) -> list[str | None]:
    """The ids of the pieces in it, None for those the player does not see."""
    return [piece.id if isinstance(piece, PieceView) else None for piece in found.pieces]


# ---------------------------------------------------------------- who sees what


@pytest.mark.long
def test_a_face_down_piece_is_seen_by_its_owner_only(states: dict[str, State]) -> None:
    down = states["chest, down"]
    assert ids(zone(down, 0, "P1", "chest")) == ["cog"]
    assert ids(zone(down, 1, "P1", "chest")) == [None]


def test_a_face_up_piece_is_seen_by_everybody(states: dict[str, State]) -> None:
    assert ids(zone(states["chest, up"], 1, "P1", "chest")) == ["cog"]


def test_a_piece_that_was_away_lies_face_down_again(states: dict[str, State]) -> None:
    again = states["chest, up and down again"]
    chest = zone(again, 0, "P1", "chest")
    assert ids(chest) == ["cog"]
    assert not any(piece.face_up for piece in chest.pieces if piece)


def test_what_is_revealed_stays_known_where_it_lies(states: dict[str, State]) -> None:
    assert sorted(map(str, ids(zone(states["megaphone"], 0, "P2", "hand")))) == ["gown", "plank"]
    assert ids(zone(states["megaphone, then a draw"], 0, "P2", "hand")).count(None) == 1


def test_what_is_still_held_up_is_seen_to_go(states: dict[str, State]) -> None:
    assert None not in ids(zone(states["megaphone, then a random loss at once"], 0, "P2", "hand"))


def test_a_loss_nobody_saw_takes_the_knowledge_of_the_rest(states: dict[str, State]) -> None:
    assert ids(zone(states["megaphone, then a random loss"], 0, "P2", "hand")) == [None, None]
    assert None not in ids(zone(states["megaphone, then a random loss"], 1, "P2", "hand"))


def test_what_is_shown_is_known_to_those_who_were_shown(states: dict[str, State]) -> None:
    shown = states["spyglass"]
    assert ids(zone(shown, 0, "P2", "hand")) == ["plank"]
    assert ids(zone(shown, 2, "P2", "hand")) == [None]
    assert ids(zone(shown, 0, "P3", "hand")) == [None]


def test_the_top_of_a_pile_is_known_in_its_order(states: dict[str, State]) -> None:
    top = states["top of the pile"]
    assert ids(zone(top, 1, "table", "pile"))[-3:] == [None, "gown", "plank"]
    assert set(ids(zone(top, 0, "table", "pile"))) == {None}


def test_a_secret_answer_is_seen_by_nobody_before_all_have_answered(states: dict[str, State]) -> None:
    one, other = states["ballot"], states["ballot, otherwise"]
    assert one.decision is not None
    assert one.decision.secret
    assert one.player == 1
    assert one.frames != other.frames
    assert one.digest() != other.digest(), "a digest takes in what was answered in secret"
    for player in (1, 2):
        assert one.view(player) == other.view(player)
        assert one.visible_log(player) == other.visible_log(player)
    assert one.visible_log(0) != other.visible_log(0)
    for option, _ in enumerate(one.decision.options):
        mine, others = one.clone(), other.clone()
        mine.apply(option)
        others.apply(option)
        assert mine.view(2) == others.view(2)
        assert mine.decision == others.decision


def test_a_secret_answer_of_others_is_drawn_anew_and_the_own_one_is_kept(states: dict[str, State]) -> None:
    state = states["ballot"]
    seen = {str(resample(state, 1, seed).frames) for seed in range(20)}
    assert len(seen) > 1
    assert {str(resample(state, 0, seed).frames) for seed in range(20)} == {str(state.frames)}


def test_dealing_anew_keeps_what_is_known(states: dict[str, State]) -> None:
    state = states["spyglass"]
    for seed in range(10):
        dealt = resample(state, 0, seed)
        assert dealt.view(0) == state.view(0)
        assert ids(zone(dealt, 1, "P2", "hand")) == ["plank"]
    hands = {str(ids(zone(resample(state, 0, seed), 2, "P3", "hand"))) for seed in range(10)}
    assert len(hands) > 1


# ---------------------------------------------------------------- what never ends


def small_game(folder: Path, body: str, cards: str) -> cardwright.Game:
    """A game of one turn in which P1 visits, with some cards in the works of P1."""
    (folder / "cards" / "base").mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "game: small\nplayers: 2\npowers_work_in: [works]\n"
        "kinds: {card: {memory: {marks: number}}}\n"
        "zones: {table: {box: {of: cards}}, player: {works: {of: cards}}}\n"
        "memory: {player: {visits: number}}\n"
        f"library: |\n{body}",
        encoding="utf-8",
    )
    (folder / "cards" / "base" / "cards.yaml").write_text(f"game: small\nset: base\ncards:\n{cards}", encoding="utf-8")
    return cardwright.load_game(folder)


BODY = """\
  rule final_score(player): player.visits
  rule start gives cards: []
  verb visit "visit": you.visits += 1
  verb go "go visiting":
    may visit: nothing
    else: finish
  step setup:
    for each p in first(players): move(box, to: p.works)
  step play:
    for each p in players: p go
"""


def test_a_runaway_ends_in_an_error_that_names_the_chain(tmp_path: Path) -> None:
    cards = (
        '  - {id: ping, name: Ping, power: "after players visit where this.marks is 0: pong_it"}\n'
        '  - {id: pong, name: Pong, power: "after players pong_it: visit"}\n'
    )
    game = small_game(tmp_path, BODY + '  verb pong_it "answer": nothing\n', cards)
    for tracked in (True, False):
        state = game.new(2, 1, tracked)
        before = state.digest()
        with pytest.raises(RunawayError) as caught:
            state.apply(0)
        assert {"Ping", "Pong"} <= set(caught.value.chain)
        assert "Ping" in str(caught.value)
        assert state.digest() == before, "the state is as it was before"
        assert state.player == 0
        state.apply(1)


def test_a_loop_that_does_nothing_ends_in_an_error(tmp_path: Path) -> None:
    cards = '  - {id: idle, name: Idle, power: "after players visit: idle_on"}\n'
    game = small_game(tmp_path, BODY + "  verb idle_on:\n    repeat until you.visits < 0: nothing\n", cards)
    state = game.new(2, 1)
    with pytest.raises(RunawayError):
        state.apply(0)


def test_only_what_authors_wrote_is_named_for_what_never_ends(tmp_path: Path) -> None:
    cards = '  - {id: awake, name: Awake, power: "forbid players rest\\nafter players visit: tire"}\n'
    body = BODY + "  verb rest: you.visits += 1\n  verb tire:\n    repeat until you.visits > 9: rest\n"
    for tracked in (True, False):
        with pytest.raises(RunawayError) as caught:
            small_game(tmp_path / str(tracked), body, cards).new(2, 1, tracked).apply(0)
        assert set(caught.value.chain) <= {"tire", "rest", "visit", "Awake"}


def test_a_rule_that_asks_itself_ends_in_an_error(tmp_path: Path) -> None:
    body = BODY.replace("you.visits += 1", "you.visits += worth(you)") + "  rule worth(player): 1\n"
    cards = '  - {id: snake, name: Snake, power: "modify worth(you): add sum(worth(p) for each p in players)"}\n'
    game = small_game(tmp_path, body, cards)
    state = game.new(2, 1)
    with pytest.raises(RunawayError):
        state.apply(0)


def test_ten_thousand_powers_that_trigger_each_other_resolve(tmp_path: Path) -> None:
    cards = '  - {id: domino, name: Domino, power: "after players visit where this.marks < 10000: on_and_on(this)"}\n'
    body = BODY + "  verb on_and_on(card):\n    card.marks += 1\n    visit\n"
    for tracked in (True, False):
        state = small_game(tmp_path / str(tracked), body, cards).new(2, 1, tracked)
        state.apply(0)
        assert state.scores == [10_001, 0]


# ---------------------------------------------------------------- everything with everything


def ids_with_powers() -> list[str]:
    """The ids of all gadgets that have a power and run away only on purpose."""
    texts = cardwright.load_game(TRIAL).card_texts()
    return [card.id for card in texts if card.text and card.id not in ("treadmill", "seesaw")]


def pairs_together() -> list[tuple[list[str], list[str]]]:
    """Groups of powers for the works of two players, so that every power meets every other."""
    words = ids_with_powers()
    random.Random(7).shuffle(words)
    blocks = [words[start : start + 12] for start in range(0, len(words), 12)]
    return list(itertools.combinations(blocks, 2))


@pytest.fixture(scope="module")
def together() -> tuple[ScenarioSuite, list[Scenario]]:
    """A game in progress for every two groups of powers."""
    lines = ["game: trial", "players: 2", "scenarios:"]
    for number, (mine, theirs) in enumerate(pairs_together()):
        lines += [f"  - name: pair {number}", "    play: yes", "    given:"]
        lines += [f"      P1.works: [{', '.join(mine)}]", f"      P2.works: [{', '.join(theirs)}]"]
        lines += ["    when: [then: closing is no]"]
    suite = ScenarioSuite()
    scenarios, mistakes = suite.add(HERE / "together.yaml", "\n".join(lines))
    assert not mistakes
    return suite, scenarios


def random_play(state: State, seed: int, most: int) -> None:
    """Play at random, and copy at every tenth decision."""
    chooser = random.Random(seed)
    for count in range(most):
        if state.finished:
            return
        if count % 10 == 0:
            assert state.clone().digest() == state.digest()
        state.apply(chooser.randrange(state.option_count))


@pytest.mark.long
def test_every_pair_of_powers_plays_on(together: tuple[ScenarioSuite, list[Scenario]]) -> None:
    suite, scenarios = together
    for number, scenario in enumerate(scenarios):
        quick, full = suite.state_after(scenario, tracked=False), suite.state_after(scenario)
        random_play(quick, number, 150)
        random_play(full, number, 150)
        assert quick.digest() == full.digest(), scenario.name


@pytest.mark.parametrize("tracked", [True, False])
@pytest.mark.parametrize(
    "deed",
    [
        "repeat endless times: nothing",
        "you.visits = sum(numbers(1, endless))",
        "you.visits = sum(numbers(1, 5, by: you.visits))",
    ],
)
def test_what_would_take_hours_is_refused_at_once(deed: str, tracked: bool, tmp_path: Path) -> None:
    cards = '  - {id: idle, name: Idle, power: "before players visit: idle_on"}\n'
    game = small_game(tmp_path, BODY + f'  rule endless: 999999999999\n  verb idle_on "idle":\n    {deed}\n', cards)
    state = game.new(2, 1, tracked)
    before = state.digest()
    with pytest.raises(RunawayError):
        state.apply(0)
    assert state.digest() == before
