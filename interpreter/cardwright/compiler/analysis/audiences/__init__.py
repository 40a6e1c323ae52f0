"""Analyses of which players hear of events and values."""
