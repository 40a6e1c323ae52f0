"""Rendering of a table for one viewer as parts of an HTML page."""
