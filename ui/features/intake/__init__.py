"""The window's part of adding files."""
