"""Faces of pieces as data and as SVG drawings, for print and browsers."""
