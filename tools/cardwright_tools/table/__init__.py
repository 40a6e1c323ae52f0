"""A game at a terminal: what is seen, asked, typed and kept."""
