"""YAML with exact positions: load, explain errors, write in one style."""
