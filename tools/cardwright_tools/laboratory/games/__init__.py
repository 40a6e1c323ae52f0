"""Thousands of matches between bots, on several processes and engines."""
