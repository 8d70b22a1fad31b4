"""What every panel of the settings has, the panels that are a table of choices, and the list of entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from briefbank import settings
from briefbank.domain.userdata import Forgotten
from briefbank.errors import BriefBankError
from ui.i18n.translate import tr
from ui.jobs import Job, Lane, Work
from ui.kit.controls import Panel, SegmentedControl, label, link_button, push_button
from ui.kit.dialogs import confirmed
from ui.kit.keyboard import LettersElsewhere
from ui.kit.layout import STRETCH, column, row
from ui.shared import wording
from ui.style.theme import restyle

if TYPE_CHECKING:
    from ui.features.settings.page import SettingsPage


class SettingsPanel(Panel):
    """A panel that reads and changes settings by itself, and says below what came of it."""

    def __init__(self, title: str, page: SettingsPage) -> None:
        super().__init__(title)
        self.title, self.page, self.library, self.jobs = title, page, page.library, page.jobs
        self.message = label("", wrap=True)
        self.message.hide()

    def refresh(self) -> None:
        """Show what may have changed since the page was last shown. Most panels have nothing of that kind."""

    def run(
        self,
        work: Work,
        then: Callable[[Any], object] | None = None,
        *,
        failed: Callable[[BriefBankError], object] | None = None,
        lane: Lane = Lane.NOTES,
        topic: str = "",
    ) -> Job:
        """Run a job; its error is said on the panel unless ``failed`` takes it."""
        return self.jobs.run(self, work, then=then, failed=failed or self.fail, lane=lane, topic=topic)

    def ask(self, work: Work, then: Callable[[Any], object], topic: str) -> Job:
        """Ask the library something that is answered soon."""
        return self.run(work, then, lane=Lane.READER, topic=topic)

    def keep(
        self,
        then: Callable[[Any], object] | None = None,
        failed: Callable[[BriefBankError], object] | None = None,
        **fields: Any,
    ) -> Job:
        """Keep some fields of Settings, in the order of the choices; otherwise say why they are not kept."""
        return self.run(
            lambda _reporter: settings.change(**fields),
            then or (lambda _nothing: self.say("")),
            failed=failed or self.not_kept,
        )

    def say(self, text: str, *, bad: bool = False) -> None:
        """Say what came of a choice; an empty text says nothing."""
        restyle(self.message, role="bad" if bad else "")
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def fail(self, error: BriefBankError) -> None:
        self.say(str(error), bad=True)

    def not_kept(self, error: BriefBankError) -> None:
        self.say(wording.not_kept(error), bad=True)


@dataclass(frozen=True, slots=True)
class Choice:
    """A field of Settings with the values that a person can choose."""

    field: str
    words: str
    values: Sequence[tuple[Any, str, str]]  # The value, the words and the tip of each
    at_once: Callable[[Any], None] | None = None  # Changes the window at once
    at_next_start: bool = False  # The choice counts when BriefBank is next opened, which is offered


class ChoicesPanel(SettingsPanel):
    """A panel that is a table of choices, each a switch with its words before it."""

    def __init__(self, title: str, about: str, choices: Sequence[Choice], page: SettingsPage) -> None:
        super().__init__(title, page)
        self.switches: dict[str, SegmentedControl] = {}
        self.restart = link_button(tr("Restart BriefBank now"), flush=True)
        self.restart.hide()
        self.inside.addWidget(label(about, role="muted", wrap=True))
        for choice in choices:
            switch = self.switches[choice.field] = SegmentedControl(choice.words, choice.values)
            words = label(choice.words) if len(choices) > 1 else None
            self.inside.addLayout(column(words, row(switch, STRETCH), spacing=4))
            self._show(choice)
            switch.changed.connect(partial(self._choose, choice))
        self.inside.addLayout(row(self.message, self.restart, STRETCH, spacing=12))
        self.restart.clicked.connect(page.restart_wanted)
        self._choices = choices

    def refresh(self) -> None:
        for choice in self._choices:
            self._show(choice)

    def _show(self, choice: Choice) -> None:
        """Show what is kept; the default where that cannot be chosen here."""
        switch, value = self.switches[choice.field], getattr(settings.load(), choice.field)
        blocked = switch.blockSignals(True)
        switch.choose(value if value in switch.values else getattr(settings.Settings(), choice.field))
        switch.blockSignals(blocked)

    def _choose(self, choice: Choice, value: Any) -> None:
        """Keep a choice. One that counts at once does so until the program ends, even if it is not kept."""
        if choice.at_once is not None:
            choice.at_once(value)
        self.keep(partial(self._kept, choice), partial(self._failed, choice), **{choice.field: value})

    def _kept(self, choice: Choice, _nothing: object) -> None:
        self.say(wording.NEXT_TIME if choice.at_next_start else "")
        self.restart.setVisible(choice.at_next_start)

    def _failed(self, choice: Choice, error: BriefBankError) -> None:
        if choice.at_once is None:
            self._show(choice)
        self.not_kept(error)

    def say(self, text: str, *, bad: bool = False) -> None:
        """Say what came of a choice, and read it aloud with the switches."""
        super().say(text, bad=bad)
        self.restart.hide()
        for switch in self.switches.values():
            switch.setAccessibleDescription(text)


WHERE = tr(
    "The list under the search box and the page before a search show what you searched for and which briefs "
    "you opened. This is kept on this computer for you alone, in no library and in no backup of one."
)
STAYS = tr("Saved searches and collections stay until you remove them.")
SWITCHED_OFF = tr("From now on nothing is remembered. What was remembered before stays until you forget it.")
SWITCHED_ON = tr("From now on searches and opened briefs are remembered.")
NOTHING = tr("Nothing was remembered, so there was nothing to forget.")
REMEMBER = Choice(
    "remember",
    tr("Searches and opened briefs"),
    ((True, tr("Remember them"), ""), (False, tr("Remember nothing"), "")),
)


class RememberingPanel(ChoicesPanel):
    """Whether searches are remembered, and a button that forgets them. All that they do runs behind what is
    still to be noted."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(REMEMBER.words, f"{WHERE} {STAYS}", (REMEMBER,), page)
        self.forget = push_button(tr("Forget all now…"))
        self.inside.insertLayout(self.inside.count() - 1, row(self.forget, STRETCH))
        self.forget.clicked.connect(self._ask)

    def _kept(self, choice: Choice, _nothing: object) -> None:
        self.say(SWITCHED_ON if self.switches[choice.field].value else SWITCHED_OFF)
        self.page.remembering_changed.emit()

    def _ask(self) -> None:
        if confirmed(
            self.window(),
            tr("Forget all now"),
            tr("Forget all searches and opened briefs?"),
            tr("This cannot be undone.") + f" {STAYS}",
            yes=tr("Forget them"),
            no=tr("Keep them"),
        ):
            self.forget_all()

    def forget_all(self) -> None:
        library = self.library
        self.run(lambda _reporter: library.userdata.forget(), self._forgotten)

    def _forgotten(self, forgotten: Forgotten) -> None:
        self.say(NOTHING)
        if forgotten.searches or forgotten.documents:
            searches = wording.count(forgotten.searches, tr("search"), tr("searches"))
            documents = wording.count(forgotten.documents, tr("opened brief"), tr("opened briefs"))
            text = tr("Forgotten: {searches} and {documents}. They are gone from the disk.")
            self.say(text.format(searches=searches, documents=documents))
        self.page.remembering_changed.emit()


MOST = 8  # The most entries of a list that are in view at once


class EntryList(LettersElsewhere, QListWidget):
    """Entries of one or more lines, hidden while there is none. Delete asks to remove the chosen one."""

    delete_pressed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("plain_list")
        self.setAccessibleName(name)
        self.setWordWrap(True)

    def show_entries(self, entries: Sequence[tuple[str, Any]]) -> None:
        """Show texts, each with the key of its entry. The chosen entry stays chosen."""
        chosen = self.chosen()
        self.clear()
        for text, key in entries:
            item = QListWidgetItem(text, self)
            item.setData(Qt.ItemDataRole.UserRole, key)
            if key == chosen:
                self.setCurrentItem(item)
        shown = entries[:MOST]
        lines = sum(text.count("\n") + 1 for text, _key in shown)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 16 * len(shown) + 6)
        self.setVisible(bool(entries))

    def chosen(self) -> Any:
        """Return the key of the chosen entry; None when there is none."""
        item = self.currentItem()
        return item.data(Qt.ItemDataRole.UserRole) if item is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)
