"""Web server of `cardwright serve` with its tables, pages and messages to browsers."""
