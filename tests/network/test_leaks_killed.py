"""Tests that a program killed while it reads a scan leaves nothing outside its library.

Inside it nothing stays for longer than until the library is next opened and the file has ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from briefbank.domain.ingest import FileStatus
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.extraction.pdfs import scan
from tests.network.programs import PROJECT
from tests.network.test_leaks import environment, files_of, files_with_marks, lines

pytestmark = [pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL"), pytest.mark.timeout(120)]
PATIENCE_S = 60.0
MARK = "zqkilledwhilereading"


@pytest.mark.nightly
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
