"""The fields of game and card files, read a module each."""
