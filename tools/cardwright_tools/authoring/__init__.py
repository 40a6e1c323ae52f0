"""What stands behind the commands for authors: corrections, watching files, measuring tests."""
