"""The pages of the main window in their order, and how the rail names them."""

from __future__ import annotations

SEARCH, LIBRARY, INTAKE, CARE, SETTINGS = range(5)
RAIL = (
    ("search", "Search", "Ctrl+1"),
    ("library", "Library", "Ctrl+2"),
    ("add", "Add files", "Ctrl+3"),
    ("care", "Care", "Ctrl+4"),
    ("settings", "Settings", "Ctrl+,"),
)
"""Icon, name and keys of each."""
