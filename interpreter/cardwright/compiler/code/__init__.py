"""The code IR: its nodes and operations, and the passes over trees of it."""
