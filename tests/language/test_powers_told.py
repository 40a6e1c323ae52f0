"""What powers pieces gain and lose is told to those who see them, and stands on the table for as long as it is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import State, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.log.fit_to_lines import render_tree
from cardwright.presentation.log.tree import render_log_events
from cardwright.presentation.table_view import map_pieces

GAME = """game: theatre
players: 2
active: active
turn: take_turn
powers_work_in: [stage]
WORKS
kinds:
  mime: {}
zones:
  table:
    wardrobe: {of: mimes, see: nobody, ordered: yes}
  player:
    hand: {of: mimes, see: owner}
    stage: {of: mimes, see: everyone}
    shelf: {of: mimes, see: face, down: owner}
memory:
  table: {active: player, night: yes_no}
  player: {points: number}
library: |
  rule final_score(player): player.points
  rule awake(mime) gives yes_no: not night
  step setup:
    for each p in players:
      move(first(wardrobe where name is king), to: p.stage)
      move(first(wardrobe where name is fool), to: p.hand)
      move(first(wardrobe where name is ghost), to: p.shelf)
  step play:
    for each p in players:
      p take_turn
      p rest
  verb take_turn "take a turn":
    if you is last(players):
AFTER
    else:
BEFORE
  verb rest "rest":
    choose one:
      option "Rest": you.points += 1
      option "Wait": nothing
  verb gain "get a point": you.points += 1
  verb robs(thief: mime, mime) "let {thief} take the power of {mime}": become_power(mime, onto: thief)
  verb praise(mime) "praise {mime}": lose_powers(mime)
pieces:
  - {id: king, kind: mime, copies: 2, power: "after you rest: gain"}
  - {id: fool, kind: mime, copies: 2, power: "after you rest: gain"}
  - {id: ghost, kind: mime, copies: 2, power: "after you rest: gain"}
  - {id: extra, kind: mime, copies: 2}
"""
KING, FOOL, GHOST = "the(you.stage)", "the(you.hand)", "the(you.shelf)"


def played(tmp_path: Path, before: str, after: str = "nothing", works: str = "") -> State:
    """A game in which P1 did something and is asked, and P2 does something in their turn."""
    texts = {"BEFORE": before, "AFTER": after}
    text = GAME.replace("WORKS", works)
    for word, body in texts.items():
        text = text.replace(word, "\n".join(f"      {line}" for line in body.split("\n")))
    (tmp_path / "game.yaml").write_text(text)
    return load_game(tmp_path).new(2, seed=1)


def told(state: State, player: int | None = None) -> list[str]:
    """What the log says of powers."""
    events = state.log if player is None else state.visible_log(player)
    return [line.strip("└─├│ ") for line in render_tree(render_log_events(events)) if "power" in line]


def marks(state: State, player: int, zone: str) -> list[str]:
    """What is told of powers where something lies, on the table."""
    found = {at: piece for at, piece in map_pieces(build_table(state, player)).items() if at.startswith(zone)}
    return [fact.value for piece in found.values() for fact in piece.facts if fact.word == "powers"]


@pytest.mark.parametrize(
    ("deed", "line", "mark"),
    [
        (f"copy_power({FOOL}, onto: {KING})", "King gains the power of Fool", "has the power of Fool"),
        (
            f"become_power({FOOL}, onto: {KING}) until next(you) rest",
            "King has the power of Fool instead of its own until P2 rests",
            "has the power of Fool instead of its own until P2 rests",
        ),
        (f"lose_powers({KING})", "King loses its power", "has no power"),
        (
            f"lose_powers({KING}) until next(you) take_turn",
            "King loses its power until the end of P2's turn",
            "has no power until the end of P2's turn",
        ),
        (
            f"lose_powers({KING}) until players praise(mime: {FOOL})",
            "King loses its power until somebody praises Fool",
            "has no power until somebody praises Fool",
        ),
        (f"become_power(the(you.hand), onto: {KING})\nbecome_power(the(first(wardrobe)), onto: {KING})", "", ""),
    ],
)
def test_what_lies_openly_tells_everybody(tmp_path: Path, deed: str, line: str, mark: str) -> None:
    state = played(tmp_path, deed)
    if not line:  # of a piece without a power nothing is left
        line, mark = "King loses its power", "has no power"
    of_others = "a mime" if "praises Fool" in line else "Fool"
    for player in (None, 0, 1):
        assert told(state, player)[-1] == (line if player != 1 else line.replace("Fool", of_others))
    assert marks(state, 0, "P1.stage") == [mark]
    assert marks(state, 1, "P1.stage") == [mark.replace("Fool", of_others)]
    plain = load_game(tmp_path).new(2, seed=1, tracked=False)
    assert [piece.powers for zone in plain.view(0).zones for piece in zone.pieces if piece and piece.powers] == [
        (mark,)
    ]


def test_a_power_that_is_there_twice_is_told_once(tmp_path: Path) -> None:
    twice = f"copy_power({FOOL}, onto: {GHOST})\n" * 2
    state = played(tmp_path, f"{twice}become_power({GHOST}, onto: {KING})")
    assert told(state)[-1] == "King has the power of Ghost and Fool (twice) instead of its own"


def test_the_end_is_told(tmp_path: Path) -> None:
    state = played(tmp_path, f"become_power({FOOL}, onto: {KING}) until you rest\nlose_powers({GHOST}) until you rest")
    state.apply(1)
    assert told(state)[-2:] == [
        "King no longer has the power of Fool, and has its own again",
        "Ghost has its power again",
    ]
    assert told(state, 1)[-1] == "King no longer has the power of Fool, and has its own again"
    assert not marks(state, 0, "P1")


def test_what_is_given_back_is_told(tmp_path: Path) -> None:
    state = played(tmp_path, f"lose_powers({KING})\nlose_powers({KING})\nregain_powers({KING})\nregain_powers({KING})")
    assert told(state, 1) == ["King loses its power", "King has its power again"]


def test_a_hidden_piece_tells_nothing_to_others_before_it_comes_into_the_open(tmp_path: Path) -> None:
    deed = f"lose_powers({FOOL})\ncopy_power({KING}, onto: {FOOL}) until players praise\nlose_powers({GHOST})"
    state = played(tmp_path, deed, "for each p in opponents:\n  move(p.hand, to: p.stage)\n  turn_up(p.shelf)")
    assert len(told(state, 0)) == 3
    assert not told(state, 1)
    assert not marks(state, 1, "P1")
    assert len(marks(state, 0, "P1.hand")) == 2
    state.apply(1)
    fool = "Fool has the power of King until somebody praises a mime; has no power"
    assert told(state, 1) == [fool, "Ghost has no power"]
    assert [line for line in told(state, 0) if line == fool] == []  # P1 knew it
    assert marks(state, 1, "P1") == [*fool.removeprefix("Fool ").split("; "), "has no power"]


def test_whom_a_piece_is_shown_sees_what_it_can_do(tmp_path: Path) -> None:
    state = played(tmp_path, f"lose_powers({FOOL})", "show(opponents.hand, to: you)")
    state.apply(1)
    assert told(state, 1) == ["Fool has no power"]


def test_a_deed_that_says_so_is_enough(tmp_path: Path) -> None:
    state = played(tmp_path, f"you robs(thief: {KING}, mime: {FOOL})\nyou praise({KING})")
    assert told(state, 1) == ["P1 lets King take the power of Fool", "King loses its power"]


def test_a_rule_by_which_powers_rest_is_told(tmp_path: Path) -> None:
    deed = "night = yes"
    state = played(tmp_path, deed, "night = no", "powers_work_if: awake")
    assert told(state, 1) == ["King has a power that does not work"] * 2
    assert marks(state, 1, "P1") == ["has a power that does not work"]
    state.apply(1)
    assert told(state, 1)[2:] == ["King has its power again"] * 2
    assert not marks(state, 1, "P1")
