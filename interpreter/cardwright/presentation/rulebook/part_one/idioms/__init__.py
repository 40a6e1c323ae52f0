"""Idioms of players for common patterns of rules, as texts that stand for nodes of the syntax tree."""
