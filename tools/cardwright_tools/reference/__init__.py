"""What the reference, the schemas and the quotes of pages are made from."""
