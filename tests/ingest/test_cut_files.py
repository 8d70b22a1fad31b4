"""Tests that a truncated PDF is added whole if nothing is missing, and marked incomplete otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest

from briefbank.domain.ingest import FileOutcome, FileStatus, Refusal
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.extraction.pdfs import write
from tests.stand_ins.encoders import Buckets

THINGS = ("wagon", "barn", "house", "cellar", "attic", "purse", "trunk", "letter", "garage", "cabin")
PAGES = [
    [
        f"Point {number}: the search of the {thing}",
        f"The court held in its ruling number {number} that the {thing} was searched without",
        f"a warrant, and that whatever lay in the {thing} must be returned to its owner.",
    ]
    for number, thing in enumerate(THINGS)
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("cut") / "kept", encoder=Buckets()) as opened:
        yield opened


def added(library: Library, path: Path, data: bytes) -> FileOutcome:
    path.write_bytes(data)
    (outcome,) = library.ingest.add([path], QuietReporter())
    return outcome


def saved(folder: Path, **how: object) -> bytes:
    path = folder / "saved.pdf"
    with pikepdf.open(write(folder / "plain.pdf", PAGES)) as pdf:
        pdf.save(path, **how)  # type: ignore[arg-type]
    return path.read_bytes()


def test_a_file_without_its_tables_is_added_whole(library: Library, tmp_path: Path) -> None:
    data = saved(tmp_path)
    outcome = added(library, tmp_path / "a.pdf", data[: data.rindex(b"\nxref")])
    assert (outcome.status, outcome.reason) == (FileStatus.ADDED, "")
    assert outcome.document and outcome.document.pages == len(PAGES)


@pytest.mark.parametrize("linearize", [False, True])
def test_a_file_that_lost_pages_says_so(library: Library, tmp_path: Path, linearize: bool) -> None:
    mode = pikepdf.ObjectStreamMode.generate
    data = saved(tmp_path, linearize=linearize, object_stream_mode=mode)
    outcome = added(library, tmp_path / "a.pdf", data[: len(data) * 6 // 10])
    assert outcome.status is FileStatus.ADDED_WITH_GAPS and "pages of it may be missing" in outcome.reason


@pytest.mark.parametrize("share", [0.5, 0.99])
@pytest.mark.parametrize("password", ["u"])
def test_a_protected_file_that_lost_its_lock_is_incomplete_and_asks_for_no_password(
    library: Library, tmp_path: Path, share: float, password: str
) -> None:
    data = saved(tmp_path, encryption=pikepdf.Encryption(owner="o", user=password, R=4))
    outcome = added(library, tmp_path / "a.pdf", data[: int(data.rindex(b"xref\n") * share)])
    assert outcome.refusal is Refusal.DAMAGED and "incomplete" in outcome.reason
