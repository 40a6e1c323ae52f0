"""`cardwright stress`: every card and pair of cards at work from the start, in random play that must go well."""

import json
from itertools import product
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.game.start_with_active_cards import Starts, Working, at_work, find_inconsistency
from cardwright.runtime.primitives.zones import controller
from cardwright_tools.cli.main import main
from cardwright_tools.laboratory.stress_games import list_runs

GAME = """\
title: Harbour
players: 2 to 3
active: active
powers_work_in: [fleet]
types:
  colour: {values: [red, blue]}
kinds:
  crew:
    plural: crews
    attributes: {colour: colour}
  ship:
    plural: ships
    zones:
      deck: {of: crews, see: everyone}
    memory:
      owner: {is: player}
zones:
  table:
    pool: {of: crews, see: nobody, ordered: yes}
    sea: {of: ships, see: everyone}
    quay: {of: crews, see: face}
  player:
    fleet: {of: crews, see: everyone}
    hand: {of: crews, see: owner}
    dock: {of: ships, see: everyone}
memory:
  table:
    active: {is: player}
    rival: {is: player}
    rounds: {is: number}
  player:
    coins: {is: number}
pieces:
  - {id: cog, kind: ship, copies: 4}
library: |
  rule final_score(player): player.coins
  rule wage(player): 1
  step setup:
    shuffle(pool)
    for each p in players: move(top(pool, 2), to: p.hand)
  step play:
    repeat until rounds >= 40:
      rounds += 1
      active turn
      active = next(active)
  verb turn:
    choose one:
      option "Earn": earn
      option "Hire" if count(you.hand) > 0:
        choose c from you.hand: hire(c)
      option "Rest": nothing
  verb earn: you.coins += wage(you)
  verb hire(crew):
    move(crew, to: you.fleet)
    move(top(pool), to: you.hand)
  verb greet(crew, number): you.coins += number
  verb fight(crew): rival.coins += 1
"""
CARDS = """\
game: harbour
cards:
  - {id: plain, colour: red, copies: 9}
  - {id: cook, colour: red, power: "modify wage(you): add 2"}
  - {id: mate, colour: blue, copies: 2, power: "on greet: earn"}
  - {id: pirate, colour: blue, power: "on fight: earn"}
  - id: lookout
    colour: red
    power: |
      in deck:
        after opponents earn: earn
  - id: clerk
    colour: blue
    power: |
      in quay:
        after players hire: player earn
  - id: dreamer
    colour: blue
    power: "modify wage(you) where you.coins < 0: add 1"
"""
BROKEN = """\
  - id: devil
    colour: red
    power: |
      after you earn: earn
"""


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    game = tmp_path / "harbour"
    cards = game / "cards" / "base"
    cards.mkdir(parents=True)
    (game / "game.yaml").write_text(GAME, encoding="utf-8")
    (cards / "crew.yaml").write_text(CARDS, encoding="utf-8")
    return game


def _stress(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, dict[str, object]]:
    code = main(["stress", *map(str, words), "--jobs", "1", "--json"])
    return code, json.loads(capsys.readouterr().out)


# ---------------------------------------------------------------- starts


def test_a_card_is_put_where_its_power_works_for_the_player(harbour: Path) -> None:
    starts = Starts(load_game(harbour), 2)
    for card, player, seed in product(starts.cards(), (0, 1), range(3)):
        state = starts.start((Working(card, player, event=False),), seed)
        assert state is not None
        assert card in at_work(state)
        assert find_inconsistency(state) == ""
        piece = starts.tables.pieces.index(starts.numbers[card])
        holder = controller(state.variant.context, state.slots, piece)
        assert holder == (player if card != "clerk" else -1)


def test_where_everybody_has_as_many_pieces_they_keep_as_many(harbour: Path) -> None:
    starts = Starts(load_game(harbour), 2)
    for seed in range(10):
        state = starts.start((Working("cook", 0), Working("dreamer", 1)), seed)
        assert state is not None
        hands = [slot for slot, zone in starts.zones if zone.word == "hand"]
        assert [len(state.content(slot)) for slot in hands] == [2, 2]


def test_the_zones_of_a_card_follow_from_its_power(harbour: Path) -> None:
    starts = Starts(load_game(harbour), 2)
    assert {card: starts.zones_of(card) for card in starts.cards()} == {
        "cook": ["fleet"],
        "mate": ["fleet"],
        "pirate": ["fleet"],
        "lookout": ["deck"],
        "clerk": ["quay"],
        "dreamer": ["fleet"],
    }


def test_an_event_of_its_own_comes_about_with_roles_made_up(harbour: Path) -> None:
    starts = Starts(load_game(harbour), 2)
    state = starts.start((Working("mate", 1),), 3)
    quiet = starts.start((Working("mate", 1, event=False),), 3)
    assert state is not None
    assert quiet is not None
    assert quiet.scores == [0, 0]
    assert state.scores[0] == 0
    assert 2 <= state.scores[1] <= 7


def test_an_event_that_speaks_of_somebody_who_is_not_there_does_not_come_about(harbour: Path) -> None:
    starts = Starts(load_game(harbour), 2)
    state = starts.start((Working("pirate", 0),), 1)
    assert state is not None
    assert state.scores == [0, 0]


# ---------------------------------------------------------------- the command


def test_all_goes_well_and_every_card_was_at_work(harbour: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, report = _stress(capsys, harbour, "--pairs", "--games", 3, "--decisions", 60)
    assert code == 0
    assert report["faults"] == []
    cards = report["cards"]
    assert isinstance(cards, dict)
    assert {card: each["fired"] > 0 for card, each in cards.items()} == {
        "cook": True,
        "mate": True,
        "pirate": False,
        "lookout": True,
        "clerk": True,
        "dreamer": False,
    }
    assert all(each["active"] >= 3 for each in cards.values())
    # 3 games of nothing, 3 of each of six cards, and 15 pairs and one of two copies, for one player and for two
    assert report["games"] == 3 + 18 + 2 * 16
    assert report["left_out"] == 0


@pytest.mark.long
def test_the_same_seed_gives_the_same_runs_for_any_number_of_jobs(
    harbour: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright_tools.commands.laboratory.stress.BATCH", 7)
    words = ["stress", str(harbour), "--games", "2", "--decisions", "40", "--json", "--seed", "5"]
    reports = []
    for jobs in ("1", "2"):
        assert main([*words, "--jobs", jobs]) == 0
        report = json.loads(capsys.readouterr().out)
        del report["seconds"]
        reports.append(report)
    assert reports[0] == reports[1]


def test_only_some_cards_means_pairs_with_them(harbour: Path) -> None:
    game = load_game(harbour)
    runs = list(list_runs(game, ["cook"], True, 10, 1, 0))
    pairs = [{each.card for each in run.working} for run in runs if len(run.working) == 2]
    assert len(pairs) == 2 * 5
    assert all("cook" in pair for pair in pairs)
    assert {each.player for run in runs if len(run.working) == 2 for each in run.working} == {0, 1}


def test_a_game_that_goes_wrong_is_recorded_and_the_run_goes_on(
    harbour: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = harbour / "cards" / "base" / "crew.yaml"
    cards.write_text(CARDS + BROKEN, encoding="utf-8")
    folder = tmp_path / "faults"
    words = [harbour, "--cards", "devil,cook", "--games", 2, "--decisions", 200, "--faults", folder]
    code, report = _stress(capsys, *words)
    assert code == 1
    faults = report["faults"]
    assert isinstance(faults, list)
    assert faults
    assert all("without an end" in fault["error"] for fault in faults)
    assert {each["card"] for fault in faults for each in fault["working"]} >= {"devil"}
    assert report["games"] == 6

    assert main(["stress", "--again", faults[0]["record"]]) == 1
    told = capsys.readouterr()
    assert "without an end" in told.err
    assert "earn" in told.out


def test_a_mended_card_no_longer_goes_wrong_again(
    harbour: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = harbour / "cards" / "base" / "crew.yaml"
    cards.write_text(CARDS + BROKEN, encoding="utf-8")
    _, report = _stress(capsys, harbour, "--cards", "devil", "--games", 1, "--faults", tmp_path)
    faults = report["faults"]
    assert isinstance(faults, list)
    cards.write_text(CARDS + BROKEN.replace("after you earn: earn", "after you hire: earn"), encoding="utf-8")
    assert main(["stress", "--again", faults[-1]["record"]]) == 0
    assert "this game does not fail now" in capsys.readouterr().err


def test_the_table_and_what_never_came_into_play_are_shown(harbour: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--cards", "cook,dreamer", "--games", "2", "--decisions", "40", "--table", "--jobs", "1"]
    assert main(["stress", str(harbour), *words]) == 0
    shown = capsys.readouterr().out
    assert "CARD     ACTIVE   FIRED  EACH ABILITY" in shown
    line = 1 + next(n for n, text in enumerate(CARDS.splitlines()) if "you.coins < 0" in text)
    assert f"crew.yaml:{line}: never came into play: modify wage(you) where you.coins < 0: add 1 (dreamer)" in shown
    assert " powers came into play, " in shown
    assert "none failed" in shown


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "needs the name of a game"),
        (["nowhere"], "there is no game `nowhere`"),
        (["GAME", "--cards", "cok"], "Did you mean `cook`?"),
        (["--again", "missing.json"], "cannot be read"),
    ],
)
def test_wrong_usage_is_told(harbour: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    assert main(["stress", *[str(harbour) if word == "GAME" else word for word in words]]) == 2
    assert told in capsys.readouterr().err


def test_a_file_that_is_no_record_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "other.json").write_text('{"run": {}}', encoding="utf-8")
    assert main(["stress", "--again", str(tmp_path / "other.json")]) == 2
    assert "is not the record" in capsys.readouterr().err


def test_lost_pieces_and_wrong_lists_are_noticed(harbour: Path) -> None:
    state = Starts(load_game(harbour), 2).start((Working("cook", 0),), 1)
    assert state is not None
    tables = state.program.tables
    hand = next(tables.zones_from + n for n, zone in enumerate(tables.zones) if zone.word == "hand")
    lost = state.clone()
    lost.slots[hand] = 0
    assert "in no zone" in find_inconsistency(lost)
    doubled = state.clone()
    doubled.slots[hand + 1] |= doubled.slots[hand]
    assert "in two zones" in find_inconsistency(doubled)
    unlisted = state.clone()
    slot = next(slot for ability in tables.abilities for slot in ability.slots if state.slots[slot])
    unlisted.slots[slot] = ()
    assert "not the active ones" in find_inconsistency(unlisted)


def test_a_start_without_log_explains_itself_as_one_with_a_log(harbour: Path) -> None:
    starts = Starts(load_game(harbour), 2)
    for seed, card in enumerate(starts.cards()):
        plain, full = starts.start((Working(card, 1),), seed), starts.start((Working(card, 1),), seed, tracked=True)
        assert plain is not None
        assert full is not None
        copy = plain.clone()
        for state in (plain, full):
            for _ in range(6):
                if not state.finished:
                    state.apply(state.option_count - 1)
        assert [event.text for event in plain.log] == [event.text for event in full.log]
        assert plain.retracked().digest() == plain.digest()
        assert plain.why("final_score(P2)") == full.why("final_score(P2)")
        assert plain.view(0) == full.view(0)
        assert copy.retracked().digest() == copy.digest() != plain.digest()
