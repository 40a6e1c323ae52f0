"""What one player knows: unknown values and evaluation over them."""
