"""What the menus offer beside searching: the marks given, exports, and the list of related words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QIcon
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit
from shiboken6 import isValid

from briefbank.domain.office import Action
from briefbank.domain.searches import Feedback, Hit, Verdict
from briefbank.domain.userdata import Collection as PassageCollection
from briefbank.domain.userdata import SharedCollection
from briefbank.errors import BriefBankError
from briefbank.text.messages import Message
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.jobs import Lane, Work
from ui.kit.controls import Notice, label, push_button
from ui.kit.dialogs import chosen_file, confirmed, file_name, forget_when_closed
from ui.kit.layout import DIALOG, STRETCH, column, row
from ui.kit.tables import FilteredTableModel, RowTable
from ui.shared import wording
from ui.shared.notices import TO_MEND, Finding, FindingsDialog, JobProgress, ListState
from ui.style.theme import colours, icon

if TYPE_CHECKING:
    from ui.features.search.page import SearchPage

MARK, SEARCH, DOCUMENT, PASSAGE, GIVEN = range(5)
VERDICTS = {Verdict.UP: tr("Helpful"), Verdict.DOWN: tr("Not helpful")}
FOR_OFFICE, FOR_ONESELF = tr("for the office"), tr("for you")
NOT_HERE = tr("Not in this library now")


class FeedbackModel(FilteredTableModel[Feedback]):
    """A table model with one row for each mark."""

    COLUMNS = (tr("Mark"), tr("Search"), tr("Document"), tr("Passage"), tr("Given"))

    def __init__(self, parent: QObject | None, *, office: bool) -> None:
        """``office``: marks say for whom they count."""
        super().__init__(parent)
        self._office = office

    def cells(self, thing: Feedback) -> tuple[str, ...]:
        document = wording.distinct(thing.title or NOT_HERE, thing.distinctions)
        given = wording.day(thing.given_at.astimezone().date())
        return self._mark(thing), thing.query, document, wording.beginning(thing.text, 160), given

    def searched(self, thing: Feedback) -> str:
        return " ".join((self._mark(thing), thing.query, self.cells(thing)[2], thing.text))

    def _mark(self, thing: Feedback) -> str:
        mark = VERDICTS[thing.verdict]
        return f"{mark}, {FOR_OFFICE if thing.for_all else FOR_ONESELF}" if self._office else mark

    def tip(self, thing: Feedback, column: int) -> str:
        return thing.text if column == PASSAGE else super().tip(thing, column)

    def icon(self, thing: Feedback) -> QIcon:
        c, up = colours(), thing.verdict is Verdict.UP
        return icon("thumb-up-on" if up else "thumb-down-on", c.good if up else c.bad, size=16)

    def key(self, thing: Feedback) -> str:
        return thing.key


INTRO = tr(
    "What you marked as helpful or not lets similar searches show it higher or lower, on this computer only. "
    "A mark that is taken back counts no more."
)
INTRO_OF_EDITORS = tr(
    "What editors such as you mark as helpful or not lets similar searches show it higher or lower for "
    "everybody in the office. A mark that is taken back counts no more."
)
INTRO_OF_READERS = tr(
    "What you mark as helpful or not lets similar searches show it higher or lower for you alone. Marks of "
    "the office’s editors count for everybody, except where you marked the same passage for the same search."
)
MARKS = tr("mark"), tr("marks"), tr("No mark has these words.")
NONE_YET = (
    "thumb-up",
    tr("You have not marked a passage yet."),
    tr("Press + or - on a result to say whether it helps with what you searched for."),
)

LETTERS = {MARK: 17, SEARCH: 28, DOCUMENT: 26, GIVEN: 18}
"""The widths of the columns in characters; the passage gets the rest."""


FILES = tr("Marks of BriefBank (*.json);;All files (*)")
FILE_NAME = tr("BriefBank marks.json")


class FeedbackDialog(QDialog):
    """A modeless dialog of the marks: shows them, takes them back, exports and imports them."""

    def __init__(self, page: SearchPage) -> None:
        super().__init__(page.window())
        self._page, self._library = page, page.library
        person = page.library.office.person if page.library.office else None
        self._edits = person is None or person.may(Action.EDIT)
        self.setWindowTitle(tr("Your marks"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.model = FeedbackModel(self, office=person is not None)
        letters = LETTERS if person is None else LETTERS | {MARK: 22}
        self.table = RowTable(self.model, tr("Marks"), letters, (PASSAGE,))
        self.table.setObjectName("marks")
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Narrow by search, document or words"))
        self.field.setAccessibleName(tr("Narrow the list of marks"))
        self.notice = Notice(left=14, inset=True)
        self._states = ListState(self.table, tr("Reading your marks …"))
        self.message, self.extent = self._states.message, self._states.extent
        self.take_back = push_button(tr("Take back"), tip=tr("Take back the chosen marks (Delete)"))
        self.take_all = push_button(tr("Take all back…"))
        self.importing, self.export = push_button(tr("Import…")), push_button(tr("Export…"))
        self.closing = push_button(tr("Close"), main=True)
        buttons = self.take_back, self.take_all, self.importing, self.export, self.closing
        for button in buttons:
            button.setAutoDefault(False)
        for button in (self.importing, self.export):  # these are for all in the office
            button.setVisible(self._edits)
        intro = INTRO if person is None else INTRO_OF_EDITORS if self._edits else INTRO_OF_READERS
        column(
            label(tr("Your marks"), scale=1.4, bold=True),
            label(intro, role="muted", wrap=True),
            row((self.field, 1), 12, self.extent, spacing=6),
            self.notice,
            (self._states, 1),
            row(*buttons[:2], STRETCH, *buttons[2:]),
            on=self,
            margins=DIALOG,
        )
        self.field.textChanged.connect(self._narrow)
        self.table.delete_pressed.connect(self._take_chosen)
        self.table.selectionModel().selectionChanged.connect(lambda *_which: self._enable())
        actions = self._take_chosen, self._take_all, self._import, self._export, self.accept
        for button, action in zip(buttons, actions, strict=True):
            button.clicked.connect(action)
        self._enable()
        self.resize(960, 560)
        self.load()

    # --- what is shown ---

    def load(self) -> None:
        library = self._library
        self._page.jobs.run(
            self,
            lambda _reporter: library.feedback.all(),
            then=self._show_loaded,
            failed=self._show_failure,
            lane=Lane.NOTES,
            topic="marks",
        )

    def _show_loaded(self, marks: Sequence[Feedback]) -> None:
        self.model.show(marks)
        self._states.show_extent(self.model.rowCount(), self.model.total, MARKS, NONE_YET)
        self._enable()

    def _show_failure(self, error: BriefBankError) -> None:
        self.model.show(())
        self._states.fail(error)
        self._enable()

    def _narrow(self, text: str) -> None:
        self.model.narrow(text)
        self._states.show_extent(self.model.rowCount(), self.model.total, MARKS, NONE_YET)
        self._enable()

    def _enable(self) -> None:
        self.take_back.setEnabled(bool(self._chosen()))
        self.take_all.setEnabled(bool(self._own()))
        self.export.setEnabled(self.model.total > 0)

    def _chosen(self) -> list[str]:
        chosen = (self.model.at(row) for row in self.table.chosen_rows())
        return [mark.key for mark in chosen if self._is_own(mark)]

    def _is_own(self, mark: Feedback) -> bool:
        """Tell whether the person may take a mark back."""
        return self._edits or not mark.for_all

    def _own(self) -> list[Feedback]:
        return [mark for mark in self.model.everything if self._is_own(mark)]

    # --- what is done ---

    def _take_chosen(self) -> None:
        if keys := self._chosen():
            one, many = tr("{number} mark was taken back."), tr("{number} marks were taken back.")
            self._forget(keys, wording.counted(len(keys), one, many))

    def _take_all(self) -> None:
        one, many = tr("Take this mark back?"), tr("Take all {number} marks back?")
        if confirmed(
            self,
            tr("Take all marks back"),
            wording.counted(len(self._own()), one, many),
            tr(
                "Searches will order passages as if you had never marked any. Export them first if you may "
                "want them again."
            ),
            yes=tr("Take all back"),
            no=tr("Keep them"),
        ):
            self._forget(None, tr("All marks were taken back."))

    def _forget(self, keys: Collection[str] | None, message: str) -> None:
        library = self._library
        self._run(
            lambda _reporter: library.feedback.forget(keys),
            lambda _nothing: self._edited(message),
            tr("The marks could not be taken back."),
        )

    def _export(self) -> None:
        name, _kind = QFileDialog.getSaveFileName(self, tr("Export your marks"), FILE_NAME, FILES)
        if name:
            library, path = self._library, Path(name)
            self._run(
                lambda _reporter: library.feedback.export(path),
                lambda _nothing: self._say(tr("Your marks were written to {path}.").format(path=path)),
                tr("The marks could not be exported."),
            )

    def _import(self) -> None:
        """Import the marks of a file in addition to what is here."""
        name, _kind = QFileDialog.getOpenFileName(self, tr("Import marks"), "", FILES)
        if name:
            library, path = self._library, Path(name)
            self._run(
                lambda _reporter: library.feedback.import_from(path),
                lambda counts: self._edited(_import_summary(*counts)),
                tr("The marks could not be imported."),
            )

    def _run(self, work: Work, then: Callable[[Any], object], failure: str) -> None:
        def failed(error: BriefBankError) -> None:
            self._say(f"{failure} {error.title} {error.remedy}", bad=True)

        # The page owns the job: its answer counts, too, where this dialog was closed meanwhile.
        self._page.run(work, then=then, failed=failed, lane=Lane.NOTES)

    def _say(self, text: str, *, bad: bool = False) -> None:
        """Say what came of it here, or in the status line where this dialog was closed meanwhile."""
        if isValid(self):
            self.notice.say(text, bad=bad)
        else:
            self._page.status.emit(text)

    def _edited(self, text: str) -> None:
        self._say(text)
        self._page.search_again()  # results may now have another order and other verdicts
        if isValid(self):
            self.load()


def _import_summary(imported: int, unknown: int) -> str:
    text = wording.counted(imported, tr("{number} mark was taken in."), tr("{number} marks were taken in."))
    if not unknown:
        return text
    elsewhere = wording.counted(
        unknown,
        tr(
            "{number} of them is on a passage that is not in this library; it counts once the document is "
            "added."
        ),
        tr(
            "{number} of them are on passages that are not in this library; they count once the document is "
            "added."
        ),
    )
    return f"{text} {elsewhere}"


FORMS = {"docx": tr("Word file"), "csv": tr("Table")}
TOPIC = "export"


NO_WORDS = tr("Marks are kept with the words of a search. This list was made from a passage.")
SAID = {
    Verdict.UP: tr("Marked as helpful for this search."),
    Verdict.DOWN: tr("Marked as not helpful for this search."),
}
COUNTS_FOR_OFFICE = tr("Your marks count for everybody in the office.")
COUNTS_FOR_ONESELF = tr("Your marks count for you alone.")


class SearchMenu(QObject):
    """Opens the dialog of the marks and the list of related words, and exports results and collections.

    It writes one file at a time: asks where, and shows the progress. Searching can go on meanwhile.
    """

    def __init__(self, page: SearchPage) -> None:
        super().__init__(page)
        self._page = page
        self.marks: FeedbackDialog | None = None
        self.progress: JobProgress | None = None
        self.problems: FindingsDialog | None = None

    def show_marks(self) -> None:
        """Open the dialog of the marks, or bring it to the front."""
        if self.marks is None:
            self.marks = FeedbackDialog(self._page)
            forget_when_closed(self, "marks", self.marks)
        else:
            self.marks.load()
        self.marks.show()
        self.marks.raise_()
        self.marks.activateWindow()

    def give_feedback(self, hit: Hit, pressed: Verdict) -> None:
        """Set a verdict on a result, or take it back when the same one is pressed again."""
        assert self._page.answering is not None
        query = self._page.answering.request.text
        if not query:
            self._page.status.emit(NO_WORDS)
            return
        self._page.use()
        verdict = None if hit.verdict == pressed else pressed
        self._show_verdict(hit, verdict)
        library, passage_id, office = self._page.library, hit.passage.id, self._page.library.office

        def restore(error: BriefBankError) -> None:
            if self._page.answering is not None and self._page.answering.request.text == query:
                self._show_verdict(hit, hit.verdict)
            message = tr("The mark was not kept. {what} {remedy}")
            self._page.status.emit(message.format(what=error.title, remedy=error.remedy))

        self._page.run(
            lambda _reporter: library.feedback.give(passage_id, query, verdict),
            failed=restore,
            lane=Lane.NOTES,
        )
        message = SAID[verdict] if verdict else tr("The mark was taken back.")
        if office is not None and office.person is not None:
            message += " " + (COUNTS_FOR_OFFICE if office.person.may(Action.EDIT) else COUNTS_FOR_ONESELF)
        self._page.status.emit(message)

    def _show_verdict(self, hit: Hit, verdict: Verdict | None) -> None:
        for model in (self._page.results.model, self._page.results.outside.model):
            model.set_verdict(hit.passage.id, verdict)

    # --- exports ---

    def export_results(self) -> None:
        question = self._page.answering
        if question is None:
            self._page.status.emit(tr("There are no results to export: search first."))
        elif self._can_start():
            name = file_name(question.request.text, tr("Results"))
            path = chosen_file(self._page.window(), tr("Export the results"), name, FORMS)
            if path is not None:
                library, request, origin = self._page.library, question.request, question.origin
                self._start(
                    path, lambda reporter: library.exports.results(request, path, reporter, query=origin)
                )

    def export_collection(self, collection: PassageCollection | SharedCollection) -> None:
        if self._can_start():
            name = file_name(collection.name, tr("Collection"))
            forms = {"docx": FORMS["docx"]}
            path = chosen_file(self._page.window(), tr("Export the collection"), name, forms)
            if path is not None:
                exports, id_ = self._page.library.exports, collection.id
                is_shared = isinstance(collection, SharedCollection)
                write = exports.shared_collection if is_shared else exports.collection
                self._start(path, lambda reporter: write(id_, path, reporter))

    def _can_start(self) -> bool:
        if self._page.jobs.busy(TOPIC, self._page):
            message = tr("A file is still being written. Wait until it is done, or stop it.")
            self._page.status.emit(message)
            return False
        return True

    def _start(self, path: Path, work: Work) -> None:
        stopped = tr("The export was stopped. No file was written.")
        job = self._page.run(
            work,
            then=partial(self._written, path),
            stopped=lambda: self._page.status.emit(stopped),
            lane=Lane.LONG,
            topic=TOPIC,
        )
        counted = tr("{done} of {total} passages")

        def progress(_stage: Message, done: int, total: int) -> str:
            return counted.format(done=translate.number(done), total=translate.number(total))

        title, waiting = tr("Exporting"), tr("Collecting the passages …")
        self.progress = JobProgress(job, title, waiting, progress, self._page.window())
        job.ended.connect(self._ended)

    def _written(self, path: Path, passages: int) -> None:
        many = wording.count(passages, tr("passage was written"), tr("passages were written"))
        self._page.status.emit(tr("{many} to {file}.").format(many=many, file=path.name))

    def _ended(self) -> None:
        self.progress = None

    # --- related words ---

    def open_thesaurus(self) -> None:
        """Open the list of related words in the system's editor, and report the lines that do not count."""
        library = self._page.library
        self._page.run(
            lambda _reporter: (library.thesaurus.path(), library.thesaurus.state().problems),
            then=self._thesaurus_opened,
            lane=Lane.NOTES,
            topic="thesaurus",
        )

    def _thesaurus_opened(self, result: tuple[Path, tuple[Message, ...]]) -> None:
        path, problems = result
        if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._page.status.emit(tr("The list counts from the next search after you save it."))
        else:
            message = tr("This computer has no program that opens text files. The list is {path}.")
            self._page.status.emit(message.format(path=path))
        if self.problems is not None and problems:
            self.problems.close()
        if problems:
            intro = wording.counted(
                len(problems),
                tr("{number} line of {name} could not be read and does not count."),
                tr("{number} lines of {name} could not be read and do not count."),
                name=path.name,
            )
            findings = [Finding(False, TO_MEND, translate_core(problem)) for problem in problems]
            title = tr("Words searched beside others")
            self.problems = FindingsDialog(title, intro, findings, self._page.window())
            forget_when_closed(self, "problems", self.problems)
            self.problems.open()
