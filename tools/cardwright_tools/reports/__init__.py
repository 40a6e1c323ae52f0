"""What a run of the laboratory shows, for the terminal, as HTML and as Markdown."""
