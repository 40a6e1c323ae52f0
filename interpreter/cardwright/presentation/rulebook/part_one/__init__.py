"""Part one of a rulebook: how to play, by the author or derived from the rules."""
