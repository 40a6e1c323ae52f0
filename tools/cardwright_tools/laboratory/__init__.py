"""Laboratory, which plays many matches between bots, stores them and counts."""
