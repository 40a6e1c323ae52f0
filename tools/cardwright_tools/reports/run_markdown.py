"""Report of a run as a page of Markdown, for the documentation of a game."""

from datetime import date

from cardwright.source.visible_control_characters import block, code, escape_line, escape_markdown
from cardwright_tools.laboratory.statistics import wording
from cardwright_tools.laboratory.statistics.recommendations import recommend
from cardwright_tools.laboratory.statistics.run_summary import Facts
from cardwright_tools.reports import report_data


def render_run(facts: Facts, other: Facts | None = None) -> str:
    """Return the whole page: method, notable results, and every table."""
    command, advice = escape_line(wording.format_command(facts)), recommend(facts)
    facts = facts.with_texts(escape_markdown)
    other = None if other is None else other.with_texts(escape_markdown)
    parts = [
        f"# Balance of {facts.title}",
        f"{wording.format_title(facts)}, measured on {date.today():%d %B %Y} with",
        block(f"{command} --out RUN.sqlite\ncardwright report RUN.sqlite --markdown PAGE.md", "sh"),
        _render_about(facts),
        " ".join(escape_markdown(said) + (f" ({code(test)})." if test else ".") for said, test in advice),
        "## Findings",
        "\n".join(f"- {finding}" for finding in wording.describe_findings(facts)),
        *_list_section(report_data.tabulate_seats(facts)),
        *(_list_section(report_data.tabulate_decks(facts)) if facts.decks else ()),
        *_list_section(report_data.tabulate_lengths(facts)),
        *_list_section(report_data.tabulate_endings(facts)),
        *_list_section(
            report_data.tabulate_cards(facts, report_data.list_reached_stages(facts), list(facts.effects)),
            _render_about_cards(facts),
        ),
        *(_list_section(report_data.compare_runs(facts, other), _ABOUT_BESIDE) if other is not None else ()),
        *(_list_section(report_data.tabulate_avoided(facts)) if facts.avoided else ()),
        *(_list_section(report_data.tabulate_failures(facts)) if facts.failed else ()),
    ]
    return "\n\n".join(parts) + "\n"


_ABOUT_BESIDE = (
    "Spearman's rank correlation of the effects of cards in two runs, and the cards that are out of line in both, in "
    "the same direction, or in one of them."
)


def _render_about(facts: Facts) -> str:
    return (
        f"on content {code(facts.plan.table.content)} (the hash of the game's files). Cardwright's "
        "`docs/laboratory.md` explains every figure and its limits. Intervals contain the true value with 95% "
        "confidence. These are games between bots: they show what this kind of player makes of a card."
    )


def _render_about_cards(facts: Facts) -> str:
    stages = ", ".join(wording.STAGE_WORDS[stage] for stage in report_data.list_reached_stages(facts))
    players = facts.games * facts.plan.table.players
    return (
        f"The number of players (of {players:,}) who had the card {stages}, and the percentage of them who won; then "
        f"the effect of having it {wording.join_stages(facts.effects or [facts.effect_of])} with the other cards "
        "equal, in percentage points of winning against the mean of all cards (* certain after correction for their "
        "number). "
        "The strongest first."
    )


def _list_section(content: report_data.ReportTable, *about: str) -> list[str]:
    lines = [content.head, ["---"] * len(content.head), *content.rows]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return [f"## {content.title}", *about, table]
