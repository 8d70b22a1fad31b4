"""Places the panel beside the pages; where that would leave no legible page, over them while it is used."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal

from ui.features.reader.page_geometry import LEGIBLE
from ui.features.reader.view import ReaderView
from ui.kit.restyle import restyle

OVER_WIDTH = 260  # The width of the panel over the pages


class SidePlace(QObject):
    """Moves the panel in and out of its slot as the width of panel and pages together changes."""

    shown_changed = Signal(bool)  # The panel was shown, closed or folded away

    def __init__(self, view: ReaderView) -> None:
        super().__init__(view)
        self._middle, self._slot = view.middle, view.side_slot
        self._side, self._canvas = view.side, view.canvas
        self._beside = True
        self._folded = False
        """Whether the panel is to be shown again as soon as there is room beside the pages."""
        self.show(False)
        self._middle.installEventFilter(self)
        self._canvas.installEventFilter(self)

    @property
    def wanted(self) -> bool:
        """Whether the panel is shown, or folded away only for want of room."""
        return self._folded or not self._side.isHidden()

    @wanted.setter
    def wanted(self, shown: bool) -> None:
        if self._beside:
            self.show(shown)
        else:
            self._folded = shown

    def show(self, shown: bool) -> None:
        """Show or close the panel, where there is no room beside the pages over them."""
        self._folded = False
        self._slot.setVisible(shown and self._beside)
        self._side.setVisible(shown)
        if shown and not self._beside:
            self._cover()
        self.shown_changed.emit(shown)

    def uncover(self) -> None:
        """Close the panel if it lies over the pages."""
        if not self._beside and not self._side.isHidden():
            self.show(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._middle and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._arrange()
        elif watched is self._canvas and event.type() == QEvent.Type.FocusIn:
            self.uncover()
        return super().eventFilter(watched, event)

    def _arrange(self) -> None:
        beside = self._middle.width() >= LEGIBLE + self._side.minimumWidth()
        if beside and not self._beside:
            self._put_beside()
        elif self._beside and not beside:
            self._fold_away()
        elif not beside:
            self._cover()

    def _put_beside(self) -> None:
        shown, self._beside = self.wanted, True
        column = self._slot.layout()
        assert column is not None
        column.addWidget(self._side)
        restyle(self._side, over=False)
        self.show(shown)

    def _fold_away(self) -> None:
        """Take the panel from beside the pages; the focus goes from it to them."""
        shown, self._beside = self.wanted, False
        if self._side.isAncestorOf(self._side.window().focusWidget()):
            self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self._side.setParent(self._middle.parentWidget())
        restyle(self._side, over=True)
        self.show(False)
        self._folded = shown

    def _cover(self) -> None:
        geometry = self._middle.geometry()
        geometry.setWidth(min(geometry.width(), max(OVER_WIDTH, self._side.minimumWidth())))
        self._side.setGeometry(geometry)
        self._side.raise_()
