"""Compiler from the typed tree to a program in Python or C."""
