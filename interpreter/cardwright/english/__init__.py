"""Rules text in English, made of the texts of a game and of what the checker found in them."""
