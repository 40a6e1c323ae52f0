"""Why powers are seldom at work: what of each card comes into reach, what bots decline, and what that costs them.

    nice -n 15 python -m tests.native.rare_powers import_export --players 3 --bots greedy --games 1000 \
        --into contracts --reach meets_tier --sets base,captain,jutaku,kickstarter --markdown rare.md

Games are played in compiled C and gone over in Python. A card is *offered* where somebody could put it from their hand
into the zone `--into`, the first step towards where its power works; it is *in reach* where they have it in hand and
the rule `--reach`, of a player and a card, says yes. From places where a bot declined to take it, the game is played on
as the bot would, and with the card taken, by the same bots with the same luck.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import cardwright
from cardwright import State
from cardwright.bots import make_bot
from cardwright.bots.native_bots import convert_bot
from cardwright.native.bot_engine import Seated
from cardwright.native.compiled_game import BeyondC, NativeGame
from cardwright.native.engine import Engine
from cardwright.runtime.primitives.bitsets import ids
from cardwright.runtime.primitives.random_numbers import derive_seed
from cardwright.runtime.primitives.zones import where
from cardwright.state_slots_and_table_rows import PENDING
from cardwright_tools.laboratory.games.card_presence import CardUseRecorder
from cardwright_tools.laboratory.games.match import MAX_DECISIONS, MatchConfig
from cardwright_tools.laboratory.games.native_match import derive_seeds
from cardwright_tools.laboratory.statistics.tests_and_intervals import compute_wilson_interval

# A site at which so many offers led nowhere is no way into the zone.
TRIALS = 30
# The 95 % interval of a mean of some twenty differences, in standard errors; of fewer than FEWEST none is told.
WIDE = 2.1
FEWEST = 12


@dataclass(frozen=True)
class Offer:
    """A place in a game, after so many answers, where an option took a card; which one was chosen."""

    game: int
    after: int
    player: int
    option: int
    chosen: int


@dataclass
class Course:
    """What became of a card: players who drew it, had it in reach, were offered it, took it and had it at work."""

    drawn: int = 0
    reached: int = 0
    offered: int = 0
    taken: int = 0
    worked: int = 0
    declined: list[Offer] = field(default_factory=list)


@dataclass(frozen=True)
class Change:
    """What a card changes for who has it: in how many pairs of games, the lead in points, and wins in percent."""

    pairs: int
    lead: tuple[float, float, float]
    wins: tuple[float, float, float]

    def __str__(self) -> str:
        if not self.pairs:
            return ""
        if self.pairs < FEWEST:
            return f"{self.lead[0]:+.1f}; {self.wins[0]:+.1f} % of {self.pairs}"
        told = [f"{mean:+.1f} ({low:+.1f} to {high:+.1f})" for mean, low, high in (self.lead, self.wins)]
        return f"{told[0]}; {told[1]} % of {self.pairs}"


UNTRIED = Change(0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


class Watch:
    """Plays games of one table and goes over them."""

    def __init__(self, asked: argparse.Namespace) -> None:
        sets = tuple(asked.sets.split(",")) if asked.sets else None
        self.game = cardwright.load_game(asked.game, sets)
        self.players: int = asked.players
        self.table = MatchConfig(asked.game, asked.players, (asked.bots,) * asked.players, asked.seed, self.game.sets)
        self.engine = Engine(self.game, asked.players)
        self.bot: Seated = convert_bot(make_bot(asked.bots, 0), self.engine.program)
        self.mind, self.room = self.engine.mind(), self.engine.library.new()
        tables = self.engine.program.tables
        self.tables = tables
        self.names: list[str] = [each[0] for each in tables.definitions]
        self.into = {tables.zones_from + place for place, zone in enumerate(tables.zones) if zone.word == asked.into}
        self.hands = [
            tables.zones_from + next(p for p, z in enumerate(tables.zones) if z[:3] == ("hand", "player", seat))
            for seat in range(self.players)
        ]
        self.reach: str = asked.reach
        self.leads_there: dict[int, bool] = {}
        self.tried: Counter[int] = Counter()
        self.cards: defaultdict[str, Course] = defaultdict(Course)
        self.answers: dict[int, list[int]] = {}

    def games(self, count: int) -> None:
        """Play games, and note what became of every card."""
        for number in range(count):
            with suppress(BeyondC):
                self.answers[number] = self.played(number)
                self._go_over(number, derive_seeds(self.table, number)[0], self.answers[number])

    def played(self, number: int) -> list[int]:
        """The answers of a game. Raises BeyondC."""
        seed, of_bots = derive_seeds(self.table, number)
        seats = [(self.bot, each) for each in of_bots]
        return [
            each for some in self.engine.bot_game(self.room, self.mind, seed, seats, MAX_DECISIONS) for each in some
        ]

    def place(self, number: int, after: int) -> str:
        """A place in a game: what whoever is asked sees, the question, and which option they took."""
        state, answers = self.game.new(self.players, derive_seeds(self.table, number)[0]), self.played(number)
        for answer in answers[:after]:
            state.apply(answer)
        decision, view = state.decision, state.view(state.player)
        assert decision is not None
        counters = [f"{each.owner} {each.name}: {each.value}" for each in view.counters]
        zones = [
            f"{zone.owner} {zone.name}: {', '.join(piece.name if piece else '?' for piece in zone.pieces)}"
            for zone in view.zones
            if any(zone.pieces)
        ]
        options = [f"{each.index}: {each.text}" for each in decision.options]
        asked = f"P{decision.player + 1} is asked, and takes {answers[after]}: {decision.prompt}"
        return "\n".join([*counters, *zones, asked, *options])

    def _go_over(self, number: int, seed: int, answers: Sequence[int]) -> None:
        state = self.game.new(self.players, seed, tracked=False)
        sightings = CardUseRecorder(state)
        offered: dict[tuple[int, str], Offer | None] = {}
        taken: set[tuple[int, str]] = set()
        reached: set[tuple[int, int]] = set()
        for after, answer in enumerate(answers):
            player = state.player
            for piece in ids(state.slots[self.hands[player]]):
                if (player, piece) not in reached and state.variant.rules[self.reach](state.slots, player, piece):
                    reached.add((player, piece))
            for option, card in self._offers(state):
                who = (player, card)
                if option == answer:
                    taken.add(who)
                    offered.setdefault(who, None)
                elif not offered.get(who):
                    offered[who] = Offer(number, after, player, option, answer)
            state.apply(answer)
            sightings.look(state)
        for seen in sightings.seen(state):
            course = self.cards[seen.card]
            course.drawn += seen.drawn > 0
            course.worked += seen.worked > 0
        for _, piece in reached:
            self.cards[self.names[self.tables.pieces[piece]]].reached += 1
        for (player, card), offer in offered.items():
            course = self.cards[card]
            course.offered += 1
            course.taken += (player, card) in taken
            if offer is not None and (player, card) not in taken:
                course.declined.append(offer)

    def _offers(self, state: State) -> Iterator[tuple[int, str]]:
        """The options that put a piece of the player's from their hand into the zone, and what these pieces are."""
        _, options, site = state.slots[PENDING]
        if self.tables.sites[site].base != "piece" or not self.leads_there.get(site, True):
            return
        for option, piece in enumerate(options):
            if piece < 0 or self.tables.pieces[piece] < 0:
                continue
            if site not in self.leads_there:
                if self._put_in(state, option, piece):
                    self.leads_there[site] = True
                else:
                    self.tried[site] += 1
                    if self.tried[site] >= TRIALS:
                        self.leads_there[site] = False
                    return
            yield option, self.names[self.tables.pieces[piece]]

    def _put_in(self, state: State, option: int, piece: int) -> bool:
        find = partial(where, state.variant.context)
        if find(state.slots, piece) in self.into:
            return False
        after, player = state.clone(), state.player
        after.apply(option)
        while not after.finished and after.player == player and find(after.slots, piece) not in self.into:
            if after.declines(0) or after.slots[PENDING][2] == state.slots[PENDING][2]:
                return False
            after.apply(0)
        return find(after.slots, piece) in self.into

    # ------------------------------------------------------------ played on

    def declined(self, courses: Sequence[Course], places: int, often: int) -> Change:
        """What taking cards changes in places where the bots declined to."""
        pairs = []
        for offer in _spread([offer for course in courses for offer in course.declined], places):
            for luck in range(often):
                both = [self._from(offer, option, luck) for option in (offer.chosen, offer.option)]
                if None not in both:
                    pairs.append((offer.player, *both))
        return _change(pairs)

    def _from(self, offer: Offer, option: int, luck: int) -> tuple[list[int], list[int]] | None:
        seed, _ = derive_seeds(self.table, offer.game)
        game = self.engine.begun(seed, self.room)
        for answer in self.answers[offer.game][: offer.after]:
            game.answer(answer)
        game.answer(option)
        return self._played_on(game, derive_seed(seed, "luck", offer.after, luck))

    def _played_on(self, game: NativeGame, seed: int, mind: Any = None) -> tuple[list[int], list[int]] | None:
        mind = self.mind if mind is None else mind
        for seat in range(self.players):
            mind.seat(seat, self.bot, derive_seed(seed, "bot", seat))
        try:
            while mind.play(game, MAX_DECISIONS) is not None:
                pass
            scores, _, winners = game.results()
        except BeyondC:
            return None
        return [int(score) for score in scores], winners


def _spread(offers: Sequence[Offer], count: int) -> list[Offer]:
    """So many of them, from first to last."""
    if len(offers) <= count:
        return list(offers)
    return [offers[place * len(offers) // count] for place in range(count)]


def _change(pairs: Sequence[tuple[Any, ...]]) -> Change:
    leads, wins = [], []
    for player, before, after in pairs:
        leads.append(float(_lead(after[0], player) - _lead(before[0], player)))
        wins.append(100 * (_share(after[1], player) - _share(before[1], player)))
    return Change(len(pairs), _interval(leads), _interval(wins))


def _lead(scores: Sequence[int], player: int) -> float:
    return scores[player] - fmean(score for other, score in enumerate(scores) if other != player)


def _share(winners: Sequence[int], player: int) -> float:
    return (player in winners) / len(winners)


def _interval(values: Sequence[float]) -> tuple[float, float, float]:
    if len(values) < 2:
        return (0.0, float("-inf"), float("inf"))
    mean, wide = fmean(values), WIDE * stdev(values) / sqrt(len(values))
    return mean, mean - wide, mean + wide


def verdict(course: Course, change: Change, close: float) -> str:
    """Whether the bot or the card is to blame, as far as the figures show it.

    Neither is where it is certain that taking the card changes the lead by less than `close`.
    """
    if not course.reached:
        return "the card: out of reach of all who drew it"
    if change.pairs >= FEWEST and change.lead[1] > 0:
        return "bot: declines what helps"
    if change.pairs >= FEWEST and change.lead[2] < 0:
        return "card: costs more than it brings"
    if course.reached * 4 < course.drawn:
        return "card: seldom in reach"
    if change.pairs >= FEWEST and -close < change.lead[1] and change.lead[2] < close:
        return "neither: no difference"
    return "not shown"


def main() -> None:
    """The long run."""
    parser = argparse.ArgumentParser(description="Find out why powers are seldom at work.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--bots", default="greedy", help="all players")
    parser.add_argument("--sets", help="instead of those of a first game: A,B,...")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--into", required=True, help="the zone a card goes into on its way to where its power works")
    parser.add_argument("--reach", required=True, help="a rule of a player and a card: whether it could be put there")
    parser.add_argument("--rare", type=int, default=300, help="powers at work in fewer players are looked at ...")
    parser.add_argument("--of", type=int, default=20_000, help="... of so many games")
    parser.add_argument("--places", type=int, default=20, help="places where a card was declined, played on from")
    parser.add_argument("--often", type=int, default=1, help="how often from each")
    parser.add_argument("--close", type=float, default=5.0, help="a change of the lead that is as good as none")
    parser.add_argument("--markdown", type=Path, help="where to write the table")
    parser.add_argument("--show", metavar="GAME:ANSWERS", help="show this place instead")
    asked = parser.parse_args()
    watch = Watch(asked)
    if asked.show:
        print(watch.place(*map(int, asked.show.split(":"))))
        return
    watch.games(asked.games)
    played = len(watch.answers)
    with_power = {card.id: card.name for card in watch.game.card_texts() if card.text}
    rare = sorted((c for c in with_power if watch.cards[c].worked * asked.of < asked.rare * played), key=_rarest(watch))
    changes: dict[str, Change] = {}
    told = [f"{len(with_power) - len(rare)} of {len(with_power)} powers are at work in {asked.rare} players or more."]
    for card in ["", *rare]:  # the page is there from the beginning, and fuller with every power
        if card:
            changes[card] = watch.declined([watch.cards[card]], asked.places, asked.often)
        rows = [
            _row(watch, with_power[each], watch.cards[each], changes.get(each, UNTRIED), asked, played) for each in rare
        ]
        _write(asked, [*told, "", *_head(asked), *rows])
    together = watch.declined([watch.cards[card] for card in rare], asked.places * 20, asked.often)
    told.append(f"Taking any of the others where it was declined changes the lead, and wins, by {together}.")
    _write(asked, [*told, "", *_head(asked), *rows])


def _write(asked: argparse.Namespace, lines: Sequence[str]) -> None:
    text = "\n".join(lines) + "\n"
    if asked.markdown:
        asked.markdown.write_text(text, encoding="utf-8")
    else:
        print(text)


def _head(asked: argparse.Namespace) -> list[str]:
    head = ("power", "drawn", "in reach", "offered", "taken", "at work", f"in {asked.of:,} games")
    more = ("taking it where it was declined: the lead; wins", "a place where it was declined", "to blame")
    return ["| " + " | ".join([*head, *more]) + " |", "|" + " --- |" * len([*head, *more])]


def _row(watch: Watch, name: str, course: Course, change: Change, asked: argparse.Namespace, played: int) -> str:
    often, scale = compute_wilson_interval(course.worked, played * asked.players), asked.of * asked.players
    counts = [f"{each:,}" for each in (course.drawn, course.reached, course.offered, course.taken, course.worked)]
    rate = f"{often.value * scale:.0f} ({often.low * scale:.0f} to {often.high * scale:.0f})"
    told = verdict(course, change, asked.close)
    return "| " + " | ".join([name, *counts, rate, str(change), _place(course), told]) + " |"


def _rarest(watch: Watch) -> Any:
    return lambda card: (watch.cards[card].worked, card)


def _place(course: Course) -> str:
    if not course.declined:
        return ""
    offer = course.declined[0]
    return (
        f"game {offer.game}, after {offer.after} answers: "
        f"P{offer.player + 1} takes option {offer.chosen}, not {offer.option}"
    )


if __name__ == "__main__":
    main()
