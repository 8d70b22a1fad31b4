"""The panel of the settings page on what was taken along from the office: until when, and deleting it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from briefbank.domain.office import OfflineReport, OfflineState
from briefbank.errors import BriefBankError
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr, translate_core
from ui.jobs import Lane, Work
from ui.kit.confirmation import confirmed
from ui.kit.controls import label, push_button
from ui.kit.page_parts import Panel
from ui.kit.restyle import restyle
from ui.shared.wording import count, counted, day

MEANING = tr(
    "These documents can be searched and read on this computer while the office server is away. Each time "
    "BriefBank opens with the server, it brings them up to date and sends what was done with them."
)
LOOKING = tr("BriefBank looks what is on this computer…")
NOTHING = tr("Nothing of the office’s library is on this computer any more.")
BRINGING = tr("Bringing it up to date…")
UP_TO_DATE = tr("It is up to date, and nothing is left to send.")
LOST = tr("That is lost.")
_NAMED = 12  # The docket numbers that are named


class OfflinePanel(Panel):
    """A panel that shows what it is told. It is hidden where nothing was taken along."""

    sync_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Taken along to court"), parent)
        self.state = label(LOOKING, wrap=True)
        self.sync = push_button(tr("Bring up to date"))
        self.delete = push_button(tr("Delete from this computer…"))
        self.message = label("", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(10)
        for button in (self.sync, self.delete):
            row.addWidget(button)
        row.addWidget(self.message, 1)
        self.inside.addWidget(self.state)
        self.inside.addWidget(label(MEANING, role="muted", wrap=True))
        self.inside.addLayout(row)
        self.sync.clicked.connect(self.sync_wanted)
        self.delete.clicked.connect(self.delete_wanted)
        self.hide()

    def show_state(self, state: OfflineState | None) -> None:
        self.state.setText(_described(state) if state else NOTHING)
        for button in (self.sync, self.delete):
            button.setEnabled(state is not None)

    def say(self, text: str, *, bad: bool = False) -> None:
        restyle(self.message, role="bad" if bad else "")
        self.message.setText(text)


class OfflineController(PanelController):
    """The controller of the panel."""

    def __init__(self, panel: OfflinePanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self.panel = panel
        self._offline = context.library.office.offline if context.library.office is not None else None
        self._state: OfflineState | None = None
        panel.sync_wanted.connect(self._sync)
        panel.delete_wanted.connect(self._delete)

    def refresh(self) -> None:
        """Look what is there, where something is."""
        offline = self._offline
        self.panel.setVisible(offline is not None and offline.lease() is not None)
        if offline is not None and not self.panel.isHidden():
            self.panel.say("")
            self._start(lambda _reporter: offline.state(), self._show)

    def _start(self, work: Work, show: Callable[[Any], None]) -> None:
        """Work with the offline copy when nothing else does."""
        job = self._jobs.start(Lane.OFFLINE, work)
        job.done.connect(show)
        job.failed.connect(self._failed)

    def _show(self, state: OfflineState | None) -> None:
        self._state = state
        self.panel.show_state(state)

    def _sync(self) -> None:
        offline = self._offline
        assert offline is not None
        self.panel.say(BRINGING)
        self._start(lambda reporter: (offline.sync(reporter), offline.state()), self._synced)

    def _synced(self, result: tuple[OfflineReport, OfflineState | None]) -> None:
        report, state = result
        self._show(state)
        problem = translate_core(report.problems[0]) if report.problems else ""
        self.panel.say(problem or UP_TO_DATE, bad=bool(problem))

    def _delete(self) -> None:
        offline, state = self._offline, self._state
        assert offline is not None and state is not None
        lost = _lost(state)
        if confirmed(
            self.panel,
            tr("Delete what was taken along"),
            tr("Delete the documents that were taken along from this computer?"),
            " ".join(filter(None, (tr("The office’s library keeps them."), lost))),
            yes=tr("Delete"),
            no=tr("Cancel"),
        ):
            self._start(lambda reporter: offline.leave(reporter, unsent_too=bool(lost)), self._deleted)

    def _deleted(self, _nothing: object) -> None:
        self._show(None)
        self.panel.say("")

    def _failed(self, error: BriefBankError) -> None:
        self.panel.say(translate_core(error.message), bad=True)


def _described(state: OfflineState) -> str:
    """Return what is there, until when, and what the office lacks of it."""
    lease = state.lease
    until = day(lease.last_day)
    if lease.is_over():
        return tr("The time for which documents were taken along ended on {day}.").format(day=until)
    documents = count(state.documents, tr("document"), tr("documents"))
    said = tr("{documents} until {day}.").format(documents=documents, day=until)
    return " ".join(filter(None, (said, _matters(lease.choice.matters), _unsent(state))))


def _matters(matters: Sequence[str]) -> str:
    """Return a sentence with the first docket numbers."""
    more = len(matters) - _NAMED
    named = ", ".join(matters[:_NAMED])
    if more > 0:
        return counted(
            more,
            tr("Docket numbers: {named}, and one more."),
            tr("Docket numbers: {named}, and {number} more."),
            named=named,
        )
    return tr("Docket numbers: {named}.").format(named=named) if named else ""


def _unsent(state: OfflineState) -> str:
    """Return a sentence on what the office does not have; empty where there is nothing."""
    if not state.unsent:
        return ""
    return counted(
        state.unsent,
        tr("One mark, correction or new file is not at the office yet."),
        tr("{number} marks, corrections and new files are not at the office yet."),
    )


def _lost(state: OfflineState) -> str:
    """Return a sentence on what would be lost; empty where nothing would be."""
    if state.lease.is_over():
        return tr("What was done with them and is not at the office yet is lost.")
    return f"{_unsent(state)} {LOST}" if state.unsent else ""
