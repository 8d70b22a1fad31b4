"""The pages of the main window in their order, and how the rail names them."""

from __future__ import annotations

SEARCH, LIBRARY, AUTHORITIES, DRAFT, INTAKE, CARE, SETTINGS = range(7)
RAIL = (
    ("search", "Search", "Ctrl+1"),
    ("library", "Library", "Ctrl+2"),
    ("authorities", "Authorities", "Ctrl+3"),
    ("draft", "Draft check", "Ctrl+4"),
    ("add", "Add files", "Ctrl+5"),
    ("care", "Care", "Ctrl+6"),
    ("settings", "Settings", "Ctrl+,"),
)
"""Icon, name and keys of each."""
