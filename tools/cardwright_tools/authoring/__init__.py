"""Work of the commands for authors: corrections, file watching, coverage and mutation."""
