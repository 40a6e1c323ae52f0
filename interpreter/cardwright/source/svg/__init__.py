"""SVG icons from untrusted files, reduced to plain shapes."""
