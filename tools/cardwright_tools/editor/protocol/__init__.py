"""Messages of editors: their framing, their checks, and positions as editors count them."""
