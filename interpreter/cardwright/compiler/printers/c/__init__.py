"""Printing the code IR as C."""
