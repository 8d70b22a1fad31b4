"""The panel above the results that counts them: by year of filing, court, kind, author and authority."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from briefbank.models import Breakdown, FacetKind, FacetValue, Kind
from ui import words
from ui.tongue import tr
from ui.widgets.controls import ElidedLabel, label, link_button
from ui.widgets.facet_box import FacetBox
from ui.widgets.year_filter import YearFilter

NAMES = {
    FacetKind.COURT: tr("Court"),
    FacetKind.KIND: tr("Kind"),
    FacetKind.AUTHOR: tr("Written by"),
    FacetKind.AUTHORITY: tr("Authority cited"),
}
NARROWEST = 230
"""Pixels of a column of boxes."""
WAITING = tr("Search first: here its results are counted.")
NOTHING = tr("There is nothing to count.")


class NarrowPanel(QScrollArea):
    """Shows a Breakdown and says what is chosen of it; what stood there stays until another comes."""

    facet_chosen = Signal(object, object)
    """The FacetKind and the values that are ticked."""
    years_chosen = Signal(int, int)
    years_cleared = Signal()
    all_cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("narrow")
        self.setAccessibleName(tr("Narrow the results"))
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.years = YearFilter()
        self.undated = ElidedLabel()
        self.undated.setProperty("role", "muted")
        self.clear_years = link_button(tr("Any year"))
        self.clear_all = link_button(tr("Clear all"))
        self.said = label(WAITING, role="muted", wrap=True)
        self.facets = {kind: FacetBox(name) for kind, name in NAMES.items()}
        self._columns = 0
        self._came_from: QWidget | None = None
        """What had the keyboard when it was to come here and nothing was counted yet."""
        self._lay_out()
        self.years.range_chosen.connect(self.years_chosen)
        self.clear_years.clicked.connect(self.years_cleared)
        self.clear_all.clicked.connect(self.all_cleared)
        for kind, box in self.facets.items():
            box.changed.connect(partial(self.facet_chosen.emit, kind))
        self.say(WAITING)

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setObjectName("narrowInside")
        self._about = QWidget()
        below = QHBoxLayout(self._about)
        below.setContentsMargins(14, 0, 0, 0)
        below.addWidget(self.undated, 1)
        below.addWidget(self.clear_years)
        below.addWidget(self.clear_all)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(8, 4, 8, 0)
        self._grid.setHorizontalSpacing(22)
        self._grid.setVerticalSpacing(10)
        self.said.setContentsMargins(14, 6, 14, 6)
        column = QVBoxLayout(inside)
        column.setContentsMargins(4, 6, 4, 10)
        column.setSpacing(4)
        for part in (self.said, self.years, self._about):
            column.addWidget(part)
        column.addLayout(self._grid)
        self.setWidget(inside)
        self._place_boxes(1)

    # --- what is shown ---

    def say(self, text: str) -> None:
        """A sentence in place of the counts, or (with an empty one) the counts."""
        self.said.setText(text)
        self.said.setVisible(bool(text))
        for part in (self.years, self._about):
            part.setVisible(not text)
        if text:
            for box in self.facets.values():
                box.show_values(())

    def show_breakdown(
        self, found: Breakdown, years: tuple[int, int] | None, names: Mapping[str, str], *, filtered: bool
    ) -> None:
        """``years``: those that the results are narrowed to. ``names``: of authorities, by their values.
        ``filtered``: some filter is set."""
        values = {facet.kind: facet.values for facet in found.facets}
        nothing = not found.years and not found.undated and not any(values.values())
        self.say(NOTHING if nothing and not filtered else "")
        self.years.show_years(found.years, found.undated)
        self.years.setVisible(bool(found.years))
        self.years.show_range(years)
        self._say_undated(found)
        self.clear_years.setVisible(years is not None)
        self.clear_all.setVisible(filtered)
        for kind, box in self.facets.items():
            box.show_values([(value, _text(kind, value, names)) for value in values.get(kind, ())])
        if self._came_from is not None and QApplication.focusWidget() is self._came_from:
            self.go_in()

    def _say_undated(self, found: Breakdown) -> None:
        said = []
        if found.undated:
            many = words.count(found.undated, tr("passage"), tr("passages"))
            said.append(tr("{passages} without a date").format(passages=many))
        if found.about:
            said.append(tr("Numbers are estimates: there are very many results."))
        self.undated.set_whole("  ·  ".join(said))

    def go_in(self) -> None:
        """The keyboard to the first thing of it."""
        boxes = [box for facet in self.facets.values() for box in facet.boxes]
        first: QWidget | None = self.years if not self.years.isHidden() else next(iter(boxes), None)
        self._came_from = QApplication.focusWidget() if first is None else None
        if first is not None:
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- size ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        columns = max(1, min(len(self.facets), (self.viewport().width() - 24) // NARROWEST))
        if columns != self._columns:
            self._place_boxes(columns)

    def _place_boxes(self, columns: int) -> None:
        self._columns = columns
        for number, box in enumerate(self.facets.values()):
            self._grid.removeWidget(box)
            self._grid.addWidget(box, number // columns, number % columns, Qt.AlignmentFlag.AlignTop)
        for column in range(len(self.facets)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)


def _text(kind: FacetKind, value: FacetValue, names: Mapping[str, str]) -> str:
    if kind is FacetKind.KIND:
        return words.KIND_CHOICES[Kind(value.value)]
    return names.get(value.value, value.text) if kind is FacetKind.AUTHORITY else value.text
