"""The line under the head of the reader: alerts on the open document, and the state of the law that it
argues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from briefbank.domain.authorities import LawAsOf, Provision
from briefbank.text.messages import Message
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, link_button
from ui.shared import law_texts
from ui.shared.alert_band import AlertBand


@dataclass(frozen=True, slots=True)
class OpenLaw:
    """The information on an open document, and on its passage if one was opened."""

    alerts: tuple[Message, ...] = ()
    provision: Provision | None = None  # The provision that the passage is part of
    law: LawAsOf | None = None  # None for a text that is itself the law


class LawLine(QFrame):
    """The line; hidden while there is nothing to show."""

    versions_wanted = Signal(int)  # The id of the authority whose versions are to be shown
    changes_wanted = Signal(object)  # The LawAsOf whose changes are to be shown

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lawLine")
        self.shown = OpenLaw()
        self.alerts = AlertBand()
        self.in_force, self.law = ElidedLabel(), ElidedLabel(lines=2)
        self.versions, self.changes = link_button(tr("Versions…")), link_button(tr("What changed…"))
        self._rows = [self._row(self.in_force, self.versions), self._row(self.law, self.changes)]
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 5, 12, 5)
        column.setSpacing(2)
        column.addWidget(self.alerts)
        for row in self._rows:
            column.addWidget(row)
        self.versions.clicked.connect(self._want_versions)
        self.changes.clicked.connect(lambda: self.changes_wanted.emit(self.shown.law))
        self.forget()

    @staticmethod
    def _row(words: ElidedLabel, button: QPushButton) -> QWidget:
        words.setProperty("role", "muted")
        made = QWidget()
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(words, 1)
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return made

    def forget(self) -> None:
        """Clear the line, because another document is being opened."""
        self.show_law(OpenLaw())

    def show_alerts(self, alerts: Sequence[Message]) -> None:
        """Show the alerts of the result at once; the rest follows."""
        self.show_law(OpenLaw(tuple(alerts), None, self.shown.law))

    def show_law(self, shown: OpenLaw) -> None:
        self.shown = shown
        self.alerts.show_alerts(shown.alerts)
        texts = (
            f"{law_texts.window(shown.provision.window)}." if shown.provision else "",
            law_texts.law_of(shown.law) if shown.law else "",
        )
        for words, row, text in zip((self.in_force, self.law), self._rows, texts, strict=True):
            words.set_whole(text)
            row.setVisible(bool(text))
        self.changes.setVisible(shown.law is not None and bool(shown.law.changes))
        self.setVisible(bool(shown.alerts) or any(texts))

    def _want_versions(self) -> None:
        if self.shown.provision is not None:
            self.versions_wanted.emit(self.shown.provision.authority.id)
