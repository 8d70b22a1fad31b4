"""Tests of mails as documents with sender, date and subject, and of their attachments."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import pytest

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, Stage
from briefbank.domain.pages import PageSource
from briefbank.domain.searches import Filters, SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from tests.extraction import pdfs
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.reporters import RecordingReporter
from tests.support.mail_factory import PLAIN, compound_file, mail, mailbox, outlook, pdf_with, write

QUIET = QuietReporter()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", encoder=Buckets()) as opened:
        yield opened


@pytest.fixture
def brief(tmp_path: Path) -> bytes:
    """A PDF."""
    return pdfs.write(
        tmp_path / "brief.pdf", [["The okapi was seen in the wagon by the officer."]]
    ).read_bytes()


def ended(outcomes: Sequence[FileOutcome], under: Path) -> dict[str, str]:
    return {str(outcome.path.relative_to(under)): outcome.status.value for outcome in outcomes}


def named(library: Library, file_name: str) -> Document:
    return next(document for document in library.documents.each() if document.file_name == file_name)


def left_behind(library: Library) -> list[str]:
    return [
        path.name for path in LibraryPaths(library.folder).work.iterdir() if not path.name.startswith("desk-")
    ]


@pytest.mark.parametrize("kind", ["eml", "msg"])
def test_a_mail_is_a_document_and_each_attachment_one_that_knows_it(
    library: Library, tmp_path: Path, brief: bytes, kind: str
) -> None:
    files = [("brief.pdf", brief), ("note.txt", PLAIN)]
    content = mail(files).as_bytes() if kind == "eml" else compound_file(outlook(files))
    path = write(tmp_path / f"the mail.{kind}", content)
    outcomes = library.ingest.add([path], QUIET)
    assert ended(outcomes, tmp_path) == {
        path.name: "added", f"{path.name}/brief.pdf": "added", f"{path.name}/note.txt": "added"
    }  # fmt: skip
    message = named(library, path.name)
    assert (message.kind, message.title) == (Kind.MAIL, "The zebra in State v. Doe")
    assert (message.filed, message.office, message.attached) == (date(2015, 3, 3), "Harlan Quill", 2)
    inside = library.documents.attachments(message.id)
    assert [file.file_name for file in inside.files] == ["brief.pdf", "note.txt"]
    around = library.documents.attachments(named(library, "brief.pdf").id)
    assert [item.id for item in around.attached_to] == [message.id]
    (hit,) = library.search(SearchRequest("zebra", filters=Filters(kinds=frozenset({Kind.MAIL})))).hits[:1]
    assert hit.document.id == message.id
    assert "From: Harlan Quill <harlan@example.org>" in library.documents.pages(message.id)[0].raw
    assert "Attachments: brief.pdf, note.txt" in library.documents.pages(message.id)[0].raw
    file_names = {item.document.file_name for item in library.search(SearchRequest("okapi")).hits}
    assert file_names == {"brief.pdf", "note.txt"}
    assert not left_behind(library)
    assert library.maintenance.check(thorough=True).healthy


def test_the_messages_of_a_mailbox_are_numbered_documents(library: Library, tmp_path: Path) -> None:
    second = mail(
        [("note.txt", PLAIN)], subject="Re: second/letter", body="The heron.\n\nFrom here we go on.\n"
    )
    path = mailbox(tmp_path / "Inbox", [mail(), second])
    outcomes = library.ingest.add([path], QUIET)
    assert ended(outcomes, path) == {
        "1 The zebra in State v. Doe.eml": "added",
        "2 Re- second-letter.eml": "added",
        "2 Re- second-letter.eml/note.txt": "added",
    }
    heron = named(library, "2 Re- second-letter.eml")
    assert heron.title == "Re: second/letter"
    assert "\nFrom here we go on." in library.documents.pages(heron.id)[0].raw


def test_the_listing_of_a_large_mailbox_reports_its_megabytes(library: Library, tmp_path: Path) -> None:
    reporter = RecordingReporter()
    path = mailbox(tmp_path / "Inbox", [mail(body="x" * 70_000 + "\n", subject=f"S{n}") for n in range(40)])
    assert library.ingest.enqueue([path], reporter).new == 40
    megabytes = path.stat().st_size >> 20
    assert ("looking", megabytes, megabytes + 1) in reporter.reported


def test_a_file_attached_to_several_mails_is_stored_once_and_knows_all(
    library: Library, tmp_path: Path, brief: bytes
) -> None:
    paths = [
        write(tmp_path / f"{n}.eml", mail([("brief.pdf", brief)], subject=f"Letter {n}")) for n in range(3)
    ]
    outcomes = library.ingest.add(paths, QUIET)
    assert sorted(outcome.status for outcome in outcomes) == ["added"] * 4 + ["already_here"] * 2
    around = library.documents.attachments(named(library, "brief.pdf").id)
    assert {item.title for item in around.attached_to} == {"Letter 0", "Letter 1", "Letter 2"}
    assert library.maintenance.check(thorough=True).healthy


def test_attachments_stay_when_their_mail_is_removed_and_are_linked_when_it_returns(
    library: Library, tmp_path: Path, brief: bytes
) -> None:
    path = write(tmp_path / "secret name.eml", mail([("brief.pdf", brief)]))
    library.ingest.add([path], QUIET)
    library.documents.remove(named(library, path.name).id)
    kept = named(library, "brief.pdf")
    around = library.documents.attachments(kept.id)
    assert (around.attached_to, around.no_longer_here) == ((), 1)
    assert not any("secret" in str(item.path) for item in library.ingest.history())
    library.ingest.add([path], QUIET)
    around = library.documents.attachments(kept.id)
    assert [item.file_name for item in around.attached_to] == [path.name] and not around.no_longer_here


@pytest.mark.parametrize("stage", [Stage.COPYING, Stage.INDEXING])
def test_nothing_is_left_of_an_attachment_whose_mail_is_removed_while_it_is_read(
    library: Library, tmp_path: Path, brief: bytes, stage: Stage
) -> None:
    path = write(tmp_path / "mail.eml", mail([("brief.pdf", brief)]))

    def remove(event: FileProgress) -> None:
        if event.path.name == "brief.pdf" and event.stage is stage:
            library.documents.remove(named(library, path.name).id)

    library.ingest.add([path], RecordingReporter(on_file=remove))
    assert list(library.documents.each()) == [] and library.ingest.waiting() == []
    assert list(LibraryPaths(library.folder).files.iterdir()) == [] and left_behind(library) == []


def test_mails_and_archives_in_each_other_are_opened_to_a_depth(
    library: Library, tmp_path: Path, brief: bytes
) -> None:
    inner_zip = io.BytesIO()
    with zipfile.ZipFile(inner_zip, "w") as packed:
        packed.writestr("deep/brief.pdf", brief)
        packed.writestr("letter.eml", mail([("note.txt", PLAIN)], subject="In the archive").as_bytes())
    forwarded = mail([("evidence.zip", inner_zip.getvalue())], subject="Forwarded")
    outer = mail(subject="Outer")
    outer.add_attachment(forwarded)
    path = write(tmp_path / "outer.eml", outer)
    outcomes = library.ingest.add([path], QUIET)
    assert ended(outcomes, path) == {
        ".": "added",
        "Forwarded.eml": "added",
        "Forwarded.eml/evidence.zip/deep/brief.pdf": "added",
        "Forwarded.eml/evidence.zip/letter.eml": "added",
        "Forwarded.eml/evidence.zip/letter.eml/note.txt": "added",
    }
    assert [
        item.title for item in library.documents.attachments(named(library, "note.txt").id).attached_to
    ] == ["In the archive"]


def test_nested_mails_are_read_to_a_limited_depth_and_the_rest_is_reported(
    library: Library, tmp_path: Path
) -> None:
    message = mail(subject="Letter 9", message_id="<9@x>")
    for number in range(8, -1, -1):
        around = mail(subject=f"Letter {number}", message_id=f"<{number}@x>")
        around.add_attachment(message)
        message = around
    outcomes = library.ingest.add([write(tmp_path / "x.eml", message)], QUIET)
    assert [outcome.document.title for outcome in outcomes if outcome.document] == [
        f"Letter {n}" for n in range(6)
    ]
    assert "1 attached file was not added" in outcomes[-1].reason


def test_the_files_attached_inside_a_pdf_are_added_when_a_person_asks(
    library: Library, tmp_path: Path, brief: bytes
) -> None:
    base = pdfs.write(tmp_path / "base.pdf", [["The portfolio of the heron and of other birds."]])
    files = {"../brief.pdf": brief, "note.txt": PLAIN}
    path = pdf_with(tmp_path / "portfolio.pdf", base, files, portfolio=True)
    (added,) = library.ingest.add([path], QUIET)
    assert added.document and added.document.attached == 2
    assert library.ingest.enqueue_attached(added.document.id, QUIET).new == 2
    outcomes = library.ingest.run(QUIET)
    assert sorted(outcome.document.file_name for outcome in outcomes if outcome.document) == [
        "brief.pdf",
        "note.txt",
    ]
    inside = library.documents.attachments(added.document.id)
    assert [file.file_name for file in inside.files] == ["brief.pdf", "note.txt"]
    assert library.maintenance.check(thorough=True).healthy


def test_a_protected_attachment_is_added_with_its_password_and_knows_its_mail(
    library: Library, tmp_path: Path, brief: bytes
) -> None:
    import pikepdf

    with pikepdf.open(io.BytesIO(brief)) as pdf:
        pdf.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(user="geheim", owner="x"))
    path = write(tmp_path / "x.eml", mail([("locked.pdf", (tmp_path / "locked.pdf").read_bytes())]))
    refused = library.ingest.add([path], QUIET)[1]
    assert refused.needs_password
    (added,) = library.ingest.add([refused.path], QUIET, passwords={refused.path: "geheim"})
    assert added.status is FileStatus.ADDED and added.document
    assert [item.file_name for item in library.documents.attachments(added.document.id).attached_to] == [
        "x.eml"
    ]


@pytest.mark.nightly
def test_a_mail_whose_text_is_recognised_on_its_page_keeps_its_header_and_what_is_attached(
    library: Library, tmp_path: Path, brief: bytes
) -> None:
    lines = [base64.b64encode(hashlib.sha512(bytes([number])).digest()).decode() for number in range(40)]
    garbled = "\n".join(f"{line[:30]}~ {line[30:60]}" for line in lines)
    path = write(tmp_path / "sealed.eml", mail([("brief.pdf", brief)], body=garbled))
    outcomes = library.ingest.add([path], QUIET)
    assert ended(outcomes, tmp_path) == {"sealed.eml": "added", "sealed.eml/brief.pdf": "added"}
    sealed = named(library, "sealed.eml")
    assert PageSource.OCR in {page.source for page in library.documents.pages(sealed.id)}
    assert sealed.kind is Kind.MAIL and sealed.attached == 1
    library.ingest.read_again(sealed.id)
    library.ingest.run(QUIET)
    assert library.documents.get(sealed.id).kind is Kind.MAIL
