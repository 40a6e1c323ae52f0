"""The one style of texts and files."""
