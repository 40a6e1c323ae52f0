"""Training of a valuation by self-play, written as a rule that a game can use."""
