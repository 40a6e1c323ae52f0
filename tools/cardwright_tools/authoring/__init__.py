"""Work behind the commands for authors: corrections, file watching, coverage and mutation."""
