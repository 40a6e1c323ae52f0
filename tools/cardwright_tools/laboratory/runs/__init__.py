"""Files of runs, which are written, given checksums, validated and exported."""
