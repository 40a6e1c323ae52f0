"""Benchmarks of the engines, of the wait after an edit, and of single lines of a game."""
