"""Rulebook of a game, written from its rule texts as sections of paragraphs, steps and tables."""
