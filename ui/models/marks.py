"""The thumbs that were given as a table, newest first, which narrows by words."""

from __future__ import annotations

from PySide6.QtGui import QIcon

from briefbank.models import Mark, Verdict
from ui import words
from ui.icons import icon
from ui.models.narrowed import NarrowedModel
from ui.theme import colours
from ui.tongue import tr

MARK, SEARCH, DOCUMENT, PASSAGE, GIVEN = range(5)
VERDICTS = {Verdict.UP: tr("Helpful"), Verdict.DOWN: tr("Not helpful")}
NOT_HERE = tr("Not in this library now")


class MarkModel(NarrowedModel[Mark]):
    """A row for each mark."""

    COLUMNS = (tr("Mark"), tr("Search"), tr("Document"), tr("Passage"), tr("Given"))

    def cells(self, thing: Mark) -> tuple[str, ...]:
        document = thing.title if thing.passage_id else thing.title or NOT_HERE
        given = words.day(thing.given_at.astimezone().date())
        return VERDICTS[thing.verdict], thing.query, document, words.beginning(thing.text, 160), given

    def searched(self, thing: Mark) -> str:
        return " ".join((VERDICTS[thing.verdict], thing.query, thing.title, thing.text))

    def tip(self, thing: Mark, column: int) -> str:
        return thing.text if column == PASSAGE else super().tip(thing, column)

    def icon(self, thing: Mark) -> QIcon:
        c, up = colours(), thing.verdict is Verdict.UP
        return icon("thumb-up-on" if up else "thumb-down-on", c.good if up else c.bad, size=16)
