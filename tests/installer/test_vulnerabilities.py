"""The check for known vulnerabilities: what it makes of each answer; the program that asks is a stand-in."""

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
    ran = subprocess.run(["bash", SCRIPT, folder], capture_output=True, text=True, timeout=60, check=False)
    return ran.returncode, ran.stderr


def test_none_known_passes_and_every_lock_of_what_is_shipped_was_asked_about(tmp_path: Path) -> None:
    code, said = checked(tmp_path, "exit 0")
    assert code == 0 and "No locked package has a known vulnerability" in said
    calls = (tmp_path / "calls").read_text()
    shipped = ("torch.lock", "requirements.lock", "requirements-llm.lock")
    for lock in (*shipped, "requirements-llm-build.lock", "requirements-build.lock"):
        assert f"installer/{lock}" in calls


def test_a_package_that_the_database_does_not_know_is_an_error_and_not_passed_over(tmp_path: Path) -> None:
    checked(tmp_path, "exit 0")
    assert all("--strict" in call for call in (tmp_path / "calls").read_text().splitlines())


def test_a_known_vulnerability_fails_and_is_shown(tmp_path: Path) -> None:
    code, said = checked(
        tmp_path, "echo 'Found 1 known vulnerability in 1 package'; echo 'thing 1.0 X-1'; exit 1"
    )
    assert code == 1 and "thing 1.0 X-1" in said


def test_a_database_that_cannot_be_reached_is_no_good_news(tmp_path: Path) -> None:
    code, said = checked(tmp_path, "echo 'no route' >&2; exit 1")
    assert code == 3
    assert "NOT CHECKED" in said and "no route" in said and "No locked package has" not in said


def test_a_vulnerability_in_one_list_is_not_hidden_by_another_that_was_not_checked(tmp_path: Path) -> None:
    answer = "case \"$*\" in *torch.lock*) echo 'Found 2 known vulnerabilities in 1 package';; esac; exit 1"
    code, said = checked(tmp_path, answer)
    assert code == 1 and "known vulnerabilities" in said and "NOT CHECKED" in said


def test_without_the_program_that_asks_it_says_what_to_do(tmp_path: Path) -> None:
    ran = subprocess.run(["bash", SCRIPT, tmp_path], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 3 and "installer/deb --prepare" in ran.stderr
