"""Tables of a server with their matches, seats and messages."""
