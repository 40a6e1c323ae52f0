"""Powers of several cards that ask each other for the rule that they change: told where it can happen, and true."""

import pickle
import time
from pathlib import Path

import pytest
from tests.lint.fair import GAME, power_on, told_of

from cardwright import RunawayError, ScenarioSuite, check_paths

RULES = GAME.replace(
    "  rule fee",
    "  rule worth(card): card.price\n  rule wealth(player): sum(worth(c) for each c in player.stall)\n  rule fee",
)
RULES = RULES.replace("+ fee(player)", "+ fee(player) + wealth(player)")
EACH = "max(worth(c) for each c in {})"


@pytest.mark.parametrize(
    ("asked", "copies"),
    [
        (EACH.format("next(you).stall"), 2),
        (EACH.format("opponents.stall"), 2),
        (EACH.format("you.stall where it is not this"), 2),
        (EACH.format("you.stall"), 1),
        ("worth(the(first(next(you).stall)))", 2),
        ("wealth(next(you))", 2),
        ("wealth(you)", 1),
        ("sum(worth(c) + 1 for each c in players.stall where c is not this)", 2),
    ],
)
def test_cards_that_ask_each_other_are_told_of(asked: str, copies: int, tmp_path: Path) -> None:
    power = f"modify worth(this): add {asked}"
    [found] = told_of("card", power, tmp_path / "all", RULES, copies)
    assert (found.code, found.severity) == ("rule-cycle", "warning")
    assert found.message.startswith("the value of `worth` depends on itself if ")
    if copies > 1:
        assert told_of("card", power, tmp_path / "one", RULES, 1) == []


@pytest.mark.parametrize(
    ("asked", "copies"),
    [
        ("max(c.price for each c in next(you).stall)", 3),
        (EACH.format("next(you).hand"), 3),
        (EACH.format("next(you).stall where price is 2"), 3),
        ("count(next(you).stall where price is 2)", 3),
    ],
)
def test_nothing_is_told_of_what_ends(asked: str, copies: int, tmp_path: Path) -> None:
    found = told_of("card", f"modify worth(this): add {asked}", tmp_path, RULES, copies)
    assert [each.message for each in found if each.code == "rule-cycle"] == []


@pytest.mark.parametrize(
    ("change", "ends"),
    [
        ("modify worth(this) until take_turn: add worth(this)", True),
        ("modify worth(this) until take_turn: multiply 1 + worth(this) / 2 rounded up", True),
        ("modify fee(you) until take_turn: set fee(you) + fee(next(you))", True),
        ("modify worth until take_turn: add worth(card)", False),
        ("modify worth(this) where worth(this) > 0 until take_turn: add 1", False),
    ],
)
def test_what_is_settled_when_a_deed_is_done_ends(change: str, ends: bool, tmp_path: Path) -> None:
    found = told_of("card", f"on open: {change}", tmp_path, RULES)
    assert [each.code for each in found if each.code == "rule-cycle"] == ["rule-cycle"] * (not ends)


def test_a_ring_of_neighbours_needs_a_card_for_each(tmp_path: Path) -> None:
    rules = RULES.replace("players: 2 to 4", "players: 3 to 4")
    power = f"modify worth(this): add {EACH.format('next(you).stall')}"
    assert told_of("card", power, tmp_path / "two", rules, 2) == []
    assert [each.code for each in told_of("card", power, tmp_path / "three", rules, 3)] == ["rule-cycle"]


def test_rules_that_ask_rules_many_times_are_looked_at_for_a_moment_only(tmp_path: Path) -> None:
    asks = "  rule f{}(player): f{}(player) + f{}(next(player)) + f{}(previous(player))\n"
    chain = "".join(asks.format(n, *[n + 1] * 3) for n in range(14))
    rules = RULES.replace("  rule fee", f"{chain}  rule f14(player): player.coins\n  rule fee")
    folder = power_on("card", "modify worth(this): add f0(you)", tmp_path, rules)
    began = time.process_time()
    assert [each for each in check_paths([folder])[0] if each.code == "rule-cycle"] == []
    assert time.process_time() - began < 20


def test_two_cards_that_ask_each_other_are_told_of_once(tmp_path: Path) -> None:
    folder = power_on("card", f"modify worth(this): add {EACH.format('opponents.stall')}", tmp_path, RULES)
    other = "game: fair\ncards:\n  - {id: other, power: 'modify worth(this): add worth(the(last(opponents.stall)))'}\n"
    (folder / "cards/base/other.yaml").write_text(other, encoding="utf-8")
    [found] = check_paths([folder])[0]
    assert found.message.endswith("depends on itself if several of Odd and Other in play depend on each other")
    assert len(found.notes) == 1


def error_at_play(folder: Path, given: str) -> str:
    """What a scenario tells that asks for the worth of an odd card where some cards lie."""
    path = folder / "scenarios/it.yaml"
    path.parent.mkdir()
    path.write_text(
        f"players: 2\nscenarios: [{{name: it, given: {given}, then: worth(odd#1) is 1}}]\n", encoding="utf-8"
    )
    suite = ScenarioSuite()
    suite.add(path)
    [told] = suite.run(suite.scenarios[0]).diagnostics
    return told.message


def test_the_error_at_play_names_the_cards_with_their_lines(tmp_path: Path) -> None:
    folder = power_on("card", f"modify worth(this): add {EACH.format('opponents.stall')}", tmp_path, RULES, 2)
    told = error_at_play(folder, "{P1.stall: [odd], P2.stall: [odd]}")
    assert told.startswith("this never ends: worth -> worth -> worth, by Odd (")  # one card's, the other's, and again
    assert "cards.yaml, line 7: modify worth(this): add max(worth(c)" in told


@pytest.mark.parametrize(
    "power",
    [
        "modify worth where worth(card) > 3: subtract 1",
        "modify worth where card in you.stall and worth(card) > 3: subtract 1",
        "modify worth(this) where sum(worth(c) for each c in you.stall) > 3: set 1",
        "modify worth(this): add worth(this)",
    ],
)
def test_no_other_card_is_named_for_what_one_asks(power: str, tmp_path: Path) -> None:
    folder = power_on("card", power, tmp_path, RULES, 2)
    for word in ("ahead", "zeal"):
        text = f"game: fair\ncards:\n  - {{id: {word}, power: 'modify worth(this): add 1'}}\n"
        (folder / f"cards/base/{word}.yaml").write_text(text, encoding="utf-8")
    told = error_at_play(folder, "{P1.stall: [odd#1, ahead, zeal]}")
    assert told.startswith("this never ends: worth -> worth, by Odd (")
    assert "Ahead" not in told
    assert "Zeal" not in told


def test_the_error_is_the_same_when_it_comes_from_another_process() -> None:
    error = RunawayError(["worth", "worth"], ["Odd (cards.yaml, line 7: modify ...)"])
    again = pickle.loads(pickle.dumps(error))
    assert (again.chain, again.places, str(again)) == (error.chain, error.places, str(error))
