"""Markdown page of an ablation, with the effect of every power and a comparison of ranks."""

from collections.abc import Iterator
from datetime import date

from cardwright.source.visible_control_characters import block, code, escape_markdown
from cardwright_tools.laboratory.statistics import wording
from cardwright_tools.laboratory.statistics.card_rank_agreement import rank_correlation
from cardwright_tools.laboratory.statistics.compare_versions_by_seed import Ablation, PowerEffect
from cardwright_tools.laboratory.statistics.run_summary import CardFacts, Facts

# Share of pairs with a different result below which the rank of a power says nothing.
TELLING = 0.02


def render_ablation(ablation: Ablation, command: str, beside: Facts | None = None) -> str:
    """Return the page: the method, the effects of powers, and from `beside`, if given, the results of whole matches."""
    telling = [power for power in ablation.powers if power.found.lead.unlike]
    silent = [escape_markdown(power.found.name) for power in ablation.powers if not power.found.lead.unlike]
    known = {} if beside is None else {card.id: card for card in beside.cards}
    parts = [
        f"# Every power of {escape_markdown(ablation.game)} against its blank",
        f"{ablation.games:,} games of each version, on the same seeds, measured on {date.today():%d %B %Y} with",
        block(command, "sh"),
        _render_about(ablation),
        *([] if beside is None else _list_agreement(telling, known, beside)),
        "\n".join(_list_table(telling, known)),
        f"No pair differs: {', '.join(sorted(silent))}." if silent else "",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _render_about(ablation: Ablation) -> str:
    return (
        f"on content {code(ablation.content)} (the hash of the game's files). For the player who was the first to have "
        "the card: the share of games in which its power was at work, the share of pairs of games that differ, and "
        "what the power changes, in percentage points of winning and in score minus the mean score of the others, with "
        f"{ablation.certainty:.0%} intervals (* certain after correction for {len(ablation.powers)} powers). "
        "Cardwright's `docs/laboratory.md` explains the figures and their limits."
    )


def _list_agreement(telling: list[PowerEffect], known: dict[str, CardFacts], beside: Facts) -> Iterator[str]:
    often = [power for power in telling if power.found.lead.unlike >= TELLING]
    there = f"of having it {wording.STAGE_WORDS[beside.effect_of]}"
    for stage, called in (("drawn_effect", "of having drawn the card"), ("effect", there)):
        pairs = [
            (power.found.lead.difference.value, effect.size.value)
            for power in often
            if power.found.card in known and (effect := getattr(known[power.found.card], stage)) is not None
        ]
        rank = rank_correlation([one for one, _ in pairs], [other for _, other in pairs])
        if rank is not None:
            yield (
                f"Among the {len(pairs)} powers for which at least {TELLING:.0%} of the pairs differ, the rank "
                f"correlation with the effect {called}, by the regression over {beside.games:,} whole games, is "
                f"{rank:.2f}."
            )


def _list_table(telling: list[PowerEffect], known: dict[str, CardFacts]) -> Iterator[str]:
    head = ["card", "at work", "unlike", "wins", "score lead", *(["drawn, by the regression"] if known else [])]
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for power in sorted(telling, key=lambda power: -power.found.lead.difference.value):
        one, wins, lead = power.found, power.found.wins.difference, power.found.lead.difference
        cells = [
            escape_markdown(one.name),
            power.often,
            f"{one.lead.unlike:.1%}",
            f"{wording.change(wins, 1)}{' *' if power.wins_sure else ''}",
            f"{wording.change(lead)}{' *' if power.lead_sure else ''}",
        ]
        if known:
            drawn = known[one.card].drawn_effect if one.card in known else None
            cells.append("" if drawn is None else f"{100 * drawn.size.value:+.1f}")
        yield f"| {' | '.join(cells)} |"
