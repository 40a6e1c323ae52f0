"""Declarations of a game, read from its YAML files."""
