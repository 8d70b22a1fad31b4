"""The form for one line of the office's list: an authority, its standing, by what, since when, a note."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from briefbank.domain.authorities import Extent, GoodLawEntry, Standing
from briefbank.domain.authority_reports import Proposal
from ui.i18n.translate import tr
from ui.kit.controls import ChoiceBox, ElidedLabel, label, push_button
from ui.kit.page_parts import grow_dialog
from ui.kit.restyle import restyle
from ui.shared import law_texts, wording
from ui.shared.caption_fields import WordsField
from ui.shared.date_ranges import typed_range
from ui.shared.standing_colours import ICONS, standing_colours
from ui.style.icons import icon
from ui.style.theme import colours

WIDTH = 560
LONGEST = 400  # The most characters of an authority or a name; a note may be longer
NO_DATE = tr("This is no date. Type it like 2015, March 2015, 3/15/2015 or March 15, 2015.")
NO_AUTHORITY = tr("Type the citation of the authority.")
NO_STANDING = tr("Choose the standing of the authority.")
SAVING = tr("Saving …")
_EXTENTS = {
    Extent.WHOLE: tr("As a whole"),
    Extent.IN_PART: tr("In part"),
    Extent.ON_OTHER_GROUNDS: tr("On other grounds"),
}


@dataclass(frozen=True, slots=True)
class Filled:
    """The form's values when it is sent."""

    authority: str
    standing: Standing
    by: str
    since: date | None
    note: str
    entered_by: str


class EntryForm(QDialog):
    """A modeless dialog that reports what to save by its signal and stays open, with all that is typed, until
    it is saved."""

    save_wanted = Signal(object)  # A Filled

    def __init__(self, title: str, who: str, parent: QWidget | None = None) -> None:
        """Offer ``who``, the name that was entered last, again."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.sentence = ElidedLabel(lines=4)
        self.authority, self.by, self.since, self.who = (QLineEdit() for _ in range(4))
        self.standing, self.extent = _StandingBox(), _ExtentBox()
        self.note = WordsField(tr("Which point is affected, or what still holds"))
        self.said, self.day = label("", role="muted", wrap=True), label("", role="muted", wrap=True)
        self.cancel, self.save = push_button(tr("Cancel")), push_button(tr("Save"), main=True)
        self.who.setText(who)
        self._lay_out(title)
        self._connect()
        self.resize(WIDTH, self.sizeHint().height())

    # --- parts ---

    def _lay_out(self, title: str) -> None:
        column, grid, buttons = QVBoxLayout(self), QGridLayout(), QHBoxLayout()
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(12)
        column.addWidget(label(title, scale=1.3, bold=True))
        column.addWidget(self.sentence)
        self.sentence.hide()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        self._fill(grid)
        column.addLayout(grid)
        column.addWidget(self.said)
        column.addStretch(1)
        buttons.setSpacing(10)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.save)
        column.addLayout(buttons)
        self.cancel.setAutoDefault(False)
        self.save.setDefault(True)

    def _fill(self, grid: QGridLayout) -> None:
        lines: tuple[tuple[str, QWidget, str], ...] = (
            (tr("Authority"), self.authority, tr("State v. Carty, 170 N.J. 632 (2002)")),
            (tr("Standing"), self.standing, ""),
            (tr("Extent"), self.extent, ""),
            (tr("By"), self.by, tr("The case, statute or directive that did it")),
            (tr("Since"), self.since, tr("2015, March 2015 or March 15, 2015")),
            (tr("Note"), self.note, ""),
            (tr("Entered by"), self.who, tr("Your name, so that colleagues can ask")),
        )
        row = 0
        for name, field, example in lines:
            caption = label(name)
            caption.setBuddy(field)
            caption.setContentsMargins(0, 5, 0, 0)
            field.setAccessibleName(name)
            if isinstance(field, QLineEdit):
                field.setPlaceholderText(example)
                field.setMaxLength(LONGEST)
                field.setAcceptDrops(False)
            grid.addWidget(caption, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(field, row, 1)
            row += 1
            if field is self.since:
                grid.addWidget(self.day, row, 1)
                row += 1

    def _connect(self) -> None:
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._save)
        self.since.textChanged.connect(lambda _text: self._say_day())
        self.standing.currentIndexChanged.connect(lambda _row: self._offer_extents())
        self.authority.textChanged.connect(lambda _text: restyle(self.authority, wrong=False))
        self._say_day()
        self._offer_extents()

    # --- subject ---

    def for_authority(self, authority: str) -> None:
        """Prepare a new line, on a known authority, or (empty) on any. Its standing has to be chosen."""
        self.authority.setText(authority)
        (self.standing if authority else self.authority).setFocus()

    def for_entry(self, entry: GoodLawEntry) -> None:
        """Prepare to change a line. Its authority cannot be changed."""
        self._fix(f"{entry.name}, {entry.canonical}" if entry.name else entry.canonical)
        self.choose(entry.standing)
        self._fill_in(self.by, entry.by)
        self.since.setText(wording.day(entry.since) if entry.since else "")
        self.note.show_value(entry.note)
        self.standing.setFocus()

    def for_proposal(self, proposal: Proposal) -> None:
        """Prepare to make a sentence a line; its details can be corrected."""
        self._fix(str(proposal.authority))
        self.choose(proposal.standing)
        self._fill_in(self.by, proposal.by)
        self.sentence.set_whole(f"“{proposal.sentence}”")
        self.sentence.show()
        self.save.setText(tr("Confirm"))
        self.save.setAccessibleName(tr("Confirm"))
        self.standing.setFocus()

    def choose(self, standing: Standing) -> None:
        """Choose a standing with its extent."""
        self.standing.setCurrentIndex(self.standing.findData(standing.whole.value))
        self.extent.setCurrentIndex(self.extent.findData(standing.extent.value))

    def _chosen(self) -> Standing | None:
        treatment = self.standing.currentData()
        return Standing(treatment).with_extent(Extent(self.extent.currentData())) if treatment else None

    def _offer_extents(self) -> None:
        treatment = self.standing.currentData()
        self.extent.offer(Standing(treatment) if treatment else None)

    def _fix(self, authority: str) -> None:
        self._fill_in(self.authority, authority)
        self.authority.setReadOnly(True)
        self.authority.setProperty("fixed", True)
        self.authority.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    @staticmethod
    def _fill_in(field: QLineEdit, text: str) -> None:
        """Show all of a text, from its beginning."""
        field.setMaxLength(len(text) + LONGEST)
        field.setText(text)
        field.setCursorPosition(0)

    # --- outcome ---

    def fail(self, text: str) -> None:
        """Report that saving failed; everything typed stays."""
        self.say(text, bad=True)
        self.save.setEnabled(True)

    def say(self, text: str, *, bad: bool = False) -> None:
        restyle(self.said, role="bad" if bad else "muted")
        self.said.setText(text)
        self.setAccessibleDescription(text)
        grow_dialog(self)

    def _say_day(self) -> None:
        """Show how the typed date is understood."""
        typed = self.since.text().strip()
        days = typed_range(typed) if typed else None
        wrong = bool(typed) and days is None
        text = NO_DATE if wrong else law_texts.counts_from(days[0]) if days else tr("May be left empty.")
        self.day.setText(text)
        restyle(self.day, role="bad" if wrong else "muted")
        grow_dialog(self)
        self.since.setAccessibleDescription(text)
        restyle(self.since, wrong=wrong)

    def _save(self) -> None:
        typed, authority = self.since.text().strip(), " ".join(self.authority.text().split())
        days = typed_range(typed) if typed else None
        if not authority:
            self.say(NO_AUTHORITY, bad=True)
            restyle(self.authority, wrong=True)
            self.authority.setFocus()
        elif (standing := self._chosen()) is None:
            self.say(NO_STANDING, bad=True)
            self.standing.setFocus()
        elif typed and days is None:
            self.say(NO_DATE, bad=True)
            self.since.setFocus()
        else:
            self.say(SAVING)
            self.save.setEnabled(False)
            by, who = " ".join(self.by.text().split()), " ".join(self.who.text().split())
            since = days[0] if days else None
            self.save_wanted.emit(Filled(authority, standing, by, since, self.note.value(), who))


class _Choice(ChoiceBox):
    """A choice that the wheel does not change by mistake."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class _StandingBox(_Choice):
    """The choice of what was done to an authority. Nothing is chosen at first."""

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(tr("Choose …"))
        for standing, text in law_texts.WHOLE_STANDING_WORDS.items():
            ink, _ground = standing_colours(standing, colours())
            self.addItem(icon(ICONS[standing], ink, size=16), text, standing.value)
        self.setCurrentIndex(-1)


class _ExtentBox(_Choice):
    """The choice of how far it was done."""

    def offer(self, standing: Standing | None) -> None:
        """Offer the extents of a standing, and keep the chosen one if it is among them."""
        chosen = self.currentData()
        self.clear()
        for extent, text in _EXTENTS.items():
            if extent is Extent.WHOLE or (standing and standing.with_extent(extent) is not standing):
                self.addItem(text, extent.value)
        self.setCurrentIndex(max(0, self.findData(chosen)))
        self.setEnabled(self.count() > 1)
