"""The head of the page of collections: name and hearing of the one that is shown, changed in place."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout

from briefbank.domain.userdata import Collection, SharedCollection
from ui.features.collections.model import AnyCollection, key_of, shared_by
from ui.i18n.translate import tr
from ui.kit.controls import label, push_button
from ui.shared import wording
from ui.shared.date_ranges import typed_range

HEARING_WIDTH = 190


class CollectionHead(QFrame):
    """The fields of a collection. A field reports its value when it is left, or on Enter."""

    renamed = Signal(int, str)
    hearing_set = Signal(int, object)  # The collection, and a date, or None

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("pageHead")
        self._shown: AnyCollection | None = None
        self._is_in_office = False
        self.title = label(tr("Collections"), scale=1.4, bold=True)
        self.name, self.hearing = QLineEdit(), QLineEdit()
        self.name.setAccessibleName(tr("Name of the collection"))
        self.name.setMaxLength(400)
        self.hearing.setAccessibleName(tr("Day of the hearing"))
        self.hearing.setFixedWidth(HEARING_WIDTH)
        self.hearing.setPlaceholderText(tr("No day yet"))
        self.asked = label(tr("Day of the hearing"), role="muted")
        self.asked.setBuddy(self.hearing)
        self.problem = label("", role="bad")
        self.sharer = label("", role="muted")
        self.share = push_button(tr("Share with the office…"))
        self.copy = push_button(tr("Copy to my collections"))
        self.withdraw = push_button(tr("Stop sharing…"))
        self.new = push_button(tr("New collection"))
        self.export = push_button(tr("Export as Word file…"), main=True)
        self.delete = push_button(tr("Delete…"))
        self._lay_out()
        self.name.editingFinished.connect(self._name_typed)
        self.hearing.editingFinished.connect(self._hearing_typed)
        self.show_collection(None)

    def _lay_out(self) -> None:
        column, top, below = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(20, 16, 18, 14)
        column.setSpacing(10)
        top.setSpacing(10)
        top.addWidget(self.title)
        top.addStretch(1)
        for button in (self.new, self.delete, self.share, self.withdraw, self.copy, self.export):
            top.addWidget(button)
        font = QFont(self.name.font())
        font.setWeight(QFont.Weight.DemiBold)
        self.name.setFont(font)
        below.setSpacing(10)
        below.addWidget(self.name, 1)
        below.addSpacing(6)
        below.addWidget(self.asked)
        below.addWidget(self.hearing)
        column.addLayout(top)
        column.addLayout(below)
        column.addWidget(self.sharer)
        column.addWidget(self.problem)

    def offer_sharing(self) -> None:
        """Offer to share collections, because the library is an office's."""
        self._is_in_office = True

    def show_collection(self, collection: AnyCollection | None) -> None:
        """Show a collection, or none. What is being typed into a field stays."""
        same = (
            self._shown is not None and collection is not None and key_of(self._shown) == key_of(collection)
        )
        self._shown = collection
        self._say("")
        own = isinstance(collection, Collection)
        shared = collection if isinstance(collection, SharedCollection) else None
        for part in (self.name, self.asked, self.hearing, self.export):
            part.setVisible(collection is not None)
        self.delete.setVisible(own)
        self.share.setVisible(own and self._is_in_office)
        self.copy.setVisible(shared is not None)
        self.withdraw.setVisible(shared is not None and shared.may_withdraw)
        self.sharer.setVisible(shared is not None)
        self.sharer.setText(shared_by(shared) if shared else "")
        if collection is not None:
            self._fill(collection, same)

    def _fill(self, collection: AnyCollection, same: bool) -> None:
        hearing = wording.day(collection.hearing) if collection.hearing else ""
        for field, text in ((self.name, collection.name), (self.hearing, hearing)):
            field.setReadOnly(isinstance(collection, SharedCollection))
            if not (same and field.hasFocus()) and field.text() != text:
                field.setText(text)
                field.setCursorPosition(0)
        for button in (self.export, self.share):
            button.setEnabled(collection.size > 0)

    def _name_typed(self) -> None:
        typed = " ".join(self.name.text().split())
        if not isinstance(self._shown, Collection) or typed == self._shown.name:
            return
        if typed:
            self.renamed.emit(self._shown.id, typed)
        else:
            self.name.setText(self._shown.name)

    def _hearing_typed(self) -> None:
        if not isinstance(self._shown, Collection):
            return
        typed = self.hearing.text().strip()
        days = typed_range(typed) if typed else None
        if typed and (days is None or days[0] != days[1]):
            self._say(tr("Type the day with its year, as in December 4, 2026 or 12/4/2026."))
            return
        self._say("")
        day: date | None = days[0] if days else None
        if day != self._shown.hearing:
            self.hearing_set.emit(self._shown.id, day)

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setAccessibleName(problem)
        self.problem.setVisible(bool(problem))
