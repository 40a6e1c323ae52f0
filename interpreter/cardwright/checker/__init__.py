"""What texts mean: names are resolved and types inferred, or mistakes told."""
