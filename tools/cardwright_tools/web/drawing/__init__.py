"""What a browser is sent of a table: all that one viewer may know, drawn as the parts of a page."""
