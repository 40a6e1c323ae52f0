"""Compiled C: build, load, and play whole games."""
