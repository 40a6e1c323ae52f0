"""Picture of a match in the README.

`python -m maintenance.readme_picture` writes `docs/play.svg`.
"""

import io
import itertools
import re
import sys
from pathlib import Path

from rich.text import Text

from cardwright.presentation.log.fit_to_lines import render_brief_log
from cardwright.presentation.log.tree import render_log_events
from cardwright.source.atomic_write import write_whole
from cardwright_tools.cli.game_arguments import choose_game
from cardwright_tools.cli.rich_console import OneConsole
from cardwright_tools.cli.standard_output import print_lines
from cardwright_tools.session.session import USUAL_BOT, Session, let_bot_answer
from cardwright_tools.terminal.screen import Screen
from cardwright_tools.terminal.terminal_io import Terminal

PLACE = Path(__file__).resolve().parents[1] / "docs" / "play.svg"
GAME = "ceylon"
PLAYERS = 3
FIRST_SEED = 1
# Late enough for something to have happened to everybody.
FIRST_TURN = 9
MIN_OPTIONS = 3
MIN_NEWS = 12
WIDTH = 92


def main() -> int:
    """Write the picture."""
    PLACE.parent.mkdir(exist_ok=True)
    write_whole(PLACE, picture())
    print_lines(f"wrote {PLACE}")
    return 0


def picture() -> str:
    """Return the screen of a player in the middle of a match, as a self-contained SVG."""
    console = OneConsole(record=True, file=io.StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor")
    screen = Screen(Terminal(console))
    session = next(session for seed in itertools.count(FIRST_SEED) if _play_on(session := _begun(seed, screen), screen))
    decision = session.state.decision
    assert decision is not None
    screen.draw(session, decision, 0)
    screen.show(Text(f"P{decision.player + 1}> "))
    svg = console.export_svg(title=f"cardwright play {GAME}", unique_id="cardwright")
    # The web fonts it asks for would be fetched by every reader; the names that follow are on every machine.
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def _begun(seed: int, screen: Screen) -> Session:
    session = Session(choose_game(GAME), PLAYERS, seed, recorded=False)
    screen.take_over(session)
    return session


def _play_on(session: Session, screen: Screen) -> bool:
    """Advance to a moment worth a picture; return False if there is none.

    At this moment, the first player has a decision in a turn of their own, and much has happened.
    """
    state = session.state
    size = 0
    while not state.finished:
        if state.player == 0:
            own_turn = state.turns >= FIRST_TURN and state.view(0).turn_of == 0
            happened = render_brief_log(render_log_events(state.log_since(size, 0)), WIDTH - 2)
            if own_turn and state.option_count >= MIN_OPTIONS and len(happened) >= MIN_NEWS:
                return True
            screen.seen_up_to_now(session, 0)
            size = state.log_size
        let_bot_answer(session, USUAL_BOT)
    return False


if __name__ == "__main__":
    sys.exit(main())
