"""The sources of the language reference, the JSON schemas, and the examples that pages quote."""
