"""The game in the library: plain and tracked Python, compiled C, everything that can be asked, and other engines."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec

from tests.fuzz.playing import Figures, Sitting, StuckError
from tests.native.differential import QUICK, no_compiler, play_both
from tests.surfaces.trial import SurfaceError, Trial, check_full, check_text, same

from cardwright import CannotExplain, SlipError, State
from cardwright.adapters.action_numbers import Actions
from cardwright.adapters.observation_tensor import Encoder
from cardwright.native.c_compiler import NotNative
from cardwright.native.compiled_game import BeyondC
from cardwright.native.engine import Engine
from cardwright.presentation.arrange_table import build_open_table, build_spectator_table, build_table
from cardwright.presentation.explain_values_and_end import explain_rule, list_explainable_rules
from cardwright.presentation.log.tree import build_log_tree, build_spectator_log
from cardwright.presentation.question import make_question
from cardwright.presentation.unavailable_actions import list_unavailable_actions

MATCHES = 2
# Options of one question whose reasons are asked for.
REASONS = 6


def python(trial: Trial) -> None:
    """Plain and tracked Python play the same random matches, and answer everything that is asked on the way."""
    chance, figures = trial.chance("python"), Figures()
    for _ in range(MATCHES):
        Sitting(trial.game, trial.players, chance, figures).play()


def native(trial: Trial) -> None:
    """Compiled C plays the same matches as Python."""
    if no_compiler():
        return
    try:
        engine = Engine(trial.game, trial.players, QUICK)
    except NotNative:
        return  # which says why, and is tried by tests/native
    for number in range(MATCHES):
        with suppress(SlipError, BeyondC):  # a match that runs into an error of its author's is over in both
            play_both(engine, trial.game, trial.seed + number, 5, trial.effort.answers)


def asked(trial: Trial) -> None:
    """At some moments: every rule explained to everybody, every option, scores, tables, questions and stories."""
    for count in trial.moments:
        state = trial.state(count, tracked=True)
        for player in range(trial.players):
            _explain(state, player)
            _look(state, player)
        build_spectator_table(state)
        build_spectator_log(state)


def _explain(state: State, player: int) -> None:
    for written, _ in list_explainable_rules(state, player):
        for viewer in (player, None):
            try:
                lines = explain_rule(state, written, viewer, player)
            except (CannotExplain, SlipError):
                continue
            check_full(f"why {written}", "\n".join(lines))
            check_text(f"why {written}", "\n".join(lines))
    if state.decision is not None and state.player == player:
        for option in state.decision.options[:REASONS]:
            try:
                check_text(f"why {option.key}", "\n".join(state.why(option.key, player)))
            except (CannotExplain, SlipError):
                continue


def _look(state: State, player: int) -> None:
    with suppress(SlipError):
        state.score_sheet(player, player)
    for found in (build_table(state, player), build_open_table(state, player)):
        if not found.zones and not found.seats:
            raise SurfaceError("a table with neither zones nor seats")
    list_unavailable_actions(state, player)
    build_log_tree(state, player)
    told = make_question(state, player)
    if state.decision is None or state.player != player:
        return
    if told is None:
        raise SurfaceError("somebody is asked, and there is no question")
    check_full("a question", told.prompt)
    for choice in told.choices:
        check_full("an option", choice.text)
        check_text("an option", choice.text)


def adapters(trial: Trial) -> None:
    """Tensors and actions have one size at every decision; the environments that are installed take the game."""
    program = trial.game.program(trial.players)
    encoder, actions = Encoder(program), Actions(program)
    state = trial.state(0, tracked=True)
    for option in trial.match[: trial.effort.beginning]:
        assert state.decision is not None
        numbers = actions.of(state.decision.options)
        same("numbers of actions of different options", len({*numbers}), len(numbers))
        if max(numbers) >= actions.size:
            raise SurfaceError(f"an action has the number {max(numbers)}, and there are {actions.size}")
        for player in range(trial.players):
            same("the size of a tensor", len(encoder.encode(state, player)), encoder.size)
        state.apply(option)
    if find_spec("pyspiel") and find_spec("numpy"):
        from tests.adapters.simulating import simulate

        simulate(str(trial.folder), 1, longest=trial.effort.beginning)
    if find_spec("pettingzoo") and find_spec("gymnasium"):
        from tests.adapters.environments import check_seat, check_table

        check_table(str(trial.folder), cycles=trial.effort.beginning)
        check_seat(str(trial.folder))


def endings(trial: Trial) -> None:
    """A match that ends has a score for everybody; one that does not still asks somebody for something."""
    state = trial.state(len(trial.match))
    if state.finished:
        same("the number of scores", len(state.scores), trial.players)
    elif state.option_count < 1:
        raise StuckError("somebody is asked and has no options")
