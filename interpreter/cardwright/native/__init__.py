"""Programs as compiled C: found compilers, loaded libraries, and whole games in them."""
