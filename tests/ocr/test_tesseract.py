"""Recognition reads the pages it is given, keeps the rest of the file, and loses only what nothing reads."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest

from briefbank.errors import Cancelled, OcrError
from briefbank.ocr import parts, tesseract
from briefbank.ocr.tesseract import Tesseract
from briefbank.reading.pdf import extract
from tests.reading.pdfs import SHARED, needs, scan, stamped, unmapped

pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")

SENTENCE = "The officers had a warrant for the house"
OTHER = "The jury heard evidence of another crime"


def read(source: Path, pages: list[int], *, replace: bool = False, target: Path | None = None) -> list[str]:
    target = target or source.with_suffix(".read.pdf")
    Tesseract().recognise(
        source, target, pages, replace_text=replace, on_page=lambda done, total: None, check=lambda: None
    )
    return [" ".join(page.raw.split()) for page in extract(target)]


def test_only_the_given_pages_are_recognised_and_each_is_reported(tmp_path: Path) -> None:
    source = scan(tmp_path / "a.pdf", [[SENTENCE], [OTHER], [SENTENCE]])
    seen: list[tuple[int, int]] = []
    target = tmp_path / "out" / "b.pdf"
    target.parent.mkdir()
    failed = Tesseract().recognise(
        source, target, [0, 2], replace_text=False, on_page=lambda *a: seen.append(a), check=lambda: None
    )
    texts = [" ".join(page.raw.split()) for page in extract(target)]
    assert failed == () and texts == [SENTENCE, "", SENTENCE]
    assert seen == [(1, 2), (2, 2)]
    assert list(target.parent.iterdir()) == [target]


def test_a_filing_stamp_stays_and_the_scan_below_it_is_read(tmp_path: Path) -> None:
    source = stamped(scan(tmp_path / "a.pdf", [[SENTENCE]]), tmp_path / "b.pdf", "Document 18 Filed 05/31/19")
    (text,) = read(source, [0])
    assert SENTENCE in text and "Document 18 Filed 05/31/19" in text


def test_bad_text_is_replaced_when_asked(tmp_path: Path) -> None:
    source = unmapped(tmp_path / "a.pdf", [SENTENCE])
    assert SENTENCE not in " ".join(extract(source)[0].raw.split())
    assert read(source, [0], replace=True) == [SENTENCE]


def test_a_skewed_page_is_made_level(tmp_path: Path) -> None:
    source = scan(tmp_path / "a.pdf", [[SENTENCE, OTHER, SENTENCE, OTHER]], turn=3.0)
    read(source, [0], target=tmp_path / "b.pdf")
    (page,) = extract(tmp_path / "b.pdf")
    assert SENTENCE in " ".join(page.raw.split())
    assert all(line.box.y1 - line.box.y0 < 22 for line in page.lines)


def test_labels_bookmarks_and_other_pages_survive(tmp_path: Path) -> None:
    with pikepdf.open(scan(tmp_path / "a.pdf", [[SENTENCE], [OTHER]])) as document:
        document.Root.PageLabels = pikepdf.Dictionary(
            Nums=pikepdf.Array([0, pikepdf.Dictionary(S=pikepdf.Name.r)])
        )
        with document.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("Point I", 1))
        document.save(tmp_path / "b.pdf")
    read(tmp_path / "b.pdf", [1], target=tmp_path / "c.pdf")
    assert [page.pdf_label for page in extract(tmp_path / "c.pdf")] == ["i", "ii"]
    with pikepdf.open(tmp_path / "c.pdf") as copy, copy.open_outline() as outline:
        destination = outline.root[0].destination or outline.root[0].action.D
        assert destination[0].objgen == copy.pages[1].obj.objgen


def test_tagged_signed_and_change_protected_files_are_read(tmp_path: Path) -> None:
    with pikepdf.open(scan(tmp_path / "a.pdf", [[SENTENCE]])) as document:
        document.Root.MarkInfo = pikepdf.Dictionary(Marked=True)
        document.Root.StructTreeRoot = document.make_indirect(
            pikepdf.Dictionary(Type=pikepdf.Name.StructTreeRoot)
        )
        field = pikepdf.Dictionary(FT=pikepdf.Name.Sig, V=pikepdf.Dictionary(Type=pikepdf.Name.Sig))
        document.Root.AcroForm = pikepdf.Dictionary(
            SigFlags=3, Fields=pikepdf.Array([document.make_indirect(field)])
        )
        document.save(tmp_path / "b.pdf", encryption=pikepdf.Encryption(user="", owner="x"))
    assert read(tmp_path / "b.pdf", [0]) == [SENTENCE]


def fail_on_second(on_page: object, part: parts.Part, target: Path, jobs: int) -> None:
    """Stands for a page that makes OCRmyPDF fail in whatever way it is tried."""
    if 1 in part.pages:
        raise RuntimeError
    parts_recognise(on_page, part, target, jobs)  # type: ignore[arg-type]


parts_recognise = parts.recognise


def test_a_page_that_nothing_reads_costs_only_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "recognise", fail_on_second)
    source, target = scan(tmp_path / "a.pdf", [[SENTENCE], [OTHER], [SENTENCE]]), tmp_path / "b.pdf"
    seen: list[tuple[int, int]] = []
    failed = Tesseract().recognise(
        source, target, [0, 1, 2], replace_text=False, on_page=lambda *a: seen.append(a), check=lambda: None
    )
    assert failed == (1,)
    assert [" ".join(page.raw.split()) for page in extract(target)] == [SENTENCE, "", SENTENCE]
    assert seen == sorted(set(seen)) and seen[-1] == (3, 3)


def fail_always(*_: object) -> None:
    raise RuntimeError


def test_no_page_read_is_an_error_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "recognise", fail_always)
    source, target = scan(tmp_path / "a.pdf", [[SENTENCE]]), tmp_path / "out" / "b.pdf"
    target.parent.mkdir()
    with pytest.raises(OcrError):
        read(source, [0], target=target)
    assert list(target.parent.iterdir()) == []


def test_cancelling_stops_at_once_and_leaves_nothing(tmp_path: Path) -> None:
    source, target = scan(tmp_path / "a.pdf", [[SENTENCE]] * 4), tmp_path / "out" / "b.pdf"
    target.parent.mkdir()
    asked: list[int] = []

    def check() -> None:
        asked.append(1)
        if len(asked) > 3:
            raise Cancelled()

    with pytest.raises(Cancelled):
        Tesseract().recognise(
            source, target, [0, 1, 2, 3], replace_text=False, on_page=lambda *_: None, check=check
        )
    assert list(target.parent.iterdir()) == []


def test_a_missing_program_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert Tesseract().problem() == ""
    monkeypatch.setattr(tesseract.shutil, "which", lambda _: None)
    assert "Tesseract" in Tesseract().problem()
    with pytest.raises(OcrError, match="cannot be read"):
        read(scan(tmp_path / "a.pdf", [[SENTENCE]]), [0])


def test_a_real_stamped_scan_is_read_below_its_stamp(tmp_path: Path) -> None:
    shutil.copy(needs(SHARED / "pdf" / "ca4-filing.pdf"), tmp_path / "a.pdf")
    (text,) = read(tmp_path / "a.pdf", [0])
    assert "APPEARANCE OF COUNSEL" in text.upper()
