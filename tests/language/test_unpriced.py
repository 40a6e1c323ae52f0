"""Numbers that may be none: refused until it was asked, the same in every program, and told as what they are."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.language.same_programs import alike_in_c, alike_tracked
from tests.native.differential import QUICK, no_compiler

from cardwright import Game, State, check_paths, load_game
from cardwright.adapters.observation_tensor import Encoder
from cardwright.checker.game import GameChecker
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright.runtime.errors import NoNumberError
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines as lines_of
from cardwright_tools.reference.json_schemas import build_own_card_schema
from cardwright_tools.sheets.columns import SheetColumns
from cardwright_tools.training.features import list_features

UNPRICED = Path(__file__).parent / "unpriced"
LOADED = read_game(find_game_files(UNPRICED, UNPRICED / "cards"))
assert LOADED.game is not None
CHECKED = GameChecker(LOADED.game).run()


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(str(UNPRICED))


def test_plain_and_tracked_go_alike(game: Game) -> None:
    alike_tracked(game, 2, range(10))


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason="there is no compiler")
def test_native_games_go_alike(game: Game) -> None:
    alike_in_c(game, 2, range(20))


def told(folder: Path, library: str) -> list[str]:
    """What is told of the game with other texts."""
    text = (UNPRICED / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(f"{text}  {library}\n", encoding="utf-8")
    found, _ = check_paths([folder])
    return [f"{each.message}; {each.label}" for each in found if each.severity == "error"]


ASK = "test first that it `is not none`"
NEEDED = f"a number is needed here, but this is a number or none; {ASK}"
NEEDED_TO_RAISE = NEEDED.replace("here,", "here for `n` of `raise_to`,")
LIST = "a list of numbers is needed here, but this is a list of number or none"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("rule r(player): player.bid + 1", [NEEDED]),
        ("rule r(player): 1 - player.bid", [NEEDED]),
        ("rule r(player): -player.bid", [NEEDED]),
        ("rule r(player): player.bid > 1", [NEEDED]),
        ("rule r(player): player.bid is not none or player.bid > 1", [NEEDED]),
        ("rule r(player): player.bid is none and player.bid > 1", [NEEDED]),
        ("rule r(player): next(player).bid is not none and player.bid > 1", [NEEDED]),
        ("rule r(player): not (player.bid is none) and player.bid > 1", []),
        ("rule r(player): not (player.bid is none or player.bid > 1)", []),
        ("rule r(player): player.bid is 2 and player.bid > 1", []),
        ("rule r: sum(stall.price)", [f"{LIST}; write a list of numbers"]),
        ("rule r: sum((stall where price is not none).weight)", []),
        ("rule r: stall with the highest price", [NEEDED]),
        ("rule r: (stall where price is not none) with the highest price", []),
        ("rule r: (stall where price is not none) where price > 1", []),
        ("rule r: (stall where price is none) with the highest price", [NEEDED]),
        ("rule r: any(stall where price is not none and it.price > weight)", []),
        ("verb v: you.bid += 1", [NEEDED]),
        ("verb v:\n    if you.bid is not none: you.bid += 1", []),
        ("verb v: raise_to(you.bid)", [NEEDED_TO_RAISE]),
        ("verb v:\n    require you.bid is not none\n    raise_to(you.bid)", []),
        ("verb v:\n    if you.bid is none: nothing\n    else: raise_to(you.bid)", []),
        ("verb v:\n    if you.bid is none: raise_to(you.bid)", [NEEDED_TO_RAISE]),
        ("verb v:\n    let b = you.bid\n    if b is not none: raise_to(b)", []),
        ("verb v: you.bid = none", []),
        ("rule r(player): player.bid\n  modify r: set none", []),
        (
            "rule r(player): player.bid\n  modify r: add 1",
            ["`r` is a number or none, which `add` cannot change; write `set`"],
        ),
        ("verb v: you.coins = none", ["a number is needed here, but this is `none`; write a number"]),
        ("verb v: you.coins = you.bid", [NEEDED]),
        ("rule r(player): player.coins is none", ["a number never equals `none`; compare it with a number"]),
    ],
)
def test_it_is_reckoned_with_only_where_it_was_asked(text: str, wrong: list[str], tmp_path: Path) -> None:
    assert told(tmp_path, text) == wrong


def answer(state: State, text: str) -> None:
    assert state.decision is not None
    state.apply(next(each.index for each in state.decision.options if each.text == text))


def bidding(game: Game) -> State:
    """P1 has bid 2, and P2 nothing; P2 is asked."""
    state = game.new(2, seed=1)
    while state.player != 0:
        answer(state, "Lay out")
    for text in ("Bid", "2"):
        answer(state, text)
    return state


def test_what_was_asked_and_is_none_all_the_same_is_an_error_with_its_place(tmp_path: Path) -> None:
    text = (UNPRICED / "game.yaml").read_text(encoding="utf-8")
    text = text.replace('"Bid":', '"Stumble": stumble\n      option "Bid":')
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    state = bidding(load_game(str(tmp_path)))
    answer(state, "Lay out")
    with pytest.raises(NoNumberError, match=r"`none` where one is needed: .*game\.yaml, line \d+: you"):
        answer(state, "Stumble")


def test_views_and_tensors_tell_it(game: Game) -> None:
    state = bidding(game)
    bids = {each.owner: (each.value, each.plain) for each in state.view(0).counters if each.name == "bid"}
    assert bids == {"P1": ("2", 2), "P2": ("none", "none")}
    encoder = Encoder(state.program)
    row = encoder.encode(state, 0)
    at = {each.name: each.start for each in encoder.fields}
    cells = [row[at[f"counter {player} bid"] : at[f"counter {player} bid"] + 2] for player in ("P1", "P2")]
    assert cells == [[1, 2], [0, 0]]
    assert "-4611686018427387904" not in state.digest()


def test_pieces_show_it(game: Game) -> None:
    texts = {card.id: card.attributes.get("price") for card in game.card_texts()}
    assert texts == {"bread": "1", "cheese": "4", "air": None, "song": None}
    ware, columns = CHECKED.game.kinds["ware"], SheetColumns(CHECKED.game)
    rows = {piece.id: columns.row(piece)["price"] for piece in CHECKED.game.pieces}
    assert rows == {"bread": "1", "cheese": "4", "air": "none", "song": "none"}
    assert columns.problem("price", "none", ware) is None
    assert columns.problem("weight", "none", ware) is not None


def test_the_schema_of_its_cards_takes_a_number_or_none() -> None:
    schema = build_own_card_schema(CHECKED.game, ["base"])
    assert json.dumps({"anyOf": [{"type": "integer"}, {"enum": ["none"]}]})[1:-1] in json.dumps(json.loads(schema))


def test_it_is_learned_from_where_there_is_a_number() -> None:
    texts = [each.text for each in list_features(CHECKED)]
    assert not any("bid" in text for text in texts)
    assert "sum((player.bag where price is not none).price)" in texts


def test_the_rulebook_says_it(game: Game) -> None:
    lines = " ".join(" ".join(line.split()) for line in lines_of(write_rulebook(game).sections, 100))
    assert "This can be done only if you have a bid." in lines
    assert "If you have no bid or your bid is less than X, set your bid to X." in lines
    assert "the sum of the price of each ware in the stall that has a price" in lines


@pytest.mark.skipif(bool(no_compiler()), reason="there is no compiler")
def test_tensors_in_c_tell_it_alike(game: Game) -> None:
    np: Any = pytest.importorskip("numpy")
    from cardwright.adapters.vector_env import ManyGames
    from cardwright.native.engine import Engine

    many = ManyGames(game, 1, engine=Engine(game, 2, QUICK), seen=True)
    many.begin([1])
    alone, chance = game.new(2, 1), Random(1)
    while not alone.finished:
        seen = np.asarray(many.encoder.encode(alone, alone.player), np.float32)
        assert (many.observations[0] == seen).all()
        assert alone.decision is not None
        option = chance.randrange(alone.option_count)
        many.act(np.array([many.actions.of(alone.decision.options)[option]]))
        alone.apply(option)
