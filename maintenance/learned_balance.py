"""Balance of a game between players who learned it unaided, and between players who know the score.

The author's valuations are hidden from both. Prints what both kinds of players come to own by turn, and which cards
turn out too strong or too weak with each kind.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.bots import make_bot
from cardwright.bots.native_bots import convert_bot
from cardwright.runtime.primitives.bitsets import ids
from cardwright.source.atomic_write import write_whole
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright_tools.cli import option_types as cli_values
from cardwright_tools.cli.errors import OK
from cardwright_tools.cli.game_arguments import choose_game, find_place
from cardwright_tools.cli.standard_output import lay_out_columns, measure_width, print_lines
from cardwright_tools.commands.laboratory.simulate import play_into
from cardwright_tools.laboratory.games.engine_choice import Engines, get_native_engine
from cardwright_tools.laboratory.games.match import MAX_DECISIONS, MatchConfig, open_game
from cardwright_tools.laboratory.games.native_match import derive_seeds
from cardwright_tools.laboratory.runs.run_store import RunPlan, open_store
from cardwright_tools.laboratory.statistics.card_rank_agreement import compute_agreements
from cardwright_tools.laboratory.statistics.run_summary import read_facts
from cardwright_tools.training.from_nothing.quick_valuation import find_learned
from cardwright_tools.training.scratch_game import ADDED, ScratchGame
from maintenance.learning_table import FIELDS

if TYPE_CHECKING:
    from cardwright import Game, State

# Turns of a player that make a column, and the columns; the last one has all later turns.
TURNS, COLUMNS = 5, 5
SHOWN = 14


def main(argv: Sequence[str] | None = None) -> int:
    """Train a player, play both kinds of games, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m maintenance.learned_balance", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=cli_values.count, default=200, metavar="K", help="of each kind (default: 200)")
    parser.add_argument("--looked", type=cli_values.count, default=20, metavar="K", help="for the table by turn")
    parser.add_argument("--players", type=cli_values.count, default=2)
    parser.add_argument("--seed", type=cli_values.seed_number, default=0)
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="keeps the game and both runs")
    arguments = parser.parse_args(argv)
    game = hide_valuations(arguments.game, arguments.out)
    alone = MatchConfig(
        game=str(game.folder),
        players=max(arguments.players, game.min_players),
        bots=("greedy",) * max(arguments.players, game.min_players),
        seed=arguments.seed,
        content=game.content_hash,
        watched=True,
    )
    learned = replace(alone, learned=find_learned(game, alone.players))
    facts = []
    for name, table in (("learned", learned), ("alone", alone)):
        print_lines(f"\nWhat a `greedy` player comes to own, each 5 turns of theirs ({name}):")
        print_lines("\n".join(format_gains(table, arguments.looked)))
        run = arguments.out / f"{name}.sqlite"
        with open_store(run, RunPlan(table, arguments.games), open_game(table)) as store:
            play_into(store, open_game(table), 1, None, Engines("native"))
        facts.append(read_facts(run))
    agreements = compute_agreements(*facts)
    if not agreements:
        print_lines("\nThese are too few games to tell what any card does for its player.")
    for each in agreements:
        rank = "-" if each.rank is None else f"{each.rank:.2f}"
        print_lines(
            f"\nCards {each.stage}: rank correlation {rank} of {each.cards}."
            f"\n  out of line for both: {', '.join(each.both) or 'none'}"
            f"\n  for players who learned alone: {', '.join(each.here) or 'none'}"
            f"\n  for players who know the score alone: {', '.join(each.there) or 'none'}"
        )
    return OK


def hide_valuations(name: str, out: Path) -> "Game":
    """Return a copy of a game in a folder without the fields that tell bots what is good."""
    if not (out / "games").is_dir():
        scratch = ScratchGame(find_place(name), out)
        for file in scratch.folder.glob("*.yaml"):
            write_whole(file, FIELDS.sub("", read_ordinary(file).decode()))
        (scratch.folder / ADDED).unlink(missing_ok=True)
    return choose_game(str(next((out / "games").iterdir())))


def format_gains(table: MatchConfig, games: int) -> list[str]:
    """Return a table of the cards that a player gains on average, by turns of that player."""
    game = open_game(table)
    engine = get_native_engine(game, table.players)
    mind, room = engine.mind(), engine.library.new()
    kinds = [convert_bot(make_bot(kind, 0), engine.program) for kind in table.bots]
    gains: Counter[tuple[str, int]] = Counter()
    for number in range(games):
        seed, of_bots = derive_seeds(table, number)
        state = game.new(table.players, seed, tracked=False)
        before = count_owned(state)
        bots = list(zip(kinds, of_bots, strict=True))
        parts = engine.bot_game(room, mind, seed, bots, MAX_DECISIONS)
        for answer in [each for part in parts for each in part]:
            column = min(state.turns // table.players // TURNS, COLUMNS - 1)
            state.apply(answer)
            owned = count_owned(state)
            for now, then in zip(owned, before, strict=True):
                gains.update({(card, column): count for card, count in (now - then).items()})
            before = owned
    cards = Counter({card: 0 for card, _ in gains})
    for (card, _), count in gains.items():
        cards[card] += count
    heads = ("CARD", *(f"{TURNS * c + 1} TO {TURNS * (c + 1)}" for c in range(COLUMNS - 1)), "LATER")
    seats = games * table.players
    rows = [(card, *(f"{gains[card, c] / seats:.2f}" for c in range(COLUMNS))) for card, _ in cards.most_common(SHOWN)]
    return lay_out_columns(heads, rows, ("CARD",), measure_width())


def count_owned(state: "State") -> list[Counter[str]]:
    """Return how many pieces of each name lie in the zones of each player."""
    tables = state.program.tables
    found: list[Counter[str]] = [Counter() for _ in range(state.program.players)]
    for place, zone in enumerate(tables.zones):
        if zone.owner == "player":
            content = state.slots[tables.zones_from + place]
            for piece in _list_pieces(content):
                definition = tables.pieces[piece]
                if definition >= 0:
                    found[zone.number][tables.definitions[definition][1]] += 1
    return found


def _list_pieces(content: Any) -> list[int]:
    return list(ids(content) if isinstance(content, int) else content or ())


if __name__ == "__main__":
    raise SystemExit(main())
