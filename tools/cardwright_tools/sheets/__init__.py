"""Cards as sheets: reading and writing them, and taking changes over into card files."""
