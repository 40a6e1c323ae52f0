"""Symbols, scopes and their occurrences."""
