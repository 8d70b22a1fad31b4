"""The line of notes above the pages: the most important first, its links, unfolding, closing, attachments."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from pytestqt.qtbot import QtBot

from briefbank.domain.documents import Attachments, Document
from tests.ui.conftest import made_up_brief
from ui.features.reader.notices import Note, NoteLink, Notices, Source, attachment_notes

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def line(qtbot: QtBot) -> Notices:
    made = Notices()
    qtbot.addWidget(made)
    made.resize(700, 40)
    return made


def texts(line: Notices) -> list[str]:
    return [link.accessibleName() for link in line.links]


def show_attachments(line: Notices, document: Document, attachments: Attachments) -> list[object]:
    """Show them, and return the list of what their links ask for."""
    opened: list[object] = []
    notes = attachment_notes(document, attachments, opened.append, lambda: opened.append("add"))
    line.put(Source.ATTACHMENTS, *notes)
    return opened


def test_the_most_important_note_is_shown_and_the_others_on_request(line: Notices) -> None:
    line.put(Source.LAW, Note("In force since July 1, 2013.", (NoteLink("Versions…", list),)))
    line.put(Source.ALERTS, Note("Overruled.", look="warn"))
    assert line.first.whole() == "Overruled." and texts(line) == []
    assert line.more.text() == "and 1 more"
    line.more.click()
    assert texts(line) == ["Versions…"]
    line.more.click()
    assert texts(line) == [] and line.texts() == ["Overruled.", "In force since July 1, 2013."]


def test_a_closed_line_opens_again_only_for_news(line: Notices) -> None:
    line.put(Source.LAW, Note("In force since July 1, 2013."))
    line.close_button.click()
    assert line.isHidden()
    line.put(Source.PAGE, Note("Compare the words with the page.", look="warn"))
    assert line.isHidden(), "who closed the line does not want it on each page"
    line.put(Source.FILE, Note("The file is away.", look="bad"))
    assert not line.isHidden() and line.first.whole() == "The file is away."
    line.clear()
    line.put(Source.LAW, Note("In force since July 1, 2013."))
    assert not line.isHidden(), "in another document it is news"


def test_many_attachments_are_named_in_part_until_the_line_is_unfolded(line: Notices) -> None:
    document = made_up_brief(suffix=".eml", attached=9)
    files = tuple(replace(document, id=number, file_name=f"{number}.pdf") for number in range(9))
    opened = show_attachments(line, document, Attachments((), 0, files))
    assert texts(line) == ["0.pdf", "1.pdf", "2.pdf", "3.pdf"] and line.more.text() == "Show all"
    line.more.click()
    assert texts(line) == [file.file_name for file in files]
    line.links[5].click()
    assert opened == [files[5]]


@pytest.mark.parametrize("width", [320, 700, 1400])
def test_only_links_with_room_stand_beside_a_note(line: Notices, width: int) -> None:
    document = made_up_brief(suffix=".eml", attached=4)
    names = [f"Exhibit {number} to the motion to suppress.pdf" for number in range(4)]
    files = tuple(replace(document, id=number, file_name=name) for number, name in enumerate(names))
    line.resize(width, 40)
    show_attachments(line, document, Attachments((), 0, files))
    line.layout().activate()
    parts = [line.first, *line.links, *([] if line.more.isHidden() else [line.more]), line.close_button]
    assert all(one.geometry().right() < next_.geometry().left() for one, next_ in pairwise(parts))
    assert parts[-1].geometry().right() <= width and line.first.width() > 40
    assert all(link.width() >= link.sizeHint().width() for link in line.links)
    assert line.more.isHidden() is (texts(line) == names)
    line.more.click()
    assert texts(line) == names


def test_only_a_pdf_offers_to_add_what_is_attached_and_only_while_some_is_missing(line: Notices) -> None:
    document = made_up_brief(attached=1)
    opened = show_attachments(line, document, Attachments((), 0, ()))
    line.links[0].click()
    assert opened == ["add"]
    show_attachments(line, document, Attachments((), 0, (document,)))
    assert texts(line) == [document.file_name]
    show_attachments(line, replace(document, suffix=".eml"), Attachments((), 0, ()))
    assert line.isHidden() and not line.links
