"""C code from the IR."""
