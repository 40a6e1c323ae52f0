"""Wording of the laboratory's figures, used alike in the terminal, in pages and in the documentation."""

import shlex
from collections.abc import Iterable
from pathlib import Path

from cardwright.phrases.inflection import count_noun, spell_name
from cardwright_tools.cli.standard_output import as_typed
from cardwright_tools.laboratory.games.match import MatchConfig
from cardwright_tools.laboratory.statistics.run_summary import DRAWN_MARGIN, MARGIN, SURE, Facts, Length
from cardwright_tools.laboratory.statistics.tests_and_intervals import Effect, Interval

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
STAGE_WORDS = {"drawn": "drawn", "played": "played", "worked": "at work"}
NEVER = {"had": "Nobody ever had", "played": "Never played", "worked": "Never at work when somebody decided"}


def format_share(interval: Interval) -> str:
    """Format a share with its interval. Example: `35.2% (32.8 to 37.7)`."""
    return f"{interval.value:.1%} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def format_games(count: int) -> str:
    """Format a number of games."""
    return f"{count:,} {'game' if count == 1 else 'games'}"


def number(interval: Interval, digits: int = 1) -> str:
    """Format a mean with its interval, if it has one."""
    return _format_interval(interval, f",.{digits}f")


def change(interval: Interval, digits: int = 2) -> str:
    """Format a difference with its interval, if it has one. Example: `+5.40 (+1.40 to +9.40)`."""
    return _format_interval(interval, f"+.{digits}f")


def format_points(interval: Interval) -> str:
    """Format a difference between shares in percentage points. Example: `+5.4 (+1.4 to +9.4)`."""
    return change(Interval(*(100 * each for each in (interval.value, interval.low, interval.high))), 1)


def _format_interval(interval: Interval, form: str) -> str:
    value, low, high = (format(each, form) for each in (interval.value, interval.low, interval.high))
    return value if interval.low == interval.high else f"{value} ({low} to {high})"


def format_p_value(p: float) -> str:
    """Format a p-value for tables."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def format_effect(found: Effect | None) -> str:
    """Format an effect in percentage points, with a star if it is significant."""
    return "" if found is None else f"{format_points(found.size)}{' *' if found.p < SURE else ''}"


def join_stages(found: Iterable[str]) -> str:
    """Join stages with `or` before the last. Example: `drawn, played or at work`."""
    *others, last = (STAGE_WORDS[stage] for stage in found)
    return f"{', '.join(others)} or {last}" if others else last


def place(index: int) -> str:
    """Format a position in the order of play."""
    return PLACES[index] if index < len(PLACES) else f"{index + 1}th"


def format_length(found: Length) -> str:
    """Format a length: its mean, and the range that contains 90 of 100 matches."""
    return f"{number(found.mean)}; 90% between {found.low:,.0f} and {found.high:,.0f}; at most {found.longest:,}"


def format_title(facts: Facts) -> str:
    """Return a line with the game, the players and the number of matches of a run."""
    table = facts.plan.table
    kinds = table.bots[0] if len(set(table.bots)) == 1 else ", ".join(table.bots)
    played = facts.games + len(facts.failed)
    planned = f" (of {facts.plan.games:,} planned)" if played < facts.plan.games else ""
    return f"{facts.title}: {facts.games:,} games{planned} of {table.players} {kinds} bots"


def format_command(facts: Facts) -> str:
    """Return the command that plays the run again, without the name of the run file."""
    table = facts.plan.table
    many = ["--games", str(facts.plan.games), "--seed", str(table.seed)]
    return shlex.join(["cardwright", "simulate", table.game, *format_match_flags(table), *many])


def format_record_command(run: Path) -> str:
    """Return the command that writes the record of one match (`N`) of a run."""
    return f"cardwright simulate --resume {as_typed(run)} --record N"


def format_match_flags(table: MatchConfig, bots: str | None = None) -> list[str]:
    """Return the flags of a configuration: its sets, decks, players and bots, which `bots` replaces.

    The files of decks are not known: their contents are in the file of a run.
    """
    asked = ["--sets", ",".join(table.sets)] if table.sets else []
    asked += [word for seat, _ in table.decks for word in ("--deck", f"{seat[1:]}=FILE")]
    asked += ["--pool", "FOLDER"] if table.pool else []
    kinds = table.bots[:1] if len(set(table.bots)) == 1 else table.bots
    return [*asked, "--players", str(table.players), "--bots", bots or ",".join(kinds)]


def describe_findings(facts: Facts) -> list[str]:
    """Return the notable results, each in a sentence or two."""
    found = [_render_advantage(facts), _render_lengths(facts)]
    found += _list_cards_out_of_line(facts)
    if facts.boards:
        found.append(f"Not cards of players, as no player ever had one: {', '.join(map(spell_name, facts.boards))}.")
    for reached, names in facts.unused.items():
        if names:
            found.append(f"{NEVER[reached]}: {', '.join(sorted(names))}.")
    if facts.failed:
        verb = "is" if len(facts.failed) == 1 else "are"
        found.append(f"{count_noun(len(facts.failed), 'game')} failed and {verb} not counted.")
    return found


def _list_cards_out_of_line(facts: Facts) -> list[str]:
    main = [(card.name, card.effect.size.value) for card in facts.out_of_line if card.effect]
    judged = sum(card.effect is not None for card in facts.cards)
    found = [_render_out_of_line(STAGE_WORDS[facts.effect_of], facts.margin, judged, main)] if judged else []
    if facts.effect_of != "played":
        others = [card for card in facts.played_out_of_line if card not in facts.out_of_line]
        played = [(card.name, card.played_effect.size.value) for card in others if card.played_effect]
        judged = sum(card.played_effect is not None for card in facts.cards)
        found += [_render_out_of_line("played, and not named before,", MARGIN, judged, played)] if played else []
    if facts.effect_of != "drawn":
        drawn = [(card.name, card.drawn_effect.size.value) for card in facts.drawn_out_of_line if card.drawn_effect]
        judged = sum(card.drawn_effect is not None for card in facts.cards)
        found += [_render_out_of_line("drawn", DRAWN_MARGIN, judged, drawn)] if judged else []
    return found


def _render_out_of_line(stage: str, margin: float, judged: int, sizes: list[tuple[str, float]]) -> str:
    up = ", ".join(f"{name} ({100 * size:+.1f})" for name, size in sizes if size > 0) or "none"
    down = ", ".join(f"{name} ({100 * size:+.1f})" for name, size in reversed(sizes) if size < 0) or "none"
    return (
        f"A card {stage} changes its player's chance of winning, against the mean of all cards, by {100 * margin:.0f} "
        f"points or more, certain after correction for {judged} cards: upwards {up}; downwards {down}."
    )


def _render_advantage(facts: Facts) -> str:
    first = facts.order[0].wins
    fair = 1 / facts.plan.table.players
    shared = sum(seat.wins.value for seat in facts.order) - 1
    begins = "The player who begins" if facts.beginner is None else f"P{facts.beginner + 1}, who is always the first,"
    text = f"{begins} wins or shares {format_share(first)} of the games"
    if facts.bots_differ:
        return f"{text}; as the bots differ, that does not tell what the order of play brings."
    if facts.order_by_chance >= SURE:
        p = format_p_value(facts.order_by_chance)
        return f"{text}; the order of play makes no difference that {format_games(facts.games)} show (p = {p})."
    best = max(facts.order, key=lambda one: one.wins.value)
    ties = f", {shared:.1%} of the wins being shared" if shared > 0.005 else ""
    return (
        f"{text}, a fair share being {fair:.1%}{ties}. The order of play matters (p "
        f"{_render_p(facts.order_by_chance)}): the {place(best.number)} player wins most, {format_share(best.wins)}."
    )


def _render_p(p: float) -> str:
    return format_p_value(p) if p < 0.001 else f"= {format_p_value(p)}"


def _render_lengths(facts: Facts) -> str:
    turns, leads = facts.turns, facts.lead_changes.mean.value
    return (
        f"A game takes {turns.mean.value:,.1f} turns (90% of them {turns.low:,.0f} to {turns.high:,.0f}) and "
        f"{facts.decisions.mean.value:,.0f} decisions; the lead changes {leads:.1f} times; "
        f"{facts.forced.value:.1%} of the decisions have one option."
    )
