"""Scripts of the project itself: generated pages, ladders, and the picture in the README."""
