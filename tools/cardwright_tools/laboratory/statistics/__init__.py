"""Statistics over runs and their wording."""
