"""Tests of unlocking a file with its password: the copy needs none, and a wrong one is reported."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from briefbank.errors import Damaged, Encrypted, NotReadable
from briefbank.extraction.repair import unlock
from tests.extraction.pdfs import SHARED, extract, needs, write


def locked(path: Path, *, user: str = "user", owner: str = "owner", revision: int = 6) -> Path:
    plain = write(path.with_suffix(".plain.pdf"), [["a sealed affidavit"], ["its second page"]])
    with pikepdf.open(plain) as pdf:
        pdf.docinfo["/Title"] = "Sealed"
        with pdf.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("Second", 1))
        aes = revision > 3
        lock = pikepdf.Encryption(user=user, owner=owner, R=revision, aes=aes, metadata=aes)  # type: ignore[arg-type]
        pdf.save(path, encryption=lock)
    return path


@pytest.mark.parametrize("revision", [2, 3, 4, 6])
@pytest.mark.parametrize("password", ["user", "owner"])
def test_either_password_gives_a_copy_that_needs_none(tmp_path: Path, password: str, revision: int) -> None:
    source = locked(tmp_path / "a.pdf", revision=revision)
    unlock(source, tmp_path / "b.pdf", password)
    assert [page.raw for page in extract(tmp_path / "b.pdf")] == ["a sealed affidavit", "its second page"]


def test_all_else_of_the_file_stays(tmp_path: Path) -> None:
    unlock(locked(tmp_path / "a.pdf"), tmp_path / "b.pdf", "user")
    with pikepdf.open(tmp_path / "b.pdf") as pdf:
        assert not pdf.is_encrypted
        assert str(pdf.docinfo["/Title"]) == "Sealed"
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["Second"]


@pytest.mark.parametrize(("password", "revision"), [("æøå", 4), ("José", 6), ("пароль", 6)])
def test_letters_beyond_ascii_open_it(tmp_path: Path, password: str, revision: int) -> None:
    unlock(locked(tmp_path / "a.pdf", user=password, revision=revision), tmp_path / "b.pdf", password)
    assert len(extract(tmp_path / "b.pdf")) == 2


@pytest.mark.parametrize("password", ["", "User", "user ", "userп"])
def test_a_wrong_password_is_reported_and_leaves_no_file(tmp_path: Path, password: str) -> None:
    with pytest.raises(Encrypted, match="password does not open"):
        unlock(locked(tmp_path / "a.pdf"), tmp_path / "b.pdf", password)
    assert not (tmp_path / "b.pdf").exists()


def test_the_error_does_not_hold_the_password(tmp_path: Path) -> None:
    with pytest.raises(Encrypted) as caught:
        unlock(locked(tmp_path / "a.pdf"), tmp_path / "b.pdf", "hunter2")
    assert "hunter2" not in str(caught.value) + caught.value.detail


def test_a_missing_file_and_a_file_that_is_no_pdf_are_distinguished(tmp_path: Path) -> None:
    with pytest.raises(NotReadable):
        unlock(tmp_path / "none.pdf", tmp_path / "b.pdf", "x")
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 and no more")
    with pytest.raises(Damaged):
        unlock(tmp_path / "a.pdf", tmp_path / "b.pdf", "x")


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("js-issue15893_reduced", "test"),
        ("js-issue6010_2", "æøå"),
        ("qpdf-enc-R2_V1_U_view_O_master", "view"),
    ],
)
def test_real_protected_files_open_with_their_password(tmp_path: Path, name: str, password: str) -> None:
    source = needs(SHARED / "hostile" / f"{name}.pdf")
    with pytest.raises(Encrypted):
        extract(source)
    unlock(source, tmp_path / "a.pdf", password)
    assert extract(tmp_path / "a.pdf")
