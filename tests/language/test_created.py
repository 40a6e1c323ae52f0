"""Pieces that are made in play: who knows which they are, and how many there is room for."""

from collections import Counter
from pathlib import Path

import pytest

from cardwright import ScenarioSuite, State, load_game
from cardwright.checker.statements import reserve_for_create
from cardwright.runtime import program
from cardwright.runtime.errors import NoSparePieceError
from cardwright.state_slots_and_table_rows import EVERY
from cardwright_tools.laboratory.games.match import MatchConfig, play_one

HERE = Path(__file__).parent
MENAGERIE = load_game(HERE / "menagerie", soon=True)
CROWD = """
game: crowd
players: 2
kinds: {card: {attributes: {cost: number}}}
zones: {player: {board: {of: cards}}}
pieces:
  - {id: imp, cost: 1, copies: 0}
library: |
  step setup: nothing
  step play:
    for each p in players:
      p choose number from numbers(1, 90): p call(number)
  verb call(number) "call {number} imps":
    repeat number times: create(imp, to: you.board)
  rule final_score(player): sum(player.board.cost)
"""


def after_secret(which: int) -> State:
    """A match in which the first player has made one of the small beasts where only they see it."""
    state = MENAGERIE.dictated(2, 5, {"pick name of a beast": [which], "pick player": [0]})
    assert state.decision is not None
    state.apply(next(option for option in state.decision.options if option.text == "Find a beast"))
    return state


def stable(state: State) -> list[str]:
    """The ids of what the first player has in their stable."""
    zone = next(zone for zone in state.open_view(0).zones if (zone.owner, zone.name) == ("P1", "stable"))
    return [piece.id for piece in zone.pieces if piece is not None]


def test_what_is_made_in_secret_is_known_to_its_owner_alone() -> None:
    parrot, mouse = (after_secret(which) for which in range(2))
    assert [stable(state).count("mouse") for state in (parrot, mouse)] == [0, 1]
    assert mouse.view(1) == parrot.view(1)
    assert mouse.log_since(0, 1) == parrot.log_since(0, 1)
    assert mouse.view(0) != parrot.view(0)


def test_a_sample_for_the_others_tells_nothing_of_it() -> None:
    parrot, mouse = (after_secret(which) for which in range(2))
    samples = [(stable(parrot.determinise(1, seed)), stable(mouse.determinise(1, seed))) for seed in range(12)]
    assert all(one == other for one, other in samples)
    assert len({tuple(one) for one, _ in samples}) > 1
    assert all("mouse" in stable(mouse.determinise(0, seed)) for seed in range(4) if mouse.player == 0)


def test_what_nobody_made_is_in_no_sample() -> None:
    state = MENAGERIE.new(2, 5)
    assert all("mouse" not in stable(state.determinise(state.player, seed)) for seed in range(12))


def test_the_reserve_is_shown_to_nobody() -> None:
    state = MENAGERIE.new(2, 5)
    zones = [zone.name for zone in (*state.view(0).zones, *state.open_view(1).zones)]
    assert not [name for name in zones if name.startswith("the reserve")]


@pytest.mark.parametrize("tracked", [False, True])
def test_a_match_that_creates_more_gets_more_room(tracked: bool, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(CROWD.replace("numbers(1, 90)", "numbers(1, 900)"))
    crowd = load_game(tmp_path)
    state, roomy = crowd.new(2, 1, tracked), crowd.new(2, 1, tracked, growth=(EVERY, EVERY))
    for answer in (89, 399):
        state.apply(answer)
        roomy.apply(answer)
        assert state.digest() == roomy.digest()
    assert state.scores == [90, 400]
    assert state.finished
    assert [len(zone.pieces) for zone in state.view(1).zones if zone.owner == "P2"] == [400]
    assert crowd.from_json(state.to_json()).digest() == state.digest()
    assert state.log == roomy.log


def test_a_scenario_is_compiled_with_as_much_room_as_it_needs(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(CROWD)
    scenario = "{name: A crowd, given: {P1.board: [imp]}, when: [do: P1 call(500)], then: [count(P1.board) is 501]}"
    path = tmp_path / "scenarios" / "crowd.yaml"
    path.parent.mkdir()
    path.write_text(f"game: {tmp_path.name}\nplayers: 2\nscenarios:\n  - {scenario}\n")
    suite = ScenarioSuite()
    (only,), wrong = suite.add(path)
    assert not wrong
    assert suite.run(only).failure is None


def test_a_match_with_more_room_is_watched_from_its_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = CROWD.replace("numbers(1, 90)", "numbers(100, 103)").replace(
        "players: 2", "players: 2\npowers_work_in: [board]"
    )
    crowd = crowd.replace("copies: 0}", "copies: 0, power: 'after opponents call: nothing'}")
    outcomes = []
    for most in (120, 1_000):
        monkeypatch.setattr(reserve_for_create, "MAX_OF_EACH", most)
        folder = tmp_path / str(most) / "crowd"
        folder.mkdir(parents=True)
        (folder / "game.yaml").write_text(crowd)
        table = MatchConfig(str(folder), 2, ("random", "random"), 7, watched=True)
        outcomes.append(play_one(load_game(folder), table, 0))
    assert [outcome.error for outcome in outcomes] == [None, None]
    assert sum(outcomes[0].scores) > 200
    assert outcomes[0].course == outcomes[1].course


def test_more_than_a_match_can_hold_is_told_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MAX_GROWN_PIECES", 10_000)
    many = CROWD.replace("repeat number times", "repeat 50 * number times")
    (tmp_path / "game.yaml").write_text(many.replace("players: 2", "players: 3"))
    state = load_game(tmp_path).new(3, 1, tracked=False)
    state.apply(89)
    with pytest.raises(NoSparePieceError, match=r"room for 7680 created pieces of Imp .*game\.yaml, line 14"):
        state.apply(89)
    assert state.scores == [4500, 0, 0]


def test_more_is_set_aside_of_what_a_match_begins_with_and_of_what_texts_name(tmp_path: Path) -> None:
    more = "".join(f"  - {{id: ogre_{number}, cost: 2, copies: 0}}\n" for number in range(1_000))
    kept = "  - {id: elf, cost: 1, copies: 1}\n  - {id: gnome, cost: 1, copies: 0}\n"
    any_name = "library: |\n  verb call_any:\n    choose what from names of cards: make(what)\n"
    any_name += "  verb make(what: name of card): create(what, to: you.board)\n  verb make_gnome: make(gnome)\n"
    text = CROWD.replace("create(imp, to: you.board)", "make_gnome").replace("library: |\n", any_name)
    text = text.replace("zones: {", "zones: {table: {box: {of: cards}}, ")
    (tmp_path / "game.yaml").write_text(text.replace("library: |", f"{more}{kept}library: |"))
    tables = load_game(tmp_path).program(2).tables
    spare = Counter(tables.definitions[number].id for number in tables.pieces)
    assert (spare["elf"], spare["gnome"], spare["ogre_1"]) == (1 + 10, 40, 2)
    assert [len(value) for name, value in tables.plain.constants.items() if name.startswith("LONG")] == [1_003]
    assert max(map(len, tables.plain.source.splitlines())) < 1_000


@pytest.mark.parametrize("tracked", [False, True])
def test_only_what_is_used_up_grows_where_all_would_be_too_many(
    tracked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = "".join(f"  - {{id: ogre_{number}, cost: 2, copies: 0}}\n" for number in range(40))
    text = CROWD.replace("numbers(1, 90)", "numbers(1, 900)").replace("library: |", f"{more}library: |")
    any_name = "library: |\n  verb call_any:\n    choose what from names of cards: create(what, to: you.board)\n"
    (tmp_path / "game.yaml").write_text(text.replace("library: |\n", any_name))
    crowd = load_game(tmp_path)
    wide = crowd.new(2, 1, tracked)
    monkeypatch.setattr(program, "MAX_PIECES", 0)
    state = crowd.new(2, 1, tracked)
    for answer in (89, 399):
        state.apply(answer)
        wide.apply(answer)
        assert state.digest() == wide.digest()
    assert state.scores == [90, 400]
    imp = next(n for n, row in enumerate(state.program.tables.definitions) if row.id == "imp")
    assert set(state.program.growth) == {imp}
    spare = Counter(state.program.tables.pieces)
    assert len(spare) == 41
    assert len({count for number, count in spare.items() if number != imp}) == 1
    assert crowd.from_json(state.to_json()).digest() == state.digest()


def test_what_no_match_can_hold_is_neither_a_piece_nor_code(tmp_path: Path) -> None:
    power = "    power: |\n      after you call: vanish(you.board)\n"
    sizes = []
    for more in (0, 40):
        folder = tmp_path / f"crowd_{more}"
        folder.mkdir()
        extra = "".join(f"  - id: orc_{number}\n    cost: 2\n    copies: 0\n{power}" for number in range(more))
        text = CROWD.replace("game: crowd", f"game: crowd_{more}\npowers_work_in: [board]")
        (folder / "game.yaml").write_text(text.replace("library: |", f"{extra}library: |"))
        tables = load_game(folder).program(2).tables
        assert len(tables.definitions) == 1 + more
        code = [line for line in tables.plain.source.splitlines() if line.startswith(("def ", "    "))]
        sizes.append((len(tables.pieces), tables.size, len(code)))
    assert sizes[0] == sizes[1]


def test_every_definition_whose_name_can_be_chosen_has_room() -> None:
    tables = MENAGERIE.program(2).tables
    there = {tables.definitions[number].id for number in tables.pieces}
    assert {"unicorn", "mule", "mouse"} <= there


def test_what_is_created_is_printed_as_often_as_it_can_be_needed() -> None:
    needed = {card.id: card.needed for card in MENAGERIE.card_texts()}
    assert {card: needed[card] for card in ("horse", "mouse", "rabbit")} == {"horse": 8, "mouse": 4, "rabbit": 2}
    marshals = load_game(HERE / "marshals", soon=True)
    needed = {card.id: card.needed for card in marshals.card_texts()}
    # four in the largest deck, for each of three players; what is in no deck and cannot be created is not needed
    assert needed["raider"] == 12
    assert needed["colossus_5"] == 0
