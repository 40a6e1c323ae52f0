"""Author's files with exact positions: YAML loading, diagnostics and their rendering."""
