"""The table that the usual options of a command describe."""

from argparse import Namespace
from collections.abc import Sequence

from cardwright_tools.cli.counting import how_many
from cardwright_tools.cli.failure import UsageError
from cardwright_tools.cli.game_choice import address, check_bots, choose_game, choose_players
from cardwright_tools.laboratory.games.play import Table


def table_of(arguments: Namespace, watched: bool, soon: bool = False) -> Table:
    """The table that the usual options describe: GAME, --sets, --players, --bots and --seed.

    Its game is compiled meanwhile, without anything for speed alone if it is to be there `soon`.
    """
    game = choose_game(arguments.game, arguments.sets, soon)
    bots = seat_bots(arguments.bots, arguments.players)
    check_bots(bots, game)
    players = choose_players(game, arguments.players or (len(bots) if len(bots) > 1 else None))
    return Table(
        game=address(game),
        players=players,
        bots=bots * players if len(bots) == 1 else bots,
        seed=arguments.seed,
        sets=tuple(arguments.sets or ()),
        content=game.content_hash,
        watched=watched,
    )


def seat_bots(kinds: Sequence[str] | None, players: int | None) -> tuple[str, ...]:
    """The kinds of bot: one for all seats or one for each. Raises UsageError for an unknown kind or a wrong number."""
    bots = tuple(kinds or ("random",))
    check_bots(bots)
    if players is not None and len(bots) not in (1, players):
        raise UsageError(
            f"--bots names {how_many(len(bots), 'bot')} for {players} players; name one for all, or one for each."
        )
    return bots
