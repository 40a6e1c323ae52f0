"""What the table tells: places that lead back to what is on it, and nothing of what is hidden."""

import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from cardwright import State, find_games, load_game
from cardwright.presentation.answers.consequences import Consequence
from cardwright.presentation.arrange_table import build_open_table, build_table
from cardwright.presentation.log.tree import build_log_tree
from cardwright.presentation.piece_and_player_labels import render_limited_count
from cardwright.presentation.question import make_question
from cardwright.presentation.table_view import TablePiece, TableZone, list_zones, map_pieces, mark_last_as_fresh
from cardwright.presentation.terms_in_text import find_terms
from cardwright.query.log_events import CounterChange

CORPUS = Path(__file__).parents[1] / "corpus"
DARE = str(Path(__file__).parent / "games" / "dare")
GAMES = [listing.name for listing in find_games()]


@cache
def moments(game: str, count: int, seed: int = 3) -> list[State]:
    """States of a random game in which somebody is asked; they are not to be changed."""
    loaded = load_game(game)
    state, dice = loaded.new(max(loaded.min_players, min(3, loaded.max_players)), seed), random.Random(seed)
    found: list[State] = []
    while not state.finished and len(found) < count:
        found.append(state.clone())
        state.apply(dice.randrange(state.option_count))
    return found


@pytest.mark.one_of(4)
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_something_on_the_table_leads_there(game: str) -> None:
    for state in moments(game, 40):
        asked = make_question(state, state.player)
        assert asked is not None
        found = build_table(state, state.player)
        places = map_pieces(found).keys() | {zone.at for zone in zones(found.zones)}
        places |= {zone.at for seat in found.seats for zone in zones(seat.zones)} | {seat.name for seat in found.seats}
        for choice in asked.choices:
            assert not choice.at or choice.at in places
            piece = map_pieces(found).get(choice.at)
            if piece is not None and not piece.hidden and state.program.tables.sites[state.site].base == "piece":
                assert choice.text == piece.name
        if state.program.tables.sites[state.site].base == "piece":
            assert all(choice.at for choice in asked.choices if not choice.declines)
        other = (state.player + 1) % state.program.players
        assert make_question(state, other) is None


def zones(found: tuple[TableZone, ...]) -> list[TableZone]:
    return [each for zone in found for each in [zone, *(z for p in zone.pieces for z in zones(p.zones))]]


def test_what_is_hidden_has_no_name() -> None:
    state = load_game("ceylon").new(3, 1)
    found = build_table(state, 0)
    hidden = [piece for zone in found.seats[1].zones for piece in zone.pieces if zone.word == "hand"]
    assert len(hidden) == 7
    assert all(piece == TablePiece(piece.at, "", "a card", "card", "card", hidden=True) for piece in hidden)


def test_what_was_drawn_since_the_last_answer_is_fresh() -> None:
    state = load_game("ceylon").new(3, 3)
    mine = next(zone for zone in build_table(state, state.player).seats[state.player].zones if zone.word == "hand")
    assert not any(piece.fresh for piece in mine.pieces)  # all is new to somebody who has just sat down
    player = state.player
    while state.view(0).turn_of == player:
        state.apply(state.option_count - 1)
    while state.player != player or state.view(0).turn_of != player:
        state.apply(state.option_count - 1)
    now = next(zone for zone in build_table(state, player).seats[player].zones if zone.word == "hand")
    assert 0 < sum(piece.fresh for piece in now.pieces) < len(now.pieces)


def test_answers_pick_what_was_chosen() -> None:
    found = moments("ceylon", 400)
    state = next(each for each in found if each.several is not None and each.several.least > 1).clone()
    asked = make_question(state, state.player)
    assert asked is not None
    assert asked.several
    places = [choice.index for choice in asked.choices if not choice.declines][: asked.least]
    player = state.player
    for option in state.answers_for(places):
        state.apply(option)
    moved = str(build_log_tree(state, player, 0))
    assert all(f"{asked.choices[place].text}: P{player + 1}'s hand → " in moved for place in places)


def test_names_in_a_text_are_found() -> None:
    found = find_terms(load_game("ceylon").tables).spans("P2 discards 2 Winds to the discard pile")
    assert [(span.text, span.names, span.ref) for span in found if span.names] == [
        ("P2", "player", "P2"),
        ("Winds", "piece", "wind"),
        ("discard pile", "zone", "discard_pile"),
    ]
    assert "".join(span.text for span in found) == "P2 discards 2 Winds to the discard pile"


def test_a_number_in_a_text_is_not_the_card_of_that_name() -> None:
    found = find_terms(load_game(CORPUS / "liars_dice").tables)
    assert not any(span.names for span in found.spans("score 3 and 5 dice"))
    assert [span.ref for span in found.spans("P1 looks into the chest") if span.names] == ["P1", "chest"]


def test_of_what_others_keep_secret_nothing_is_told_not_even_that_it_is_none() -> None:
    state = moments(DARE, 8)[-1]
    bids = [
        [fact.value for seat in found.seats for fact in seat.facts if fact.word == "bid"]
        for found in (build_table(state, 0), build_table(state, 1), build_open_table(state, 0))
    ]
    own, other, both = bids
    assert own == [both[0], "?", "?"]
    assert other == ["?", both[1], "?"]
    assert "?" not in both


def test_what_the_look_names_a_limit_for_says_it() -> None:
    state = moments("import_export", 60, 3)[-1]
    found = build_table(state, state.player)
    for seat in found.seats:
        by_word = {zone.word: zone.most for zone in seat.zones}
        assert by_word["goods"] == state.why(f"goods_limit({seat.name})")[0].rpartition(" ")[2]
        assert by_word["imports"]
        assert by_word["hand"] == ""


def test_of_ones_own_pieces_it_is_told_which_lie_face_down() -> None:
    for state in moments("bush_pilots", 400, 3):
        hold = next(zone for zone in build_table(state, state.player).seats[state.player].zones if zone.word == "hold")
        for piece in hold.pieces:
            assert ("face down" in [fact.value for fact in piece.facts]) == (not piece.face_up)
        if any(not piece.face_up for piece in hold.pieces):
            return
    raise AssertionError("no card lay face down")


def test_which_of_two_that_look_alike_is_newly_come_shows_nowhere() -> None:
    old, new, other = (
        TablePiece("row:0", "oak", "Oak", "Oak", "card"),
        TablePiece("row:1", "oak", "Oak", "Oak", "card"),
        "elm",
    )
    elm = TablePiece("row:2", other, "Elm", "Elm", "card", fresh=True)
    for pieces in ([replace(old, fresh=True), new, elm], [old, replace(new, fresh=True), elm]):
        assert [piece.fresh for piece in mark_last_as_fresh(pieces)] == [False, True, True]


def test_which_side_is_up_is_told_only_while_it_matters() -> None:
    state, dice = load_game("bush_pilots").new(2, 3), random.Random(3)
    down = 0
    while not state.finished:
        down += state.decisions % 20 == 0 and "word='face'" in str(build_table(state, state.player))
        state.apply(dice.randrange(state.option_count))
    assert down
    assert "word='face'" not in str(build_table(state, 0))


def test_what_is_beyond_a_limit_says_so() -> None:
    assert [
        render_limited_count("5", "7"),
        render_limited_count("7", "7"),
        render_limited_count("8", "7"),
        render_limited_count("8", ""),
    ] == [
        "5 of 7",
        "7 of 7",
        "8, limit 7",
        "8",
    ]
    over = next(zone for state in moments("ceylon", 200) for zone in held(state) if int(zone.most) < zone.count)
    assert over.counted == f"{over.count}, limit {over.most}"


def held(state: State) -> list[TableZone]:
    return [zone for zone in build_table(state, state.player).seats[state.player].zones if zone.most]


def test_what_somebody_has_and_what_the_look_names_first_stays_where_it_is() -> None:
    for game in ("cargo_noir", "ceylon", "import_export"):
        for state in (*moments(game, 120)[::15], *moments(game, 400)[200::70]):
            found = build_table(state, 0)
            told = [[fact.word for fact in seat.facts if fact.says or fact.stays] for seat in found.seats]
            assert all(words == told[0] for words in told), (game, told)
            first = {*state.program.tables.look["first"]} & {fact.word for fact in found.seats[0].facts}
            assert first <= {*told[0]}


def test_what_is_counted_by_words_has_a_place_for_each_from_the_beginning() -> None:
    seen = set()
    for state in (*moments("ceylon", 120)[::15], *moments("ceylon", 400)[200::70]):
        for seat in build_table(state, 0).seats:
            seen.add(tuple((fact.word, tuple(word for word, _ in fact.each)) for fact in seat.facts if fact.chart))
    assert len(seen) == 1
    assert any(words for [(_, words)] in seen)


def test_players_are_known_by_the_colour_that_is_theirs_in_the_game() -> None:
    state = load_game("cargo_noir").new(3, 3)
    while state.view(0).turn_of < 0:
        state.apply(0)
    found = build_table(state, 0)
    assert {seat.color for seat in found.seats} <= {*state.program.tables.look["colors"].values()}
    assert len({seat.color for seat in found.seats}) == 3
    for state in moments("ceylon", 5):
        assert not any(seat.color for seat in build_table(state, 0).seats)


def test_of_every_change_that_is_told_it_is_known_which_way_it_goes() -> None:
    ways = [Consequence("", "coins", least, most).way for least, most in ((2, 2), (-2, 0), (0, 3), (-1, 2))]
    assert ways == ["more", "", "more", ""]  # what is paid is no loss
    assert Consequence("", "points", -2, -2, scores=True).way == "less"
    assert [CounterChange(0, "points", 12, 22).way, CounterChange(0, "credits", 14, 0).way] == ["more", "less"]
    # whatever an author calls an option
    assert Consequence("take back the bid of 5 coins -2").way == ""


def test_a_counter_of_the_table_is_shown_with_the_most_it_can_be() -> None:
    for players, rounds in ((3, 11), (4, 10)):
        state = load_game("cargo_noir").new(players, 1)
        for viewer in (0, 1):
            facts = {fact.word: fact.value for fact in build_table(state, viewer).facts}
            assert facts["turn_marker"] == f"1 of {rounds}"


@pytest.mark.long
def test_what_waits_on_a_stack_is_told_as_what_will_be_done() -> None:
    duel = str(Path(__file__).parents[2] / "examples" / "forge_and_fen")
    told = {
        f"{fact.title} {fact.value}"
        for seed in range(3, 7)
        for state in moments(duel, 250, seed)
        for zone in list_zones(build_table(state, 0))
        for piece in zone.pieces
        for fact in piece.facts
        if zone.word == "stack"
    }
    assert any(re.fullmatch(r"later: lay [A-Z].* on [A-Z].*", each) for each in told)
    raw = re.compile(r"^later: (?!for each).*\bthat card\b|\(\d+\)|^stands for|^card [A-Z]")
    assert not any(map(raw.search, told))


def test_the_table_says_who_decides_for_whom() -> None:
    state = load_game(Path(__file__).parents[1] / "language" / "tempest").new(3, 1)
    for wanted in ("Bribe", "P2"):
        decision = state.decision
        assert decision is not None
        state.apply(next(each.index for each in decision.options if each.text == wanted))
    while build_table(state, 0).turn_of == 0:
        state.apply(0)
    assert state.player == 0
    led = [build_table(state, viewer).seats[1].led for viewer in range(3)]
    assert led == ["you decide for P2", "P1 decides for you", "P1 decides for P2"]
    assert [seat.led for seat in build_table(state, 0).seats] == ["", "you decide for P2", ""]
    asked = make_question(state, 0)
    assert asked is not None
    assert asked.prompt == "As P2: How do you act?"
