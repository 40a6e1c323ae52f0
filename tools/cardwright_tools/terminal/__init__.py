"""Terminal client."""
