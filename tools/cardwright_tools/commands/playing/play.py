"""The command `cardwright play`, for a match at the terminal, alone, with others or against bots."""

import random
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright import secret_seed
from cardwright.bots.lookahead import take_avoided_errors
from cardwright.phrases.inflection import count_noun
from cardwright.presentation.error_isolation import fence_display_work
from cardwright.records.notes_chat_and_names import PERSON, find_people, find_players
from cardwright.source.path_and_number_checks import resolve_path
from cardwright_tools.cli.deck_arguments import check_deck_seats, check_seats, choose_game_with_decks
from cardwright_tools.cli.errors import OK, UNWRITTEN, FindingError, UsageError, describe_fault
from cardwright_tools.cli.game_arguments import check_bots, choose_players
from cardwright_tools.cli.option_types import EVERY_SEAT
from cardwright_tools.cli.standard_output import as_typed, print_lines, print_note
from cardwright_tools.laboratory.games.engine_choice import Engines, read_engine
from cardwright_tools.laboratory.games.match import describe_avoided
from cardwright_tools.session.bot_engine import BotEngine
from cardwright_tools.session.record_folder import find_record, shorten_record_path
from cardwright_tools.session.session import USUAL_BOT, SaveError, Session
from cardwright_tools.session.strongest_bot import resolve_strong
from cardwright_tools.terminal.bot_match import watch
from cardwright_tools.terminal.controller import TerminalSession
from cardwright_tools.terminal.resume import offer_resume
from cardwright_tools.terminal.terminal_io import LeaveError, NobodyThereError, Terminal
from cardwright_tools.training.from_nothing.quick_valuation import train_for_table

if TYPE_CHECKING:
    pass

# Seeds of matches between bots: short enough to type.
SEEDS = 1_000_000


def run(arguments: Namespace) -> int:
    """Play a match; exit 0 if it ended or was left, 2 if nobody can answer for a person's seat."""
    terminal = Terminal(plain=arguments.plain)
    engines = read_engine(arguments.engine)
    try:
        session = _make_session(arguments, terminal)
    except LeaveError:
        return OK
    session.thinking = BotEngine(engines)
    take_avoided_errors()
    try:
        humans, bots = _assign_seats(arguments, session, engines)
        if not humans:
            fence_display_work(lambda error: print_note(describe_fault(error)))
            kinds = [bots.get(seat, USUAL_BOT) for seat in range(session.header.players)]
            session.seat_players(kinds)
            return _look_on(session, kinds, terminal)
        faults: list[str] = []
        fence_display_work(lambda error: faults.append(describe_fault(error)))
        sitting = TerminalSession(session, humans, bots, terminal, arguments.game, arguments.open)
        sitting.faults = faults
        return _sit_down(sitting, terminal)
    finally:
        session.close()
        session.thinking.close()
        _report_avoided(session)


def _report_avoided(session: Session) -> None:
    """Report the errors that bots met; only after the match, because errors show what bots considered."""
    if avoided := describe_avoided(take_avoided_errors()):
        later = "Bots looked ahead, and avoided what leads to an error; which errors is told when the match is over."
        print_note(avoided if session.state.finished else later)


def _look_on(session: Session, bots: Sequence[str], terminal: Terminal) -> int:
    try:
        watch(session, bots, terminal)
    except KeyboardInterrupt:
        _close_session(session)
        raise
    session.close()
    return _report_lost(session)


def _sit_down(sitting: TerminalSession, terminal: Terminal) -> int:
    try:
        terminal.check_somebody_is_there()
        sitting.play()
    except NobodyThereError as error:
        seats = ", ".join(f"P{seat + 1}" for seat in sorted(sitting.humans))
        raise UsageError(
            f"there is no terminal at which {seats} could answer. Run this in a terminal, pipe answers into it (one "
            "per line), or let bots play: --human none."
        ) from error
    except LeaveError as stop:
        if stop.said:
            print_note(stop.said)
        return _close_session(sitting.session)
    except KeyboardInterrupt:
        _close_session(sitting.session)
        raise
    finally:
        sitting.session.close()
    return _report_lost(sitting.session)


def _close_session(session: Session) -> int:
    """End the record, and print how to resume it."""
    session.close()
    if session.path is not None:
        saved = f"Saved, but for the last {count_noun(session.lost, 'answer')}" if session.lost else "Saved"
        # short enough for one line, so that it can be copied
        print_lines(f"{saved}. Continue with:\n  cardwright play --load {as_typed(shorten_record_path(session.path))}")
    return _report_lost(session)


def _report_lost(session: Session) -> int:
    """Report which part of a match could not be saved; return the exit code."""
    if session.remark is not None:
        print_note(session.remark)
    return UNWRITTEN if session.lost else OK


def _make_session(arguments: Namespace, terminal: Terminal) -> Session:
    if arguments.load is not None:
        arguments.load = find_record(arguments.load)
        return _load(arguments)
    if terminal.redraws:
        print_lines(f"Getting {arguments.game} ready …")  # the first time it has to be compiled
    game = choose_game_with_decks(arguments.game, arguments.sets, arguments.deck)
    arguments.load = offer_resume(game, arguments, terminal)
    if arguments.load is not None:
        return _load(arguments)
    players = choose_players(game, arguments.players)
    check_deck_seats(game, players)
    return Session(game, players, _seed(arguments))


def _seed(arguments: Namespace) -> int:
    if arguments.seed is not None:
        seed: int = arguments.seed
        return seed
    only_bots = arguments.human is not None and not arguments.human
    return random.randrange(SEEDS) if only_bots else secret_seed()


def _load(arguments: Namespace) -> Session:
    try:
        session = Session.load(arguments.load, arguments.human, arguments.game)
    except SaveError as error:
        raise FindingError(str(error)) from error
    header = session.header
    played = {
        "game": header.game if arguments.game is None else resolve_path(Path(arguments.game)).name,
        "--players": arguments.players or header.players,
        "--seed": header.seed if arguments.seed is None else arguments.seed,
        "--sets": header.sets if arguments.sets is None else tuple(arguments.sets),
    }
    recorded = {"game": header.game, "--players": header.players, "--seed": header.seed, "--sets": header.sets}
    for name, value in recorded.items():
        if played[name] != value:
            session.close()
            shown = ",".join(value) if isinstance(value, tuple) else value
            raise UsageError(
                f"{arguments.load} was played with {name} {shown}; remove options that --load already sets."
            )
    return session


def _assign_seats(arguments: Namespace, session: Session, engines: Engines) -> tuple[frozenset[int], dict[int, str]]:
    """Return the seats of people, and the kinds of bots for the other seats that have a bot.

    What the flags leave open is as in the record.
    """
    game, players = session.game, session.header.players
    humans = find_people(session.notes) if arguments.human is None else frozenset(arguments.human)
    if arguments.human == EVERY_SEAT:
        humans = frozenset(range(players))
    bots: dict[int, str] = {}
    for seat, kind in arguments.bot:
        if seat in bots:
            raise UsageError(f"seat {seat + 1} is given to two bots.")
        if seat in humans:
            raise UsageError(
                f"seat {seat + 1} is given to a bot, but a person plays it; choose the persons with --human."
            )
        bots[seat] = kind
    recorded = find_players(session.notes)
    bots = {seat: kind for seat, kind in recorded.items() if seat not in humans and kind != PERSON} | bots
    check_seats([*humans, *bots], players)
    check_bots(list(bots.values()), game, at_table=True)
    if len(humans) < players:
        train_for_table(arguments, game, players, list(bots.values()) or [USUAL_BOT])
    bots = resolve_strong(bots, game, players, engines)
    return humans, bots
