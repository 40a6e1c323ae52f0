"""Match log for display: a tree of events, its folding, and its layout in lines."""
