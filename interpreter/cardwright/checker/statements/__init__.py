"""Typing of statements, decisions and durations."""
