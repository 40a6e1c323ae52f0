"""Speed of engines, edits and lines."""
