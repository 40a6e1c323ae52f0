"""Reports of a run for the terminal, as HTML and as Markdown."""
