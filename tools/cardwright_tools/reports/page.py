"""The report of a run as one HTML file that needs nothing beside it: tables, and figures as inline SVG."""

import io
import warnings
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.source.visible import visible, visible_in_line
from cardwright_tools.laboratory import words
from cardwright_tools.laboratory.extra import needs
from cardwright_tools.laboratory.facts import STAGES, Facts
from cardwright_tools.laboratory.statistics import Effect

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; color: #222;
  background: #fff }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .7rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap }
th:first-child, td:first-child { text-align: left; white-space: normal }
thead th { position: sticky; top: 0; background: #fff }
figure { margin: 1rem 0 } figure svg { max-width: 100%; height: auto } figcaption { color: #555 }
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
LONGEST_NAME = 40
BLUE, ORANGE = "#2b6cb0", "#c05621"


def page(facts: Facts, run: Path) -> str:
    """The whole page."""
    with needs("lab"):
        import matplotlib
    with matplotlib.rc_context(DRAWING):
        body = "\n".join(_body(facts, run))
    return visible(
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(words.title(facts))}</title>\n{POLICY}\n"
        f'<meta name="viewport" content="width=device-width">\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n'
        "</body>\n</html>\n"
    )


def _body(facts: Facts, run: Path) -> Iterable[str]:
    yield f"<h1>{escape(words.title(facts))}</h1>"
    kept = f"kept in {escape(run.name)}, content <code>{escape(facts.plan.table.content)}</code>"
    yield f"<p><code>{escape(words.command(facts))}</code>, {kept}</p>"
    yield "<ul>" + "".join(f"<li>{escape(finding)}</li>" for finding in words.findings(facts)) + "</ul>"
    yield "<h2>Seats and order of play</h2>"
    yield _figure(
        _order(facts), "Share of games won or shared, by place in the order of play; the line is a fair share."
    )
    seats = [(f"P{s.number + 1} ({facts.plan.table.bots[s.number]})", s) for s in facts.seats]
    places = [(f"{words.place(p.number)} to play", p) for p in facts.order]
    rows = [(name, words.share(one.wins), words.number(one.score)) for name, one in seats + places]
    yield _table(("", "wins", "mean score"), rows)
    yield "<h2>Length and course</h2>"
    for counts, name, told in (
        (facts.turn_counts, "turns", "Games by their number of turns."),
        (facts.lead_counts, "changes of the lead", "Games by how often the lead changed."),
    ):
        if min(counts) < max(counts):  # one bar says no more than the table below
            yield _figure(_histogram(counts, name), told)
    longest = ", ".join(f"{turn.decisions} (game {turn.game}, seed {turn.seed})" for turn in facts.longest_turns)
    course = [
        ("turns", words.length(facts.turns)),
        ("decisions", words.length(facts.decisions)),
        ("changes of the lead", words.length(facts.lead_changes)),
        ("decisions with one option", words.share(facts.forced)),
        ("longest turns, in decisions", longest),
    ]
    yield _table(("", "mean, and where games lie"), course)
    yield "<h2>What ended the games</h2>"
    endings = [(ending, words.share(part)) for ending, part in facts.endings]
    yield _table(("texts that led to the end; marks set by then", "share of games"), endings)
    yield from _cards(facts)
    if facts.failed:
        yield "<h2>Games that failed</h2>"
        failed = [(str(number), str(seed), error, record) for number, seed, error, record in facts.failed]
        yield _table(("game", "seed", "error", "record"), failed)


def _cards(facts: Facts) -> Iterable[str]:
    if not facts.cards:
        return
    yield "<h2>Cards</h2>"
    for stage, name in facts.effects.items():
        if stage == "drawn" and facts.effect_of != "drawn":
            continue  # small, and told in the table
        yield _figure(
            _effects(facts, name),
            f"What a card that is {words.STAGE_WORDS[stage]} changes in its player's chance of winning, in percentage "
            "points against the mean of all cards, the other cards being equal, with 95% intervals; orange: certain "
            "after correction.",
        )
    head = ["card", "set"]
    reached = [name for name in STAGES if any(getattr(card, name).players for card in facts.cards)]
    for name in reached:
        head += [words.STAGE_WORDS[name], "wins with it"]
    rows = []
    for card in facts.cards:
        row = [card.name, card.set]
        for name in reached:
            found = getattr(card, name)
            row += [f"{found.players:,}", words.share(found.wins) if found.players else ""]
        rows.append([*row, *(words.effect(getattr(card, name)) for name in facts.effects.values())])
    yield _table([*head, *(f"{words.STAGE_WORDS[name]}: effect" for name in facts.effects)], rows)


def _order(facts: Facts) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3), layout="constrained")
    axes = figure.subplots()
    wins = [place.wins for place in facts.order]
    names = [words.place(place.number) for place in facts.order]
    spread = [[one.value - one.low for one in wins], [one.high - one.value for one in wins]]
    axes.bar(names, [one.value for one in wins], yerr=spread, color=BLUE, capsize=4)
    axes.axhline(1 / len(wins), color=ORANGE, linewidth=1)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    return figure


def _histogram(counts: Sequence[int], name: str) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3), layout="constrained")
    axes = figure.subplots()
    axes.hist(counts, bins=min(50, max(counts) - min(counts) + 1), color=BLUE)
    axes.set_xlabel(name)
    axes.set_ylabel("games")
    return figure


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
    """A name beside a figure: on one line, and no longer than leaves room for the figure."""
    line = visible_in_line(name)
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 1]}…"


def _figure(figure: "Figure", caption: str) -> str:
    drawn = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # signs that its font lacks are drawn by the reader's
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    svg = drawn.getvalue()
    told = escape(caption, quote=True)
    inline = svg[svg.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{told}"', 1)
    return f"<figure>{inline}<figcaption>{told}</figcaption></figure>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    return (
        f"<table><thead><tr>{top}</tr></thead><tbody>"
        + "".join(f"<tr>{line}</tr>" for line in lines)
        + "</tbody></table>"
    )
