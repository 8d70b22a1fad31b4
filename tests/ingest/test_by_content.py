"""Tests that files are recognised by content in folders, archives, mails and PDFs."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.errors import UnknownFormat
from briefbank.extraction import sniff
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.extraction.pdfs import PROSE, write
from tests.stand_ins.encoders import Buckets
from tests.support.mail_factory import mail, mailbox, pdf_with
from tests.support.mail_factory import write as write_mail
from tests.support.office_file_factory import needs_libreoffice, wordperfect_file

SENTENCE = "The stop of the wombat was unreasonable, and the motion is granted."


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "kept", encoder=Buckets()) as opened:
        yield opened


@pytest.fixture(scope="module")
def old_documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("old")
    return {
        "SMITH.BRF": wordperfect_file(folder / "a.wpd", "POINT I", SENTENCE).read_bytes(),
        "rich.xyz": b"{\\rtf1 " + SENTENCE.encode() + b"}",
    }


def added(library: Library, *paths: Path) -> list[FileOutcome]:
    outcomes = library.ingest.add(list(paths), QuietReporter())
    assert {outcome.status for outcome in outcomes} == {FileStatus.ADDED}, outcomes
    return outcomes


def text_of(library: Library, outcome: FileOutcome) -> str:
    assert outcome.document
    return " ".join(page.raw for page in library.documents.pages(outcome.document.id))


def packed(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


@needs_libreoffice
@pytest.mark.parametrize("packing", ["archive", "mail"])
def test_old_documents_are_read_with_any_name_in_any_container(
    library: Library, tmp_path: Path, old_documents: dict[str, bytes], packing: str
) -> None:
    path = tmp_path / "case"
    if packing == "archive":
        packed(path, old_documents)
    else:
        write_mail(path, mail(list(old_documents.items())))
    outcomes = {outcome.path.name: outcome for outcome in added(library, path)}
    for name in old_documents:
        assert "wombat was unreasonable" in text_of(library, outcomes[name]), name


@needs_libreoffice
def test_old_documents_inside_a_pdf_are_read(
    library: Library, tmp_path: Path, old_documents: dict[str, bytes]
) -> None:
    base = write(tmp_path / "base.pdf", [[PROSE[at : at + 60] for at in range(0, 180, 60)]])
    portfolio = pdf_with(tmp_path / "case.pdf", base, {"SMITH.BRF": old_documents["SMITH.BRF"]})
    (outer,) = added(library, portfolio)
    assert outer.document
    library.ingest.enqueue_attached(outer.document.id, QuietReporter())
    (inner,) = library.ingest.run(QuietReporter())
    assert "wombat was unreasonable" in text_of(library, inner)


def test_an_archive_and_a_mailbox_are_opened_whatever_their_names(library: Library, tmp_path: Path) -> None:
    archive = packed(tmp_path / "case.pdf", {"a.txt": SENTENCE.encode()})
    letters = [mail(subject="First", message_id="<1@x>"), mail(subject="Second", message_id="<2@x>")]
    box = mailbox(tmp_path / "letters.docx", letters)
    names = {outcome.path.relative_to(tmp_path).as_posix() for outcome in added(library, archive, box)}
    assert names == {"case.pdf/a.txt", "letters.docx/1 First.eml", "letters.docx/2 Second.eml"}


@pytest.mark.parametrize(
    ("content", "title"),
    [
        (b"\0\0\0\x20ftypisom" + bytes(99), "recording"),
        (b"SQLite format 3\0" + bytes(99), "program"),
        (b"\0" * 32_769 + b"CD001\x01" + bytes(99), "archive"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a PDF"),
        (b"!BDN" + bytes(99), "Outlook"),
        (
            b'<?xml version="1.0"?><pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"/>',
            "data file in XML",
        ),
    ],
)
def test_a_file_that_is_no_document_is_refused_for_what_it_is(
    tmp_path: Path, content: bytes, title: str
) -> None:
    path = tmp_path / "brief.pdf"
    path.write_bytes(content)
    with pytest.raises(UnknownFormat, match=title) as refused:
        sniff.file_type(path)
    if title in ("recording", "program", "archive"):
        assert "PDF" not in refused.value.remedy


@pytest.mark.parametrize(
    ("parts", "title"),
    [
        ({"[Content_Types].xml": b"", "xl/workbook.xml": b""}, "spreadsheet"),
        ({"[Content_Types].xml": b"", "ppt/presentation.xml": b""}, "presentation"),
        ({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}, "does not read"),
        ({"META-INF/MANIFEST.MF": b"", "A.class": b""}, "program"),
        ({"a.txt": b"x"}, "archive"),
    ],
)
def test_a_zip_file_that_is_no_document_is_refused_for_what_it_is(
    tmp_path: Path, parts: dict[str, bytes], title: str
) -> None:
    with pytest.raises(UnknownFormat, match=title):
        sniff.file_type(packed(tmp_path / "brief.docx", parts))
