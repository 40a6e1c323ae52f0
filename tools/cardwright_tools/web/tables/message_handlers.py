"""Handlers of messages from browsers, which check every field before they act."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cardwright.phrases.inflection import close_sentence
from cardwright.presentation.explain_values_and_end import explain_rule
from cardwright.source.visible_control_characters import find_refused_character
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.game_arguments import check_bots
from cardwright_tools.session.strongest_bot import KINDS, MAX_SIMULATIONS, OFFERED, STRONG, is_limited
from cardwright_tools.web.drawing.names_of_people import MAX_NAME, name_players_in_text
from cardwright_tools.web.drawing.viewer_state import find_changes
from cardwright_tools.web.security import RequestRefusedError, check_letters
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import SeatViewer, Viewer

if TYPE_CHECKING:
    from cardwright import Game, State

MAX_LETTERS = 8192
MAX_RULE = 200
MAX_ID = 200
# Limit for the recent messages of a viewer that are recognized when repeated.
MAX_HEEDED = 32

OFTEN = "You did this too often. Try again in a few seconds."

Message = dict[str, Any]
Reply = dict[str, Any]


def handle_message(table: Table, viewer: Viewer, text: str, state: "State | None" = None) -> Reply:
    """Handle a message, and return the reply: `done` or the reason `refused`, with the id of the message.

    A page that got no reply may send a message again. Such a repeated message gets the same reply as before, and is not
    handled again. A lookup uses `state`, if given.
    """
    try:
        message = _read(text)
    except RequestRefusedError as error:
        return {"refused": str(error)} | read_message_id(text)
    name = message["id"]
    if message["do"] in LOOKUPS:
        message |= {"state": table.session.state if state is None else state}
        return _carry_out(table, viewer, message) | ({} if name is None else {"id": name})
    if name is None:
        return _carry_out(table, viewer, message)
    if name not in viewer.heeded:
        for oldest in list(viewer.heeded)[: 1 - MAX_HEEDED]:
            del viewer.heeded[oldest]
        viewer.heeded[name] = _carry_out(table, viewer, message) | {"id": name}
    return viewer.heeded[name]


def _carry_out(table: Table, viewer: Viewer, message: Message) -> Reply:
    try:
        handler = HANDLERS.get(message["do"])
        if handler is None:
            raise RequestRefusedError("You cannot do that here.")
        rare = viewer.rare.get(message["do"])
        if rare is not None and not rare.allows():
            raise RequestRefusedError(OFTEN)
        return {"done": message["name"]} | handler(table, viewer, message)
    except RequestRefusedError as error:
        return {"refused": str(error)}


def find_lookup_key(text: str) -> str | None:
    """Return the key of a lookup message, or None for any other message."""
    with suppress(RequestRefusedError):
        message = _read(text)
        if message["do"] in LOOKUPS:
            return json.dumps({field: message[field] for field in message if field not in ("id", "name")})
    return None


def read_message_id(text: str) -> Reply:
    """Return {"id": ...} with the id that a page gave to its message; {} if the message has no valid id.

    The id must be in every reply: a page that gets a refusal without it sends the message again.
    """
    if len(text) > MAX_LETTERS:
        return {}
    with suppress(ValueError, RecursionError):
        message = json.loads(text)
        name = message.get("id") if isinstance(message, dict) else None
        if isinstance(name, str) and len(name) <= MAX_ID and not find_refused_character(name):
            return {"id": name}
    return {}


def _read(text: str) -> Message:
    if len(text) > MAX_LETTERS:
        raise RequestRefusedError("This is too long: shorten it.")
    try:
        message = json.loads(text)
        check_letters(message)
    except (ValueError, RecursionError) as error:
        raise RequestRefusedError("Invalid message: reload the page.") from error
    if not isinstance(message, dict) or not isinstance(message.get("do"), str):
        raise RequestRefusedError("Invalid message: reload the page.")
    names = {field: message.get(field) if isinstance(message.get(field), str) else None for field in ("name", "id")}
    return message | names


def _require_seat(viewer: Viewer) -> SeatViewer:
    if not isinstance(viewer, SeatViewer):
        raise RequestRefusedError("Only players can do this.")
    return viewer


def _read_text(message: Message, field: str, most: int) -> str:
    text = message.get(field)
    if not isinstance(text, str) or len(text) > most:
        raise RequestRefusedError("Invalid message: reload the page.")
    return text


def _picks(message: Message) -> list[int]:
    picks = message.get("picks")
    if not isinstance(picks, list) or not all(type(pick) is int for pick in picks):
        raise RequestRefusedError("Invalid message: reload the page.")
    return picks


def _answer(table: Table, viewer: Viewer, message: Message) -> Reply:
    seat, name, again = _require_seat(viewer), message["name"], message.get("again") is True
    if not again or table.asks(seat, name):
        table.answer(seat, name, _picks(message), message.get("hold") is True)
    elif not table.has_answered(seat, name):
        raise RequestRefusedError("Your answer was lost when the connection broke; here is your present question.")
    return {}


def _pick(table: Table, viewer: Viewer, message: Message) -> Reply:
    return {"going_on": table.going_on(_require_seat(viewer), message["name"], _picks(message))}


def _let_go(_: Table, viewer: Viewer, __: Message) -> Reply:
    _require_seat(viewer).auto_answers.drop()
    return {}


def _undo(table: Table, viewer: Viewer, message: Message) -> Reply:
    seat = _require_seat(viewer)
    if table.session.state.finished and not table.designer and message.get("yes") is not True:
        return {"sure": "The game is over. Undo your last answer, and continue from there?", "do": "undo"}
    table.wish_back(seat)
    return {}


def _handle_agree(table: Table, viewer: Viewer, message: Message) -> Reply:
    table.agree(_require_seat(viewer), message.get("yes") is True)
    return {}


def _note(table: Table, viewer: Viewer, message: Message) -> Reply:
    table.note(viewer, _read_text(message, "text", MAX_LETTERS))
    return {}


def _call(table: Table, viewer: Viewer, message: Message) -> Reply:
    table.call(_require_seat(viewer), _read_text(message, "text", MAX_NAME))
    return {}


def _handle_say(table: Table, viewer: Viewer, message: Message) -> Reply:
    table.say(_require_seat(viewer), _read_text(message, "text", MAX_LETTERS))
    return {}


def _handle_again(table: Table, viewer: Viewer, message: Message) -> Reply:
    table.wish_again(_require_seat(viewer), message.get("yes") is True)
    return {}


def _handle_bot(table: Table, viewer: Viewer, message: Message) -> Reply:
    asker, number, kind = _require_seat(viewer), message.get("seat"), message.get("kind")
    if type(number) is not int or not 0 <= number < len(table.seats):
        raise RequestRefusedError("There is no such seat.")
    if kind is not None and not (isinstance(kind, str) and kind in OFFERED):
        raise RequestRefusedError("There is no such bot here.")
    table.let_bot_play(table.seats[number], kind, asker)
    return {}


def check_bot_kind(kind: object, game: "Game") -> str:
    """Return a kind of bot that the host chose. Raises RequestRefusedError if it is unknown or too slow."""
    if not isinstance(kind, str) or len(kind) > MAX_RULE:
        raise RequestRefusedError(f"There is no such bot. {KINDS}")
    if kind != STRONG:
        try:
            check_bots([kind], game)
        except UsageError as error:
            raise RequestRefusedError(f"{close_sentence(str(error))} {KINDS}") from error
    if not is_limited(kind):
        most = f"In a browser, a search has up to {MAX_SIMULATIONS} simulations and no settings."
        raise RequestRefusedError(f"{most} Others are for `--bot` of `serve`. {KINDS}")
    return kind


def _handle_why(table: Table, viewer: Viewer, message: Message) -> Reply:
    from cardwright import CannotExplain

    state: State = message["state"]
    if "counter" in message:
        owner, word = (_read_text(message, field, MAX_RULE) for field in ("counter", "word"))
        if any(word == rule[0] for rule in state.program.tables.rules):
            return _handle_why(table, viewer, {"rule": f"{word}({owner})", "state": state})
        names = [state.program.naming.player(seat) for seat in range(state.program.players)]
        log = find_changes(state, viewer.seat, names.index(owner) if owner in names else None, word)
        return {
            "why": [name_players_in_text(line, table.people) for line in log]
            or ["Nothing that you saw has changed it."]
        }
    rule = _read_text(message, "rule", MAX_RULE)
    try:
        lines = explain_rule(state, rule, _require_seat(viewer).seat)
        return {"why": [name_players_in_text(line, table.people) for line in lines]}
    except CannotExplain as error:
        raise RequestRefusedError(str(error)) from error


def _read_notices(_: Table, viewer: Viewer, __: Message) -> Reply:
    viewer.notices = []
    return {}


HANDLERS: dict[str, Callable[[Table, Viewer, Message], Reply]] = {
    "answer": _answer,
    "pick": _pick,
    "let_go": _let_go,
    "undo": _undo,
    "agree": _handle_agree,
    "note": _note,
    "call": _call,
    "say": _handle_say,
    "again": _handle_again,
    "bot": _handle_bot,
    "why": _handle_why,
    "read": _read_notices,
}
# Slow requests that change nothing: they run beside the other work of a table.
LOOKUPS = frozenset(("why",))
