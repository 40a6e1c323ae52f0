"""What is well formed and yet cannot be meant: a search a module."""
