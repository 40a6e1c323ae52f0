"""Code generators for the IR."""
