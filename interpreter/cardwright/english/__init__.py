"""Rules text in English, from the rule texts of a game and their typed values."""
