"""Warnings about zones that pieces are on, although sentences say `in`."""

from collections.abc import Iterator

from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.phrases.inflection import make_singular
from cardwright.source.diagnostics import Diagnostic, declare_code

UNFIT_ZONE = declare_code("unfit-zone")
# Nouns for surfaces: things are on them, not in them.
_SURFACES = frozenset(
    "altar battlefield beach bench board bridge carpet cloth coast counter floor grid hill island lawn ledge map "
    "mat mountain pad path pier plate platform playmat quay railway rampart roof scoreboard shelf shore stage table "
    "throne tile track trail tray wharf".split()
)

# The last word of a title behind one of them is not what the pieces are on: stones off the board.
_PREPOSITIONS = frozenset("at behind beside by from in near of off on outside to under".split())


def find_unfit_zones(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each zone without `at` whose title is a surface: its pieces would be *in the board*."""
    for zone in texts.game.zones:
        *before, noun = zone.title.lower().split()
        surface = make_singular(noun) in _SURFACES and _PREPOSITIONS.isdisjoint(before)
        if surface and not zone.at and not zone.is_reserve:
            message = f"sentences say that pieces are “in the {zone.title}”"
            label = f"give the zone `at: on the {zone.title}`"
            yield Diagnostic(UNFIT_ZONE, message, zone.span, label, severity="warning")
