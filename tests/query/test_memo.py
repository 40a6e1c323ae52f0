"""Memos give a result again for equal inputs or the same state, and for nothing else."""

from tests.noninterference.rounds import loaded

from cardwright.query.memo import ResultMemo, memoize


def test_the_same_is_worked_out_once() -> None:
    lately, made = ResultMemo(2), []

    def get(name: str, given: object) -> str:
        def work_out() -> str:
            made.append((name, given))
            return f"{name} of {given}"

        return lately.get(name, given, work_out)

    assert [get("a", [1]), get("a", [1]), get("b", [1]), get("a", [2])] == [
        "a of [1]",
        "a of [1]",
        "b of [1]",
        "a of [2]",
    ]
    assert made == [("a", [1]), ("b", [1]), ("a", [2])]
    # of three the one that was asked for longest ago is kept no more
    assert get("a", [1]) == "a of [1]"
    assert get("a", [3]) == "a of [3]"
    assert get("a", [2]) == "a of [2]"
    assert made[3:] == [("a", [3]), ("a", [2])]


def test_copies_share_results_until_either_is_answered() -> None:
    """After equal answers all slots are equal, but the copies may have been told different things since."""
    state = loaded("ceylon").new(2, 1)
    copy = state.clone()
    assert memoize(state, 0, "name", lambda: "first") == "first"
    assert memoize(copy, 0, "name", lambda: "second") == "first"
    for each in (state, copy):
        each.apply(0)
    assert memoize(state, 0, "name", lambda: "third") == "third"
    assert memoize(copy, 0, "name", lambda: "fourth") == "fourth"


def test_results_for_different_inputs_are_kept_apart() -> None:
    state = loaded("ceylon").new(2, 1)
    assert memoize(state, 0, "since", lambda: "from 3 on", 3) == "from 3 on"
    assert memoize(state, 0, "since", lambda: "from 4 on", 4) == "from 4 on"
    assert memoize(state, 0, "since", lambda: "anew", 3) == "from 3 on"
    assert memoize(state, 1, "since", lambda: "of another player", 3) == "of another player"
