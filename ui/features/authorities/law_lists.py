"""Three lists: documents that cite the same authorities, changes in the law since a document's date, and
documents that rely on an authority.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from briefbank.domain.authorities import Authority, Change, LawAsOf
from briefbank.domain.authority_reports import Reliance, SameAuthorities
from briefbank.domain.documents import Document
from ui.features.authorities.law_rows import change_row, same_row
from ui.i18n.translate import tr
from ui.kit.controls import Notice, push_button
from ui.shared import law_texts, wording
from ui.shared.authority_rows import reliance_row
from ui.shared.list_dialog import ListDialog


class SameDialog(ListDialog):
    """A list of briefs that cite the same authorities."""

    spot_wanted = Signal(object)  # A PassageTarget to open in the reader

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        title = tr("Briefs that cite the same authorities")
        super().__init__(title, wording.title(document), title, parent)
        self.list.opened.connect(self.spot_wanted)

    def show_same(self, documents: Sequence[SameAuthorities]) -> None:
        extent = tr("{count}, nearest first; what few documents cite counts more").format(
            count=wording.count(len(documents), tr("document"), tr("documents"))
        )
        nothing = tr("No other document cites what this one cites.")
        advice = tr("Its citations may not be known, or nothing of the kind is in the library yet.")
        self.show_list([same_row(document) for document in documents], extent, nothing, advice)


class ChangesDialog(ListDialog):
    """A list of changes, since a document's date, in what it cites."""

    compare_wanted = Signal(int)  # The authority whose versions to show
    authority_wanted = Signal(int)

    def __init__(self, document: Document, law: LawAsOf, parent: QWidget | None = None) -> None:
        super().__init__(tr("What changed since"), wording.title(document), tr("What changed since"), parent)
        self.compare, self.page = push_button(tr("Compare…")), push_button(tr("Open its page"))
        self.compare.setToolTip(tr("Show the versions of the provision"))
        for button in (self.compare, self.page):
            self.add_button(button)
        self.list.opened.connect(self._open)
        self.list.moved.connect(lambda _change: self._enable())
        self.compare.clicked.connect(lambda: self._with(self.compare_wanted))
        self.page.clicked.connect(lambda: self._with(self.authority_wanted))
        rows = [change_row(change) for change in law.changes]
        self.show_list(rows, law_texts.law_of(law), tr("The library knows of no change since."))
        self.list.choose(0)
        self._enable()

    def _chosen(self) -> Change | None:
        change: Change | None = self.list.current()
        return change

    def _enable(self) -> None:
        change = self._chosen()
        self.page.setEnabled(change is not None)
        self.compare.setEnabled(change is not None and change.provision_id > 0)

    def _open(self, change: Change) -> None:
        signal = self.compare_wanted if change.provision_id else self.authority_wanted
        signal.emit(change.authority.id)

    def _with(self, signal: SignalInstance) -> None:
        if (change := self._chosen()) is not None:
            signal.emit(change.authority.id)


class RelianceDialog(ListDialog):
    """A list of documents that rely on an authority, newest first, to read and to save as CSV."""

    opened = Signal(object)  # A PassageTarget, or a Document without passages
    save_wanted = Signal()

    def __init__(self, authority: Authority, cites: tuple[str, ...], parent: QWidget | None = None) -> None:
        """Mark citations under the names ``cites``."""
        super().__init__(
            tr("Which briefs rely on this"), str(authority), tr("Documents that rely on it"), parent
        )
        self._cites = cites
        self.notice = Notice(left=14, inset=True)
        self.save = push_button(tr("Save as CSV…"))
        self.save.setEnabled(False)
        self.add_above(self.notice)
        self.add_button(self.save)
        self.list.opened.connect(self.opened)
        self.save.clicked.connect(self.save_wanted)

    def show_reliances(self, reliances: Sequence[Reliance]) -> None:
        rows = [reliance_row(reliance, self._cites) for reliance in reliances]
        passages = wording.count(
            sum(len(reliance.passages) for reliance in reliances), tr("passage"), tr("passages")
        )
        extent = tr("{count}, {passages}, newest first").format(
            count=wording.count(len(reliances), tr("document"), tr("documents")), passages=passages
        )
        self.show_list(rows, extent, tr("No document of the library relies on it."))
        self.save.setEnabled(bool(reliances))
