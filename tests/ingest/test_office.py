"""Tests of old office files: their visible text is added, and they wait without LibreOffice."""

from __future__ import annotations

import ctypes
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from briefbank.domain.ingest import FileStatus, LeftOut
from briefbank.domain.pages import Role
from briefbank.errors import UnknownFormat
from briefbank.extraction import convert
from briefbank.extraction.convert import Conversion, to_pdf
from briefbank.extraction.sniff import recognise
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest import originals
from briefbank.ingest.file_reading import FileMetadata, read_file
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from briefbank.sandbox import confinement
from briefbank.sandbox.confinement import InputFile, OutputFile
from tests.extraction.pdfs import PROSE, extract, unmapped
from tests.stand_ins.encoders import Buckets
from tests.support.office_file_factory import (
    HIDDEN,
    SHOWN,
    brief_body,
    needs_libreoffice,
    open_document,
    saved_as,
    saved_with_password,
    to_pdf_saying_whether_macros_may_run,
    with_macro,
    with_macros_allowed,
    word_file,
    wordperfect_file,
)
from tests.support.profile import sample
from tests.support.word_factory import element, paragraph, run, word_package


def left_over(paths: LibraryPaths) -> list[Path]:
    """Return the files of the work; a workspace of a child that lives is empty."""
    return [path for path in paths.work.rglob("*") if path.is_file() and "lock" not in path.name]


KINDS = ("doc", "rtf", "odt", "docm", "dotx")


@pytest.fixture
def library_paths(tmp_path: Path) -> LibraryPaths:
    return LibraryPaths(tmp_path / "kept")


@pytest.fixture
def library(library_paths: LibraryPaths) -> Iterator[Library]:
    with Library.open(library_paths.root, encoder=Buckets()) as opened:
        yield opened


@pytest.fixture(scope="session")
def office_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("office")
    source = word_file(folder / "brief.docx")
    result = {kind: saved_as(source, kind, folder / "profile") for kind in KINDS if kind != "docm"}
    result["docm"] = with_macros_allowed(source)
    result["wpd"] = wordperfect_file(
        folder / "old.wpd", "POINT I", "The stop of the car was unreasonable, and the motion is granted."
    )
    return result


@needs_libreoffice
@pytest.mark.nightly
def test_old_files_are_added_with_what_they_show_and_say_what_they_hide(
    library: Library, library_paths: LibraryPaths, office_files: dict[str, Path]
) -> None:
    outcomes = {
        item.path.suffix: item for item in library.ingest.add(list(office_files.values()), QuietReporter())
    }
    assert {outcome.status for outcome in outcomes.values()} == {FileStatus.ADDED}, outcomes
    for kind in KINDS:
        document = outcomes[f".{kind}"].document
        assert document is not None
        text = " ".join(page.raw for page in library.documents.pages(document.id))
        assert [word for word in SHOWN if word not in text] == [], kind
        assert [word for word in HIDDEN if word in text] == [], kind
        for hidden in ("deleted text", "comments", "hidden text", "properties name people"):
            assert hidden in outcomes[f".{kind}"].reason, kind
    assert left_over(library_paths) == []


@pytest.mark.nightly
def test_a_file_waits_without_libreoffice_and_is_added_by_the_next_run(
    library: Library, library_paths: LibraryPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "brief.rtf"
    path.write_text(r"{\rtf1 The stop of the car was unreasonable, and the motion is granted.\par}")
    there = convert.installed()
    monkeypatch.setattr(convert, "installed", lambda: None)
    [outcome] = library.ingest.add([path], QuietReporter())
    assert outcome.status is FileStatus.WAITING and "LibreOffice" in outcome.reason
    assert [item.path for item in library.ingest.waiting()] == [path]
    if there is None:
        pytest.skip("LibreOffice is not installed")
    monkeypatch.setattr(convert, "installed", lambda: there)
    [outcome] = library.ingest.run(QuietReporter())
    assert outcome.status is FileStatus.ADDED
    assert library.ingest.waiting() == []


@needs_libreoffice
def test_nothing_of_the_disk_comes_in_by_a_link(
    library: Library, library_paths: LibraryPaths, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("ZEBRASECRET")
    path = tmp_path / "linked.rtf"
    path.write_text(
        r"{\rtf1 The motion to suppress is granted in full here. "
        rf"{{\field{{\*\fldinst INCLUDETEXT {secret.as_posix()} }}{{\fldrslt old}}}}"
        r"{\field{\*\fldinst INCLUDEPICTURE http://127.0.0.1:9/a.png \\d}{\fldrslt }}\par}"
    )
    [outcome] = library.ingest.add([path], QuietReporter())
    assert outcome.document is not None, outcome
    text = " ".join(page.raw for page in library.documents.pages(outcome.document.id))
    assert "granted" in text and "ZEBRASECRET" not in text


@pytest.mark.nightly
@needs_libreoffice
def test_headings_and_footnotes_of_old_files_are_headings_and_footnotes(
    library: Library, tmp_path: Path
) -> None:
    points = ("STATEMENT OF FACTS", "LEGAL ARGUMENT", "POINT I. THE STOP WAS UNREASONABLE.")
    source = open_document(tmp_path / "brief.fodt", brief_body(points, paragraphs=8))
    for kind in ("doc", "rtf", "odt"):
        path = saved_as(source, kind, tmp_path / "profile")
        [outcome] = library.ingest.add([path], QuietReporter())
        assert outcome.document is not None, outcome
        passages = library.documents.passages(outcome.document.id)
        assert {heading for passage in passages for heading in passage.heading_path} == set(points), kind
        notes = " ".join(passage.text for passage in passages if passage.role is Role.FOOTNOTE)
        body = " ".join(passage.text for passage in passages if passage.role is not Role.FOOTNOTE)
        for number in range(1, 13):
            assert f"{number} See State v. " in notes, (kind, number)
        assert "which the note cites" not in body, kind


@needs_libreoffice
@pytest.mark.nightly
def test_footnotes_of_wordperfect_are_footnotes(library: Library, tmp_path: Path) -> None:
    sentence = "The officer stopped the car although no crime was seen and no law was broken by its driver. "
    holders = ("Carty", "Roe", "Elders", "Pineiro", "Maryland", "Witt", "Nishina", "Privott")
    path = wordperfect_file(
        tmp_path / "brief.wpd",
        "State of New Jersey v. John Doe, Docket No. A-1234-20",
        *(f"{sentence * 3}^See State v. {name}, which the note cites.^ And so it was." for name in holders),
    )
    [outcome] = library.ingest.add([path], QuietReporter())
    assert outcome.document is not None, outcome
    passages = library.documents.passages(outcome.document.id)
    notes = " ".join(passage.text for passage in passages if passage.role is Role.FOOTNOTE)
    assert [name for name in holders if f"See State v. {name}, which the note cites." not in notes] == []
    assert "which the note cites" not in " ".join(
        passage.text for passage in passages if passage.role is not Role.FOOTNOTE
    )


@needs_libreoffice
def test_no_macro_of_a_document_may_run(
    library: Library, office_files: dict[str, Path], tmp_path: Path
) -> None:
    path = with_macro(office_files["odt"])
    [outcome] = library.ingest.add([path], QuietReporter())
    assert outcome.document is not None, outcome
    text = " ".join(page.raw for page in library.documents.pages(outcome.document.id))
    assert "unreasonable" in text and "ZEBRAMACRO" not in text
    for let in (False, True):
        pdf = to_pdf_saying_whether_macros_may_run(path, tmp_path / f"{let}.pdf", let=let)
        with pypdfium2.PdfDocument(pdf) as opened:
            assert ("ZEBRAALLOWED" in opened[0].get_textpage().get_text_bounded()) is let


@needs_libreoffice
@pytest.mark.nightly
def test_a_protected_file_opens_with_its_password_alone(
    library: Library, office_files: dict[str, Path], tmp_path: Path
) -> None:
    path = saved_with_password(office_files["rtf"], tmp_path / "closed.doc", "MS Word 97", "hare")
    for passwords in ({}, {path: "tortoise"}):
        [outcome] = library.ingest.add([path], QuietReporter(), passwords=passwords)
        assert outcome.document is None and "password" in outcome.reason
    [outcome] = library.ingest.add([path], QuietReporter(), passwords={path: "hare"})
    assert outcome.document is not None, outcome
    assert "unreasonable" in " ".join(page.raw for page in library.documents.pages(outcome.document.id))


def crash(tell: object, source: Path, target: Path, password: str | None) -> None:
    """Start LibreOffice, and die as it would."""
    convert.convert(source, target, password)
    ctypes.string_at(0)


@needs_libreoffice
@pytest.mark.nightly
def test_a_crash_refuses_one_file_and_the_next_gets_a_new_libreoffice(
    library: Library, office_files: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(originals, "convert_to_pdf", crash)
        [outcome] = library.ingest.add([office_files["rtf"]], QuietReporter())
    assert outcome.status is FileStatus.REFUSED and "damaged" in outcome.reason
    [outcome] = library.ingest.add([office_files["odt"]], QuietReporter())
    assert outcome.status is FileStatus.ADDED, outcome


def test_hidden_text_of_a_docx_is_reported_and_not_searched(library: Library, tmp_path: Path) -> None:
    [outcome] = library.ingest.add([word_file(tmp_path / "brief.docx")], QuietReporter())
    assert outcome.document is not None, outcome
    text = " ".join(page.raw for page in library.documents.pages(outcome.document.id))
    assert [word for word in HIDDEN if word in text] == []
    for hidden in ("deleted text", "comments", "hidden text", "properties name people"):
        assert hidden in outcome.reason


def _sign(font: str, code: str) -> str:
    return f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>'


APOSTROPHE = run("defendant") + _sign("WP TypographicSymbols", "F03D") + run("s")


@needs_libreoffice
@pytest.mark.parametrize("kind", ["doc", "rtf", "odt"][: sample(1, 3)])
@pytest.mark.nightly
def test_signs_first_headers_and_notes_of_old_files_are_those_that_a_reader_sees(
    tmp_path: Path, kind: str
) -> None:
    separators = "".join(
        f'<w:footnote w:id="{number}" w:type="{type}">{paragraph("<w:r/>")}</w:footnote>'
        for number, type in ((0, "separator"), (1, "continuationSeparator"))
    )
    note = f'<w:footnote w:id="7">{paragraph("<w:r><w:footnoteRef/></w:r>" + run(" note ") + APOSTROPHE)}'
    source = word_package(
        tmp_path / "a.docx",
        paragraph(
            run("pages 12")
            + _sign("WP TypographicSymbols", "F042")
            + run("14 ")
            + _sign("Symbol", "F061")
            + _sign("Wingdings", "F0FC")
            + run(" call")
            + '<w:r><w:footnoteReference w:id="7"/></w:r>'
        )
        + f"<w:tbl><w:tblPr/><w:tr><w:tc>{paragraph(run('cell ') + APOSTROPHE)}</w:tc></w:tr></w:tbl>"
        + paragraph("second page", "<w:pageBreakBefore/>")
        + '<w:sectPr><w:headerReference w:type="first" r:id="top"/>'
        '<w:headerReference w:type="default" r:id="later"/><w:titlePg/></w:sectPr>',
        {
            "header:top.xml": element("w:hdr", paragraph(run("letterhead ") + APOSTROPHE)),
            "header:later.xml": element("w:hdr", paragraph(run("later head") + run("secret", "<w:vanish/>"))),
            "footnotes:footnotes.xml": element("w:footnotes", f"{separators}{note}</w:footnote>"),
        },
    )
    old = saved_as(source, kind, tmp_path / "profile")
    conversion = _converted(old, tmp_path / "a.pdf")
    first, second = (page.raw for page in extract(tmp_path / "a.pdf"))
    for words in ("letterhead defendant’s", "pages 12–14 α✓ call1", "cell defendant’s", "1 note defendant’s"):
        assert words in first, ascii(first)
    assert "later head" in second
    assert "secret" not in second
    assert conversion.left_out == (LeftOut.HIDDEN_TEXT,)


@needs_libreoffice
def test_letters_in_wordperfects_font_are_signs_and_unknown_signs_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(
        b"{\\rtf1\\ansi{\\fonttbl{\\f0 Times New Roman;}{\\f1 WP TypographicSymbols;}"
        b"{\\f2\\fcharset2 Wingdings 3;}}\\f0 defendant{\\f1 =}s x=y {\\f2 \\'7d} end\\par}"
    )
    conversion = _converted(path, tmp_path / "a.pdf")
    assert extract(tmp_path / "a.pdf")[0].raw == "defendant’s x=y □ end"
    assert conversion.left_out == (LeftOut.SYMBOLS,)


def _converters(work: Path) -> WorkerPool:
    workspace = confinement.workspace_place(work, confinement.confine_office)
    return WorkerPool(1, 3 << 30, 30.0, initializer=confinement.begin, place=workspace)


def _converted(source: Path, target: Path) -> Conversion:
    """Convert in a child: LibreOffice empties the environment of the process into which it is loaded."""
    with tempfile.TemporaryDirectory() as work, _converters(Path(work)) as converters:
        return converters.call(to_pdf, InputFile(source), OutputFile(target))


def _damaged(data: bytes, chance: random.Random) -> bytes:
    damaged = bytearray(data)
    for _ in range(chance.choice((1, 20, 300))):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged[: chance.choice((len(data), len(data) // 2))])


@needs_libreoffice
@pytest.mark.parametrize("kind", [*KINDS, "wpd"][: sample(2, 6)])
@pytest.mark.nightly
def test_damaged_files_end_and_leave_nothing(
    library: Library, library_paths: LibraryPaths, office_files: dict[str, Path], tmp_path: Path, kind: str
) -> None:
    chance, data = random.Random(kind), office_files[kind].read_bytes()
    for number in range(8):
        (tmp_path / f"{number}.{kind}").write_bytes(_damaged(data, chance))
    outcomes = library.ingest.add(sorted(tmp_path.glob(f"*.{kind}")), QuietReporter())
    assert len(outcomes) == 8
    assert all(outcome.document or outcome.reason for outcome in outcomes)
    assert left_over(library_paths) == []


def test_a_protected_wordperfect_file_says_so(tmp_path: Path) -> None:
    path = wordperfect_file(tmp_path / "a.wpd", "words")
    data = bytearray(path.read_bytes())
    data[12] = 7
    path.write_bytes(data)
    with pytest.raises(UnknownFormat, match="password"):
        recognise(path)


def test_a_page_whose_characters_look_wrong_is_recognised_unless_libreoffice_wrote_it(tmp_path: Path) -> None:
    path = unmapped(tmp_path / "a.pdf", [PROSE[at : at + 60] for at in range(0, 180, 60)])

    def orders(*, exact_text: bool) -> int:
        name = FileMetadata("a.doc", converted=False, exact_text=exact_text)
        return len(read_file(lambda *_: None, path, frozenset(), name, True).orders)

    assert (orders(exact_text=False), orders(exact_text=True)) == (1, 0)
