"""The tables of a server: the games at them, who sits there, and what they may do."""
