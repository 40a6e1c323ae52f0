"""A game in play, whoever shows it: answers, undo, record, reload, bots."""
