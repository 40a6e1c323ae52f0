"""The language as written: parser, syntax tree, parse errors."""
