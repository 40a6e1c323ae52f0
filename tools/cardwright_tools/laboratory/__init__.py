"""The laboratory: plays many matches between bots, stores them, and evaluates them."""
