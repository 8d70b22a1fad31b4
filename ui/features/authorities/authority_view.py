"""The page of one authority: its standing, how often, when, for what and with which words it is cited."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from briefbank.domain.authorities import Authority, GoodLawEntry
from briefbank.domain.authority_reports import AuthorityPage as Page
from briefbank.errors import BriefBankError
from ui.features.authorities.proposals_view import ProposalButtons
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, IconButton, label, push_button
from ui.kit.page_parts import panel, scrolled
from ui.shared import authority_rows as rows
from ui.shared import law_texts
from ui.shared.authority_rows import AuthorityPageContents
from ui.shared.badge import StandingBadge
from ui.shared.message_pane import MessagePane
from ui.shared.row_section import RowSection
from ui.shared.year_chart import YearChart

NOTHING_CHOSEN = (
    "authorities",
    tr("Choose an authority to see how it is cited."),
    tr("Its page shows who cites it, for which points and with which words, and whether it still holds."),
)


class AuthorityView(QWidget):
    """A view of one authority that reports requests by its signals."""

    spot_wanted = Signal(object)  # A PassageTarget: a passage to open in the reader
    document_wanted = Signal(object)
    version_wanted = Signal(object)  # The Provision to open
    authority_wanted = Signal(int)  # The authority whose page to open
    compare_wanted = Signal(int)  # The authority whose versions to show side by side
    reliance_wanted = Signal(object)  # The Authority whose relying documents to report
    add_wanted = Signal(object)  # The Authority to enter on the office's list
    change_wanted = Signal(object)  # The GoodLawEntry to change
    remove_wanted = Signal(object)  # The GoodLawEntry to take off the list
    back_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: AuthorityPageContents | None = None
        self.message = MessagePane()
        self._make_head()
        self._make_sections()
        self._lay_out()
        self._connect()
        self.clear()

    # --- parts ---

    def _make_head(self) -> None:
        self.back = IconButton(
            "back", tr("Back to the authority before"), tr("Back to the authority before (Alt+Left)")
        )
        self.name = ElidedLabel(lines=3)
        font = label("", scale=1.45, bold=True).font()
        self.name.setFont(font)
        self.badge = StandingBadge()
        self.citation = ElidedLabel(lines=2)
        self.also = ElidedLabel(lines=2)
        self.also.setProperty("role", "muted")
        self.counts = label("", wrap=True)
        self.reliance = push_button(tr("Which briefs rely on this…"))
        self.add = push_button(tr("Enter on your office’s list…"))

    def _make_sections(self) -> None:
        self.entries = RowSection(tr("Your office’s list"))
        self.change, self.remove = push_button(tr("Change…")), push_button(tr("Remove…"))
        self.entries.add_buttons(self.change, self.remove)
        self.proposals = RowSection(tr("Proposed from your library"), first=3)
        self.decide = ProposalButtons(self.proposals.list)
        self.proposals.add_buttons(self.decide.confirm, self.decide.dismiss, self.decide.open)
        self.years, inside = panel(tr("By year"))
        self.chart = YearChart()
        self.in_words = label("", role="muted", wrap=True)
        inside.addWidget(self.chart)
        inside.addWidget(self.in_words)
        self.versions = RowSection(tr("Versions"))
        self.compare = push_button(tr("Compare…"), tip=tr("Show two versions side by side"))
        self.versions.add_buttons(self.compare)
        self.texts = RowSection(tr("Its own text"))
        self.points = RowSection(tr("For which points"))
        self.quotations = RowSection(tr("Words quoted from it"), first=4)
        self.together = RowSection(tr("Cited together with"), first=8)
        self.done_to = RowSection(tr("What others do to it"), first=4)
        self.limiting = RowSection(tr("Documents that interpret or limit it"), first=4)
        self.does = RowSection(tr("What it does to others"), first=4)
        self.documents = RowSection(tr("Documents that cite it"), first=10)

    def _sections(self) -> tuple[QFrame, ...]:
        """Return the sections from top to bottom. Those that decide whether it can be cited come first."""
        return (
            *(self.entries, self.proposals, self.versions, self.texts, self.years, self.points),
            *(self.quotations, self.together, self.done_to, self.limiting, self.does, self.documents),
        )

    def _lay_out(self) -> None:
        top, column, buttons = QFrame(), QVBoxLayout(), QHBoxLayout()
        head = QHBoxLayout(top)
        head.setContentsMargins(2, 0, 0, 2)
        head.setSpacing(10)
        head.addWidget(self.back, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(column, 1)
        column.setSpacing(5)
        first = QHBoxLayout()
        first.setSpacing(12)
        first.addWidget(self.name, 1)
        first.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(first)
        for part in (self.citation, self.also, self.counts):
            column.addWidget(part)
        buttons.setSpacing(10)
        buttons.addWidget(self.reliance)
        buttons.addWidget(self.add)
        buttons.addStretch(1)
        column.addSpacing(5)
        column.addLayout(buttons)
        self._area = scrolled(top, *self._sections())
        self._pages = QStackedWidget()
        self._pages.addWidget(self.message)
        self._pages.addWidget(self._area)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)

    def _connect(self) -> None:
        for section in (self.points, self.quotations, self.done_to, self.limiting, self.does, self.documents):
            section.list.opened.connect(self.spot_wanted)
        self.texts.list.opened.connect(self.document_wanted)
        self.versions.list.opened.connect(self.version_wanted)
        self.together.list.opened.connect(lambda authority: self.authority_wanted.emit(authority.id))
        self.entries.list.opened.connect(self.change_wanted)
        self.entries.list.moved.connect(lambda _entry: self._enable())
        self.change.clicked.connect(lambda: self._with_entry(self.change_wanted))
        self.remove.clicked.connect(lambda: self._with_entry(self.remove_wanted))
        self.reliance.clicked.connect(lambda: self._with_authority(self.reliance_wanted))
        self.add.clicked.connect(lambda: self._with_authority(self.add_wanted))
        self.compare.clicked.connect(lambda: self._with_id(self.compare_wanted))
        self.back.clicked.connect(self.back_wanted)

    # --- display ---

    @property
    def authority(self) -> Authority | None:
        return self.shown.page.authority if self.shown else None

    def clear(self, icon: str = "", title: str = "", text: str = "") -> None:
        """Show no authority, and say why."""
        self.shown = None
        self.message.say(*((icon, title, text) if title else NOTHING_CHOSEN))
        self._pages.setCurrentWidget(self.message)

    def show_searching(self) -> None:
        """Say that the look-up takes a while; a page that is shown stays."""
        if self.shown is None:
            self.clear("waiting", tr("Looking it up …"), "")

    def show_failure(self, error: BriefBankError) -> None:
        self.clear("warning", error.title, error.remedy)

    def show_page(self, shown: AuthorityPageContents, *, can_go_back: bool) -> None:
        """Show an authority from the top; the one that is shown already keeps its scroll position."""
        anew = self.shown is None or self.shown.page.authority.id != shown.page.authority.id
        has_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self.shown = shown
        self._show_head(shown.page)
        self._show_law(shown.page)
        self._show_citing(shown)
        self.back.setVisible(can_go_back)
        self._pages.setCurrentWidget(self._area)
        self._enable()
        if has_focus and (anew or not self.isAncestorOf(QApplication.focusWidget() or self)):
            self._focus_head()
        if anew:
            self._area.verticalScrollBar().setValue(0)

    def _focus_head(self) -> None:
        """Give the keyboard to the top of the page, because the widget that had it may be gone."""
        parts = (self.back, self.reliance, self.add, self.change)
        first = next((part for part in parts if part.isEnabled() and not part.isHidden()), self.back)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_head(self, page: Page) -> None:
        authority = page.authority
        self.name.set_whole(law_texts.authority_name(authority))
        for part, text in (
            (self.citation, law_texts.authority_detail(authority)),
            (self.also, law_texts.also(page)),
        ):
            part.set_whole(text)
            part.setVisible(bool(text))
        self.badge.show_standing(page.standing)
        listed = "" if page.entries else f" {law_texts.NOT_LISTED}."
        self.counts.setText(law_texts.counts(page) + listed)
        self.add.setVisible(not page.entries)

    def _show_law(self, page: Page) -> None:
        self.entries.show_rows([rows.entry_row(entry) for entry in page.entries])
        waiting = [rows.proposal_row(proposal, named=False) for proposal in page.proposals]
        self.proposals.show_rows(waiting, tr("counts only when you confirm it"))
        texts = self.shown.texts if self.shown else {}
        self.versions.show_rows([rows.version_row(version, texts) for version in page.versions])
        self.compare.setVisible(len(page.versions) > 1)
        document_ids = {version.document_id for version in page.versions}
        self.texts.show_rows(
            [rows.text_row(document) for document in page.texts if document.id not in document_ids]
        )
        self.chart.show_years(page.years, page.undated)
        self.in_words.setText(law_texts.years(page.years, page.undated))
        self.chart.setVisible(len(page.years) > 1)
        self.years.setVisible(bool(page.years))

    def _show_citing(self, shown: AuthorityPageContents) -> None:
        page, cites = shown.page, rows.names(shown.page)
        self.points.show_rows([rows.point_row(point, cites) for point in page.points])
        self.quotations.show_rows([rows.quotation_row(quotation) for quotation in page.quotations])
        self.together.show_rows([rows.together_row(*together) for together in page.together])
        self.done_to.show_rows([rows.relation_row(relation, to_it=True) for relation in shown.done_to])
        self.does.show_rows([rows.relation_row(relation, to_it=False) for relation in shown.does])
        self.limiting.show_rows([rows.citing_row(document, cites) for document in page.limiting])
        fewer = len(page.documents) < page.documents_total
        many = (
            tr("the newest {len:,} of {documents_total:,}").format(
                len=len(page.documents), documents_total=page.documents_total
            )
            if fewer
            else tr("newest first")
        )
        self.documents.show_rows([rows.citing_row(document, cites) for document in page.documents], many)

    def _enable(self) -> None:
        """Enable the buttons that apply. A single line needs no choosing."""
        entry = self._entry()
        for button in (self.change, self.remove):
            button.setEnabled(entry is not None)
        self.reliance.setEnabled(self.shown is not None and self.shown.page.passages > 0)

    # --- requests ---

    def _entry(self) -> GoodLawEntry | None:
        entries = self.shown.page.entries if self.shown else ()
        chosen: GoodLawEntry | None = self.entries.list.current()
        return entries[0] if len(entries) == 1 else chosen

    def _with_entry(self, signal: SignalInstance) -> None:
        if (entry := self._entry()) is not None:
            signal.emit(entry)

    def _with_authority(self, signal: SignalInstance) -> None:
        if self.authority is not None:
            signal.emit(self.authority)

    def _with_id(self, signal: SignalInstance) -> None:
        if self.authority is not None:
            signal.emit(self.authority.id)
