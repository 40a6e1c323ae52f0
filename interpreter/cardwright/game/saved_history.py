"""History of a state (the beginning of its match and all steps since) for saving and loading.

Loading repeats the steps. A saved state therefore contains nothing that only one program can read and nothing that the
rules do not allow, and an error names the step at which an edited document becomes invalid. Loading a whole match takes
some hundredths of a second.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from cardwright.game.start_with_active_cards import Starts, Working
from cardwright.game.state import FORMAT, FORMATS, MatchMaker, State
from cardwright.query.determinization import P, resample
from cardwright.runtime.chance_outcomes_and_witnesses import ChanceMismatch
from cardwright.runtime.digest import VERSION, VERSIONS
from cardwright.runtime.errors import SlipError
from cardwright.runtime.primitives.random_numbers import SECRET, is_secret
from cardwright.runtime.state import START, IllegalAnswer, Origin, Past, Position
from cardwright.source.path_and_number_checks import format_value
from cardwright.state_slots_and_table_rows import Growth


class BadState(ValueError):
    """Error for a document that is not a state of a game; `place` is the position in the document: `answers[17]`."""

    def __init__(self, place: str, problem: str) -> None:
        self.place = place
        super().__init__(f"{place}: {problem}" if place else problem)


def rebuild_state(game: MatchMaker, state: Position, tracked: bool) -> State:
    """Return a state rebuilt by repeating the steps of its history, with or without a log.

    Raises ValueError for a state built by hand.
    """
    if state.origin is None:
        raise ValueError("this state was built by hand, so there are no answers from which to rebuild it")
    again = begin_game(game, state.program.players, state.seed, tracked, state.origin, state.program.growth)
    return follow(again, state._past, START)


def follow(state: P, past: Past, known: Past) -> P:
    """Apply the steps in the history `past` that are not yet in the history `known` to a state; return the state."""
    steps = []
    while past is not known and past[0] is not None:
        past, step, _ = past
        steps.append(step)
    for step in reversed(steps):
        state = _take_step(state, step)
    return state


def _take_step(state: P, step: Any) -> P:
    if type(step) is not int:
        return resample(state, *step)
    state.apply(step)
    return state


def begin_game(game: MatchMaker, players: int, seed: int, tracked: bool, origin: Origin, growth: Growth = ()) -> State:
    """Return a match at its beginning. Raises BadState, and the errors of `Game.new` and `Game.dictated`.

    `origin` says how it began. `tracked` and `growth` are as for `Game.new`.
    """
    if "dictated" in origin:
        return game.dictated(players, seed, origin["dictated"], growth)
    if "at_work" in origin:
        starts = Starts(game, players, growth)
        working = tuple(Working(*each) for each in origin["at_work"])
        for place, each in enumerate(working):
            if each.card not in starts.cards():
                raise BadState(
                    f"at_work[{place}]", f"{format_value(each.card)} is not a card of this game with a power"
                )
        state = starts.start(working, seed, tracked)
        if state is None:
            raise BadState("at_work", "not all of these cards can be where they work at the same time")
        return state
    return game.new(players, seed, tracked, growth)


# ---------------------------------------------------------------- as a document


def read(game: MatchMaker, document: object) -> State:
    """Return the state saved in a document. Raises BadState, which names the position of an error in the document."""
    if not isinstance(document, Mapping):
        raise BadState("", "a state is an object with a game, a seed and answers")
    _check_game(game, document)
    players, seed = _number(document, "players"), _number(document, "seed")
    if document["cardwright"] < FORMAT and is_secret(seed):
        seed %= SECRET
    if not game.min_players <= players <= game.max_players:
        raise BadState(
            "players", f"{game.title} is for {game.min_players} to {game.max_players}, not {format_value(players)}"
        )
    tracked, digest = document.get("tracked"), document.get("digest")
    if not isinstance(tracked, bool):
        raise BadState("tracked", f"expected true or false, not {format_value(tracked)}")
    if not isinstance(digest, str):
        raise BadState("digest", f"expected a text, not {format_value(digest)}")
    digests = document.get("digests", 1)
    if type(digests) is not int or digests not in VERSIONS:
        raise BadState(
            "digests",
            f"version {format_value(digests)} of digests is unknown; this program knows versions up to {VERSION}",
        )
    answers = _list_numbers(document.get("answers"), "answers")
    dealt = _read_dealt(document, players, len(answers))
    origin = _read_origin(document, players, tracked)
    steps = [*_list_steps(answers, dealt)]
    place = next(iter(origin), "seed")
    try:
        state = begin_game(game, players, seed, tracked, origin)
        for place, step in steps:  # noqa: B007 - the place at which it fails is told
            state = _take_step(state, step)
    except (ChanceMismatch, IllegalAnswer, SlipError) as error:
        raise BadState(place, str(error)) from None
    if not state.agrees(digest, version=digests):
        problem = "the answers lead to another state: the file was changed, or written by another version of Cardwright"
        raise BadState("digest", problem)
    return state


def _check_game(game: MatchMaker, document: Mapping[str, Any]) -> None:
    version, name, sets = document.get("cardwright"), document.get("game"), document.get("sets")
    if type(version) is not int or version not in FORMATS:
        raise BadState(
            "cardwright", f"format {format_value(version)} is unknown; this program reads formats up to {FORMAT}"
        )
    if name != game.name:
        raise BadState("game", f"this is a state of {format_value(name)}, not of {game.name}")
    if sets != list(game.sets):
        raise BadState("sets", f"this is a state with the sets {format_value(sets)}, not with {', '.join(game.sets)}")
    if document.get("content") != game.content_hash:
        raise BadState("content", "this state was written with other rules or cards")


def _read_origin(document: Mapping[str, Any], players: int, tracked: bool) -> Origin:
    """Return how the match of a document began. Scripted chance is checked later, when it is used."""
    if "dictated" in document and not tracked:
        raise BadState("tracked", "only games with a log can have scripted chance")
    if "dictated" in document and "at_work" in document:
        raise BadState("at_work", "a game with scripted chance cannot begin with cards at work")
    for place, each in enumerate(_list_items(document, "at_work")):
        if not isinstance(each, list) or [type(part) for part in each] != [str, int, bool]:
            raise BadState(
                f"at_work[{place}]", f"expected a card, its player and true or false, not {format_value(each)}"
            )
        if not 0 <= each[1] < players:
            raise BadState(f"at_work[{place}][1]", f"there is no player {format_value(each[1])}")
    return {kind: document[kind] for kind in ("dictated", "at_work") if kind in document}


def _read_dealt(document: Mapping[str, Any], players: int, answers: int) -> list[list[int]]:
    dealt = [_list_numbers(each, f"dealt[{place}]") for place, each in enumerate(_list_items(document, "dealt"))]
    last = 0
    for place, each in enumerate(dealt):
        if len(each) != 3:
            raise BadState(f"dealt[{place}]", "expected the number of answers before, the player and a seed")
        if not last <= each[0] <= answers:
            raise BadState(f"dealt[{place}][0]", f"expected a number of answers from {last} to {answers}")
        if not 0 <= each[1] < players:
            raise BadState(f"dealt[{place}][1]", f"there is no player {format_value(each[1])}")
        last = each[0]
    return dealt


def _list_steps(answers: list[int], dealt: list[list[int]]) -> Iterator[tuple[str, Any]]:
    """Yield all steps in order, each with its position in the document."""
    left = list(enumerate(dealt))
    for number in range(len(answers) + 1):
        while left and left[0][1][0] == number:
            place, (_, player, seed) = left.pop(0)
            yield f"dealt[{place}]", (player, seed)
        if number < len(answers):
            yield f"answers[{number}]", answers[number]


def _number(document: Mapping[str, Any], field: str) -> int:
    found = document.get(field)
    if type(found) is not int:
        raise BadState(field, f"expected a whole number, not {format_value(found)}")
    return found


def _list_items(document: Mapping[str, Any], field: str) -> list[Any]:
    found = document.get(field, [])
    if not isinstance(found, list):
        raise BadState(field, f"expected a list, not {format_value(found)}")
    return found


def _list_numbers(found: object, field: str) -> list[int]:
    if not isinstance(found, list):
        raise BadState(field, f"expected a list of whole numbers, not {format_value(found)}")
    for place, each in enumerate(found):
        if type(each) is not int:
            raise BadState(f"{field}[{place}]", f"expected a whole number, not {format_value(each)}")
    return found
