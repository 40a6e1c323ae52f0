"""Game records: seed, sets and answers, one JSON object per line."""
