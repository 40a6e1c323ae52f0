"""Prints the code IR for a target."""
