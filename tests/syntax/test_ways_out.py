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
        found == f"`else` belongs to a `may` with a body, and the `may` above has none: write `{bare}: nothing` above"
    )
    assert told(f"{before}{bare}: nothing\n{indent}else: earn(1)", "deeds") == []


@pytest.mark.parametrize("deed", ["proceed", "stop(draw)", "finish"])
def test_an_else_behind_what_no_player_performs_says_how_to_ask(deed: str) -> None:
    [found] = told(f"player may {deed}\nelse: earn(1)", "deeds")
    assert found.endswith(f": write `player may:` and below it `{deed}`")
    assert told(f"player may:\n  {deed}\nelse: earn(1)", "deeds") == []


@pytest.mark.parametrize("text", ["may pay(1): nothing\nearn(1)\nelse: x", "may pay(1)\nearn(1)\nelse: x", "else: x"])
def test_another_else_belongs_to_nothing(text: str) -> None:
    [found] = told(text, "deeds")
    assert found.startswith("`else` belongs to no `if`, `may` or `choose`")


@pytest.mark.parametrize("who", ["", "player ", "next(you) ", "repeatedly "])
@pytest.mark.parametrize("choice", ["choose c from row: take(c)", "choose one: nothing"])
def test_a_choice_on_the_line_of_another_block_is_told_as_one(who: str, choice: str) -> None:
    [found] = told(f"after you walk: {who}may {choice}", "power")
    word = "choose one" if choice.startswith("choose one") else "choose"
    assert found == f"`may {word}` has a block of its own, so it needs a line of its own: begin a new line after `:`"


HEADS = (
    *("if x: ", "if x: y\nelse: ", "if x: y\nelse if z: ", "for each q in players: ", "secretly for each q in a: "),
    *("repeat: ", "repeat 3 times: ", "repeat until x: ", "put on stack: ", "may draw(1): ", "player may draw(1): "),
    *("repeatedly may: ", "choose c from row: ", "player may choose c from row where at(c, of: deck): "),
)
BLOCKS = {
    "choose": "choose c from deck: z",
    "choose one": 'choose one "text": z',
    "may choose": "may choose up to 2 c from deck: z",
    "may choose one": "may choose one: z",
    "may": "may draw(1): z",
    "if": "if x: z",
    "for each": "for each c in deck: z",
    "repeat": "repeat until x: z",
    "put on": "put on stack: z",
    "secretly": "secretly for each c in deck: z",
}


@pytest.mark.parametrize("word", BLOCKS)
@pytest.mark.parametrize("who", ["", "p ", "next(you, of: players) ", "this.owner ", "repeatedly p "])
def test_a_block_on_the_line_of_another_one_is_told_as_one_whoever_acts(who: str, word: str) -> None:
    for head in HEADS:
        [found] = told(head + who + BLOCKS[word], "deeds")
        if word == "may":
            assert found.startswith("`may` with a block of its own needs a line of its own: "), head
        else:
            wanted = f"`{word}` has a block of its own, so it needs a line of its own: begin a new line after `:`"
            assert found == wanted, head


@pytest.mark.parametrize("word", ["if x: z", "for each c in deck: z", "repeat: z", "put on stack: z", "let a = 1"])
@pytest.mark.parametrize("who", ["p ", "next(you, of: players) ", "this.owner "])
def test_a_player_before_what_nobody_performs_is_told(who: str, word: str) -> None:
    [found] = told(f"draw(1)\n{who}{word}", "deeds")
    assert "is not performed by a player" in found
    assert found.endswith("write it at the beginning of the line: remove what comes before it")
    assert not told(f"draw(1)\n{word}", "deeds")


FIRST = (
    *("draw(1)", "draw", "p draw(1)", "next(p) draw(to: p, of: all(deck, row))", "may draw(1)", "p may draw(1)"),
    *("if x: draw(1)", "for each p in players: p draw(1)", "draw(1) until y"),
)
NEXT = ("gain(1)", "p gain(1)", "coins += 1", "choose c from deck: z", "let a = 1", "require x")


@pytest.mark.parametrize("joiner", [" and ", ", ", ", and ", " && ", " & ", " then ", ", then ", " and then ", " but "])
@pytest.mark.parametrize("first", [*FIRST, "coins = 1", "let a = 1"])
def test_two_statements_on_a_line_are_told_as_two(first: str, joiner: str) -> None:
    for second in NEXT:
        if first in ("coins = 1", "let a = 1") and "gain" in second and "," not in joiner and "then" not in joiner:
            continue  # until the checker looks at it, `1 and gain(1)` is a value
        [found, *_] = told(first + joiner + second, "deeds")
        assert found.endswith("does not join statements: write each on a line of its own: begin a new line"), second


# Behind `until`, `or` joins events.
@pytest.mark.parametrize("joiner", [" or ", " || ", " | ", ", or ", " xor "])
@pytest.mark.parametrize("first", [first for first in FIRST if " until " not in first])
def test_a_choice_between_two_statements_is_told_as_one(first: str, joiner: str) -> None:
    [found, *_] = told(first + joiner + "gain(1)", "deeds")
    if joiner == ", or ":
        assert found.startswith("`,` does not join statements")
    else:
        wanted = "does not join statements: write `choose one:` with an `option:` each: choose between them"
        assert found == f"`{joiner.strip()}` {wanted}"


@pytest.mark.parametrize(
    ("text", "kind", "wanted"),
    [
        ("after you draw and you gain(1): draw(1)", "power", "one ability reacts to one event"),
        ("before you draw or you gain(1): draw(1)", "power", "one ability reacts to one event"),
        ("instead of draw, gain: draw(1)", "power", "one ability replaces one event"),
        ("on build and sell: draw(1)", "power", "one `on` has one event"),
        ("forbid draw and gain", "power", "one `forbid` has one event"),
        ("forbid draw, gain", "power", "one `forbid` has one event"),
        ("modify cost and limit: add 1", "power", "one `modify` changes one rule"),
        ("modify cost: add 1 and set 2", "power", "`and` does not join statements"),
        ("modify cost: add 1, set 2", "power", "`,` does not join statements"),
        ("offer draw and gain: draw(1)", "power", "several names are listed with `,`"),
        ("in hand and row:\n  after draw: draw(1)", "power", "several names are listed with `,`"),
        ("choose a from x and b from y: z", "deeds", "several picks are listed with `,`"),
        ("if x, y: z", "deeds", "conditions are joined by `and` or `or`, not by `,`"),
        ("require x, y", "deeds", "conditions are joined by `and` or `or`, not by `,`"),
        ("after draw where x, y: z", "power", "conditions are joined by `and` or `or`, not by `,`"),
        ("if x: y else: z", "deeds", "`else` belongs on a line of its own, below the statement that it continues"),
        ("draw(1) otherwise gain(1)", "deeds", "`otherwise` ends the cases of a rule; after statements, write `else`"),
        ("player.draw(1)", "deeds", "`draw(...)` cannot follow a dot: write `player draw(...)` for a verb"),
        ("x = player.draw(1)", "deeds", "`draw(...)` cannot follow a dot"),
        ("draw(1). gain(1)", "deeds", "`gain(...)` cannot follow a dot: write a statement on a line of its own"),
        ("if x && y: z", "deeds", "`&` is not part of the language: write `and`"),
    ],
)
def test_what_cannot_be_joined_is_told_with_what_to_write(text: str, kind: str, wanted: str) -> None:
    [found, *_] = told(text, kind)
    assert found.startswith(wanted)


def test_joined_values_are_none_of_two_statements() -> None:
    assert not told("require x and y or z", "deeds")
    assert "join statements" not in "".join(told("rule a: 1, 2", "library") + told("1, 2", "value"))
    assert told("if a and b = 2: z", "deeds") == ["`=` changes a counter; to compare, write `is`: did you mean `is`?"]


@pytest.mark.parametrize("text", ["[c for each c in deck]", "count([c.cost for each c in deck])"])
def test_a_computed_list_is_told_to_have_no_brackets(text: str) -> None:
    message = "a list of computed values has no brackets: write `VALUE for each NAME in LIST` without `[` and `]`"
    assert told(f"rule costs(player): {text}\n", "library")[0] == message
