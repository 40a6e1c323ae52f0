"""The report of a run as a page of Markdown, for the documentation of a game."""

from collections.abc import Iterable, Sequence
from datetime import date

from cardwright.source.visible import visible_in_line
from cardwright_tools.laboratory import words
from cardwright_tools.laboratory.facts import STAGES, Facts
from cardwright_tools.reports.markdown import block, code, escaped


def markdown(facts: Facts) -> str:
    """The whole page: how it was measured, what stands out, and every table."""
    command = visible_in_line(words.command(facts))
    facts = facts.with_texts(escaped)
    parts = [
        f"# Balance of {facts.title}",
        f"{words.title(facts)}, measured on {date.today():%d %B %Y} with",
        block(f"{command} --out RUN.sqlite\ncardwright report RUN.sqlite --markdown PAGE.md", "sh"),
        _about(facts),
        "## Findings",
        "\n".join(f"- {finding}" for finding in words.findings(facts)),
        "## Seats and order of play",
        _table(
            ("", "wins", "mean score"),
            [
                *((f"P{one.number + 1}", words.share(one.wins), words.number(one.score)) for one in facts.seats),
                *(
                    (f"{words.place(p.number)} to play", words.share(p.wins), words.number(p.score))
                    for p in facts.order
                ),
            ],
        ),
        "## Length and course",
        _table(
            ("", "mean, and where games lie"),
            [
                ("turns", words.length(facts.turns)),
                ("decisions", words.length(facts.decisions)),
                ("changes of the lead", words.length(facts.lead_changes)),
                ("decisions with one option", words.share(facts.forced)),
                (
                    "longest turn, in decisions",
                    f"{facts.longest_turns[0].decisions} (game {facts.longest_turns[0].game})",
                ),
            ],
        ),
        "## What ended the games",
        _table(
            ("texts that led to the end; marks set by then", "share of games"),
            [(ending, words.share(part)) for ending, part in facts.endings],
        ),
        "## Cards",
        _about_cards(facts),
        _cards(facts),
    ]
    return "\n\n".join(parts) + "\n"


def _about(facts: Facts) -> str:
    return (
        f"on content {code(facts.plan.table.content)} (the hash of the game's files). What each figure means, and what "
        "it does not, is told in [the laboratory](laboratory.md). Intervals hold the true value with 95% certainty. "
        "These are games between bots: they tell what this kind of player makes of a card."
    )


def _about_cards(facts: Facts) -> str:
    stages = ", ".join(words.STAGE_WORDS[stage] for stage in _reached(facts))
    players = facts.games * facts.plan.table.players
    return (
        f"How many players (of {players:,}) had the card {stages}, and how many percent of them won; then, in "
        "percentage points of winning against the mean of all cards, what it does to have it "
        f"{words.stages(facts.effects or [facts.effect_of])}, the other cards being equal (* certain "
        "after correction for their number). The strongest first."
    )


def _reached(facts: Facts) -> list[str]:
    return [stage for stage in STAGES if any(getattr(card, stage).players for card in facts.cards)]


def _cards(facts: Facts) -> str:
    head = ["card", "set"]
    for stage in _reached(facts):
        head += [words.STAGE_WORDS[stage], "wins"]
    rows = []
    for card in facts.cards:
        row = [card.name, card.set]
        for stage in _reached(facts):
            found = getattr(card, stage)
            row += [f"{found.players:,}", words.share(found.wins).replace("%", "") if found.players else ""]
        rows.append([*row, *(words.effect(getattr(card, name)) for name in facts.effects.values())])
    return _table([*head, *(f"{words.STAGE_WORDS[stage]}: effect" for stage in facts.effects)], rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
