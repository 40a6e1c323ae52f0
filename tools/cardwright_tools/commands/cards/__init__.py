"""Commands for card texts, sheets and printing."""
