"""The sources of the language reference, of the JSON schemas, and of the examples that pages quote."""
