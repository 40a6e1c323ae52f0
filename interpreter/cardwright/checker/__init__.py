"""Name resolution and type checking of rule texts."""
