"""Tests of repairing truncated files: the remaining pages are kept, and a file without any is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest

from briefbank.errors import Damaged
from briefbank.extraction.repair import lost_its_end, lost_its_lock, repair
from tests.extraction.pdfs import PROSE, extract, write

PAGES = [[f"page number {n}", PROSE[:60], PROSE[60:120]] for n in range(12)]


def texts(path: Path) -> list[str]:
    return [page.raw.split("\r\n")[0] for page in extract(path)]


def saved_pdf(path: Path, **how: object) -> Path:
    with pikepdf.open(write(path.with_suffix(".plain.pdf"), PAGES)) as pdf:
        pdf.save(path, **how)  # type: ignore[arg-type]
    return path


def shortened(path: Path, share: float) -> Path:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    return path


def test_pages_whose_tree_is_gone_come_in_order(tmp_path: Path) -> None:
    source = saved_pdf(tmp_path / "a.pdf", linearize=True)
    repair(shortened(source, 0.6), tmp_path / "b.pdf")
    *whole, last = texts(tmp_path / "b.pdf")
    assert len(whole) >= 4
    assert whole == [f"page number {n}" for n in range(len(whole))]
    assert last in ("", f"page number {len(whole)}")


def test_pages_in_packed_objects_are_found(tmp_path: Path) -> None:
    source = saved_pdf(tmp_path / "a.pdf", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    data = source.read_bytes()
    source.write_bytes(re.sub(rb"/Type ?/XRef", b"/Type/Lost", data[: data.rindex(b"startxref")]))
    repair(source, tmp_path / "b.pdf")
    assert sorted(texts(tmp_path / "b.pdf")) == sorted(f"page number {n}" for n in range(12))


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_file_cut_anywhere_is_mended_or_refused(tmp_path: Path, share: float) -> None:
    source = shortened(saved_pdf(tmp_path / "a.pdf"), share)
    try:
        repair(source, tmp_path / "b.pdf")
    except Damaged:
        assert not (tmp_path / "b.pdf").exists()
    else:
        assert set(texts(tmp_path / "b.pdf")) <= {"", *(f"page number {n}" for n in range(12))}


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.7", b"no PDF at all", b"1 0 obj 1 0 obj 99999999999 0 obj" * 50]
)
def test_a_file_without_pages_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.pdf").write_bytes(data)
    with pytest.raises(Damaged):
        repair(tmp_path / "a.pdf", tmp_path / "b.pdf")
    assert not (tmp_path / "b.pdf").exists()


def test_a_file_that_lacks_only_its_tables_is_repaired_completely(tmp_path: Path) -> None:
    source = saved_pdf(tmp_path / "a.pdf")
    data = source.read_bytes()
    source.write_bytes(data[: data.rindex(b"xref\n")])
    assert repair(source, tmp_path / "b.pdf")
    source.write_bytes(data[: data.rindex(b"endobj")])
    assert not repair(source, tmp_path / "c.pdf")


@pytest.mark.parametrize("mark", [b"%%EOF", b"startxref"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_file_that_lacks_its_end_mark_alone_has_not_lost_its_end(
    tmp_path: Path, mark: bytes, packed: bool
) -> None:
    mode = pikepdf.ObjectStreamMode.generate if packed else pikepdf.ObjectStreamMode.disable
    source = saved_pdf(tmp_path / "a.pdf", object_stream_mode=mode)
    data = source.read_bytes()
    assert not lost_its_end(source, 12)
    source.write_bytes(data[: data.rindex(mark)])
    assert not lost_its_end(source, 12)


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_a_file_that_is_cut_has_lost_its_end_unless_it_has_the_pages_that_it_states(
    tmp_path: Path, share: float
) -> None:
    assert lost_its_end(shortened(saved_pdf(tmp_path / "a.pdf"), share), 12)
    web = shortened(saved_pdf(tmp_path / "b.pdf", linearize=True), share)
    assert not lost_its_end(web, 12) and lost_its_end(web, 11)


def test_a_protected_file_keeps_its_lock_as_long_as_a_password_can_be_checked(tmp_path: Path) -> None:
    lock = pikepdf.Encryption(owner="o", user="u", R=4)
    source = saved_pdf(tmp_path / "a.pdf", encryption=lock)
    assert not lost_its_lock(source)
    source.write_bytes(re.sub(rb"/Filter ?/Standard", b"", source.read_bytes()))
    assert lost_its_lock(source)
