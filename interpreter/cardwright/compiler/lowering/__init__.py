"""From typed tree to IR."""
