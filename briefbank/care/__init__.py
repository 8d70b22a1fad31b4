"""Keeps a library sound: checking and mending, removing, sizes, backup and restore."""
