"""Words of briefs, names, searches and notes stay where they belong, after every command and a kill."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import random
import stat
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import psutil
import pytest

from briefbank.cli.commands import COMMANDS
from briefbank.domain.ingest import FileStatus
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.extraction.pdfs import scan, write
from tests.network.leak_walkthrough import MARKS
from tests.network.programs import PROJECT

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(os.name == "nt", reason="modes and temporary folders are those of Unix"),
    pytest.mark.begun_first,
    pytest.mark.timeout(300),
]
SHARED_PLACES = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))
_UNPACKED = 1 << 24
BELONGS = ("library", "personal.sqlite")
"""Places of words below the user's data folder: the library, and the user's own data beside it."""


@dataclass
class WalkthroughResult:
    """The folder, exit statuses and error output of a walkthrough."""

    folder: Path
    marks: Mapping[str, str]
    ended: list[tuple[str, int]]  # The command and its exit status
    errors: str
    since: float

    @property
    def data(self) -> Path:
        return self.folder / "home" / ".local" / "share" / "BriefBank"


def random_marks() -> dict[str, str]:
    letters = random.Random()
    return {name: "zq" + "".join(letters.choices("bdfgklmprtv", k=12)) for name in MARKS}


def lines(mark: str) -> list[str]:
    return [
        "SUPERIOR COURT OF NEW JERSEY, APPELLATE DIVISION",
        "POINT I",
        f"THE SEARCH OF {mark.upper()} WAS UNREASONABLE.",
        f"The police searched {mark} without a warrant and without consent of anybody there.",
        f"A search of {mark} without a warrant is presumed unreasonable in this state.",
    ]


def lay_out(root: Path, marks: Mapping[str, str]) -> None:
    """Write the files that the walkthrough adds: whole, scanned, damaged, protected, empty, and a draft."""
    inputs = root / "inputs" / marks["folder"]
    inputs.mkdir(parents=True)
    for name in ("exports", "home", "temporary"):
        (root / name).mkdir()
    first = write(inputs / f"{marks['file']}-1.pdf", [lines(marks["brief"])])
    scan(inputs / f"{marks['file']}-3.pdf", [lines(marks["scanned"])]).with_suffix(".plain.pdf").unlink()
    (inputs / f"{marks['file']}-4.pdf").write_bytes(first.read_bytes()[:700])
    with pikepdf.open(first) as pdf:
        pdf.save(inputs / f"{marks['file']}-5.pdf", encryption=pikepdf.Encryption(user=marks["password"]))
    (inputs / f"{marks['file']}-6.pdf").write_bytes(b"")
    (inputs / f"{marks['file']}-2.txt").write_text("\n\n".join(lines(marks["brief"])[::-1]))
    (root / "inputs" / f"{marks['draft']}.txt").write_text("\n\n".join(lines(marks["draft"])))
    scans = root / "inputs" / "scans"
    scans.mkdir()
    (scans / f"{marks['watched']}.txt").write_text("\n\n".join(lines(marks["watched"])))


def environment(root: Path) -> dict[str, str]:
    """Return an environment with its own home and temporary folder that points nowhere else."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "BRIEFBANK_HOME"))
    }
    return kept | {
        "HOME": str(root / "home"),
        "TMPDIR": str(root / "temporary"),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(PROJECT),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> WalkthroughResult:
    root, marks = tmp_path_factory.mktemp("walkthrough"), random_marks()
    lay_out(root, marks)
    since = time.time()
    command = [sys.executable, "-m", "tests.network.leak_walkthrough", json.dumps(marks), str(root)]
    completed = subprocess.run(
        command, capture_output=True, text=True, timeout=280, env=environment(root), cwd=PROJECT
    )
    assert completed.returncode == 0, completed.stderr[-2000:]
    return WalkthroughResult(root, marks, json.loads(completed.stdout), completed.stderr, since)


def test_the_walk_went_through_all_kinds_of_ends(walked: WalkthroughResult) -> None:
    """Otherwise what follows would find nothing because nothing happened."""
    assert {status for _, status in walked.ended} == {0, 1, 2, 3}
    log = (walked.data / "logs" / "briefbank.log").read_text()
    assert "RuntimeError" in log and "KeyError" in log


def test_the_walk_gave_every_command(walked: WalkthroughResult) -> None:
    """The names are those that the help lists; each new command must be added to the walkthrough."""
    assert {name for name, _ in walked.ended} == {name for name, _, _ in COMMANDS}
    well = {name for name, status in walked.ended if status == 0}
    assert {"self-test", "restore", "good-law", "again", "audit", "backup"} <= well


def test_no_mark_is_in_logs_home_or_temporary_folders(walked: WalkthroughResult) -> None:
    outside = [path for path in files_of(walked.folder / "home") if not belongs(walked, path)]
    assert any(path.name == "briefbank.log" for path in outside)
    assert files_with_marks(walked.marks, [*outside, *files_of(walked.folder / "temporary")]) == []
    assert [path.name for path in files_of(walked.folder / "temporary")] == []


def test_no_mark_is_in_what_appeared_in_the_systems_temporary_folders(walked: WalkthroughResult) -> None:
    assert files_with_marks(walked.marks, list(shared_files(walked.since))) == []


def test_no_mark_is_in_what_the_programs_wrote_on_their_error_streams(walked: WalkthroughResult) -> None:
    assert [name for name, mark in walked.marks.items() if mark in walked.errors.casefold()] == []


def test_the_library_keeps_no_draft_and_no_password(walked: WalkthroughResult) -> None:
    kept = {name: walked.marks[name] for name in ("draft", "password")}
    assert files_with_marks(kept, files_of(walked.data)) == []


def test_no_name_of_a_removed_file_of_a_watched_folder_stays_in_the_library(
    walked: WalkthroughResult,
) -> None:
    assert files_with_marks({"watched": walked.marks["watched"]}, files_of(walked.data)) == []


def test_the_eyes_of_this_test_see_what_belongs_in_the_library(walked: WalkthroughResult) -> None:
    seen = {name for name, _ in files_with_marks(walked.marks, files_of(walked.data))}
    assert {"scanned", "query", "saved", "note"} <= seen


def test_everything_is_for_the_user_alone_whatever_the_system_lets_be(walked: WalkthroughResult) -> None:
    every = [walked.data, *walked.data.rglob("*"), *(walked.folder / "exports" / "backup").rglob("*")]
    modes = {
        path.relative_to(walked.folder): stat.S_IMODE(path.lstat().st_mode)
        for path in every
        if not path.is_symlink()  # a link lets in nobody whom what it leads to keeps out
    }
    assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077} == {}
    assert any(name.suffix == ".store" for name in modes) and any(name.suffix == ".lance" for name in modes)


def test_the_work_folder_is_empty_when_all_has_ended(walked: WalkthroughResult) -> None:
    assert files_of(walked.data / "library" / "work") == []


def test_a_process_of_ours_leaves_no_image_of_its_memory() -> None:
    program = (
        "from briefbank.sandbox import guard; guard.engage()\n"
        "import ctypes, os, resource\n"
        "print(resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3), oct(os.umask(0)))"
    )
    completed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=PROJECT, check=True
    )
    assert completed.stdout == ("(0, 0) 0 0o77\n" if sys.platform == "linux" else completed.stdout)


def belongs(walked: WalkthroughResult, path: Path) -> bool:
    inside = path.relative_to(walked.data).parts if path.is_relative_to(walked.data) else ("",)
    return inside[0].startswith(BELONGS)


def files_of(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def shared_files(since: float) -> Iterator[Path]:
    """Return files written since then into the system's temporary folders, without those of other tests."""
    for temporary in SHARED_PLACES:
        for folder, folders, names in os.walk(temporary):
            if Path(folder) == temporary:
                folders[:] = [name for name in folders if not name.startswith("pytest-")]
            yield from (path for name in names if written(path := Path(folder, name)) >= since)


def written(path: Path) -> float:
    """Return the time of a file's last change; 0 if it is no file or was deleted meanwhile."""
    try:
        result = path.lstat()
    except OSError:
        return 0.0
    return result.st_mtime if stat.S_ISREG(result.st_mode) else 0.0


def files_with_marks(marks: Mapping[str, str], paths: list[Path]) -> list[tuple[str, str]]:
    """Return each mark with the files that have it in their names or contents."""
    hits: list[tuple[str, str]] = []
    for path in paths:
        texts = contents(path)
        for name, mark in marks.items():
            forms = (mark.encode(), mark.encode("utf-16-le"), mark.encode("utf-16-be"))
            if mark in path.name or any(form in item for item in texts for form in forms):
                hits.append((name, path.name))
    return hits


def contents(path: Path) -> list[bytes]:
    """Return a file's bytes in lower case, as they are and unpacked; an empty list if it is gone."""
    try:
        data = path.read_bytes() if path.stat().st_size < 1 << 28 else b""
    except OSError:
        return []
    return [text.lower() for text in (data, *unpacked(data))]


def unpacked(data: bytes) -> Iterator[bytes]:
    """Yield a packed file unpacked, and every zlib stream in it, as PDFs and the catalogue have them."""
    for magic, unpack in (
        (b"\x1f\x8b", gzip.decompress),
        (b"BZh", bz2.decompress),
        (b"\xfd7z", lzma.decompress),
    ):
        if data.startswith(magic):
            yield unpack(data)
    if data.startswith((b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18")):
        import pyarrow as pa

        packing = "zstd" if data[:1] == b"\x28" else "lz4"
        yield pa.CompressedInputStream(pa.BufferReader(data), packing).read()
    seen = memoryview(data)  # whose parts are no copies: a header comes about by chance every 16 KiB
    for header in (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda"):
        at = data.find(header)
        while at >= 0:
            try:
                yield zlib.decompressobj().decompress(seen[at : at + (1 << 20)], _UNPACKED)
            except zlib.error:
                pass
            at = data.find(header, at + 2)


PATIENCE_S = 60.0
MARK = "zqkilledwhilereading"


def test_a_kill_during_recognition_leaves_no_temporary_file(tmp_path: Path) -> None:
    for name in ("home", "temporary", "inputs"):
        (tmp_path / name).mkdir()
    brief = scan(tmp_path / "inputs" / "brief.pdf", [lines(MARK)] * 6)
    library = tmp_path / "library"
    outside = environment(tmp_path)
    command = [sys.executable, "-m", "briefbank", "--library", str(library), "add", str(brief)]
    with subprocess.Popen(command, env=outside, cwd=PROJECT, stderr=subprocess.DEVNULL) as adding:
        started = recognising(adding.pid)
        children = psutil.Process(adding.pid).children(recursive=True)
        adding.kill()
    assert started, "recognition never began"
    psutil.wait_procs(children, timeout=PATIENCE_S)
    assert not any(child.is_running() and child.status() != psutil.STATUS_ZOMBIE for child in children)
    assert files_of(tmp_path / "temporary") == []
    assert files_with_marks({"mark": MARK}, files_of(tmp_path / "home")) == []
    with Library.open(library) as opened:
        opened.watched.confirm()  # the program that was killed had another home, and so another user
        (outcome,) = opened.ingest.run(QuietReporter())
        assert outcome.status in (FileStatus.ADDED, FileStatus.ADDED_WITH_GAPS)
    assert files_of(library / "work") == []


def recognising(pid: int) -> bool:
    """Wait until the program has started Tesseract."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        try:
            names = [child.name() for child in psutil.Process(pid).children(recursive=True)]
        except psutil.NoSuchProcess:
            continue
        if "tesseract" in names:
            return True
    return False
