"""The command line of Cardwright and every tool built on the library."""
