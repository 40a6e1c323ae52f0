"""Implementation of the author's commands, such as corrections, file watching and mutation."""
