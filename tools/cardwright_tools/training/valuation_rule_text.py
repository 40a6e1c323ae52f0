"""Learned valuation as rules in a file beside the game, and described in words."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.bots.valuation import FULL_PROGRESS, PROGRESS_UNIT, WeightedValuation
from cardwright.formatting.files import format_file
from cardwright_tools.training.evaluation import Match
from cardwright_tools.training.features import Feature
from cardwright_tools.training.learned_rule import BEGINS, describe_results
from cardwright_tools.training.piece_features import HeldFeature, Holdings

if TYPE_CHECKING:
    from cardwright.program_format import ProgramTables

# What counts as early and late in a game, in points of progress.
EARLY, LATE = 15, 85
# So many of what is held to be best and worst are told.
SHOWN = 12


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

    `rollout` is the policy by which searches play on, "" to leave that to the game.
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
    valuation: WeightedValuation, features: Mapping[str, Feature], tables: "ProgramTables"
) -> list[str]:
    """Return lines that describe the features with a weight, early and late in the game: cards, then all others."""
    lines = []
    for kind, worths in compute_piece_worths(valuation, features, tables).items():
        title = tables.kinds[kind].title or kind
        for when, place in (("early", 0), ("late", 1)):
            ordered = sorted(worths, key=lambda name: (-worths[name][place], name))
            most = max(abs(each[place]) for each in worths.values()) or 1.0
            rated = [f"{name} {100 * worths[name][place] / most:+.0f}" for name in ordered]
            shown = rated if len(rated) <= SHOWN else [*rated[: SHOWN // 2], "...", *rated[-SHOWN // 2 :]]
            lines.append(
                f"One more {title} of these, {when} in the game (the most telling is 100): {', '.join(shown)}."
            )
    return [*lines, *_list_others(valuation, features)]


def compute_piece_worths(
    valuation: WeightedValuation, features: Mapping[str, Feature], tables: "ProgramTables"
) -> dict[str, dict[str, tuple[float, float]]]:
    """Return the value that one more piece of each definition adds, early and late, by kind and name.

    Kinds without a weight are left out.
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


def _list_others(valuation: WeightedValuation, features: Mapping[str, Feature]) -> list[str]:
    good: list[str] = []
    bad: list[str] = []
    for name, weight, growth in valuation.terms:
        if not isinstance(features[name], HeldFeature):
            early, late = weight + growth * EARLY, weight + growth * LATE
            (good if early + late > 0 else bad).append(f"{features[name].words}{_change(early, late)}")
    return [f"{what} is also: {'; '.join(those)}." for what, those in (("Good", good), ("Bad", bad)) if those]


def _change(early: int, late: int) -> str:
    if early * late < 0:
        return f" ({'good' if early > 0 else 'bad'} early, {'good' if late > 0 else 'bad'} late)"
    if abs(late) > 2 * abs(early):
        return " (more so late)"
    return " (more so early)" if abs(early) > 2 * abs(late) else ""
