"""Values in sentences: as a thing, as a group of things or as a condition."""
