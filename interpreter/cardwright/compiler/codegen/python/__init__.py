"""Python code from the IR."""
