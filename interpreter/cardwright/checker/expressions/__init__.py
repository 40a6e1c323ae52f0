"""Typing of expressions, calls and overloads."""
