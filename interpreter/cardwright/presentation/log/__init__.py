"""Match log for display as a tree of events, with folding and layout in lines."""
