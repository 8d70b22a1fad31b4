"""Under the head of the reader: what speaks against what is open, and how the law that it argues stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from briefbank.law import LawAsOf, Provision
from ui import law_words
from ui.tongue import tr
from ui.widgets.alert_band import AlertBand
from ui.widgets.controls import ElidedLabel, link_button


@dataclass(frozen=True, slots=True)
class OpenLaw:
    """What is known of an open document, and of its passage where one was opened."""

    alerts: tuple[str, ...] = ()
    provision: Provision | None = None
    """That the passage is part of."""
    law: LawAsOf | None = None
    """None for a text that is itself the law."""


class LawLine(QFrame):
    """Hidden while there is nothing to say."""

    versions_wanted = Signal(int)
    """Those of this authority."""
    changes_wanted = Signal(object)
    """The LawAsOf whose changes to show."""

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
        """Another document is being opened."""
        self.show_law(OpenLaw())

    def show_alerts(self, alerts: Sequence[str]) -> None:
        """What the result itself says, at once; the rest follows."""
        self.show_law(OpenLaw(tuple(alerts), None, self.shown.law))

    def show_law(self, shown: OpenLaw) -> None:
        self.shown = shown
        self.alerts.show_alerts(shown.alerts)
        texts = (
            f"{law_words.window(shown.provision.window)}." if shown.provision else "",
            law_words.law_of(shown.law) if shown.law else "",
        )
        for words, row, text in zip((self.in_force, self.law), self._rows, texts, strict=True):
            words.set_whole(text)
            row.setVisible(bool(text))
        self.changes.setVisible(shown.law is not None and bool(shown.law.changes))
        self.setVisible(bool(shown.alerts) or any(texts))

    def _want_versions(self) -> None:
        if self.shown.provision is not None:
            self.versions_wanted.emit(self.shown.provision.authority.id)
