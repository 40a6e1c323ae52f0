"""States of matches, and the execution of programs on them."""
