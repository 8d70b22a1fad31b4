"""Tests that an exported file is whole or absent, and that leftovers of a kill are removed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from briefbank.errors import ExportRefused
from briefbank.files import require_export_path, write_export
from tests.network.programs import PROJECT

MINUTES_AGO = 120.0
WRITES_FOR_EVER = """
import sys, threading
from pathlib import Path
from briefbank import files
from briefbank.files import write_export

def begun(made, target):
    print("begun", flush=True)
    threading.Event().wait()

files.publish_file = begun
write_export(Path(sys.argv[1]), b"words of a brief")
"""


def killed_export(target: Path) -> Path:
    """Return the file left by a program that is killed between writing everything and renaming the file."""
    command = [sys.executable, "-c", WRITES_FOR_EVER, str(target)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=PROJECT) as writing:
        assert writing.stdout is not None and writing.stdout.readline() == b"begun\n"
        writing.kill()
    (left,) = target.parent.iterdir()
    return left


def make_old(path: Path) -> None:
    then = path.stat().st_mtime - MINUTES_AGO
    os.utime(path, (then, then))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_the_file_of_a_killed_export_is_private_marked_and_removed_by_the_next_export(tmp_path: Path) -> None:
    left = killed_export(tmp_path / "results.csv")
    assert left.name.startswith("briefbank_unfinished_") and left.stat().st_mode & 0o077 == 0
    make_old(left)
    write_export(tmp_path / "another.csv", b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["another.csv"]


def test_a_file_that_another_program_is_writing_is_left_alone(tmp_path: Path) -> None:
    beside = tmp_path / "briefbank_unfinished_abcdefgh.tmp"
    beside.write_bytes(b"half")
    write_export(tmp_path / "results.csv", b"whole")
    assert beside.read_bytes() == b"half"


@pytest.mark.parametrize(
    "name", ["briefbank_unfinished_motion.tmp", "new-abcdefgh", "briefbank_unfinished_abcdefgh.tmp.docx"]
)
def test_a_file_of_somebodys_own_is_never_cleared(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"somebody's")
    make_old(tmp_path / name)
    write_export(tmp_path / "results.csv", b"whole")
    assert (tmp_path / name).read_bytes() == b"somebody's"


def test_a_folders_own_name_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(ExportRefused, match="Add a name"):
        require_export_path(tmp_path)


def test_a_folder_that_may_not_be_written_is_refused_with_something_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(**_: object) -> None:
        raise PermissionError(errno.EACCES, "refused")

    monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    with pytest.raises(ExportRefused, match="choose another folder"):
        require_export_path(tmp_path / "page.pdf")
