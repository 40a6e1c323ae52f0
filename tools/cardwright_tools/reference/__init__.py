"""What the language reference, the schemas and the quotes in pages are made from."""
