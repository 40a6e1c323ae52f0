"""Learning without a valuation: rounds of matches, fits to the winners, and a champion among them."""
