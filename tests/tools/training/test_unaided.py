"""A player is learned from nothing, the same by any number of workers, and told in rules and in words."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.native.differential import no_compiler
from threadpoolctl import threadpool_info, threadpool_limits

from cardwright import load_game
from cardwright.bots.valuation import WeightedValuation
from cardwright.game.loading import find_checked_game
from cardwright_tools.cli.game_arguments import find_place
from cardwright_tools.cli.main import main
from cardwright_tools.training.from_nothing import learning_from_nothing, valuation_fit
from cardwright_tools.training.from_nothing.owned_piece_features import find_holdings, list_all_features
from cardwright_tools.training.from_nothing.valuation_fit import Pairs, fit_values, pair_up
from cardwright_tools.training.learned_rule_text import (
    compute_piece_worths,
    describe_findings,
    format_unaided_rules,
)
from cardwright_tools.training.parallel_games import ArenaResult
from cardwright_tools.training.scratch_game import ScratchGame

numpy = pytest.importorskip("numpy")
pytest.importorskip("sklearn")


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning_from_nothing, "FIRST_GAMES", 40)
    monkeypatch.setattr(learning_from_nothing, "ROUND_GAMES", (60, 60))
    monkeypatch.setattr(learning_from_nothing, "TITLE_DEALS", 6)


def learned(folder: Path, *more: str) -> str:
    """The file that training writes, without its name."""
    file = folder.parent / "out.yaml"
    file.unlink(missing_ok=True)
    assert main(["train", str(folder), "--rounds", "3", "--to", str(file), *more]) in (0, 1)
    return file.read_text(encoding="utf-8")


def worse(folder: Path) -> None:
    """The game in which bots as they are see no use in anything, so that whatever is learned is better."""
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    added = "  rule lazy(player): 0 - heavy(player)\n"
    file.write_text(text.replace("library: |\n", f"library: |\n{added}") + "valuation: lazy\n", encoding="utf-8")


def test_a_player_is_learned_who_takes_what_is_good(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    worse(folder)
    text = learned(folder, "--minutes", "1", "--engine", "python", "--jobs", "1", "--without", "lazy")
    assert "# Learned by `cardwright train gems --minutes 10 --rounds 3 --players 2 --without lazy --seed 0`" in text
    assert "100.0% of 80 games" in text
    told = capsys.readouterr().out
    early = next(line for line in told.splitlines() if line.startswith("Early in the game, where one more"))
    assert early.index("Gem 9") < early.index("Gem 1 ")


def test_the_file_names_the_deals_that_repeat_its_training(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With fewer than usual, searches are not compared, and play without rollouts."""
    worse(folder)
    text = learned(folder, "--minutes", "1", "--engine", "python", "--jobs", "1", "--without", "lazy", "--deals", "12")
    assert "--rounds 3 --deals 12 --players 2" in text
    assert "100.0% of 24 games" in text
    assert "searches by it" not in capsys.readouterr().err


@pytest.mark.long
def test_workers_do_not_matter_and_an_interrupted_training_goes_on(folder: Path, tmp_path: Path) -> None:
    worse(folder)
    once = learned(folder, "--minutes", "1", "--engine", "python", "--jobs", "1")
    for jobs in ("2", "6"):
        assert learned(folder, "--minutes", "1", "--engine", "python", "--jobs", jobs) == once
    out = tmp_path / "kept"
    assert learned(folder, "--minutes", "1", "--engine", "python", "--jobs", "2", "--out", str(out)) == once
    journal = out / "unaided.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4
    journal.write_text("\n".join(lines[:3]) + "\n", encoding="utf-8")
    assert learned(folder, "--minutes", "1", "--engine", "python", "--jobs", "1", "--out", str(out)) == once
    assert journal.read_text(encoding="utf-8").splitlines() == lines


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_the_same_is_learned_in_compiled_c(for_more: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, told = str(for_more.parent / "out.yaml"), []
    shared = ["--rounds", "2", "--players", "2,3", "--minutes", "1", "--without", "lazy", "--to", file, "--json"]
    for engine, jobs in (("native", "2"), ("python", "1"), ("native", "6")):
        main(["train", str(for_more), *shared, "--engine", engine, "--jobs", jobs])
        told.append(capsys.readouterr().out)
    assert '"findings"' in told[0]
    assert told == [told[0]] * 3


@pytest.mark.long
def test_a_game_without_a_valuation_is_learned_from_nothing_unless_rounds_are_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["train", str(folder), "--rounds", "1", "--engine", "python", "--jobs", "1"])
    assert "learning from nothing" in capsys.readouterr().err
    assert main(["train", str(folder), "--bots", "greedy", "--minutes", "1"]) == 2
    assert "--bots is for training with --games" in capsys.readouterr().err


def test_what_is_written_comes_to_what_was_learned(folder: Path, tmp_path: Path) -> None:
    file = folder / "game.yaml"
    both = file.read_text(encoding="utf-8").replace(
        "bag: {of: gems, see: owner}", "bag: {of: gems, see: owner}, box: {of: gems}"
    )
    file.write_text(both, encoding="utf-8")
    checked = find_checked_game(load_game(folder))
    workshop = ScratchGame(find_place(str(folder)), tmp_path / "scratch")
    workshop.take(*list_all_features(checked, frozenset()))
    names, chance = workshop.rule_names(), Random(4)
    common = {f"trained_feature_{each}" for each in range(workshop.of_players, len(names))}
    valuation = WeightedValuation(
        tuple((name, chance.randrange(-900, 900), chance.choice([0, 7, -9])) for name in names if name not in common),
        tuple((name, -9_000) for name in sorted(common)),
        100_000,
    )
    by_name = dict(zip(names, workshop.features, strict=True))
    text = format_unaided_rules("learned", "x", valuation, by_name, find_holdings(checked.game), 1, [], [], True)
    assert "rule learned_gem(player): player.bag + player.box" in text
    (folder / "learned.yaml").write_text(text, encoding="utf-8")
    state, scratch = load_game(folder).new(2, 5), load_game(workshop.folder).new(2, 5)
    scratch.valued_by = valuation
    seen = set()
    while not state.finished:
        assert state.valuations == scratch.valuations
        seen.add(tuple(state.valuations))
        option = chance.randrange(state.option_count)
        state.apply(option)
        scratch.apply(option)
    assert len(seen) > 4


def _results(count: int) -> list[ArenaResult]:
    """Games in which the first number is common and grows, the second wins early, the third late; others are noise."""
    chance = Random(1)
    found = []
    for _ in range(count):
        positions, gone, sums = [], [], [0, 0]
        for place in range(8):
            rows = [[place, *(chance.randrange(9) for _ in range(5))] for _ in range(2)]
            for player, row in enumerate(rows):
                sums[player] += row[1 if place < 4 else 2]
            positions.append(rows)
            gone.append(place / 8)
        winners = tuple(player for player in (0, 1) if sums[player] == max(sums))
        scores = (sums[0], sums[1])
        found.append(ArenaResult(9, 9, scores, winners, tuple(gone), numpy.array(positions, float)))
    return found


def test_a_fit_finds_what_wins_early_and_what_wins_late() -> None:
    fit = fit_values(_results(600), ["clock", "early", "late", "n1", "n2", "n3"])
    assert fit is not None
    assert [rule for rule, weight in fit.valuation.progress if weight > 0] == ["clock"]
    assert len(fit.valuation.progress) == 1
    weights = {rule: (weight + 10 * growth, weight + 80 * growth) for rule, weight, growth in fit.valuation.terms}
    assert weights["early"][0] > 4 * abs(weights["early"][1])
    assert weights["late"][1] > 4 * abs(weights["late"][0])
    assert fit.progress > 0.9
    assert all(max(map(abs, weights.get(noise, (0,)))) < weights["late"][1] / 3 for noise in ("n1", "n2", "n3"))


def test_fits_compute_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """More threads would wait for each other, which took most of the processor time of a training."""
    threads: list[int] = []

    def pair_up_and_look(results: list[ArenaResult]) -> Pairs:
        threads.extend(pool["num_threads"] for pool in threadpool_info())
        return pair_up(results)

    monkeypatch.setattr(valuation_fit, "pair_up", pair_up_and_look)
    with threadpool_limits(2):
        assert fit_values([], []) is None
    assert threads
    assert set(threads) == {1}


def test_findings_say_what_a_card_is_worth_by_all_that_counts_it(folder: Path, tmp_path: Path) -> None:
    game = load_game(folder)
    workshop = ScratchGame(find_place(str(folder)), tmp_path / "scratch")
    workshop.take(*list_all_features(find_checked_game(game), frozenset()))
    by_name = dict(zip(workshop.rule_names(), workshop.features, strict=True))
    by_text = {feature.text: name for name, feature in by_name.items()}
    terms = [
        (by_text["sum(player.bag.weight)"], 10, 0),
        (by_text["count(player.bag where clear)"], 100, -1),
        (by_text["count(player.bag where name is gem_2)"], -70, 0),
        (by_text["player.luck"], 100, -1),
    ]
    tables = game.program(2).tables
    worths = compute_piece_worths(WeightedValuation(tuple(terms)), by_name, tables)["gem"]
    assert [worths[f"Gem {n}"] for n in (1, 2, 9)] == [(10 + 85, 10 + 15), (20 - 70, 20 - 70), (90 + 85, 90 + 15)]
    told = describe_findings(WeightedValuation(tuple(terms)), by_name, tables)
    assert told[-1] == "The more of these, the better: their luck (above all early)."
    unit = "Early in the game, where one more Gem 9 is worth 1, one more of others is worth: "
    assert told[0].startswith(f"{unit}Gem 7 0.9, Gem 5 0.8, ")
    assert told[0].endswith("Gem 2 -0.3.")
    turns = "Until about 50 % of the game one more Gem 1 is worth more than one more Gem 6, from then on less."
    assert turns in told
    # where no card is good both early and late, the most telling one is the measure
    first = WeightedValuation(((by_text["sum(player.bag.weight)"], 100, -2),))
    both = describe_findings(first, by_name, tables)
    measure = "Early in the game, where one more Gem 9 is worth 100, one more of others is worth: "
    assert both[0].startswith(f"{measure}Gem 8 89,")
    assert both[1] == "Late in the game one more gem is a burden, least of all Gem 1, most of all Gem 9."
    heavy = WeightedValuation(((by_text["sum(player.bag.weight)"], -10, 0),))
    assert (
        "one more gem is a burden, least of all Gem 1, most of all Gem 9."
        in describe_findings(heavy, by_name, tables)[0]
    )


BOARD = """title: Board
players: 2
kinds:
  square: {attributes: {row: number}, memory: {holder: {is: player}}}
zones:
  table: {board: {of: squares}}
  player: {spare: {of: squares}, kept: {of: squares}}
library: |
  rule final_score(player): count(board where holder is player)
  step setup: nothing
  step play:
    repeat 3 times:
      for each p in players:
        p choose square from board: square.holder = p
pieces:
"""


def test_what_is_owned_on_the_table_counts_by_definition_and_attribute(tmp_path: Path) -> None:
    squares = "".join(f"  - {{id: s{n}, row: {n % 3}}}\n" for n in range(9))
    (tmp_path / "game.yaml").write_text(BOARD + squares, encoding="utf-8")
    game = load_game(tmp_path)
    checked = find_checked_game(game)
    workshop = ScratchGame(find_place(str(tmp_path)), tmp_path / "scratch")
    workshop.take(*list_all_features(checked, frozenset()))
    names = {feature.text: name for name, feature in zip(workshop.rule_names(), workshop.features, strict=True)}
    asked = ("count((board where holder is player) where name is s4)", "sum((board where holder is player).row)")
    state = load_game(workshop.folder).new(2, 1, tracked=False)
    state.apply(4)
    values = [[int(state.variant.rules[names[text]](state.slots, player)) for text in asked] for player in (0, 1)]
    assert values == [[1, 1], [0, 0]]
    both = [
        names[text]
        for text in (
            *asked,
            "count(board where holder is player)",
            "count((player.spare + player.kept))",
            "sum((player.spare + player.kept).row)",
        )
    ]
    by_name = dict(zip(workshop.rule_names(), workshop.features, strict=True))
    valuation = WeightedValuation(tuple((name, 3, 0) for name in both))
    text = format_unaided_rules("learned", "x", valuation, by_name, find_holdings(checked.game), 1, [], [], True)
    assert "rule learned_square(player): player.spare + player.kept" in text
    assert "rule learned_square_too(player): board where holder is player" in text
    (tmp_path / "learned.yaml").write_text(text, encoding="utf-8")
    assert load_game(tmp_path).new(2, 1, tracked=False).valuations == [0, 0]
