"""Old office files are added with the text that they show, and wait where LibreOffice is missing."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.ingest import FileStatus
from briefbank.errors import Encrypted, UnknownFormat
from briefbank.extraction import libreoffice
from briefbank.extraction.sniff import file_type, recognise
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from tests.made_office import (
    HIDDEN,
    SHOWN,
    needs_libreoffice,
    saved_as,
    with_macros_allowed,
    word_file,
    wordperfect_file,
)
from tests.stand_ins.encoders import Buckets


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
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("office")
    source = word_file(folder / "brief.docx")
    found = {kind: saved_as(source, kind, folder / "profile") for kind in KINDS if kind != "docm"}
    found["docm"] = with_macros_allowed(source)
    found["wpd"] = wordperfect_file(
        folder / "old.wpd", "POINT I", "The stop of the car was unreasonable, and the motion is granted."
    )
    return found


@needs_libreoffice
def test_old_files_are_added_with_what_they_show_and_say_what_they_hide(
    library: Library, library_paths: LibraryPaths, made: dict[str, Path]
) -> None:
    outcomes = {each.path.suffix: each for each in library.ingest.add(list(made.values()), QuietReporter())}
    assert {each.status for each in outcomes.values()} == {FileStatus.ADDED}, outcomes
    for kind in KINDS:
        document = outcomes[f".{kind}"].document
        assert document is not None
        text = " ".join(page.raw for page in library.documents.pages(document.id))
        assert [word for word in SHOWN if word not in text] == [], kind
        assert [word for word in HIDDEN if word in text] == [], kind
        for hidden in ("deleted text", "comments", "hidden text", "properties name people"):
            assert hidden in outcomes[f".{kind}"].reason, kind
    assert left_over(library_paths) == []


@needs_libreoffice
@pytest.mark.parametrize("kind", [*KINDS, "wpd"])
def test_formats_are_recognised_by_content(made: dict[str, Path], tmp_path: Path, kind: str) -> None:
    renamed = tmp_path / "brief.pdf"
    renamed.write_bytes(made[kind].read_bytes())
    assert file_type(renamed) == f".{kind}"


def test_a_file_waits_without_libreoffice_and_is_added_by_the_next_run(
    library: Library, library_paths: LibraryPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "brief.rtf"
    path.write_text(r"{\rtf1 The stop of the car was unreasonable, and the motion is granted.\par}")
    there = libreoffice.installed()
    monkeypatch.setattr(libreoffice, "installed", lambda: None)
    [outcome] = library.ingest.add([path], QuietReporter())
    assert outcome.status is FileStatus.WAITING and "LibreOffice" in outcome.reason
    assert [each.path for each in library.ingest.waiting()] == [path]
    if there is None:
        pytest.skip("LibreOffice is not installed")
    monkeypatch.setattr(libreoffice, "installed", lambda: there)
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


@needs_libreoffice
@pytest.mark.parametrize("kind", [*KINDS, "wpd"])
def test_damaged_files_end_and_leave_nothing(
    library: Library, library_paths: LibraryPaths, made: dict[str, Path], tmp_path: Path, kind: str
) -> None:
    chance, data = random.Random(kind), made[kind].read_bytes()
    for number in range(8):
        damaged = bytearray(data)
        for _ in range(chance.choice((1, 20, 300))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        (tmp_path / f"{number}.{kind}").write_bytes(damaged[: chance.choice((len(data), len(data) // 2))])
    outcomes = library.ingest.add(sorted(tmp_path.glob(f"*.{kind}")), QuietReporter())
    assert len(outcomes) == 8
    assert all(each.document or each.reason for each in outcomes)
    assert left_over(library_paths) == []


def test_a_protected_opendocument_file_asks_for_its_password(tmp_path: Path) -> None:
    path = tmp_path / "brief.odt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("META-INF/manifest.xml", "<manifest:encryption-data/>")
    from briefbank.extraction.convert import to_pdf

    with pytest.raises(Encrypted):
        to_pdf(path, tmp_path / "made.pdf")


def test_a_protected_wordperfect_file_says_so(tmp_path: Path) -> None:
    path = wordperfect_file(tmp_path / "a.wpd", "words")
    data = bytearray(path.read_bytes())
    data[12] = 7
    path.write_bytes(data)
    with pytest.raises(UnknownFormat, match="password"):
        recognise(path)
