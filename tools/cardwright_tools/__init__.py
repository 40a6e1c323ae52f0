"""Command line of Cardwright, and all tools built on the library."""
