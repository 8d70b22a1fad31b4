"""Announces to assistive technology what changed on the screen away from the keyboard focus."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent


def announce(about: QObject, text: str, *, urgent: bool = False) -> None:
    """Have ``text`` read aloud, after what is being read or, if ``urgent``, at once. GUI thread.

    Nothing is sent without an active screen reader, or for an empty text.
    """
    if not text or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(about, text)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)
