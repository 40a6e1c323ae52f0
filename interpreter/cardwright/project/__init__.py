"""Games on disk: where they are found, and what was worked out of them before."""
