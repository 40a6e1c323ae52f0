"""Lint rules about abilities, one per file."""
