"""Report of a run as one self-contained HTML file with tables and inline SVG."""

import io
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.source.visible_control_characters import escape_controls, escape_line
from cardwright_tools.cli.errors import needs
from cardwright_tools.laboratory.statistics import wording
from cardwright_tools.laboratory.statistics.recommendations import recommend
from cardwright_tools.laboratory.statistics.run_summary import Facts
from cardwright_tools.laboratory.statistics.tests_and_intervals import Effect
from cardwright_tools.reports import report_data

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# The same file for the same run, searchable text, and names as they are: `$` begins no formula.
DRAWING: dict[Any, object] = {
    "svg.hashsalt": "cardwright",
    "svg.fonttype": "none",
    "font.size": 10,
    "text.parse_math": False,
    "text.usetex": False,
}
# Table of a section, and its figures with their captions.
Section = tuple[report_data.ReportTable, list[tuple[str, str]]]
MAX_NAME_LENGTH = 40
MAX_BINS = 50
BLUE, ORANGE = "#2b6cb0", "#c05621"


def page(facts: Facts, run: Path, other: Facts | None = None) -> str:
    """Return the whole page."""
    with needs("lab"):
        import matplotlib
        from jinja2 import Environment, StrictUndefined
    environment = Environment(autoescape=True, trim_blocks=True, undefined=StrictUndefined, keep_trailing_newline=True)
    template = environment.from_string((Path(__file__).parent / "report.html").read_text(encoding="utf-8"))
    with matplotlib.rc_context(DRAWING):
        sections = list(_list_sections(facts, other))
    return escape_controls(
        template.render(
            title=wording.format_title(facts),
            command=wording.format_command(facts),
            run=run,
            content=facts.plan.table.content,
            once_more=wording.format_record_command(run),
            advice=recommend(facts),
            findings=wording.describe_findings(facts),
            sections=sections,
        )
    )


def _list_sections(facts: Facts, other: Facts | None) -> Iterator[Section]:
    caption = "Share of games won or shared, by place in the order of play; the line is a fair share."
    yield report_data.tabulate_seats(facts), [(_draw_svg(_order(facts)), caption)]
    if facts.decks:
        yield report_data.tabulate_decks(facts), []
    counts = report_data.tabulate_counts(facts)
    charts = [(_draw_svg(_make_histogram(each, name)), f"Games by {name}.") for name, each in counts]
    yield report_data.tabulate_lengths(facts), charts
    yield report_data.tabulate_endings(facts), []
    if facts.cards:
        stages = report_data.list_stages_with_effects(facts)
        figures = [(_draw_svg(_make_effects(facts, facts.effects[stage])), _render_caption(stage)) for stage in stages]
        yield report_data.tabulate_cards(facts, report_data.list_reached_stages(facts), list(facts.effects)), figures
    if other is not None:
        yield report_data.compare_runs(facts, other), []
    if facts.avoided:
        yield report_data.tabulate_avoided(facts), []
    if facts.failed:
        yield report_data.tabulate_failures(facts), []


def _render_caption(stage: str) -> str:
    return (
        f"What a card that is {wording.STAGE_WORDS[stage]} changes in its player's chance of winning, in percentage "
        "points against the mean of all cards, the other cards being equal, with 95% intervals; orange: certain "
        "after correction."
    )


def _order(facts: Facts) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3), layout="constrained")
    axes = figure.subplots()
    wins = [place.wins for place in facts.order]
    names = [wording.place(place.number) for place in facts.order]
    spread = [[one.value - one.low for one in wins], [one.high - one.value for one in wins]]
    axes.bar(names, [one.value for one in wins], yerr=spread, color=BLUE, capsize=4)
    axes.axhline(1 / len(wins), color=ORANGE, linewidth=1)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    return figure


def _make_histogram(counts: Sequence[int], name: str) -> "Figure":
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(7, 3), layout="constrained")
    axes = figure.subplots()
    axes.hist(counts, bins=choose_bins(counts), color=BLUE)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(name)
    axes.set_ylabel("games")
    return figure


def choose_bins(counts: Sequence[int]) -> list[float]:
    """Return the edges of bins of equal width for integers, each edge between two integers."""
    least, most = min(counts), max(counts)
    step = -(-(most - least + 1) // MAX_BINS)
    return [least - 0.5 + step * number for number in range((most - least) // step + 2)]


def _make_effects(facts: Facts, name: str) -> "Figure":
    from matplotlib.figure import Figure

    judged: list[tuple[str, Effect]] = [(card.name, found) for card in facts.cards if (found := getattr(card, name))]
    judged.sort(key=lambda one: one[1].size.value)
    figure = Figure(figsize=(9, 1.2 + 0.19 * len(judged)), layout="constrained")
    axes = figure.subplots()
    for height, (_, effect) in enumerate(judged):
        color = ORANGE if effect.p < 0.05 else BLUE
        axes.plot([100 * effect.size.low, 100 * effect.size.high], [height, height], color=color, linewidth=1.5)
        axes.plot(100 * effect.size.value, height, "o", color=color, markersize=3.5)
    axes.set_yticks(range(len(judged)), [_shorten(name) for name, _ in judged], fontsize=8)
    axes.set_ylim(-1, len(judged))
    axes.axvline(0, color="#999", linewidth=1)
    axes.grid(axis="x", color="#eee")
    axes.set_xlabel("percentage points")
    return figure


def _shorten(name: str) -> str:
    """Shorten a name next to a figure to one line."""
    line = escape_line(name)
    return line if len(line) <= MAX_NAME_LENGTH else f"{line[: MAX_NAME_LENGTH - 1]}…"


def _draw_svg(figure: "Figure") -> str:
    """Return a figure as SVG, without the text before `<svg`."""
    drawn = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # signs that its font lacks are drawn by the reader's
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return drawn.getvalue().partition("<svg")[2]
