"""What texts do: statements, and all that is decided, done later or kept in force by them."""
