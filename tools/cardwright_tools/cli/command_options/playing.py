"""Flags of the commands for players, who list games, play them and replay matches."""

from cardwright_tools.cli.option_types import natural, path, place, port, seat_bot, seats
from cardwright_tools.cli.options import (
    ENGINE,
    JSON,
    NEW_SEED,
    NO_LEARNING,
    PLAYERS,
    SEAT_DECK,
    SETS,
    Command,
    Requires,
    option,
    switch,
)

SEAT_BOT = option(
    "--bot",
    seat_bot,
    "SEAT=KIND",
    "a seat that a bot plays, such as `2=greedy` or `2=strong`; may be given once per seat",
    action="append",
    default=[],
)
PLAYING = {
    "games": Command(
        "playing.games",
        "list the games with their players, sets and card counts",
        ("Example: cardwright games --json"),
        (JSON,),
    ),
    "play": Command(
        "playing.play",
        "play a game at the terminal, alone, with others or against bots",
        (
            "Examples: cardwright play ceylon --players 3 --human 1 --bot 2=greedy\n"
            "          cardwright play --load evening.jsonl"
        ),
        (
            option("game", place, "GAME", "needed unless --load names a record", nargs="?"),
            PLAYERS,
            option(
                "--human",
                seats,
                "SEATS",
                "seats played at this terminal: `1`, `1,3`, `all` or `none` (default: as in the record, else 1)",
            ),
            SEAT_BOT,
            SEAT_DECK,
            NO_LEARNING,
            SETS,
            NEW_SEED,
            ENGINE,
            option("--load", path, "FILE", "continue a saved game"),
            switch("--new", "do not ask about an unfinished game"),
            switch("--open", "allow `peek`, which shows hidden cards"),
            switch("--plain", "one fact per line, for scripts and screen readers (see docs/records.md)"),
        ),
    ),
    "serve": Command(
        "playing.serve",
        "play in a browser, with a secret link for every player and viewer",
        (
            "Examples: cardwright serve ceylon --players 3 --bot 3=greedy --open\n"
            "          cardwright serve --host 0.0.0.0"
        ),
        (
            option("game", place, "GAME", "a game to open a table for (default: a lobby)", nargs="?"),
            PLAYERS,
            SEAT_BOT,
            SEAT_DECK,
            NO_LEARNING,
            SETS,
            NEW_SEED,
            option(
                "--host",
                str,
                "H",
                "address to listen on; `0.0.0.0` for the local network (default: 127.0.0.1)",
                default="127.0.0.1",
            ),
            option("--port", port, "P", "the port (8767)", default=8767),
            option(
                "--clock",
                str,
                "TIME[/SPAN][/END]",
                "a time limit for people: `90s` for each answer, `20m/player` for all of a player; at its end a bot "
                "answers, with `/host` the host decides",
                default="",
            ),
            switch("--open", "open a browser"),
            switch("--new", "start a new table even if one is unfinished"),
            switch("--designer", "undo without asking the other players"),
        ),
        (
            Requires(
                "--players --bot --sets --seed --clock --new",
                "GAME",
                "without a game, `serve` opens the lobby, in which you choose all of this",
            ),
        ),
    ),
    "replay": Command(
        "playing.replay",
        "step through a record at a terminal, or check that it ends as recorded",
        ("Examples: cardwright replay evening.jsonl\n          cardwright replay evening.jsonl --check"),
        (
            option("file", path, "FILE", "a record, as written by `save` in `cardwright play`"),
            switch("--check", "only check that it ends as recorded"),
            option("--at", natural, "N", "start after N answers (default: 0)", default=0),
        ),
    ),
    "notes": Command(
        "playing.notes",
        "list the notes of a record, each with its position",
        ("Example: cardwright notes evening.jsonl"),
        (option("file", path, "FILE", "a record"), JSON),
    ),
}
