"""The command line: flags, commands, and output to the terminal."""
