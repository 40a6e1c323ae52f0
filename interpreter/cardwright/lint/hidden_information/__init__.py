"""Lint rules about secrecy, one per file."""
