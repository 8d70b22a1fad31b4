"""Tests that the desktop works without the extra "office" and that the rest says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from briefbank.cli.output import DONE, FAULT
from installer import make_lock
from tests.stand_ins.encoders import Buckets
from tests.support.library_factory import library_of

IMPORTED_AS = {"argon2-cffi": "argon2", "prometheus-client": "prometheus_client"}
WITHOUT = "import sys; sys.modules.update(dict.fromkeys({hidden!r}))\n"
COMMAND = "from briefbank.cli.main import main; sys.exit(main(sys.argv[1:]))"
WINDOW = """
from PySide6.QtCore import QTimer
from ui.program import Program, make_application
app = make_application()
program = Program(__import__("pathlib").Path(sys.argv[1]), [])
program.open()
QTimer.singleShot(3000, app.quit)
app.exec()
"""


def office_packages() -> set[str]:
    """Return the modules of the packages that only an office needs."""
    named = {Requirement(line).name for line in make_lock.project()["optional-dependencies"]["office"]}
    return {IMPORTED_AS.get(name, name) for name in named}


def run(code: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    without = WITHOUT.format(hidden=sorted(office_packages()))
    return subprocess.run(
        [sys.executable, "-c", without + code, *map(str, arguments)],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def library(tmp_path: Path) -> Path:
    texts = {
        "stop.txt": "POINT I\n\nTHE STOP WAS UNLAWFUL\n\nThe officer saw no violation of a traffic law.\n"
    }
    with library_of(tmp_path, texts, Buckets()):
        pass
    return tmp_path / "library"


@pytest.mark.nightly
def test_a_file_is_added_and_found(library: Path, tmp_path: Path) -> None:
    (tmp_path / "second.txt").write_text("POINT I\n\nMERGER\n\nThe convictions merge at sentencing.\n")
    added = run(COMMAND, "--library", library, "--json", "add", tmp_path / "second.txt")
    assert added.returncode == DONE, added.stderr
    result = run(COMMAND, "--library", library, "--json", "search", "convictions merge")
    assert json.loads(result.stdout)["results"], result.stderr


def test_the_window_opens(library: Path) -> None:
    shown = run(WINDOW, library)
    assert shown.returncode == 0, shown.stderr


def test_the_command_of_the_server_says_what_is_lacking(library: Path) -> None:
    refused = run(COMMAND, "--library", library, "office", "accounts")
    assert refused.returncode == FAULT
    assert "briefbank[office]" in refused.stderr and "Traceback" not in refused.stderr
