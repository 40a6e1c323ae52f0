"""Lint rules about wording and unused declarations, one per file."""
