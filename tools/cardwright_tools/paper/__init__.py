"""Cards to look at and to print."""
