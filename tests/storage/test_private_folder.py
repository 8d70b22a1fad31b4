"""Tests of private folders: for this user alone, and deleted afterwards."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from briefbank.errors import StoreError
from briefbank.storage.lease import clear_unless_held, private_folder


def test_a_private_folder_is_deleted_afterwards_even_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), private_folder(tmp_path, "draft-") as folder:
        assert folder.stat().st_mode & 0o077 == 0
        (folder / "words.txt").write_text("words")
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_is_just_opened_leaves_it_alone_while_it_is_needed(tmp_path: Path) -> None:
    with private_folder(tmp_path, "draft-") as folder:
        program = (
            "from pathlib import Path\nfrom briefbank.storage.lease import clear_unless_held\n"
            f"clear_unless_held(Path({str(folder)!r}))\n"
        )
        subprocess.run([sys.executable, "-c", program], check=True)
        assert folder.is_dir()


def test_folders_left_by_a_killed_program_are_deleted(tmp_path: Path) -> None:
    program = (
        "import os, signal\nfrom pathlib import Path\nfrom briefbank.storage.lease import private_folder\n"
        f"with private_folder(Path({str(tmp_path)!r}), 'draft-') as folder:\n"
        "    (folder / 'words.txt').write_text('words')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=False)
    [left] = tmp_path.iterdir()
    clear_unless_held(left)
    assert not left.exists()


def test_a_folder_that_cannot_be_made_is_a_fault_of_the_library(tmp_path: Path) -> None:
    with pytest.raises(StoreError), private_folder(tmp_path / "nowhere", "draft-"):
        pass
