"""Learned valuation as rules in a file beside the game, and described in words."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.bots.valuation import FULL_PROGRESS, PROGRESS_UNIT, WeightedValuation
from cardwright.formatting.files import format_file
from cardwright_tools.training.evaluation import Match
from cardwright_tools.training.features import Feature
from cardwright_tools.training.from_nothing.owned_piece_features import HeldFeature, Holdings
from cardwright_tools.training.write_learned_rule import BEGINS, describe_results

if TYPE_CHECKING:
    from cardwright.state_slots_and_table_rows import ProgramTables

# Progress that counts as early and as late in a match.
EARLY, LATE = 15, 85
# Limit for the pieces listed as best and as worst.
SHOWN = 12
# Minimum share of the most important worth from which on other pieces are measured in a common unit.
MIN_UNIT = 0.05
# A piece that is better early and worse late is listed if both differences are at least this share of the largest
# worth; and the limit for each kind.
MIN_REVERSAL = 0.1
MAX_REVERSALS = 4


def format_unaided_rules(
    rule: str,
    command: str,
    valuation: WeightedValuation,
    features: Mapping[str, Feature],
    holdings: Sequence[Holdings],
    games: int,
    matches: Sequence[Match],
    lines: Sequence[str],
    goes_by: bool,
    rollout: str = "",
) -> str:
    """Return the formatted text of a learned valuation; with `goes_by`, the game's bots use it by default.

    `rollout` is the policy of a search's rollouts; with "", the game decides.
    """
    texts = {name: feature.text for name, feature in features.items()}
    rules: list[str] = []
    for held in holdings:
        name = f"{rule}_{held.kind}"
        while any(each.startswith(f"  rule {name}(") for each in rules):
            name += "_too"
        # not the brackets of a call, as in `count(board where holder is player)`
        listed = re.compile(rf"(?<!\w){re.escape(held.text)}")
        users = [each for each in (term[0] for term in valuation.terms) if listed.search(texts[each])]
        if held.text.startswith("(") and len(users) > 1:
            rules += [f"  rule {name}(player): {held.text[1:-1]}"]
            texts |= {each: listed.sub(f"{name}(player)", texts[each]) for each in users}
    if valuation.progress:
        rules += [f'  rule {rule}_progress(player) "how far the game is": {_render_progress_text(valuation, texts)}']
    return format_file(
        Path(f"{rule}.yaml"),
        "\n".join(
            [
                f"{BEGINS} {command}` from {games:,} games.",
                *(f"# {line}" for line in (*describe_results(matches), *lines)),
                *([f"valuation: {rule}"] if goes_by else [f"valuations: [{rule}]"]),
                *([f"settling: [{rule}]"] if valuation.settling else []),
                *([f"priors: {{{rule}: {valuation.prior}}}"] if valuation.prior else []),
                *([f"rollout: {rollout}"] if rollout else []),
                "library: |",
                *rules,
                f'  rule {rule}(player) "what has been learned of {{player}}":',
                f"    {' '.join(_format_terms(valuation, texts, f'{rule}_progress(player)'))}",
                "",
            ]
        ),
    )


def _render_progress_text(valuation: WeightedValuation, texts: Mapping[str, str]) -> str:
    terms = [f"{_sign(weight)} {abs(weight)} * {texts[name]}" for name, weight in valuation.progress]
    total = " ".join([str(valuation.progress_start), *terms])
    return f"max(0, min({FULL_PROGRESS}, ({total}) / {PROGRESS_UNIT} rounded down))"


def _format_terms(valuation: WeightedValuation, texts: Mapping[str, str], progress: str) -> list[str]:
    """Return the terms of the sum; positive terms come first."""
    found = []
    for name, weight, growth in valuation.terms:
        if growth and weight:
            found.append((weight > 0, f"({weight} {_sign(growth)} {abs(growth)} * {progress}) * {texts[name]}"))
        elif growth:
            found.append((growth > 0, f"{_sign(growth)} {abs(growth)} * {progress} * {texts[name]}"))
        elif weight:
            found.append((weight > 0, f"{_sign(weight)} {abs(weight)} * {texts[name]}"))
    ordered = [text for _, text in sorted(found, key=lambda each: not each[0])]
    signed = [text if text[0] in "+-" else f"+ {text}" for text in ordered]
    return [signed[0][2:], *signed[1:]] if signed and signed[0][0] == "+" else ["0", *signed]


def _sign(number: int) -> str:
    return "-" if number < 0 else "+"


def describe_findings(
    valuation: WeightedValuation,
    features: Mapping[str, Feature],
    tables: "ProgramTables",
    spreads: Mapping[str, float] | None = None,
) -> list[str]:
    """Return sentences on what is valuable: pieces (early and late in the game), then everything else.

    `spreads` says how much each feature usually separates two players. If it is given, only the most important features
    are listed besides pieces.
    """
    lines = []
    copies = {piece.name or piece.id: piece.needed for piece in tables.definitions}
    for kind, worths in compute_piece_worths(valuation, features, tables).items():
        title = tables.kinds[kind].title or kind
        unit = _find_unit(worths, copies)
        for when, place in (("Early", 0), ("Late", 1)):
            lines.append(_describe_worths(when, title, {name: each[place] for name, each in worths.items()}, unit))
        lines += _list_reversals(worths)
    return [*lines, *_list_others(valuation, features, spreads or {})]


def _find_unit(worths: Mapping[str, tuple[float, float]], copies: Mapping[str, int]) -> str:
    """Return the piece by whose worth the others are measured: a common one, useful both early and late.

    Returns "" if there is none.
    """
    least = [MIN_UNIT * max(abs(each[place]) for each in worths.values()) for place in (0, 1)]
    useful = [
        name
        for name, both in worths.items()
        if all(worth > 0 and worth >= limit for worth, limit in zip(both, least, strict=True))
    ]
    return max(useful, key=lambda name: (copies[name], sum(worths[name]), name), default="")


def _describe_worths(when: str, title: str, worths: Mapping[str, float], unit: str) -> str:
    """Return a sentence with the value of one more piece of each definition, in pieces called `unit`.

    Without a unit, the piece that matters most counts as 100.
    """
    ordered = sorted(worths, key=lambda name: (-worths[name], name))
    if worths[ordered[0]] <= 0:
        return f"{when} in the game one more {title} is a burden, least of all {ordered[0]}, most of all {ordered[-1]}."
    if unit:
        measure, rated = f"{unit} is worth 1", [f"{name} {worths[name] / worths[unit]:.1f}" for name in ordered]
        rated.remove(f"{unit} 1.0")
    else:
        most = max(ordered, key=lambda name: abs(worths[name]))
        measure = f"{most} is worth {100 if worths[most] > 0 else -100}"
        rated = [f"{name} {100 * worths[name] / abs(worths[most]):.0f}" for name in ordered if name != most]
    shown = rated if len(rated) <= SHOWN else [*rated[: SHOWN // 2], "...", *rated[-SHOWN // 2 :]]
    return f"{when} in the game, where one more {measure}, one more of others is worth: {', '.join(shown)}."


def _list_reversals(worths: Mapping[str, tuple[float, float]]) -> list[str]:
    """Return sentences about pairs of pieces: one is worth more early in the game, the other late.

    The pair with the clearest difference comes first.
    """
    most = max(abs(each) for both in worths.values() for each in both)
    found = []
    for first, (early, late) in worths.items():
        for second, (other_early, other_late) in worths.items():
            before, after = early - other_early, other_late - late
            if min(before, after) >= MIN_REVERSAL * most:
                found.append((-min(before, after), first, second, EARLY + (LATE - EARLY) * before / (before + after)))
    lines: list[str] = []
    named: set[str] = set()
    for _, first, second, when in sorted(found):
        if len(lines) < MAX_REVERSALS and not named & {first, second}:
            named |= {first, second}
            until = f"Until about {round(when, -1):.0f} % of the game"
            lines.append(f"{until} one more {first} is worth more than one more {second}, from then on less.")
    return lines


def compute_piece_worths(
    valuation: WeightedValuation, features: Mapping[str, Feature], tables: "ProgramTables"
) -> dict[str, dict[str, tuple[float, float]]]:
    """Return how much one more piece is worth, early and late in the game, by kind and by name of the piece.

    Left out are kinds whose pieces are all worth the same, and kinds with only one piece to compare.
    """
    found: dict[str, dict[str, tuple[float, float]]] = {}
    held = [(features[name], weight, growth) for name, weight, growth in valuation.terms]
    for piece in tables.definitions:
        worth = [0.0, 0.0]
        for feature, weight, growth in held:
            if isinstance(feature, HeldFeature):
                gain = feature.gain(piece, tables.words)
                worth[0] += gain * (weight + growth * EARLY)
                worth[1] += gain * (weight + growth * LATE)
        found.setdefault(piece.kind, {})[piece.name or piece.id] = (worth[0], worth[1])
    return {kind: worths for kind, worths in found.items() if len(worths) > 1 and len(set(worths.values())) > 1}


def _list_others(
    valuation: WeightedValuation, features: Mapping[str, Feature], spreads: Mapping[str, float]
) -> list[str]:
    """Return sentences on what is good and bad apart from pieces, the most important first."""
    good: list[str] = []
    bad: list[str] = []
    rated = [
        (name, weight + growth * EARLY, weight + growth * LATE)
        for name, weight, growth in valuation.terms
        if not isinstance(features[name], HeldFeature)
    ]
    rated.sort(key=lambda each: -(abs(each[1]) + abs(each[2])) * spreads.get(each[0], 0.0))
    for name, early, late in rated[: SHOWN if spreads else None]:
        (good if early + late > 0 else bad).append(f"{features[name].words}{_change(early, late)}")
    return [
        f"The {how} of these, the better: {'; '.join(those)}."
        for how, those in (("more", good), ("less", bad))
        if those
    ]


def _change(early: float, late: float) -> str:
    if early * late < 0:
        return f" ({'only early' if (early > 0) == (early + late > 0) else 'only late'})"
    if abs(late) > 2 * abs(early):
        return " (above all late)"
    return " (above all early)" if abs(early) > 2 * abs(late) else ""
