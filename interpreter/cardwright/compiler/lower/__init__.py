"""Makes the code IR of a checked game."""
