"""The model of the office's list of good law as a table, which narrows by words."""

from __future__ import annotations

from PySide6.QtGui import QIcon

from briefbank.domain.authorities import GoodLawEntry
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.filtered_table import FilteredTableModel
from ui.shared import law_texts
from ui.shared.standing_colours import ICONS, standing_colours
from ui.style.icons import icon
from ui.style.theme import colours

STANDING, AUTHORITY, BY, SINCE, NOTE, ENTERED = range(6)


class GoodLawModel(FilteredTableModel[GoodLawEntry]):
    """A row for each line of the list."""

    COLUMNS = (tr("Standing"), tr("Authority"), tr("By"), tr("Since"), tr("Note"), tr("Entered"))

    def row_of(self, entry_id: int) -> int:
        """Return the row of a line; -1 where it is not shown."""
        return next((n for n in range(self.rowCount()) if self.at(n).id == entry_id), -1)

    def cells(self, thing: GoodLawEntry) -> tuple[str, ...]:
        authority = f"{thing.name}, {thing.canonical}" if thing.name else thing.canonical
        since = translate.short_day(thing.since) if thing.since else ""
        on = translate.short_day(thing.entered_at.astimezone().date())
        entered = f"{thing.entered_by}, {on}" if thing.entered_by else on
        standing = law_texts.STANDING_WORDS[thing.standing]
        return standing, authority, thing.by, since, " ".join(thing.note.split()), entered

    def tip(self, thing: GoodLawEntry, column: int) -> str:
        return law_texts.entered(thing) if column == ENTERED else super().tip(thing, column)

    def icon(self, thing: GoodLawEntry) -> QIcon:
        ink, _ground = standing_colours(thing.standing, colours())
        return icon(ICONS[thing.standing], ink, size=16)
