"""Scripts for the project itself: generated pages, ladders, the README picture."""
