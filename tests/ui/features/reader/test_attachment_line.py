"""The line of attachments in the reader: what it links to, what it offers, and that nothing of it is left."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from briefbank.domain.documents import Attachments
from tests.stand_ins.library import StubLibrary
from ui.features.reader.attachment_line import MOST_LINKS, AttachmentLine

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def made_line(qtbot: QtBot) -> AttachmentLine:
    made = AttachmentLine()
    qtbot.addWidget(made)
    return made


def texts(line: AttachmentLine) -> list[str]:
    return [link.accessibleName() for link in line.links]


def test_many_attachments_are_named_in_part_and_a_menu_has_the_rest(qtbot: QtBot) -> None:
    document = replace(StubLibrary().documents.stored[0], suffix=".eml", attached=9)
    files = tuple(replace(document, id=number, file_name=f"{number}.pdf") for number in range(9))
    line = made_line(qtbot)
    line.show_attachments(document, Attachments((), 0, files))
    assert texts(line) == ["0.pdf", "1.pdf", "2.pdf", "3.pdf", "5 more…"]
    assert len(line.links) == MOST_LINKS
    with qtbot.waitSignal(line.document_wanted) as expected:
        line.links[1].click()
    assert expected.args == [files[1]]


def test_only_a_pdf_offers_to_add_what_is_attached_and_only_while_some_is_missing(qtbot: QtBot) -> None:
    document = replace(StubLibrary().documents.stored[0], attached=1)
    line = made_line(qtbot)
    line.show_attachments(document, Attachments((), 0, ()))
    with qtbot.waitSignal(line.add_wanted):
        line.links[0].click()
    line.show_attachments(document, Attachments((), 0, (document,)))
    assert texts(line) == [document.file_name]
    line.show_attachments(replace(document, suffix=".eml"), Attachments((), 0, ()))
    assert line.isHidden() and not line.links


def test_nothing_of_the_document_before_is_left(qtbot: QtBot) -> None:
    document = StubLibrary().documents.stored[0]
    line = made_line(qtbot)
    line.show_attachments(document, Attachments((document,), 0, ()))
    before = line._rows[0]
    line.show_attachments(document, Attachments((), 1, ()))
    assert before.isHidden() and not line.links and not line.isHidden()
