"""Chance in scenarios by the names of what is drawn: cards, players and words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario_runner.harbour import complaint, one

from cardwright import ScenarioSuite, load_game

GAME = """\
game: lots
title: Lots
players: 3
types: {mood: {values: [glad, sad]}}
kinds:
  card: {attributes: {size: number}}
zones:
  table: {pile: {of: cards}, deck: {of: cards, ordered: yes}}
  player: {hand: {of: cards, see: owner}}
memory:
  table: {last: {is: player}, felt: {is: mood}}
library: |
  verb one_card:
    choose c at random from pile: move(c, to: you.hand)
  verb two_cards:
    choose 2 cs at random from pile: move(cs, to: you.hand)
  verb someone:
    choose p at random from players: last = p
  verb feel:
    choose m at random from moods: felt = m
  verb of_deck:
    choose c at random from deck: move(c, to: you.hand)
  step setup: nothing
  step play: finish
  rule final_score(player): 0
pieces:
  - {id: plum, size: 1, copies: 2}
  - {id: mint, size: 2}
  - {id: fig, size: 3}
"""


@pytest.fixture
def lots(tmp_path: Path) -> Path:
    (tmp_path / "lots").mkdir()
    (tmp_path / "lots" / "game.yaml").write_text(GAME)
    return tmp_path


GIVEN = "given: {pile: [mint, fig, plum]}\n"


@pytest.mark.parametrize(
    "body",
    [
        "chance: {pick card: [plum]}\nwhen: [{do: P1 one_card}]\nthen: P1.hand.name is [plum]",
        "chance: {pick: [fig]}\nwhen: [{do: P1 one_card}]\nthen: P1.hand.name is [fig]",
        "chance: {pick card: [fig, mint]}\nwhen: [{do: P1 two_cards}]\nthen: sum(P1.hand.size) is 5",
        "chance: {pick card: [fig, 0]}\nwhen: [{do: P1 one_card}, {do: P2 one_card}]\nthen: P1.hand.name is [fig]",
        "chance: {pick player: [P3, P2]}\nwhen: [{do: P1 someone}, {do: P1 someone}]\nthen: last is P2",
        "chance: {pick mood: [sad]}\nwhen: [{do: P1 feel}]\nthen: felt is sad",
        "chance: {pick mood: [glad]}\nwhen: [{do: P1 feel}]\nthen: felt is glad",
    ],
)
def test_what_is_named_is_drawn(lots: Path, body: str) -> None:
    outcome = one(lots, GIVEN + body, "lots", 3)
    assert outcome.passed, outcome.diagnostics


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "chance: {pick card: [fig, fig]}\nwhen: [{do: P1 two_cards}]",
            "pick card: `fig` cannot be drawn, only plum, mint",
        ),
        (
            "given: {deck: [mint, fig]}\nchance: {pick card: [plum]}\nwhen: [{do: P1 of_deck}]",
            "pick card: `plum` cannot be drawn, only fig, mint",
        ),
    ],
)
def test_what_cannot_come_is_told_at_its_place(lots: Path, body: str, message: str) -> None:
    written = body if body.startswith("given") else GIVEN + body
    outcome = one(lots, written, "lots", 3)
    assert complaint(outcome) == message
    assert outcome.failure is not None
    span = outcome.failure.diagnostic.span
    line = next(line for line in written.splitlines() if line.startswith("chance: "))
    # four columns further in, in the file
    assert line[span.column - 5 :].startswith(("fig]", "plum]"))


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ({"pick card": ["plom"]}, "there is no card 'plom'; did you mean `plum`"),
        ({"pick player": ["P4"]}, "there is no player 'P4'"),
        ({"pick mood": ["plum"]}, "there is no mood 'plum'"),
    ],
)
def test_the_public_api_refuses_other_names(lots: Path, outcomes: dict[str, list[str]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_game(lots / "lots").dictated(3, seed=1, outcomes=outcomes)


@pytest.mark.parametrize(
    ("chance", "message"),
    [
        ("pick card: [plom]", "there is no card `plom`"),
        ("pick player: [P4]", "there is no player `P4`"),
        ("pick mood: [plum]", "there is no mood `plum`"),
    ],
)
def test_a_name_that_nothing_has_is_a_mistake(lots: Path, chance: str, message: str) -> None:
    text = f"game: lots\nplayers: 3\nscenarios:\n  - name: it\n    chance: {{{chance}}}\n    when: [{{do: P1 feel}}]\n"
    suite = ScenarioSuite()
    found, mistakes = suite.add(lots / "some.yaml", text)
    wrong = [*mistakes, *(each for scenario in found for each in suite.run(scenario).diagnostics)]
    assert [(each.code, each.message) for each in wrong] == [("unknown-card", message)]
