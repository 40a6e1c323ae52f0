"""`cardwright fmt`, and the style it writes."""

from __future__ import annotations

import io
from pathlib import Path
from textwrap import dedent

import pytest

from cardwright.formatting.files import format_file
from cardwright_tools.cli.main import main

ORDERED = """\
game: fair
players: 2
text_limit: 200
valuation: outlook
turn: play
kinds:
  card: {}
look: {}
memory: {table: {active: {is: player}}}
library: |
  rule outlook(player): 1
"""


UNTIDY = """\
# yaml-language-server: $schema=s.json
# What these are.

cards:
# the first
- name: "Tea"   # short
  power: "on x:  draw( 1 )"
  id:   'tea'
  inferred: [ copies ]
  copies: 3


- { id: long_one, name: A name that is rather long, cost: 1, load: {red: 2, blue: 3},
    inferred: [cost, load],  note: wide }
- id: block # of text
  power: |   # why
      on x:
          draw( 1 )   # here

          gain(2)
  note: >-
    one two
    three
  # the last
set: base
game: shop
# the end
"""

TIDY = """\
# yaml-language-server: $schema=s.json
# What these are.

game: shop
set: base
cards:
  # the first
  - id: tea
    name: Tea # short
    copies: 3
    inferred: [copies]
    power: "on x: draw(1)"

  - {id: long_one, name: A name that is rather long, cost: 1, load: {red: 2, blue: 3}, inferred: [cost, load],
      note: wide}
  - id: block # of text
    note: one two three
    power: | # why
      on x:
        draw(1) # here

        gain(2)
    # the last
# the end
"""


def formatted(text: str) -> str:
    return format_file(Path("cards.yaml"), dedent(text).lstrip("\n"))


def test_a_file_of_cards_in_the_one_style() -> None:
    assert formatted(UNTIDY) == TIDY


@pytest.mark.parametrize(
    ("written", "neat"),
    [
        ("a:   'x'", "a: x"),
        ('a: "x: y"', 'a: "x: y"'),
        ("a: 'x: y'", 'a: "x: y"'),
        ("a: 'say \"x: y\"'", "a: 'say \"x: y\"'"),
        ('a: "yes"', 'a: "yes"'),
        ("a: yes", "a: yes"),
        ('a: "12"', 'a: "12"'),
        ('a: "1:30"', 'a: "1:30"'),
        ('a: ["b", c#2, "d, e"]', 'a: [b, c#2, "d, e"]'),
        ("a: 'c#2'", 'a: "c#2"'),
        ("a:\n- b\n-   c", "a:\n  - b\n  - c"),
        ("a:\n    b:\n        c", "a:\n  b: c"),
        ("a: [b, # why\n  c]", "a:\n  - b # why\n  - c"),
        ("a: {}", "a: {}"),
        ('a: "one\\ntwo\\n"', "a: |\n  one\n  two"),
        ("a: |\n  one\n\n\n  two\n", "a: |\n  one\n\n\n  two"),
        ("- - a\n  - b\n-\n  - c", "- - a\n  - b\n- - c"),
        ("a:\n- # why\n  b: c", "a:\n  - # why\n    b: c"),
        ("---\na: b\n", "a: b"),
        ("a: b\r\nc: d\r\n", "a: b\nc: d"),
        ("\ufeffa: b", "a: b"),
        ("? a\n: b", "a: b"),
        ("a: \nb: ~", "a:\nb: ~"),
    ],
)
def test_small_things_have_one_form(written: str, neat: str) -> None:
    assert formatted(written) == neat + "\n"
    assert formatted(neat + "\n") == neat + "\n"


def test_a_text_too_long_for_a_line_is_folded() -> None:
    neat = formatted(f"note: {'word ' * 40}")
    assert neat.startswith("note: >-\n  word word")
    assert all(len(line) <= 120 for line in neat.split("\n"))


def test_texts_of_scenarios_are_formatted_where_they_are_texts() -> None:
    neat = formatted("""
        scenarios:
          - then: ["count( hand )  is 2"]
            when: [{do: "P1   draw( 1 )"}, {P1: "a  b"}, {then: (x is 1)}]
            name: A
        """)
    assert neat == (
        "scenarios:\n  - name: A\n    when: [{do: P1 draw(1)}, {P1: a  b}, {then: x is 1}]\n"
        "    then: [count(hand) is 2]\n"
    )


def test_the_command_writes_checks_and_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cards.yaml"
    file.write_text(UNTIDY, encoding="utf-8")
    file.chmod(0o640)
    assert main(["fmt", str(tmp_path), "--check"]) == 1
    assert "cards.yaml would be changed" in capsys.readouterr().out
    assert main(["fmt", str(file), "--diff"]) == 1
    assert "\n-game: shop\n" in capsys.readouterr().out
    assert file.read_text(encoding="utf-8") == UNTIDY
    assert main(["fmt", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == TIDY
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]
    assert main(["fmt", str(file), "--check"]) == 0
    assert capsys.readouterr().err.endswith("1 file: 1 left as it is\n")


@pytest.mark.parametrize(
    ("text", "code"),
    [("cards:\n\t- a", "yaml-tab"), ('cards:\n  - {id: a, power: "on x"}', "syntax"), ("", "empty-file")],
)
def test_a_file_with_mistakes_is_refused_and_left_alone(
    tmp_path: Path, text: str, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "a.yaml", tmp_path / "b.yaml"
    file.write_text(text, encoding="utf-8")
    other.write_text("cards:   []\n", encoding="utf-8")
    assert main(["fmt", str(file), str(other)]) == 1
    captured = capsys.readouterr()
    assert f"error[{code}]" in captured.out
    assert captured.err == "2 files: 1 changed, 0 left as they are, 1 refused because of mistakes\n"
    assert file.read_text(encoding="utf-8") == text
    assert other.read_text(encoding="utf-8") == "cards: []\n"


def test_standard_input_goes_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(UNTIDY.encode())))
    assert main(["fmt", "-"]) == 0
    assert capsys.readouterr().out == TIDY
    assert main(["fmt", "-", "--check"]) == 2


def test_a_path_that_is_not_there_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "nowhere.yaml"]) == 2
    assert "nowhere.yaml" in capsys.readouterr().err


def test_the_fields_of_a_game_keep_the_order_of_their_author() -> None:
    text = format_file(Path("game.yaml"), ORDERED)
    assert [line.partition(":")[0] for line in text.splitlines() if line[0] != " "] == [
        line.partition(":")[0] for line in ORDERED.splitlines() if line[0] != " "
    ]
    behind = ORDERED.replace("game: fair\n", "") + "game: fair\n"
    assert format_file(Path("game.yaml"), behind) == text
