"""Tests of the check for known vulnerabilities; the audit program is a stand-in."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "installer/vulnerabilities"
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")


def checked(folder: Path, does: str) -> tuple[int, str]:
    python = folder / "bin/python"
    python.parent.mkdir()
    version = 'case "$*" in *--version*) exit 0;; esac'
    python.write_text(f'#!/bin/sh\n{version}\necho "$*" >>"{folder}/calls"\n{does}\n')
    python.chmod(0o700)
    completed = subprocess.run(
        ["bash", SCRIPT, folder], capture_output=True, text=True, timeout=60, check=False
    )
    return completed.returncode, completed.stderr


def test_the_check_passes_without_known_vulnerabilities_and_covers_every_shipped_lock_file(
    tmp_path: Path,
) -> None:
    code, output = checked(tmp_path, "exit 0")
    assert code == 0 and "No locked package has a known vulnerability" in output
    calls = (tmp_path / "calls").read_text()
    shipped = ("torch.lock", "requirements.lock", "requirements-llm.lock")
    for lock in (*shipped, "requirements-llm-build.lock", "requirements-build.lock"):
        assert f"installer/{lock}" in calls


def test_a_package_unknown_to_the_database_is_an_error(tmp_path: Path) -> None:
    checked(tmp_path, "exit 0")
    assert all("--strict" in call for call in (tmp_path / "calls").read_text().splitlines())


def test_a_known_vulnerability_fails_and_is_shown(tmp_path: Path) -> None:
    code, output = checked(
        tmp_path, "echo 'Found 1 known vulnerability in 1 package'; echo 'thing 1.0 X-1'; exit 1"
    )
    assert code == 1 and "thing 1.0 X-1" in output


def test_an_unreachable_vulnerability_database_does_not_count_as_passed(tmp_path: Path) -> None:
    code, output = checked(tmp_path, "echo 'no route' >&2; exit 1")
    assert code == 3
    assert "NOT CHECKED" in output and "no route" in output and "No locked package has" not in output


def test_a_vulnerability_in_one_list_is_not_hidden_by_another_that_was_not_checked(tmp_path: Path) -> None:
    answer = "case \"$*\" in *torch.lock*) echo 'Found 2 known vulnerabilities in 1 package';; esac; exit 1"
    code, output = checked(tmp_path, answer)
    assert code == 1 and "known vulnerabilities" in output and "NOT CHECKED" in output


def test_a_missing_audit_program_is_reported_with_a_remedy(tmp_path: Path) -> None:
    completed = subprocess.run(
        ["bash", SCRIPT, tmp_path], capture_output=True, text=True, timeout=60, check=False
    )
    assert completed.returncode == 3 and "installer/deb --prepare" in completed.stderr
