"""Files of runs: writing, checksums, validation and export."""
