"""Tests that words are found in texts of any encoding, also § and “Muñoz” of DOS and Mac OS."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from briefbank.domain.ingest import FileStatus
from briefbank.domain.searches import SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets

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
    with zipfile.ZipFile(folder / "case.zip", "w") as archive:
        archive.writestr("smith.txt", content)
    return folder / "case.zip"


def attachment(folder: Path, content: bytes) -> Path:
    message = EmailMessage()
    message["From"], message["Subject"] = "ann@example.org", "The brief"
    message.set_content("It is attached.")
    message.add_attachment(content, maintype="text", subtype="plain", filename="smith.txt")
    (folder / "mail.eml").write_bytes(bytes(message))
    return folder / "mail.eml"


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
