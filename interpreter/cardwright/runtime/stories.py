"""The story of a state: how its game began, and every step since. From it the state can be made again, and saved.

A saved state holds nothing that only one program could read, and nothing that was not reached by the rules: whoever
loads it takes its steps again. That takes some hundredths of a second for a whole game, works in every program of the
same game, and tells at which step a document that was changed stops making sense.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from cardwright.runtime.digests import VERSION, VERSIONS
from cardwright.runtime.kernel import RunawayError
from cardwright.runtime.shown import shown
from cardwright.runtime.tracker import ChanceMismatch

if TYPE_CHECKING:
    from cardwright.runtime.game import Game
    from cardwright.runtime.state import State

# The first one also held the numbers in a state, which are passed over.
FORMAT, FORMATS = 2, (1, 2)
# How a game began, if not from its seed alone: `dictated` has the outcomes that chance was to have, `at_work` the cards
# that were put where they work: the id, whose it is, and whether what it waits for was brought about.
Origin = Mapping[str, Any]
# The steps of a story as a chain that copies of a state share: (the chain before, the step, the number of answers).
# A step is the answer that was given, or for whom what is hidden was dealt anew, and from which seed.
Past = tuple[Any, ...]
START: Past = (None, -1, 0)


class BadState(ValueError):
    """A document that is no state of the game it was given to; `place` says where in it, such as `answers[17]`."""

    def __init__(self, place: str, problem: str) -> None:
        self.place = place
        super().__init__(f"{place}: {problem}" if place else problem)


def answers_of(past: Past, since: int = 0) -> list[int]:
    """The answers of a story, but for the first `since` of them."""
    answers = []
    while past[2] > since:
        past, step, _ = past
        if type(step) is int:
            answers.append(step)
    return answers[::-1]


def made_again(state: State, tracked: bool) -> State:
    """The state made once more, with a log or without; ValueError for one that was put together by hand."""
    if state.origin is None:
        raise ValueError("this game was put together by hand: nothing tells how it can be made again")
    again = begun(state.game, state.program.players, state.seed, tracked, state.origin)
    return follow(again, state._past, START)


def follow(state: State, past: Past, known: Past) -> State:
    """A state after the steps of a story from one that is `known` on, which the state has taken already."""
    steps = []
    while past is not known and past[0] is not None:
        past, step, _ = past
        steps.append(step)
    for step in reversed(steps):
        state = _taken(state, step)
    return state


def _taken(state: State, step: Any) -> State:
    if type(step) is not int:
        return state.determinise(*step)
    state.apply(step)
    return state


def begun(game: Game, players: int, seed: int, tracked: bool, origin: Origin) -> State:
    """A game at its beginning; raises what `Game.new` and `Game.dictated` raise, and BadState."""
    if "dictated" in origin:
        return game.dictated(players, seed, origin["dictated"])
    if "at_work" in origin:
        from cardwright.runtime.seeded_starts import Starts, Working

        starts = Starts(game, players)
        working = tuple(Working(*each) for each in origin["at_work"])
        for place, each in enumerate(working):
            if each.card not in starts.cards():
                raise BadState(f"at_work[{place}]", f"{shown(each.card)} is no card of this game with a power")
        state = starts.start(working, seed, tracked)
        if state is None:
            raise BadState("at_work", "not all these cards can be where they work at once")
        return state
    return game.new(players, seed, tracked)


# ---------------------------------------------------------------- as a document


def written(state: State) -> dict[str, Any]:
    """The story of a state as JSON values; ValueError for one that was put together by hand."""
    if state.origin is None:
        raise ValueError("this game was put together by hand, so it has no story that could be saved")
    dealt = []
    past = state._past
    while past[0] is not None:
        before, step, count = past
        if type(step) is not int:
            dealt.append([count, *step])
        past = before
    return {
        "cardwright": FORMAT,
        "game": state.game.name,
        "sets": list(state.game.sets),
        "players": state.program.players,
        "seed": state.seed,
        "content": state.game.content_hash,
        "tracked": state.tracked,
        **deepcopy(dict(state.origin)),
        "answers": state.answers,
        **({"dealt": dealt[::-1]} if dealt else {}),
        "digests": VERSION,
        "digest": state.digest(),
    }


def read(game: Game, document: object) -> State:
    """The state that a document tells of; raises BadState, with the place, for any that is none of this game."""
    from cardwright.runtime.state import IllegalAnswer

    if not isinstance(document, Mapping):
        raise BadState("", "a state is an object with a game, a seed and answers")
    _check_game(game, document)
    players, seed = _number(document, "players"), _number(document, "seed")
    if not game.min_players <= players <= game.max_players:
        raise BadState("players", f"{game.title} is for {game.min_players} to {game.max_players}, not {shown(players)}")
    tracked, digest = document.get("tracked"), document.get("digest")
    if not isinstance(tracked, bool):
        raise BadState("tracked", f"true or false is wanted, not {shown(tracked)}")
    if not isinstance(digest, str):
        raise BadState("digest", f"a text is wanted, not {shown(digest)}")
    digests = document.get("digests", 1)
    if type(digests) is not int or digests not in VERSIONS:
        raise BadState("digests", f"version {shown(digests)} is unknown here; this version knows those up to {VERSION}")
    answers = _numbers(document.get("answers"), "answers")
    dealt = _dealt(document, players, len(answers))
    origin = _origin(document, players, tracked)
    steps = [*_steps(answers, dealt)]
    place = next(iter(origin), "seed")
    try:
        state = begun(game, players, seed, tracked, origin)
        for place, step in steps:  # noqa: B007 - the place at which it fails is told
            state = _taken(state, step)
    except (ChanceMismatch, IllegalAnswer, RunawayError) as error:
        raise BadState(place, str(error)) from None
    if not state.agrees(digest, version=digests):
        told = "the answers lead to another state: it was changed, or written by another version of Cardwright"
        raise BadState("digest", told)
    return state


def _check_game(game: Game, document: Mapping[str, Any]) -> None:
    version, name, sets = document.get("cardwright"), document.get("game"), document.get("sets")
    if type(version) is not int or version not in FORMATS:
        raise BadState("cardwright", f"format {shown(version)} is unknown here; this version reads up to {FORMAT}")
    if name != game.name:
        raise BadState("game", f"this is a state of {shown(name)}, not of {game.name}")
    if sets != list(game.sets):
        raise BadState("sets", f"this is a state with the sets {shown(sets)}, not with {', '.join(game.sets)}")
    if document.get("content") != game.content_hash:
        raise BadState("content", "this state was written under other rules or cards")


def _origin(document: Mapping[str, Any], players: int, tracked: bool) -> Origin:
    """How the game of a document began; what chance is to have is checked by who dictates it."""
    if "dictated" in document and not tracked:
        raise BadState("tracked", "chance is dictated in games with a log only")
    if "dictated" in document and "at_work" in document:
        raise BadState("at_work", "a game whose chance is dictated begins with no cards at work")
    for place, each in enumerate(_items(document, "at_work")):
        if not isinstance(each, list) or [type(part) for part in each] != [str, int, bool]:
            raise BadState(f"at_work[{place}]", f"a card, whose it is and yes or no are wanted, not {shown(each)}")
        if not 0 <= each[1] < players:
            raise BadState(f"at_work[{place}][1]", f"there is no player {shown(each[1])}")
    return {kind: document[kind] for kind in ("dictated", "at_work") if kind in document}


def _dealt(document: Mapping[str, Any], players: int, answers: int) -> list[list[int]]:
    dealt = [_numbers(each, f"dealt[{place}]") for place, each in enumerate(_items(document, "dealt"))]
    last = 0
    for place, each in enumerate(dealt):
        if len(each) != 3:
            raise BadState(f"dealt[{place}]", "the number of answers before, for whom, and a seed are wanted")
        if not last <= each[0] <= answers:
            raise BadState(f"dealt[{place}][0]", f"a number of answers from {last} to {answers} is wanted")
        if not 0 <= each[1] < players:
            raise BadState(f"dealt[{place}][1]", f"there is no player {shown(each[1])}")
        last = each[0]
    return dealt


def _steps(answers: list[int], dealt: list[list[int]]) -> Iterator[tuple[str, Any]]:
    """All steps in order, each with its place in the document."""
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
        raise BadState(field, f"a whole number is wanted, not {shown(found)}")
    return found


def _items(document: Mapping[str, Any], field: str) -> list[Any]:
    found = document.get(field, [])
    if not isinstance(found, list):
        raise BadState(field, f"a list is wanted, not {shown(found)}")
    return found


def _numbers(found: object, field: str) -> list[int]:
    if not isinstance(found, list):
        raise BadState(field, f"a list of whole numbers is wanted, not {shown(found)}")
    for place, each in enumerate(found):
        if type(each) is not int:
            raise BadState(f"{field}[{place}]", f"a whole number is wanted, not {shown(each)}")
    return found
