"""Attacks on a running server, over loopback only, each bounded in number and time."""
