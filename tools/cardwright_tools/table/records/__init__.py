"""Games as files: read, written, and played again."""
