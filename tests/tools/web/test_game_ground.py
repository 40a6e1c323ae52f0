"""The ground on which a game is played: its own, and such that all that is written on it can be read."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright_tools.faces.colours import contrast
from cardwright_tools.web.drawing.game_ground import DAY, FAR, NIGHT, SOFT_LUMINANCE, TEXTURES, choose_ground
from cardwright_tools.web.drawing.game_style_sheet import Colours

ROOT = Path(__file__).parents[3]
FOLDERS = ("games", "examples", "tests/corpus")
GAMES = sorted(path.parent for folder in FOLDERS for path in (ROOT / folder).glob("*/game.yaml"))
TEXT, SOFT = "#f6f1e4", 0.16


def test_no_two_games_have_the_same_ground() -> None:
    grounds = {path.name: Colours(load_game(path)).ground for path in GAMES}
    assert len(grounds) > 25
    assert len(set(grounds.values())) == len(grounds)
    assert len({ground.texture for ground in grounds.values()}) == len(TEXTURES)


@pytest.mark.parametrize(("title", "back"), [*product(("Tea", "Gin", "Owl"), ("", "#4a3426", "#2b5fa8", "#ffffff"))])
def test_what_is_written_on_any_ground_can_be_read(title: str, back: str) -> None:
    ground = choose_ground(title, [(back, "")], ["#a8322a"])
    assert ground == choose_ground(title, [(back, "")], ["#a8322a"])
    soft = ground.shade(SOFT_LUMINANCE, SOFT)
    for luminances in (DAY, NIGHT):
        for place in ("page", "felt", "card"):
            assert min(contrast(each, ground.shade(luminances[place])) for each in (TEXT, soft)) >= 4.5
        assert contrast("#e2f4ea", ground.shade(luminances["cloth"])) >= 4
    sheet = "\n".join(ground.rules())
    assert sheet.count("{") == sheet.count("}")
    assert set(re.findall(r"--(\w+): #[0-9a-f]{6};", sheet)) == {*DAY, "soft"}


def test_a_ground_has_the_colour_of_the_backs_or_else_one_that_no_piece_has() -> None:
    assert choose_ground("Tea", [("#2b5fa8", "waves")], ["#2b5fa8"]).texture == "waves"
    blue = choose_ground("Tea", [("#2b5fa8", "")], ["#2b5fa8"])
    assert abs(blue.hue - 0.597) < 0.01
    reds = {choose_ground(f"Game {n}", [], ["#ff0000", "#777777"]).hue for n in range(50)}
    assert len(reds) > 20  # grey has no hue
    assert all(FAR <= hue <= 1 - FAR for hue in reds)
    # where pieces have all colours, the ground has the one that is least near to theirs
    rainbow = [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in product((0, 128, 255), repeat=3)]
    assert 0 <= choose_ground("Tea", [], rainbow).hue < 1
