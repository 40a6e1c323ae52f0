"""The training loop: plays matches, fits valuations to them, and evaluates these."""

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from cardwright.game.loading import find_checked_game
from cardwright.runtime.primitives.random_numbers import derive_seed
from cardwright.source.atomic_write import make_private_folder
from cardwright_tools.cli.standard_output import print_note, show_progress
from cardwright_tools.laboratory.games.batch import Workers, split_into_batches
from cardwright_tools.laboratory.games.dask_cluster import make_cluster_workers, map_on_cluster
from cardwright_tools.laboratory.games.engine_choice import Engines, plays_in_c
from cardwright_tools.laboratory.games.match import MatchConfig
from cardwright_tools.laboratory.games.workers import open_workers
from cardwright_tools.training import write_learned_rule
from cardwright_tools.training.evaluation import EvaluationGames, Match, match_of, measure_strength
from cardwright_tools.training.journal import MatchJournal, Trial, TrialJournal
from cardwright_tools.training.logistic_fit import Fit, Weight, average_fits, blend_fits, fit, fit_by_clock, vary_fit
from cardwright_tools.training.scratch_game import ScratchGame
from cardwright_tools.training.self_play import SelfPlayMatch, SelfPlaySettings, play_match
from cardwright_tools.worker_pool import start_worker_pool

if TYPE_CHECKING:
    from cardwright import Game

OWN = "the game's own valuation"
# Number of the best variations whose mean is taken.
ELITE = 3
# Factors of the current valuation when a fit is added to it.
SHARES = (1.0, 4.0)


@dataclass
class Training:
    """A training in progress: all matches so far, and the best valuation ("" for the game's own)."""

    arguments: Namespace
    game: "Game"
    # the numbers of players of the matches, in turn
    players: tuple[int, ...]
    jobs: int
    workshop: ScratchGame
    engines: Engines
    # the kind of bot that plays all matches, apart from its valuation
    kind: str
    # the client of a cluster that plays, if any
    client: Any = None
    best: str = ""

    def __post_init__(self) -> None:
        self.lived: list[SelfPlayMatch] = []
        self.fits: dict[str, Fit] = {}
        self.matches: dict[str, list[Match]] = {}
        self._opened: tuple[int, Game] = (-1, self.game)
        self._native: dict[int, bool] = {}
        self._before = 0
        common = {"bot": self.kind, "sets": self.game.sets, "seed": self.arguments.seed} | self._describe_training()
        self._tried_out = TrialJournal(self._find_journal_path("trials.jsonl"), common)

    def _find_journal_path(self, name: str) -> Path | None:
        """Return the path of a journal, or None if results are not stored."""
        folder: Path | None = self.arguments.out
        if folder is not None:
            make_private_folder(folder)
        return None if folder is None else folder / name

    def _describe_training(self) -> dict[str, Any]:
        """Return the first line of all journals, which identifies the training."""
        features = [each.text for each in self.workshop.features]
        identity = {"cardwright_training": 1, "content": self.workshop.content, "features": features}
        return identity | {"over_all": self.workshop.over_all}

    # ------------------------------------------------------------ a round

    def go_on(self, number: int) -> str | None:
        """Play a round, fit valuations to all matches, and evaluate them; return the best, or None if there is none."""
        self.lived += self._play_matches(number)
        count = self.workshop.of_players
        found = [each for each in (fit(self.lived, count), fit_by_clock(self.lived, count)) if each is not None]
        if not found:
            return None
        if (base := self._find_base_fit()) is not None:
            blends = [blend_fits(each, base, self.lived, share) for each in found for share in SHARES]
            # a valuation with a single weight has no variations
            found += [*([base] if len(base.weights) > 1 else []), *blends]
        chosen = self._rank_fits(found, number, "fits")[0]
        chance = Random(derive_seed(self.arguments.seed, "variations", number))
        others = [vary_fit(chosen, chance) for _ in range(self.arguments.variations)]
        if others:
            chosen = average_fits(self._rank_fits([chosen, *others], number, "variations")[:ELITE])
        (name,) = self._add_fits([chosen])
        played = self._evaluate(name, "match", number, range(self.arguments.deals))
        self.matches[name] = [match_of(each, self.kind, self.best or OWN) for each in played]
        return name

    def _find_base_fit(self) -> Fit | None:
        """Return the weights of the best valuation so far, or None if it is not a weighted sum.

        A learned valuation is a weighted sum. A valuation that is just one feature counts as this feature with weight
        1.
        """
        if self.best:
            return self.fits[self.best]
        own = find_checked_game(self.game).game.valuation
        texts = [each.text for each in self.workshop.features]
        place = texts.index(f"{own.value}(player)") if own is not None and f"{own.value}(player)" in texts else -1
        return Fit((Weight(place, 1, 1.0),), 0.0, 0) if place >= 0 else None

    def _rank_fits(self, fits: Sequence[Fit], number: int, what: str) -> list[Fit]:
        """Return the fits, the best first, each judged by the same deals against the best valuation so far.

        The worse half is dropped after a quarter of the deals, and again after half of them. `what` names the trials.
        """
        if len(fits) == 1:
            return list(fits)
        left, out = self._add_fits(fits), list[str]()
        trials = {name: [EvaluationGames(each) for each in self.players] for name in left}
        done = 0
        for upto in (self.arguments.deals // 4, self.arguments.deals // 2, self.arguments.deals):
            for name in left:
                more = self._evaluate(name, what, number, range(done, upto))
                trials[name] = [one + other for one, other in zip(trials[name], more, strict=True)]
            done = upto
            left.sort(key=lambda name: -measure_strength(trials[name], done))
            stay = len(left) if done == self.arguments.deals else max(ELITE, -(-len(left) // 2))
            left, out = left[:stay], [*left[stay:], *out]
        results = (" + ".join(f"{each.share:.1%} of {each.games}" for each in trials[name]) for name in left)
        print_note(f"  {what}, the best of {len(trials)}: {', '.join(results)}")
        return [self.fits[name] for name in (*left, *out)]

    def _add_fits(self, fits: Sequence[Fit]) -> list[str]:
        """Add fits as rules for bots, and return the names of the rules."""
        texts = [" ".join(write_learned_rule.format_terms(each, self.workshop.asked)) for each in fits]
        self._before = len(self.workshop.valuations)
        names = self.workshop.add(texts)
        self.fits |= dict(zip(names, fits, strict=True))
        return names

    def _play_matches(self, number: int) -> list[SelfPlayMatch]:
        """Return the matches of a round; stored ones are not played again."""
        school = SelfPlaySettings(
            str(self.workshop.folder),
            self.game.sets,
            self.players,
            self._render_bot(self.best),
            derive_seed(self.arguments.seed, "round", number),
            tuple(self.workshop.rule_names()),
        )
        diary = self._find_diary(school, number)
        wanted = self.arguments.games
        kept = {} if diary is None else diary.games
        found = {number: each for number, each in kept.items() if 0 <= number < wanted}
        left = [each for each in range(wanted) if each not in found]
        each_of = -(-len(left) // len(self.players))
        native = {each for each in self.players if left and self._plays_in_c(each, each_of)}
        play = partial(play_match, school, content=self._make_game().content_hash, native=native)
        with self._map_matches(play, left) as games, show_progress(wanted, len(found)) as advance:
            for lived in games:
                found[lived.number] = lived
                if diary is not None:
                    diary.note(lived)
                advance(1)
        if diary is not None:
            diary.keep()
        return [found[each] for each in sorted(found)]

    @contextmanager
    def _map_matches(
        self, play: Callable[[int], SelfPlayMatch], numbers: Sequence[int]
    ) -> Iterator[Iterable[SelfPlayMatch]]:
        """Return a context that yields the matches with some numbers, as `play` returns them, in any order."""
        if self.client is not None:
            yield map_on_cluster(self.client, play, numbers)
            return
        with start_worker_pool(min(self.jobs, max(1, len(numbers)))) as pool:
            yield pool.map(play, numbers)

    def _find_diary(self, school: SelfPlaySettings, number: int) -> MatchJournal | None:
        path = self._find_journal_path(f"round-{number}.jsonl")
        if path is None:
            return None
        identity = asdict(replace(school, folder="")) | self._describe_training()
        identity |= {"players": unwrap_single(self.players), "valuations": self.workshop.valuations}
        return MatchJournal(path, identity, school.players_of, len(school.rules))

    def _evaluate(self, name: str, what: str, number: int, deals: range) -> list[EvaluationGames]:
        """Return the results, by number of players, of one player with the valuation `name` against the best so far.

        Each deal is played once from every seat. Stored trials are not played again.
        """
        if not deals:
            return [EvaluationGames(each) for each in self.players]
        texts = self.workshop.text_of(name), self.workshop.text_of(self.best)
        asked = [Trial(what, number, each, deals.start, deals.stop, *texts) for each in self.players]
        left = [each for each in asked if each not in self._tried_out.trials]
        if left:
            seed = derive_seed(self.arguments.seed, what, number)
            with (
                self._make_workers(deals) as play,
                show_progress(len(deals) * sum(each.players for each in left), 0) as advance,
            ):
                for each in left:
                    self._tried_out.note(each, self._make_trial(name, each.players, seed, deals, play, advance))
        return [self._tried_out.trials[each] for each in asked]

    def _make_workers(self, deals: range) -> AbstractContextManager[Workers]:
        if self.client is not None:
            return nullcontext(make_cluster_workers(self.client))
        return open_workers(min(self.jobs, len(deals)))

    def _make_trial(
        self, name: str, players: int, seed: int, deals: range, play: Workers, advance: Callable[[int], None]
    ) -> EvaluationGames:
        # compilation pays for all valuations added together, not for this trial alone
        added = len(self.workshop.valuations) - self._before
        native = self._plays_in_c(players, self.arguments.deals * players * added)
        tables = {
            MatchConfig(
                game=str(self.workshop.folder),
                players=players,
                bots=tuple(self._render_bot(name if each == seat else self.best) for each in range(players)),
                seed=seed,
                sets=self.game.sets,
                content=self._make_game().content_hash,
            ): seat
            for seat in range(players)
        }
        found = EvaluationGames(players)
        batched = (batch for table in tables for batch in split_into_batches(table, deals, self.jobs))
        for table, outcomes in play(batched, lambda: native):
            wins = sum(each.won_by(tables[table]) for each in outcomes)
            found += EvaluationGames(players, wins, sum(each.error is None for each in outcomes))
            advance(len(outcomes))
        return found

    def _make_game(self) -> "Game":
        """Return the game of the temporary copy as its files are now."""
        from cardwright import load_game

        if self._opened[0] != len(self.workshop.valuations):
            self._opened = len(self.workshop.valuations), load_game(self.workshop.folder, self.game.sets)
            self._native = {}
        return self._opened[1]

    def _plays_in_c(self, players: int, games: int) -> bool:
        """Return True if `games` matches are to be played in C; in this case, the scratch game is compiled."""
        game = self._make_game()
        if players not in self._native:
            self._native[players] = plays_in_c(game, players, self._render_bot(""), games, self.engines)
        return self._native[players]

    def _render_bot(self, valuation: str) -> str:
        return f"{self.kind}:valuation={valuation}" if valuation else self.kind


def unwrap_single(players: Sequence[int]) -> int | list[int]:
    """Return a single number of players as a number and several as a list, for files and scripts."""
    return players[0] if len(players) == 1 else list(players)
