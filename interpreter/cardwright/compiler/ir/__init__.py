"""The typed intermediate representation and its operations."""
