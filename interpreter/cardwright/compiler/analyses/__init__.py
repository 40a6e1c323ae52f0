"""What is found out of a checked program before code is made of it."""
