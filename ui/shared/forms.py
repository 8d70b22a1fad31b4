"""Forms of several pages: files to leave out, and a matter that is kept from some persons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QPlainTextEdit, QWidget

from briefbank.domain.documents import Document
from briefbank.domain.office import Matter
from briefbank.text.file_names import cleaned
from ui.i18n.translate import tr
from ui.kit.controls import ChoiceBox, label, push_button
from ui.kit.dialogs import fit_dialog, grow_dialog
from ui.kit.layout import DIALOG, STRETCH, column, form, row
from ui.shared import wording

ABOUT_PATTERNS = tr(
    "One pattern on each line, such as *.wbk, ~$* or */Billing/*. They are kept, and hold for folders that "
    "are added or watched later, too."
)
OF_DOCKETS = tr(
    "One on each line. A document that has none yet belongs to the matter once its docket number is filled "
    "in under Library."
)
NEW = tr("A new matter")
TITLES, LONGEST_TITLE = 3, 80


def lines_field(name: str, about: str = "") -> QPlainTextEdit:
    """Return a field with a value on each line, in which Tab goes on to the next control."""
    field = QPlainTextEdit()
    field.setAccessibleName(name)
    field.setAccessibleDescription(about)
    field.setPlaceholderText(about)
    field.setTabChangesFocus(True)
    field.setFixedHeight(4 * field.fontMetrics().lineSpacing() + 22)
    return field


def lines_of(field: QPlainTextEdit) -> tuple[str, ...]:
    lines = (line.strip() for line in field.toPlainText().splitlines())
    return tuple(dict.fromkeys(line for line in lines if line))


class PatternsField(QWidget):
    """A field for patterns of files to leave out, beside how many files each leaves out."""

    changed = Signal(tuple)  # The patterns, a moment after the last key

    def __init__(self) -> None:
        super().__init__()
        self.field = lines_field(tr("Files to leave out"))
        self.field.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.counts = label("", role="muted")
        self.counts.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.counts.setContentsMargins(0, 9, 0, 0)
        heading, about = label(tr("Leave out"), bold=True), label(ABOUT_PATTERNS, role="muted", wrap=True)
        column(heading, row((self.field, 1), self.counts, spacing=12), about, on=self, spacing=8)
        self.counts.hide()
        self._typing = QTimer(self, singleShot=True, interval=400)
        self._typing.timeout.connect(lambda: self.changed.emit(self.patterns()))
        self.field.textChanged.connect(self._typing.start)

    def patterns(self) -> tuple[str, ...]:
        return cleaned(self.field.toPlainText().splitlines())

    def show_patterns(self, patterns: tuple[str, ...]) -> None:
        """Show patterns without emitting them."""
        if patterns != self.patterns():
            self.field.setPlainText("\n".join(patterns))
            self._typing.stop()

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Show how many files each pattern leaves out, on the line of each."""
        lines = [line.strip() for line in self.field.toPlainText().splitlines()]
        texts = [wording.files(counts[line]) if line in counts else "" for line in lines]
        self.counts.setText("\n".join(texts))
        self.counts.setVisible(any(texts))
        named = [f"{line}: {words}" for line, words in zip(lines, texts, strict=True) if words]
        self.field.setAccessibleDescription("; ".join(named))


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
        self.setMinimumWidth(520)
        self._adding = adding
        self._documents: tuple[str, ...] = ()
        self.choice = ChoiceBox()
        self.choice.addItem(NEW, None)
        for other in others:
            self.choice.addItem(other.name, other)
        self.name = QLineEdit()
        self.dockets = lines_field(tr("Docket numbers"), OF_DOCKETS)
        self.persons = lines_field(
            tr("Kept from"), tr("The names with which they sign in, one on each line.")
        )
        self.groups = lines_field(
            tr("Kept from groups"), tr("Groups of the office’s directory, one on each line.")
        )
        self.named = label("", role="muted", wrap=True)
        self.unname = push_button(tr("Take them out"))
        self.save, self.cancel = push_button(tr("Save"), main=True), push_button(tr("Cancel"))
        fields = form(
            *([(tr("Matter"), self.choice)] if others else []),
            (tr("Name"), self.name),
            (tr("Docket numbers"), self.dockets),
            ("", row((self.named, 1), self.unname)),
            (tr("Kept from"), self.persons),
            (tr("Kept from groups"), self.groups),
        )
        fields.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        column(fields, row(STRETCH, self.cancel, self.save), on=self, margins=DIALOG, spacing=12)
        self._show(matter)
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
        dockets, persons, groups = map(lines_of, (self.dockets, self.persons, self.groups))
        adding = (document.sha256 for document in self._adding)
        documents = tuple(dict.fromkeys((*self._documents, *adding)))
        return Matter(self.name.text().strip(), dockets, documents, persons, groups)

    def _show(self, matter: Matter | None) -> None:
        shown = matter or Matter("")
        self.name.setText(shown.name)
        self.name.setReadOnly(matter is not None)
        self.dockets.setPlainText("\n".join(shown.dockets))
        self.persons.setPlainText("\n".join(shown.persons))
        self.groups.setPlainText("\n".join(shown.groups))
        self._name(shown.documents)

    def _name(self, documents: tuple[str, ...]) -> None:
        """Take the documents that the matter names one by one, and say which they are."""
        self._documents = documents
        sentences = []
        if documents:
            number = wording.documents(len(documents))
            sentences.append(tr("Besides, {number} named one by one.").format(number=number))
        if self._adding:
            titles = [f"“{wording.title(document, LONGEST_TITLE)}”" for document in self._adding[:TITLES]]
            left = len(self._adding) - len(titles)
            titles += [tr("{number} more").format(number=left)] if left else []
            sentences.append(tr("Added now: {titles}").format(titles=", ".join(titles)))
        self.named.setText(" ".join(sentences))
        self.named.setVisible(bool(sentences))
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
