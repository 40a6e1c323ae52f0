"""The language as text: parser, syntax tree, parse errors."""
