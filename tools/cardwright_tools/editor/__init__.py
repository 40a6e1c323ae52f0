"""The language server: what an editor asks of the files that are open in it."""
