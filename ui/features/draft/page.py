"""The page on which a draft is checked: a dropped or chosen file, or pasted text; its progress; the report.
Nothing of the draft is kept.

It also opens the dialog that finds the governing provision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QDialog, QFileDialog, QPlainTextEdit, QProgressBar, QStackedWidget, QWidget

from briefbank.domain.authority_reports import DraftReport, ProvisionAnswer, ProvisionCandidate
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError, NotReadable
from briefbank.exports.quotations import quotation
from briefbank.text.characters import escape_hidden
from briefbank.text.messages import NO_MESSAGE, Message, as_message
from ui.features.draft.report import CheckedDraft, DraftReportView
from ui.i18n.translate import tr, translate_core, translate_error
from ui.jobs import JobReporter, Jobs, Lane
from ui.kit.controls import ElidedLabel, Notice, label, page_body, page_head, panel, push_button, scrolled
from ui.kit.dialogs import forget_when_closed
from ui.kit.layout import CENTRE, DIALOG, RIGHT, STRETCH, column, form, holder, row
from ui.page import Page
from ui.shared import actions, wording
from ui.shared.caption_fields import WordsField
from ui.shared.notices import MessagePane
from ui.shared.passages import CollectionItem
from ui.shared.row_list import Row, RowList

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

BOX_HEIGHT = 150
BAR_WIDTH = 320
NOTHING_KEPT = tr("Nothing of the draft is kept.")
WHAT_FOR = tr(
    "See what your office argued on the same points, which authorities the draft does not cite or should not "
    "rely on any more, and which quotations and citations are wrong."
)
KINDS = tr("Drafts (*.pdf *.docx *.doc *.wpd *.rtf *.odt *.html *.htm *.txt);;All files (*)")
DROP = tr("Drop a PDF or Word file here. Text and HTML files can be checked too.")
DROP_WORDS = (
    tr("Drop to check this draft"),
    tr("Nothing of the draft is kept. It is not added to the library."),
)
ONE_ONLY = tr("One draft is checked at a time. Drop a single file.")
STOPPED = tr("The check was stopped. Nothing of the draft was kept.")
NO_TEXT_TYPED = tr("There is no text to check. Paste a part of your draft into the box, or choose its file.")
READY = tr("The check of your draft is ready. Ctrl+4 shows it.")
GETTING_READY = as_message(tr("getting ready"))
GOVERNING_ABOUT = tr(
    "Say what was said or done, and what must be decided of it. The statutes, rules and directives of your "
    "library are searched."
)
NO_STATEMENT = tr("Type a statement first.")
CHOSEN_BY = {"rule": tr("Put first by a rule"), "model": tr("Put first by the model for comparing texts")}
"""Texts for who chose, by ``ProvisionAnswer.chosen_by``."""


class DraftPage(Page):
    """The place of the draft check, one at a time, and of the finder of the governing provision."""

    def __init__(self, library: LibraryApi, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(library, jobs, parent)
        self.setObjectName("page")
        self.governing: GoverningDialog | None = None
        self.about = ElidedLabel()
        self.about.setProperty("role", "muted")
        self.notice = Notice()
        self.clear = push_button(tr("Clear"), tip=tr("Forget the draft and all that was found"))
        self.choose = push_button(tr("Choose a file…"), main=True)
        self.box = QPlainTextEdit()
        self.box.setPlaceholderText(tr("Paste a paragraph or more of your draft here"))
        self.box.setAccessibleName(tr("Text of your draft"))
        self.box.setTabChangesFocus(True)
        self.box.setAcceptDrops(False)
        self.box.setMinimumHeight(BOX_HEIGHT)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(keys, self.box, context=Qt.ShortcutContext.WidgetShortcut).activated.connect(
                self.check_text
            )
        self.check = push_button(tr("Check this text"), tip="Ctrl+Enter")
        self.check.setEnabled(False)
        self.message, self.bar, self.cancel = MessagePane(), QProgressBar(), push_button(tr("Cancel"))
        self.report = DraftReportView(self)
        self._lay_out()
        self.choose.clicked.connect(self.choose_file)
        self.check.clicked.connect(self.check_text)
        self.box.textChanged.connect(lambda: self.check.setEnabled(not self.box.document().isEmpty()))
        self.cancel.clicked.connect(self.stop)
        self.clear.clicked.connect(self.forget)
        self._show_start()

    # --- parts ---

    def _lay_out(self) -> None:
        head, inside = page_head()
        title = label(tr("Draft check"), scale=1.5, bold=True)
        inside.addLayout(row((title, 1), self.clear))
        inside.addWidget(self.about)
        about = column(label(WHAT_FOR, wrap=True), label(DROP_WORDS[1], bold=True), spacing=6)
        file, in_file = panel(tr("A file"))
        in_file.addLayout(row((label(DROP, role="muted", wrap=True), 1), self.choose, spacing=14))
        text, in_text = panel(tr("A part of it"))
        in_text.addWidget(self.box)
        in_text.addWidget(self.check, 0, RIGHT)
        self._start = scrolled(holder(about), file, text)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of the check"))
        self.bar.setFixedWidth(BAR_WIDTH)
        self.message.add_below(holder(column((self.bar, CENTRE), (self.cancel, CENTRE), spacing=16)))
        states = self._start, self.message, self.report
        self._states = page_body(self, head, *states, notice=self.notice)

    def first_field(self) -> QWidget:
        shown = self._states.currentWidget()
        if shown is self.report:
            return self.report.parts
        return self.choose if shown is self._start else self.cancel

    def parts(self) -> Sequence[QWidget]:
        if self._states.currentWidget() is self.report:
            return self.report.parts, self.report.list, self.report.preview.text
        return (self.cancel,) if self._states.currentWidget() is self.message else (self.choose, self.box)

    def to_collect(self) -> CollectionItem | None:
        return self.report.preview.item()

    # --- a draft ---

    def choose_file(self) -> None:
        chosen, _kind = QFileDialog.getOpenFileName(self, tr("Check a draft"), "", KINDS)
        if chosen:
            self.check_file(Path(chosen))

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Check a file that was dropped on the page; several are refused."""
        if len(paths) == 1:
            self.check_file(paths[0])
        elif paths:
            self.status.emit(ONE_ONLY)

    def check_file(self, path: Path) -> None:
        self.box.setPlainText("")
        self._check(path, escape_hidden(path.name))

    def check_text(self) -> None:
        """Check the pasted text."""
        text = self.box.toPlainText()
        if text.strip():
            self._check(text, "")
        else:
            self._show_start(NO_TEXT_TYPED, bad=True)

    def stop(self) -> None:
        """Stop the check and forget its findings; pasted text stays in its box."""
        self.jobs.drop("draft", self)
        self._show_start(STOPPED)

    def forget(self) -> None:
        """Forget the draft, all that was found, and what was pasted with its undo history."""
        self.jobs.drop("draft", self)
        self.box.setPlainText("")
        self._show_start()

    # --- the check ---

    def _check(self, draft: Path | str, name: str) -> None:
        """Check a draft; ``name`` is the file's, empty for pasted text."""
        self.notice.say("")
        title = tr("Checking “{name}”").format(name=name) if name else tr("Checking the pasted text")
        self.message.say("waiting", title, "")
        self._show_progress(NO_MESSAGE, 0, 0)
        self._show(self.message, NOTHING_KEPT)
        self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
        self.run(
            partial(_check, self.library, draft),
            then=self._show_report,
            failed=self._show_failure,
            progress=self._show_progress,
            lane=Lane.LONG,
            topic="draft",
        )

    def _show_progress(self, stage: Message, done: int, total: int) -> None:
        """Show the progress. A stage without a total gets an indefinite bar."""
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        if stage:
            self.message.go_on(_stage(stage, done, total))

    def _show_failure(self, error: BriefBankError) -> None:
        self._show_start(str(error), bad=True)

    def _show_start(self, message: str = "", *, bad: bool = False) -> None:
        """Show the start page, with a remark on the draft before."""
        had_focus = self._has_focus()
        self.notice.say(message, bad=bad)
        self.report.clear()
        self._show(self._start, "")  # the page itself says that nothing is kept
        if had_focus:
            self.choose.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_report(self, checked: CheckedDraft) -> None:
        """Show the report in place of everything else; it gets the keyboard if the page had it."""
        had_focus = self._has_focus()
        self.notice.say("")
        self.report.show_report(checked)
        report = checked.report
        self._show(self.report, f"{report.title}: {_size(report)}. {NOTHING_KEPT}")
        if had_focus:
            self.report.parts.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.isVisible():
            self.status.emit(READY)

    def _has_focus(self) -> bool:
        return self.isAncestorOf(self.window().focusWidget() or self.window())

    def _show(self, state: QWidget, about: str) -> None:
        self._states.setCurrentWidget(state)
        self.about.set_whole(about)
        self.about.setVisible(bool(about))
        self.clear.setVisible(state is self.report)

    # --- the governing provision ---

    def show_governing(self) -> None:
        """Open the finder of the governing provision, or bring it to the front with its contents."""
        if self.governing is None:
            self.governing = GoverningDialog(self)
            forget_when_closed(self, "governing", self.governing)
        self.governing.show()
        self.governing.raise_()
        self.governing.activateWindow()
        self.governing.statement.setFocus()


def _check(library: LibraryApi, draft: Path | str, reporter: JobReporter) -> CheckedDraft:
    """Check a draft; by words alone where the model for meaning cannot be loaded."""
    if isinstance(draft, Path) and draft.is_dir():
        raise NotReadable(
            as_message(tr("This is a folder.")),
            as_message(tr("Drop or choose the file of the draft itself.")),
        )
    reporter.progress(GETTING_READY, 0, 0)
    without_meaning = ""
    try:
        library.warm()
    except BriefBankError as error:
        without_meaning = tr("Passages were compared by their words alone. {error}").format(
            error=translate_error(error)
        )
    return CheckedDraft(library.drafts.check(draft, reporter), without_meaning)


def _stage(text: Message, done: int, total: int) -> str:
    """Return text such as 'Looking for the same arguments, 3 of 20'."""
    words = translate_core(text)
    named = f"{words[:1].upper()}{words[1:]}"
    if total <= 1:
        return f"{named} …"
    return tr("{stage}, {at:,} of {total:,} …").format(stage=named, at=min(done + 1, total), total=total)


def _size(report: DraftReport) -> str:
    """Return text such as '12 pages, 4,200 words, 31 authorities cited'."""
    parts = [wording.pages(report.pages)] if report.pages else []
    parts += [wording.count(report.words, tr("word"), tr("words"))]
    parts += [
        tr("{count} cited").format(count=wording.count(len(report.cited), tr("authority"), tr("authorities")))
    ]
    return ", ".join(parts)


# --- the governing provision ---


@dataclass(frozen=True, slots=True)
class _Provision:
    """A provision that may govern, with all its words."""

    candidate: ProvisionCandidate
    words: str


class GoverningDialog(QDialog):
    """A modeless dialog, so that a provision can be read beside it. Closing it drops the answer."""

    def __init__(self, page: Page) -> None:
        super().__init__(page.window())
        self._page = page
        self.setWindowTitle(tr("Find the governing provision"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.statement = WordsField(tr("The will was signed by the testator and one witness."))
        self.condition = WordsField(tr("Is a will valid that only one witness signed?"))
        self.ask = push_button(tr("Find"), main=True)
        self.message = MessagePane()
        self.doubt = Notice(inset=True)
        self.why = label("", role="muted", wrap=True)
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(tr("Words of the provision"))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setMinimumHeight(120)
        self.read, self.copy = push_button(tr("Open in the reader")), push_button(tr("Copy with citation"))
        self.list = RowList(tr("Provisions that may govern, the likeliest first"))
        self.closing = push_button(tr("Close"))
        self._lay_out()
        self._connect()
        self.message.say("authorities", tr("Nothing was asked yet."), GOVERNING_ABOUT)
        self.resize(780, 720)

    def _lay_out(self) -> None:
        fields = form((tr("Statement"), self.statement), (tr("Condition"), self.condition))
        buttons = row(self.read, self.copy, STRETCH)
        answer = column(self.doubt, self.why, (self.list, 1), (self.text, 1), buttons, spacing=8)
        self._states = QStackedWidget()
        self._states.addWidget(self.message)
        self._states.addWidget(holder(answer))
        heading, foot = label(self.windowTitle(), scale=1.3, bold=True), row(STRETCH, self.closing, self.ask)
        column(heading, fields, (self._states, 1), foot, on=self, margins=DIALOG)
        for button in (self.read, self.copy, self.closing):
            button.setAutoDefault(False)
        self.ask.setDefault(True)

    def _connect(self) -> None:
        self.ask.clicked.connect(self._ask)
        self.closing.clicked.connect(self.accept)
        self.list.moved.connect(self._show_provision)
        self.list.opened.connect(self._open)
        self.read.clicked.connect(lambda: self._open(self.list.current()))
        self.copy.clicked.connect(self._copy)

    # --- asking ---

    def _ask(self) -> None:
        statement, condition = self.statement.value(), self.condition.value()
        if statement or condition:
            self.look_for(statement, condition)
        else:
            self._say("warning", NO_STATEMENT, "")
            self.statement.setFocus(Qt.FocusReason.OtherFocusReason)

    def look_for(self, statement: str, condition: str) -> None:
        self._say("waiting", tr("Looking …"), "")
        library = self._page.library
        self._page.jobs.run(
            self,
            lambda reporter: _find(library, statement, condition, reporter),
            then=self._show_answer,
            failed=lambda error: self._say("warning", error.title, error.remedy),
            stopped=lambda: self._say(
                "warning", tr("The search was stopped."), tr("Press Find to look again.")
            ),
            topic="governing",
        )

    def done(self, result: int) -> None:
        self._page.jobs.drop("governing", self)
        super().done(result)

    def _say(self, icon: str, title: str, text: str) -> None:
        self.message.say(icon, title, text)
        self._states.setCurrentIndex(0)

    def _show_answer(self, answer_and_rows: tuple[ProvisionAnswer, list[_Provision]]) -> None:
        answer, provisions = answer_and_rows
        if answer.chosen is None:
            self._say("search", tr("No provision was found."), translate_core(answer.advice))
            return
        self.doubt.say(translate_core(answer.doubt))
        self.why.setText(_chosen(answer))
        self.list.show_rows([_row(item, item.candidate is answer.chosen) for item in provisions])
        self.list.choose(0)
        self._states.setCurrentIndex(1)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- the chosen provision ---

    def _show_provision(self, provision: _Provision | None) -> None:
        self.text.setPlainText(provision.words if provision is not None else "")

    def _open(self, provision: _Provision | None) -> None:
        if provision is not None:
            candidate = provision.candidate
            self._page.hit_wanted.emit(
                Hit(1, candidate.passage, candidate.document, 0.0, (), (), (), candidate.citation)
            )

    def _copy(self) -> None:
        provision: _Provision | None = self.list.current()
        if provision is not None:
            candidate = provision.candidate
            actions.copy_quotation(quotation(provision.words, candidate.citation, candidate.document))
            self._page.status.emit(tr("The provision was copied with its citation."))


def _find(
    library: LibraryApi, statement: str, condition: str, reporter: JobReporter
) -> tuple[ProvisionAnswer, list[_Provision]]:
    answer = library.provision_finder.find(statement, condition, reporter=reporter)
    return answer, [
        _Provision(
            candidate,
            library.validity.text(candidate.provision.id) if candidate.provision else candidate.passage.text,
        )
        for candidate in answer.candidates
    ]


def _row(provision: _Provision, is_first: bool) -> Row:
    """Return title, chapter and section; document, page, and when it is in force; how near it comes to the
    first."""
    candidate = provision.candidate
    window = candidate.provision.window if candidate.provision is not None else None
    in_force = wording.in_force(window) if window is not None and (window.first or window.last) else ""
    page = wording.page(candidate.passage.page_label, candidate.passage.first_page)
    near = tr("{share:.0f} % of the first")
    return Row(
        wording.heading(candidate.path) or wording.title(candidate.document),
        detail="  ·  ".join(part for part in (wording.title(candidate.document), page, in_force) if part),
        side="" if is_first or candidate.closeness is None else near.format(share=100 * candidate.closeness),
        target=provision,
    )


def _chosen(answer: ProvisionAnswer) -> str:
    """Return who put the provision first among how many, and why."""
    who = CHOSEN_BY.get(answer.chosen_by, tr("Put first"))
    count = wording.count(len(answer.candidates), tr("provision"), tr("provisions"))
    reason = translate_core(answer.reason)
    return tr("{who} among {count}. {reason}").format(who=who, count=count, reason=reason).strip()
