"""The cluster that does work on files."""
