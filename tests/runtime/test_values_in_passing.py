"""The log tells of memory only what players see at decisions, or can compute at once."""

import pytest

from cardwright.runtime.log_and_snapshot_records import LogEntry, MemoryChange, settle_changes
from cardwright.state_slots_and_table_rows import NOT_PUBLIC, PUBLIC_AMOUNT, PUBLIC_VALUE

EVERYBODY = 3


def changed(before: int, after: int, public: int, implied: int = 0) -> LogEntry:
    return LogEntry("count", 0, -1, MemoryChange(0, before, after, implied, public, before, EVERYBODY))


def told(log: list[LogEntry], now: int, seen_by: int = EVERYBODY) -> list[tuple[int, int]]:
    settle_changes(log, 0, [now], lambda slots, slot: seen_by)
    changes = [MemoryChange(*entry.what) for entry in log if entry.kind == "count"]
    assert all(change.onlookers or change.told_from == change.after for change in changes)
    return [(change.told_from, change.after) for change in changes if change.onlookers]


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        # public amounts and values are told one by one
        ([changed(5, 7, PUBLIC_AMOUNT), changed(7, 4, PUBLIC_AMOUNT)], [(5, 7), (7, 4)]),
        # a single change that stays is told, also between public amounts
        ([changed(3, 2, NOT_PUBLIC)], [(3, 2)]),
        (
            [changed(3, 5, PUBLIC_AMOUNT), changed(5, 9, NOT_PUBLIC), changed(9, 8, PUBLIC_AMOUNT)],
            [(3, 5), (5, 9), (9, 8)],
        ),
        # a value that goes again is not told
        ([changed(0, 9, NOT_PUBLIC), changed(9, 0, PUBLIC_VALUE)], []),
        ([changed(0, 9, NOT_PUBLIC), changed(9, 4, PUBLIC_VALUE), changed(4, 6, PUBLIC_AMOUNT)], [(0, 4), (4, 6)]),
        ([changed(0, 9, NOT_PUBLIC), changed(9, 0, NOT_PUBLIC)], []),
        # several such changes become one
        ([changed(3, 2, NOT_PUBLIC), changed(2, 1, NOT_PUBLIC)], [(3, 1)]),
        ([changed(3, 9, NOT_PUBLIC), changed(9, 8, PUBLIC_AMOUNT), changed(8, 5, NOT_PUBLIC)], [(3, 5)]),
    ],
)
def test_what_is_told_of_the_changes_between_two_decisions(
    log: list[LogEntry], expected: list[tuple[int, int]]
) -> None:
    assert told(log, MemoryChange(*log[-1].what).after) == expected


def test_a_value_that_a_reset_removes_is_not_told() -> None:
    """A move can reset the memory of a piece without a log entry."""
    assert told([changed(0, 9, NOT_PUBLIC)], now=0) == []
    assert told([changed(0, 9, NOT_PUBLIC), changed(0, 2, PUBLIC_AMOUNT)], now=2) == [(0, 2)]


def test_a_value_that_nobody_sees_at_the_decision_is_not_told() -> None:
    assert told([changed(0, 9, NOT_PUBLIC)], now=9, seen_by=0) == []
    assert told([changed(0, 9, PUBLIC_VALUE)], now=9, seen_by=0) == [(0, 9)]


def test_changes_that_all_follow_from_their_events_are_implied_together() -> None:
    for implied in (0, 1):
        log = [changed(3, 2, NOT_PUBLIC, implied=1), changed(2, 1, NOT_PUBLIC, implied=implied)]
        assert told(log, now=1) == [(3, 1)]
        assert MemoryChange(*log[-1].what).implied == implied
