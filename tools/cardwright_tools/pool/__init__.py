"""Work done beside a command, in threads or processes, that ends with it."""
