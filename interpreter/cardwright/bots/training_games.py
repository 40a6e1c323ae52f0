"""Matches of bots from which valuations are learned: values of rules in some states, and the results.

Compiled C plays the same matches (`cw_record` in native/bots.h).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cardwright.bots.factory import Bot
from cardwright.game.state import State
from cardwright.runtime.primitives.exact_numbers import as_figure

_WORD = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """The result of a match, and a sample of its states.

    - `decisions`: the number of decisions
    - `options`: the number of options, summed over all decisions; it tells how much work the bots had
    - `positions`: for each sampled state and player the values of the recorded rules
    - `when`: for each sampled state the number of decisions before it
    """

    decisions: int
    options: int
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    when: tuple[int, ...]
    positions: tuple[tuple[tuple[int, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """Settings of a recording of the values of `rules` in sampled states.

    At most `room` states are sampled, among the first `most` decisions. A state is sampled if its decider differs from
    that of the state before, because `greedy` compares such states. Bots take a random option in the first `opening`
    decisions, and later in `dare` of 1,000 decisions.
    """

    rules: tuple[str, ...]
    room: int
    most: int
    dare: int = 0
    opening: int = 0


def mix_bits(seed: int, number: int) -> int:
    """Return 64 random bits for a seed and a number (splitmix64, by Steele, Lea and Flood 2014)."""
    z = (seed + number * 0x9E3779B97F4A7C15) & _WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
    return z ^ z >> 31


def record(state: State, bots: Sequence[Bot], seed: int, recording: Recording) -> RecordedGame:
    """Play a match between bots on from a state, which changes; return the result and the sampled states.

    A match that is not over after `most` decisions is scored as it stands. Raises SlipError if the rules never end.
    """
    last, seen, options = -1, 0, 0
    when: list[int] = []
    positions: list[tuple[tuple[int, ...], ...]] = []
    while not state.finished and state.decisions < recording.most:
        number = 3 * state.decisions
        if last not in (-1, state.player) and recording.room:
            place = len(when) if len(when) < recording.room else mix_bits(seed, number) % (seen + 1)
            seen += 1
            if place < recording.room:
                when[place : place + 1] = [state.decisions]
                positions[place : place + 1] = [compute_rule_values(state, recording.rules)]
        last = state.player
        options += state.option_count
        dares = state.decisions < recording.opening or mix_bits(seed, number + 1) % 1000 < recording.dare
        if state.option_count > 1 and dares:
            option = mix_bits(seed, number + 2) % state.option_count
        else:
            option = bots[state.player].choose(state)
        state.apply(option)
    winners = tuple(sorted(state.winners))
    return RecordedGame(
        state.decisions, options, tuple(map(as_figure, state.scores)), winners, tuple(when), tuple(positions)
    )


def compute_rule_values(state: State, rules: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return for each player the values of `rules`, each a rule about a player, in their order."""
    slots, functions = state.slots, state.variant.rules
    return tuple(tuple(int(functions[rule](slots, p)) for rule in rules) for p in range(state.program.players))
