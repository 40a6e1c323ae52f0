"""A story in little room: what touches who is told it stays, and what is left out says what it came to."""

import itertools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.presentation.test_table import GAMES, moments
from tests.presentation.written import brief, event, line, within

from cardwright import Event, load_game
from cardwright.presentation.log import fit_to_lines as layout
from cardwright.presentation.log.fit_to_lines import render_brief_log, render_log_within
from cardwright.presentation.log.folding import FoldedEvent, drop_hidden_events, fold_briefly, merge_neighbours
from cardwright.presentation.log.tree import (
    find_last_answer,
    flatten_events,
    render_log_events,
    render_successive_events,
)
from cardwright.query.log_events import CounterChange, MovedPiece

EXAMPLES = Path(__file__).parents[2] / "examples"


def every(lines: Sequence[Event]) -> Iterator[Event]:
    for each in lines:
        yield each
        yield from every(each.children)


def raid() -> list[Event]:
    """P2 plays a card that takes P1's only cargo, among much else."""
    lost = event("Rugs: P1's hold → the discard pile", 4, None, touches=frozenset({0}))
    lost.carried = MovedPiece("Rugs", "P1's hold", "the discard pile", 0, None)
    scored = event("P3 scores 10 points", 3, 2)
    scored.counts = [CounterChange(2, "points", 12, 22)]
    return [
        event("P2 takes a turn", 1, 1),
        *(event(f"P2 boards Guest {number}", 2, 1) for number in range(6)),
        event("P2 plays Crowbar", 2, 1),
        event("P2 opens Rugs", 3, 1),
        lost,
        event("P2 rolls the die", 2, 1),
        event("P3 takes a turn", 1, 2),
        event("P3 ships tea", 2, 2),
        scored,
        event("P3 draws 3 cards", 3, 2),
        event("P3 ends the turn", 2, 2),
    ]


def test_what_touches_me_is_never_on_one_line_away() -> None:
    for most in range(1, 12):
        told = "\n".join(within(raid(), 76, most, viewer=0))
        assert "Rugs: P1's hold → the discard pile" in told, most
        assert "P2 plays Crowbar" in told, most


def test_a_long_story_is_not_told_again_for_every_line_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    folded = layout._append_consequence

    def counted(said: layout._TextBlock, width: int) -> layout._TextBlock:
        told.append(1)
        return folded(said, width)

    monkeypatch.setattr(layout, "_append_consequence", counted)
    numbers = []
    for turns in (20, 80):
        told.clear()
        within(raid() * turns, 76, 12, viewer=0)
        numbers.append(len(told))
    # four times as much to tell, and a few more tries at what may be left out
    assert numbers[1] < 6 * numbers[0]


def test_what_is_folded_says_what_it_came_to() -> None:
    told = "\n".join(within(raid(), 76, 4))
    assert "P2 takes a turn (P1 loses Rugs)" in told
    assert "points 12 → 22" in told
    assert "(points 12 → 22)" in "\n".join(brief(raid(), 76))


def test_the_last_that_happened_is_told_at_the_end() -> None:
    for most in range(1, 6):
        assert "ends the turn" in "\n".join(within(raid(), 76, most, ended=True))


def test_in_real_games_every_line_about_me_is_told_in_however_little_room() -> None:
    for game in GAMES:
        for state in moments(game, 120, 7)[40::8]:
            player = state.player
            lines = drop_hidden_events(
                render_log_events(state.log_since(find_last_answer(state, player), player), player)
            )
            about_me = [each for each in every(lines) if each.news and not each.carried]
            told = "\n".join(render_log_within(lines, 500, 2))
            for each in about_me:
                assert (each.deed or each.text) in told, (game, each.text, told)


def test_a_fight_that_is_on_one_line_says_who_won_it() -> None:
    fight = event("P2 fights P1", 2, 1, touches=frozenset({0}))
    won = event("P2 wins a dogfight with Magpie", 4, 1, result=True)
    lost = event("P1 loses a dogfight", 4, 0, result=True)
    alone = event("P2 rolls the die", 2, 1)
    shown = event("P2 uses a throw of 2", 3, 1, result=True)
    more = [event(f"P2 boards Guest {number}", 3, 1) for number in range(6)]
    events = [event("P2 takes a turn", 1, 1), fight, *more, lost, won, alone, shown, *more]
    told = "\n".join(within(events, 76, 3))
    assert "P2 fights P1 (P2 wins a dogfight with Magpie)" in told
    assert "throw of 2)" not in told


def test_what_only_tells_how_something_ended_is_marked_in_real_games() -> None:
    told = {
        event.text.partition(" ")[2].partition(" with ")[0]
        for seed in range(3, 6)
        for event in flatten_events(moments("bush_pilots", 300, seed)[-1].log)
        if event.result
    }
    assert any(each.startswith("wins a dogfight led by") for each in told), told
    assert "fights" not in {text.split(" ")[0] for text in told}


def test_what_is_told_as_one_says_how_often_it_was_done() -> None:
    rolls = [event(f"P1 rolls a {number}", 1, 0) for number in (6, 6, 4, 4, 4)]
    assert brief(rolls, 76) == ["P1 rolls a 6 twice, rolls a 4 three times"]
    draws = [event("P2 draws 2 cards", 1, 1), event("P2 draws 2 cards", 1, 1)]
    assert brief(draws, 76) == ["P2 draws 2 cards twice"]
    ships = [
        each
        for _ in range(3)
        for each in (event("P1 plays dice", 1, 0), event("Black ship: the pier → P1's fleet", 2, None))
    ]
    assert brief(ships, 30) == ["P1 plays dice three times", "  Black ship: the pier → P1's", "      fleet"]
    moves = [event("Black ship: the pier → P1's fleet", 1, None)] * 3
    assert brief(moves, 76) == ["3 Black ships: the pier → P1's fleet"]


def test_what_two_players_gave_each_other_is_told_as_a_swap() -> None:
    events = [event("P2 answers an offer", 1, 1), event("P2 swaps cards with P1", 2, 1)]
    for piece, giver, taker in (("Tea", 0, 1), ("Tea", 0, 1), ("Port", 1, 0)):
        moved = event(f"{piece}: P{giver + 1}'s hand → P{taker + 1}'s hand", 3, None)
        moved.carried = MovedPiece(piece, f"P{giver + 1}'s hand", f"P{taker + 1}'s hand", giver, taker)
        events.append(moved)
    told = "\n".join(within(events, 76, 1))
    assert "P1 and P2 swap 2 Tea for Port" in told
    assert "loses" not in told


def test_a_deed_that_its_cause_says_already_is_not_told_again() -> None:
    moved = event("Rice: P1's hand → the sea", 3, None)
    again = event("P1 loads Rice", 2, 0, children=[moved])
    other = event("P1 loads Rice Wine", 2, 0)
    again.again = True
    loading = event("P1 loads Rice as part of their load action", 1, 0, children=[again, other])
    told = brief(flatten_events([loading]), 120)
    assert not [line for line in told if line.endswith("P1 loads Rice") or "› loads Rice ›" in line]
    assert "Rice: P1's hand → the sea" in " ".join(told)
    assert "loads Rice Wine" in " ".join(told)


def carried(text: str, depth: int, old: str, new: str, giver: int | None, taker: int | None) -> Event:
    made = event(f"{text}: {old} → {new}", depth, None)
    own = giver is not None and old.startswith(f"P{giver + 1}'s ")
    made.carried = MovedPiece(text, old, new, giver, taker, not text.startswith("a "), own)
    return made


def test_what_is_not_told_says_where_few_pieces_went_in_the_end() -> None:
    events = [
        event("P2 takes a pirate action", 1, 1),
        event("P2 pirates a container", 2, 1),
        carried("Beer", 3, "Red Ship's containers", "P2's cards being placed", 2, 1),
        carried("a card", 3, "the deck", "P2's hand", None, 1),
        event("P2 loads or discards Beer", 3, 1),
        carried("Beer", 4, "P2's cards being placed", "the discard pile", 1, None),
        event("P2 ends the turn", 1, 1),
        event("P3 takes a turn", 1, 2),
    ]
    told = "\n".join(within(events, 200, 1))
    # it never lay with P3, whose ship it was on
    assert "P2 takes a pirate action › pirates a container (Beer: Red Ship's containers → the discard pile)" in told


def test_an_auction_that_is_on_one_line_says_who_won_it() -> None:
    events = [
        event("P1 names Red Ship for import", 1, 0),
        event("P1 chooses 2 credits", 2, 0),
        event("P2 chooses 4 credits", 2, 1),
        event("P2 wins the bidding for Red Ship with 4 credits", 2, 1, result=True),
        event("P2 takes containers from Red Ship", 2, 1),
    ]
    begun = [event("P1 starts the bidding", 0, 0), *events, *(event(f"P3 waits {n}", 0, 2) for n in range(4))]
    assert "(P2 wins the bidding for Red Ship with 4 credits)" in within(begun, 300, 2)[0]


def test_counters_that_change_in_what_is_not_worth_telling_are_told_with_its_cause() -> None:
    spent = event("P1 pays, gives or loses 4 credits", 2, 0, aside=True)
    spent.counts = [CounterChange(0, "credits", 10, 6)]
    told = drop_hidden_events(render_successive_events([event("P1 pays 4 credits", 1, 0), spent]))
    assert render_brief_log(told, 76) == ["P1 pays 4 credits (credits 10 → 6)"]
    assert spent.counts
    assert len(told) == 1


def test_what_the_game_itself_offers_is_told_once_as_the_deed_it_is() -> None:
    log = [event.text for event in flatten_events(moments("import_export", 60, 7)[-1].log)]
    given_up = [text for text in log if "iscards contracts from one of" in text]
    assert given_up
    assert all(text.endswith("discards contracts from one of their ships") for text in given_up)


def test_that_a_card_loses_its_power_is_not_told_again_behind_a_deed_that_says_so_and_for_how_long() -> None:
    state, chance = load_game(EXAMPLES / "forge_and_fen").new(2, 7), random.Random(7)
    for _ in range(14):
        state.apply(chance.randrange(state.option_count))
    assert "Reed Heron loses its power until the end of the turn" in [event.text for event in flatten_events(state.log)]
    told = "\n".join(render_brief_log(render_log_events(state.log), 200))
    assert "takes away the powers of Reed Heron until the end of the turn" in told
    assert "loses its power" not in told


def test_what_changes_hands_is_told_apart_from_where_it_came_from() -> None:
    events = [
        event("P1 takes a turn", 1, 0),
        event("P1 draws cards", 2, 0),
        carried("Tea", 3, "the deck", "P1's hand", None, 0),
        event("P1 trades with P2", 2, 0),
        carried("Tea", 3, "P1's hand", "P2's hand", 0, 1),
        carried("Port", 3, "P2's hand", "P1's hand", 1, 0),
        event("P2 takes a turn", 1, 1),
    ]
    told = within(events, 200, 1)[0]
    assert "P1 and P2 swap Tea for Port" in told
    assert "Tea: the deck → P1's hand" in told


def test_what_i_did_myself_may_be_left_out_but_not_what_others_did_to_me() -> None:
    mine = [event("P1 sells Rum", 1, 0), carried("Rum", 2, "P1's hand", "the market", 0, None)]
    theirs = [event("P2 robs P1", 1, 1, touches=frozenset({0})), carried("Tea", 2, "P1's hand", "P2's hand", 0, 1)]
    theirs[1].touches = mine[1].touches = frozenset({0})
    told = "\n".join(within([*mine, *theirs, *(event(f"P3 waits {n}", 1, 2) for n in range(9))], 30, 2, 0))
    assert "P2 robs P1" in told
    assert "Tea" in told
    assert "Rum" not in told


def test_who_is_done_with_what_is_asked_again_does_not_pass() -> None:
    log = flatten_events(moments("ceylon", 150, 3)[-1].log)
    said = {event.text.partition(" ")[2] for event in log if event.player is not None}
    assert {"chooses Done", "chooses Pass"} <= said
    assert not any(
        one.text.endswith("discards 1 clipper card") and two.text.endswith("chooses Pass") and one.depth == two.depth
        for one, two in itertools.pairwise(log)
    )


def test_what_somebody_played_or_sold_themselves_they_have_not_lost() -> None:
    events = [
        event("P2 leads a turn", 1, 1),
        event("P1 responds", 2, 0),
        carried("Rings", 3, "P1's hand", "P1's laid cards", 0, 0),
        event("P3 takes an action", 2, 2),
        event("P3 chooses Watches", 3, 2, echoed=True),
        event("P3 sells Watches", 3, 2),
        carried("Watches", 4, "P3's hand", "the island", 2, None),
        event("the end", 2, None),
        carried("Rings", 3, "P1's laid cards", "the discard pile", 0, None),
    ]
    told = within(events, 300, 1)[0]
    assert "loses" not in told
    assert "Rings: P1's hand → the discard pile" in told
    assert "Watches: P3's hand → the island" in told


def test_a_counter_that_is_in_the_end_what_it_was_is_not_told() -> None:
    paid, taken = event("P3 pays 2 coins", 3, 2), event("P3 takes 2 coins", 3, 2)
    paid.counts, taken.counts = [CounterChange(2, "coins", 2, 0)], [CounterChange(2, "coins", 0, 2)]
    events = [
        event("P3 takes a turn", 1, 2),
        event("P3 sees to ships", 2, 2),
        paid,
        event("P3 sees to more", 2, 2),
        taken,
    ]
    assert within(events, 60, 1) == ["P3 takes a turn"]


def test_what_a_deed_changed_and_what_came_of_it_stand_in_one_bracket() -> None:
    gone = event("P1 discards their own delivery", 3, 0, touches=frozenset({0}))
    gone.counts = [CounterChange(0, "turns to delivery", 2, 0)]
    lost = carried("Cattle", 5, "P1's delivery", "the discard pile", 0, None)
    events = [event("P2 takes a turn", 1, 1), event("P2 raids P1", 2, 1), gone, event("P1 discards Cattle", 4, 0), lost]
    told = "\n".join(within([*events, *(event(f"P3 waits {n}", 1, 2) for n in range(9))], 120, 2, 0))
    # that is news, and so is of what they were robbed, though they discard it themselves
    assert "P1 discards their own delivery (turns to delivery 2 → 0; Cattle: P1's delivery → the discard pile)" in told


def test_how_something_ended_for_me_that_others_began_is_always_told() -> None:
    raid = event("P2 raids P1", 2, 1, touches=frozenset({0}))
    lost = event("P1 loses the raid to P2", 4, 0, touches=frozenset({1}), result=True)
    events = [event("P2 takes a turn", 1, 1), raid, event("P2 fights", 3, 1), lost]
    told = "\n".join(within([*events, *(event(f"P3 waits {n}", 1, 2) for n in range(9))], 76, 2, 0))
    assert "P1 loses the raid to P2" in told


def test_of_a_shuffled_pile_the_first_are_named_and_the_others_counted_unless_it_touches_me() -> None:
    def pile(count: int, touches: bool) -> str:
        moved = [event(f"Card {n}: the discards → the deck", 1, None) for n in range(count)]
        for n, each in enumerate(moved):
            each.carried = MovedPiece(f"Card {n}", "the discards", "the deck", None, None)
            each.touches = frozenset({0} if touches else ())
        [line] = merge_neighbours(render_successive_events(moved, 0))
        return line.text

    assert pile(12, False).startswith("Card 0, Card 1, ")
    assert "more" not in pile(12, False)
    assert pile(40, False) == "Card 0, Card 1, Card 2, Card 3, Card 4 and 35 more: the discards → the deck"
    assert "Card 39" in pile(40, True)


def list_texts(lines: Sequence[FoldedEvent]) -> list[str]:
    return [text for each in lines for text in (each.line.text, *list_texts(each.lines))]


def test_what_follows_from_every_turn_and_numbers_that_are_named_apart_take_no_lines() -> None:
    told = []
    for game in (EXAMPLES / "forge_and_fen", EXAMPLES.parent / "tests" / "language" / "landlord"):
        state, dice = load_game(game).new(load_game(game).min_players, 2), random.Random(2)
        for _ in range(40):
            state.apply(dice.randrange(state.option_count))
        told += list_texts(fold_briefly(render_log_events(state.log_since(0, 0), 0)))
    lines = "\n".join(told)
    assert "takes a turn" in lines
    assert "begins their turn" not in lines
    assert re.search(r"P\d chooses \d+ \(low\), \d+ \(long\), \d+ \(more\)", lines)


def test_what_another_did_to_the_viewer_in_a_quiet_deed_is_told() -> None:
    lost = replace(
        line("P1 loses 2 coins", about=True, news=True), aside=True, counts=(CounterChange(0, "coins", 9, 7),)
    )
    hit = replace(line("P2 hits P1", lost, about=True, news=True), aside=True)
    passing = replace(line("P2 rests", about=False), aside=True)
    night = replace(line("the night", hit, passing), aside=True)
    [told] = drop_hidden_events([night])
    assert told.text == "the night"
    assert [each.text for each in told.children] == ["P2 hits P1"]
    assert [each.became for each in told.children] == [("P1's coins 9 → 7",)]


@pytest.mark.parametrize(
    ("giver", "taker", "told"), [(0, None, True), (0, 1, False), (1, None, False), (None, 0, False), (0, 0, False)]
)
def test_what_a_quiet_step_takes_from_the_viewer_is_told_and_what_is_passed_round_is_not(
    giver: int | None, taker: int | None, told: bool
) -> None:
    moved = event("Fern: the old place → the new place", 2, None, touches=frozenset({giver, taker} - {None}))
    moved.carried = MovedPiece("Fern", "the old place", "the new place", giver, taker)
    storm = event("the storm", 1, None)
    moved.aside = storm.aside = True
    shown = drop_hidden_events(render_successive_events([storm, moved], 0))
    assert [each.text for line in shown for each in line.children] == (
        ["Fern: the old place → the new place"] if told else []
    )


def test_what_every_player_did_last_is_told_in_however_little_room() -> None:
    turns = [
        event(text, depth, player)
        for number in range(3)
        for player in (1, 2, 3)
        for depth, text in ((1, f"P{player + 1} takes a turn"), (2, f"P{player + 1} does thing {number}"))
    ]
    told = "\n".join(within(turns, 30, 1, 0))
    for player in (2, 3, 4):
        assert f"P{player}" in told
    assert "thing 0" not in told


def test_a_long_turn_is_told_by_what_was_taken_in_it() -> None:
    def moved(piece: str, old: str, giver: int | None = None, taker: int | None = 1) -> Event:
        found = event(f"{piece}: {old} → P2's hand", 2, None)
        found.carried = MovedPiece(piece, old, "P2's hand" if taker == 1 else "the pile", giver, taker)
        return found

    took = [moved("Tea", "the market"), moved("Silk", "the shop"), moved("Rum", "the port"), moved("Jade", "the stall")]
    turn = [event("P2 takes a turn", 1, 1), *took, moved("Rope", "P2's hold", 1), moved("Ash", "the deck", None, None)]
    rest = [event(f"P3 plays {number}", 1, 2) for number in range(9)]
    told = within([*turn, *rest], 60, 4, viewer=0)
    assert "P2 takes a turn (takes Tea, Silk, Rum, Jade)" in "\n".join(told)
    more = [turn[0], *took, moved("Wool", "the sea"), *turn[-2:], *rest]
    assert "(takes Tea, Silk, Rum, Jade and 1 more)" in "\n".join(within(more, 60, 4, viewer=0))
