"""The command line: its options, how commands are found, and the doors to the terminal."""
