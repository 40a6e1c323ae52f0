"""Recommendations from a run, at most five sentences with commands to try."""

import shlex
from typing import NamedTuple

from cardwright.phrases.inflection import join_items
from cardwright_tools.laboratory.games.end_causes import EMPTY
from cardwright_tools.laboratory.statistics import wording
from cardwright_tools.laboratory.statistics.run_summary import ORDER_MARGIN, SURE, CardFacts, Facts

# Share of matches from which on a single kind of ending is reported.
ALMOST_ALL = 0.95
# Limit for the names in a sentence.
NAMED = 4
# A turn that is this many times as long as the mean one is reported.
LONG_TURN = 8


class Advice(NamedTuple):
    """A recommendation as a sentence without its full stop, and a command that tests it, if there is one."""

    said: str
    command: str | None = None


def recommend(facts: Facts) -> list[Advice]:
    """Return at most five sentences: on the order of play, strong and weak cards, powers, and lengths."""
    found = [_order(facts)]
    if facts.cards:
        judged = any(card.effect is not None for card in facts.cards)
        found += [_advise_strong(facts), _advise_weak(facts)] if judged else [_advise_unknown(facts)]
    if facts.powers:
        found.append(_advise_idle(facts))
    return [*found, _end(facts)]


def _order(facts: Facts) -> Advice:
    if facts.bots_differ:
        best = max(facts.seats, key=lambda one: one.wins.value)
        return Advice(
            f"The {facts.plan.table.bots[best.number]} bot in seat {best.number + 1} wins most, {best.wins.value:.1%} "
            "of the games: to see what the order of play brings, try one kind of bot in all seats"
        )
    if facts.order_by_chance >= SURE:
        return Advice(
            f"Nobody is better off for their place in the order of play, as far as "
            f"{wording.format_games(facts.games)} show"
        )
    fair = 1 / facts.plan.table.players
    best = max(facts.order, key=lambda one: one.wins.value)
    worst = min(facts.order, key=lambda one: one.wins.value)
    text = (
        f"Who is {wording.place(best.number)} to play wins {best.wins.value:.1%} of the games and who is "
        f"{wording.place(worst.number)} {worst.wins.value:.1%}, where {fair:.1%} is fair"
    )
    if best.wins.value - worst.wins.value < ORDER_MARGIN:
        return Advice(f"{text}: too little to change anything for")
    return Advice(
        f"{text}: try to let the {wording.place(worst.number)} begin with more, and compare that with a copy of the "
        "game as it was",
        _format_command("compare", "COPY", facts.plan.table.game, *wording.format_match_flags(facts.plan.table)),
    )


def _advise_unknown(facts: Facts) -> Advice:
    return Advice(
        f"The effect of a card {_name_stage(facts)} on its player is unknown: too few players had one, or had it not, "
        "all have as many, or all win as much"
    )


def _advise_strong(facts: Facts) -> Advice:
    found = [card for card in facts.out_of_line if card.effect and card.effect.size.value > 0]
    if not found:
        return Advice(
            f"No card {_name_stage(facts)} helps to win by {100 * facts.margin:.0f} points more than the mean of all"
        )
    first = found[0]
    text = f"{_join_cards(found)} most {_name_stage(facts)} ({_render_size(first)}): try "
    if not first.has_power:
        return Advice(f"{text}to make it dearer or rarer")
    return Advice(
        f"{text}first whether that is its power or what it takes to have it there", _format_blank_command(facts, first)
    )


def _advise_weak(facts: Facts) -> Advice:
    found = [card for card in reversed(facts.out_of_line) if card.effect and card.effect.size.value < 0]
    if not found:
        return Advice(
            f"No card {_name_stage(facts)} helps to win by {100 * facts.margin:.0f} points less than the mean of all"
        )
    return Advice(
        f"{_join_cards(found)} least {_name_stage(facts)} ({_render_size(found[0])}): unless it is meant to hurt "
        "whoever has it, or a bot that plays better makes more of it, try a smaller price or more power",
        _render_better(facts),
    )


def _advise_idle(facts: Facts) -> Advice:
    powers = facts.powers
    idle = [card for card in powers if not card.worked.players]
    players = facts.games * facts.plan.table.players
    if not idle:
        rarest = min(powers, key=lambda card: card.worked.players)
        return Advice(
            f"Every power was at work, that of {rarest.name} least often, for {rarest.worked.players:,} of "
            f"{players:,} players"
        )
    text = f"{len(idle)} of {len(powers)} powers were never at work when somebody decided ({_names(idle)})"
    played = [card for card in idle if card.played.players]
    if played:
        which = "all of these cards" if len(played) == len(idle) else _names(played)
        text += f", though {which} were played, and what they do may have been over at once; else nothing is known"
    else:
        text += ", and nothing is known"
    return Advice(f"{text} of these: try a bot that plays better before you blame the cards", _render_better(facts))


def _end(facts: Facts) -> Advice:
    ending, part, others = _find_usual_end(facts)
    turns = facts.turns.mean.value
    each = facts.decisions.mean.value / max(turns, 1)
    longest = max(facts.longest_turns, key=lambda turn: turn.decisions)
    if part >= ALMOST_ALL and others:
        return Advice(
            f"{part:.1%} of the games end in the same way ({ending}): try to bring the others nearer, if they "
            "are meant to happen"
        )
    if longest.decisions >= LONG_TURN * each:
        return Advice(
            f"A game takes {turns:,.1f} turns of {each:,.1f} decisions, and one turn took {longest.decisions} "
            f"(game {longest.game}, seed {longest.seed}): try to see there what keeps its player so long"
        )
    return Advice(f"A game takes {turns:,.1f} turns of {each:,.1f} decisions, and no turn is much longer than that")


def _find_usual_end(facts: Facts) -> tuple[str, float, bool]:
    """Return the most frequent end, its share, and True if there are others; empty piles are no ends."""
    shares: dict[str, float] = {}
    for ending, part in facts.endings:
        way = "; ".join(each for each in ending.split("; ") if not each.endswith(EMPTY))
        shares[way] = shares.get(way, 0.0) + part.value
    usual = max(shares, key=shares.__getitem__)
    return usual, shares[usual], len(shares) > 1


def _name_stage(facts: Facts) -> str:
    return wording.STAGE_WORDS[facts.effect_of]


def _render_size(card: CardFacts) -> str:
    assert card.effect is not None
    return f"{100 * card.effect.size.value:+.1f} points for {card.name}"


def _join_cards(found: list[CardFacts]) -> str:
    return f"{_join_names([card.name for card in found])} {'helps' if len(found) == 1 else 'help'}"


def _names(cards: list[CardFacts]) -> str:
    return _join_names(sorted(card.name for card in cards))


def _join_names(names: list[str]) -> str:
    more = len(names) - NAMED
    return join_items([*names[:NAMED], f"{more} more"] if more > 0 else names)


def _format_blank_command(facts: Facts, card: CardFacts) -> str:
    table = facts.plan.table
    return _format_command("compare", table.game, "--card", card.id, "--blank", *wording.format_match_flags(table))


def _render_better(facts: Facts) -> str:
    table = facts.plan.table
    return _format_command("simulate", table.game, *wording.format_match_flags(table, "mcts:1000"), "--games", "200")


def _format_command(*command: str) -> str:
    return shlex.join(["cardwright", *command])
