"""What was worked out lately is given again for what is the same, and for nothing else."""

from cardwright.query.memo import ResultMemo


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
