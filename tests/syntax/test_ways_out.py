"""What is told of a block that is missing, or stands where none can, says what to write."""

import pytest

from cardwright.syntax.parser import parse


def told(text: str, kind: str) -> list[str]:
    return [f"{each.message}: {each.label}" for each in parse(text, kind).problems]


@pytest.mark.parametrize(
    ("before", "deed"),
    [("", "player may pay(1, to: you)"), ("", "repeatedly may draw(1)"), ("if x:\n  ", "may pay(1) # a remark")],
)
def test_an_else_behind_a_may_without_a_body_says_so(before: str, deed: str) -> None:
    indent = before[before.rfind("\n") + 1 :]
    [found] = told(f"{before}{deed}\n{indent}else: earn(1)", "deeds")
    bare = deed.partition(" #")[0]
    assert (
        found == f"`else` goes with a `may` that has a body, and the one above has none: write `{bare}: nothing` above"
    )
    assert told(f"{before}{bare}: nothing\n{indent}else: earn(1)", "deeds") == []


@pytest.mark.parametrize("text", ["may pay(1): nothing\nearn(1)\nelse: x", "may pay(1)\nearn(1)\nelse: x", "else: x"])
def test_another_else_belongs_to_nothing(text: str) -> None:
    [found] = told(text, "deeds")
    assert found.startswith("`else` belongs to no `if`, `may` or `choose`")


@pytest.mark.parametrize("who", ["", "player ", "next(you) ", "repeatedly "])
@pytest.mark.parametrize("choice", ["choose c from row: take(c)", "choose one: nothing"])
def test_a_choice_on_the_line_of_another_block_is_told_as_one(who: str, choice: str) -> None:
    [found] = told(f"after you walk: {who}may {choice}", "power")
    word = "choose one" if choice.startswith("choose one") else "choose"
    assert found == f"`may {word}` has a block of its own and needs a line of its own: begin a new line after `:`"
