"""Every file here holds a mistake, and says in comments where it is to be found and what the author is told.

The file of the same name in `mended` is the file without the mistake: nothing at all is told of it.

A file is named after the code it shows (`--` and a word may follow). Each line `# expect LINE:COLUMN-END CODE: MESSAGE`
stands for one diagnostic, `END` being the column behind its last character on that line or on its own last line; one
that ends in `(N times, a line each)` stands for the same on N lines. Files
with `cards:` are cards of the game in `shop.yaml`; the others are games or something else altogether. A folder is
checked as a whole, and its `expected.txt` says what comes of it. `# repeat the last line N times` makes a large file of
a small one. Examples of cards are played if nothing else is told.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from cardwright import ScenarioSuite, check_paths, load_game
from cardwright.source.diagnostic_codes import explain_codes
from cardwright.source.diagnostics import CardwrightError, Diagnostic, apply_fixes
from cardwright.source.diagnostics_for_people import render_text
from cardwright.source.positions import SourceFile

HERE = Path(__file__).parent
MENDED = HERE / "mended"
SHOP = HERE / "shop.yaml"
FOLDERS = [path for path in HERE.iterdir() if (path / "expected.txt").is_file()]
CASES = sorted([*FOLDERS, *(path for path in HERE.glob("*.yaml") if path != SHOP)])
EXPECT = re.compile(rb"# expect (\S+) ([a-z0-9-]+): (.*)")
TIMES = re.compile(r" \((\d+) times, a line each\)$")
REPEAT = re.compile(rb"# repeat the last line (\d+) times")


def code_of(case: Path) -> str:
    return case.stem.split("--")[0]


def told(found: list[Diagnostic], below: Path) -> list[str]:
    """The diagnostics as the comments in the files have them."""
    lines = []
    below = below.resolve()
    for each in found:
        span = each.span
        path = Path(span.path).resolve()
        inside = path.name if path != below and path.is_relative_to(below) else ""
        place = f"{inside}{':' if inside else ''}{span.line}:{span.column}-{span.end_column}"
        lines.append(f"{place} {each.code}: {each.message}")
    return lines


def expected_of(place: str, code: str, message: str) -> list[str]:
    """What a comment stands for: one diagnostic, or the same on several lines."""
    several = TIMES.search(message)
    if several is None:
        return [f"{place} {code}: {message}"]
    line, column = place.split(":")
    return [f"{int(line) + n}:{column} {code}: {message[: several.start()]}" for n in range(int(several[1]))]


def laid_out(case: Path, below: Path) -> Path:
    """A copy of a case where its game would look for it."""
    if case.is_dir():
        return Path(shutil.copytree(case, below / case.name))
    content = case.read_bytes()
    repeated = REPEAT.search(content)
    if repeated is not None:
        content += content.splitlines(keepends=True)[-1] * (int(repeated[1]) - 1)
    shop = below / "games" / "shop"
    shop.mkdir(parents=True)
    path = shop / "game.yaml"
    if re.search(rb"(?m)^(cards|crads):", content):
        shutil.copy(SHOP, path)
        path = below / "cards" / "shop" / "base" / case.name
        path.parent.mkdir(parents=True)
    elif code_of(case) == "wrong-file":  # beside `game.yaml` it would count as one of the game's, whatever stands in it
        path = below / case.name
    path.write_bytes(content)
    return path


@pytest.mark.one_of(60)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_the_mistake_is_found_where_it_stands(case: Path, places: Path) -> None:
    path = laid_out(case, places)
    written = (case / "expected.txt" if case.is_dir() else case).read_bytes()
    expected = [each for m in EXPECT.finditer(written) for each in expected_of(*(part.decode() for part in m.groups()))]
    found, files = found_in(path)
    assert told(found, path) == expected, render_text(found, files, color=False)
    assert code_of(case) in {each.code for each in found}
    for each in found:
        reads_well(each, files)


@pytest.mark.one_of(60)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_nothing_is_told_of_the_mended_file(case: Path, places: Path) -> None:
    found, files = found_in(laid_out(MENDED / case.name, places))
    assert found == [], render_text(found, files, color=False)


def found_in(path: Path) -> tuple[list[Diagnostic], dict[str, SourceFile]]:
    """What is told of a file or folder when it is checked and, if all is well, when its examples are played."""
    found, files = check_paths([path])
    if found or path.is_dir():
        return found, files
    suite = ScenarioSuite()
    suite.add(path)
    return [each for scenario in suite.scenarios for each in suite.run(scenario).diagnostics], suite.files


def reads_well(found: Diagnostic, files: dict[str, SourceFile]) -> None:
    """The message is in an author's words, and the place lies in a file that can be shown."""
    said = f"{found.message} {found.label} {' '.join(note.message for note in found.notes)}"
    assert not re.search(r"Token|Error\b|Exception|None|<class|\b[A-Z]{2,}_|object at 0x", said), said
    assert found.span.line >= 1
    assert found.span.column >= 1
    file = files.get(found.span.path)
    if file is not None:
        assert found.span.end_line <= file.line_count
        assert found.span.column <= len(file.line(found.span.line)) + 1


def test_every_code_has_an_example_and_every_example_is_mended() -> None:
    assert set(explain_codes()) == {code_of(case) for case in CASES}
    assert {case.name for case in CASES} == {path.name for path in MENDED.iterdir()}


def test_who_plays_is_told_of_a_misnamed_plural_as_briefly(places: Path) -> None:
    path = laid_out(HERE / "unknown-type--plural.yaml", places)
    with pytest.raises(CardwrightError) as told_to_player:
        load_game(path.parent)
    assert list(told_to_player.value.diagnostics) == check_paths([path])[0]


def test_the_shop_itself_is_sound(places: Path) -> None:
    path = laid_out(SHOP, places)
    assert check_paths([path])[0] == []


@pytest.mark.one_of(60)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_each_fix_takes_its_diagnostic_away_and_brings_no_error(case: Path, places: Path) -> None:
    found, sources = found_in(laid_out(case, places))
    faults = []
    for number, each in enumerate(found):
        if each.fix is None:
            continue
        for folder in ("games", "cards", case.name):
            shutil.rmtree(places / folder, ignore_errors=True)
        path = laid_out(case, places)
        for name, text in apply_fixes([each], sources).items():
            Path(name).write_text(text, encoding="utf-8")
        left, files = found_in(path)
        same = [other for other in left if (other.code, other.message) == (each.code, each.message)]
        before = [other for other in found if (other.code, other.message) == (each.code, each.message)]
        # a fix may bring in cards that games share, which do not fit the game of the examples
        here = [other for other in left if Path(other.span.path).resolve().is_relative_to(places.resolve())]
        new = {(other.code, other.message) for other in here if other.severity == "error"}
        new -= {(other.code, other.message) for other in found}
        if len(same) >= len(before) or new:
            faults.append(f"{number}: {each.code}: {each.message}\n{render_text(left, files, color=False)}")
    assert not faults, "\n".join(faults)


def test_who_compares_a_card_with_its_name_is_told_what_to_write(places: Path) -> None:
    (found,), _ = found_in(laid_out(HERE / "never-equal--name.yaml", places))
    assert found.label == "write `card.name is fan`"


def test_who_names_a_parameter_of_another_word_is_told_of_that(places: Path) -> None:
    (found,), _ = found_in(laid_out(HERE / "wrong-arguments--elsewhere.yaml", places))
    assert found.label == "write a `move` afterwards, which has `at`"
