"""Powers in sentences: what they watch, what they change and for how long."""
