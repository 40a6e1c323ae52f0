"""The command `cardwright replay`, which steps through a record and checks that it ends as recorded."""

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import count_noun
from cardwright.records.play_back import Divergence, play_back
from cardwright.records.record_file import Record
from cardwright.runtime.primitives.random_numbers import seed_told
from cardwright_tools.cli.errors import FINDINGS, OK, UsageError
from cardwright_tools.cli.standard_output import print_lines
from cardwright_tools.session.record_folder import open_record
from cardwright_tools.session.score_breakdown_table import format_score_sheet

if TYPE_CHECKING:
    from cardwright import Game, State


def run(arguments: Namespace) -> int:
    """Replay the file, step by step at a terminal; exit 1 if it ends in another way."""
    record, game = open_record(arguments.file)
    state, divergence = play_back(game, record)
    if arguments.check or not (sys.stdin.isatty() and sys.stdout.isatty()):
        if arguments.at:
            why = "leave --check away" if arguments.check else "there is none here"
            raise UsageError(f"--at begins a replay at a terminal: {why}.")
        return report(game, record, state, divergence)
    from cardwright_tools.terminal.replay_viewer import RecordReplay
    from cardwright_tools.terminal.terminal_io import Terminal

    fitting = len(record.answers) if divergence is None else divergence.number - 1
    parts = None
    if divergence is not None:
        parts = divergence.describe(len(record.answers))
    walk = RecordReplay(game, record, fitting, Terminal(), parts)
    walk.go(arguments.at)
    walk.run()
    return OK if divergence is None else FINDINGS


def report(game: "Game", record: Record, state: "State", divergence: Divergence | None) -> int:
    """Print the result of a replay, and return the exit code."""
    header = record.header
    players = count_noun(header.players, "player")
    print_lines(f"{header.game} ({', '.join(header.sets)}), {players}, {seed_told(header.seed)}")
    if header.content != game.content_hash:
        print_lines(f"made with other card files: content {header.content[:12]}, here {game.content_hash[:12]}")
    if divergence is not None:
        print_lines(divergence.describe(len(record.answers)))
        return FINDINGS
    replayed = f"{count_noun(len(record.answers), 'answer')} replayed"
    if record.digest is None:
        ending = "the file ends in the middle of a line" if record.torn else "the record has no digest at its end"
        print_lines(f"{replayed}; {ending}, so there is nothing to compare with")
        return FINDINGS
    print_lines(f"{replayed}, digest {record.digest} agrees")
    scores = ", ".join(f"P{seat} {score}" for seat, score in enumerate(state.scores, start=1))
    print_lines(f"{'final' if state.finished else 'unfinished'}: {scores}")
    for line in format_score_sheet(state) if state.finished else ():
        print_lines(line)
    return OK
