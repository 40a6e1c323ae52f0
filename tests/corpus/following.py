"""Recorded games of independent implementations, followed in ours: who decides, what they can do, and what they get.

`traces/NAME.jsonl` holds 60 games a file, one a line: `players`, `chance` (acts to outcomes, as `Game.dictated` takes
them), `steps` and `returns`. A step is the player `p`, what they `do` as keys of options, and `ways`: what can be
answered at each question on the way there. `look` is the checksum of what that player sees, where it was recorded.

`python -m tests.corpus.following` follows all of them, or those of the games named.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardwright import Game, State, load_game

HERE = Path(__file__).parent
GAMES = tuple(sorted(path.parent.name for path in HERE.glob("*/game.yaml")))
FOLLOWED = tuple(sorted(path.stem for path in HERE.glob("traces/*.jsonl")))
COLOURS = {"R": "red", "Y": "yellow", "G": "green", "W": "white", "B": "blue"}

Trace = dict[str, Any]


class PartedError(AssertionError):
    """Two implementations of a game part; the message says at which step, and what each has there."""


def traces(name: str) -> list[Trace]:
    """Return the recorded games of one game."""
    lines = (HERE / "traces" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def follow(game: Game, trace: Trace, look: Callable[[State, Trace, int], Any] | None = None) -> int:
    """Play a recorded game and return the number of decisions compared. Raises PartedError where ours differs."""
    state = game.dictated(trace["players"], seed=1, outcomes=trace["chance"])
    decisions = 0
    for number, step in enumerate(trace["steps"]):
        if look is not None and any(len(ways) > 1 for ways in step["ways"]):
            _same(number, "what the player sees", _checksum(look(state, trace, step["p"])), step["look"])
        for key, ways in zip(step["do"], step["ways"], strict=True):
            if len(ways) == 1:
                continue  # neither implementation has to ask
            decision = state.decision
            asked = None if decision is None else (decision.player, sorted(o.key for o in decision.options))
            _same(number, "who is asked for what", asked, (step["p"], ways))
            assert decision is not None
            state.apply(next(option for option in decision.options if option.key == key))
            decisions += 1
    _same(len(trace["steps"]), "whether the game is over", state.finished, True)
    _same(len(trace["steps"]), "what of chance is left", bool(state.dictated_left), False)
    _same(len(trace["steps"]), "the returns", list(state.scores), trace["returns"])
    return decisions


def _same(number: int, what: str, ours: Any, theirs: Any) -> None:
    if ours != theirs:
        raise PartedError(f"step {number}: {what}: ours {ours}, theirs {theirs}")


def _checksum(value: Any) -> str:
    return format(zlib.crc32(json.dumps(value, separators=(",", ":")).encode()), "08x")


def hanabi_sight(state: State, trace: Trace, player: int) -> list[Any]:
    """Return what a player of Hanabi sees and knows, as the Hanabi Learning Environment tells it.

    In this order: what is known of each own card, the hands of the others, fireworks, discards, hints, lives, deck.
    """
    view = state.view(player)
    zones = {(zone.owner, zone.name): zone for zone in view.zones}
    counters = {counter.name: counter.value for counter in view.counters if counter.owner == "table"}
    mine = zones[f"P{player + 1}", "hand"]
    assert all(piece is None for piece in mine.pieces)
    own = [_known(mine.marks[place] if mine.marks else ()) for place in range(len(mine.pieces))]
    seats = [seat for seat in range(trace["players"]) if seat != player]
    others = [_key(card) for seat in seats for card in zones[f"P{seat + 1}", "hand"].pieces]
    built = [_key(card) for card in zones["table", "fireworks"].pieces]
    fireworks = [f"{letter}{sum(key.startswith(word) for key in built)}" for letter, word in COLOURS.items()]
    discards = sorted(_key(card) for card in zones["table", "discards"].pieces)
    return [own, others, fireworks, discards, counters["hints"], counters["lives"], zones["table", "deck"].count]


def _key(card: Any) -> str:
    key: str = card.name.lower().replace(" ", "_")
    return key


def _known(marks: Any) -> str:
    """Return what hints told of a card: the colour and rank that are known, then all that are possible."""
    told = {mark.name: mark.plain for mark in marks}
    letters = {word: letter for letter, word in COLOURS.items()}
    colour, rank = told.get("told_colour"), told.get("told_rank")
    excluded = told.get("not_colours", ())
    colours = letters[colour] if colour else "".join(one for one in COLOURS if COLOURS[one] not in excluded)
    ranks = str(rank) if rank else "".join(str(n) for n in range(1, 6) if n not in told.get("not_ranks", ()))
    return f"{letters[colour] if colour else 'X'}{rank or 'X'}|{colours}{ranks}"


SIGHTS: dict[str, Callable[[State, Trace, int], Any]] = {"hanabi": hanabi_sight}


def main() -> int:
    """Follow all recorded games and print the figures; 1 when any parted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(FOLLOWED))
    parted = 0
    for name in parser.parse_args().names:
        game, decisions, games = load_game(HERE / name), 0, traces(name)
        for number, trace in enumerate(games):
            try:
                decisions += follow(game, trace, SIGHTS.get(name))
            except PartedError as error:
                parted += 1
                print(f"{name}, game {number}: {error}")
        print(f"{name}: {len(games)} games, {decisions} decisions, {parted} parted so far", flush=True)
    return 1 if parted else 0


if __name__ == "__main__":
    sys.exit(main())
