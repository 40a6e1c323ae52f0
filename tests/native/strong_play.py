"""What games between strong bots come to: pieces that players have at the end, what ended them, and powers at work.

    nice -n 10 python -m tests.native.strong_play import_export --players 3 --bots mcts:1000 --games 10 --zone completed

Games are played in compiled C and looked at in Python afterwards; figures are told after every game, so that a run
can be ended when enough is known.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import cardwright
from cardwright.bots import make_bot
from cardwright.bots.native_bots import convert_bot
from cardwright.native.engine import Engine
from cardwright_tools.laboratory.games.match import MAX_DECISIONS, MatchConfig, replay_match
from cardwright_tools.laboratory.games.native_match import derive_seeds


def main() -> None:
    """The long run."""
    parser = argparse.ArgumentParser(description="Play games between strong bots, and tell what they come to.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--bots", default="mcts:1000", help="all players")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--zone", help="a zone of players in which pieces are counted at the end")
    parser.add_argument("--counter", help="a counter of players, of which the most at the end of each game is told")
    parser.add_argument("--sets", help="instead of those of a first game: A,B,...")
    asked = parser.parse_args()
    game = cardwright.load_game(asked.game, tuple(asked.sets.split(",")) if asked.sets else None)
    engine = Engine(game, asked.players)
    bot = convert_bot(make_bot(asked.bots, 0), engine.program)
    table = MatchConfig(asked.game, asked.players, (asked.bots,) * asked.players, 0, game.sets, watched=True)
    mind, room = engine.mind(), engine.library.new()
    with_power = {card.id for card in game.card_texts() if card.text}
    endings: Counter[str] = Counter()
    worked: Counter[str] = Counter()
    had: list[int] = []
    turns: list[int] = []
    most: list[int] = []
    began = time.process_time()
    for number in range(asked.first, asked.first + asked.games):
        seed, of_bots = derive_seeds(table, number)
        answers: list[int] = []
        for some in engine.bot_game(room, mind, seed, [(bot, each) for each in of_bots], MAX_DECISIONS):
            answers += some
        course = replay_match(game, table, number, answers, 0.0).course
        assert course is not None
        state = game.new(asked.players, seed, tracked=False)
        for answer in answers:
            state.apply(answer)
        turns.append(state.turns)
        if asked.zone:
            base = state.program.tables.zones
            places = [place for place, zone in enumerate(base) if zone.word == asked.zone and zone.owner == "player"]
            first = state.program.tables.zones_from
            had += [len(_pieces(state.slots[first + place])) for place in places]
        for memory in state.program.tables.memory:
            if (memory.owner, memory.word) == ("player", asked.counter):
                most.append(max(state.slots[memory.base + p * memory.width] for p in range(asked.players)))
        endings[str(course.ending)] += 1
        worked.update(each.card for each in course.cards if each.worked and each.card in with_power)
        if most:
            print(f"the most `{asked.counter}`, game by game: {', '.join(map(str, most))}", flush=True)
        _tell(asked, number + 1 - asked.first, had, turns, endings, worked, len(with_power), began)


def _pieces(content: object) -> list[int]:
    if isinstance(content, int):
        return [place for place in range(content.bit_length()) if content >> place & 1]
    assert isinstance(content, list | tuple)
    return list(content)


def _tell(
    asked: argparse.Namespace,
    games: int,
    had: list[int],
    turns: list[int],
    endings: Counter[str],
    worked: Counter[str],
    powers: int,
    began: float,
) -> None:
    often = sum(count * 20_000 / games >= 300 for count in worked.values())
    each = f"{sum(had) / len(had):.2f} in `{asked.zone}` each (at most {max(had)}); " if had else ""
    print(
        f"{games} games of {asked.players} {asked.bots}, {time.process_time() - began:.0f} s: {each}"
        f"{sum(turns) / len(turns):.1f} turns; {len(worked)} of {powers} powers were at work, "
        f"{often} in 300 players of 20,000 games at that rate; "
        + "; ".join(f"{text}: {count}" for text, count in endings.most_common()),
        flush=True,
    )


if __name__ == "__main__":
    main()
