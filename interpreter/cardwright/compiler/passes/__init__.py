"""Transformations of the IR."""
