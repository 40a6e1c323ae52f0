"""Reports on runs: what they count agrees with the games, and every form of them can be read."""

from __future__ import annotations

import json
import re
import shlex
import sqlite3
import sys
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.runs import rewritten

from cardwright_tools.cli.main import build_parser, main
from cardwright_tools.commands.laboratory import report
from cardwright_tools.laboratory.statistics.card_rank_agreement import compute_agreements
from cardwright_tools.laboratory.statistics.recommendations import recommend
from cardwright_tools.laboratory.statistics.run_summary import Facts, read_facts
from cardwright_tools.laboratory.statistics.tests_and_intervals import Effect, Interval
from cardwright_tools.laboratory.statistics.wording import describe_findings
from cardwright_tools.laboratory.statistics.wording import format_command as command_of
from cardwright_tools.reports import terminal as tables
from cardwright_tools.reports.html import MAX_BINS, choose_bins
from cardwright_tools.reports.terminal import SHOWN_CARDS, show

GAMES = 150


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "run.sqlite"
    words = ["cargo_hold", "--bots", "random", "--games", str(GAMES), "--seed", "3", "--jobs", "2", "--out", str(path)]
    assert main(["simulate", *words]) == 0
    return path


@pytest.fixture(scope="module")
def facts(run: Path) -> Facts:
    return read_facts(run)


def one(run: Path, query: str) -> float:
    connection = sqlite3.connect(run)
    [(value,)] = connection.execute(query)
    connection.close()
    return float(value)


@pytest.mark.long
def test_seats_and_places_in_the_order_of_play_count_the_same_games(run: Path, facts: Facts) -> None:
    for seat in facts.seats:
        won = one(run, f"SELECT count(*) FROM player WHERE seat = {seat.number} AND won")
        assert (seat.games, seat.wins.value) == (GAMES, won / GAMES)
        assert seat.wins.low < seat.wins.value < seat.wins.high
        assert seat.score.value == pytest.approx(one(run, f"SELECT avg(score) FROM player WHERE seat = {seat.number}"))
    for place in facts.order:
        won = one(
            run,
            "SELECT count(*) FROM player JOIN game ON number = game "
            f"WHERE won AND (seat - first + 3) % 3 = {place.number}",
        )
        assert place.wins.value == won / GAMES


@pytest.mark.long
def test_lengths_leads_and_endings_are_those_of_the_games(run: Path, facts: Facts) -> None:
    assert facts.turns.mean.value == pytest.approx(one(run, "SELECT avg(turns) FROM game"))
    assert facts.decisions.longest == one(run, "SELECT max(decisions) FROM game")
    assert sum(facts.lead_counts) == one(run, "SELECT sum(lead_changes) FROM game")
    assert facts.longest_turns[0].decisions == one(run, "SELECT max(longest_turn) FROM game")
    assert sum(part.value for _, part in facts.endings) == pytest.approx(1)
    assert all("earn" in ending for ending, _ in facts.endings)


def test_cards_count_players_who_had_them_and_their_wins(run: Path, facts: Facts) -> None:
    thief = next(card for card in facts.cards if card.id == "thief")
    for stage in ("drawn", "played", "worked"):
        players = one(run, f"SELECT count(*) FROM card WHERE card = 'thief' AND {stage} > 0")
        won = one(
            run,
            f"SELECT count(*) FROM card JOIN player USING (game, seat) WHERE card = 'thief' AND {stage} > 0 AND won",
        )
        found = getattr(thief, stage)
        assert (found.players, found.wins.value) == (players, pytest.approx(won / players))
    assert thief.has_power
    assert not next(card for card in facts.cards if card.id == "cattle").has_power
    assert facts.effect_of == "worked"
    assert {card.id for card in facts.cards} == set(every_card(run))


def changed(run: Path, into: Path, *statements: str) -> Facts:
    """The facts of a run with some of its rows changed."""
    into.write_bytes(run.read_bytes())
    rewritten(into, *statements)
    return read_facts(into)


@pytest.mark.long
def test_only_cards_with_powers_are_missed_at_work(run: Path, facts: Facts, tmp_path: Path) -> None:
    assert facts.unused["worked"] == []
    idle = changed(run, tmp_path / "idle.sqlite", "UPDATE card SET worked = 0 WHERE card IN ('thief', 'cattle')")
    assert idle.unused["worked"] == ["Thief"]


@pytest.mark.long
def test_a_card_without_a_power_has_the_effect_of_having_been_played(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "played.sqlite"
    won = "SELECT won FROM player WHERE player.game = card.game AND player.seat = card.seat"
    found = changed(run, path, f"UPDATE card SET worked = 0, played = ({won}) WHERE card = 'cattle'")
    cattle = next(card for card in found.cards if card.id == "cattle")
    assert cattle.effect is None
    assert cattle.played_effect is not None
    assert cattle.played_effect.size.value > 0.2
    assert cattle in found.played_out_of_line
    assert found.effects == {"drawn": "drawn_effect", "played": "played_effect", "worked": "effect"}
    assert main(["report", str(path)]) == 0
    assert re.search(
        r"A card played, and not named before, .* upwards .*Cattle \(\+", capsys.readouterr().out, re.DOTALL
    )


def test_stages_that_are_the_same_are_told_once(run: Path, tmp_path: Path) -> None:
    found = changed(run, tmp_path / "same.sqlite", "UPDATE card SET played = worked")
    assert list(found.effects) == ["drawn", "worked"]
    assert all(card.played_effect is None for card in found.cards)


@pytest.mark.long
def test_bots_are_not_taken_for_cards_or_for_the_order_of_play(run: Path, tmp_path: Path) -> None:
    seat_one_wins = "UPDATE player SET won = seat = 0, share = seat = 0"
    # which is had by seat one in two games of three, by the others in one of four
    thief = "UPDATE card SET worked = iif(seat = 0, game % 3 > 0, game % 4 = 0) WHERE card = 'thief'"
    alike = changed(run, tmp_path / "alike.sqlite", seat_one_wins, thief)
    bots = json.dumps(["greedy", "random", "random"])
    named = (f"UPDATE run SET value = '{bots}' WHERE key = 'bots'", "UPDATE player SET bot = 'greedy' WHERE seat = 0")
    unlike = changed(run, tmp_path / "unlike.sqlite", seat_one_wins, thief, *named)
    sizes = []
    for facts in (alike, unlike):
        effect = next(card for card in facts.cards if card.id == "thief").effect
        assert effect is not None
        sizes.append(effect.size.value)
    assert sizes[0] > 0.2
    assert abs(sizes[1]) < 0.02
    assert "as the bots differ, that does not tell what the order of play brings" in describe_findings(unlike)[0]
    assert "to play wins" not in recommend(unlike)[0].said
    assert "greedy bot in seat 1 wins most, 100.0%" in recommend(unlike)[0].said


def every_card(run: Path) -> list[str]:
    connection = sqlite3.connect(run)
    found = [id_ for (id_,) in connection.execute("SELECT id FROM definition")]
    connection.close()
    return found


def test_in_the_terminal_it_names_what_was_played_and_shows_no_escapes_in_a_file(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(run), "--cards"]) == 0
    shown = capsys.readouterr().out
    for words in ("Cargo Hold: 150 games of 3 random bots", "--seed 3", "Order", "Thief", "What ended the games"):
        assert words.lower() in shown.lower()
    assert "\x1b" not in shown
    assert "█" in shown


@pytest.mark.long
def test_it_says_how_to_play_a_game_that_it_names_once_more(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(run), "--html", str(tmp_path / "report.html")]) == 0
    assert main(["report", str(run)]) == 0
    shown = capsys.readouterr().out
    [typed] = [line.partition(": ")[2] for line in shown.splitlines() if "--record N" in line]
    assert typed in (tmp_path / "report.html").read_text(encoding="utf-8")
    [number] = re.findall(r"\(game (\d+), seed \d+\)", shown)[:1]
    assert main([*shlex.split(typed.replace(" N", f" {number}"))[1:]]) == 0
    assert "cardwright replay" in capsys.readouterr().out


def test_of_many_cards_the_ends_are_shown_also_where_only_those_between_were_at_work(
    facts: Facts, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = next(card for card in facts.cards if card.played_effect is not None)
    played = [replace(seen, name=f"Card {number}", effect=None) for number in range(SHOWN_CARDS)]
    worked = replace(seen, name="At work", effect=seen.played_effect)
    show(replace(facts, cards=[*played, worked, *played]), Path("run.sqlite"), all_cards=False)
    shown = capsys.readouterr().out
    assert f"Cards ({2 * SHOWN_CARDS} of {2 * SHOWN_CARDS + 1})" in shown
    assert "At work" not in shown


def test_as_json_it_is_the_facts(run: Path, facts: Facts, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(run), "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["games"] == GAMES
    assert read["seats"][0]["wins"]["value"] == facts.seats[0].wins.value
    assert read["plan"]["table"]["content"] == facts.plan.table.content
    assert {card["id"] for card in read["cards"]} == set(every_card(run))


class Reader(HTMLParser):
    """Checks that elements are closed in order and that nothing is fetched from elsewhere."""

    EMPTY = ("meta", "path", "use", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.figures = 0
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.figures += tag == "svg"
        assert tag not in ("script", "link", "iframe", "img")
        for name, value in attrs:
            if name in ("src", "href", "xlink:href"):
                assert value is not None
                assert value.startswith("#"), value
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_as_a_page_it_is_one_file_with_figures_and_all_cards(run: Path, facts: Facts, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert main(["report", str(run), "--html", str(page)]) == 0
    reader = Reader()
    reader.feed(page.read_text())
    assert reader.open == []
    assert reader.figures == 5
    assert all(card.name in reader.text for card in facts.cards)
    again = tmp_path / "again.html"
    assert main(["report", str(run), "--html", str(again)]) == 0
    assert again.read_text() == page.read_text()


# How slowly inputs are made depends on the machine.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(0, 400), min_size=2, max_size=60).filter(lambda counts: min(counts) < max(counts)))
def test_bins_of_whole_numbers_are_whole_and_hold_all(counts: list[int]) -> None:
    edges = choose_bins(counts)
    widths = {high - low for low, high in pairwise(edges)}
    assert len(widths) == 1
    assert all(edge % 1 == 0.5 for edge in edges)
    assert widths.pop() % 1 == 0
    assert edges[0] < min(counts) <= max(counts) < edges[-1]
    assert len(edges) - 1 <= MAX_BINS


def test_boards_are_not_called_cards_that_nobody_had(tmp_path: Path) -> None:
    run = tmp_path / "run.sqlite"
    assert (
        main(
            [
                "simulate",
                "cargo_noir",
                "--bots",
                "random",
                "--games",
                "2",
                "--players",
                "2",
                "--seed",
                "1",
                "--out",
                str(run),
            ]
        )
        == 0
    )
    facts = read_facts(run)
    assert facts.boards == ["port"]
    assert not {card.name for card in facts.cards} & {"Hong Kong", "Bombay", "Tangier"}
    told = " ".join(describe_findings(facts))
    assert "no player ever had one: port" in told
    assert "Hong Kong" not in told


@pytest.mark.long
def test_as_markdown_its_tables_are_whole(run: Path, facts: Facts, tmp_path: Path) -> None:
    page = tmp_path / "balance.md"
    assert main(["report", str(run), "--markdown", str(page)]) == 0
    text = page.read_text()
    widths = [len(re.split(r"(?<!\\)\|", line)) for line in text.splitlines() if line.startswith("|")]
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert len(widths) == sum(table.count("\n") for table in tables)
    for table in tables:
        assert len({len(re.split(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1
    assert facts.plan.table.content in text
    assert all(f"| {card.name} |" in text for card in facts.cards)
    assert "](" not in text  # nothing that a page links to lies beside it


@pytest.mark.long
def test_a_run_that_is_not_through_says_so(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unfinished = tmp_path / "unfinished.sqlite"
    unfinished.write_bytes(run.read_bytes())
    rewritten(unfinished, "UPDATE run SET value = '20000' WHERE key = 'games'")
    assert main(["report", str(unfinished)]) == 0
    assert "150 games (of 20,000 planned) of 3 random bots" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["none.sqlite"], ["."], ["text.sqlite"]])
def test_what_is_no_run_is_told(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.sqlite").write_text("no database")
    assert main(["report", *words]) == 2
    assert words[0] in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_told(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(run), "--markdown", str(tmp_path / "no" / "page.md")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_missing_library_is_named_with_what_to_install(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "statsmodels.stats.proportion", None)
    assert main(["report", str(run)]) == 2
    assert "pip install 'cardwright[lab]'" in capsys.readouterr().err


@pytest.mark.one_of
@pytest.mark.parametrize(
    "statements",
    [
        ["UPDATE player SET score = 0"],
        ["UPDATE player SET won = 1, share = 1.0 / 3", "UPDATE card SET drawn = 1, played = 1, worked = seat = 0"],
        ["UPDATE player SET won = (seat = 0), share = 1.0 * (seat = 0)"],
        [
            "UPDATE player SET score = 0, won = 0, share = 0",
            "UPDATE game SET decisions = 0, turns = 0, forced = 0, longest_turn = 0, lead_changes = 0, ended = ''",
        ],
        ["DELETE FROM card"],
        *(
            [f"DELETE FROM {table} WHERE {key} >= {games}" for table, key in places]
            for places in ([("card", "game"), ("player", "game"), ("game", "number")],)
            for games in (1, 2)
        ),
    ],
)
def test_games_that_are_all_alike_are_reported_without_a_warning(
    statements: list[str], run: Path, tmp_path: Path
) -> None:
    path = tmp_path / "alike.sqlite"
    changed(run, path, *statements)
    for more in ([], ["--json"], ["--html", tmp_path / "page.html"], ["--markdown", tmp_path / "page.md"]):
        assert main(["report", str(path), *map(str, more)]) == 0


@pytest.mark.long
def test_five_sentences_say_what_is_out_of_line_and_what_to_try(run: Path, tmp_path: Path) -> None:
    even = [said for said, _ in recommend(changed(run, tmp_path / "even.sqlite", "UPDATE player SET share = 1.0 / 3"))]
    assert even[0].startswith("Nobody is better off for their place in the order of play")
    assert even[1].startswith("The effect of a card at work on its player is unknown")
    small = [replace(card, effect=Effect(Interval(0.01, -0.01, 0.03), 0.5)) for card in read_facts(run).cards]
    assert [said for said, _ in recommend(replace(read_facts(run), cards=small))][1:3] == [
        "No card at work helps to win by 5 points more than the mean of all",
        "No card at work helps to win by 5 points less than the mean of all",
    ]
    first = "won = (seat = (SELECT first FROM game WHERE number = game))"
    unfair = recommend(
        changed(run, tmp_path / "unfair.sqlite", f"UPDATE player SET {first}", "UPDATE player SET share = won")
    )
    assert unfair[0].said.startswith("Who is first to play wins 100.0% of the games")
    assert unfair[0].command == "cardwright compare COPY cargo_hold --players 3 --bots random"
    facts = read_facts(run)
    shares = (0.34, 0.335, 0.325)
    order = [replace(each, wins=Interval(share, share, share)) for each, share in zip(facts.order, shares, strict=True)]
    hardly = recommend(replace(facts, order=order, order_by_chance=0.001))[0]
    assert hardly.said.endswith("where 33.3% is fair: too little to change anything for")
    assert hardly.command is None
    won = "SELECT won FROM player WHERE player.game = card.game AND player.seat = card.seat"
    strong = recommend(
        changed(
            run,
            tmp_path / "strong.sqlite",
            f"UPDATE card SET worked = ({won}) WHERE card = 'thief'",
            f"UPDATE card SET worked = 1 - ({won}) WHERE card = 'lasso'",
            "UPDATE card SET worked = 0 WHERE card = 'getaway'",
            "UPDATE game SET ended = 'a draw' WHERE number < 2",
            "UPDATE game SET ended = 'the end' || iif(number % 3, '; deck empty', '') WHERE number >= 2",
        )
    )
    assert len(strong) == 5
    assert strong[1].said.startswith("Thief")
    assert strong[1].command == "cardwright compare cargo_hold --card thief --blank --players 3 --bots random"
    assert strong[2].said.startswith("Lasso")
    assert "were never at work when somebody decided (Getaway), though all of these cards were played" in strong[3].said
    assert strong[4].said.startswith("98.7% of the games end in the same way (the end)")


@pytest.mark.long
def test_what_advice_says_to_try_is_what_commands_take(run: Path, tmp_path: Path) -> None:
    first = "won = (seat = (SELECT first FROM game WHERE number = game))"
    unfair = changed(run, tmp_path / "1.sqlite", f"UPDATE player SET {first}", "UPDATE player SET share = won")
    won = "SELECT won FROM player WHERE player.game = card.game AND player.seat = card.seat"
    good = f"UPDATE card SET worked = ({won}) WHERE card = 'thief'"
    strong = changed(run, tmp_path / "2.sqlite", good, "UPDATE card SET worked = 0 WHERE card = 'getaway'")
    several = replace(strong.plan.table, sets=("base", "a set"), bots=("mcts:9", "greedy:valuation=x", "mcts:9"))
    found = {}
    for facts in (unfair, strong, replace(strong, plan=replace(strong.plan, table=several))):
        for command in (*(each.command for each in recommend(facts) if each.command), command_of(facts)):
            found[command.split()[1], facts.plan.table, "mcts:1000" in command] = command
    assert {name for name, *_ in found} == {"compare", "simulate"}
    assert len(found) == 6
    for (_, table, _), command in found.items():
        read = build_parser().parse_args(shlex.split(command)[1:])
        assert read.players == table.players
        assert (read.sets or []) == list(table.sets)
        assert read.bots == ["mcts:1000"] or tuple(read.bots) in (table.bots, ("random",))


def test_where_no_effect_can_be_told_none_is_denied(facts: Facts, capsys: pytest.CaptureFixture[str]) -> None:
    none = [replace(card, effect=None, played_effect=None, drawn_effect=None) for card in facts.cards]
    untold = replace(facts, cards=none)
    said = " ".join(each.said for each in recommend(untold))
    assert "is unknown" in said
    assert "No card" not in said
    show(untold, Path("run.sqlite"), all_cards=False, other=facts)
    shown = " ".join(capsys.readouterr().out.split())
    assert "Effect:" not in shown
    assert "no effect of a card was estimated in both runs" in shown


def test_cards_drawn_are_out_of_line_by_less_and_their_effect_is_shown_where_there_is_room(
    facts: Facts, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    size = Effect(Interval(0.03, 0.02, 0.04), 0.001)
    drawn = [replace(card, effect=size, drawn_effect=size) for card in facts.cards[:1]]
    assert replace(facts, cards=drawn).out_of_line == []
    as_drawn = replace(facts, cards=drawn, effect_of="drawn")
    assert as_drawn.out_of_line == drawn
    assert "by 2 points" in " ".join(describe_findings(as_drawn))
    for wide, times in ((0, 2), (1000, 1)):
        monkeypatch.setattr(tables, "WIDE", wide)
        show(replace(facts, cards=drawn), Path("run.sqlite"), all_cards=True)
        [row] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("│") and "+3.0" in line]
        assert row.count("+3.0") == times


def test_who_always_begins_is_named(facts: Facts) -> None:
    assert facts.beginner is None
    assert describe_findings(facts)[0].startswith("The player who begins wins")
    assert describe_findings(replace(facts, beginner=1))[0].startswith("P2, who is always the first, wins")


@pytest.mark.long
def test_beside_another_run_ranks_and_what_is_out_of_line_are_told(
    run: Path, facts: Facts, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    same = compute_agreements(facts, facts)
    assert [each.stage for each in same] == ["drawn", "played", "worked"]
    assert [each.rank for each in same] == pytest.approx([1.0, 1.0, 1.0])
    won = "SELECT won FROM player WHERE player.game = card.game AND player.seat = card.seat"
    strong = changed(run, tmp_path / "other.sqlite", f"UPDATE card SET worked = ({won}) WHERE card = 'thief'")
    *_, found = compute_agreements(strong, facts)
    assert "Thief" in found.here
    assert "Thief" not in found.both
    assert found.rank is not None
    assert found.rank < 1

    known = {"this": strong, "other": facts, "stranger": replace(facts, title="Chess")}
    monkeypatch.setattr(report, "read_facts", lambda path: known[path.name])
    page, html = tmp_path / "page.md", tmp_path / "page.html"
    both = ["report", "this", "--beside", "other"]
    assert main([*both, "--markdown", str(page), "--html", str(html)]) == 0
    assert re.search(r"## Beside Cargo Hold: 150 games.*\| at work \|.*Thief", page.read_text("utf-8"), re.DOTALL)
    assert "Beside Cargo Hold" in html.read_text("utf-8")
    capsys.readouterr()
    assert main([*both, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["beside"][-1]["here"] == found.here
    assert main(both) == 0
    assert "Beside Cargo Hold" in capsys.readouterr().out
    assert main(["report", "this", "--beside", "stranger"]) == 2
    assert "a run of Chess" in " ".join(capsys.readouterr().err.split())
