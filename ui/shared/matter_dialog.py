"""A form in which a person says from whom the documents of a matter are kept."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from briefbank.domain.documents import Document
from briefbank.domain.office import Matter
from ui.i18n.translate import tr
from ui.kit.controls import ChoiceBox, label, push_button
from ui.kit.page_parts import fit_dialog, grow_dialog
from ui.shared import wording

OF_DOCKETS = tr(
    "One on each line. A document that has none yet belongs to the matter once its docket number is filled "
    "in under Library."
)
NEW = tr("A new matter")
_LINES, _TITLES, _LONGEST_TITLE, _WIDTH = 4, 3, 80, 520


class MatterDialog(QDialog):
    """A form for one matter, to which documents may be added. The name of a matter that exists stays."""

    wanted = Signal(object)  # The matter as it was filled in

    def __init__(
        self,
        parent: QWidget,
        matter: Matter | None = None,
        *,
        others: Sequence[Matter] = (),
        adding: Sequence[Document] = (),
    ) -> None:
        """Show a matter, or an empty form; offer ``others`` in its place, and add the documents ``adding`` to
        whichever is chosen."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("A matter that is kept from some persons"))
        self.setMinimumWidth(_WIDTH)
        self._adding = adding
        self._documents: tuple[str, ...] = ()
        self.choice = ChoiceBox()
        self.choice.setAccessibleName(tr("Matter"))
        self.choice.addItem(NEW, None)
        for other in others:
            self.choice.addItem(other.name, other)
        self.name = QLineEdit()
        self.dockets, self.persons, self.groups = map(
            _lines, (tr("Docket numbers"), tr("Kept from"), tr("Kept from groups"))
        )
        self.named = label("", role="muted", wrap=True)
        self.unname = push_button(tr("Take them out"))
        self.save, self.cancel = push_button(tr("Save"), main=True), push_button(tr("Cancel"))
        self._lay_out(bool(others))
        self._show(matter)
        self._connect()
        self._enable()

    def _lay_out(self, offers_others: bool) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        if offers_others:
            form.addRow(tr("Matter"), self.choice)
        form.addRow(tr("Name"), self.name)
        form.addRow(tr("Docket numbers"), self.dockets)
        form.addRow("", label(OF_DOCKETS, role="muted", wrap=True))
        named = QHBoxLayout()
        named.addWidget(self.named, 1)
        named.addWidget(self.unname)
        form.addRow("", named)
        form.addRow(tr("Kept from"), self.persons)
        persons = tr("The names with which they sign in, one on each line.")
        form.addRow("", label(persons, role="muted", wrap=True))
        form.addRow(tr("Kept from groups"), self.groups)
        groups = tr("Groups of the office’s directory, one on each line.")
        form.addRow("", label(groups, role="muted", wrap=True))
        column, buttons = QVBoxLayout(self), _row_of(self.cancel, self.save)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addLayout(form)
        column.addLayout(buttons)

    def _connect(self) -> None:
        self.choice.currentIndexChanged.connect(lambda _row: self._show(self.choice.currentData()))
        self.unname.clicked.connect(lambda: self._name(()))
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._save)
        for field in (self.name, self.dockets, self.persons, self.groups):
            field.textChanged.connect(self._enable)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        fit_dialog(self)

    def matter(self) -> Matter:
        """Return the matter as it is filled in."""
        dockets, persons, groups = map(_values, (self.dockets, self.persons, self.groups))
        adding = (document.sha256 for document in self._adding)
        documents = tuple(dict.fromkeys((*self._documents, *adding)))
        return Matter(self.name.text().strip(), dockets, documents, persons, groups)

    def _show(self, matter: Matter | None) -> None:
        shown = matter or Matter("")
        self.name.setText(shown.name)
        self.name.setReadOnly(matter is not None)
        for field, values in (
            (self.dockets, shown.dockets),
            (self.persons, shown.persons),
            (self.groups, shown.groups),
        ):
            field.setPlainText("\n".join(values))
        self._name(shown.documents)

    def _name(self, documents: tuple[str, ...]) -> None:
        """Take the documents that the matter names one by one, and say which they are."""
        self._documents = documents
        said = []
        if documents:
            number = wording.count(len(documents), tr("document"), tr("documents"))
            said.append(tr("Besides, {number} named one by one.").format(number=number))
        if self._adding:
            titles = [f"“{wording.title(document, _LONGEST_TITLE)}”" for document in self._adding[:_TITLES]]
            left = len(self._adding) - len(titles)
            titles += [tr("{number} more").format(number=left)] if left else []
            said.append(tr("Added now: {titles}").format(titles=", ".join(titles)))
        self.named.setText(" ".join(said))
        self.named.setVisible(bool(said))
        self.unname.setVisible(bool(documents))
        self._enable()
        grow_dialog(self)

    def _enable(self) -> None:
        now = self.matter()
        whole = bool(now.name and (now.dockets or now.documents) and (now.persons or now.groups))
        self.save.setEnabled(whole)

    def _save(self) -> None:
        self.wanted.emit(self.matter())
        self.accept()


def _row_of(*buttons: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addStretch(1)
    for button in buttons:
        row.addWidget(button)
    return row


def _lines(name: str) -> QPlainTextEdit:
    field = QPlainTextEdit()
    field.setAccessibleName(name)
    field.setTabChangesFocus(True)
    field.setFixedHeight(field.fontMetrics().lineSpacing() * _LINES)
    return field


def _values(field: QPlainTextEdit) -> tuple[str, ...]:
    lines = (line.strip() for line in field.toPlainText().splitlines())
    return tuple(dict.fromkeys(line for line in lines if line))
