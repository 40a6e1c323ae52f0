"""Games of `cardwright stress`: random ones that begin in every corner."""
