"""Language server for the files open in an editor."""
