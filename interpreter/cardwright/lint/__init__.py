"""A closer look at games without mistakes, and whole folders looked through for mistakes."""
