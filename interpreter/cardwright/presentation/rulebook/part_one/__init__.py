"""Part one of a rulebook: how to play, by the author or worked out."""
