"""The filters: one panel with dates, years, kinds, courts, authors, folders and authorities.

Every filter that is set also stands as a chip under the box. The results are counted after the answer, and
only while the panel is open, so that counting delays nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QRectF, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHeaderView,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from briefbank.domain.caption_fields import LAW, Kind
from briefbank.domain.documents import DocumentList, TypedWord
from briefbank.domain.searches import FacetKind, FacetValue, Filters, ResultFacets, SearchRequest
from briefbank.errors import BriefBankError
from ui.features.search.box import FilterButton, FilterChips
from ui.features.search.result_texts import FACETS, facet_value, named_filters
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.jobs import Lane
from ui.kit.controls import ElidedLabel, label, link_button
from ui.kit.keyboard import LettersElsewhere
from ui.kit.layout import FlowRow, column, holder, row
from ui.kit.text import plain_tip
from ui.shared import wording
from ui.shared.wording import typed_range
from ui.shared.year_chart import YearChart
from ui.style.theme import colours

if TYPE_CHECKING:
    from ui.page import Page

VALUE, SPOKEN = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.AccessibleTextRole
MOST_ROWS = 6  # The values of a facet that are seen at once; one scrolls to the others
CHART_HEIGHT = 104
NARROWEST = 230  # The least width of a column of boxes, in pixels
SHARE = 0.5  # The share of the height of the page's left half that the panel takes
MOST_HEIGHT = 380  # And its most in pixels. It is the same whatever is counted, so that no result moves
NOTHING = tr("There is nothing to count.")
ABOUT = tr("Filters narrow all results, the less close ones too. The numbers count the close ones.")
WRONG_DATE = tr("Not a date. Try 2015.")
WIDE_DAY = date(2015, 9, 15)  # A day in one of the widest months, for measuring the width of a field
LAW_TEXTS = DocumentList(words=(TypedWord("\N{REPLACEMENT CHARACTER}", kinds=LAW),))
"""The statutes, rules and directives of the library: no title has that character."""


class DateField(QLineEdit):
    """A field for a year, a month or a day in any usual form."""

    settled = Signal()

    def __init__(self, name: str, empty: str, tip: str, *, first: bool) -> None:
        """``empty``: what no date means. ``first``: of a month or a year the first day counts, else the
        last."""
        super().__init__()
        self._range_start = first
        self._shown_text = ""
        self.setPlaceholderText(empty)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setAcceptDrops(False)
        self._fit()
        self.editingFinished.connect(self._settle)

    def _fit(self) -> None:
        """Keep room for the longest date, and for what no date means."""
        shown = translate.short_day(WIDE_DAY), self.placeholderText()
        self.setFixedWidth(max(map(self.fontMetrics().horizontalAdvance, shown)) + 26)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    @property
    def wrong(self) -> bool:
        return bool(self.text().strip()) and typed_range(self.text()) is None

    def day(self) -> date | None:
        days = typed_range(self.text())
        return days[0 if self._range_start else 1] if days else None

    def show_day(self, value: date | None) -> None:
        """Show a date, or an empty field for None; emit no signal."""
        self.setText(translate.short_day(value) if value else "")
        self._shown_text = self.text()
        self._mark_wrong()

    def _settle(self) -> None:
        """Take what was typed. A day is shown as the window writes days, a month or a year as typed."""
        if self.text() == self._shown_text:
            return
        days = typed_range(self.text())
        if days and days[0] == days[1]:
            self.show_day(days[0])
        else:
            self._shown_text = self.text()
            self._mark_wrong()
        self.settled.emit()

    def _mark_wrong(self) -> None:
        """Mark a wrong date with a red edge and in words, not by colour alone."""
        self.setProperty("wrong", self.wrong)
        self.setAccessibleDescription(WRONG_DATE if self.wrong else "")
        self.style().unpolish(self)
        self.style().polish(self)


class FacetBox(LettersElsewhere, QTreeWidget):
    """The values of one facet with their counts, to be ticked; hidden while there are none."""

    toggled = Signal(str)  # A value that was ticked, or is no longer

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("facet")
        self.setAccessibleName(name)
        self.setHeaderLabels((name, ""))
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        header = self.header()
        header.setSectionsClickable(False)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._pressed = Qt.CheckState.Unchecked
        self.itemPressed.connect(self._note_press)
        self.itemClicked.connect(self._clicked)
        self.itemChanged.connect(self._emit_toggled)

    def items(self) -> list[QTreeWidgetItem]:
        return [item for n in range(self.topLevelItemCount()) if (item := self.topLevelItem(n))]

    def show_values(self, values: Sequence[tuple[FacetValue, str]]) -> None:
        """Show values with their words. The one under the keyboard stays so if it is still there."""
        current = self.currentItem()
        before = current.data(0, VALUE) if current is not None else None
        with QSignalBlocker(self):
            self.clear()
            for value, text in values:
                number = translate.number(value.count) if value.count >= 0 else ""
                many = wording.passages(value.count) if value.count >= 0 else ""
                item = QTreeWidgetItem(self, [text, number])
                item.setData(0, VALUE, value.value)
                item.setData(0, SPOKEN, ", ".join(part for part in (text, many) if part))
                item.setCheckState(0, Qt.CheckState.Unchecked)
                item.setToolTip(0, plain_tip(text))
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                if value.value == before:
                    self.setCurrentItem(item)
        rows = min(len(values), MOST_ROWS)
        self.setFixedHeight(self.header().sizeHint().height() + rows * self.sizeHintForRow(0) + 6)
        self.setVisible(bool(values))

    def tick(self, values: Collection[str]) -> None:
        """Tick these values and no others."""
        with QSignalBlocker(self):
            for item in self.items():
                is_on = item.data(0, VALUE) in values
                item.setCheckState(0, Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)

    def _note_press(self, item: QTreeWidgetItem) -> None:
        self._pressed = item.checkState(0)

    def _clicked(self, item: QTreeWidgetItem) -> None:
        """Tick what was clicked on beside its box, which Qt ticks itself."""
        if item.checkState(0) == self._pressed:
            toggle(item)

    def _emit_toggled(self, item: QTreeWidgetItem) -> None:
        """Emit the value later: the answer may replace the item, which Qt still uses."""
        QTimer.singleShot(0, self, partial(self.toggled.emit, item.data(0, VALUE)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if item is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            toggle(item)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.currentItem() is None:
            self.setCurrentItem(self.items()[0])


def toggle(item: QTreeWidgetItem) -> None:
    on = item.checkState(0) == Qt.CheckState.Checked
    item.setCheckState(0, Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)


class YearFilter(YearChart):
    """A click, or Enter, narrows to one bar; dragging to several."""

    range_chosen = Signal(int, int)  # The first and the last year

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Results by year of filing"))
        self.setToolTip(tr("Drag over years to see only those."))
        self._started = -1
        """The bar where dragging began; -1 while the mouse is not pressed."""
        self._filtered: tuple[int, int] | None = None

    def show_range(self, years: tuple[int, int] | None) -> None:
        """Show the years that the results are narrowed to; None for all."""
        self._filtered = years
        self.update()

    def show_years(self, years: Sequence[tuple[int, int]], undated: int) -> None:
        self._started = -1  # where it was pressed there may be another bar now
        super().show_years(years, undated)
        if self.hasFocus():
            self._choose(len(self.bars()) - 1)

    def sizeHint(self) -> QSize:
        return QSize(360, CHART_HEIGHT)

    def chosen(self) -> str:
        first, last = sorted((self._started, self._chosen))
        if first < 0 or first == last:
            return super().chosen()
        bars = self.bars()[first : last + 1]
        many = wording.passages(sum(count for _, _, count in bars))
        return tr("{first} to {last}: {passages}").format(first=bars[0][0], last=bars[-1][1], passages=many)

    def _narrow(self, start: int) -> None:
        """Narrow to the bars from ``start`` to the chosen one."""
        first, last = sorted((start, self._chosen))
        self._started = -1
        if first >= 0:
            self.range_chosen.emit(self.bars()[first][0], self.bars()[last][1])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            self._started = self._chosen

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        before = self._chosen
        super().mouseMoveEvent(event)
        if self._started >= 0 and self._chosen < 0:  # beyond the ends
            self._choose(before)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._narrow(self._started)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._narrow(self._chosen)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Highlight the bars being dragged over, or those that the results are narrowed to."""
        bars = sorted((self._started, self._chosen)) if self._started >= 0 else []
        if self._filtered is not None and not bars:
            low, high = self._filtered
            bars = [n for n, (start, end, _) in enumerate(self.bars()) if start <= high and end >= low]
        if bars:
            painter, c = QPainter(self), colours()
            ground = self.place(bars[0]).united(self.place(bars[-1]))
            painter.fillRect(ground, QColor(c.accent_soft))
            painter.fillRect(QRectF(ground.left(), ground.bottom() - 2, ground.width(), 3), QColor(c.accent))
            painter.end()
        super().paintEvent(event)


class FilterPanel(QScrollArea):
    """Holds the filters; counts the results by them while it is open. GUI thread."""

    changed = Signal()  # Somebody set or removed a filter: the search is to be repeated

    def __init__(self, page: Page, button: FilterButton) -> None:
        super().__init__()
        self.setObjectName("narrow")
        self.setAccessibleName(tr("Filters"))
        self._page, self.button = page, button
        self._request: SearchRequest | None = None
        self._counted: SearchRequest | None = None
        self._facets = Filters()
        """The filters that have no field here: kinds, courts, authors, folders, authorities."""
        self._names: dict[str, str] = {}
        """The names of the authorities shown so far, by value: a chip may name one that is no longer
        counted."""
        self._columns = 0
        self.chips = FilterChips()
        name, any_date = tr("{name}: date of filing"), tr("Any date")
        forms = tr("A year, a month or a day: 2015, March 2015, March 15, 2015")
        self.date_from = DateField(name.format(name=tr("From")), any_date, forms, first=True)
        self.date_to = DateField(name.format(name=tr("To")), any_date, forms, first=False)
        tip = tr("Search the law as it was on a day. Of a month or a year the last day counts.")
        self.law = DateField(tr("Law as of"), tr("Today"), tip, first=False)
        self._law_field = _labelled(tr("Law as of"), self.law)
        self.about = label(ABOUT, role="muted", wrap=True)
        self.wrong_date = ElidedLabel()
        self.wrong_date.setProperty("role", "bad")
        self.years = YearFilter()
        self.undated = ElidedLabel()
        self.undated.setProperty("role", "muted")
        self.clear_all = link_button(tr("Clear all"))
        self.clear_all.setAccessibleName(tr("Clear filters"))
        self.message = label("", role="muted", wrap=True)
        self.facets = {kind: FacetBox(facet.title) for kind, facet in FACETS.items()}
        self._lay_out()
        self._connect()
        self.hide()

    def _lay_out(self) -> None:
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        fields = FlowRow(12, 6)
        for field in (
            _labelled(tr("Filed from"), self.date_from),
            _labelled(tr("to"), self.date_to),
            self._law_field,
            self.clear_all,
        ):
            fields.add(field)
        self.undated.setContentsMargins(6, 0, 0, 0)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(22)
        self._grid.setVerticalSpacing(10)
        inside = holder(
            column(
                fields,
                self.about,
                self.wrong_date,
                self.message,
                self.years,
                self.undated,
                self._grid,
                margins=(14, 8, 14, 10),
                spacing=4,
            ),
            "narrowInside",
        )
        self.setWidget(inside)
        self._place_boxes(1)
        self._law_field.hide()
        self._show_counts(None)
        self._show_state()

    def _connect(self) -> None:
        for field in (self.date_from, self.date_to, self.law):
            field.settled.connect(self._set)
        self.years.range_chosen.connect(self._narrow_to_years)
        self.clear_all.clicked.connect(lambda: self.narrow_to(Filters()))
        for kind, box in self.facets.items():
            box.toggled.connect(partial(self._facet_toggled, kind))
        self.chips.chosen.connect(self.narrow_to)
        self.button.toggled.connect(self._open)

    # --- the filters ---

    def filters(self) -> Filters:
        return replace(self._facets, filed_from=self.date_from.day(), filed_to=self.date_to.day())

    def as_of(self) -> date | None:
        """Return the day whose law counts; None for today."""
        return self.law.day()

    def show_filters(self, filters: Filters, as_of: date | None) -> None:
        """Show filters without asking. A date that was typed in another form stays as typed."""
        if self.filters() != filters or self.date_from.wrong or self.date_to.wrong:
            self.date_from.show_day(filters.filed_from)
            self.date_to.show_day(filters.filed_to)
            self._facets = replace(filters, filed_from=None, filed_to=None)
        if self.as_of() != as_of or self.law.wrong:
            self.law.show_day(as_of)
        self._show_state()

    def narrow_to(self, filters: Filters, as_of: date | None = None) -> None:
        """Set other filters and repeat the search with them."""
        self.show_filters(filters, as_of)
        self.changed.emit()

    def clear(self) -> None:
        self.show_filters(Filters(), self.as_of())

    def _set(self) -> None:
        self._show_state()
        self.changed.emit()

    def _narrow_to_years(self, first: int, last: int) -> None:
        days = date(first, 1, 1), date(last, 12, 31)
        self.narrow_to(replace(self.filters(), filed_from=days[0], filed_to=days[1]), self.as_of())

    def _facet_toggled(self, kind: FacetKind, value: str) -> None:
        facet = FACETS[kind]
        changes: dict[str, Any] = {facet.field: getattr(self._facets, facet.field) ^ {facet.convert(value)}}
        self._facets = replace(self._facets, **changes)
        self._set()

    def _show_state(self) -> None:
        """Show what is set: the chips, the number on the button, the ticks, and a date that is none."""
        wrong = self.date_from.wrong or self.date_to.wrong or self.law.wrong
        named = named_filters(self.filters(), self.as_of(), self._names)
        self.chips.show_filters(named)
        self.button.show_number(len(named))
        self.clear_all.setVisible(wrong or bool(named))
        self.wrong_date.set_whole(WRONG_DATE if wrong else "")
        self.wrong_date.setVisible(wrong)
        if self.law.wrong or self.as_of() is not None:
            self._law_field.show()
        if self._request is None:
            self._show_counts(None)
        else:
            self._mark_counted()

    def _mark_counted(self) -> None:
        """Mark, in what is counted, the years and values that are set now."""
        filters = self.filters()
        dated = filters.filed_from is not None or filters.filed_to is not None
        first, last = filters.filed_from or date.min, filters.filed_to or date.max
        self.years.show_range((first.year, last.year) if dated else None)
        for kind, box in self.facets.items():
            box.tick({str(value) for value in getattr(filters, FACETS[kind].field)})

    # --- the panel ---

    def _look_for_law(self) -> None:
        """Offer the law of another day once the library has law."""
        library = self._page.library
        self._page.run(
            lambda _reporter: bool(library.documents.ids(LAW_TEXTS)),
            then=self._offer_law,
            failed=lambda _error: None,
            lane=Lane.COUNTS,
            topic="law texts",
        )

    def _offer_law(self, has_law: bool) -> None:
        self._law_field.setVisible(has_law or self.as_of() is not None)

    def _open(self, on: bool) -> None:
        """Open the panel and move the keyboard into it, or close it."""
        self.setVisible(on)
        (self.date_from if on else self.button).setFocus(Qt.FocusReason.ShortcutFocusReason)
        if on:
            self._look_for_law()
            self._count()

    def toggle(self) -> None:
        self.button.click()

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
        for index in range(len(self.facets)):
            self._grid.setColumnStretch(index, 1 if index < columns else 0)

    # --- counting ---

    def answered(self, request: SearchRequest | None) -> None:
        """Follow the answer to a request on the screen; None when there is none."""
        self._request, self._counted = request, None
        self._page.jobs.drop("facets", self._page)
        self._show_state()
        self._count()

    def _count(self) -> None:
        """Count the results if the panel is open; the counts shown stay until the new ones come."""
        request, library = self._request, self._page.library
        if request is not None and self.button.isChecked() and request != self._counted:
            self._page.run(
                lambda _reporter: library.breakdown(request),
                then=partial(self._counts_came, request),
                failed=self._counting_failed,
                lane=Lane.COUNTS,
                topic="facets",
            )

    def _counts_came(self, request: SearchRequest, facets: ResultFacets) -> None:
        self._counted = request
        for facet in facets.facets:
            if facet.kind is FacetKind.AUTHORITY:
                self._names |= {value.value: value.text for value in facet.values if value.text}
        self._show_counts(facets)
        self._show_state()

    def _counting_failed(self, error: BriefBankError) -> None:
        self._counted = None
        self._show_counts(None)
        self.message.setText(tr("The results could not be counted. {remedy}").format(remedy=error.remedy))
        self.message.show()

    def _show_counts(self, facets: ResultFacets | None) -> None:
        """Show the counts; for None the kinds alone, which can be chosen before a search."""
        values = {FacetKind.KIND: tuple(FacetValue(kind, "", -1) for kind in Kind)}
        if facets is not None:
            values = {facet.kind: facet.values for facet in facets.facets}
        years, undated = (facets.years, facets.undated) if facets is not None else ((), 0)
        empty = not years and not undated and not any(values.values())
        self.message.setText(NOTHING)
        self.message.setVisible(empty and self.filters() == Filters())
        self.years.show_years(years, undated)
        self.years.setVisible(bool(years))
        remarks = []
        if undated:
            many = wording.passages(undated)
            remarks.append(tr("{passages} without a date").format(passages=many))
        if facets is not None and facets.about:
            remarks.append(tr("Numbers are estimates: there are very many results."))
        self.undated.set_whole("  ·  ".join(remarks))
        self.undated.setVisible(bool(remarks))
        for kind, box in self.facets.items():
            named = [(value, facet_value(kind, value.value, self._names)) for value in values.get(kind, ())]
            box.show_values(named)
        self._mark_counted()


def _labelled(name: str, field: QWidget) -> QWidget:
    """Return a widget that keeps a field beside its label in whatever line the two stand."""
    caption = label(name, role="muted")
    caption.setBuddy(field)
    return holder(row(caption, field, spacing=5))
