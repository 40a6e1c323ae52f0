"""Making a program of a game costs no more than its size: whatever is said twice as often takes twice as much.

Work is counted, not timed. `python -m tests.growth` measures all constructs, also in seconds.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from tests.growth.constructs import CONSTRUCTS
from tests.growth.examples import list_examples, measure
from tests.growth.work import NotThatError, counted, stages_of

from cardwright import load_game
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook

# Those in which each line speaks of the one before twice, so that each would double all before it, and those of which
# each part was once told from all of them.
DOUBLING = (
    "options",
    "verbs performed twice",
    "asking verbs performed twice",
    "verbs with require performed twice",
    "asking verbs in both branches",
    "verbs with a value performed twice",
    "rules of a number asked twice",
    "rules yes or no",
    "rules with names",
    "names",
    "names two by two",
    "conditional choices one after the other",
    "reactions with a verb",
    "effects that wait",
    "reactions to what moves the card",
)
# Those of which a collection has many.
OF_CARDS = ("reactions with a verb", "effects that wait", "reactions to what moves the card")
# Those that stand in one another. So deep may be quadratic, and not exponential; statements may not be deeper than 11.
NESTED = tuple(
    name
    for name in CONSTRUCTS
    if re.search(r"(?:\w+s|may|once|possible|way|otherwise|picks) in (?!a\b|both|the)", name)
)
DEPTHS, FACTOR_OF_DEPTH = (1, 2, 5, 10), 6
# How many lines there are, after one for what is made once for all games; of more verbs than 12 `exponential-verb`
# tells.
SIZES, PERFORMED, MANY, CARDS = (1, 4, 8, 16), (1, 3, 6, 12), (1, 32, 64, 128), (1, 12, 24, 48)
# What the second doubling adds to what the first one did, at most; 2 is linear. Little work is not looked at.
FACTOR, LITTLE = 3, 20_000
# The same for cards: at these sizes a part that is quadratic does not yet weigh much.
FACTOR_OF_CARDS = 2.5


@pytest.mark.long
@pytest.mark.parametrize("name", DOUBLING)
def test_what_speaks_twice_of_what_was_before_is_written_once(name: str, tmp_path: Path) -> None:
    works = []
    for n in (
        PERFORMED if "performed twice" in name else MANY if name == "options" else CARDS if name in OF_CARDS else SIZES
    ):
        (tmp_path / str(n)).mkdir()
        works.append(stages_of(CONSTRUCTS[name](n).write(tmp_path / str(n)), most=10_000_000))
    _, first, second, third = works
    factor = FACTOR_OF_CARDS if name in OF_CARDS else FACTOR
    grown = {
        stage: (first[stage], second[stage], third[stage])
        for stage in first
        if third[stage] > LITTLE and third[stage] - second[stage] > factor * (second[stage] - first[stage])
    }
    assert not grown


@pytest.mark.long
@pytest.mark.parametrize("name", NESTED)
def test_what_is_nested_takes_work_in_proportion(name: str, tmp_path: Path) -> None:
    works = []
    for n in DEPTHS:
        (tmp_path / str(n)).mkdir()
        works.append(stages_of(CONSTRUCTS[name](n).write(tmp_path / str(n)), most=10_000_000))
    _, first, second, third = works
    grown = {
        stage: (first[stage], second[stage], third[stage])
        for stage in first
        if third[stage] - second[stage] > FACTOR_OF_DEPTH * max(0, second[stage] - first[stage]) + LITTLE
    }
    assert not grown


@pytest.mark.one_of
@pytest.mark.parametrize("name", list_examples())
def test_every_construct_and_field_takes_work_in_proportion(name: str, tmp_path: Path) -> None:
    _, first, second, third = measure(list_examples()[name], (2, 8, 16, 32), tmp_path)
    grown = {
        stage: (first[stage], second[stage], third[stage])
        for stage in first
        if third[stage] - second[stage] > FACTOR * max(0, second[stage] - first[stage]) + LITTLE
    }
    assert not grown


SECTION = "\n## Part {0}\n\nThis is for {{players}} players. Take *cards* from the deck.\n\n- one\n- two\n"
PATH = '<path fill="#000" d="M{0} 0 L{0} 9 Z"/>'


def _read_and_tell(folder: Path) -> object:
    return write_rulebook(load_game(folder))


@pytest.mark.parametrize("what", ["a rules page", "a drawing"])
def test_a_page_or_drawing_takes_work_in_proportion(what: str, tmp_path: Path) -> None:
    work = []
    for n in (1, 20, 40, 80):
        folder = CONSTRUCTS["options"](1).write(tmp_path / str(n) / "growth")
        if what == "a rules page":
            page = "# Growth\n\nA game.\n" + "".join(SECTION.format(each) for each in range(n))
            (folder / "rules.md").write_text(page, encoding="utf-8")
        else:
            paths = "".join(PATH.format(each) for each in range(n))
            (folder / "icons").mkdir()
            drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90">{paths}</svg>'
            (folder / "icons" / "own.svg").write_text(drawing, encoding="utf-8")
            with (folder / "game.yaml").open("a", encoding="utf-8") as file:
                file.write("look: {icons: {card: own}}\n")
        work.append(counted(partial(_read_and_tell, folder), 10_000_000)[0])
    _, first, second, third = work
    assert third - second <= FACTOR * (second - first) + LITTLE // 4


@pytest.mark.long
def test_picks_beyond_all_bounds_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotThatError, match="a `choose` has at most 12 picks, but this one has 1,000"):
        stages_of(CONSTRUCTS["picks together"](1000).write(tmp_path))


def test_names_beyond_all_bounds_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotThatError, match="too many to expand"):
        stages_of(CONSTRUCTS["names before a requirement"](30).write(tmp_path))


def test_verbs_beyond_all_bounds_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotThatError, match="verbs and steps; the limit is 10,000"):
        stages_of(CONSTRUCTS["verbs performed twice"](40).write(tmp_path))
