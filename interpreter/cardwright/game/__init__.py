"""The public API: load a game, start it, answer decisions, save, walk the game tree."""
