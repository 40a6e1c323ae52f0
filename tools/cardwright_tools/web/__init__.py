"""Web server of `cardwright serve`: tables, pages, and messages to browsers."""
