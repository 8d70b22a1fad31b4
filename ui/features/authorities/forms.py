"""The forms of the law: a line of the office's list, and when a version of a provision is in force."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget
from shiboken6 import isValid

from briefbank.domain.authorities import Extent, GoodLawEntry, Provision, Standing, Window
from briefbank.domain.authority_reports import Proposal
from briefbank.errors import BriefBankError
from ui.i18n.translate import tr
from ui.jobs import Lane
from ui.kit.controls import ChoiceBox, ElidedLabel, label, push_button
from ui.kit.dialogs import grow_dialog
from ui.kit.layout import DIALOG, STRETCH, Part, column, form, row
from ui.shared import wording
from ui.shared.caption_fields import WordsField
from ui.shared.row_list import ICONS, standing_colours
from ui.style.theme import colours, icon, restyle

if TYPE_CHECKING:
    from ui.features.authorities.page import AuthoritiesPage

NO_DATE = tr("This is no date. Type it like 2015, March 2015, 3/15/2015 or March 15, 2015.")
NO_AUTHORITY = tr("Type the citation of the authority.")
NO_STANDING = tr("Choose the treatment of the authority.")
_EXTENTS = {
    Extent.WHOLE: tr("As a whole"),
    Extent.IN_PART: tr("In part"),
    Extent.ON_OTHER_GROUNDS: tr("On other grounds"),
}


class LawForm(QDialog):
    """A modeless dialog that stays open, with all that is typed, until it is saved."""

    def __init__(self, page: AuthoritiesPage, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = page
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.message = label("", role="muted", wrap=True)
        self.cancel, self.save = push_button(tr("Cancel")), push_button(tr("Save"), main=True)
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._save)

    def _lay_out(self, *parts: Part, beside: QPushButton | None = None) -> None:
        """Lay out the fields below the title; ``beside`` is a further button."""
        heading = label(self.windowTitle(), scale=1.3, bold=True)
        buttons = row(beside, STRETCH, self.cancel, self.save)
        column(heading, *parts, self.message, STRETCH, buttons, on=self, margins=DIALOG, spacing=12)
        for field in self.findChildren(QLineEdit):
            field.setAcceptDrops(False)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(button is self.save)
        self.save.setDefault(True)
        self.resize(560, self.sizeHint().height())

    def say(self, text: str, *, bad: bool = False) -> None:
        restyle(self.message, role="bad" if bad else "muted")
        self.message.setText(text)
        self.setAccessibleDescription(text)
        grow_dialog(self)

    def _save(self) -> None:
        raise NotImplementedError

    def _send(self, work: Callable[[], Any], then: Callable[[Any], object]) -> None:
        """Save, and then close and call ``then``, also where the form was closed meanwhile by another."""
        self.say(tr("Saving …"))
        self.save.setEnabled(False)

        def saved(answer: Any) -> None:
            if isValid(self):
                self.accept()
            then(answer)

        def failed(error: BriefBankError) -> None:
            if isValid(self):
                self.say(str(error), bad=True)
                self.save.setEnabled(True)
            else:
                self._page.show_error(error)

        self._page.run(lambda _reporter: work(), then=saved, failed=failed, lane=Lane.NOTES)

    def reject(self) -> None:
        """Stay open while the library saves, to tell how that ended."""
        if self.save.isEnabled():
            super().reject()


def _is_wrong(field: QLineEdit) -> bool:
    """Tell whether something that is no date is typed, and show it."""
    wrong = bool(field.text().strip()) and wording.typed_range(field.text()) is None
    restyle(field, wrong=wrong)
    return wrong


class EntryForm(LawForm):
    """The form for one line of the office's list: an authority, its treatment, by what, since when, a
    note."""

    def __init__(
        self,
        page: AuthoritiesPage,
        title: str,
        write: Callable[..., GoodLawEntry],
        authority: str,
        subject: GoodLawEntry | Proposal | None = None,
    ) -> None:
        """``write`` stores the values of the fields, which are its keywords. ``subject``: the line to change,
        or the sentence to make a line of; its authority is fixed."""
        super().__init__(page, title, page)
        self._write = write
        self.sentence = ElidedLabel(lines=4)
        self.authority, self.by, self.since, self.who = (QLineEdit() for _ in range(4))
        self.treatment, self.extent = ChoiceBox(), ChoiceBox()
        self.note = WordsField(tr("Which point is affected, or what still holds"))
        self.authority.setPlaceholderText(tr("State v. Carty, 170 N.J. 632 (2002)"))
        self.by.setPlaceholderText(tr("The case, statute or directive that did it"))
        self.since.setPlaceholderText(tr("2015, March 2015 or March 15, 2015"))
        self.who.setPlaceholderText(tr("Your name, so that colleagues can ask"))
        self.treatment.setPlaceholderText(tr("Choose …"))
        fields = form(
            (tr("Authority"), self.authority),
            (tr("Treatment"), self.treatment),
            (tr("Extent"), self.extent),
            (tr("By"), self.by),
            (tr("Since"), self.since),
            (tr("Note"), self.note),
            (tr("Entered by"), self.who),
        )
        self._lay_out(self.sentence, fields)
        for treatment, text in wording.WHOLE_STANDING_WORDS.items():
            ink, _ground = standing_colours(treatment, colours())
            self.treatment.addItem(icon(ICONS[treatment], ink, size=16), text, treatment.value)
        self.treatment.currentIndexChanged.connect(lambda _row: self._offer_extents())
        self.treatment.setCurrentIndex(-1)
        self._offer_extents()
        self.since.textChanged.connect(lambda _text: self._say_day())
        self.authority.textChanged.connect(lambda _text: restyle(self.authority, wrong=False))
        self._fill_in(authority, subject)

    def _fill_in(self, authority: str, subject: GoodLawEntry | Proposal | None) -> None:
        self.who.setText(self._page.who)
        self.authority.setText(authority)
        (self.treatment if authority else self.authority).setFocus()
        self.sentence.setVisible(isinstance(subject, Proposal))
        if subject is not None:
            self.authority.setReadOnly(True)
            self.authority.setProperty("fixed", True)
            self.authority.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            self.choose(subject.standing)
            self.by.setText(subject.by)
        if isinstance(subject, Proposal):
            self.sentence.set_whole(f"“{subject.sentence}”")
            self.save.setText(tr("Confirm"))
            self.save.setAccessibleName(tr("Confirm"))
        elif subject is not None:
            self.since.setText(wording.day(subject.since) if subject.since else "")
            self.note.show_value(subject.note)
        for field in (self.authority, self.by):
            field.setCursorPosition(0)

    def choose(self, treatment: Standing) -> None:
        """Choose a treatment with its extent."""
        self.treatment.setCurrentIndex(self.treatment.findData(treatment.whole.value))
        self.extent.setCurrentIndex(self.extent.findData(treatment.extent.value))

    def _offer_extents(self) -> None:
        """Offer the extents of the chosen treatment, and keep the chosen one if it is among them."""
        value, chosen = self.treatment.currentData(), self.extent.currentData()
        treatment = Standing(value) if value else None
        self.extent.clear()
        for extent, text in _EXTENTS.items():
            if extent is Extent.WHOLE or (treatment and treatment.with_extent(extent) is not treatment):
                self.extent.addItem(text, extent.value)
        self.extent.setCurrentIndex(max(0, self.extent.findData(chosen)))
        self.extent.setEnabled(self.extent.count() > 1)

    def _say_day(self) -> None:
        """Show how the typed date is understood."""
        wrong, days = _is_wrong(self.since), wording.typed_range(self.since.text())
        counts = tr("Counts from {day}.").format(day=wording.day(days[0])) if days else ""
        self.say(NO_DATE if wrong else counts, bad=wrong)

    def _save(self) -> None:
        authority, treatment = " ".join(self.authority.text().split()), self.treatment.currentData()
        days = wording.typed_range(self.since.text())
        if not authority:
            self._refuse(NO_AUTHORITY, self.authority)
            restyle(self.authority, wrong=True)
        elif not treatment:
            self._refuse(NO_STANDING, self.treatment)
        elif _is_wrong(self.since):
            self._refuse(NO_DATE, self.since)
        else:
            values: dict[str, Any] = {
                "standing": Standing(treatment).with_extent(Extent(self.extent.currentData())),
                "by": " ".join(self.by.text().split()),
                "since": days[0] if days else None,
                "note": self.note.value(),
                "entered_by": " ".join(self.who.text().split()),
            }
            if not self.authority.isReadOnly():
                values["authority"] = authority
            self._send(partial(self._write, **values), self._page.entered)

    def _refuse(self, text: str, field: QWidget) -> None:
        self.say(text, bad=True)
        field.setFocus()


class WindowForm(LawForm):
    """The form for when a version is in force: from and to, each of which may be left open."""

    def __init__(self, page: AuthoritiesPage, provision: Provision, parent: QWidget) -> None:
        super().__init__(page, tr("When it is in force"), parent)
        self._provision = provision
        self.first, self.last = QLineEdit(), QLineEdit()
        self.read = push_button(tr("As read"), tip=tr("Count what was read from the text again"))
        self.read.setVisible(provision.source == "person")
        self.read.clicked.connect(lambda: self._send_window(None))
        fields = form((tr("From"), self.first), (tr("To"), self.last))
        self._lay_out(label(str(provision.authority), wrap=True), fields, beside=self.read)
        for field, day in ((self.first, provision.window.first), (self.last, provision.window.last)):
            field.setPlaceholderText(tr("7/1/2013, July 2013 or 2013"))
            field.setText(wording.day(day) if day else "")
            field.textChanged.connect(lambda _text: self._typed())
        self._typed()

    def _typed(self) -> Window | None:
        """Return the typed window, and show how it is understood; None if a field holds no date. A month or a
        year begins with its first day and ends with its last."""
        wrong = [_is_wrong(field) for field in (self.first, self.last)]
        if any(wrong):
            self.say(NO_DATE, bad=True)
            return None
        first, last = wording.typed_range(self.first.text()), wording.typed_range(self.last.text())
        window = Window(first[0] if first else None, last[1] if last else None)
        self.say(f"{wording.in_force(window)}.")
        return window

    def _save(self) -> None:
        if (window := self._typed()) is not None:
            self._send_window(window)

    def _send_window(self, window: Window | None) -> None:
        validity, provision_id = self._page.library.validity, self._provision.id
        self._send(partial(validity.set_window, provision_id, window), self._page.window_saved)
