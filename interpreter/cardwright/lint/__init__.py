"""Lint rules for valid games, and validation of whole folders."""
