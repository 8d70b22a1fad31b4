"""The first steps, shown instead of the results while the library is empty and when Help asks for them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui.features.help.first_pages import WIDTH, BriefsPage, PlacePage, StepPage, WorkPage
from ui.i18n.translate import tr
from ui.kit.controls import IconLabel, SegmentedControl, push_button
from ui.kit.page_parts import scroll_area

PLACE, WORK, BRIEFS = range(3)


class FirstSteps(QWidget):
    """Three steps that a person can go through forwards, backwards, by their names, or not at all."""

    files_wanted = Signal()
    folder_wanted = Signal()
    sample_wanted = Signal()
    gone_through = Signal()
    """The last step is shown or the steps were skipped: they need not appear by themselves again."""
    left = Signal()  # The steps had been asked for and are to be closed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library_empty = True
        self._icon = IconLabel(40, "briefbank", "accent")
        self.place, self.work, self.briefs = PlacePage(), WorkPage(), BriefsPage()
        self.texts = self.work.texts
        self.add_files, self.add_folder = self.briefs.add_files, self.briefs.add_folder
        self.steps = SegmentedControl(
            tr("First steps"),
            [
                (PLACE, tr("1  Where they are kept"), tr("Where your briefs are kept")),
                (WORK, tr("2  What happens"), tr("What happens on this computer")),
                (BRIEFS, tr("3  Your first briefs"), tr("Your first briefs")),
            ],
        )
        self.back = push_button(tr("Back"))
        self.skip = push_button(tr("Skip these steps"))
        self.next = push_button(tr("Continue"), main=True)
        self._lay_out()
        self._connect()
        self.show_step(PLACE)

    def _lay_out(self) -> None:
        self._pages = QStackedWidget()
        for page in (self.place, self.work, self.briefs):
            self._pages.addWidget(page)
        top = QHBoxLayout()
        top.setSpacing(14)
        top.addWidget(self._icon)
        top.addWidget(self.steps)
        top.addStretch(1)
        foot = QHBoxLayout()
        foot.setSpacing(10)
        foot.addWidget(self.back)
        foot.addStretch(1)
        foot.addWidget(self.skip)
        foot.addWidget(self.next)
        inside = QWidget()
        inside.setObjectName("page")
        middle = QWidget()
        middle.setMaximumWidth(WIDTH)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addSpacing(26)
        column.addWidget(self._pages)
        column.addSpacing(20)
        column.addLayout(foot)
        column.addStretch(1)
        row = QHBoxLayout(inside)
        row.setContentsMargins(24, 40, 24, 24)
        row.addStretch(1)
        row.addWidget(middle, 1000)
        row.addStretch(1)
        area = scroll_area(inside)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setProperty("reads", False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _connect(self) -> None:
        self.steps.changed.connect(self.show_step)
        self.back.clicked.connect(lambda: self.show_step(self.step - 1))
        self.next.clicked.connect(self._go_on)
        self.skip.clicked.connect(self._skip)
        self.add_files.clicked.connect(self.files_wanted)
        self.add_folder.clicked.connect(self.folder_wanted)
        self.briefs.sample.clicked.connect(self.sample_wanted)
        self.place.decided.connect(self._update_buttons)

    # --- steps ---

    @property
    def step(self) -> int:
        return self._pages.currentIndex()

    def show_step(self, step: int) -> None:
        if step == BRIEFS:
            self.gone_through.emit()
        inside = self.isAncestorOf(QApplication.focusWidget() or self)
        self._pages.setCurrentIndex(step)
        blocked = self.steps.blockSignals(True)
        self.steps.choose(step)
        self.steps.blockSignals(blocked)
        self.back.setVisible(step > PLACE)
        self._update_buttons()
        if inside and not self.isAncestorOf(QApplication.focusWidget() or self):
            # The widget that had the focus is hidden now.
            self.main_button().setFocus(Qt.FocusReason.OtherFocusReason)

    def set_empty(self, empty: bool) -> None:
        """Set whether the library has no document yet. Then there is nothing behind the steps to return
        to."""
        self._library_empty = empty
        self._update_buttons()

    def _update_buttons(self) -> None:
        last, deciding = self.step == BRIEFS, self.step == PLACE and self.place.deciding
        self.skip.setVisible(not last and not deciding)
        self.skip.setText(tr("Skip these steps") if self._library_empty else tr("Close"))
        self.next.setVisible(not deciding and not (last and self._library_empty))
        self.next.setText(tr("Done") if last else tr("Continue"))
        for button in (self.skip, self.next):
            button.setAccessibleName(button.text())

    def _go_on(self) -> None:
        if self.step == BRIEFS:
            self.left.emit()
            return
        self.show_step(self.step + 1)
        self.main_button().setFocus(Qt.FocusReason.OtherFocusReason)

    def _skip(self) -> None:
        """Go to the last step in an empty library; close the steps in another."""
        if not self._library_empty:
            self.left.emit()
            return
        self.show_step(BRIEFS)
        self.main_button().setFocus(Qt.FocusReason.OtherFocusReason)

    def main_button(self) -> QPushButton:
        """Return the button that Enter most likely means."""
        if self.step == PLACE and self.place.deciding:
            return self.place.use
        return self.add_files if self.step == BRIEFS else self.next

    def page(self) -> StepPage:
        shown = self._pages.currentWidget()
        assert isinstance(shown, StepPage)
        return shown

    # --- looks ---

    def showEvent(self, event: QShowEvent) -> None:
        """Let Enter continue the steps, unless somebody is already typing in the search box."""
        super().showEvent(event)
        focus = QApplication.focusWidget()
        if focus is None or (isinstance(focus, QLineEdit) and not focus.text()):
            self.main_button().setFocus(Qt.FocusReason.OtherFocusReason)
