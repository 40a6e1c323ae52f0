"""What happened is told whole: what was before somebody's last answer, and what came after it."""

import random
import re
from collections.abc import Iterator, Sequence

import pytest
from tests.presentation.test_table import GAMES, moments

from cardwright import load_game
from cardwright.game.loading import find_checked_game
from cardwright.presentation.log.earlier_log import EarlierLog
from cardwright.presentation.log.tree import (
    build_log_tree,
    build_news,
    flatten_events,
    render_log_events,
)
from cardwright.query.log_events import Event
from cardwright.syntax import tree as syntax


def flat(lines: Sequence[Event]) -> Iterator[str]:
    """All that moved and all that counters became: in the course of what is told only where something comes of it."""
    for line in lines:
        yield from (each for each in (line.text, *line.became) if "→" in each)
        yield from flat(line.children)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_lost_between_the_story_and_what_was_told_before(game: str) -> None:
    for state in moments(game, 60)[9::10]:
        for viewer in range(state.program.players):
            whole = list(flat(build_log_tree(state, viewer, 0)))
            before, since = (
                list(flat(each))
                for each in (EarlierLog(viewer, viewer).build_tree(state), build_log_tree(state, viewer))
            )
            both = [*before, *since]
            assert whole[len(whole) - len(both) :] == both
            assert len(both) == len(whole) or len(before) > 10


def lines_of(events: Sequence[Event], depth: int = 0) -> Iterator[str]:
    """All lines of a story, as deep as they stand."""
    for event in events:
        yield f"{depth} {event.text} {event.became}"
        yield from lines_of(event.children, depth + 1)


@pytest.mark.one_of(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_story_grows_at_its_end_and_what_was_told_stays(game: str) -> None:
    before: dict[int, list[str]] = {}
    for state in moments(game, 40):
        for viewer in range(state.program.players):
            story = list(lines_of(build_news(state, viewer, 0)))
            told = before.get(viewer, [])
            assert story[: len(told)] == told
            before[viewer] = story


def test_the_last_round_is_announced() -> None:
    state, dice = load_game("cargo_noir").new(2, 3), random.Random(3)
    while not state.finished:
        state.apply(dice.randrange(state.option_count))
    told = [event.text for event in flatten_events(state.log)]
    assert told.count("the beginning of the last round (coins now pay for victory cards, too)") == 1


def test_what_becomes_of_a_counter_that_does_not_score_is_told() -> None:
    told = [event for event in flatten_events(moments("cargo_noir", 60)[-1].log) if event.counts]
    changed = {(count.title, count.after - count.before > 0) for event in told for count in event.counts}
    assert {title for title, _ in changed} >= {"coins in the Safe"}
    bids = [event for event in told if event.text.split(" ", 1)[1].startswith("bids ")]
    assert bids
    for event in bids:
        paid = re.search(r"bids (\d+) coin", event.text)
        assert paid is not None
        assert [count.before - count.after for count in event.counts if count.title == "coins in the Safe"] == [
            int(paid[1])
        ]


def test_pirates_are_stopped_by_who_was_attacked_and_not_by_who_sent_them() -> None:
    stopped = 0
    for seed in range(3, 9):
        told = flatten_events(moments("ceylon", 300, seed)[-1].log)
        for event in told:
            if event.deed == "stops the pirates":
                attack = next(
                    each for each in reversed(told[: told.index(event)]) if "sends pirates against" in each.text
                )
                assert attack.text.endswith(f"against P{(event.player or 0) + 1}")
                stopped += 1
    assert stopped


def test_as_many_cards_come_as_are_said_to_be_drawn_or_it_is_said_how_many_fewer() -> None:
    fewer = 0
    for seed in range(3, 6):
        for event in flatten_events(moments("bush_pilots", 200, seed)[-1].log):
            if (drawn := re.fullmatch(r"draws (\d+) cards?", event.deed)) is not None:
                lost = [int(each.deed.split()[1]) for each in event.children if "fewer" in each.deed]
                assert len([each for each in event.children if each.carried is not None]) + sum(lost) == int(drawn[1])
                fewer += sum(lost)
    assert fewer


def test_nothing_is_said_to_be_paid_where_nothing_is() -> None:
    told = [event.deed for seed in (3, 4) for event in flatten_events(moments("cargo_noir", 300, seed)[-1].log)]
    assert any(deed.startswith("acquires ") for deed in told)
    assert "pays 0 coins to the pile" not in told


def chosen(lines: Sequence[Event]) -> Iterator[str]:
    """All choices that are told, but for those of nothing."""
    for line in lines:
        yield from (line.text for answer in [line.answer] if answer is not None and not answer.declines)
        yield from chosen(line.children)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_told_before_has_no_picks_that_a_deed_behind_it_tells_with_the_last(game: str) -> None:
    states = moments(game, 150)
    last, viewer = states[-1], 0
    whole = set(chosen(render_log_events(last.log_since(0, viewer), viewer)))
    for size in {state.log_size for state in states[:-1]}:
        told = render_log_events(last.common_log((viewer,), max(0, size - 40), size), viewer)
        assert set(chosen(told)) <= whole


def test_what_had_to_be_so_is_not_told_with_what_was_done() -> None:
    asked = 0
    for game in GAMES:
        verbs = find_checked_game(load_game(game)).library
        for row in moments(game, 1)[0].program.tables.procedures:
            node = verbs[row.word].node
            if isinstance(node, syntax.ProcedureNode) and isinstance(node.body.statements[0], syntax.RequireNode):
                asked += ", if" in (node.phrase or "")
                assert ", if" not in row.phrase
    assert asked
