"""The panel of the settings page on remembered searches: a switch, and a button that forgets them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from briefbank import settings
from briefbank.domain.userdata import Forgotten
from briefbank.errors import BriefBankError
from ui.features.settings import settings_changes
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr
from ui.jobs import Lane
from ui.kit.confirmation import confirmed
from ui.kit.controls import label, push_button
from ui.kit.page_parts import Panel
from ui.kit.restyle import restyle
from ui.shared import wording

WHERE = tr(
    "The list under the search box and the page before a search show what you searched for and which briefs "
    "you opened. This is kept on this computer for you alone, in no library and in no backup of one."
)
STAYS = tr("Saved searches and collections stay until you remove them.")
SWITCHED_OFF = tr("From now on nothing is remembered. What was remembered before stays until you forget it.")
SWITCHED_ON = tr("From now on searches and opened briefs are remembered.")
NOTHING = tr("Nothing was remembered, so there was nothing to forget.")
QUESTION = tr("Forget all searches and opened briefs?")
MEANING = tr("This cannot be undone.")


class RememberingPanel(Panel):
    """A panel with a switch and a button, which shows what came of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Searches and opened briefs"), parent)
        self.on = QCheckBox(tr("Remember searches and opened briefs on this computer"))
        self.on.setAccessibleDescription(WHERE)
        self.forget = push_button(tr("Forget all now…"), tip=STAYS)
        self.message = label("", wrap=True)
        column, row = self.inside, QHBoxLayout()
        column.addWidget(self.on)
        column.addWidget(label(f"{WHERE} {STAYS}", role="muted", wrap=True))
        row.setSpacing(10)
        row.addWidget(self.forget)
        row.addWidget(self.message, 1)
        column.addLayout(row)

    def say_switched(self, on: bool) -> None:
        self._say(SWITCHED_ON if on else SWITCHED_OFF)

    def say_forgotten(self, forgotten: Forgotten) -> None:
        """Show what was forgotten, in numbers."""
        if not forgotten.searches and not forgotten.documents:
            self._say(NOTHING)
            return
        searches = wording.count(forgotten.searches, tr("search"), tr("searches"))
        documents = wording.count(forgotten.documents, tr("opened brief"), tr("opened briefs"))
        text = tr("Forgotten: {searches} and {documents}. They are gone from the disk.")
        self._say(text.format(searches=searches, documents=documents))

    def fail(self, error: BriefBankError) -> None:
        self._say(str(error), bad=True)

    def _say(self, text: str, *, bad: bool = False) -> None:
        restyle(self.message, role="bad" if bad else "")
        self.message.setText(text)
        self.forget.setAccessibleDescription(text)


class RememberingController(PanelController):
    """The controller of the panel. Everything runs in the lane of notes, behind what is still to be noted."""

    changed = Signal()  # Emitted when what is remembered changed, or whether anything is

    def __init__(self, panel: RememberingPanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self._panel = panel
        panel.on.setChecked(settings.load().remember)
        panel.on.clicked.connect(self._switch)
        panel.forget.clicked.connect(self._ask)

    def _switch(self, on: bool) -> None:
        job = settings_changes.keep(self._jobs, remember=on)
        job.done.connect(lambda _nothing: self._switched(on))
        job.failed.connect(partial(self._not_switched, on))

    def _switched(self, on: bool) -> None:
        self._panel.say_switched(on)
        self.changed.emit()

    def _not_switched(self, on: bool, error: BriefBankError) -> None:
        self._panel.on.setChecked(not on)
        self._panel.fail(error)

    def _ask(self) -> None:
        agreed = confirmed(
            self._panel.window(),
            tr("Forget all now"),
            QUESTION,
            f"{MEANING} {STAYS}",
            yes=tr("Forget them"),
            no=tr("Keep them"),
        )
        if agreed:
            self.forget()

    def forget(self) -> None:
        """Forget everything. The person was asked already."""
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.userdata.forget())
        job.done.connect(self._forgotten)
        job.failed.connect(self._panel.fail)

    def _forgotten(self, forgotten: Forgotten) -> None:
        self._panel.say_forgotten(forgotten)
        self.changed.emit()
