"""The match log as people read it: a tree of events, folded, and laid out in lines."""
