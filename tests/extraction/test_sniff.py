"""Tests that the type of a file comes from its content and that dangerous content is refused."""

from __future__ import annotations

import base64
import zipfile
from pathlib import Path

import pytest

from briefbank.errors import Damaged, FileRefused, TooLarge, UnknownFormat
from briefbank.extraction import sniff
from briefbank.extraction.decoding import decode
from briefbank.extraction.formats.plain import PlainText
from briefbank.extraction.formats.word_parts import MAX_XML_BYTES


def write_file(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def word_file(path: Path, parts: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


WORD = {"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<w/>"}


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n...", ".pdf"),
        (b"\x00junk" * 100 + b"%PDF-1.4\n", ".pdf"),
        (b"\n1 0 obj\n<<>>\nendobj\n", ".pdf"),
        (b"A plain text.\n", ".txt"),
        ("§ 2C:44-1 – “ü”".encode(), ".txt"),
        ("§ 2C:44-1".encode("utf-16"), ".txt"),
        ("“Smart” § quotes".encode("cp1252"), ".txt"),
        (b"page one\x0cpage two", ".txt"),
    ],
)
def test_type_follows_content_not_name(tmp_path: Path, data: bytes, kind: str) -> None:
    assert sniff.file_type(write_file(tmp_path, "brief.xyz", data)) == kind


def test_utf8_cut_in_the_middle_of_a_character_is_still_text(tmp_path: Path) -> None:
    data = ("ü" * 70_000).encode()
    assert sniff.file_type(write_file(tmp_path, "a.txt", b"x" + data)) == ".txt"
    assert decode(b"x" + data) == "x" + "ü" * 70_000


@pytest.mark.parametrize(
    "data",
    [
        b"\x7fELF\x02\x01\x01\x00\x00\x00\x00",
        bytes(range(256)) * 20,
        b"<?xml version='1.0'?><data/>",
        b"[ver]\r\n\t4\r\n[sty]\r\n",
        b"begin 644 brief.wpd\nM5)!$1BTQ+C0K\n",
        b"(This file must be converted with BinHex 4.0)\n:#(YZ",
        base64.encodebytes(bytes(range(256))),
    ],
)
def test_foreign_formats_are_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(UnknownFormat):
        sniff.file_type(write_file(tmp_path, "brief.pdf", data))


def test_an_empty_file_is_refused_as_empty(tmp_path: Path) -> None:
    with pytest.raises(FileRefused, match="empty"):
        sniff.file_type(write_file(tmp_path, "brief.pdf", b""))


def test_a_broken_zip_file_is_damaged(tmp_path: Path) -> None:
    with pytest.raises(Damaged):
        sniff.file_type(write_file(tmp_path, "brief.docx", b"PK\x03\x04" + b"\x00" * 500))
    whole = word_file(tmp_path / "b.docx", WORD).read_bytes()
    with pytest.raises(Damaged):
        sniff.file_type(write_file(tmp_path, "brief.docx", whole[: len(whole) // 2]))


def test_a_word_file_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    bomb = word_file(tmp_path / "b.docx", {**WORD, "word/document.xml": b"\0" * (MAX_XML_BYTES + 1)})
    assert bomb.stat().st_size < 1_000_000
    with pytest.raises(TooLarge):
        sniff.file_type(bomb)


def test_a_file_past_its_size_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlainText, "max_bytes", 10)
    with pytest.raises(TooLarge):
        sniff.file_type(write_file(tmp_path, "a.txt", b"more than ten bytes"))
