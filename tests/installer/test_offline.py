"""Tests of the installation without a network: it checks all files before it installs any."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

INSTALLER = Path(__file__).parents[2] / "installer"
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")


@pytest.fixture
def medium(tmp_path: Path) -> Path:
    """A folder as it is copied to an office, with one file; apt-get and id are stand-ins."""
    folder = tmp_path / "medium"
    (folder / "debian").mkdir(parents=True)
    shutil.copy(INSTALLER / "offline/install", folder)
    for name in ("debian/thing.deb", "debian/Packages"):
        (folder / name).write_bytes(b"as it was made")
    sums = "".join(
        f"{hashlib.sha256(b'as it was made').hexdigest()}  {name}\n"
        for name in ("debian/thing.deb", "debian/Packages")
    )
    (folder / "SHA256SUMS").write_text(sums)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, does in {"apt-get": f'echo "$*" >>"{tmp_path}/asked"', "id": 'echo "${WHO:-0}"'}.items():
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o700)
    return folder


def run(medium: Path, **environment: str) -> tuple[int, str, str]:
    path = f"{medium.parent / 'bin'}:{os.environ['PATH']}"
    completed = subprocess.run(
        ["sh", medium / "install"],
        env=os.environ | {"PATH": path, "TMPDIR": str(medium.parent)} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    calls = medium.parent / "asked"
    return (
        completed.returncode,
        completed.stdout + completed.stderr,
        calls.read_text() if calls.exists() else "",
    )


def test_packages_come_from_this_folder_alone(medium: Path) -> None:
    code, output, apt_calls = run(medium)
    assert code == 0 and "BriefBank is installed" in output
    assert apt_calls.splitlines()[-1].endswith("install briefbank")
    assert all(
        "Dir::Etc::SourceParts=-" in line and "sources.list" in line for line in apt_calls.splitlines()
    )


def test_a_changed_package_stops_the_installation_before_anything_is_installed(medium: Path) -> None:
    (medium / "debian/thing.deb").write_bytes(b"something else")
    code, output, apt_calls = run(medium)
    assert code == 1 and "nothing was installed" in output
    assert apt_calls == ""


def test_a_missing_package_stops_the_installation(medium: Path) -> None:
    (medium / "debian/Packages").unlink()
    code, _, apt_calls = run(medium)
    assert code == 1 and apt_calls == ""


def test_a_user_without_root_rights_is_told_what_to_type(medium: Path) -> None:
    code, output, apt_calls = run(medium, WHO="1000")
    assert code == 1 and "sudo sh install" in output and apt_calls == ""


def test_nothing_is_left_in_the_temporary_folder(medium: Path) -> None:
    before = {path.name for path in medium.parent.iterdir()} | {"asked"}
    run(medium)
    assert {path.name for path in medium.parent.iterdir()} <= before


def test_a_folder_that_is_there_is_not_written_into(tmp_path: Path) -> None:
    completed = subprocess.run(
        [INSTALLER / "airgap", tmp_path], capture_output=True, text=True, timeout=60, check=False
    )
    assert completed.returncode == 1 and "already there" in completed.stderr
    assert not list(tmp_path.iterdir())


def test_the_page_of_instructions_is_one_page_and_names_what_is_in_the_folder() -> None:
    page = (INSTALLER / "offline/READ-ME-FIRST.txt").read_text("utf-8")
    assert len(page.splitlines()) <= 60 and max(map(len, page.splitlines())) <= 90
    for name in ("sudo sh install", "SHA256SUMS", "briefbank self-test", "licences/", "debian/"):
        assert name in page
