"""The report of a run as a page of Markdown, for the documentation of a game."""

from datetime import date

from cardwright.source.visible import visible_in_line
from cardwright_tools.laboratory.figures import words
from cardwright_tools.laboratory.figures.advice import advice
from cardwright_tools.laboratory.figures.facts import Facts
from cardwright_tools.reports import contents
from cardwright_tools.reports.markdown import block, code, escaped


def markdown(facts: Facts, other: Facts | None = None) -> str:
    """The whole page: how it was measured, what stands out, and every table."""
    command = visible_in_line(words.command(facts))
    facts = facts.with_texts(escaped)
    other = None if other is None else other.with_texts(escaped)
    parts = [
        f"# Balance of {facts.title}",
        f"{words.title(facts)}, measured on {date.today():%d %B %Y} with",
        block(f"{command} --out RUN.sqlite\ncardwright report RUN.sqlite --markdown PAGE.md", "sh"),
        _about(facts),
        " ".join(f"{said} ({code(command)})." if command else f"{said}." for said, command in advice(facts)),
        "## Findings",
        "\n".join(f"- {finding}" for finding in words.findings(facts)),
        *_section(contents.seats(facts)),
        *_section(contents.course(facts)),
        *_section(contents.endings(facts)),
        *_section(contents.cards(facts, contents.reached(facts), list(facts.effects)), _about_cards(facts)),
        *(_section(contents.beside(facts, other), _ABOUT_BESIDE) if other is not None else ()),
        *(_section(contents.failures(facts)) if facts.failed else ()),
    ]
    return "\n\n".join(parts) + "\n"


_ABOUT_BESIDE = (
    "How alike two runs rank the cards that have an effect in both (Spearman's rank correlation), and which cards are "
    "out of line in both, in the same direction, or in one of them."
)


def _about(facts: Facts) -> str:
    return (
        f"on content {code(facts.plan.table.content)} (the hash of the game's files). What each figure means, and what "
        "it does not, is told in Cardwright's `docs/laboratory.md`. Intervals hold the true value with 95% certainty. "
        "These are games between bots: they tell what this kind of player makes of a card."
    )


def _about_cards(facts: Facts) -> str:
    stages = ", ".join(words.STAGE_WORDS[stage] for stage in contents.reached(facts))
    players = facts.games * facts.plan.table.players
    return (
        f"How many players (of {players:,}) had the card {stages}, and how many percent of them won; then, in "
        "percentage points of winning against the mean of all cards, what it does to have it "
        f"{words.stages(facts.effects or [facts.effect_of])}, the other cards being equal (* certain "
        "after correction for their number). The strongest first."
    )


def _section(told: contents.Told, *about: str) -> list[str]:
    lines = [told.head, ["---"] * len(told.head), *told.rows]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return [f"## {told.title}", *about, table]
