"""Bots at a table: how strong, how they think and how they are watched."""
