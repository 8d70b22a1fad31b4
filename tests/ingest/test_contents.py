"""Tests of what files hold: any name, encoding and container, lost parts, and what is not shown."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Name, String

from briefbank.domain.ingest import FileOutcome, FileStatus, Refusal
from briefbank.domain.searches import SearchRequest
from briefbank.errors import UnknownFormat
from briefbank.extraction import sniff
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.extraction.pdfs import PROSE, write
from tests.extraction.test_shown_text import LABEL, Sheet, marked, words
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.ocr import NamedEngine
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
@pytest.mark.nightly
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


@pytest.mark.nightly
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


QUIET = QuietReporter()
SAID = "Muñoz was at the café before his trial. See N.J.S.A. § 2C:11-3 and ¶ 4 of the indictment."
ENCODINGS = ("cp437", "cp850", "cp1252", "mac_roman", "utf-8", "utf-8-sig", "utf-16")


def encoded(text: str, encoding: str) -> bytes:
    if encoding in ("cp437", "cp850"):  # where both signs are control characters
        text = text.replace("§", "\x15").replace("¶", "\x14")
    return text.encode(encoding)


def plain(folder: Path, content: bytes) -> Path:
    (folder / "SMITH.TXT").write_bytes(content)
    return folder / "SMITH.TXT"


def page(folder: Path, content: bytes) -> Path:
    (folder / "smith.html").write_bytes(b"<html><body><p>" + content + b"</p></body></html>")
    return folder / "smith.html"


def member(folder: Path, content: bytes) -> Path:
    return packed(folder / "case.zip", {"smith.txt": content})


def attachment(folder: Path, content: bytes) -> Path:
    return write_mail(folder / "mail.eml", mail([("smith.txt", content)]))


@pytest.mark.parametrize(
    ("form", "encodings"),
    [(plain, ENCODINGS), (page, ("cp437",)), (member, ("utf-16",)), (attachment, ("mac_roman",))],
    ids=["text", "page", "archive", "attachment"],
)
def test_a_text_of_any_encoding_is_found_by_its_words(
    form: Callable[[Path, bytes], Path], encodings: tuple[str, ...], tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        for number, encoding in enumerate(encodings):
            (tmp_path / encoding).mkdir()
            file = form(tmp_path / encoding, encoded(f"Exhibit{number} is of Luis. {SAID}", encoding))
            outcomes = library.ingest.add([file], QUIET)
            assert {outcome.status for outcome in outcomes} == {FileStatus.ADDED}, encoding
            first = library.search(SearchRequest(f'"Exhibit{number}" Muñoz')).hits[0]
            assert f"Exhibit{number} is of Luis. {SAID}" in first.passage.text, encoding


THINGS = ("wagon", "barn", "house", "cellar", "attic", "purse", "trunk", "letter", "garage", "cabin")
PAGES = [
    [
        f"Point {number}: the search of the {thing}",
        f"The court held in its ruling number {number} that the {thing} was searched without",
        f"a warrant, and that whatever lay in the {thing} must be returned to its owner.",
    ]
    for number, thing in enumerate(THINGS)
]


def added_from(shared_library: Library, path: Path, data: bytes) -> FileOutcome:
    path.write_bytes(data)
    (outcome,) = shared_library.ingest.add([path], QuietReporter())
    return outcome


def saved(folder: Path, **how: object) -> bytes:
    path = folder / "saved.pdf"
    with pikepdf.open(write(folder / "plain.pdf", PAGES)) as pdf:
        pdf.save(path, **how)  # type: ignore[arg-type]
    return path.read_bytes()


def test_a_file_without_its_tables_is_added_whole(shared_library: Library, tmp_path: Path) -> None:
    data = saved(tmp_path)
    outcome = added_from(shared_library, tmp_path / "a.pdf", data[: data.rindex(b"\nxref")])
    assert (outcome.status, outcome.reason) == (FileStatus.ADDED, "")
    assert outcome.document and outcome.document.pages == len(PAGES)


@pytest.mark.parametrize("linearize", [False, True])
def test_a_file_that_lost_pages_says_so(shared_library: Library, tmp_path: Path, linearize: bool) -> None:
    mode = pikepdf.ObjectStreamMode.generate
    data = saved(tmp_path, linearize=linearize, object_stream_mode=mode)
    outcome = added_from(shared_library, tmp_path / "a.pdf", data[: len(data) * 6 // 10])
    assert outcome.status is FileStatus.ADDED_WITH_GAPS and "pages of it may be missing" in outcome.reason


@pytest.mark.parametrize("share", [0.5, 0.99])
@pytest.mark.parametrize("password", ["u"])
def test_a_protected_file_that_lost_its_lock_is_incomplete_and_asks_for_no_password(
    shared_library: Library, tmp_path: Path, share: float, password: str
) -> None:
    data = saved(tmp_path, encryption=pikepdf.Encryption(owner="o", user=password, R=4))
    outcome = added_from(shared_library, tmp_path / "a.pdf", data[: int(data.rindex(b"xref\n") * share)])
    assert outcome.refusal is Refusal.DAMAGED and "incomplete" in outcome.reason


@pytest.fixture(scope="module")
def shared_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("left out") / "library"
    with Library.open(folder, encoder=Buckets(), ocr=NamedEngine("none")) as opened:
        yield opened


def sticky_note(sheet: Sheet) -> None:
    sheet.annotate("Text", (300, 300, 320, 320), Contents=String("A comment"))


def highlight(sheet: Sheet) -> None:
    corners = Array([72, 715, 180, 715, 72, 695, 180, 695])
    sheet.annotate("Highlight", (72, 695, 180, 715), Contents=String("A comment"), QuadPoints=corners)


def adobe_form(sheet: Sheet) -> None:
    sheet.field((200, 600, 300, 620), "")
    sheet.pdf.Root.AcroForm.XFA = sheet.pdf.make_stream(b"<xdp/>")
    sheet.pdf.Root.NeedsRendering = True


def layer(sheet: Sheet) -> None:
    sheet.page.Contents = sheet.pdf.make_stream(LABEL + marked("OFF", "A comment", 600).encode())
    sheet.with_layers()


def hidden_note(sheet: Sheet) -> None:
    sheet.annotate("FreeText", (300, 300, 500, 320), "A comment", Contents=String("A comment"))
    sheet.page.Annots[0].F = 2


def hidden_field(sheet: Sheet) -> None:
    sheet.field((300, 300, 500, 320), "A comment")
    sheet.page.Annots[0].F = 32


def invisible(sheet: Sheet) -> None:
    sheet.page.Contents = sheet.pdf.make_stream(LABEL + words("A comment", 600, "3 Tr").encode())


def nothing(sheet: Sheet) -> None:
    """A highlight and a link without contents, and a note that is drawn."""
    sheet.annotate("Highlight", (72, 695, 180, 715), QuadPoints=Array([72, 715, 180, 715, 72, 695, 180, 695]))
    sheet.annotate("Link", (72, 695, 180, 715), Contents=String("Opens a page"))
    sheet.annotate("FreeText", (300, 300, 500, 320), "Drawn", Contents=String("Drawn"), DA=String("/F1 9 Tf"))
    sheet.annotate("Widget", (300, 200, 500, 220), "Value", FT=Name.Tx, T=String("a"), V=String("Value"))


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        (sticky_note, "comments"),
        (highlight, "comments"),
        (adobe_form, "print it to PDF"),
        (hidden_note, "hidden text"),
        (hidden_field, "hidden text"),
        (layer, "a layer that is off"),
        (invisible, "invisible"),
        (nothing, ""),
    ],
)
def test_hidden_text_of_a_pdf_is_reported_and_not_found(
    shared_library: Library, tmp_path: Path, change: Callable[[Sheet], None], reported: str
) -> None:
    sheet = Sheet()
    change(sheet)
    sheet.pdf.save(tmp_path / f"{change.__name__}.pdf")
    (outcome,) = shared_library.ingest.add([tmp_path / f"{change.__name__}.pdf"], QuietReporter())
    assert (reported in outcome.reason) if reported else outcome.reason == ""
    assert not shared_library.search(SearchRequest('"A comment"')).total
    hits = shared_library.search(SearchRequest('"Name of applicant"')).hits
    assert outcome.document and outcome.document.id in {hit.document.id for hit in hits}
