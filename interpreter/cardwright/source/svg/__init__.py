"""Small pictures in SVG, read from strangers: only lines and areas are taken from them, and drawn anew."""
