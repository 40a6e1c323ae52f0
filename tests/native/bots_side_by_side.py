"""Compares in Python and in compiled C what players know, the worlds dealt for them, and what bots choose.

The long run, every game, with figures for each of what was equal:

    python -m tests.native.bots_side_by_side --games 3 --bots greedy mcts:40 mcts:20:rollout=greedy:depth=3
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from tests.native.differential import QUICK, games, same_question, same_state

import cardwright
from cardwright import Game
from cardwright.bots import make_bot
from cardwright.bots.native_bots import Follower, convert_bot
from cardwright.native.engine import Engine
from cardwright.query.determinization import Unseen

# Made for what is hidden: pieces that carry others, secret memory, sealed answers about pieces, names of hidden pieces.
HIDING = [str(folder) for folder in sorted(Path("tests/noninterference/games").iterdir())]


def load(name: str) -> tuple[Game, int]:
    """A game with all its sets, and how many play it here."""
    game = cardwright.load_game(name)
    game = cardwright.load_game(name, game.all_sets) if game.all_sets else game
    return game, min(max(3, game.min_players), game.max_players)


def same_worlds(engine: Engine, game: Game, seed: int, most: int, often: float) -> int:
    """One random game, in which what players know is the same at every decision, and worlds are now and then."""
    state, native = game.new(engine.library.players, seed, tracked=True), engine.begun(seed)
    plain = game.new(engine.library.players, seed, tracked=False)
    mind, pick, dealt = engine.mind(), Random(seed), 0
    held = (1 << 64 * engine.library.words) - 1
    while not state.finished and state.decisions < most:
        assert native.known == [known & held for known in state.slots[0].known]
        if pick.random() < often:
            chance = pick.getrandbits(32)
            same_state(engine, mind.deal(native, chance), Unseen(plain, plain.player).dealt(chance))
            dealt += 1
        index = int(pick.random() * state.option_count)
        for each in (state, plain):
            each.apply(index)
        native.answer(index)
    return dealt


def same_known(engine: Engine, game: Game, kind: str, seed: int, most: int) -> int:
    """One game between bots, who do what chance seldom does: what players know is the same at every decision."""
    players = engine.library.players
    state, native, mind = game.new(players, seed, tracked=True), engine.begun(seed), engine.mind()
    held = (1 << 64 * engine.library.words) - 1
    for player in range(players):
        mind.seat(player, convert_bot(make_bot(kind, seed + player), engine.program), seed + player)
    while not state.finished and state.decisions < most:
        assert native.known == [known & held for known in state.slots[0].known], f"decision {state.decisions}"
        answer = mind.choose(native)
        state.apply(answer)
        native.answer(answer)
    return state.decisions


def same_choices(engine: Engine, game: Game, kinds: list[str], seed: int, most: int) -> int:
    """One game between bots, whose answers are the same up to some decision; how many there were."""
    players = engine.library.players
    state, native, mind = game.new(players, seed, tracked=False), engine.begun(seed), engine.mind()
    bots = [make_bot(kinds[p % len(kinds)], seed + p) for p in range(players)]
    for player, bot in enumerate(bots):
        mind.seat(player, convert_bot(bot, engine.program), seed + player)
    while not state.finished and state.decisions < most:
        same_question(native, state)
        expected = bots[state.player].choose(state)
        found = mind.choose(native)
        assert found == expected, f"decision {state.decisions}: {found} in C and {expected} in Python"
        state.apply(found)
        native.answer(found)
    if state.finished:
        assert native.results() == (state.scores, state.valuations, state.winners)
    return state.decisions


def same_followed(engine: Engine, game: Game, kind: str, seed: int, most: int) -> int:
    """One game whose tracked states are followed in C, also back to an earlier one: single choices are the same."""
    state, pick, follower, earlier = game.new(engine.library.players, seed), Random(seed), Follower(engine), []
    while not state.finished and state.decisions < most:
        earlier.append(state.clone())
        for each in (state, pick.choice(earlier)):
            assert follower.choose(kind, seed, each) == make_bot(kind, seed).choose(each)
        state.apply(int(pick.random() * state.option_count))
    return state.decisions


def main() -> None:
    """The long run."""
    parser = argparse.ArgumentParser(description="Compare bots in compiled C with those in Python, game by game.")
    parser.add_argument("--games", type=int, default=3, help="games of each sort")
    parser.add_argument("--most", type=int, default=300, help="decisions of one game")
    parser.add_argument("--bots", nargs="+", default=["greedy", "mcts:40", "mcts:20:rollout=greedy:depth=3"])
    parser.add_argument("--names", nargs="+", default=[*games(), *HIDING])
    asked = parser.parse_args()
    for name in asked.names:
        game, players = load(name)
        engine = Engine(game, players, QUICK)
        dealt = sum(same_worlds(engine, game, seed, asked.most, 0.5) for seed in range(asked.games))
        told = [f"{dealt} worlds"]
        for kind in asked.bots:
            most = asked.most if kind == "greedy" else asked.most // 10
            done = sum(same_choices(engine, game, [kind], seed, most) for seed in range(asked.games))
            told.append(f"{done} choices of {kind}")
        print(f"{name}, {players} players: {', '.join(told)} equal", flush=True)


if __name__ == "__main__":
    main()
