"""Games in compiled C go exactly as in Python: options, states, results and digests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.native.differential import QUICK, games, no_compiler, play_both
from tests.native.scenario_states import compare
from tests.properties.test_edits_kept import copied

import cardwright
from cardwright.native.c_compiler import NotNative
from cardwright.native.engine import Engine
from cardwright_tools.laboratory.games.match import MatchConfig, play_one
from cardwright_tools.laboratory.games.native_match import derive_seeds

pytestmark = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")

DECISIONS = 90
# The other examples are played by the long run (see differential.py).
GAMES = [name for name in games() if not name.startswith("examples") or name.endswith(("moth_night", "low_tide"))]


@pytest.fixture(scope="module", params=GAMES)
def engine(request: pytest.FixtureRequest) -> tuple[cardwright.Game, Engine]:
    game = cardwright.load_game(request.param)
    return game, Engine(game, game.max_players, QUICK)


@pytest.mark.one_of
def test_random_games_are_the_same(engine: tuple[cardwright.Game, Engine]) -> None:
    game, native = engine
    decisions = [play_both(native, game, seed, 7, DECISIONS).decisions for seed in range(2)]
    while sum(decisions) <= 10:  # a short game
        decisions.append(play_both(native, game, len(decisions), 7, DECISIONS).decisions)
        assert len(decisions) < 12


@pytest.mark.one_of(2)
def test_a_state_goes_over_and_back_at_any_decision(engine: tuple[cardwright.Game, Engine]) -> None:
    game, native = engine
    for seed in range(3):  # at every third decision, each time at others
        play_both(native, game, seed, 1, 12)


@pytest.mark.one_of(6)
def test_whole_games_choose_as_the_random_bot_does(engine: tuple[cardwright.Game, Engine]) -> None:
    game, native = engine
    players = native.library.players
    if game.name == "ceylon":
        pytest.skip("its games are tens of thousands of decisions long; the other test plays their beginnings")
    table = MatchConfig(game.name, players, ("random",) * players, seed=11)
    numbers = range(2)
    played = native.random_games(native.library.new(), [derive_seeds(table, number) for number in numbers], 200_000)
    for number, one in zip(numbers, played, strict=True):
        expected = play_one(game, table, number)
        assert (one.error, one.decisions, one.turns) == (0, expected.decisions, expected.turns)
        assert (one.scores, one.winners) == (expected.scores, expected.winners)


def test_nothing_of_an_authors_texts_is_in_the_c_text() -> None:
    from cardwright.native.compiled_game import RUNTIME, print_program

    game = cardwright.load_game("cargo_noir")
    code = game.native_code(3)
    assert code is not None
    program = game.program(3)
    printed = code["head"] + code["body"] + code["rules"] + "".join(code["units"].values())
    assert all(set(shape) <= set("ilrwM") for shape in re.findall('"([^"]*)"', printed))
    assert not re.search("/[*/]", printed)
    words = {word for zone in program.tables.zones for word in (zone.word, zone.title)}
    words |= {definition.id for definition in program.tables.definitions}
    words |= {text for text in program.tables.plain.constants["TEXTS"] if " " in text}
    runtime = Path(cardwright.__file__).parent / "native"
    [text] = print_program(program.tables, code, apart=False)
    for part in RUNTIME:
        text = text.replace((runtime / part).read_text(encoding="utf-8"), "")
    assert not [word for word in words if len(word) > 5 and word in text]


def test_what_c_does_not_know_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cardwright.load_game("cargo_noir")
    monkeypatch.setattr(game, "_native", lambda *_: {"refused": "the operation dance"})
    with pytest.raises(NotNative, match="the operation dance"):
        Engine(game, 3, QUICK)


@pytest.mark.long
def test_scenarios_go_the_same_in_c() -> None:
    compared, passed = compare(
        [
            Path("tests/scenarios/cargo_noir/edge.yaml"),
            Path("tests/language/events.yaml"),
            Path("tests/language/knockout.yaml"),
            Path("tests/language/duress.yaml"),
            Path("tests/language/shipwreck.yaml"),
            Path("tests/language/masquerade.yaml"),
            Path("tests/language/own_decks.yaml"),
            Path("tests/language/larder.yaml"),
            Path("tests/language/menagerie.yaml"),
            Path("tests/language/upgrades.yaml"),
            Path("tests/language/leftovers.yaml"),
            Path("tests/language/paths.yaml"),
            Path("tests/language/marshals.yaml"),
            Path("tests/language/resets.yaml"),
            Path("tests/language/stacks.yaml"),
            Path("tests/language/sets.yaml"),
            Path("tests/language/tokens.yaml"),
            Path("tests/language/curfew.yaml"),
            Path("tests/language/bookcase.yaml"),
        ]
    )
    assert passed
    assert compared.same > 5
    assert not compared.refused


@pytest.mark.long
def test_an_edited_card_is_compiled_alone(tmp_path: Path) -> None:
    from cardwright.native.compiled_game import print_program

    place = copied("import_export", tmp_path)
    cards = place / "cards" / "base" / "agriculture.yaml"
    before = cards.read_text(encoding="utf-8")

    def texts() -> list[str]:
        game = cardwright.load_game(place, ["base"])
        code = game.native_code(4)
        assert code is not None
        return print_program(game.program(4).tables, code, apart=True)

    def changed(old: str, new: str) -> list[int]:
        cards.write_text(before.replace(old, new), encoding="utf-8")
        assert cards.read_text(encoding="utf-8") != before
        return [number for number, text in enumerate(texts()) if text not in whole]

    whole = texts()
    assert len(whole) > 8
    number = changed("gain(8)", "gain(7)")
    assert len(number) == 1
    take = "choose c from you.hand where good is agriculture: take_over(c)"
    more = f"{take}\n        choose d from you.hand: take_over(d)"
    # what finds code by number is told anew, too
    assert len(changed(take, more)) == 2
