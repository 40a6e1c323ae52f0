"""The command `cardwright serve`, for matches in a browser, with a secret link for each seat."""

from argparse import Namespace

from cardwright import secret_seed
from cardwright.presentation.error_isolation import fence_display_work
from cardwright.source.path_and_number_checks import resolve_path
from cardwright_tools.cli.deck_arguments import check_deck_seats, check_seats, choose_game_with_decks
from cardwright_tools.cli.errors import OK, UsageError, needs
from cardwright_tools.cli.game_arguments import check_bots, choose_players, find_address
from cardwright_tools.cli.standard_output import print_lines, print_note
from cardwright_tools.laboratory.games.engine_choice import read_engine
from cardwright_tools.session.strongest_bot import resolve_strong
from cardwright_tools.training.from_nothing.quick_valuation import forbid_if_wanted, train_for_table


def run(arguments: Namespace) -> int:
    """Serve tables until it is stopped."""
    with needs("web"):
        from cardwright_tools.web.drawing.viewer_page import make_drawing
        from cardwright_tools.web.security import RequestRefusedError
        from cardwright_tools.web.server import Server
        from cardwright_tools.web.tables.clock import read_time_limit
        from cardwright_tools.web.tables.registry import TableRegistry
        from cardwright_tools.web.tables.viewers import report_omission
    fence_display_work(report_omission)
    forbid_if_wanted(arguments)
    bots = _read_bots(arguments)
    try:
        limit = read_time_limit(arguments.clock)
    except RequestRefusedError as error:
        raise UsageError(str(error)) from error
    registry = TableRegistry(make_drawing, arguments.designer)
    server = Server(registry, arguments.host, arguments.port)
    try:
        table = None
        if arguments.game is not None:
            game = choose_game_with_decks(arguments.game, arguments.sets, arguments.deck)
            registry.own = None if game.folder is None else resolve_path(game.folder)
            kept = (
                None if _wants_another(arguments) else registry.last_unfinished(find_address(game), arguments.players)
            )
            if kept is None:
                players = choose_players(game, arguments.players)
                check_deck_seats(game, players)
                train_for_table(arguments, game, players, list(bots.values()))
                bots = resolve_strong(bots, game, players, read_engine(None))
                check_bots(list(bots.values()), game)
                check_seats(bots, players)
                kept = registry.new_table(game, players, _seed(arguments), bots, limit=limit).kept()
            else:
                print_lines("Continuing the last table of this game; --new opens another.")
            table = kept
        server.tell(table)
        if arguments.open:
            server.open_browser(table)
        server.run()
    finally:
        server.close()
        registry.close()
    return OK


def _seed(arguments: Namespace) -> int:
    if arguments.seed is None:
        return secret_seed()
    print_note(
        "--seed: anyone who knows or guesses this seed can compute all hands and all chance to come. Use it "
        "only for tests."
    )
    seed: int = arguments.seed
    return seed


def _wants_another(arguments: Namespace) -> bool:
    return (
        arguments.new
        or arguments.seed is not None
        or bool(arguments.bot or arguments.clock or arguments.deck)
        or arguments.sets is not None
    )


def _read_bots(arguments: Namespace) -> dict[int, str]:
    bots: dict[int, str] = {}
    for seat, kind in arguments.bot:
        if seat in bots:
            raise UsageError(f"seat {seat + 1} is given to two bots.")
        bots[seat] = kind
    check_bots(list(bots.values()), at_table=True)
    return bots
