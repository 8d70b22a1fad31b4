"""The panel of the settings page on matters that are kept from some persons of the office."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from briefbank.domain.office import Action, Matter, WalledMatter
from briefbank.errors import BriefBankError
from briefbank.jobs import Reporter
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr, translate_core
from ui.jobs import Lane
from ui.kit.confirmation import confirmed
from ui.kit.controls import label, push_button
from ui.kit.page_parts import Panel
from ui.kit.restyle import restyle
from ui.kit.save_dialog import chosen_file
from ui.shared.matter_dialog import MatterDialog
from ui.shared.wording import count

MEANING = tr(
    "The documents of these matters are kept from the persons named, as if they were not in the library: no "
    "search, list, count or copy tells of them. A change counts at once."
)
NO_MATTERS = tr("No matter is kept from anybody.")
FILES = tr("Lists of matters (*.csv)")
MATTER_ROLE = Qt.ItemDataRole.UserRole + 1
_ROWS = 8


class WallsPanel(Panel):
    """A panel that requests changes by its signals, and shows their outcome. It is hidden from all who do not
    look after walls."""

    put_wanted = Signal(object)  # A matter to be added or changed
    remove_wanted = Signal(str)
    import_wanted = Signal(object)
    export_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Matters that are kept from some persons"), parent)
        self.matters = QListWidget()
        self.matters.setAccessibleName(tr("Matters"))
        self.matters.setObjectName("plain_list")
        self.matters.setWordWrap(True)
        self.add = push_button(tr("Add a matter…"))
        self.change = push_button(tr("Change…"))
        self.remove = push_button(tr("Open to everybody"))
        self.bring = push_button(tr("Import a list…"))
        self.write = push_button(tr("Export the list…"))
        self.message = label("", wrap=True)
        self.dialog: MatterDialog | None = None
        self.inside.addWidget(label(MEANING, role="muted", wrap=True))
        self.inside.addWidget(self.matters)
        row = QHBoxLayout()
        row.setSpacing(10)
        for button in (self.add, self.change, self.remove, self.bring, self.write):
            row.addWidget(button)
        row.addStretch(1)
        self.inside.addLayout(row)
        self.inside.addWidget(self.message)
        self.add.clicked.connect(lambda: self._edit(None))
        self.change.clicked.connect(lambda: self._edit(self.chosen()))
        self.matters.itemActivated.connect(lambda _item: self._edit(self.chosen()))
        self.remove.clicked.connect(self._remove)
        self.bring.clicked.connect(self._import)
        self.write.clicked.connect(self._export)
        self.matters.currentRowChanged.connect(lambda _row: self._enable())
        self.show_matters([])
        self.hide()

    def show_matters(self, matters: Sequence[WalledMatter]) -> None:
        chosen = self.chosen()
        self.matters.clear()
        for matter in matters:
            item = QListWidgetItem(_described(matter), self.matters)
            item.setData(MATTER_ROLE, matter.matter)
            if chosen is not None and matter.matter.name == chosen.name:
                self.matters.setCurrentItem(item)
        self.matters.setVisible(bool(matters))
        rows = min(max(len(matters), 2), _ROWS)
        self.matters.setFixedHeight(rows * (2 * self.fontMetrics().lineSpacing() + 14) + 6)
        self._enable()
        self.say("" if matters else NO_MATTERS)

    def chosen(self) -> Matter | None:
        item = self.matters.currentItem()
        matter: Matter | None = item.data(MATTER_ROLE) if item is not None else None
        return matter

    def say(self, text: str, *, bad: bool = False) -> None:
        restyle(self.message, role="bad" if bad else "")
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def _enable(self) -> None:
        for button in (self.change, self.remove):
            button.setEnabled(self.chosen() is not None)
        self.write.setEnabled(self.matters.count() > 0)

    def _edit(self, matter: Matter | None) -> None:
        self.dialog = MatterDialog(self, matter)
        self.dialog.wanted.connect(self.put_wanted)
        self.dialog.open()

    def _remove(self) -> None:
        matter = self.chosen()
        if matter is not None and confirmed(
            self,
            tr("Open to everybody"),
            tr("Open the documents of {matter} to everybody?").format(matter=matter.name),
            tr("Everybody who may search the office’s library finds them then."),
            yes=tr("Open to everybody"),
            no=tr("Change nothing"),
        ):
            self.remove_wanted.emit(matter.name)

    def _import(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(self, tr("Import a list"), "", FILES)
        if path:
            self.import_wanted.emit(Path(path))

    def _export(self) -> None:
        if path := chosen_file(self, tr("Export the list"), "matters", {"csv": tr("Table")}):
            self.export_wanted.emit(path)


class WallsController(PanelController):
    """The controller of the panel."""

    def __init__(self, panel: WallsPanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self.panel, self._office = panel, context.library.office
        panel.put_wanted.connect(lambda matter: self._change(partial(self._walls().put, matter)))
        panel.remove_wanted.connect(lambda name: self._change(partial(self._walls().remove, name)))
        panel.import_wanted.connect(lambda path: self._change(partial(self._walls().import_from, path)))
        panel.export_wanted.connect(self._export)

    def refresh(self) -> None:
        """List the matters again, for a person who looks after them."""
        person = self._office.person if self._office is not None else None
        self.panel.setVisible(person is not None and person.may(Action.SCREEN))
        if not self.panel.isHidden():
            self._run(lambda _reporter: self._walls().matters(), self.panel.show_matters)

    def _change(self, change: Callable[[Reporter], Any]) -> None:
        self.panel.say(tr("Making the change…"))
        self._run(change, lambda _done: self.refresh())

    def _export(self, path: Path) -> None:
        def written(matters: int) -> None:
            self.panel.say(
                tr("{number} written to {file}.").format(
                    number=count(matters, tr("matter"), tr("matters")), file=path.name
                )
            )

        self._run(lambda _reporter: self._walls().export(path), written)

    def _walls(self) -> Any:
        assert self._office is not None
        return self._office.walls

    def _run(self, work: Callable[[Reporter], Any], then: Callable[[Any], None]) -> None:
        job = self._jobs.start(Lane.NOTES, work)
        job.done.connect(then)
        job.failed.connect(self._failed)

    def _failed(self, error: BriefBankError) -> None:
        self.panel.say(translate_core(error.message), bad=True)


def _described(walled: WalledMatter) -> str:
    """Return what the list says of a matter, in two lines."""
    matter = walled.matter
    kept = tr("kept from {names}").format(names=", ".join((*matter.persons, *matter.groups)))
    dockets = " · ".join(matter.dockets)
    number = count(walled.documents, tr("document"), tr("documents"))
    return "\n".join((matter.name, " · ".join(filter(None, (dockets, number, kept)))))
