"""Gives a widget another look by the properties that the style sheet asks for."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def restyle(widget: QWidget, **properties: str | bool) -> None:
    """Set properties, such as ``role="bad"``, and apply the style sheet's rules for them."""
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.style().polish(widget)
