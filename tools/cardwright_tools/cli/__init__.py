"""Command line with its flags, its commands, and its access to the terminal."""
