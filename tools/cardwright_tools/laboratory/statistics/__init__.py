"""Statistics of runs, and how they are put into words."""
