"""Static analyses of the typed tree."""
