"""The pages of the main window in their order, and their names in the rail."""

from __future__ import annotations

from ui.i18n.translate import tr

SEARCH, LIBRARY, AUTHORITIES, ALERTS, DRAFT, COLLECTIONS, INTAKE, CARE, SETTINGS = range(9)
RAIL = (
    ("search", tr("Search"), "Ctrl+1"),
    ("library", tr("Library"), "Ctrl+2"),
    ("authorities", tr("Authorities"), "Ctrl+3"),
    ("alerts", tr("Alerts"), "Ctrl+4"),
    ("draft", tr("Draft check"), "Ctrl+5"),
    ("collections", tr("Collections"), "Ctrl+6"),
    ("add", tr("Add files"), "Ctrl+7"),
    ("care", tr("Care"), "Ctrl+8"),
    ("settings", tr("Settings"), "Ctrl+,"),
)
"""The icon, name and keys of each page."""
