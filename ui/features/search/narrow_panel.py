"""The panel above the results that counts them by year of filing, court, kind, author, folder and
authority."""

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

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import FacetKind, FacetValue, ResultFacets
from ui.features.search.facet_box import FacetBox
from ui.features.search.year_filter import YearFilter
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, label, link_button
from ui.shared import wording

NAMES = {
    FacetKind.COURT: tr("Court"),
    FacetKind.KIND: tr("Kind"),
    FacetKind.AUTHOR: tr("Written by"),
    FacetKind.FOLDER: tr("Folder"),
    FacetKind.AUTHORITY: tr("Authority cited"),
}
NARROWEST = 230  # The least width of a column of boxes, in pixels
WAITING = tr("Search first: here its results are counted.")
NOTHING = tr("There is nothing to count.")


class NarrowPanel(QScrollArea):
    """Shows a Breakdown and emits what is chosen in it; the counts shown stay until others come."""

    facet_chosen = Signal(object, object)  # The FacetKind and the values ticked
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
        self._focus_before: QWidget | None = None
        """The widget that had the focus when the panel was to get it but nothing was counted yet."""
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
        self._summary_row = QWidget()
        below = QHBoxLayout(self._summary_row)
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
        for part in (self.said, self.years, self._summary_row):
            column.addWidget(part)
        column.addLayout(self._grid)
        self.setWidget(inside)
        self._place_boxes(1)

    # --- what is shown ---

    def say(self, text: str) -> None:
        """Show a sentence in place of the counts; an empty one shows the counts."""
        self.said.setText(text)
        self.said.setVisible(bool(text))
        for part in (self.years, self._summary_row):
            part.setVisible(not text)
        if text:
            for box in self.facets.values():
                box.show_values(())

    def show_breakdown(
        self, facets: ResultFacets, years: tuple[int, int] | None, names: Mapping[str, str], *, filtered: bool
    ) -> None:
        """Show the counts. ``years``: the range that the results are narrowed to. ``names``: the authorities'
        names by value. ``filtered``: some filter is set."""
        values = {facet.kind: facet.values for facet in facets.facets}
        empty = not facets.years and not facets.undated and not any(values.values())
        self.say(NOTHING if empty and not filtered else "")
        self.years.show_years(facets.years, facets.undated)
        self.years.setVisible(bool(facets.years))
        self.years.show_range(years)
        self._say_undated(facets)
        self.clear_years.setVisible(years is not None)
        self.clear_all.setVisible(filtered)
        for kind, box in self.facets.items():
            box.show_values([(value, _value_text(kind, value, names)) for value in values.get(kind, ())])
        if self._focus_before is not None and QApplication.focusWidget() is self._focus_before:
            self.go_in()

    def _say_undated(self, facets: ResultFacets) -> None:
        remarks = []
        if facets.undated:
            many = wording.count(facets.undated, tr("passage"), tr("passages"))
            remarks.append(tr("{passages} without a date").format(passages=many))
        if facets.about:
            remarks.append(tr("Numbers are estimates: there are very many results."))
        self.undated.set_whole("  ·  ".join(remarks))

    def go_in(self) -> None:
        """Move the focus to the first control of the panel."""
        boxes = [box for facet in self.facets.values() for box in facet.boxes]
        first: QWidget | None = self.years if not self.years.isHidden() else next(iter(boxes), None)
        self._focus_before = QApplication.focusWidget() if first is None else None
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


def _value_text(kind: FacetKind, value: FacetValue, names: Mapping[str, str]) -> str:
    if kind is FacetKind.KIND:
        return wording.KIND_CHOICES[Kind(value.value)]
    if kind is FacetKind.FOLDER:
        return wording.folder(value.text)
    return names.get(value.value, value.text) if kind is FacetKind.AUTHORITY else value.text
