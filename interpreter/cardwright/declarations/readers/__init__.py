"""From YAML nodes to declarations, one module per section of a game file."""
