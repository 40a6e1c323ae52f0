"""Scripts of the project for generated pages, ladders and the README picture."""
