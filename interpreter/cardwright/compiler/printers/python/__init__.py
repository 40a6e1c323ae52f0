"""Printing the code IR as Python."""
