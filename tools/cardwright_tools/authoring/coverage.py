"""What `cardwright test --coverage` shows: the places in the texts of games that no scenario ran."""

from collections.abc import Sequence
from dataclasses import asdict

from cardwright.declarations.bots_rules import BotsRule
from cardwright.scenarios.coverage import Coverage
from cardwright_tools.authoring.left_out import told_of_bots
from cardwright_tools.cli.terminal import nearby, say

LIBRARY = "the game's own texts"


def show_coverage(coverage: Coverage, left_out: Sequence[BotsRule]) -> None:
    """Print every place that never ran, then the cards of which something never ran, and the sums."""
    for place in coverage.missed():
        whose = f" ({place.card})" if place.card else ""
        say(f"{nearby(place.path)}:{place.line}:{place.column}: never ran: {place.text}{whose}")
    by_card = coverage.by_card()
    powers = {card: counts for card, counts in by_card.items() if card}
    for card, (ran, of) in powers.items():
        if ran < of:
            say(f"{card}: {ran} of {of}")
    whole = sum(ran == of for ran, of in powers.values())
    say(f"{whole} of {len(powers)} powers ran whole: {_sum(list(powers.values()))}")
    if "" in by_card:
        say(f"{LIBRARY}: {_sum([by_card['']])}")
    bots = told_of_bots(left_out)
    if bots is not None:
        say(bots)


def _sum(counts: list[tuple[int, int]]) -> str:
    ran, of = sum(ran for ran, _ in counts), sum(of for _, of in counts)
    share = f", {100 * ran / of:.1f} %" if of else ""
    return f"{ran} of {of} statements, values and abilities{share}"


def coverage_json(coverage: Coverage, left_out: Sequence[BotsRule]) -> dict[str, object]:
    """The same for scripts: every place with how often it ran, and the sums."""
    return {
        "for_bots": [rule.word for rule in left_out],
        "places": [{**asdict(place), "runs": times} for place, times in sorted(coverage.runs.items())],
        "cards": {card: {"ran": ran, "of": of} for card, (ran, of) in coverage.by_card().items() if card},
        "library": dict(zip(("ran", "of"), coverage.by_card().get("", (0, 0)), strict=True)),
    }
