"""Values in texts: resolved, typed, and turned into calls."""
