"""The versions of a provision: when each is in force, and how its words differ from another's."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QDialog, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from briefbank.domain.authorities import Provision
from briefbank.errors import BriefBankError
from ui.features.authorities.difference_text import DifferenceText
from ui.features.authorities.law_rows import Compared, Versions, changes
from ui.i18n.translate import tr
from ui.kit.announce import announce
from ui.kit.controls import ChoiceBox, ElidedLabel, IconButton, Notice, label, push_button
from ui.shared import law_texts
from ui.shared.alert_band import AlertBand
from ui.shared.authority_rows import version_row
from ui.shared.row_list import RowList

ALONE = tr("No other version")


class VersionsDialog(QDialog):
    """A modeless dialog of versions that reports requests by its signals."""

    compared = Signal(int, int)
    """The words of a version (the second) are wanted, compared with those of another, or (0) alone."""
    dates_wanted = Signal(object)  # The Provision whose dates to set
    open_wanted = Signal(object)  # The Provision to open in the reader

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Versions"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.shown: Versions | None = None
        self._spoken: list[tuple[str, str]] = []
        self._place = -1
        self.name = ElidedLabel(lines=2)
        self.name.setFont(label("", scale=1.3, bold=True).font())
        self.problems, self.notice = AlertBand(), Notice(left=14, inset=True)
        self.list = RowList(tr("Versions"))
        self.text = DifferenceText()
        self.against = ChoiceBox()
        self.against.setAccessibleName(tr("Compared with"))
        self.said = ElidedLabel(tr("Looking …"), lines=2)
        self.previous = IconButton("previous", tr("Change before"), tr("Change before"))
        self.next = IconButton("next", tr("Next change"), tr("Next change"))
        self.dates, self.read = push_button(tr("Set dates…")), push_button(tr("Open in the reader"))
        self.closing = push_button(tr("Close"), main=True)
        self._lay_out()
        self._connect()
        self.resize(980, 640)

    # --- parts ---

    def _lay_out(self) -> None:
        column, buttons = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(8)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.list)
        splitter.addWidget(self._right())
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        splitter.setSizes([300, 640])
        for part in (self.name, self.problems, self.notice):
            column.addWidget(part)
        column.addWidget(splitter, 1)
        buttons.setSpacing(10)
        buttons.addWidget(self.dates)
        buttons.addWidget(self.read)
        buttons.addStretch(1)
        buttons.addWidget(self.closing)
        column.addLayout(buttons)
        for button in (self.dates, self.read, self.closing):
            button.setAutoDefault(False)
            button.setEnabled(button is self.closing)

    def _right(self) -> QWidget:
        right, first, second = QWidget(), QHBoxLayout(), QHBoxLayout()
        column = QVBoxLayout(right)
        column.setContentsMargins(12, 0, 0, 0)
        column.setSpacing(6)
        buddy = label(tr("Compared with"), role="muted")
        buddy.setBuddy(self.against)
        first.addWidget(buddy)
        first.addWidget(self.against, 1)
        second.setSpacing(2)
        second.addWidget(self.said, 1)
        second.addWidget(self.previous)
        second.addWidget(self.next)
        column.addLayout(first)
        column.addLayout(second)
        column.addWidget(self.text, 1)
        return right

    def _connect(self) -> None:
        self.list.moved.connect(self._choose)
        self.list.opened.connect(self.open_wanted)
        self.against.currentIndexChanged.connect(lambda _row: self._want())
        self.previous.clicked.connect(lambda: self._step(-1))
        self.next.clicked.connect(lambda: self._step(1))
        self.dates.clicked.connect(lambda: self._with(self.dates_wanted))
        self.read.clicked.connect(lambda: self._with(self.open_wanted))
        self.closing.clicked.connect(self.accept)

    # --- the versions ---

    def _chosen(self) -> Provision | None:
        provision: Provision | None = self.list.current()
        return provision

    def _with(self, signal: SignalInstance) -> None:
        if (chosen := self._chosen()) is not None:
            signal.emit(chosen)

    def show_versions(self, shown: Versions) -> None:
        """Show versions. The chosen version stays chosen; else the newest is."""
        before = self._chosen()
        self.shown = shown
        self.name.set_whole(tr("Versions of {authority}").format(authority=shown.authority))
        self.problems.show_alerts(shown.problems)
        self.list.show_rows([version_row(version, shown.documents) for version in shown.versions])
        for button in (self.dates, self.read):
            button.setEnabled(True)
        row = self.list.row_model.place_of(lambda version: before is not None and version.id == before.id)
        self.list.choose(max(row, 0))
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, chosen: Provision | None) -> None:
        """Compare the chosen version with the one before it, where there is one."""
        if chosen is None or self.shown is None:
            return
        others = [version for version in self.shown.versions if version.id != chosen.id]
        older = self.shown.versions[self.shown.versions.index(chosen) + 1 :]
        with QSignalBlocker(self.against):
            self.against.clear()
            self.against.addItem(ALONE, 0)
            for version in others:
                self.against.addItem(law_texts.window(version.window), version.id)
            self.against.setCurrentIndex(max(0, self.against.findData(older[0].id)) if older else 0)
        self.against.setEnabled(bool(others))
        self._want()

    def _want(self) -> None:
        if (chosen := self._chosen()) is not None:
            self.compared.emit(int(self.against.currentData() or 0), chosen.id)

    def show_compared(self, compared: Compared) -> None:
        """Show a comparison that was asked for; one that is no longer wanted is passed over."""
        chosen = self._chosen()
        if chosen is None or (compared.before, compared.after) != (self.against.currentData(), chosen.id):
            return
        self.text.show_differences(compared.differences)
        self._spoken, self._place = changes(compared.differences), -1
        self.said.set_whole(law_texts.how_different(len(self._spoken)) if compared.before else "")
        for button in (self.previous, self.next):
            button.setVisible(compared.before > 0)
            button.setEnabled(bool(self._spoken))
        said = [law_texts.difference(*difference) for difference in self._spoken[:20]]
        self.text.setAccessibleDescription(" ".join((self.said.whole(), *said)))

    def show_failure(self, error: BriefBankError) -> None:
        self.said.set_whole("")
        self.notice.say(str(error), bad=True)

    # --- differences ---

    def _step(self, by: int) -> None:
        """Go from place to place, and around."""
        if not self._spoken:
            return
        self._place = (self._place + by) % len(self._spoken) if self._place >= 0 else (0 if by > 0 else -1)
        self._place %= len(self._spoken)
        self.text.go_to(self._place)
        where = tr("{value} of {len}").format(value=self._place + 1, len=len(self._spoken))
        self.said.set_whole(f"{where}: {law_texts.difference(*self._spoken[self._place])}")
        announce(self, self.said.whole())
