"""Maintenance of the library, and its audit log."""
