"""What is counted in many games, with how sure it is, and what it means in words."""
