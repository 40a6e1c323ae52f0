"""Reports of a run: in the terminal, as HTML, and as Markdown."""
