"""Values as noun phrases, groups and clauses."""
