"""The functions that generated code calls."""
