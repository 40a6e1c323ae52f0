"""YAML with exact places: read into nodes, written in one style, and its mistakes told in an author's words."""
