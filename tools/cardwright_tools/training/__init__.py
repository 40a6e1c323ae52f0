"""Training of a valuation by self-play; the result is a rule that a game can use."""
