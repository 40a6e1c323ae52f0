"""Sources of the reference, the schemas and the quotes in pages."""
