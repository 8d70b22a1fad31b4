"""Maintenance of a library: check and repair, removal, sizes, backup and restore."""
