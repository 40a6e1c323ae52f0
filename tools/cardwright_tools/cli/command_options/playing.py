"""Commands for players, who list games, play them and replay matches."""

import argparse

from cardwright_tools.cli import option_types as cli_values
from cardwright_tools.cli.options import (
    Command,
    Requires,
    engine_option,
    json_option,
    players_option,
    seed_option,
    sets_option,
)


def _bot_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bot",
        type=cli_values.seat_bot,
        action="append",
        default=[],
        metavar="SEAT=KIND",
        help="a seat that a bot plays, such as `2=greedy` or `2=strong`; may be given once per seat",
    )


def _play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", type=cli_values.place, nargs="?", metavar="GAME", help="needed unless --load names a record"
    )
    players_option(parser)
    parser.add_argument(
        "--human",
        type=cli_values.seats,
        default=(0,),
        metavar="SEATS",
        help="seats played at this terminal: `1`, `1,3`, `all` or `none` (default: 1)",
    )
    _bot_option(parser)
    sets_option(parser)
    seed_option(parser)
    engine_option(parser)
    parser.add_argument("--load", type=cli_values.path, metavar="FILE", help="continue a saved game")
    parser.add_argument("--new", action="store_true", help="do not ask about an unfinished game")
    parser.add_argument("--open", action="store_true", help="allow `peek`, which shows hidden cards")
    parser.add_argument(
        "--plain", action="store_true", help="one fact per line, for scripts and screen readers (see docs/records.md)"
    )


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=cli_values.path, metavar="FILE", help="a record, as written by `save` in `cardwright play`"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="only check that it ends as recorded",
    )
    parser.add_argument(
        "--at", type=cli_values.natural, default=0, metavar="N", help="start after N answers (default: 0)"
    )


def _notes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=cli_values.path, metavar="FILE", help="a record")
    json_option(parser)


def _serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", type=cli_values.place, nargs="?", metavar="GAME", help="a game to open a table for (default: a lobby)"
    )
    players_option(parser)
    _bot_option(parser)
    sets_option(parser)
    seed_option(parser)
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help="address to listen on; `0.0.0.0` for the local network (default: 127.0.0.1)",
    )
    parser.add_argument("--port", type=cli_values.port, default=8767, metavar="P", help="the port (8767)")
    parser.add_argument("--open", action="store_true", help="open a browser")
    parser.add_argument("--new", action="store_true", help="start a new table even if one is unfinished")
    parser.add_argument("--designer", action="store_true", help="undo without asking the other players")


PLAYING = {
    "games": Command(
        "playing.games",
        "list the games with their players, sets and card counts",
        "Example: cardwright games --json",
        json_option,
    ),
    "play": Command(
        "playing.play",
        "play a game at the terminal, alone, with others or against bots",
        "Examples: cardwright play ceylon --players 3 --human 1 --bot 2=greedy\n"
        "          cardwright play --load evening.jsonl",
        _play,
    ),
    "serve": Command(
        "playing.serve",
        "play in a browser, with a secret link for every player and viewer",
        "Examples: cardwright serve ceylon --players 3 --bot 3=greedy --open\n"
        "          cardwright serve --host 0.0.0.0",
        _serve,
        (
            Requires(
                ("--players", "--bot", "--sets", "--seed", "--new"),
                ("GAME",),
                "without one, `serve` opens the lobby, where all of this is chosen",
            ),
        ),
    ),
    "replay": Command(
        "playing.replay",
        "step through a record at a terminal, or check that it ends as recorded",
        "Examples: cardwright replay evening.jsonl\n          cardwright replay evening.jsonl --check",
        _replay,
    ),
    "notes": Command(
        "playing.notes",
        "list the notes of a record, each with its position",
        "Example: cardwright notes evening.jsonl",
        _notes,
    ),
}
