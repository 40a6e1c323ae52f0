"""The command `cardwright games`, which lists the games."""

from argparse import Namespace

from cardwright import find_games
from cardwright_tools.cli.errors import OK
from cardwright_tools.cli.standard_output import print_json, print_lines
from cardwright_tools.session.estimated_minutes import describe_minutes, find_game_folder, find_minutes


def run(arguments: Namespace) -> int:
    """List the games without compiling them."""
    listings = sorted(find_games(), key=lambda listing: listing.name)
    if arguments.json:
        rows = [
            {
                "name": listing.name,
                "title": listing.title,
                "players": {"min": listing.players[0], "max": listing.players[1]},
                "sets": dict(listing.sets),
                "default_sets": list(listing.default_sets),
                "cards": sum(listing.sets.values()),
                "minutes": find_minutes(find_game_folder(listing.name)),
            }
            for listing in listings
        ]
        print_json(rows)
        return OK
    table = [("GAME", "TITLE", "PLAYERS", "LENGTH", "SETS (CARDS)")]
    for listing in listings:
        low, high = listing.players
        sets = ", ".join(f"{name} ({count})" for name, count in listing.sets.items())
        length = describe_minutes(find_minutes(find_game_folder(listing.name)))
        table.append((listing.name, listing.title, str(low) if low == high else f"{low}-{high}", length, sets))
    widths = [max(len(row[column]) for row in table) for column in range(4)]
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        print_lines("  ".join([*cells, row[4]]).rstrip())
    return OK
