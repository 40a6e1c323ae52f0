"""Covers of games in the lobby, each of three cards; a separate process draws and prints one."""

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING

from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.cli.non_raising_streams import open_outlets
from cardwright_tools.cli.signals import end_at_signals
from cardwright_tools.cli.standard_output import print_lines
from cardwright_tools.faces.draw_face import draw_face
from cardwright_tools.faces.image_codec import symbols
from cardwright_tools.faces.layouts import ON_TABLE
from cardwright_tools.faces.model import Face, faces
from cardwright_tools.faces.svg_pen import clean_text
from cardwright_tools.web.drawing.game_ground import DAY, Ground, choose_ground
from cardwright_tools.web.drawing.game_style_sheet import find_ground

if TYPE_CHECKING:
    from cardwright import Game

# Size of a cover, the height of its cards, and for each card its centre and its turn in degrees.
WIDE, HIGH, TALL = 160, 100, 78
FANS = {1: ((80, 0),), 2: ((62, -7), (98, 7)), 3: ((44, -10), (80, 0), (116, 10))}
# Limit in seconds for drawing a cover.
MAX_SECONDS = 120.0
# How much less urgent than serving it is.
NICE = 10


async def draw_apart(place: str) -> str:
    """Return the cover of a game, drawn in a separate process; "" if that fails."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, place, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(MAX_SECONDS):
            said, _ = await process.communicate()
    except TimeoutError:
        return ""
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    return said.decode("utf-8", "replace") if process.returncode == 0 else ""


def draw_cover(game: "Game") -> str:
    """Return the cover of a game as an SVG file: cards on its ground."""
    known = faces(game, game.card_texts())
    chosen = _choose_faces(known)
    drawn = _draw_ground(find_ground(game, known))
    for face, (x, turn) in zip(chosen, FANS.get(len(chosen), ()), strict=False):
        pen = draw_face(face).pen
        wide = TALL * pen.width / pen.height
        scale = min(1.0, TALL * 0.8 / wide)
        drawn += (
            f'<g transform="translate({x} {HIGH / 2 + abs(turn) * 0.6:g}) rotate({turn}) scale({scale:.3g})">'
            f'<svg x="{-wide / 2:.4g}" y="{-TALL / 2:g}" width="{wide:.4g}" height="{TALL}" '
            f'viewBox="0 0 {pen.width:g} {pen.height:g}" font-family="sans-serif">'
            f"<defs>{symbols(pen.icons.values())}</defs>{''.join(pen.parts)}"
            f'<rect width="100%" height="100%" fill="none" stroke="#0d1a15" stroke-width="1"/></svg></g>'
        )
    return _make_file(drawn)


def draw_plain_cover(title: str) -> str:
    """Return the cover of a game of which none can be drawn, as an SVG file: the first letters of its title."""
    letters = "".join(word[0] for word in clean_text(title).split() if word[0].isalnum())[:3].upper()
    return _make_file(
        f"{_draw_ground(choose_ground(title, (), ()))}"
        f'<text x="{WIDE // 2}" y="{HIGH * 2 // 3}" font-family="sans-serif" font-weight="bold" '
        f'font-size="{HIGH // 2}" text-anchor="middle" fill="#fff" fill-opacity=".8">{escape(letters)}</text>'
    )


def _draw_ground(ground: Ground) -> str:
    return f'<rect width="{WIDE}" height="{HIGH}" fill="{ground.shade(DAY["page"])}"/>'


def _make_file(drawn: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}">{drawn}</svg>'


def _choose_faces(known: Sequence[Face]) -> Sequence[Face]:
    """Return up to three faces of cards: of different colours or, with fewer colours, from all over the game."""
    cards = [face for face in known if face.layout not in ON_TABLE and face.picture is None] or list(known)
    by_colour = {face.colour: face for face in reversed(cards)}
    if len(by_colour) > 2:
        return list(by_colour.values())[-3:]
    return [cards[(2 * place + 1) * len(cards) // 6] for place in range(3)] if len(cards) > 2 else cards


if __name__ == "__main__":
    open_outlets()
    end_at_signals()
    if hasattr(os, "nice"):
        os.nice(NICE)
    print_lines(draw_cover(choose_game(sys.argv[1])))
