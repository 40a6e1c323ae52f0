"""What can be told of a game in progress: to players, to authors, and to bots."""
