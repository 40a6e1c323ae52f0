"""Phrases, titles and names that do not fit the sentences in which they stand, and those that do."""

from pathlib import Path

import pytest
from tests.lint.fair import GAME, told_of

from cardwright.source.diagnostics import Diagnostic

PHRASE = '"toss {card}"'
RULE = "  rule fee"
MEMORY = "player: {coins: number}"


def find_unfit(rules: str, below: Path, power: str = "on open: earn(1)") -> list[Diagnostic]:
    """Return what is told of the texts of the fair, with a power in it."""
    found = told_of("card", power, below, rules)
    assert [each for each in found if each.severity == "error"] == []
    return [each for each in found if each.code.startswith("unfit-")]


def test_the_fair_itself_reads_well(tmp_path: Path) -> None:
    assert find_unfit(GAME, tmp_path) == []


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("toss {card}", ""),
        ("cast {card} off", ""),
        ("put {card} on top of your stall", ""),
        ("trade a card from your hand for {card}", ""),
        ("move the first {card} of your hand", ""),
        ("put the other cards of your hand on {card}", ""),
        ("close {card} of your choice", ""),
        ("{card} has 2 more might", "“you may {card} has 2 more might”"),
        ("a toss of {card}", "“you may a toss of {card}”"),
        ("from your hand, discard {card}", "begin with a verb"),
        ("can toss {card}", "begin with a verb"),
        ("trade {card} for a card of your hand", "“from your hand”: write `from`"),
        ("trade {card} for a card of your deck", ""),  # the fair has no such zone
    ],
)
def test_phrases_of_verbs(phrase: str, said: str, tmp_path: Path) -> None:
    found = find_unfit(GAME.replace(PHRASE, f'"{phrase}"'), tmp_path)
    assert [each.code for each in found] == ["unfit-phrase"] * bool(said)
    assert all(said in f"{each.message}: {each.label}" for each in found)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ('size(player) "the size of {player}": 1', ""),
        ('size(player) "half of the size of {player}": 1', ""),
        ('size(player) "what {player} owes": 1', ""),
        ('size(player) "how much {player} can carry": 1', ""),
        ('size(player) "size of {player}": 1', "write `the size of {player}`"),
        ('size(player) "{player} is tall": 1', "needs a noun phrase; this is a clause"),
        ('size(player) "there are as many as {player} has": 1', "needs a noun phrase"),
        ('big(player) "{player} is big": yes', ""),
        ('big(player) "{player} carry it": yes', ""),
        ('big(player) "a run begins with {player}": yes', ""),
        ('big(player) "the rule that {player} may trade": yes', ""),
        ('big(player) "the bigness of {player}": yes', "“if the bigness of {player}”"),
        ('goods(player) gives cards "the cards of {player}": player.stall', ""),
        ('goods(player) gives cards "the cargo on the stall of {player}": player.stall', ""),
        ('goods(player) gives cards "the goods on the stall of {player}": player.stall', ""),
        ('goods(player) gives cards "the stall of {player}": player.stall', ""),
        ('goods(player) gives cards "the dead": player.stall', ""),
        ('goods(player) gives cards "good things": player.stall', ""),
        ('goods(player) gives cards "the goods on all stalls": player.stall', "“a card of the goods on all stalls”"),
        ('goods(player) gives cards "the card of {player}": player.stall', "write `the cards of {player}`"),
        (
            'goods(player) gives cards "the crew beside {player}": player.stall',
            "as in `the crew cards beside {player}`",
        ),
        ('owners gives players "the best player": players', ""),
    ],
)
def test_phrases_of_rules(rule: str, said: str, tmp_path: Path) -> None:
    found = find_unfit(GAME.replace(RULE, f"  rule {rule}\n{RULE}", 1), tmp_path)
    assert [each.code for each in found] == ["unfit-phrase"] * bool(said)
    assert all(said in f"{each.message}: {each.label}" for each in found)


@pytest.mark.parametrize(
    ("phrase", "power", "told"),
    [
        ("the most shells", "modify fee(you): add 1", True),
        ("the most shells of {player}", "modify fee(you): add 1", True),
        ("the most shells", "on open: earn(1)", False),
        ("the limit of shells", "modify fee(you): add 1", False),
        ("the most expensive shell", "modify fee(you): add 1", False),
    ],
)
def test_a_limit_that_powers_change_is_a_noun(phrase: str, power: str, told: bool, tmp_path: Path) -> None:
    rules = GAME.replace('rule fee(player) "the fee of {player}"', f'rule fee(player) "{phrase}"')
    found = find_unfit(rules, tmp_path, power)
    assert [each.message for each in found] == [
        f"a power that modifies this reads “{phrase} are increased by 1”"
    ] * told


@pytest.mark.parametrize(
    ("memory", "power", "told"),
    [
        ("tired: number", "on open where you.tired > 1: earn(1)", True),
        ("tired: number", "on open: earn(1)", False),  # no sentence of a card speaks of it
        ("tired: {is: number, title: rests taken}", "on open where you.tired > 1: earn(1)", False),
        ("tired: yes_no", "on open where you.tired: earn(1)", False),
        ("speed: number", "on open where you.speed > 1: earn(1)", False),
        ("now: player", "on open where you.now is you: earn(1)", True),
        ("helm: {is: player, title: steered by}", "on open where you.helm is you: earn(1)", True),
        ("helm: {is: player, title: player to steer}", "on open where you.helm is you: earn(1)", False),
        ("out: yes_no", "on open where you.out: earn(1)", False),
    ],
)
def test_titles_of_memory(memory: str, power: str, told: bool, tmp_path: Path) -> None:
    found = find_unfit(GAME.replace(MEMORY, f"player: {{coins: number, {memory}}}"), tmp_path, power)
    assert [each.code for each in found] == ["unfit-title"] * told


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        ("id: kings_road", "King's Road"),
        ("id: witches_brew", "Witch's Brew"),
        ("id: old_captains_table", "Old Captain's Table"),
        ("id: two_faced_urn", "Two-Faced Urn"),
        ("id: urn, name: Two Faced Urn", "Two-Faced Urn"),
        ("id: urn, name: Kings Road", ""),  # written by the author
        ("id: kings_road, name: King's Road", ""),
        ("id: oath_of_the_three_kings", ""),
        ("id: moss_cloak", ""),
        ("id: three_red_seeds", ""),
    ],
)
def test_names_of_cards(entry: str, name: str, tmp_path: Path) -> None:
    rules = GAME.replace("pieces:\n", f"pieces:\n  - {{{entry}, kind: card}}\n")
    found = find_unfit(rules, tmp_path)
    assert [each.label for each in found] == [f"give it `name: {name}`"] * bool(name)
