"""Parts of the terminal screen."""
