"""Tests of ZIP archives: briefs are extracted, and no bomb, link or foreign path is."""

from __future__ import annotations

import random
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.errors import (
    BriefBankError,
    Damaged,
    Encrypted,
    FileRefused,
    NotReadable,
    StoreError,
    TooLarge,
    UnknownFormat,
)
from briefbank.extraction import archives
from briefbank.extraction.archives import extract, is_archive, list_entries

PDF = b"%PDF-1.7 a brief " + bytes(range(256)) * 40


def packed(path: Path, files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def refusal(path: Path, name: str, target: Path, password: str | None = None) -> BriefBankError:
    """Return the error of unpacking a file, which may leave nothing behind."""
    with pytest.raises(BriefBankError) as raised:
        extract(path, name, target, password)
    assert not target.exists()
    return raised.value


@pytest.fixture
def zipped(tmp_path: Path) -> Path:
    return tmp_path / "briefs.zip"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "made"


def test_briefs_are_named_in_order_and_come_out_as_they_went_in(zipped: Path, target: Path) -> None:
    files = {
        "b.pdf": PDF,
        "2019/a.DOCX": b"PK word",
        "2019/notes.txt": b"",
        "State v. Doe": PDF,
        "b.zip": PDF,
    }
    packed(zipped, files)
    assert list_entries(zipped) == list(files)
    for at, (name, content) in enumerate(files.items()):
        extracted = target.with_suffix(f".{at}")
        extract(zipped, name, extracted)
        assert extracted.read_bytes() == content


def test_folders_hidden_files_and_what_systems_leave_are_no_entries(zipped: Path) -> None:
    names = ["__MACOSX/._a.pdf", ".DS_Store", "x/.git/a.pdf", "x/Thumbs.db", "~$a.docx", "empty/", "win\\"]
    packed(zipped, dict.fromkeys([*names, "a.pdf"], b"x"))
    assert list_entries(zipped) == ["a.pdf"]


@pytest.mark.parametrize("nothing", [{}, {"empty/": b""}])
def test_an_archive_without_files_says_so(zipped: Path, nothing: dict[str, bytes]) -> None:
    packed(zipped, nothing)
    with pytest.raises(FileRefused, match="holds no files"):
        list_entries(zipped)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\0\0\0\x20ftypmp42" + bytes(200), "recording"),
        (b"MZ\x90\0\x03" + bytes(200), "program"),
        (b"Rar!\x1a\x07\x01\0" + bytes(200), "archive"),
    ],
)
def test_files_that_are_no_documents_are_refused_by_kind_and_not_unpacked(
    zipped: Path, target: Path, content: bytes, kind: str
) -> None:
    packed(zipped, {"a.pdf": PDF, "b.pdf": content})
    error = refusal(zipped, "b.pdf", target)
    assert isinstance(error, UnknownFormat)
    assert kind in error.title


@pytest.mark.parametrize("name", ["more.zip", "brief.pdf"])
def test_an_archive_inside_an_archive_is_not_opened(
    zipped: Path, target: Path, tmp_path: Path, name: str
) -> None:
    inner = packed(tmp_path / "inner.zip", {"a.pdf": PDF}).read_bytes()
    packed(zipped, {name: inner})
    assert "inside an archive" in refusal(zipped, name, target).title


def test_a_link_is_not_followed(zipped: Path, target: Path) -> None:
    link = zipfile.ZipInfo("brief.pdf")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr(link, "/etc/passwd")
    assert "link" in refusal(zipped, "brief.pdf", target).title


@pytest.mark.parametrize(
    ("inside", "shown"),
    [
        ("../../etc/a.pdf", "etc/a.pdf"),
        ("C:\\briefs\\a.pdf", "C-/briefs/a.pdf"),
        ("..", "unnamed"),
        ("a\u202efdp.txt", "afdp.txt"),
        ("line\nbreak.pdf", "linebreak.pdf"),
        ("Straße/Müller 📄.pdf", "Straße/Müller 📄.pdf"),
    ],
)
def test_names_are_shown_and_mean_nothing_to_the_disk(
    zipped: Path, target: Path, inside: str, shown: str
) -> None:
    packed(zipped, {inside: PDF})
    assert list_entries(zipped) == [shown]
    extract(zipped, shown, target)
    assert target.read_bytes() == PDF
    assert sorted(path.name for path in zipped.parent.iterdir()) == ["briefs.zip", "made"]


def test_a_name_in_utf8_that_does_not_say_so_is_read_as_it_was_meant(zipped: Path) -> None:
    packed(zipped, {"M__ller.pdf": PDF, "M_ller.pdf": PDF})
    raw = zipped.read_bytes().replace(b"M__ller", "Müller".encode()).replace(b"M_ller", b"M\x81ller")
    zipped.write_bytes(raw)
    assert list_entries(zipped) == ["Müller.pdf", "Müller (2).pdf"]


@given(st.lists(st.text(max_size=12).filter(lambda name: "\0" not in name), min_size=1, max_size=6))
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_any_names_are_unique_relative_and_printable(
    tmp_path_factory: pytest.TempPathFactory, names: list[str]
) -> None:
    path = tmp_path_factory.mktemp("names") / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            try:
                archive.writestr(zipfile.ZipInfo(name or "x"), b"x")
            except UnicodeEncodeError:
                continue
    try:
        shown = list_entries(path)
    except FileRefused:
        return
    assert len(shown) == len(set(shown))
    for name in shown:
        assert name.isprintable()
        assert not name.startswith("/")
        assert not {"", ".", ".."} & set(name.split("/"))
        assert (Path("/archive.zip") / name).relative_to("/archive.zip").as_posix() == name


def test_zeros_that_grow_a_thousandfold_and_a_file_over_the_limit_are_refused(
    zipped: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "GROWTH_FROM", 1_000_000)
    packed(zipped, {"bomb.pdf": bytes(3_000_000), "brief.pdf": PDF})
    error = refusal(zipped, "bomb.pdf", target)
    assert isinstance(error, TooLarge)
    assert "far more" in error.title
    extract(zipped, "brief.pdf", target)
    monkeypatch.setattr(archives, "MAX_FILE_BYTES", len(PDF) - 1)
    assert isinstance(refusal(zipped, "brief.pdf", target.with_suffix(".again")), TooLarge)


def test_an_archive_with_too_many_or_too_large_files_is_refused(
    zipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed(zipped, {f"{number}.pdf": PDF for number in range(5)})
    monkeypatch.setattr(archives, "MAX_FILES", 4)
    with pytest.raises(TooLarge, match="more than 4 files"):
        list_entries(zipped)
    monkeypatch.setattr(archives, "MAX_FILES", 5)
    monkeypatch.setattr(archives, "MAX_TOTAL_BYTES", 5 * len(PDF) - 1)
    with pytest.raises(TooLarge):
        list_entries(zipped)


@pytest.mark.parametrize("stated", [10, 4_000_000_000])
def test_a_directory_that_lies_about_the_size_is_not_believed(
    zipped: Path, target: Path, stated: int
) -> None:
    packed(zipped, {"a.pdf": random.Random(1).randbytes(200_000)})
    patch_directory(zipped, 24, struct.pack("<I", stated))
    assert isinstance(refusal(zipped, "a.pdf", target), Damaged | TooLarge)


def test_files_that_lie_over_each_other_are_refused(zipped: Path, target: Path) -> None:
    """Fifield's zip bomb is made so: several entries of the directory unpack the same bytes."""
    packed(zipped, {"a.pdf": PDF, "b.pdf": PDF})
    with zipfile.ZipFile(zipped) as archive:
        first = archive.infolist()[0].header_offset
    patch_directory(zipped, 42, struct.pack("<I", first), which=1)
    with pytest.raises(Damaged, match="far more than it holds"):
        list_entries(zipped)
    refusal(zipped, "a.pdf", target)


def patch_directory(path: Path, at: int, value: bytes, which: int = 0) -> None:
    """Change bytes of an entry of the central directory (APPNOTE.TXT 4.3.12)."""
    raw = bytearray(path.read_bytes())
    start = raw.find(b"PK\x01\x02")
    for _ in range(which):
        start = raw.find(b"PK\x01\x02", start + 1)
    raw[start + at : start + at + len(value)] = value
    path.write_bytes(raw)


@pytest.mark.parametrize("kept", [4, 40])
def test_an_archive_cut_short_is_damaged(zipped: Path, target: Path, kept: int) -> None:
    packed(zipped, {"a.pdf": random.Random(1).randbytes(5000)})
    zipped.write_bytes(zipped.read_bytes()[:kept])
    with pytest.raises(Damaged, match="archive is damaged"):
        list_entries(zipped)
    assert isinstance(refusal(zipped, "a.pdf", target), Damaged)


def test_a_damaged_file_in_a_whole_archive_costs_only_itself(zipped: Path, target: Path) -> None:
    packed(zipped, {"a.pdf": b"A" * 1000, "b.pdf": PDF}, zipfile.ZIP_STORED)
    zipped.write_bytes(zipped.read_bytes().replace(b"A" * 500, b"B" * 500, 1))
    assert list_entries(zipped) == ["a.pdf", "b.pdf"]
    assert isinstance(refusal(zipped, "a.pdf", target), Damaged)
    extract(zipped, "b.pdf", target)


@pytest.mark.parametrize("method", [9, 99])
def test_a_packing_that_is_not_known_is_refused_with_what_to_do(
    zipped: Path, target: Path, method: int
) -> None:
    packed(zipped, {"a.pdf": PDF})
    patch_directory(zipped, 10, struct.pack("<H", method))
    raw = bytearray(zipped.read_bytes())
    raw[8:10] = struct.pack("<H", method)  # in the local header, too (APPNOTE.TXT 4.3.7)
    zipped.write_bytes(raw)
    error = refusal(zipped, "a.pdf", target)
    assert not isinstance(error, Encrypted)
    assert "another program" in error.remedy


def test_an_archive_or_a_file_in_it_that_is_gone_is_not_readable(zipped: Path, target: Path) -> None:
    for call in (is_archive, list_entries):
        with pytest.raises(NotReadable):
            call(zipped)
    assert isinstance(refusal(zipped, "a.pdf", target), NotReadable)
    packed(zipped, {"b.pdf": PDF})
    assert "no longer" in refusal(zipped, "a.pdf", target).title


def test_existing_files_are_not_overwritten(zipped: Path, target: Path) -> None:
    packed(zipped, {"a.pdf": PDF})
    target.write_bytes(b"mine")
    with pytest.raises(StoreError):
        extract(zipped, "a.pdf", target)
    assert target.read_bytes() == b"mine"


class ZipCrypto:
    """The old encryption of ZIP files (APPNOTE.TXT 6.1), which ``zipfile`` reads and does not write."""

    def __init__(self, password: bytes) -> None:
        self.keys = [0x12345678, 0x23456789, 0x34567890]
        for byte in password:
            self.update(byte)

    def update(self, byte: int) -> None:
        one, two, three = self.keys
        one = zlib.crc32(bytes([byte]), one ^ 0xFFFFFFFF) ^ 0xFFFFFFFF
        two = ((two + (one & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        three = zlib.crc32(bytes([two >> 24]), three ^ 0xFFFFFFFF) ^ 0xFFFFFFFF
        self.keys = [one, two, three]

    def encrypted(self, plain: bytes) -> bytes:
        out = bytearray()
        for byte in plain:
            key = self.keys[2] | 2
            out.append(byte ^ ((key * (key ^ 1)) >> 8) & 0xFF)
            self.update(byte)
        return bytes(out)


def locked(path: Path, name: str, content: bytes, password: bytes) -> Path:
    crc = zlib.crc32(content)
    body = ZipCrypto(password).encrypted(bytes(11) + bytes([crc >> 24]) + content)
    common = struct.pack("<HHHHHIIIHH", 20, 1, 0, 0, 0x21, crc, len(body), len(content), len(name), 0)
    header = b"PK\x03\x04" + common + name.encode()
    entry = b"PK\x01\x02\x14\0" + common + struct.pack("<HHHII", 0, 0, 0, 0, 0) + name.encode()
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 1, 1, len(entry), len(header) + len(body), 0)
    path.write_bytes(header + body + entry + end)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "cp437"])
def test_a_password_opens_a_locked_file_in_whatever_letters(
    zipped: Path, target: Path, encoding: str
) -> None:
    locked(zipped, "a.pdf", PDF, "Müßig".encode(encoding))
    assert list_entries(zipped) == ["a.pdf"]
    extract(zipped, "a.pdf", target, "Müßig")
    assert target.read_bytes() == PDF


def test_a_missing_or_wrong_password_is_requested(zipped: Path, target: Path) -> None:
    locked(zipped, "a.pdf", PDF, b"right")
    assert isinstance(refusal(zipped, "a.pdf", target), Encrypted)
    for wrong in ("wrong", "", "\ud800", "right "):
        error = refusal(zipped, "a.pdf", target, wrong)
        assert isinstance(error, Encrypted)
        assert "does not open" in error.title


DOCUMENTS: dict[str, dict[str, bytes]] = {
    "word": {"[Content_Types].xml": b"<x/>", "word/document.xml": b"<x/>"},
    "open document": {"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b"<x/>"},
    "epub": {"mimetype": b"application/epub+zip", "META-INF/container.xml": b"<x/>"},
    "java": {"META-INF/MANIFEST.MF": b"x", "a.class": b"x"},
}


@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("cut", [False, True])
def test_documents_that_are_zip_files_are_no_archives(zipped: Path, kind: str, cut: bool) -> None:
    packed(zipped, DOCUMENTS[kind])
    if cut:
        zipped.write_bytes(zipped.read_bytes()[:-30])
    assert not is_archive(zipped)
    assert list_entries(zipped) == []


@pytest.mark.parametrize(
    "change", [lambda raw: raw, lambda raw: raw[:200], lambda raw: raw[:4], lambda raw: raw + b"trailing"]
)
def test_archives_are_archives_also_when_damaged(zipped: Path, change: Callable[[bytes], bytes]) -> None:
    packed(zipped, {"a.pdf": PDF, "word/document.xml": b"x"})
    zipped.write_bytes(change(zipped.read_bytes()))
    assert is_archive(zipped)
