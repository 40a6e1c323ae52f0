"""The rulebook of a game, made of the texts that are played: sections of paragraphs, steps, tables and examples."""
