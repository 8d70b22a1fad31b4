"""The activity log: the dialog in which it is read, verified and exported, and its panel in the settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from briefbank.domain.maintenance import AuditEntry, AuditEvent
from briefbank.errors import BriefBankError
from briefbank.text.messages import Message
from ui.features.settings.panel import SettingsPanel
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.jobs import Jobs
from ui.kit.controls import ChoiceBox, Notice, label, push_button
from ui.kit.dialogs import chosen_file, forget_when_closed
from ui.kit.layout import STRETCH, row
from ui.kit.text import isolated
from ui.shared import wording
from ui.shared.notices import ListDialog
from ui.shared.row_list import Row

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.settings.page import SettingsPage

STEP = 300  # The number of entries that are shown at first, and of those that are added each time
LIST, VERIFY = "log entries", "verify the log"
TITLE = tr("Activity log")
INTRO = tr(
    "What was done with this library. Documents stand here by their number; no text, title, name, search or "
    "file name is written down."
)
OFFICE_INTRO = tr(
    "What was done with the office’s library: by whom, at which computer, and in which matter, by its docket "
    "number. Documents stand here by their number; no text, title, search or file name is written down."
)
LOOKING = tr("Looking whether the log is complete …")
WHOLE = tr("The log is complete: every entry is as it was written.")
Event = AuditEvent
OPENED = frozenset((Event.OPENED, Event.SENT))
ADDED = Event.ADDED, Event.READ_AGAIN, Event.REFUSED, Event.REMOVED, Event.CORRECTED, Event.UNCORRECTED
CARE = Event.BACKED_UP, Event.RESTORED, Event.REBUILT, Event.MENDED, Event.SELF_TEST
OF_LOG = Event.BEGUN, Event.VERSION, Event.CATALOGUE, Event.GAP, Event.TORN, Event.BROKEN, Event.UNKNOWN
PERSONS = (
    *(Event.SIGNED_IN, Event.SIGN_IN_FAILED, Event.LOCKED, Event.PASSWORD),
    *(Event.DENIED, Event.WALL),
)
GROUPS: tuple[tuple[str, frozenset[AuditEvent]], ...] = (
    (tr("Everything"), frozenset()),
    (tr("Documents added, corrected and removed"), frozenset(ADDED)),
    (tr("Exports"), frozenset((Event.EXPORTED, Event.TAKEN_ALONG))),
    (tr("Summaries opened"), frozenset((Event.SUMMARY,))),
    (tr("The good-law list"), frozenset((Event.GOOD_LAW,))),
    (tr("Settings"), frozenset((Event.SETTING,))),
    (tr("Backups, repairs and self-tests"), frozenset(CARE)),
    (tr("The log itself"), frozenset(OF_LOG)),
)
OFFICE_GROUPS = (
    (tr("Documents opened and sent"), OPENED),
    (tr("Persons: signed in, refused, kept from a matter"), frozenset(PERSONS)),
)
NOTHING = tr("The log has no entry of this kind.")
ALL = tr("Choose “Everything” to see the rest.")
NOT_WHOLE_ADVICE = tr("Tell whoever looks after this computer, and keep a copy of the library as it is.")
SHORT = 3  # The number of problems that are named; the command line names more


def rows(entries: Sequence[AuditEntry]) -> list[Row]:
    """Return rows in the order given, with a row for each day, by this computer's clock, before its
    entries."""
    listed: list[Row] = []
    for day, of_day in groupby(entries, key=lambda entry: entry.at.astimezone().date()):
        listed.append(Row(title=translate.day(day)))
        listed += [Row(text=_described(entry), side=f"{entry.at.astimezone():%H:%M}") for entry in of_day]
    return listed


def _described(entry: AuditEntry) -> str:
    text = translate_core(entry.text)
    return f"{text} {isolated(entry.who)}" if entry.who else text


class RecordDialog(ListDialog):
    """A modeless dialog that reads the log in a lane; entries are shown in steps."""

    def __init__(
        self,
        library: LibraryApi,
        jobs: Jobs,
        parent: QWidget | None = None,
        tell: Callable[[str], object] | None = None,
    ) -> None:
        """``tell`` takes what there is to say once the dialog was closed; its parent then owns the job."""
        of_office = library.office is not None
        super().__init__(TITLE, OFFICE_INTRO if of_office else INTRO, TITLE, parent)
        self.library, self.jobs, self._tell = library, jobs, tell
        self._limit, self._shown = STEP, 0
        self.choice = ChoiceBox()
        self.choice.setAccessibleName(tr("Which entries"))
        for words, acts in GROUPS + (OFFICE_GROUPS if of_office else ()):
            self.choice.addItem(words, acts)
        self.state = Notice(left=14, inset=True)
        self.state.say(LOOKING)
        self.older, self.export = push_button(tr("Show older ones")), push_button(tr("Export…"))
        self.older.setEnabled(False)
        self.export.setEnabled(False)
        self.add_above(self.choice)
        self.add_above(self.state)
        self.add_button(self.older)
        self.add_button(self.export)
        self.setTabOrder(self.choice, self.list)
        self.choice.currentIndexChanged.connect(lambda _place: self._read_from_start())
        self.older.clicked.connect(self._read_older)
        self.export.clicked.connect(self._choose_file)
        self.resize(760, 600)
        self.read_again()

    def read_again(self) -> None:
        """Bring the list and the words on the whole log up to date."""
        library = self.library
        self._read_from_start()
        self.jobs.run(
            self,
            lambda _reporter: library.audit.verify(),
            then=self._show_problems,
            failed=self._failed,
            topic=VERIFY,
        )

    # --- the list ---

    def acts(self) -> frozenset[AuditEvent]:
        """Return what the list is narrowed to; empty for everything."""
        chosen: frozenset[AuditEvent] = self.choice.currentData()
        return chosen

    def _read_from_start(self) -> None:
        self._limit, self._shown = STEP, 0
        self._read()

    def _read_older(self) -> None:
        self._shown = self.list.row_model.rowCount()
        self._limit += STEP
        self._read()

    def _read(self) -> None:
        library, acts, limit = self.library, self.acts(), self._limit + 1
        self.jobs.run(
            self,
            lambda _reporter: library.audit.entries(acts=acts, limit=limit),
            then=self._show_entries,
            failed=self.show_failure,
            topic=LIST,
        )

    def _show_entries(self, read: Sequence[AuditEntry]) -> None:
        """Show entries. The keyboard stays in the choice where it was; else reading goes on in the list."""
        entries, more, has_focus = read[: self._limit], len(read) > self._limit, self.choice.hasFocus()
        extent = wording.count(len(entries), tr("entry"), tr("entries"))
        if more:
            extent = tr("The newest {number:,} entries").format(number=len(entries))
        self.show_list(rows(entries), extent, NOTHING, ALL if self.acts() else "")
        self.older.setEnabled(more)
        self.export.setEnabled(bool(entries))
        if has_focus:
            self.choice.setFocus()
        elif entries:
            self.list.choose(min(self._shown, self.list.row_model.rowCount() - 1))

    def _show_problems(self, problems: Sequence[Message]) -> None:
        """Show what the verification of the whole log found, and what to do."""
        named = [translate_core(problem) for problem in problems[:SHORT]]
        if len(problems) > SHORT:
            named.append(tr("And {number:,} more.").format(number=len(problems) - SHORT))
        broken = " ".join((tr("The log is not complete."), *named, NOT_WHOLE_ADVICE))
        self.state.say(broken if problems else WHOLE, bad=bool(problems))

    # --- a file ---

    def _choose_file(self) -> None:
        forms = {"csv": tr("Table")}
        if path := chosen_file(self, tr("Export the activity log"), tr("Activity log"), forms):
            self.write(path)

    def write(self, path: Path) -> None:
        """Write all entries of the chosen group, including those that are not shown yet."""
        library, acts = self.library, self.acts()
        self.jobs.run(
            self.parentWidget() or self,
            lambda _reporter: library.exports.record(library.audit.entries(acts=acts), path),
            then=lambda number: self._written(path, number),
            failed=lambda error: self._failed(error),
            topic="log file",
        )

    def _written(self, path: Path, number: int) -> None:
        many = wording.count(number, tr("entry was written"), tr("entries were written"))
        self._say(tr("{many} to {file}.").format(many=many, file=path.name))

    def _failed(self, error: BriefBankError) -> None:
        self._say(str(error), bad=True)

    def _say(self, text: str, *, bad: bool = False) -> None:
        if isValid(self):
            self.state.say(text, bad=bad)
        elif self._tell is not None:
            self._tell(text)


class RecordPanel(SettingsPanel):
    """What the log holds, and the button that shows it in a dialog of its own."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(TITLE, page)
        self.dialog: RecordDialog | None = None
        self.open = push_button(tr("Show the activity log…"))
        text = tr(
            "BriefBank keeps a log of what is added, removed, corrected, exported and changed in this "
            "library, without any content. Each entry is bound to the one before it, so that a change in the "
            "log shows."
        )
        self.inside.addWidget(label(text, role="muted", wrap=True))
        self.inside.addLayout(row(self.open, STRETCH))
        self.open.clicked.connect(self.show_dialog)

    def show_dialog(self) -> None:
        """Show the log as it is now, in place of a dialog that is open."""
        if self.dialog is not None:
            self.dialog.close()
        self.dialog = RecordDialog(self.library, self.jobs, self.window(), self.page.status.emit)
        forget_when_closed(self, "dialog", self.dialog)
        self.dialog.show()
