"""Decks that players bring: files of strangers, checked by the rules of the game's deck."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.language.same_programs import alike_in_c, alike_tracked
from tests.native.differential import no_compiler

from cardwright import Game, load_game
from cardwright.declarations.readers.player_deck_files import BroughtDeck
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright.source.diagnostics import CardwrightError
from cardwright_tools.cli.errors import FindingError
from cardwright_tools.session.record_folder import open_record
from cardwright_tools.session.session import Session

GAME = """
game: bringers
title: Bringers
players: 2 to 3
active: active
turn: turn
types:
  sort: {values: [fire, water]}
kinds:
  card:
    attributes: {sort: {is: sort, default: none}, cost: number}
zones:
  table:
    box: {of: cards}
  player:
    deck: {of: cards, see: nobody, ordered: yes}
    hand: {of: cards, see: owner}
    board: {of: cards}
memory:
  table: {active: player}
decks:
  starter: {by: player, size: 4 to 6, most: 2, class: sort, also: [none], cards: {spark: 2, flame: 2}}
pieces:
  - {id: spark, sort: fire, cost: 1, copies: 0}
  - {id: flame, sort: fire, cost: 2, copies: 0}
  - {id: drop, sort: water, cost: 1, copies: 0}
  - {id: wave, sort: water, cost: 3, copies: 0}
  - {id: stone, cost: 2, copies: 0}
library: |
  rule final_score(player): sum(c.cost for each c in player.board)
  verb take_turn "take a turn":
    move(top(you.deck), to: you.hand)
    choose c from you.hand: move(c, to: you.board)
    if count(you.hand) < 1: move(top(you.deck), to: you.hand)
  step turn: active take_turn
  step setup:
    for each p in players:
      for each what in starter(p): create(what, to: p.deck)
      shuffle(p.deck)
      p move(top(p.deck), to: p.hand)
    active = the(first(players))
  step play:
    repeat until all(count(p.deck) is 0 for each p in players):
      turn
      active = next(active)
"""
WATER = "cards: {drop: 2, wave: 2, stone: 1}\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "bringers"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return folder


def _load(place: Path, text: str = WATER, seat: str = "P2") -> Game:
    return load_game(place, decks=[BroughtDeck(seat, place / "mine.yaml", text)])


def test_each_player_has_the_deck_they_bring_and_others_the_usual_one(place: Path) -> None:
    state = _load(place).new(3, seed=1)
    owned: dict[str, list[str]] = {}
    for zone in state.open_view(0).zones:
        if zone.owner in state.view(0).players:
            owned.setdefault(zone.owner, []).extend(sorted(piece.id for piece in zone.pieces if piece is not None))
    assert {owner: sorted(cards) for owner, cards in owned.items()} == {
        "P1": ["flame", "flame", "spark", "spark"],
        "P2": ["drop", "drop", "stone", "wave", "wave"],
        "P3": ["flame", "flame", "spark", "spark"],
    }
    assert _load(place).content_hash not in (load_game(place).content_hash, _load(place, seat="P1").content_hash)


def test_nobody_is_told_what_others_bring(place: Path) -> None:
    game = _load(place)
    assert "Wave" not in str(game.new(2, seed=1).view(0))
    told = str(write_rulebook(game))
    assert "2 × Spark" in told
    assert "2 × Drop" not in told


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("cards: {drop: 3, wave: 1}\n", ["1:15 at most 2 `drop` are allowed, but this deck has 3"]),
        ("cards: {drop: 2, wvae: 1}\n", ["1:18 there is no card `wvae`"]),
        ("cards: {drop: 2, stone: 2, spark: 1}\n", ["1:28 `spark` has the sort `fire`"]),
        ("cards: {drop: 2}\n", ["1:8 a deck needs 4 to 6 cards, but this one has 2"]),
        ("cards: {drop: 2.5, wave: x, stone: -1}\n", ["1:15 ", "1:26 ", "1:36 "]),
        ("deck: strater\ncards: {drop: 2}\n", ["1:7 there is no deck that players bring `strater`"]),
        ("cads: {drop: 2}\n", ["1:1 ", "1:1 "]),
        ("[drop, drop]\n", ["1:1 a deck must be a group"]),
        ("cards: &a {drop: 2}\nname: *a\n", ["1:8 ", "2:7 "]),
        ("", ["1:1 "]),
        ("cards: {drop: 2\n", ["1:16 "]),
        ("cards: {dr\x00op: 2}\n", ["1:11 "]),
    ],
)
def test_a_file_that_is_no_legal_deck_is_refused_where_it_is_wrong(place: Path, text: str, places: list[str]) -> None:
    with pytest.raises(CardwrightError) as refused:
        _load(place, text)
    found = [f"{each.span.line}:{each.span.column} {each.message}" for each in refused.value.diagnostics]
    assert {Path(each.span.path).name for each in refused.value.diagnostics} == {"mine.yaml"}
    assert all(any(each.startswith(start) for each in found) for start in places), found


TOKEN = "  - {id: ember, sort: fire, cost: 0, copies: 8, pool: box}\n"


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        ({"most: 2": "most: 2, banned: wave"}, "`wave` is not legal in this deck"),
        ({"most: 2": "most: 2, banned: [spark, wave]", "spark: 2, ": "stone: 2, "}, "`wave` is not legal in this deck"),
        ({"most: 2": "most: 2, banned: wvae"}, "there is no card `wvae`"),
        ({"most: 2": "most: 2, banned: spark"}, "`spark` is not legal in this deck"),
        ({"drop, sort": "ember, sort"}, "there is no card `drop`"),
        ({"  - {id: drop, sort: water, cost: 1, copies: 0}\n": TOKEN, "drop": "ember"}, "`ember` is not legal in this"),
        ({"  - {id: wave": f"{TOKEN}  - {{id: wave", "2, flame": "2, ember: 1, flame"}, ""),
    ],
)
def test_what_no_deck_may_contain(place: Path, changes: dict[str, str], refused: str) -> None:
    game, text = GAME, WATER
    for old, new in changes.items():
        game, text = game.replace(old, new, 1), text.replace(old, new)
    (place / "game.yaml").write_text(game, encoding="utf-8")
    if refused:
        with pytest.raises(CardwrightError, match=refused):
            _load(place, text)
    else:
        assert _load(place, "cards: {ember: 2, flame: 2}\n").new(2, seed=1).option_count
        assert "without" not in str(write_rulebook(load_game(place)))


def test_a_game_without_such_decks_refuses_them(place: Path) -> None:
    (place / "game.yaml").write_text(GAME.replace("by: player, ", "").replace(", class: sort, also: [none]", ""))
    with pytest.raises(CardwrightError):
        _load(place)
    (place / "game.yaml").write_text(GAME.replace("by: player, ", "by: player, for: sort, "))
    with pytest.raises(CardwrightError, match="has no lists `for` words"):
        load_game(place)


def test_a_record_has_the_decks(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    session = Session(_load(place), 2, 7)
    session.answer(0, True)
    session.close()
    assert session.path is not None
    again = Session.load(session.path, range(2))
    assert again.header == session.header
    assert again.state.digest() == session.state.digest()
    again.close()


@pytest.mark.parametrize(
    "decks", [{"P2": "\ud800"}, {"P\0": WATER}, {"../P2": WATER}, {"starter": WATER}, {"P3": WATER}, {"P2": 5}, ["P2"]]
)
def test_a_record_that_names_no_seat_or_no_text_is_refused(place: Path, decks: object) -> None:
    session = Session(_load(place), 2, 7)
    session.answer(0, True)
    session.close()
    assert session.path is not None
    first, *rest = session.path.read_text(encoding="utf-8").split("\n")
    tampered = session.path.with_name("tampered.jsonl")
    tampered.write_text("\n".join([json.dumps(json.loads(first) | {"decks": decks}), *rest]), encoding="utf-8")
    with pytest.raises(FindingError, match="of the header must be texts by seat"):
        open_record(tampered)


def test_all_programs_play_the_same_game(place: Path) -> None:
    alike_tracked(_load(place), 2, range(5))


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler())
@pytest.mark.long
def test_c_plays_the_same_game(place: Path) -> None:
    alike_in_c(_load(place), 2, range(20))
