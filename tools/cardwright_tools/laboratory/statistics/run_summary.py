"""Summary of a run: seats, lengths, margins, ends, and every card."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright_tools.cli.errors import FindingError, needs
from cardwright_tools.laboratory.runs.run_store import RunPlan, open_run, read_plan
from cardwright_tools.laboratory.statistics.deck_results import DeckSummary, summarize_decks
from cardwright_tools.laboratory.statistics.tests_and_intervals import (
    Effect,
    Interval,
    compute_mean,
    compute_p_of_equal_shares,
    compute_wilson_interval,
    separate_effects,
)

if TYPE_CHECKING:
    import numpy

STAGES = ("drawn", "played", "worked")
MAX_LENGTH = 5
SURE = 0.05
# A certain effect of a card that is smaller than this share of wins needs no change of the card.
MARGIN = 0.05
DRAWN_MARGIN = 0.02
# The same for the seats in the order of play.
ORDER_MARGIN = 0.02


@dataclass(frozen=True)
class SeatSummary:
    """Results of a seat, or of a position in the order of play (both numbered from 0)."""

    number: int
    games: int
    wins: Interval
    score: Interval


@dataclass(frozen=True)
class Length:
    """Length of matches: the mean with its interval, and the 5%, 50% and 95% quantiles."""

    mean: Interval
    low: float
    median: float
    high: float
    longest: int


@dataclass(frozen=True)
class CardStage:
    """The number of players who reached a stage with a card, such as having played it, and their wins."""

    players: int
    wins: Interval


@dataclass(frozen=True)
class CardFacts:
    """The figures of a run about a card. An effect is None if too few players had the card, or too few lacked it."""

    id: str
    name: str
    set: str
    kind: str
    copies: int
    has_power: bool
    drawn: CardStage
    parted: int
    played: CardStage
    worked: CardStage
    drawn_effect: Effect | None
    played_effect: Effect | None
    effect: Effect | None


@dataclass(frozen=True)
class LongTurn:
    """A turn with many decisions, and the number of its match."""

    decisions: int
    game: int
    seed: int


@dataclass(frozen=True)
class Facts:
    """All figures of a run, for every report; shares are from 0 to 1.

    `effect_of` is the stage at which the `effect` of a card is measured, such as having drawn or having played it.
    """

    title: str
    plan: RunPlan
    games: int
    failed: list[tuple[int, int, str, str]]
    # The errors that bots met in lookahead, with their number in all matches.
    avoided: list[tuple[str, int]]
    seconds: float
    seats: list[SeatSummary]
    # Decks of the pool from which seats drew; [] without a pool.
    decks: list[DeckSummary]
    order: list[SeatSummary]
    order_by_chance: float
    # the player who began all matches, if it was always the same seat
    beginner: int | None
    decisions: Length
    turns: Length
    turn_counts: list[int]
    lead_changes: Length
    lead_counts: list[int]
    forced: Interval
    longest_turns: list[LongTurn]
    endings: list[tuple[str, Interval]]
    effect_of: str
    cards: list[CardFacts]
    # Kinds of pieces that no player ever had, such as boards.
    boards: list[str]

    def with_texts(self, render: Callable[[str], str]) -> "Facts":
        """Return the facts with all texts from games and files converted by `render`."""
        table = replace(self.plan.table, bots=tuple(map(render, self.plan.table.bots)))
        return replace(
            self,
            title=render(self.title),
            plan=replace(self.plan, table=table),
            failed=[(number, seed, render(error), render(record)) for number, seed, error, record in self.failed],
            avoided=[(render(error), times) for error, times in self.avoided],
            decks=[replace(deck, name=render(deck.name)) for deck in self.decks],
            endings=[(render(ending), share) for ending, share in self.endings],
            cards=[replace(c, name=render(c.name), set=render(c.set), kind=render(c.kind)) for c in self.cards],
            boards=list(map(render, self.boards)),
        )

    @property
    def bots_differ(self) -> bool:
        """True if several kinds of bots played, so that the winner depends on the seats of the bots."""
        return len(set(self.plan.table.bots)) > 1

    @property
    def powers(self) -> list[CardFacts]:
        """Cards that have a power and at least one copy."""
        return [card for card in self.cards if card.has_power and card.copies]

    @property
    def unused(self) -> dict[str, list[str]]:
        """Names of cards by what no player did with them: `had`, `played`, or `worked` (the power was active).

        Cards without a power are not listed under `worked`. A listed card that was `played` may still have been active
        between two decisions.
        """
        there = [card for card in self.cards if card.copies]
        had = [card for card in there if card.drawn.players or card.played.players]
        found = {"had": [card.name for card in there if card not in had]}
        for stage in ("played", "worked"):
            asked = [card for card in had if card.has_power or stage != "worked"]
            unused = [card.name for card in asked if not getattr(card, stage).players]
            if len(unused) < len(asked):
                found[stage] = unused
        return found

    @property
    def effects(self) -> dict[str, str]:
        """The stages for which effects were measured, each with the field of a card that holds its effect."""
        names = {"drawn": "drawn_effect", "played": "played_effect", self.effect_of: "effect"}
        there = {name for name in names.values() for card in self.cards if getattr(card, name) is not None}
        return {stage: names[stage] for stage in STAGES if names.get(stage) in there}

    @property
    def margin(self) -> float:
        """The smallest absolute `effect` that justifies a change of a card; smaller at the stage `drawn`."""
        return DRAWN_MARGIN if self.effect_of == "drawn" else MARGIN

    @property
    def out_of_line(self) -> list[CardFacts]:
        """Cards with an `effect` beyond `margin`, significant after correction, the strongest first."""
        return _list_outliers(((card, card.effect) for card in self.cards), self.margin)

    @property
    def played_out_of_line(self) -> list[CardFacts]:
        """The cards for which having been played has an unusual effect, including cards without a power."""
        return _list_outliers(((card, card.played_effect) for card in self.cards), MARGIN)

    @property
    def drawn_out_of_line(self) -> list[CardFacts]:
        """The cards with an unusual effect of having been drawn.

        This effect is small, because many players draw a card and never use it.
        """
        return _list_outliers(((card, card.drawn_effect) for card in self.cards), DRAWN_MARGIN)


def _list_outliers(effects: Iterable[tuple[CardFacts, Effect | None]], margin: float) -> list[CardFacts]:
    sure = [(effect.size.value, card) for card, effect in effects if effect is not None and effect.p < SURE]
    return [card for size, card in sorted(sure, key=lambda one: -one[0]) if abs(size) >= margin]


def read_facts(path: Path) -> Facts:
    """Return the facts of a run. Raises UsageError if there is no run, FindingError if it has no finished match."""
    with needs("lab"):
        import numpy
    with open_run(path) as connection:
        plan = read_plan(connection, path)
        games = _read_table(
            connection,
            "SELECT number, seed, decisions, turns, seconds, first, forced, longest_turn, lead_changes FROM game "
            "WHERE error IS NULL ORDER BY number",
            [*((name, "i8") for name in ("number", "seed", "decisions", "turns")), ("seconds", "f8")]
            + [(name, "i8") for name in ("first", "forced", "longest_turn", "lead_changes")],
        )
        if not len(games):
            raise FindingError(f"no game of {path} was finished; there is nothing to report.")
        players = _read_table(
            connection,
            "SELECT game, seat, score, won, share FROM player ORDER BY game, seat",
            [("game", "i8"), ("seat", "i8"), ("score", "f8"), ("won", "i8"), ("share", "f8")],
        )
        failed = connection.execute("SELECT number, seed, error, record FROM game WHERE error IS NOT NULL ORDER BY 1")
        avoided = connection.execute("SELECT error, sum(times) FROM avoided GROUP BY error ORDER BY 2 DESC, 1")
        endings = Counter(ended for (ended,) in connection.execute("SELECT ended FROM game WHERE error IS NULL"))
        [(title,)] = connection.execute("SELECT json_extract(value, '$') FROM run WHERE key = 'title'")
        order = (players["seat"] - numpy.repeat(games["first"], plan.table.players)) % plan.table.players
        effect_of, found = _read_cards(connection, plan, games, players, order)
        held = {card.kind for card in found if card.drawn.players or card.played.players}
        cards = [card for card in found if card.kind in held]
        longest = games[numpy.argsort(-games["longest_turn"], kind="stable")[:MAX_LENGTH]]
        return Facts(
            title=title,
            plan=plan,
            games=len(games),
            failed=failed.fetchall(),
            avoided=avoided.fetchall(),
            seconds=float(games["seconds"].sum()),
            seats=_list_places(players["seat"], players, plan.table.players),
            decks=summarize_decks(
                plan.table, ((int(p["game"]), int(p["seat"]), float(p["score"]), bool(p["won"])) for p in players)
            )
            if plan.table.pool
            else [],
            order=_list_places(order, players, plan.table.players),
            order_by_chance=compute_p_of_equal_shares(
                [float(players["share"][order == p].sum()) for p in range(plan.table.players)]
            ),
            beginner=int(games["first"][0]) if numpy.ptp(games["first"]) == 0 else None,
            decisions=_make_length(games["decisions"]),
            turns=_make_length(games["turns"]),
            turn_counts=games["turns"].tolist(),
            lead_changes=_make_length(games["lead_changes"]),
            lead_counts=games["lead_changes"].tolist(),
            forced=compute_wilson_interval(int(games["forced"].sum()), int(games["decisions"].sum())),
            longest_turns=[LongTurn(int(g["longest_turn"]), int(g["number"]), int(g["seed"])) for g in longest],
            endings=[(ended, compute_wilson_interval(count, len(games))) for ended, count in endings.most_common()],
            effect_of=effect_of,
            cards=cards,
            boards=sorted({card.kind for card in found} - held),
        )


def _read_table(
    connection: sqlite3.Connection, query: str, columns: list[tuple[str, str]]
) -> "numpy.ndarray[Any, Any]":
    import numpy

    return numpy.fromiter(connection.execute(query), dtype=columns)


def _list_places(place: Any, players: Any, count: int) -> list[SeatSummary]:
    found = []
    for number in range(count):
        mine = players[place == number]
        found.append(
            SeatSummary(
                number,
                len(mine),
                compute_wilson_interval(int(mine["won"].sum()), len(mine)),
                compute_mean(mine["score"]),
            )
        )
    return found


def _make_length(values: Any) -> Length:
    import numpy

    low, median, high = (float(value) for value in numpy.percentile(values, [5, 50, 95]))
    return Length(compute_mean(values), low, median, high, int(values.max()))


def _read_cards(
    connection: sqlite3.Connection, plan: RunPlan, games: Any, players: Any, order: Any
) -> tuple[str, list[CardFacts]]:
    import numpy

    known = connection.execute('SELECT id, name, "set", kind, copies, text FROM definition ORDER BY id').fetchall()
    had = _read_table(
        connection,
        "SELECT game, seat, n, drawn > 0, played > 0, worked > 0, parted > 0 FROM card JOIN "
        "(SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM definition) ON id = card",
        [("game", "i8"), ("seat", "i8"), ("card", "i8"), *((name, "?") for name in (*STAGES, "parted"))],
    )
    seats = plan.table.players
    row = numpy.searchsorted(games["number"], had["game"]) * seats + had["seat"]
    reached = {}
    for stage in STAGES:
        reached[stage] = numpy.zeros((len(players), len(known)), dtype=bool)
        reached[stage][row[had[stage]], had["card"][had[stage]]] = True
    parted = numpy.bincount(had["card"][had["parted"]], minlength=len(known))
    effect_of = next((stage for stage in reversed(STAGES) if reached[stage].any()), "drawn")
    # one column for each place in the order of play and each kind of bot, except the first
    kinds = numpy.unique(plan.table.bots, return_inverse=True)[1][players["seat"]]
    others = numpy.hstack([numpy.eye(seats)[order][:, 1:], numpy.eye(1 + kinds.max())[kinds][:, 1:]])
    events = {"drawn", effect_of}
    if not numpy.array_equal(reached["played"], reached[effect_of]):
        events.add("played")
    effects = {
        stage: separate_effects(reached[stage], others, players["share"], players["game"]) for stage in sorted(events)
    }
    cards = []
    for number, (id_, name, set_, kind, copies, text) in enumerate(known):
        stages = {}
        for stage in STAGES:
            mine = reached[stage][:, number]
            stages[stage] = CardStage(
                int(mine.sum()), compute_wilson_interval(int(players["won"][mine].sum()), int(mine.sum()))
            )
        cards.append(
            CardFacts(
                id=id_,
                name=name,
                set=set_,
                kind=kind,
                copies=copies,
                has_power=bool(text),
                parted=int(parted[number]),
                drawn_effect=effects["drawn"].get(number),
                played_effect=effects.get("played", {}).get(number),
                effect=effects[effect_of].get(number),
                **stages,
            )
        )
    return effect_of, sorted(cards, key=_rank_strength)


def _rank_strength(card: CardFacts) -> float:
    """Return a key that sorts the strongest cards first: by `effect` or, without that, by `played_effect`."""
    effect = card.effect or card.played_effect
    return -effect.size.value if effect is not None else 0.0
