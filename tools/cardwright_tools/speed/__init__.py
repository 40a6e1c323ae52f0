"""How fast it is: engines side by side, an author's wait after an edit, and the lines that time goes to."""
