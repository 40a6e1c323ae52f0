"""Learns from games between bots how well a player stands, as a rule that a game can take for its `valuation`."""
