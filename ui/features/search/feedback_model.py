"""The feedback given as a table, newest first, which can be narrowed by words."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QIcon

from briefbank.domain.searches import Feedback, Verdict
from ui.i18n.translate import tr
from ui.kit.filtered_table import FilteredTableModel
from ui.shared import wording
from ui.style.icons import icon
from ui.style.theme import colours

MARK, SEARCH, DOCUMENT, PASSAGE, GIVEN = range(5)
VERDICTS = {Verdict.UP: tr("Helpful"), Verdict.DOWN: tr("Not helpful")}
FOR_OFFICE, FOR_ONESELF = tr("for the office"), tr("for you")
NOT_HERE = tr("Not in this library now")


class FeedbackModel(FilteredTableModel[Feedback]):
    """A table model with one row for each mark."""

    COLUMNS = (tr("Mark"), tr("Search"), tr("Document"), tr("Passage"), tr("Given"))

    def __init__(self, parent: QObject | None, *, office: bool) -> None:
        """``office``: marks say for whom they count."""
        super().__init__(parent)
        self._office = office

    def cells(self, thing: Feedback) -> tuple[str, ...]:
        document = wording.distinct(thing.title or NOT_HERE, thing.distinctions)
        given = wording.day(thing.given_at.astimezone().date())
        return self._mark(thing), thing.query, document, wording.beginning(thing.text, 160), given

    def searched(self, thing: Feedback) -> str:
        return " ".join((self._mark(thing), thing.query, self.cells(thing)[2], thing.text))

    def _mark(self, thing: Feedback) -> str:
        mark = VERDICTS[thing.verdict]
        return f"{mark}, {FOR_OFFICE if thing.for_all else FOR_ONESELF}" if self._office else mark

    def tip(self, thing: Feedback, column: int) -> str:
        return thing.text if column == PASSAGE else super().tip(thing, column)

    def icon(self, thing: Feedback) -> QIcon:
        c, up = colours(), thing.verdict is Verdict.UP
        return icon("thumb-up-on" if up else "thumb-down-on", c.good if up else c.bad, size=16)
