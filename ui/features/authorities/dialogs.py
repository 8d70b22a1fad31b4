"""The dialogs on the law around a document or an authority: versions of a provision, what changed since, and
which documents cite the same or rely on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QDialog, QFileDialog, QTextEdit

from briefbank.domain.authorities import Authority, Change, LawAsOf, Provision
from briefbank.domain.authority_reports import Difference, Reliance, SameAuthorities
from briefbank.domain.documents import Document
from briefbank.errors import BriefBankError, NotInLibrary
from briefbank.text.messages import Message, as_message
from ui.features.authorities.authority_view import AuthorityPageContents, version_row
from ui.features.authorities.good_law import FILES
from ui.i18n.translate import tr, translate_core
from ui.jobs import Lane
from ui.kit.controls import ChoiceBox, ElidedLabel, IconButton, Notice, label, push_button
from ui.kit.keyboard import announce
from ui.kit.layout import DIALOG, STRETCH, column, holder, panes, row
from ui.kit.text import look_of
from ui.shared import wording
from ui.shared.notices import AlertBand, ListDialog
from ui.shared.passages import PassageTarget
from ui.shared.row_list import Row, RowList
from ui.style.theme import colours

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.authorities.page import AuthoritiesPage

NAMED = 6  # The number of shared authorities that are named; the others are counted
LONGEST = 80  # The most letters of each name
SAID = 160  # The most letters of removed, or added, text that are shown
REPORT_NAME = tr("Documents that rely on it.csv")


class RowsDialog(ListDialog):
    """A list of rows, each of which can be opened while the dialog stays."""

    def __init__(
        self, page: AuthoritiesPage, title: str, about: str, open_row: Callable[[Any], object]
    ) -> None:
        super().__init__(title, about, title, page.window())
        self.read = push_button(tr("Open"))
        self.read.setEnabled(False)
        self.add_button(self.read)
        self.list.opened.connect(open_row)
        self.list.moved.connect(lambda target: self.read.setEnabled(target is not None))
        self.read.clicked.connect(lambda: open_row(self.list.current()))


class SameDialog(RowsDialog):
    """A list of briefs that cite the same authorities as a document."""

    def __init__(self, page: AuthoritiesPage, document: Document) -> None:
        title = tr("Briefs that cite the same authorities")
        super().__init__(page, title, wording.title(document), page.open_target)
        library, document_id = page.library, document.id
        page.jobs.run(
            self,
            lambda _reporter: library.authorities.same(document_id),
            then=self._show_same,
            failed=self.show_failure,
            topic="same",
        )

    def _show_same(self, documents: Sequence[SameAuthorities]) -> None:
        extent = tr("{count}, nearest first; what few documents cite counts more")
        self.show_list(
            [_same_row(document) for document in documents],
            extent.format(count=wording.documents(len(documents))),
            tr("No other document cites what this one cites."),
            tr("Its citations may not be known, or nothing of the kind is in the library yet."),
        )


def _same_row(same: SameAuthorities) -> Row:
    document, more = same.document, len(same.shared) - NAMED
    named = "; ".join(wording.beginning(str(authority), LONGEST) for authority in same.shared[:NAMED])
    shared = wording.count(len(same.shared), tr("authority"), tr("authorities"))
    return Row(
        wording.title(document),
        tr("{named}; and {more:,} more").format(named=named, more=more) if more > 0 else named,
        detail="  ·  ".join((wording.KIND_WORDS[document.kind], wording.day(document.filed))),
        side=tr("{count} shared").format(count=shared),
        target=PassageTarget(
            same.passage_id, cites=tuple(authority.canonical for authority in same.shared[:1])
        ),
    )


class ChangesDialog(RowsDialog):
    """A list of changes, since a document's date, in what it cites. A row opens the versions of a provision,
    or the page of another authority."""

    def __init__(self, page: AuthoritiesPage, document: Document, law: LawAsOf) -> None:
        def open_change(change: Change) -> None:
            if change.provision_id:
                page.show_versions(change.authority.id)
            else:
                page.authority_wanted.emit(change.authority.id)

        super().__init__(page, tr("What changed since"), wording.title(document), open_change)
        rows = [
            Row(
                wording.authority_name(change.authority),
                translate_core(change.text),
                detail=wording.authority_detail(change.authority),
                target=change,
            )
            for change in law.changes
        ]
        self.show_list(rows, wording.law_of(law), tr("The library knows of no change since."))
        self.list.choose(0)


class RelianceDialog(RowsDialog):
    """A list of documents that rely on an authority, newest first, to read and to save as CSV."""

    def __init__(self, page: AuthoritiesPage, shown: AuthorityPageContents) -> None:
        authority = shown.page.authority
        super().__init__(page, tr("Which briefs rely on this"), str(authority), page.open_target)
        self._page, self._canonical, self._cites = page, authority.canonical, shown.names
        self.notice = Notice(left=14, inset=True)
        self.save = push_button(tr("Save as CSV…"))
        self.save.setEnabled(False)
        self.add_above(self.notice)
        self.add_button(self.save)
        self.save.clicked.connect(self._choose_file)
        library, canonical = page.library, authority.canonical
        page.jobs.run(
            self,
            lambda _reporter: library.good_law.relying(canonical),
            then=self._show_reliances,
            failed=self.show_failure,
            topic="relying",
        )

    def _show_reliances(self, reliances: Sequence[Reliance]) -> None:
        extent = tr("{count}, {passages}, newest first").format(
            count=wording.documents(len(reliances)),
            passages=wording.passages(sum(len(reliance.passages) for reliance in reliances)),
        )
        rows = [_reliance_row(reliance, self._cites) for reliance in reliances]
        self.show_list(rows, extent, tr("No document of the library relies on it."))
        self.save.setEnabled(bool(reliances))

    def _choose_file(self) -> None:
        chosen, _kind = QFileDialog.getSaveFileName(self, tr("Save the report"), REPORT_NAME, FILES)
        if not chosen:
            return
        path, library, canonical = Path(chosen), self._page.library, self._canonical
        failed = tr("Nothing was written. {error}")
        one, many = (
            tr("{number} passage was written to {path}."),
            tr("{number} passages were written to {path}."),
        )
        self._page.jobs.run(
            self,
            lambda _reporter: library.good_law.export_relying(canonical, path),
            then=lambda passages: self.notice.say(wording.counted(passages, one, many, path=path)),
            failed=lambda error: self.notice.say(failed.format(error=error), bad=True),
            lane=Lane.NOTES,
        )


def _reliance_row(reliance: Reliance, cites: tuple[str, ...]) -> Row:
    document, passages = reliance.document, reliance.passages
    pages = ", ".join(
        dict.fromkeys(wording.page(passage.page_label, passage.first_page) for passage in passages)
    )
    facts = wording.day(document.filed), document.court, document.docket
    return Row(
        wording.title(document),
        pages[:1].upper() + pages[1:],
        detail="  ·  ".join(fact for fact in facts if fact),
        side=wording.passages(len(passages)),
        target=PassageTarget(passages[0].id, cites=cites) if passages else document,
    )


# --- versions ---


@dataclass(frozen=True, slots=True)
class Versions:
    """The contents of the dialog of versions."""

    authority: Authority
    versions: tuple[Provision, ...]  # The versions, the newest window first
    documents: dict[int, Document]  # The documents that hold them, by id
    problems: tuple[Message, ...]


class VersionsDialog(QDialog):
    """A modeless dialog: the versions of a provision, and how the words of one differ from another's.

    Removed text is struck through and in brackets, added text is underlined (the way of the New Jersey
    session laws). The differences can be visited one by one.
    """

    def __init__(self, page: AuthoritiesPage, authority_id: int) -> None:
        super().__init__(page.window())
        self._page, self._authority_id = page, authority_id
        self.setWindowTitle(tr("Versions"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.shown: Versions | None = None
        self._at = -1  # The difference that is visited; -1 before the first
        self.name = ElidedLabel(lines=2, scale=1.3, bold=True)
        self.problems, self.notice = AlertBand(), Notice(left=14, inset=True)
        self.list, self.text, self.against = RowList(tr("Versions")), DifferenceText(), ChoiceBox()
        self.extent = ElidedLabel(tr("Looking …"), lines=2)
        self.previous = IconButton("previous", tr("Change before"))
        self.next = IconButton("next", tr("Next change"))
        self.dates, self.read = push_button(tr("Set dates…")), push_button(tr("Open in the reader"))
        self.closing = push_button(tr("Close"), main=True)
        self._lay_out()
        self._connect()
        self.refresh()

    def _lay_out(self) -> None:
        self.against.setAccessibleName(tr("Compared with"))
        against = row(label(tr("Compared with"), role="muted"), (self.against, 1))
        extent_row = row((self.extent, 1), self.previous, self.next, spacing=2)
        compared = column(against, extent_row, (self.text, 1), margins=(12, 0, 0, 0), spacing=6)
        both = panes(self.list, holder(compared), sizes=(300, 640))
        buttons = row(self.dates, self.read, STRETCH, self.closing)
        parts = self.name, self.problems, self.notice, (both, 1), buttons
        column(*parts, on=self, margins=DIALOG, spacing=8)
        for button in (self.dates, self.read, self.closing):
            button.setAutoDefault(False)
            button.setEnabled(button is self.closing)
        self.resize(980, 640)

    def _connect(self) -> None:
        self.list.moved.connect(self._choose)
        self.list.opened.connect(self._page.open_version)
        self.against.currentIndexChanged.connect(lambda _row: self._compare())
        self.previous.clicked.connect(lambda: self._step(-1))
        self.next.clicked.connect(lambda: self._step(1))
        self.dates.clicked.connect(lambda: self._page.set_window(self.list.current(), self))
        self.read.clicked.connect(lambda: self._page.open_version(self.list.current()))
        self.closing.clicked.connect(self.accept)

    def refresh(self, message: str = "") -> None:
        """Read the versions, and say something above them."""
        self.notice.say(message)
        library, authority_id = self._page.library, self._authority_id
        self._page.jobs.run(
            self,
            lambda _reporter: _versions(library, authority_id),
            then=self._show_versions,
            failed=self._show_failure,
            topic="versions",
        )

    def _show_versions(self, shown: Versions) -> None:
        """Show versions. The chosen version stays chosen; else the newest is."""
        before: Provision | None = self.list.current()
        self.shown = shown
        self.name.set_whole(tr("Versions of {authority}").format(authority=shown.authority))
        self.problems.show_alerts(shown.problems)
        self.list.show_rows([version_row(version, shown.documents) for version in shown.versions])
        for button in (self.dates, self.read):
            button.setEnabled(True)
        number = self.list.row_model.place_of(lambda version: before is not None and version.id == before.id)
        self.list.choose(max(number, 0))
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, chosen: Provision | None) -> None:
        """Compare the chosen version with the one before it, where there is one."""
        if chosen is None or self.shown is None:
            return
        others = [version for version in self.shown.versions if version.id != chosen.id]
        older = self.shown.versions[self.shown.versions.index(chosen) + 1 :]
        with QSignalBlocker(self.against):
            self.against.clear()
            self.against.addItem(tr("No other version"), 0)
            for version in others:
                self.against.addItem(wording.in_force(version.window), version.id)
            self.against.setCurrentIndex(max(0, self.against.findData(older[0].id)) if older else 0)
        self.against.setEnabled(bool(others))
        self._compare()

    def _compare(self) -> None:
        """Compare the chosen version with the one that is named, or with none."""
        chosen: Provision | None = self.list.current()
        if chosen is None:
            return
        library, before, after = self._page.library, int(self.against.currentData() or 0), chosen.id
        self._page.jobs.run(
            self,
            lambda _reporter: _compared(library, before, after),
            then=partial(self._show_compared, before > 0),
            failed=self._show_failure,
            topic="differences",
        )

    def _show_compared(self, has_other: bool, differences: Sequence[Difference]) -> None:
        self.text.show_differences(differences)
        self._at, number = -1, len(self.text.places)
        extent = tr("{count}: [struck through in brackets] was removed, underlined was added").format(
            count=wording.count(number, tr("change"), tr("changes"))
        )
        same = tr("The words of both versions are the same.")
        self.extent.set_whole((extent if number else same) if has_other else "")
        for button in (self.previous, self.next):
            button.setVisible(has_other)
            button.setEnabled(number > 0)

    def _show_failure(self, error: BriefBankError) -> None:
        self.extent.set_whole("")
        self.notice.say(str(error), bad=True)

    def _step(self, by: int) -> None:
        """Go from difference to difference, and around."""
        number = len(self.text.places)
        self._at = (self._at + by) % number if self._at >= 0 else min(0, by) % number
        location = tr("{value} of {len}").format(value=self._at + 1, len=number)
        self.extent.set_whole(f"{location}: {self.text.go_to(self._at)}")
        announce(self, self.extent.whole())


def _versions(library: LibraryApi, authority_id: int) -> Versions:
    versions = tuple(library.validity.versions(authority_id))
    if not versions:
        raise NotInLibrary(
            as_message(tr("The library has no text of it any more.")),
            as_message(tr("Add the text, or search for it.")),
        )
    documents = {
        provision.document_id: library.documents.get(provision.document_id) for provision in versions
    }
    problems = tuple(library.validity.problems(authority_id))
    return Versions(versions[0].authority, versions, documents, problems)


def _compared(library: LibraryApi, before: int, after: int) -> Sequence[Difference]:
    """Return the words of a version, compared with those of another one or (``before`` 0) of none."""
    if before:
        return library.validity.differences(before, after)
    return [Difference("same", library.validity.text(after))]


@dataclass(slots=True)
class Place:
    """A place at which two versions differ: a range of what is shown, and what was removed and added
    there."""

    start: int
    end: int = 0
    words: dict[str, list[str]] = field(default_factory=lambda: {"removed": [], "added": []})

    def spoken(self) -> str:
        """Return the change in words; long texts are cut to their beginnings."""
        removed, added = (wording.beginning(" ".join(texts), SAID) for texts in self.words.values())
        parts = (
            tr("removed “{removed}”").format(removed=removed) if removed else "",
            tr("added “{added}”").format(added=added) if added else "",
        )
        return "; ".join(part for part in parts if part)


class DifferenceText(QTextEdit):
    """A read-only view of the differences; its words are source text and can be copied."""

    def __init__(self) -> None:
        super().__init__()
        self._differences: Sequence[Difference] = ()
        self.places: list[Place] = []
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(tr("Text of the version"))
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(14)

    def show_differences(self, differences: Sequence[Difference]) -> None:
        """Show differences from the top."""
        self._differences = differences
        self._fill()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def go_to(self, number: int) -> str:
        """Select a place that differs, bring it into view, and return what changed there."""
        span, cursor = self.places[number], self.textCursor()
        cursor.setPosition(span.start)
        cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()
        return span.spoken()

    def _fill(self) -> None:
        """Insert the text in one edit, or each run would cause a new layout of the whole text."""
        c = colours()
        self.clear()
        self.places = []
        cursor, is_new = QTextCursor(self.document()), True
        cursor.beginEditBlock()
        for difference in self._differences:
            start, change, words = cursor.position(), difference.change, difference.text.rstrip()
            cursor.insertText(f"[{words}]" if change == "removed" else words, look_of(change, c))
            if change != "same":
                if is_new:
                    self.places.append(Place(start))
                self.places[-1].end = cursor.position()
                self.places[-1].words[change].append(words)
            is_new = change == "same"
            cursor.insertText(difference.text[len(words) :] or ("" if is_new else " "), look_of("same", c))
        cursor.endEditBlock()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_differences"):
            self._fill()
