"""Report of a run as one self-contained HTML file with tables and inline SVG."""

import io
import warnings
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.source.characters import escape_controls, escape_line
from cardwright_tools.cli.errors import needs
from cardwright_tools.laboratory.statistics import wording
from cardwright_tools.laboratory.statistics.recommendations import recommend
from cardwright_tools.laboratory.statistics.run_summary import Facts
from cardwright_tools.laboratory.statistics.tests_and_intervals import Effect
from cardwright_tools.reports import report_data

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLE = """
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #222;
  background: #fff; overflow-wrap: anywhere }
.wide { overflow-x: auto }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; font-size: .92rem }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #ddd; text-align: right; vertical-align: top }
th { overflow-wrap: normal } td:not(:first-child) { overflow-wrap: break-word }
th:first-child, td:first-child { text-align: left; min-width: 9rem }
thead th { background: #fff }
figure { margin: 1rem 0; break-inside: avoid } figure svg { max-width: 100%; height: auto } figcaption { color: #555 }
@media print {
  @page { margin: 14mm }
  body { font-size: 10pt; margin: 0; max-width: none; padding: 0 }
  .wide { overflow: visible } table { font-size: 8pt } th, td { padding: .1rem .3rem }
  h2 { break-after: avoid } tr { break-inside: avoid } thead { display: table-header-group }
  figure svg { max-height: 24cm }
}
code { background: #f3f3f3; padding: .1rem .3rem }
"""
# A second fence behind the first: should a text get past its escapes, nothing in it would run or be fetched.
POLICY = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">"""
# The same file for the same run, text that can be searched, and names that are drawn, not set: `$` begins no formula.
DRAWING: dict[Any, object] = {
    "svg.hashsalt": "cardwright",
    "svg.fonttype": "none",
    "font.size": 10,
    "text.parse_math": False,
    "text.usetex": False,
}
MAX_NAME_LENGTH = 40
MAX_BINS = 50
BLUE, ORANGE = "#2b6cb0", "#c05621"


def page(facts: Facts, run: Path, other: Facts | None = None) -> str:
    """Return the whole page."""
    with needs("lab"):
        import matplotlib
    with matplotlib.rc_context(DRAWING):
        body = "\n".join(_body(facts, run, other))
    return escape_controls(
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(wording.format_title(facts))}</title>\n{POLICY}\n"
        f'<meta name="viewport" content="width=device-width">\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n'
        "</body>\n</html>\n"
    )


def _body(facts: Facts, run: Path, other: Facts | None) -> Iterable[str]:
    yield f"<h1>{escape(wording.format_title(facts))}</h1>"
    kept = f"kept in {escape(run.name)}, content <code>{escape(facts.plan.table.content)}</code>"
    again = f"game N once more, as a record: <code>{escape(wording.format_record_command(run))}</code>"
    yield f"<p><code>{escape(wording.format_command(facts))}</code>, {kept}; {again}</p>"
    sections = (
        f"{escape(said)} (<code>{escape(command)}</code>)." if command else f"{escape(said)}."
        for said, command in recommend(facts)
    )
    yield f"<p>{' '.join(sections)}</p>"
    yield "<ul>" + "".join(f"<li>{escape(finding)}</li>" for finding in wording.describe_findings(facts)) + "</ul>"
    order = _figure(
        _order(facts), "Share of games won or shared, by place in the order of play; the line is a fair share."
    )
    yield _section(report_data.tabulate_seats(facts), order)
    counts = report_data.tabulate_counts(facts)
    yield _section(
        report_data.tabulate_lengths(facts),
        *(_figure(_histogram(each, name), f"Games by {name}.") for name, each in counts),
    )
    yield _section(report_data.tabulate_endings(facts))
    if facts.cards:
        figures = (
            _figure(_effects(facts, facts.effects[stage]), _caption(stage))
            for stage in report_data.list_stages_with_effects(facts)
        )
        yield _section(
            report_data.tabulate_cards(facts, report_data.list_reached_stages(facts), list(facts.effects)), *figures
        )
    if other is not None:
        yield _section(report_data.compare_runs(facts, other))
    if facts.failed:
        yield _section(report_data.tabulate_failures(facts))


def _caption(stage: str) -> str:
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


def _histogram(counts: Sequence[int], name: str) -> "Figure":
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
    """Return the edges of bins for whole numbers, of equal width and between numbers."""
    least, most = min(counts), max(counts)
    step = -(-(most - least + 1) // MAX_BINS)
    return [least - 0.5 + step * number for number in range((most - least) // step + 2)]


def _effects(facts: Facts, name: str) -> "Figure":
    from matplotlib.figure import Figure

    judged: list[tuple[str, Effect]] = [(card.name, found) for card in facts.cards if (found := getattr(card, name))]
    judged.sort(key=lambda one: one[1].size.value)
    figure = Figure(figsize=(9, 1.2 + 0.19 * len(judged)), layout="constrained")
    axes = figure.subplots()
    for height, (_, effect) in enumerate(judged):
        color = ORANGE if effect.p < 0.05 else BLUE
        axes.plot([100 * effect.size.low, 100 * effect.size.high], [height, height], color=color, linewidth=1.5)
        axes.plot(100 * effect.size.value, height, "o", color=color, markersize=3.5)
    axes.set_yticks(range(len(judged)), [_brief(name) for name, _ in judged], fontsize=8)
    axes.set_ylim(-1, len(judged))
    axes.axvline(0, color="#999", linewidth=1)
    axes.grid(axis="x", color="#eee")
    axes.set_xlabel("percentage points")
    return figure


def _brief(name: str) -> str:
    """Shorten a name next to a figure to one line."""
    line = escape_line(name)
    return line if len(line) <= MAX_NAME_LENGTH else f"{line[: MAX_NAME_LENGTH - 1]}…"


def _figure(figure: "Figure", caption: str) -> str:
    drawn = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # signs that its font lacks are drawn by the reader's
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    svg = drawn.getvalue()
    text = escape(caption, quote=True)
    inline = svg[svg.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{text}"', 1)
    return f"<figure>{inline}<figcaption>{text}</figcaption></figure>"


def _section(content: report_data.ReportTable, *figures: str) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in content.head)
    lines = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in content.rows]
    table = "".join(f"<tr>{line}</tr>" for line in lines)
    drawn = [f"<h2>{escape(content.title)}</h2>", *figures]
    return "\n".join(
        [*drawn, f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{table}</tbody></table></div>']
    )
