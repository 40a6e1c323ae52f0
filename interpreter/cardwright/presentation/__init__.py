"""What a person at the table is shown, without saying how: every surface draws this and works out nothing itself."""
