"""Puts quotations on the clipboard."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from briefbank.exports.quotations import CitedQuotation, to_html, to_text


def put(quoted: CitedQuotation) -> None:
    """Copy as plain text, and as rich text for word processors: the program that takes it chooses."""
    data = QMimeData()
    data.setText(to_text(quoted))
    data.setHtml(to_html(quoted))
    QGuiApplication.clipboard().setMimeData(data)
