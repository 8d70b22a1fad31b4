"""The page of one authority: whether it holds, how often, when, for what and with which words it is cited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from briefbank.domain.authorities import (
    GRAVEST_FIRST,
    TREATED_AS,
    Authority,
    Provision,
    Relation,
    RelationKind,
)
from briefbank.domain.authority_reports import AuthorityPage, CitingDocument
from briefbank.domain.documents import Document
from briefbank.errors import BriefBankError, NotInLibrary
from ui.features.authorities.good_law import document_line, entered, join_decisions, proposal_rows, stands
from ui.i18n.translate import tr
from ui.jobs import JobReporter
from ui.kit.controls import ElidedLabel, IconButton, label, panel, push_button, scrolled
from ui.kit.layout import TOP, FlowRow, column, holder, panes, row
from ui.shared import wording, year_chart
from ui.shared.notices import MessagePane
from ui.shared.passages import PassagePreview, PassageTarget, read_passage
from ui.shared.row_list import Row, RowSection
from ui.shared.year_chart import YearChart

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.authorities.page import AuthoritiesPage

WIDE = 880  # The width in pixels from which the passage stands beside the page, and not below it
TREATMENTS = 40
"""The number of sentences on a page that say what others do to an authority, and of those on what it does to
others."""
GRAVITY = (
    *sorted(TREATED_AS, key=lambda kind: GRAVEST_FIRST.index(TREATED_AS[kind])),
    RelationKind.INTERPRETS,
    RelationKind.IMPLEMENTS,
)
"""Kinds of what one authority does to another, the gravest first; mere citations are reported elsewhere."""


@dataclass(frozen=True, slots=True)
class ShownRelation:
    """A relation of one authority to another, with the sentence that states it and the document that holds
    it."""

    relation: Relation
    sentence: str
    document: Document


@dataclass(frozen=True, slots=True)
class AuthorityPageContents:
    """The contents of the page of an authority."""

    page: AuthorityPage
    done_to: tuple[ShownRelation, ...]
    does: tuple[ShownRelation, ...]
    texts: dict[int, Document]  # The documents that hold its versions, by id

    @property
    def names(self) -> tuple[str, ...]:
        """Every form under which a citation of the authority may stand in a passage."""
        return (self.page.authority.canonical, *self.page.also)


def read_authority(library: LibraryApi, authority_id: int, reporter: JobReporter) -> AuthorityPageContents:
    page = library.authorities.page(authority_id)
    texts = {version.document_id: library.documents.get(version.document_id) for version in page.versions}
    done_to = _stated_relations(library, page.done_to, reporter)
    return AuthorityPageContents(page, done_to, _stated_relations(library, page.does, reporter), texts)


def _stated_relations(
    library: LibraryApi, relations: Sequence[Relation], reporter: JobReporter
) -> tuple[ShownRelation, ...]:
    """Return relations other than citations with their sentences, the gravest first. Those whose document was
    removed meanwhile are left out."""
    treating = [relation for relation in relations if relation.kind in GRAVITY]
    stated = []
    for relation in sorted(treating, key=lambda relation: GRAVITY.index(relation.kind))[:TREATMENTS]:
        reporter.check()
        try:
            passage, document = read_passage(library, relation.passage_id)
        except NotInLibrary:
            continue
        stated.append(ShownRelation(relation, passage.text[relation.start : relation.end], document))
    return tuple(stated)


class AuthorityView(QWidget):
    """The sections on one authority, and the passage that is chosen in them."""

    def __init__(self, page: AuthoritiesPage) -> None:
        super().__init__()
        self._page = page
        self.shown: AuthorityPageContents | None = None
        self.message = MessagePane()
        self.preview = PassagePreview(page)
        self._make_parts()
        self._lay_out()
        self._connect()
        self.clear()

    # --- parts ---

    def _make_parts(self) -> None:
        self.back = IconButton(
            "back", tr("Back to the authority before"), tr("Back to the authority before (Alt+Left)")
        )
        self.name = ElidedLabel(lines=3, scale=1.45, bold=True)
        self.citation, self.also = ElidedLabel(lines=2), ElidedLabel(lines=2)
        self.also.setProperty("role", "muted")
        self.counts = label("", wrap=True)
        self.reliance = push_button(tr("Which briefs rely on this…"))
        self.add = push_button(tr("Enter on your good-law list…"))
        self.entries = RowSection(tr("Your good-law list"))
        self.change, self.remove = push_button(tr("Change…")), push_button(tr("Remove…"))
        self.entries.add_buttons(self.change, self.remove)
        self.proposals = RowSection(tr("Proposed from your library"))
        self.years, inside = panel(tr("By year"))
        self.chart, self.in_words = YearChart(), label("", role="muted", wrap=True)
        inside.addWidget(self.chart)
        inside.addWidget(self.in_words)
        self.versions = RowSection(tr("Versions"))
        self.compare = push_button(tr("Compare…"), tip=tr("Show two versions side by side"))
        self.versions.add_buttons(self.compare)
        self.texts = RowSection(tr("Its own text"))
        self.points = RowSection(tr("Points it is cited for"))
        self.quotations = RowSection(tr("Quotations from it"), first=4)
        self.together = RowSection(tr("Cited together with"), first=8)
        self.done_to = RowSection(tr("Treatment by other authorities"), first=4)
        self.limiting = RowSection(tr("Documents that interpret or limit it"), first=4)
        self.does = RowSection(tr("Treatment of other authorities"), first=4)
        self.documents = RowSection(tr("Documents that cite it"), first=10)

    def _lay_out(self) -> None:
        """Lay out the sections; those that decide whether the authority can be cited come first."""
        buttons = FlowRow(10, 8)
        buttons.add(self.reliance)
        buttons.add(self.add)
        words = column(self.name, self.citation, self.also, self.counts, 5, buttons, spacing=5)
        self.area = scrolled(
            holder(row((self.back, TOP), (words, 1), margins=(2, 0, 0, 2))),
            *(self.entries, self.proposals, self.versions, self.texts, self.years, self.points),
            *(self.quotations, self.together, self.done_to, self.limiting, self.does, self.documents),
        )
        self.splitter = panes(self.area, self.preview, sizes=(600, 400), shares=(3, 2))
        self._pages = QStackedWidget()
        self._pages.addWidget(self.message)
        self._pages.addWidget(self.splitter)
        column(self._pages, on=self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        manner = Qt.Orientation.Horizontal if self.width() >= WIDE else Qt.Orientation.Vertical
        if manner is not self.splitter.orientation():
            self.splitter.setOrientation(manner)
            self.splitter.setSizes([640, 360])

    def _connect(self) -> None:
        page = self._page
        self._passages = (
            *(self.points, self.quotations, self.done_to, self.limiting, self.does, self.documents),
        )
        for section in self._passages:
            section.list.opened.connect(page.open_target)
            self.preview.follow(section.list)
        join_decisions(self.proposals.list, self.preview, page)
        for section in (*self._passages, self.proposals):
            section.list.moved.connect(partial(self._chosen, section))
        self.texts.list.opened.connect(page.document_wanted)
        self.versions.list.opened.connect(page.open_version)
        self.together.list.opened.connect(lambda authority: page.follow(authority.id))
        self.entries.list.opened.connect(page.change)
        self.entries.list.moved.connect(lambda _entry: self._enable())
        self.change.clicked.connect(lambda: page.change(self._entry()))
        self.remove.clicked.connect(lambda: page.remove([self._entry()]))
        self.reliance.clicked.connect(page.show_report)
        self.add.clicked.connect(lambda: page.add(self.authority))
        self.compare.clicked.connect(self._compare)
        self.back.clicked.connect(page.go_back)

    def _chosen(self, section: RowSection, target: object) -> None:
        """Leave one row chosen on the page: that of the passage in the preview."""
        for other in (*self._passages, self.proposals):
            if target is not None and other is not section:
                with QSignalBlocker(other.list):
                    other.list.clearSelection()

    # --- display ---

    @property
    def authority(self) -> Authority | None:
        return self.shown.page.authority if self.shown else None

    def clear(self) -> None:
        self.shown = None
        about = tr(
            "Its page shows who cites it, for which points and with which words, and whether it still holds."
        )
        self.message.say("authorities", tr("Choose an authority to see how it is cited."), about)
        self._pages.setCurrentWidget(self.message)

    def show_failure(self, error: BriefBankError) -> None:
        self.shown = None
        self.message.say("warning", error.title, error.remedy)
        self._pages.setCurrentWidget(self.message)

    def show_page(self, shown: AuthorityPageContents, *, can_go_back: bool) -> None:
        """Show an authority from the top, with its first passage; the one that is shown already keeps its
        scroll position."""
        anew = self.shown is None or self.shown.page.authority.id != shown.page.authority.id
        has_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self.shown = shown
        self._show_head(shown.page)
        self._show_law(shown)
        self._show_citing(shown)
        self.back.setVisible(can_go_back)
        self._pages.setCurrentWidget(self.splitter)
        self._enable()
        if has_focus and (anew or not self.isAncestorOf(QApplication.focusWidget() or self)):
            self.focus_head()
        if anew:
            self.area.verticalScrollBar().setValue(0)
            self.preview.clear()
            sections = (self.proposals, *self._passages)
            filled = (section for section in sections if section.list.row_model.rowCount())
            if (first := next(filled, None)) is not None:
                first.list.choose(0)

    def focus_head(self) -> None:
        """Give the keyboard to the top of the page, because the widget that had it may be gone."""
        parts = (self.back, self.reliance, self.add, self.change)
        first = next((part for part in parts if part.isEnabled() and not part.isHidden()), self.back)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_head(self, page: AuthorityPage) -> None:
        authority = page.authority
        also = tr("Also cited as {forms}").format(forms="; ".join(page.also)) if page.also else ""
        self.name.set_whole(wording.authority_name(authority))
        for part, text in ((self.citation, wording.authority_detail(authority)), (self.also, also)):
            part.set_whole(text)
            part.setVisible(bool(text))
        listed = "" if page.entries else " " + tr("Not on your good-law list") + "."
        self.counts.setText(counts(page) + listed)
        self.add.setVisible(not page.entries)

    def _show_law(self, shown: AuthorityPageContents) -> None:
        page = shown.page
        self.entries.show_rows(
            [
                Row(stands(entry), entry.note, detail=entered(entry), standing=entry.standing, target=entry)
                for entry in page.entries
            ]
        )
        waiting = proposal_rows(page.proposals, named=False)
        self.proposals.show_rows(waiting, tr("counts only when you confirm it"))
        self.versions.show_rows([version_row(version, shown.texts) for version in page.versions])
        self.compare.setVisible(len(page.versions) > 1)
        texts = [document for document in page.texts if document.id not in shown.texts]
        self.texts.show_rows(
            [Row(wording.title(document), detail=_kind_line(document), target=document) for document in texts]
        )
        self.chart.show_years(page.years, page.undated)
        self.in_words.setText(year_chart.in_words(page.years, page.undated))
        self.chart.setVisible(len(page.years) > 1)
        self.years.setVisible(bool(page.years))

    def _show_citing(self, shown: AuthorityPageContents) -> None:
        page, cites = shown.page, shown.names
        self.points.show_rows(
            [
                Row(
                    text=point.text,
                    side=wording.documents(point.documents),
                    target=PassageTarget(point.passage_id, cites=cites),
                )
                for point in page.points
            ]
        )
        self.quotations.show_rows(
            [
                Row(
                    text=f"“{quoted.text}”",
                    detail=document_line(quoted.document),
                    side=_passages(quoted.passages),
                    target=PassageTarget(quoted.passage_id, (quoted.start, quoted.end)),
                )
                for quoted in page.quotations
            ]
        )
        self.together.show_rows(
            [
                Row(
                    wording.authority_name(authority),
                    detail=wording.authority_detail(authority),
                    side=_passages(passages),
                    target=authority,
                )
                for authority, passages in page.together
            ]
        )
        self.done_to.show_rows([relation_row(stated, to_it=True) for stated in shown.done_to])
        self.does.show_rows([relation_row(stated, to_it=False) for stated in shown.does])
        self.limiting.show_rows([citing_row(citing, cites) for citing in page.limiting])
        most = tr("the newest {len:,} of {documents_total:,}")
        extent = (
            most.format(len=len(page.documents), documents_total=page.documents_total)
            if len(page.documents) < page.documents_total
            else tr("newest first")
        )
        self.documents.show_rows([citing_row(citing, cites) for citing in page.documents], extent)

    def _enable(self) -> None:
        """Enable the buttons that apply."""
        for button in (self.change, self.remove):
            button.setEnabled(self._entry() is not None)
        self.reliance.setEnabled(self.shown is not None and self.shown.page.passages > 0)

    def _entry(self) -> Any:
        """Return the chosen line of the office's list, or None; a single line needs no choosing."""
        entries = self.shown.page.entries if self.shown else ()
        return entries[0] if len(entries) == 1 else self.entries.list.current()

    def _compare(self) -> None:
        if self.authority is not None:
            self._page.show_versions(self.authority.id)


# --- rows and texts ---


def relation_row(stated: ShownRelation, *, to_it: bool) -> Row:
    """Return the row of what another authority does to this one (``to_it``), or this one to another."""
    relation = stated.relation
    if to_it:
        title = deed(relation.kind, relation.source or tr("A text"), tr("it"))
    else:
        title = deed(relation.kind, tr("It"), relation.target)
    at = stated.sentence.find(relation.words) if relation.words else -1
    marks = ((at, at + len(relation.words)),) if at >= 0 else ()
    spot = PassageTarget(relation.passage_id, (relation.start, relation.end))
    return Row(title, stated.sentence, marks, document_line(stated.document), target=spot)


def citing_row(citing: CitingDocument, cites: tuple[str, ...]) -> Row:
    """Return the row of a document that cites the authority."""
    return Row(
        wording.title(citing.document),
        detail=_kind_line(citing.document),
        side=_passages(citing.passages),
        target=PassageTarget(citing.passage_id, cites=cites),
    )


def version_row(provision: Provision, texts: dict[int, Document]) -> Row:
    """Return the row of a version: when it is in force, why, and the document that holds it."""
    document, source = texts.get(provision.document_id), WINDOW_SOURCES.get(provision.source, "")
    title = wording.title(document) if document else ""
    parts = (*provision.path[-1:], provision.catchline, source, title)
    detail = "  ·  ".join(part for part in parts if part)
    return Row(wording.in_force(provision.window), detail=detail, target=provision)


WINDOW_SOURCES = {
    "person": tr("as a person said"),
    "text": tr("as the text says"),
    "date": tr("by the date of the document"),
    "next": tr("until the next version begins"),
}
"""Texts on the source of a window, by ``Provision.source``."""


def _passages(number: int) -> str:
    return tr("in {count}").format(count=wording.passages(number))


def _kind_line(document: Document) -> str:
    return "  ·  ".join((wording.KIND_WORDS[document.kind], wording.day(document.filed)))


def counts(page: AuthorityPage) -> str:
    """Return how much an authority is cited, as a sentence."""
    if not page.passages:
        return tr("No document of the library cites it.")
    newest = next((citing.document.filed for citing in page.documents if citing.document.filed), None)
    template = (
        tr("Cited {times}, in {passages} of {documents}, last on {day}.")
        if newest
        else tr("Cited {times}, in {passages} of {documents}.")
    )
    return template.format(
        times=wording.counted(page.mentions, tr("once"), tr("{number} times")),
        documents=wording.documents(page.documents_total),
        passages=wording.passages(page.passages),
        day=wording.day(newest),
    )


_DEEDS = {
    RelationKind.CITES: tr("{one} cites {other}"),
    RelationKind.INTERPRETS: tr("{one} interprets {other}"),
    RelationKind.IMPLEMENTS: tr("{one} implements {other}"),
    RelationKind.AMENDS: tr("{one} amends {other}"),
    RelationKind.MODIFIES: tr("{one} modifies {other}"),
    RelationKind.OVERRULES: tr("{one} overrules {other}"),
    RelationKind.REVERSES: tr("{one} reverses {other}"),
    RelationKind.VACATES: tr("{one} vacates {other}"),
    RelationKind.ABROGATES: tr("{one} abrogates {other}"),
    RelationKind.INVALIDATES: tr("{one} invalidates {other}"),
    RelationKind.REPEALS: tr("{one} repeals {other}"),
    RelationKind.SUPERSEDES: tr("{one} supersedes {other}"),
    RelationKind.DISAPPROVES: tr("{one} disapproves {other}"),
    RelationKind.LIMITS: tr("{one} limits {other}"),
    RelationKind.QUESTIONS: tr("{one} questions {other}"),
}


def deed(kind: RelationKind, one: object, other: object) -> str:
    """Return a sentence on what one authority does to another."""
    done = _DEEDS[kind.whole].format(one=one, other=other)
    return wording.WITH_EXTENT[kind.extent].format(treatment=done)
