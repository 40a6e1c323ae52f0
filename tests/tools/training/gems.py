"""A small game that something can be learnt of: whoever takes gems wins."""

GAME = """title: Gems
players: 2
kinds:
  gem: {attributes: {weight: number, clear: yes_no}}
zones:
  table: {mine: {of: gems, ordered: yes, see: nobody}}
  player: {bag: {of: gems, see: owner}}
memory:
  player: {luck: number, cursed: yes_no, noise: number}
library: |
  rule heavy(player): 3 * count(player.bag)
  rule final_score(player): sum(player.bag.weight)
  step setup: shuffle(mine)
  step play:
    repeat 4 times:
      for each p in players: p turn
  verb turn "take a turn":
    let n = roll(6)
    you.noise = n
    choose one:
      option "Take a gem": move(top(mine), to: you.bag)
      option "Wait": you.luck += 1
pieces:
"""


def lazy(game: str) -> str:
    """The game whose bots never take a gem."""
    return game.replace("library: |\n", "library: |\n  rule lazy(player): player.luck\n") + "valuation: lazy\n"
