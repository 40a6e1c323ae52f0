"""Faces of pieces, as data and drawn to SVG, for paper and browsers."""
