"""Drawing of the cover of a game in a separate process, which prints it."""

import asyncio
import os
import sys
from contextlib import suppress

from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.cli.non_raising_streams import open_outlets
from cardwright_tools.cli.signals import end_at_signals
from cardwright_tools.cli.standard_output import print_lines
from cardwright_tools.faces.cover import draw_cover

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


if __name__ == "__main__":
    open_outlets()
    end_at_signals()
    if hasattr(os, "nice"):
        os.nice(NICE)
    print_lines(draw_cover(choose_game(sys.argv[1])))
