"""Statements, decisions and prompts as sentences."""
