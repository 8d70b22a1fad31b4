"""What a file is, its content says: in a folder, an archive, a mail or a PDF, and whatever its name."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.errors import Damaged, UnknownFormat
from briefbank.extraction import convert, sniff
from briefbank.extraction.convert import to_pdf
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.extraction.pdfs import PROSE, write
from tests.mail_factory import mail, mailbox, pdf_with
from tests.mail_factory import write as write_mail
from tests.office_file_factory import needs_libreoffice, open_document, wordperfect_file
from tests.stand_ins.encoders import Buckets

SENTENCE = "The stop of the wombat was unreasonable, and the motion is granted."
WORD_XML = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<?mso-application progid="Word.Document"?>\n'
    '<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body><w:p><w:r><w:t>'
    f"{SENTENCE}</w:t></w:r></w:p></w:body></w:wordDocument>"
)
ABIWORD = (
    '<?xml version="1.0"?>\n<!DOCTYPE abiword PUBLIC "-//ABISOURCE//DTD AWML 1.0 Strict//EN" '
    '"http://www.abisource.com/awml.dtd">\n<abiword xmlns="http://www.abisource.com/awml.dtd">'
    f"<section><p>{SENTENCE}</p></section></abiword>"
)
OLD_WORDPERFECT = b"\xd4\x06\x06\xd4\x83POINT I\x84\n\n" + SENTENCE.encode() + b"\n"


def windows_write(text: str) -> bytes:
    """Return a file of Windows Write: a header, the text, and a page each for characters and paragraphs."""
    content = text.encode("cp1252")
    end = 128 + len(content)
    pages = -(-end // 128)
    header = bytearray(128)
    struct.pack_into("<HHH", header, 0, 0xBE31, 0, 0xAB00)
    struct.pack_into("<I6H", header, 14, end, pages, *[pages + 1] * 5)
    struct.pack_into("<H", header, 96, pages + 1)
    formats = (struct.pack("<IIH", 128, end, 0xFFFF).ljust(127, b"\0") + b"\1") * 2
    return bytes(header) + content.ljust((pages - 1) * 128, b"\0") + formats


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "kept", encoder=Buckets()) as opened:
        yield opened


@pytest.fixture(scope="module")
def old_documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("old")
    flat = open_document(folder / "flat.fodt", f"<text:p>{SENTENCE}</text:p>")
    return {
        "SMITH.BRF": wordperfect_file(folder / "a.wpd", "POINT I", SENTENCE).read_bytes(),
        "JONES.BRF": OLD_WORDPERFECT,
        "flat.xyz": flat.read_bytes(),
        "word.xml": WORD_XML.encode(),
        "abi": ABIWORD.encode(),
        "letter.wri": windows_write(SENTENCE),
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
@pytest.mark.parametrize("packing", ["folder", "archive", "mail"])
def test_old_documents_are_read_whatever_their_names_and_wherever_they_lie(
    library: Library, tmp_path: Path, old_documents: dict[str, bytes], packing: str
) -> None:
    path = tmp_path / "case"
    if packing == "folder":
        path.mkdir()
        for name, content in old_documents.items():
            (path / name).write_bytes(content)
    elif packing == "archive":
        packed(path, old_documents)
    else:
        write_mail(path, mail(list(old_documents.items())))
    outcomes = {outcome.path.name: outcome for outcome in added(library, path)}
    for name in old_documents:
        assert "wombat was unreasonable" in text_of(library, outcomes[name]), name


@needs_libreoffice
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_signs_headers_and_footers_of_word_2003_are_read(
    library: Library, tmp_path: Path, encoding: str
) -> None:
    def signed(font: str, code: str) -> str:
        return f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>'

    def text(content: str) -> str:
        return f"<w:r><w:t>{content}</w:t></w:r>"

    def story(kind: str, content: str, pages: str = "odd") -> str:
        return f'<w:{kind} w:type="{pages}"><w:p>{text(content)}</w:p></w:{kind}>'

    first = story("hdr", "Letterhead", "first") + story("hdr", "Numbat v. Quoll") + story("ftr", "A-1234-18")
    last = story("hdr", "Numbat v. Quoll") + story("ftr", "Second foot")
    body = (
        f"<wx:sect><w:p>{text('The defendant')}{signed('WP TypographicSymbols', 'F03D')}{text('s car ')}"
        f"{signed('Wingdings', 'F0FE')}{signed('Wingdings 3', 'F07D')}</w:p>"
        f"<w:p><w:pPr><w:sectPr>{first}</w:sectPr></w:pPr>"
        f"<w:r><w:t>2C</w:t></w:r><w:r><w:noBreakHyphen/></w:r>{text('43')}</w:p></wx:sect>"
        f"<wx:sect><w:p>{text('The wombat slept.')}</w:p><w:sectPr>{last}</w:sectPr></wx:sect>"
    )
    path = tmp_path / "word.xml"
    path.write_bytes(
        WORD_XML.replace("UTF-8", encoding)
        .replace(
            "<w:wordDocument",
            '<w:wordDocument xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint"',
        )
        .replace(WORD_XML[WORD_XML.index("<w:p>") : WORD_XML.index("</w:body>")], body)
        .encode(encoding)
    )
    (outcome,) = library.ingest.add([path], QuietReporter())
    assert " ".join(text_of(library, outcome).split()) == (
        "Letterhead Numbat v. Quoll The defendant’s car ☑□ 2C-43 A-1234-18 The wombat slept. Second foot"
    )
    assert outcome.status is FileStatus.ADDED_WITH_GAPS


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


def test_an_archive_attached_to_a_mail_is_opened_whatever_its_name(library: Library, tmp_path: Path) -> None:
    inside = packed(tmp_path / "inside", {"a.txt": SENTENCE.encode()}).read_bytes()
    path = write_mail(tmp_path / "x.eml", mail([("papers", inside)]))
    assert {outcome.path.name for outcome in added(library, path)} == {"x.eml", "a.txt"}


@pytest.mark.parametrize("name", ["notes.txt", "notes", "café.brf"])
def test_a_text_is_no_old_wordperfect_file_because_of_its_name_or_its_letters(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes("Le café est fermé à Noël, et l’été aussi.\n".encode("cp1252") * 20)
    assert sniff.file_type(path) == ".txt"


@pytest.mark.parametrize(
    ("content", "title"),
    [
        (b"\0\0\0\x20ftypisom" + bytes(99), "film"),
        (b"ID3\x04" + bytes(99), "sound"),
        (b"\x7fELF\x02" + bytes(99), "program"),
        (b"SQLite format 3\0" + bytes(99), "database"),
        (b"\0" * 32_769 + b"CD001\x01" + bytes(99), "disk"),
        (bytes(60) + b"BOOKMOBI" + bytes(99), "e-book"),
        (b"AC1027" + bytes(99), "drawing"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "drawing"),
        (b"7z\xbc\xaf'\x1c" + bytes(99), "archive"),
        (b"!BDN" + bytes(99), "Outlook"),
        (b"[ver]\r\n\t4\r\n[sty]\r\n\t_DEFAULT.STY\r\n[edoc]\r\nText.\r\n", "Ami Pro"),
        (b"begin 644 brief.doc\r\n#0V%T\r\n`\r\nend\r\n", "packed for sending"),
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
    if title in ("film", "sound", "program", "disk", "archive"):
        assert "PDF" not in refused.value.remedy


@pytest.mark.parametrize(
    ("parts", "title"),
    [
        ({"[Content_Types].xml": b"", "xl/workbook.xml": b""}, "Excel"),
        ({"[Content_Types].xml": b"", "ppt/presentation.xml": b""}, "PowerPoint"),
        ({"mimetype": b"application/epub+zip"}, "e-book"),
        ({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}, "spreadsheet"),
        ({"Index/Document.iwa": b""}, "Pages"),
        ({"META-INF/MANIFEST.MF": b"", "A.class": b""}, "program"),
        ({"a.txt": b"x"}, "archive"),
    ],
)
def test_a_zip_file_that_is_no_document_is_refused_for_what_it_is(
    tmp_path: Path, parts: dict[str, bytes], title: str
) -> None:
    with pytest.raises(UnknownFormat, match=title):
        sniff.file_type(packed(tmp_path / "brief.docx", parts))


def test_a_file_of_an_old_program_that_libreoffice_does_not_open_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: Path, target: Path, password: str | None) -> None:
        raise Damaged

    monkeypatch.setattr(convert, "convert", refuse)
    path = tmp_path / "letter.wps"
    path.write_bytes(b"\x01\xfe" + bytes(200))
    with pytest.raises(UnknownFormat, match="Microsoft Works") as refused:
        to_pdf(path, tmp_path / "made.pdf")
    assert "save it as Word or PDF" in refused.value.remedy
