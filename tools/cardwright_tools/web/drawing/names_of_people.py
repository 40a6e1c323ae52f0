"""Names that people choose at a table, which are shown instead of the players' numbers."""

import re
import unicodedata
from collections.abc import Sequence

from markupsafe import Markup, escape

from cardwright_tools.web.drawing.game_style_sheet import SEATS
from cardwright_tools.web.drawing.viewer_state import Person
from cardwright_tools.web.security import RequestRefusedError

MAX_NAME = 24
MAX_DIGITS = 4
# A player in rendered HTML, as `say` marks it. No text of an author or a person can contain a tag.
_DRAWN = re.compile(r'(<b class="player seat\d+">)P(\d+)(?=</b>)')
_WRITTEN = re.compile(r"\bP(\d+)\b")
# A player's pawn in rendered HTML, whose label and title name the player.
_PAWN = re.compile(r'(<span class="pawn seat\d+" role="img" aria-label=")P(\d+)(" title=")P\d+(?=")')
# What bots are called, by seat.
BOT_NAMES = "Gizmo Rivet Sprocket Dynamo Widget Ratchet Bobbin Flywheel Piston Gasket Dongle Toggle".split()
# Names that a person cannot choose, because players without a name have them.
_NUMBERED = re.compile(r"(?:p|player|seat)? ?\d+", re.IGNORECASE)


def tidy_name(name: str, seat: int, people: Sequence[Person]) -> str:
    """Return a name as it is shown, with single blanks; "" if it is blank.

    Raises RequestRefusedError if the name is invisible, looks like the number of a seat, or is taken by another person.
    """
    found = " ".join(name.split())[:MAX_NAME].strip()
    if not found:
        return ""
    if all(unicodedata.category(sign)[0] in "CZM" for sign in found):
        raise RequestRefusedError("This name cannot be seen: write it with letters.")
    if _NUMBERED.fullmatch(_fold(found)):
        raise RequestRefusedError("Players without a name are called by numbers: choose another name.")
    if any(_fold(found) == _fold(person.name) for person in people if person.seat != seat):
        raise RequestRefusedError("Somebody at this table has this name: choose another.")
    return found


def name_bots(names: Sequence[str], bots: Sequence[bool]) -> list[str]:
    """Return the names of all seats, in which each bot without a name has that of its seat, or the next free one."""
    found = list(names)
    for seat, is_bot in enumerate(bots):
        taken = set(map(_fold, found))
        turn = seat % len(BOT_NAMES)
        free = (each for each in BOT_NAMES[turn:] + BOT_NAMES[:turn] if _fold(each) not in taken)
        found[seat] = next(free, "") if is_bot and not found[seat] else found[seat]
    return found


def _fold(name: str) -> str:
    """Return a name for comparisons, without differences that are hard to see."""
    signs = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in signs if unicodedata.category(sign)[0] != "C")


def mark_player(player: str) -> Markup:
    """Return a player (`P2`) as HTML in the colour of the seat."""
    return Markup('<b class="player seat{}">{}</b>').format((int(player[1:]) - 1) % len(SEATS), player)


def mark_players(text: str) -> Markup:
    """Return a text as HTML with its players marked."""
    parts = _WRITTEN.split(text)
    # every other part is the number of a player
    return Markup("").join(mark_player(f"P{part}") if place % 2 else escape(part) for place, part in enumerate(parts))


def name_players(drawn: str, people: Sequence[Person]) -> str:
    """Return rendered HTML with the players' numbers replaced by their names."""
    named = _DRAWN.sub(lambda found: found[1] + str(escape(_name(found[2], people))), drawn)

    def name_pawn(found: re.Match[str]) -> str:
        name = str(escape(_name(found[2], people)))
        return f"{found[1]}{name}{found[3]}{name}"

    return _PAWN.sub(name_pawn, named)


def name_players_in_text(text: str, people: Sequence[Person]) -> str:
    """Return a plain text with the players' numbers replaced by their names."""
    return _WRITTEN.sub(lambda found: _name(found[1], people), text)


def _name(number: str, people: Sequence[Person]) -> str:
    seat = int(number) - 1 if len(number) < MAX_DIGITS else -1
    return (people[seat].name if 0 <= seat < len(people) else "") or f"P{number}"
