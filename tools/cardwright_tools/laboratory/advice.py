"""What a run shows in five sentences: what is out of line, and what to try about it."""

import shlex
from typing import NamedTuple

from cardwright.wording.inflection import listed
from cardwright_tools.laboratory import words
from cardwright_tools.laboratory.facts import MARGIN, ORDER_MARGIN, SURE, CardFacts, Facts

# One way to end that so many games take leaves little to the others.
ALMOST_ALL = 0.95
# So many names fit a sentence.
NAMED = 4
# A turn so many times as long as the mean one is worth a look.
LONG_TURN = 8


class Advice(NamedTuple):
    """A sentence without its full stop, and the command that tries what it says, if there is one."""

    said: str
    command: str | None = None


def advice(facts: Facts) -> list[Advice]:
    """At most five, in this order: the order of play, strong cards, weak ones, powers without use, ends and lengths."""
    found = [_order(facts)]
    if facts.cards:
        found += [_strong(facts), _weak(facts)]
    if any(card.has_power for card in facts.cards):
        found.append(_idle(facts))
    return [*found, _end(facts)]


def _order(facts: Facts) -> Advice:
    if facts.order_by_chance >= SURE:
        return Advice(
            f"Nobody is better off for their place in the order of play, as far as {facts.games:,} games show"
        )
    fair = 1 / facts.plan.table.players
    best = max(facts.order, key=lambda one: one.wins.value)
    worst = min(facts.order, key=lambda one: one.wins.value)
    told = (
        f"Who is {words.place(best.number)} to play wins {best.wins.value:.1%} of the games and who is "
        f"{words.place(worst.number)} {worst.wins.value:.1%}, where {fair:.1%} is fair"
    )
    if best.wins.value - worst.wins.value < ORDER_MARGIN:
        return Advice(f"{told}: too little to change anything for")
    return Advice(
        f"{told}: try to let the {words.place(worst.number)} begin with more, and compare that with the game as it was",
        f"cardwright compare {shlex.quote(facts.plan.table.game)} --rev HEAD",
    )


def _strong(facts: Facts) -> Advice:
    found = [card for card in facts.out_of_line if card.effect and card.effect.size.value > 0]
    if not found:
        return Advice(f"No card {_stage(facts)} helps to win by {100 * MARGIN:.0f} points more than the mean of all")
    first = found[0]
    told = f"{_cards(found)} most {_stage(facts)} ({_size(first)}): try "
    if not first.has_power:
        return Advice(f"{told}to make it dearer or rarer")
    return Advice(f"{told}first whether that is its power or what it takes to have it there", _blank(facts, first))


def _weak(facts: Facts) -> Advice:
    found = [card for card in reversed(facts.out_of_line) if card.effect and card.effect.size.value < 0]
    if not found:
        return Advice(f"No card {_stage(facts)} helps to win by {100 * MARGIN:.0f} points less than the mean of all")
    return Advice(
        f"{_cards(found)} least {_stage(facts)} ({_size(found[0])}): try a smaller price or more power, unless a bot "
        "that plays better makes more of it",
        _better(facts),
    )


def _idle(facts: Facts) -> Advice:
    powers = [card for card in facts.cards if card.has_power]
    idle = sorted(card.name for card in powers if not card.worked.players)
    players = facts.games * facts.plan.table.players
    if not idle:
        rarest = min(powers, key=lambda card: card.worked.players)
        return Advice(
            f"Every power was at work, that of {rarest.name} least often, for {rarest.worked.players:,} of "
            f"{players:,} players"
        )
    return Advice(
        f"{len(idle)} of {len(powers)} powers were never at work ({_named(idle)}), and nothing is known of these: try "
        "a bot that plays better before you blame the cards",
        _better(facts),
    )


def _end(facts: Facts) -> Advice:
    ending, part = facts.endings[0]
    turns = facts.turns.mean.value
    each = facts.decisions.mean.value / max(turns, 1)
    longest = max(facts.longest_turns, key=lambda turn: turn.decisions)
    if part.value >= ALMOST_ALL and len(facts.endings) > 1:
        return Advice(
            f"{part.value:.1%} of the games end in the same way ({ending}): try to bring the others nearer, if they "
            "are meant to happen"
        )
    if longest.decisions >= LONG_TURN * each:
        return Advice(
            f"A game takes {turns:,.1f} turns of {each:,.1f} decisions, and one turn took {longest.decisions} "
            f"(game {longest.game}, seed {longest.seed}): try to see there what keeps its player so long"
        )
    return Advice(f"A game takes {turns:,.1f} turns of {each:,.1f} decisions, and no turn is much longer than that")


def _stage(facts: Facts) -> str:
    return words.STAGE_WORDS[facts.effect_of]


def _size(card: CardFacts) -> str:
    assert card.effect is not None
    return f"{100 * card.effect.size.value:+.1f} points for {card.name}"


def _cards(found: list[CardFacts]) -> str:
    return f"{_named([card.name for card in found])} {'helps' if len(found) == 1 else 'help'}"


def _named(names: list[str]) -> str:
    more = len(names) - NAMED
    return listed([*names[:NAMED], f"{more} more"] if more > 0 else names)


def _blank(facts: Facts, card: CardFacts) -> str:
    return f"cardwright compare {shlex.quote(facts.plan.table.game)} --card {shlex.quote(card.id)} --blank"


def _better(facts: Facts) -> str:
    table = facts.plan.table
    sets = f" --sets {shlex.quote(','.join(table.sets))}" if table.sets else ""
    return f"cardwright simulate {shlex.quote(table.game)}{sets} --players {table.players} --bots mcts:1000 --games 200"
