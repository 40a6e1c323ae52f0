"""Check of changed game files in a separate process, which reads from standard input what to check.

The server continues while the files are checked and compiled; afterwards it finds the program in the cache. The process
reads JSON, because decks of players must not be seen in a list of processes, and prints JSON: the content hash, or the
errors. It ends silently if the server ends first.
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from contextlib import suppress

from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.cli.non_raising_streams import open_outlets
from cardwright_tools.cli.signals import end_at_signals
from cardwright_tools.cli.standard_output import print_json
from cardwright_tools.session.reload import MistakesError, render_mistakes

# Limits in seconds for the whole check, and in processor seconds if nobody ends the process.
MAX_SECONDS = 60.0
MAX_PROCESSOR_SECONDS = 120
TOO_LONG = f"It takes longer than {MAX_SECONDS:.0f} seconds to check and compile the changed files of the game."


async def try_files(place: str, sets: Sequence[str], players: int, decks: Sequence[tuple[str, str]] = ()) -> str:
    """Check a game in a separate process, and return its content hash. Raises MistakesError if it has errors."""
    words = ["-m", "cardwright_tools.web.tables.game_check_process"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    asked = {"place": place, "players": players, "sets": list(sets), "decks": list(decks)}
    try:
        async with asyncio.timeout(MAX_SECONDS):
            said, _ = await process.communicate(json.dumps(asked).encode())
    except TimeoutError:
        raise MistakesError(TOO_LONG) from None
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    try:
        found = json.loads(said)
    except ValueError:
        raise MistakesError("The changed files of the game could not be checked.") from None
    if "problem" in found:
        raise MistakesError(found["problem"])
    return str(found["content"])


def try_here(place: str, players: int, sets: Sequence[str], decks: Sequence[tuple[str, str]] = ()) -> dict[str, str]:
    """Load and compile a game for a table; return its content hash, or the error as `problem`."""
    from cardwright import CardwrightError

    try:
        game = choose_game(place, sets, decks=decks)
        if not game.min_players <= players <= game.max_players:
            return {"problem": f"{game.title} is no longer for {players} players."}
        game.program(players, "tracked")
        game.program(game.min_players)  # the program by which pages are drawn
    except CardwrightError as error:
        return {"problem": render_mistakes(error)}
    except (OSError, UsageError) as error:
        return {"problem": str(error)}
    return {"content": game.content_hash}


if __name__ == "__main__":
    open_outlets()
    end_at_signals()
    with suppress(ImportError):  # Windows
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (MAX_PROCESSOR_SECONDS, MAX_PROCESSOR_SECONDS))
    if asked := sys.stdin.read():  # nothing if the server ended before it asked
        print_json(try_here(**json.loads(asked)))
