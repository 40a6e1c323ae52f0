"""Learning a valuation: what may tell is found in the game, weights come out of who won, and the rule is played by."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler
from tests.tools.training.gems import lazy

from cardwright import load_game
from cardwright.bots.valuation import list_valuations
from cardwright.formatting.files import format_file
from cardwright.game.loading import find_checked_game
from cardwright.native import c_compiler
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.game_arguments import find_place
from cardwright_tools.cli.main import build_parser, main
from cardwright_tools.commands.laboratory.train import format_command
from cardwright_tools.training.features import Feature, list_clocks, list_features
from cardwright_tools.training.journal import AT_ONCE, MatchJournal
from cardwright_tools.training.scratch_game import ScratchGame
from cardwright_tools.training.self_play import SelfPlayMatch, SelfPlaySettings, play_match


def test_what_may_tell_is_found_in_what_a_game_declares(folder: Path) -> None:
    found = [each.text for each in list_features(find_checked_game(load_game(folder)))]
    assert found == [
        "player.luck",
        "count([player] where cursed)",
        "player.noise",
        "count(player.bag)",
        "sum(player.bag.weight)",
        "count(player.bag where clear)",
        "heavy(player)",
        "final_score(player)",
    ]
    assert "heavy(player)" not in [
        each.text for each in list_features(find_checked_game(load_game(folder)), frozenset({"heavy"}))
    ]


def test_a_rule_of_the_table_that_gives_a_number_may_tell_how_far_a_game_has_come(folder: Path) -> None:
    _ruled(folder)
    checked = find_checked_game(load_game(folder))
    assert [each.text for each in list_clocks(checked)] == ["count(mine)", "left"]
    assert [each.text for each in list_clocks(checked, frozenset({"left"}))] == ["count(mine)"]
    assert list_clocks(checked, only=frozenset({"left", "heavy"})) == [Feature("left", "the gems to come")]
    assert [each.text for each in list_features(checked, only=frozenset({"left", "heavy"}))] == ["heavy(player)"]


def _ruled(folder: Path) -> None:
    """The same game with a rule of the table, and with one that is no number."""
    game = (folder / "game.yaml").read_text(encoding="utf-8")
    rules = '  rule left "the gems to come": count(mine)\n  rule clear_ones: mine where clear\n'
    (folder / "game.yaml").write_text(lazy(game).replace("library: |\n", f"library: |\n{rules}"), encoding="utf-8")


def test_an_author_says_which_rules_alone_a_valuation_is_made_of(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _ruled(folder)
    there = sorted(tmp_path.rglob("*"))
    words = ["train", str(folder), "--games", "40", "--deals", "8", "--rounds", "1", "--variations", "1", "--json"]
    for more, why in (
        ("--only heavy,hevy", "there is no rule `hevy` in gems"),
        ("--without hevy", "there is no rule `hevy` in gems"),
        ("--only heavy,clear_ones", "the rule `clear_ones` gives no number for a player or for the table"),
        ("--only left", "--only and --without leave no number about a player"),
        ("--only heavy --without heavy", "--only and --without leave no number about a player"),
    ):
        assert main([*words, *more.split()]) == 2
        assert why in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == there
    words += ["--jobs", "1", "--only", "heavy,left"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["features"] == ["heavy(player)", "left"]
    assert "heavy(player)" in told["rule"]
    assert " --only heavy,left --seed 0`" in (folder / "learned.yaml").read_text(encoding="utf-8")
    assert main([*words[:-1], "learned"]) == 2
    assert "`learned` was learned, or uses a learned rule" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["bush_pilots", "cargo_hold", "cargo_noir", "ceylon", "import_export"])
def test_what_is_found_in_the_games_is_right_there(name: str, tmp_path: Path) -> None:
    checked = find_checked_game(load_game(name))
    found = [*list_features(checked), *list_clocks(checked)]
    workshop = ScratchGame(find_place(name), tmp_path)
    workshop.take(found)
    # a word may mean something else within a kind of piece, as `load` does in one game
    assert len(workshop.features) >= max(9, 0.95 * len(found))


def test_what_is_wrong_in_a_game_is_left_out(folder: Path, tmp_path: Path) -> None:
    workshop = ScratchGame(find_place(str(folder)), tmp_path / "shop")
    right = Feature("player.luck", "luck")
    workshop.take([Feature("player.lukc", "a slip"), right, Feature("sum(players)", "no numbers"), right])
    assert workshop.features == [right, right]
    assert load_game(workshop.folder).name == "gems"


def test_a_game_keeps_its_own_icons_where_it_is_tried_out(folder: Path, tmp_path: Path) -> None:
    game, icon = folder / "game.yaml", folder / "icons" / "gem.svg"
    icon.parent.mkdir()
    icon.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h9v9z"/></svg>\n')
    game.write_text(game.read_text() + "look:\n  icons: {luck: gem}\n")
    workshop = ScratchGame(find_place(str(folder)), tmp_path / "shop")
    workshop.take([Feature("player.luck", "luck")])
    assert load_game(workshop.folder).name == "gems"


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_a_game_lived_in_compiled_c_is_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c_compiler, "FLAGS", QUICK)
    for bot in ("greedy", "greedy:valuation=heavy", "mcts:9", "mcts:9:valuation=heavy"):
        school = SelfPlaySettings(str(folder), load_game(folder).sets, (2,), bot, 3, ("final_score", "heavy"))
        assert all(play_match(school, number, "", native={2}) == play_match(school, number) for number in range(3))


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_games_with_several_numbers_of_players_take_turns_in_python_and_in_c(
    for_more: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(c_compiler, "FLAGS", QUICK)
    school = SelfPlaySettings(str(for_more), load_game(for_more).sets, (2, 3), "greedy", 3, ("final_score",))
    lived = [play_match(school, number) for number in range(4)]
    assert [{len(each) for each in one.positions} for one in lived] == [{2}, {3}, {2}, {3}]
    assert lived == [play_match(school, number, native={2, 3}) for number in range(4)]
    for alone, numbers in ((2, (0, 2)), (3, (1, 3))):
        assert [lived[each] for each in numbers] == [
            play_match(replace(school, players=(alone,)), each) for each in numbers
        ]


def test_a_game_lived_is_the_same_again_and_tells_what_rules_came_to(folder: Path) -> None:
    school = SelfPlaySettings(str(folder), load_game(folder).sets, (2,), "random", 3, ("final_score", "heavy"))
    lived = play_match(school, 4)
    assert lived == play_match(school, 4) != play_match(school, 5)
    assert lived.winners
    assert len(lived.positions) == 8
    assert all(len(each) == 2 and heavy % 3 == 0 for each in lived.positions for _, heavy in each)


def test_a_diary_is_read_again_and_refuses_what_is_no_game_of_it(tmp_path: Path) -> None:
    path, lived = tmp_path / "round-1.jsonl", SelfPlayMatch(3, (1,), (((1, 2), (3, 4)),))

    def two(_: int) -> int:
        return 2

    diary = MatchJournal(path, {"of": "gems"}, two, 2)
    diary.note(lived)
    assert not path.exists()
    diary.keep()
    assert MatchJournal(path, {"of": "gems"}, two, 2).games == {3: lived}
    whole = path.read_text(encoding="utf-8")
    for number in range(AT_ONCE):
        diary.note(SelfPlayMatch(number, (), ()))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2 + AT_ONCE
    with pytest.raises(UsageError, match="another training"):
        MatchJournal(path, {"of": "stones"}, two, 2)
    wrong = [
        '{"game":4}',
        "[]",
        '{"game":4,"winners":[2],"positions":[]}',
        '{"game":4,"winners":[],"positions":[[[1]]]}',
    ]
    for line in [*wrong, '{"game":4,"win']:
        path.write_text(f"{whole}{line}\n", encoding="utf-8")
        with pytest.raises(UsageError, match="line 3"):
            MatchJournal(path, {"of": "gems"}, two, 2)


def test_a_diary_holds_games_with_as_many_players_as_each_is_for(tmp_path: Path) -> None:
    path, school = tmp_path / "round-1.jsonl", SelfPlaySettings("", (), (2, 3), "greedy", 1, ("luck",))
    diary = MatchJournal(path, {}, school.players_of, 1)
    lived = {0: SelfPlayMatch(0, (1,), (((1,), (2,)),)), 1: SelfPlayMatch(1, (2,), (((1,), (2,), (3,)),))}
    for each in lived.values():
        diary.note(each)
    diary.keep()
    assert MatchJournal(path, {}, school.players_of, 1).games == lived
    with pytest.raises(UsageError, match="line 2"):
        MatchJournal(path, {}, replace(school, players=(3, 2)).players_of, 1)


@pytest.mark.long
def test_training_writes_a_rule_to_play_by_and_goes_on_where_it_was_broken_off(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(lazy(game), encoding="utf-8")
    words = ["train", str(folder), "--games", "40", "--deals", "8", "--rounds", "1", "--variations", "2"]
    words += ["--without", "final_score,heavy", "--jobs", "2", "--out", str(tmp_path / "games"), "--json"]
    assert main(words) == 0  # who never takes a gem is beaten by whoever has seen what wins
    told = json.loads(capsys.readouterr().out)
    assert "sum(player.bag.weight)" in told["features"]
    assert told["rounds"][0]["share"] > 0.9
    assert len((tmp_path / "games" / "round-1.jsonl").read_text(encoding="utf-8").splitlines()) == 41
    file = folder / "learned.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# Learned by `cardwright train gems")
    assert format_file(file) == text
    (folder / "game.yaml").write_text(lazy(game).replace("valuation: lazy", "valuation: learned"), encoding="utf-8")
    state = load_game(folder).new(2, 1, tracked=False)
    before = state.valuations[state.player]
    state.apply(0)
    assert max(state.valuations) > before
    (folder / "game.yaml").write_text(lazy(game), encoding="utf-8")
    file.write_text(f"# for editors\n{text}", encoding="utf-8")
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out) == told
    (folder / "game.yaml").write_text(f"{lazy(game)}strong: learned\n", encoding="utf-8")
    words[words.index("--out") + 1] = str(tmp_path / "again")
    for _ in range(2):  # what `strong` goes by has no part in it, and is not missed while the same is learnt anew
        assert main(words) == 0
        assert json.loads(capsys.readouterr().out)["rule"] == told["rule"]
        assert file.read_text(encoding="utf-8") == text
    file.write_text("library: |\n  rule learned(player): 1\n", encoding="utf-8")
    assert main(words) == 2
    assert "was not written by `cardwright train`" in capsys.readouterr().err


@pytest.mark.long
def test_what_is_learnt_can_be_a_lead_over_all_others(
    for_more: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["train", str(for_more), "--players", "3", "--games", "30", "--deals", "8", "--rounds", "1", "--json"]
    words += ["--variations", "1", "--without", "final_score,heavy", "--jobs", "1", "--over-all"]
    out = ["--out", str(tmp_path / "kept")]
    assert main([*words, *out]) == 0
    capsys.readouterr()
    file = for_more / "learned.yaml"
    text = file.read_text(encoding="utf-8")
    assert " --over-all --seed 0` from 30 games.\n" in text
    assert "\nvaluations: [learned]\nlead_over_all: [learned]\n" in text
    assert format_file(file) == text
    assert load_game(for_more).program(3).tables.lead_over_all == ["learned"]
    assert main([*words[:-1], *out]) == 2
    assert "holds games of another training" in capsys.readouterr().err
    assert main([*words, "--players", "2"]) == 2
    assert "--over-all needs at least three" in capsys.readouterr().err


@pytest.mark.parametrize("over_all", [False, True])
def test_what_is_tried_out_is_a_lead_over_all_others_too(over_all: bool, for_more: Path, tmp_path: Path) -> None:
    workshop = ScratchGame(find_place(str(for_more)), tmp_path / "shop", over_all=over_all)
    workshop.take([Feature("player.luck", "luck")])
    names = [*workshop.add(["player.luck", "2"]), *workshop.add(["3"])]
    assert load_game(workshop.folder).program(3).tables.lead_over_all == (names if over_all else [])


@pytest.mark.long
def test_what_asks_for_a_learnt_rule_neither_misses_it_nor_is_learnt_from(
    for_more: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, file = for_more / "game.yaml", for_more / "learned.yaml"
    words = ["train", str(for_more), "--games", "30", "--deals", "8", "--rounds", "1", "--variations", "1", "--json"]
    words += ["--players", "3", "--without", "final_score,heavy", "--jobs", "1"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    text = file.read_text(encoding="utf-8")
    asks = '  rule as_learned(player) "what was learned of {player}": learned(player)\n'
    game.write_text(game.read_text(encoding="utf-8").replace("library: |\n", f"library: |\n{asks}"), encoding="utf-8")
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert main([*words, "--only", "as_learned"]) == 2
    assert "`as_learned` was learned, or uses a learned rule" in capsys.readouterr().err
    # who goes by what asks for it still does while it is learnt anew, and cannot be beaten by far
    game.write_text(game.read_text(encoding="utf-8").replace("valuation: lazy", "valuation: as_learned"), "utf-8")
    best = "valuations: [learned]\nlibrary: |\n  rule learned(player): sum(player.bag.weight)\n"
    file.write_text(f"{text.splitlines()[0]}\n{best}", encoding="utf-8")
    main(words)
    assert json.loads(capsys.readouterr().out)["rounds"][0]["share"] < 0.5


@pytest.mark.long
def test_a_game_can_have_several_rules_that_were_learnt_none_of_which_knows_of_another(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = lazy((folder / "game.yaml").read_text(encoding="utf-8"))
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    words = ["train", str(folder), "--games", "40", "--deals", "8", "--rounds", "1", "--variations", "1", "--json"]
    words += ["--without", "final_score,heavy", "--jobs", "1"]
    assert main(words) == 0
    first = json.loads(capsys.readouterr().out)
    text = (folder / "learned.yaml").read_text(encoding="utf-8")
    assert main([*words, "--rule", "patient"]) == 0
    told = json.loads(capsys.readouterr().out)
    file = folder / "patient.yaml"
    assert told == first | {"file": str(file)}
    assert (folder / "learned.yaml").read_text(encoding="utf-8") == text
    other = file.read_text(encoding="utf-8")
    assert " --rule patient --seed 0` from 40 games.\n" in other
    assert "`greedy:valuation=patient`" in other
    assert format_file(file) == other
    (folder / "game.yaml").write_text(game.replace("valuation: lazy", "valuation: patient"), encoding="utf-8")
    assert {"learned", "patient"} <= set(list_valuations(load_game(folder).program(2)))
    # what bots go by is not written over by another rule
    assert main([*words, "--to", str(file)]) == 2
    assert "there is no rule `patient`" in capsys.readouterr().err
    assert main([*words, "--rule", "patient", "--to", str(folder / "more.yaml")]) == 2
    assert "`patient` is declared twice" in capsys.readouterr().err
    # elsewhere it may lie to be looked at
    main([*words, "--rule", "patient", "--to", str(tmp_path / "patient.yaml")])
    assert "cannot be called" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("two words", "its name is one word"),
        ("../learned", "its name is one word"),
        ("x(player): 1\n  rule y", "its name is one word"),
        ("if", "`if` is a word of the language"),
        ("count", "`count` is a word of the language"),
        ("final_score", "`final_score` is declared twice"),
        ("game", "was not written by `cardwright train`"),
    ],
)
@pytest.mark.parametrize("beside", [True, False])
def test_a_rule_cannot_be_called_like_something_else(
    rule: str, why: str, beside: bool, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = sorted(tmp_path.rglob("*"))
    words = ["train", str(folder), "--rule", rule, *(() if beside else ("--to", str(tmp_path / "new.yaml")))]
    assert main(words) == 2
    assert why in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == there


@pytest.mark.parametrize(
    "more",
    [
        *(
            "",
            " --sets base,jutaku",
            " --without a,b --variations 0",
            " --only c,d",
            " --bots mcts:9",
            " --players 4,2",
        ),
        *(" --rule patient", " --over-all"),
    ],
)
def test_the_command_in_the_file_is_the_one_that_was_given(more: str) -> None:
    words = f"import_export --players 3 --games 7 --deals 5 --rounds 2 --seed 9{more}"
    given = build_parser("train").parse_args(["train", *words.split()])
    again = build_parser("train").parse_args(["train", *format_command(given, "import_export", given.players).split()])
    # which options there are is not what was given
    del again.actions, given.actions
    assert again == given


@pytest.mark.long
def test_what_is_learnt_with_several_numbers_of_players_is_tried_out_with_each(
    for_more: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["train", str(for_more), "--players", "3,2", "--games", "40", "--deals", "8", "--rounds", "1"]
    words += ["--variations", "2", "--without", "final_score,heavy", "--json"]
    out = ["--out", str(tmp_path / "games")]
    assert main([*words, *out, "--jobs", "1"]) == 0
    first = capsys.readouterr()
    told = json.loads(first.out)
    assert told["players"] == [2, 3]
    (round_1,) = told["rounds"]
    assert [(each["players"], each["games"]) for each in round_1["matches"]] == [(2, 16), (3, 24)]
    assert all(each["share"] > 2 * each["even"] * 0.8 for each in round_1["matches"])
    file = for_more / "learned.yaml"
    text = file.read_text(encoding="utf-8")
    head = text.splitlines()[:3]
    assert head[0].startswith("# Learned by `cardwright train gems --players 2,3 --games 40 ")
    for line, players in zip(head[1:], (2, 3), strict=True):
        assert f"with the game's own valuation, with {players} players: " in line
        assert line.removeprefix("# ") in first.err
    assert main([*words, "--jobs", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert file.read_text(encoding="utf-8") == text
    kept = (tmp_path / "games" / "round-1.jsonl").read_text(encoding="utf-8")
    assert main([*words, *out, "--jobs", "1"]) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert (tmp_path / "games" / "round-1.jsonl").read_text(encoding="utf-8") == kept
    assert main([*words, *out, "--players", "2"]) == 2
    assert "holds games of another training" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("players", "why"),
    [
        ("0", "'0' is not a number from 1 up"),
        ("2,two", "'two' is not a number from 1 up"),
        ("2,", "'' is not a number from 1 up"),
        ("2,3,2", "'2,3,2' has 2 more than once"),
        ("2,4", "Gems is for 2 to 3 players, not 4"),
        ("1,2", "Gems is for 2 to 3 players, not 1"),
    ],
)
def test_numbers_of_players_that_cannot_be_are_refused(
    players: str, why: str, for_more: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):
        assert main(["train", str(for_more), "--players", players]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        ("random", "`random` does not use a valuation"),
        ("greedy,mcts:9", "--bots takes one kind, not 2"),
        ("mcts:9:valuation=heavy:depth=2", "write `--bots mcts:9:depth=2`"),
        ("greedy:valuation=", "write `--bots greedy`"),
        ("gredy", "did you mean `greedy`?"),
    ],
)
def test_bots_that_cannot_be_told_what_to_go_by_are_refused(
    bots: str, why: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", str(folder), "--bots", bots]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize(("bots", "players"), [("greedy", "2,3"), ("mcts:5", "2")])
def test_what_is_learnt_on_a_cluster_is_the_same(
    bots: str, players: str, for_more: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    words = ["train", str(for_more), "--games", "16", "--deals", "4", "--rounds", "1", "--variations", "1", "--json"]
    words += ["--bots", bots, "--players", players]
    told = []
    for jobs in (["--jobs", "1"], ["--jobs", "2", "--cluster", "dask"]):
        main([*words, *jobs, "--to", str(tmp_path / "learned.yaml")])
        told.append(json.loads(capsys.readouterr().out))
    assert told[0]["rounds"]
    assert told[0] == told[1]


def test_a_cluster_elsewhere_needs_a_folder_it_can_see(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    assert main(["train", str(folder), "--cluster", "dask://127.0.0.1:1"]) == 2
    assert "needs --out FOLDER" in capsys.readouterr().err
