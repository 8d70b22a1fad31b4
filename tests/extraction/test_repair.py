"""A file that was cut short gives the pages that are still in it; one without any is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest

from briefbank.errors import Damaged, NotReadable
from briefbank.extraction.pdf import extract
from briefbank.extraction.repair import repair
from tests.extraction.pdfs import PROSE, SHARED, needs, write

PAGES = [[f"page number {n}", PROSE[:60], PROSE[60:120]] for n in range(12)]


def texts(path: Path) -> list[str]:
    return [page.raw.split("\r\n")[0] for page in extract(path)]


def made(path: Path, **how: object) -> Path:
    with pikepdf.open(write(path.with_suffix(".plain.pdf"), PAGES)) as pdf:
        pdf.save(path, **how)  # type: ignore[arg-type]
    return path


def shortened(path: Path, share: float) -> Path:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    return path


def test_a_file_without_its_tables_gives_all_its_pages(tmp_path: Path) -> None:
    source = made(tmp_path / "a.pdf")
    data = source.read_bytes()
    source.write_bytes(data[: data.rindex(b"xref\n")])
    repair(source, tmp_path / "b.pdf")
    assert texts(tmp_path / "b.pdf") == [f"page number {n}" for n in range(12)]


def test_pages_whose_tree_is_gone_come_in_order(tmp_path: Path) -> None:
    source = made(tmp_path / "a.pdf", linearize=True)
    repair(shortened(source, 0.6), tmp_path / "b.pdf")
    *whole, last = texts(tmp_path / "b.pdf")
    assert len(whole) >= 4
    assert whole == [f"page number {n}" for n in range(len(whole))]
    assert last in ("", f"page number {len(whole)}")


def test_pages_in_packed_objects_are_found(tmp_path: Path) -> None:
    source = made(tmp_path / "a.pdf", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    data = source.read_bytes()
    source.write_bytes(re.sub(rb"/Type ?/XRef", b"/Type/Lost", data[: data.rindex(b"startxref")]))
    repair(source, tmp_path / "b.pdf")
    assert sorted(texts(tmp_path / "b.pdf")) == sorted(f"page number {n}" for n in range(12))


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_a_file_cut_anywhere_is_mended_or_refused(tmp_path: Path, share: float) -> None:
    source = shortened(made(tmp_path / "a.pdf"), share)
    try:
        repair(source, tmp_path / "b.pdf")
    except Damaged:
        assert not (tmp_path / "b.pdf").exists()
    else:
        assert set(texts(tmp_path / "b.pdf")) <= {"", *(f"page number {n}" for n in range(12))}


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.7", b"no PDF at all", b"1 0 obj 1 0 obj 99999999999 0 obj" * 50]
)
def test_what_holds_no_page_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.pdf").write_bytes(data)
    with pytest.raises(Damaged):
        repair(tmp_path / "a.pdf", tmp_path / "b.pdf")
    assert not (tmp_path / "b.pdf").exists()


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotReadable):
        repair(tmp_path / "none.pdf", tmp_path / "b.pdf")


def test_a_real_filing_cut_short_gives_its_first_page(tmp_path: Path) -> None:
    repair(needs(SHARED / "hostile" / "truncated-petition.pdf"), tmp_path / "b.pdf")
    assert "Supreme Court" in extract(tmp_path / "b.pdf")[0].raw
