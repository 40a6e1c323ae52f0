"""Execution of compiled programs: state, execution loop, log and knowledge."""
