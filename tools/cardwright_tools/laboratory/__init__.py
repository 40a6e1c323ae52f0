"""Many games between bots, where they are kept, and what is counted in them."""
