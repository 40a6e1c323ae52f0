"""What is drawn of a game at a terminal, each part by itself."""
