"""What a game declares, as it is written in its files."""
