"""Reload: continue a match under changed game files with the same answers."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from cardwright.records.play_back import describe_divergence, describe_left_out
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.game_arguments import choose_game, find_place
from cardwright_tools.session.replay_under_changed_files import AnswerMismatch, Departure, Reload, repeat_answers
from cardwright_tools.session.session import Session

if TYPE_CHECKING:
    from cardwright import Decision, Game, State
    from cardwright.state_slots_and_table_rows import ProgramTables

# Limit for the names listed of what changed; the rest are counted.
MAX_NAMES = 6
MAX_OFFERED = 8

Stamp = dict[str, tuple[int, int]]


class MistakesError(Exception):
    """Error for changed files that have errors; the message shows these with their positions."""


def stamp(place: str) -> Stamp:
    """Return the modification time and the size of each file of a game."""
    try:
        found = {}
        for path in find_place(place).every_file():
            stat = path.stat()
            found[str(path)] = (stat.st_mtime_ns, stat.st_size)
        return found
    except (OSError, UsageError):
        return {}


def reload_session(session: Session, place: str, people: Collection[int]) -> Reload | None:
    """Return the session's match under the current files, or None if the files have not changed.

    `people` are the seats of persons. Texts in the result reveal nothing that the player of the next decision must not
    know. Raises MistakesError if the files have errors.
    """
    game = reload_game(session, place)
    return None if game is None else replay_under(session, game, people)


def reload_game(session: Session, place: str) -> "Game | None":
    """Return the session's game under the current files, or None if they have not changed. Raises MistakesError."""
    from cardwright import CardwrightError

    try:
        game = choose_game(place, session.header.sets, decks=session.header.decks)
        if game.content_hash == session.game.content_hash:
            return None
        if not game.min_players <= session.header.players <= game.max_players:
            raise MistakesError(f"{game.title} is no longer for {session.header.players} players.")
    except CardwrightError as error:
        raise MistakesError(render_mistakes(error)) from error
    except (OSError, UsageError) as error:
        raise MistakesError(str(error)) from error
    return game


def replay_under(session: Session, game: "Game", people: Collection[int]) -> Reload:
    """Replay the match of a session under another game, as far as its answers fit. Raises MistakesError."""
    from cardwright import CardwrightError, SlipError

    try:
        changed = describe_changes(session, game)
        state = game.new(session.header.players, session.header.seed)
        options, problem = repeat_answers(state, session.answers)
    except CardwrightError as error:
        raise MistakesError(render_mistakes(error)) from error
    except (OSError, SlipError) as error:
        raise MistakesError(str(error)) from error
    parting = None if problem is None else _make_departure(session, len(options), problem, state, people)
    return Reload(game, state, tuple(options), parting, changed)


def _make_departure(
    session: Session, step: int, problem: AnswerMismatch, state: "State", people: Collection[int]
) -> Departure:
    return Departure(
        step,
        _describe_departure(session, step, str(problem), state, people),
        describe_divergence(state.turns, problem.publicly),
    )


def render_mistakes(error: Any) -> str:
    """Return the diagnostics of a CardwrightError as text, with the quoted lines."""
    from cardwright.source.diagnostics_for_people import read_quoted_files, render_text

    text: str = render_text(error.diagnostics, read_quoted_files(error.diagnostics), False)
    return text.rstrip("\n")


# ---------------------------------------------------------------- what changed


def describe_changes(session: Session, game: "Game") -> str:
    """Return one line that names the cards that were changed, added or removed, or says that rules changed."""
    players = session.header.players
    old, new = (_list_cards(each.program(players).tables) for each in (session.game, game))
    said = [
        *_summarize_changes("changed", [new[card][0] for card in new if card in old and old[card] != new[card]]),
        *_summarize_changes("new", [new[card][0] for card in new if card not in old]),
        *_summarize_changes("gone", [old[card][0] for card in old if card not in new]),
    ]
    return "; ".join(said) or "changed: the rules, or their layout"


def _list_cards(tables: "ProgramTables") -> dict[str, tuple[Any, ...]]:
    """Return the name and all other data of each card as plain values, to find which cards have changed."""
    cards = {}
    for number, definition in enumerate(tables.definitions):
        card, name, *rest = definition
        cards[card] = (name, *map(str, rest), tables.texts.get(number, ""))
    return cards


def _summarize_changes(how: str, names: Sequence[str]) -> list[str]:
    if not names:
        return []
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return [f"{how}: {', '.join(names[:MAX_NAMES])}{more}"]


# ---------------------------------------------------------------- where the answers stop fitting


def _describe_departure(session: Session, number: int, problem: str, state: "State", people: Collection[int]) -> str:
    """Return a description of the point where the reloaded match departs: turn, decision, answer, and new prompt."""
    before = session.game.new(session.header.players, session.header.seed)
    for step in session.steps[:number]:
        before.apply(step.option)
    asked, now = before.decision, state.decision
    assert asked is not None
    reader = now.player if now is not None and now.player in people else min(people, default=0)
    answered = (
        "an answer" if asked.player != reader else f"the answer `{asked.options[session.steps[number].option].text}`"
    )
    left = len(session.steps) - number
    at = f" at {answered} of P{asked.player + 1} to “{asked.prompt}”"
    text = f"{describe_divergence(before.turns, problem, at)} {describe_left_out(left)}"
    if now is None or now.player != reader:
        return text
    return f"{text} Now: {_describe_offered(now)}"


def _describe_offered(decision: "Decision") -> str:
    texts = [option.text for option in decision.options]
    more = f" and {len(texts) - MAX_OFFERED} more" if len(texts) > MAX_OFFERED else ""
    return f"P{decision.player + 1}, “{decision.prompt}”: {', '.join(texts[:MAX_OFFERED])}{more}."
