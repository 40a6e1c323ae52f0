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
    "Spearman's rank correlation of the effects of cards in two runs, and the cards that are out of line in both, in "
    "the same direction, or in one of them."
)


def _about(facts: Facts) -> str:
    return (
        f"on content {code(facts.plan.table.content)} (the hash of the game's files). Cardwright's "
        "`docs/laboratory.md` explains every figure and its limits. Intervals contain the true value with 95% "
        "confidence. These are games between bots: they show what this kind of player makes of a card."
    )


def _about_cards(facts: Facts) -> str:
    stages = ", ".join(words.STAGE_WORDS[stage] for stage in contents.reached(facts))
    players = facts.games * facts.plan.table.players
    return (
        f"The number of players (of {players:,}) who had the card {stages}, and the percentage of them who won; then "
        f"the effect of having it {words.stages(facts.effects or [facts.effect_of])} with the other cards equal, in "
        "percentage points of winning against the mean of all cards (* certain after correction for their number). "
        "The strongest first."
    )


def _section(told: contents.Told, *about: str) -> list[str]:
    lines = [told.head, ["---"] * len(told.head), *told.rows]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return [f"## {told.title}", *about, table]
