"""Checks of well-formed rule texts for cycles, unused names and impossible zones."""
